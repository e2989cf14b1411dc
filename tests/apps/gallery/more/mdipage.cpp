// The page "MDI": windows inside a window, as frames or as tabs.
#include "morepages.h"
#include "output.h"

#include <QAction>
#include <QCoreApplication>
#include <QLineEdit>
#include <QMainWindow>
#include <QMdiArea>
#include <QMdiSubWindow>
#include <QTabBar>
#include <QToolBar>
#include <QVBoxLayout>

namespace {

QMdiSubWindow *addDocument(QMdiArea *area, const QString &title) {
    const QString prefix = title.toLower();
    auto *content = new QWidget;
    content->setObjectName(prefix + QStringLiteral("Content"));
    content->setWindowTitle(title);
    auto *edit = new QLineEdit(content);
    edit->setObjectName(prefix + QStringLiteral("Edit"));
    edit->setPlaceholderText(QStringLiteral("Text of %1").arg(title));
    auto *layout = new QVBoxLayout(content);
    layout->addWidget(edit);
    layout->addStretch();
    QMdiSubWindow *sub = area->addSubWindow(content);
    sub->setObjectName(prefix + QStringLiteral("Window"));
    sub->setAttribute(Qt::WA_DeleteOnClose);
    sub->resize(260, 160);
    QObject::connect(edit, &QLineEdit::textEdited, edit,
                     [title](const QString &text) { say(QStringLiteral("MDI text %1 %2").arg(title, text)); });
    // The area cuts its own connections to a sub-window that goes.
    QObject::connect(sub, &QObject::destroyed, QCoreApplication::instance(),
                     [title] { say(QStringLiteral("MDI closed ") + title); });
    sub->show();
    return sub;
}

}  // namespace

QWidget *makeMdiPage() {
    auto *window = named(new QMainWindow, "mdiPage");
    auto *area = named(new QMdiArea(window), "mdiArea");
    area->setViewMode(QMdiArea::SubWindowView);
    QObject::connect(area, &QMdiArea::subWindowActivated, area, [](const QMdiSubWindow *sub) {
        if (sub)
            say(QStringLiteral("MDI activated ") + sub->windowTitle());
    });
    addDocument(area, QStringLiteral("First"))->move(20, 20);
    addDocument(area, QStringLiteral("Second"))->move(300, 60);

    auto *tools = named(window->addToolBar(QStringLiteral("Windows")), "mdiBar");
    QAction *tile = named(tools->addAction(QStringLiteral("Tile")), "tileAction");
    QAction *cascade = named(tools->addAction(QStringLiteral("Cascade")), "cascadeAction");
    QAction *tabbed = named(tools->addAction(QStringLiteral("Tabs")), "tabbedAction");
    QAction *third = named(tools->addAction(QStringLiteral("Third")), "thirdAction");
    tabbed->setCheckable(true);
    QObject::connect(tile, &QAction::triggered, area, &QMdiArea::tileSubWindows);
    QObject::connect(cascade, &QAction::triggered, area, &QMdiArea::cascadeSubWindows);
    QObject::connect(tabbed, &QAction::toggled, area, [area](bool on) {
        area->setViewMode(on ? QMdiArea::TabbedView : QMdiArea::SubWindowView);
        if (auto *bar = area->findChild<QTabBar *>())
            bar->setObjectName(QStringLiteral("mdiTabBar"));
    });
    QObject::connect(third, &QAction::triggered, area, [area] { addDocument(area, QStringLiteral("Third")); });
    window->setCentralWidget(area);
    window->resize(640, 420);
    return window;
}
