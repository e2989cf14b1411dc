// The "Dialogs" tab: every way an application stops to ask, with or without an event loop of its own.
#include "output.h"
#include "pages.h"

#include <QAction>
#include <QDialog>
#include <QDialogButtonBox>
#include <QEventLoop>
#include <QFileDialog>
#include <QGridLayout>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QVBoxLayout>

#include <functional>

namespace {

// Shows and prints how a dialog ended.
using Report = std::function<void(const QString &dialog, const QString &result)>;

QDialogButtonBox *addButtonBox(QDialog *dialog, const QByteArray &prefix) {
    auto *box = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, dialog);
    named(box->button(QDialogButtonBox::Ok), prefix + "OkButton");
    named(box->button(QDialogButtonBox::Cancel), prefix + "CancelButton");
    QObject::connect(box, &QDialogButtonBox::accepted, dialog, &QDialog::accept);
    QObject::connect(box, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    return box;
}

QString endText(int code) {
    return code == QDialog::Accepted ? QStringLiteral("accepted") : QStringLiteral("rejected");
}

void showModal(QWidget *page, const Report &report) {
    QDialog dialog(page);
    dialog.setObjectName(QStringLiteral("modalDialog"));
    dialog.setWindowTitle(QStringLiteral("A modal dialog"));
    auto *edit = named(new QLineEdit(&dialog), "dialogEdit");
    auto *label = new QLabel(QStringLiteral("&Answer:"), &dialog);
    label->setBuddy(edit);
    auto *layout = new QVBoxLayout(&dialog);
    layout->addWidget(label);
    layout->addWidget(edit);
    layout->addWidget(addButtonBox(&dialog, "dialog"));
    const QString end = endText(dialog.exec());
    report(QStringLiteral("modal"), end + QLatin1Char(' ') + edit->text());
}

void showNonModal(QWidget *page, const Report &report) {
    auto *dialog = named(new QDialog(page), "nonModalDialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(QStringLiteral("A dialog that does not block"));
    auto *layout = new QVBoxLayout(dialog);
    layout->addWidget(new QLabel(QStringLiteral("The main window stays usable."), dialog));
    auto *close = named(new QPushButton(QStringLiteral("Close"), dialog), "nonModalCloseButton");
    layout->addWidget(close, 0, Qt::AlignRight);
    QObject::connect(close, &QPushButton::clicked, dialog, &QDialog::accept);
    QObject::connect(dialog, &QDialog::finished, page,
                     [report](int code) { report(QStringLiteral("nonModal"), endText(code)); });
    dialog->show();
}

void askQuestion(QWidget *page, const Report &report) {
    QMessageBox box(QMessageBox::Question, QStringLiteral("A question"), QStringLiteral("Shall we go on?"),
                    QMessageBox::Yes | QMessageBox::No, page);
    box.setObjectName(QStringLiteral("questionBox"));
    named(box.button(QMessageBox::Yes), "yesButton");
    named(box.button(QMessageBox::No), "noButton");
    report(QStringLiteral("question"), box.exec() == QMessageBox::Yes ? QStringLiteral("yes") : QStringLiteral("no"));
}

void showInner(QDialog *outer, const Report &report) {
    QDialog inner(outer);
    inner.setObjectName(QStringLiteral("innerDialog"));
    inner.setWindowTitle(QStringLiteral("The inner dialog"));
    auto *layout = new QVBoxLayout(&inner);
    layout->addWidget(new QLabel(QStringLiteral("The outer dialog waits for this one."), &inner));
    layout->addWidget(addButtonBox(&inner, "inner"));
    report(QStringLiteral("inner"), endText(inner.exec()));
}

void showNested(QWidget *page, const Report &report) {
    QDialog outer(page);
    outer.setObjectName(QStringLiteral("outerDialog"));
    outer.setWindowTitle(QStringLiteral("The outer dialog"));
    auto *layout = new QVBoxLayout(&outer);
    auto *open = named(new QPushButton(QStringLiteral("Open another"), &outer), "openInnerButton");
    layout->addWidget(open);
    layout->addWidget(addButtonBox(&outer, "outer"));
    QObject::connect(open, &QPushButton::clicked, &outer, [&outer, report] { showInner(&outer, report); });
    report(QStringLiteral("outer"), endText(outer.exec()));
}

void showPopup(QPushButton *button, const Report &report) {
    QMenu menu(button);
    menu.setObjectName(QStringLiteral("popupMenu"));
    named(menu.addAction(QStringLiteral("First")), "popupFirstAction");
    named(menu.addAction(QStringLiteral("Second")), "popupSecondAction");
    QMenu *more = named(menu.addMenu(QStringLiteral("More")), "popupMoreMenu");
    named(more->addAction(QStringLiteral("Third")), "popupThirdAction");
    const QAction *chosen = menu.exec(button->mapToGlobal(QPoint(0, button->height())));
    report(QStringLiteral("popup"), chosen ? chosen->objectName() : QStringLiteral("none"));
}

// Waits in a bare event loop, which shows nothing and posts nothing, until the button is clicked again.
void waitInLoop(QPushButton *button, const Report &report) {
    if (QEventLoop *running = button->findChild<QEventLoop *>()) {
        running->quit();
        return;
    }
    {
        QEventLoop loop(button);
        loop.exec();
    }
    report(QStringLiteral("loop"), QStringLiteral("ended"));
}

void askForText(QWidget *page, const Report &report) {
    QInputDialog dialog(page);
    dialog.setObjectName(QStringLiteral("inputDialog"));
    dialog.setWindowTitle(QStringLiteral("Input"));
    dialog.setLabelText(QStringLiteral("What is your favourite colour?"));
    const QString end = endText(dialog.exec());
    report(QStringLiteral("input"), end + QLatin1Char(' ') + dialog.textValue());
}

void askForFile(QWidget *page, const Report &report) {
    QFileDialog dialog(page, QStringLiteral("Choose a file"));
    dialog.setObjectName(QStringLiteral("fileDialog"));
    dialog.setOption(QFileDialog::DontUseNativeDialog);
    dialog.setFileMode(QFileDialog::AnyFile);
    const QString end = endText(dialog.exec());
    report(QStringLiteral("file"), end + QLatin1Char(' ') + dialog.selectedFiles().value(0));
}

}  // namespace

QWidget *makeDialogsPage(QWidget *parent) {
    auto *page = named(new QWidget(parent), "dialogsPage");
    auto *result = named(new QLabel(QStringLiteral("No dialog ended yet"), page), "dialogResult");
    const Report report = [result](const QString &dialog, const QString &end) {
        const QString line = QStringLiteral("%1 %2").arg(dialog, end).trimmed();
        say(QStringLiteral("DIALOG ") + line);
        result->setText(line);
    };

    auto *grid = new QGridLayout;
    const auto add = [page, grid](const char *name, const QString &text, const QString &what) {
        auto *button = named(new QPushButton(text, page), name);
        const int row = grid->rowCount();
        grid->addWidget(button, row, 0);
        grid->addWidget(new QLabel(what, page), row, 1);
        return button;
    };
    const auto onClick = [page, report](QPushButton *button, void (*show)(QWidget *, const Report &)) {
        QObject::connect(button, &QPushButton::clicked, page, [page, report, show] { show(page, report); });
    };
    onClick(add("modalButton", QStringLiteral("Modal…"), QStringLiteral("QDialog::exec with a line edit")), showModal);
    onClick(add("nonModalButton", QStringLiteral("Not modal"), QStringLiteral("QDialog::show")), showNonModal);
    onClick(add("questionButton", QStringLiteral("Question…"), QStringLiteral("QMessageBox::exec, Yes or No")),
            askQuestion);
    onClick(add("nestedButton", QStringLiteral("Nested…"), QStringLiteral("A modal dialog that opens another")),
            showNested);
    onClick(add("inputDialogButton", QStringLiteral("Input…"), QStringLiteral("QInputDialog::exec")), askForText);
    onClick(add("fileDialogButton", QStringLiteral("File…"), QStringLiteral("QFileDialog::exec, not native")),
            askForFile);
    QPushButton *popup = add("popupButton", QStringLiteral("Popup menu"), QStringLiteral("QMenu::exec"));
    QObject::connect(popup, &QPushButton::clicked, page, [popup, report] { showPopup(popup, report); });
    QPushButton *loop = add("loopButton", QStringLiteral("Wait"), QStringLiteral("QEventLoop::exec until clicked again"));
    QObject::connect(loop, &QPushButton::clicked, page, [loop, report] { waitInLoop(loop, report); });
    grid->setColumnStretch(1, 1);
    grid->setHorizontalSpacing(16);

    auto *layout = new QVBoxLayout(page);
    layout->addLayout(grid);
    layout->addStretch();
    layout->addWidget(result);
    return page;
}
