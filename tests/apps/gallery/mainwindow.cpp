// The gallery's main window: menus, toolbar, status bar and one tab per page.
#include "mainwindow.h"

#include "more/morepages.h"
#include "options.h"
#include "output.h"
#include "pages.h"
#include "signallog.h"

#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QStatusBar>
#include <QStyle>
#include <QTabBar>
#include <QTabWidget>
#include <QToolBar>
#include <QVBoxLayout>

namespace {

QAction *addAction(QMainWindow *window, QMenu *menu, const char *name, const QString &text,
                   const QKeySequence &shortcut = {}) {
    QAction *action = named(menu->addAction(text), name);
    action->setShortcut(shortcut);
    QObject::connect(action, &QAction::triggered, window, [window, action] {
        say(QStringLiteral("ACTION %1").arg(action->objectName()));
        window->statusBar()->showMessage(action->text().remove(QLatin1Char('&')) + QStringLiteral(" triggered"));
    });
    return action;
}

void askForFile(QMainWindow *window) {
    QFileDialog dialog(window, QStringLiteral("Open a file"));
    dialog.setObjectName(QStringLiteral("openDialog"));
    dialog.setOption(QFileDialog::DontUseNativeDialog);
    if (dialog.exec() == QDialog::Accepted)
        window->statusBar()->showMessage(dialog.selectedFiles().value(0));
}

void showAbout(QMainWindow *window) {
    QMessageBox box(QMessageBox::Information, QStringLiteral("About"),
                    QStringLiteral("A gallery of Qt widgets, on Qt %1.").arg(QString::fromLatin1(qVersion())),
                    QMessageBox::Ok, window);
    box.setObjectName(QStringLiteral("aboutBox"));
    box.exec();
}

void addMenus(QMainWindow *window, int exitCode) {
    QMenuBar *bar = named(window->menuBar(), "menuBar");
    const QStyle *style = window->style();

    QMenu *file = named(bar->addMenu(QStringLiteral("&File")), "fileMenu");
    QAction *newAction = addAction(window, file, "newAction", QStringLiteral("&New"), QKeySequence::New);
    newAction->setIcon(style->standardIcon(QStyle::SP_FileIcon));
    QAction *open = addAction(window, file, "openAction", QStringLiteral("&Open…"), QKeySequence::Open);
    open->setIcon(style->standardIcon(QStyle::SP_DialogOpenButton));
    QObject::connect(open, &QAction::triggered, window, [window] { askForFile(window); });
    QAction *save = addAction(window, file, "saveAction", QStringLiteral("&Save"), QKeySequence::Save);
    save->setIcon(style->standardIcon(QStyle::SP_DialogSaveButton));
    QMenu *exports = named(file->addMenu(QStringLiteral("&Export")), "exportMenu");
    addAction(window, exports, "exportPdfAction", QStringLiteral("P&DF…"));
    addAction(window, exports, "exportPngAction", QStringLiteral("P&NG…"));
    file->addSeparator();
    QAction *quit = addAction(window, file, "quitAction", QStringLiteral("&Quit"), Qt::CTRL | Qt::Key_Q);
    QObject::connect(quit, &QAction::triggered, window, [exitCode] { QCoreApplication::exit(exitCode); });

    QMenu *edit = named(bar->addMenu(QStringLiteral("&Edit")), "editMenu");
    addAction(window, edit, "undoAction", QStringLiteral("&Undo"))->setEnabled(false);
    addAction(window, edit, "preferencesAction", QStringLiteral("&Preferences"), Qt::CTRL | Qt::Key_Comma);
    QAction *wrap = addAction(window, edit, "wordWrapAction", QStringLiteral("&Word wrap"));
    wrap->setCheckable(true);
    wrap->setChecked(true);

    QMenu *help = named(bar->addMenu(QStringLiteral("&Help")), "helpMenu");
    QAction *about = addAction(window, help, "aboutAction", QStringLiteral("&About"), Qt::Key_F1);
    QObject::connect(about, &QAction::triggered, window, [window] { showAbout(window); });

    QToolBar *tools = named(window->addToolBar(QStringLiteral("Tools")), "toolBar");
    tools->addAction(newAction);
    tools->addAction(open);
}

QTabWidget *makeTabs(QWidget *parent, const std::string &current) {
    auto *tabs = named(new QTabWidget(parent), "tabs");
    tabs->tabBar()->setObjectName(QStringLiteral("tabBar"));
    tabs->addTab(makeFormPage(tabs), QStringLiteral("Form"));
    tabs->addTab(makeTablePage(tabs), QStringLiteral("Table"));
    tabs->addTab(makeTreePage(tabs), QStringLiteral("Tree"));
    tabs->addTab(makeListPage(tabs), QStringLiteral("List"));
    tabs->addTab(makeCanvasPage(tabs), QStringLiteral("Canvas"));
    tabs->addTab(makeInputLabPage(tabs), QStringLiteral("Input lab"));
    tabs->addTab(makeDialogsPage(tabs), QStringLiteral("Dialogs"));
    tabs->addTab(makeThreadsPage(tabs), QStringLiteral("Threads"));
    tabs->addTab(makeScrollPage(tabs), QStringLiteral("Scroll"));
    tabs->addTab(makeValuesPage(tabs), QStringLiteral("Values"));
    tabs->addTab(makeMoreTab(tabs), QStringLiteral("More"));
    for (int i = 0; i < tabs->count(); ++i) {
        if (tabs->tabText(i).compare(QString::fromStdString(current), Qt::CaseInsensitive) == 0)
            tabs->setCurrentIndex(i);
    }
    return tabs;
}

}  // namespace

QMainWindow *makeMainWindow(const Options &options) {
    auto *window = named(new QMainWindow, "mainWindow");
    window->setWindowTitle(QStringLiteral("QtMCP gallery"));
    named(window->statusBar(), "statusBar")->showMessage(QStringLiteral("Ready"));
    addMenus(window, options.exitCode);

    auto *central = named(new QWidget(window), "centralWidget");
    auto *column = new QVBoxLayout(central);
    if (options.texts == Texts::Locale)
        column->addWidget(named(new QLabel(QStringLiteral("é 日本語 € 🎉"), central), "localeLabel"));
    column->addWidget(makeTabs(central, options.tab));
    auto *ok = named(new QPushButton(QStringLiteral("OK"), central), "okButton");
    column->addWidget(ok, 0, Qt::AlignRight);
    QObject::connect(ok, &QPushButton::clicked, window, [window] {
        say(QStringLiteral("OK"));
        window->statusBar()->showMessage(QStringLiteral("OK pressed"));
    });
    window->setCentralWidget(central);
    window->resize(900, 700);
    logSignals(window);
    return window;
}
