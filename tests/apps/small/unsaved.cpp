// An editor that asks before unsaved work is lost, as editors do: when its window is closed, a modal question with Save,
// Discard and Cancel. `CLOSED saved`, `CLOSED discarded`, `CLOSED unchanged` or `KEPT` on stdout.
#include "show.h"

#include <QCloseEvent>
#include <QMainWindow>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QTextDocument>

class Editor : public QMainWindow {
public:
    Editor() {
        setWindowTitle(QStringLiteral("Unsaved"));
        setObjectName(QStringLiteral("editor"));
        m_edit.setObjectName(QStringLiteral("documentEdit"));
        m_edit.setAccessibleName(QStringLiteral("Document text"));
        setCentralWidget(&m_edit);
        resize(400, 300);
    }

protected:
    void closeEvent(QCloseEvent *event) override {
        if (!m_edit.document()->isModified()) {
            say(QStringLiteral("CLOSED unchanged"));
            return event->accept();
        }
        QMessageBox box(QMessageBox::Warning, QStringLiteral("Unsaved"), QStringLiteral("Save changes to the document?"),
                        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
        box.setObjectName(QStringLiteral("saveBox"));
        switch (box.exec()) {
        case QMessageBox::Save:
            say(QStringLiteral("CLOSED saved"));
            return event->accept();
        case QMessageBox::Discard:
            say(QStringLiteral("CLOSED discarded"));
            return event->accept();
        default:
            say(QStringLiteral("KEPT"));
            return event->ignore();
        }
    }

private:
    QPlainTextEdit m_edit;
};

int main(int argc, char **argv) {
    QApplication app(argc, argv);
    Editor editor;
    return showWindow(editor);
}
