// An editor that asks about unsaved work when it is closed, for tests of how an app is ended.
#include "show.h"

#include <QCloseEvent>
#include <QLineEdit>
#include <QMessageBox>
#include <QVBoxLayout>

#include <csignal>

namespace {

bool hasOption(const char *name) { return QCoreApplication::arguments().contains(QString::fromLatin1(name)); }

class Editor : public QWidget {
public:
    explicit Editor(const QString &title) {
        setObjectName(title.toLower());
        setWindowTitle(title);
        auto *edit = new QLineEdit(this);
        edit->setObjectName(objectName() + QStringLiteral("Edit"));
        (new QVBoxLayout(this))->addWidget(edit);
        QObject::connect(edit, &QLineEdit::textChanged, this, [this] { isModified = true; });
        resize(320, 120);
    }

protected:
    void closeEvent(QCloseEvent *event) override {
        say(QStringLiteral("CLOSE %1 %2").arg(objectName(), event->spontaneous() ? "outside" : "inside"));
        event->setAccepted(!hasOption("--refuse") && (!isModified || mayLose()));
    }

private:
    bool mayLose() {
        QMessageBox box(QMessageBox::Question, QStringLiteral("Unsaved work"),
                        QStringLiteral("Save the changes to %1?").arg(windowTitle()),
                        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
        box.setObjectName(QStringLiteral("unsavedBox"));
        const int answer = box.exec();
        say(QStringLiteral("ANSWER %1").arg(answer == QMessageBox::Discard ? "discard" : "other"));
        return answer == QMessageBox::Discard;
    }

    bool isModified = false;
};

}  // namespace

int main(int argc, char **argv) {
    QApplication app(argc, argv);
    QApplication::setQuitOnLastWindowClosed(!hasOption("--stay"));
    if (hasOption("--deaf"))
        std::signal(SIGTERM, SIG_IGN);
    Editor letter(QStringLiteral("Letter"));
    Editor notes(QStringLiteral("Notes"));
    if (hasOption("--two"))
        notes.show();
    return showWindow(letter);
}
