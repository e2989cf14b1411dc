// The page "Docks": a main window with two dock widgets that can be closed, moved out and put back.
#include "morepages.h"
#include "output.h"

#include <QAction>
#include <QDockWidget>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include <memory>

namespace {

QDockWidget *addDock(QMainWindow *window, const char *name, const QString &title, Qt::DockWidgetArea area) {
    auto *dock = named(new QDockWidget(title, window), name);
    dock->setAllowedAreas(Qt::LeftDockWidgetArea | Qt::RightDockWidgetArea);
    window->addDockWidget(area, dock);
    QObject::connect(dock, &QDockWidget::topLevelChanged, dock, [dock](bool floating) {
        say(QStringLiteral("DOCK %1 %2")
                .arg(dock->objectName(), floating ? QStringLiteral("floating") : QStringLiteral("docked")));
    });
    // The action follows closing by the title bar too. It also blinks while a dock moves out or in: only what lasts
    // until the next turn of the event loop is told.
    auto shown = std::make_shared<bool>(true);
    QObject::connect(dock->toggleViewAction(), &QAction::toggled, dock, [dock, shown] {
        QTimer::singleShot(0, dock, [dock, shown] {
            if (*shown == !dock->isHidden())
                return;
            *shown = !dock->isHidden();
            say(QStringLiteral("DOCK %1 %2")
                    .arg(dock->objectName(), *shown ? QStringLiteral("shown") : QStringLiteral("closed")));
        });
    });
    return dock;
}

}  // namespace

QWidget *makeDocksPage() {
    auto *window = named(new QMainWindow, "docksPage");
    QDockWidget *files = addDock(window, "filesDock", QStringLiteral("Files"), Qt::LeftDockWidgetArea);
    auto *list = named(new QListWidget(files), "filesList");
    list->addItems({QStringLiteral("readme.txt"), QStringLiteral("notes.md"), QStringLiteral("photo.png")});
    files->setWidget(list);

    QDockWidget *properties = addDock(window, "propertiesDock", QStringLiteral("Properties"), Qt::RightDockWidgetArea);
    auto *form = named(new QWidget(properties), "propertiesForm");
    auto *rows = new QFormLayout(form);
    auto *property = named(new QLineEdit(form), "propertyEdit");
    rows->addRow(QStringLiteral("&Title:"), property);
    properties->setWidget(form);
    QObject::connect(property, &QLineEdit::textEdited, property,
                     [](const QString &text) { say(QStringLiteral("PROPERTY ") + text); });

    QMenu *view = named(window->menuBar()->addMenu(QStringLiteral("&View")), "viewMenu");
    view->addAction(named(files->toggleViewAction(), "filesDockAction"));
    view->addAction(named(properties->toggleViewAction(), "propertiesDockAction"));

    auto *central = named(new QWidget(window), "docksContent");
    auto *layout = new QVBoxLayout(central);
    layout->addWidget(named(new QLabel(QStringLiteral("The middle of the window"), central), "middleLabel"));
    auto *floating = named(new QPushButton(QStringLiteral("Float files"), central), "floatButton");
    auto *docked = named(new QPushButton(QStringLiteral("Dock files"), central), "dockButton");
    layout->addWidget(floating);
    layout->addWidget(docked);
    layout->addStretch();
    QObject::connect(floating, &QPushButton::clicked, files, [files] {
        files->show();
        files->setFloating(true);
    });
    QObject::connect(docked, &QPushButton::clicked, files, [files] {
        files->show();
        files->setFloating(false);
    });
    window->setCentralWidget(central);
    window->resize(720, 400);
    return window;
}
