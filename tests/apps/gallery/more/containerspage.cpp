// The page "Containers": what shows one part of itself at a time, and the ways from part to part.
#include "morepages.h"
#include "output.h"

#include <QAction>
#include <QCheckBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QToolBar>
#include <QToolBox>
#include <QVBoxLayout>

#include <memory>

namespace {

const int areaChecks = 30;

QToolBox *makeToolBox(QWidget *page, QLabel *result) {
    auto *box = named(new QToolBox(page), "toolBox");
    const auto add = [box](const char *name, const QString &title, QWidget *content) {
        auto *part = named(new QWidget(box), name);
        auto *layout = new QVBoxLayout(part);
        layout->addWidget(content);
        layout->addStretch();
        box->addItem(part, title);
    };
    add("basicsPart", QStringLiteral("Basics"), named(new QCheckBox(QStringLiteral("Use basics")), "basicsCheck"));
    add("coloursPart", QStringLiteral("Colours"), named(new QLineEdit(QStringLiteral("blue")), "coloursEdit"));
    add("extrasPart", QStringLiteral("Extras"), named(new QPushButton(QStringLiteral("More extras")), "extrasButton"));
    QObject::connect(box, &QToolBox::currentChanged, result,
                     [box, result](int index) { report(result, QStringLiteral("TOOLBOX ") + box->itemText(index)); });
    return box;
}

// The way through the stack, as a browser keeps it.
struct History {
    QList<int> visited{0};
    int at = 0;
};

// Pages turned by buttons, and by the back and forward actions along the way that was taken.
QWidget *makeStack(QMainWindow *window, QWidget *page, QLabel *result) {
    auto *frame = named(new QWidget(page), "stackFrame");
    auto *stack = named(new QStackedWidget(frame), "stack");
    for (const QString &title : {QStringLiteral("Welcome"), QStringLiteral("Account"), QStringLiteral("Summary")}) {
        auto *part = new QWidget(stack);
        part->setObjectName(title.toLower() + QStringLiteral("Part"));
        part->setWindowTitle(title);
        auto *layout = new QVBoxLayout(part);
        layout->addWidget(new QLabel(QStringLiteral("This is the page %1").arg(title), part));
        auto *edit = new QLineEdit(part);
        edit->setObjectName(title.toLower() + QStringLiteral("Edit"));
        layout->addWidget(edit);
        stack->addWidget(part);
    }

    auto *bar = named(window->addToolBar(QStringLiteral("History")), "historyBar");
    QAction *back = named(bar->addAction(QStringLiteral("Back")), "backAction");
    back->setShortcuts(QKeySequence::Back);
    QAction *forward = named(bar->addAction(QStringLiteral("Forward")), "forwardAction");
    forward->setShortcuts(QKeySequence::Forward);
    auto *previous = named(new QPushButton(QStringLiteral("Previous"), frame), "previousButton");
    auto *next = named(new QPushButton(QStringLiteral("Next"), frame), "nextButton");

    auto history = std::make_shared<History>();
    const auto update = [=] {
        stack->setCurrentIndex(history->visited.at(history->at));
        back->setEnabled(history->at > 0);
        forward->setEnabled(history->at + 1 < history->visited.size());
        previous->setEnabled(stack->currentIndex() > 0);
        next->setEnabled(stack->currentIndex() + 1 < stack->count());
    };
    const auto visit = [=](int index) {
        history->visited = history->visited.mid(0, history->at + 1);
        history->visited.append(index);
        ++history->at;
        update();
    };
    const auto step = [=](int by) {
        // In Qt 5 a disabled action can be triggered by code.
        history->at = qBound(0, history->at + by, int(history->visited.size()) - 1);
        update();
    };
    QObject::connect(back, &QAction::triggered, stack, [step] { step(-1); });
    QObject::connect(forward, &QAction::triggered, stack, [step] { step(1); });
    QObject::connect(previous, &QPushButton::clicked, stack, [=] { visit(stack->currentIndex() - 1); });
    QObject::connect(next, &QPushButton::clicked, stack, [=] { visit(stack->currentIndex() + 1); });
    QObject::connect(stack, &QStackedWidget::currentChanged, result, [stack, result] {
        report(result, QStringLiteral("STACK ") + stack->currentWidget()->windowTitle());
    });
    update();

    auto *buttons = new QHBoxLayout;
    buttons->addWidget(previous);
    buttons->addWidget(next);
    buttons->addStretch();
    auto *layout = new QVBoxLayout(frame);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(stack, 1);
    layout->addLayout(buttons);
    return frame;
}

QSplitter *makeSplitter(QWidget *page) {
    auto *splitter = named(new QSplitter(page), "splitter");
    splitter->addWidget(named(new QPlainTextEdit(QStringLiteral("Left"), splitter), "leftText"));
    splitter->addWidget(named(new QPlainTextEdit(QStringLiteral("Right"), splitter), "rightText"));
    return splitter;
}

QScrollArea *makeArea(QWidget *page) {
    auto *area = named(new QScrollArea(page), "checkArea");
    auto *content = named(new QWidget(area), "checkContent");
    auto *column = new QVBoxLayout(content);
    for (int i = 1; i <= areaChecks; ++i) {
        auto *check = new QCheckBox(QStringLiteral("Option %1").arg(i), content);
        check->setObjectName(QStringLiteral("areaCheck%1").arg(i));
        column->addWidget(check);
        QObject::connect(check, &QCheckBox::toggled, check, [check](bool on) {
            say(QStringLiteral("CHECK %1 %2")
                    .arg(check->objectName(), on ? QStringLiteral("on") : QStringLiteral("off")));
        });
    }
    area->setWidget(content);
    return area;
}

QTabWidget *makeInnerTabs(QWidget *page, QLabel *result) {
    auto *tabs = named(new QTabWidget(page), "innerTabs");
    tabs->tabBar()->setObjectName(QStringLiteral("innerTabBar"));
    tabs->addTab(named(new QLineEdit(QStringLiteral("In alpha"), tabs), "alphaEdit"), QStringLiteral("Al&pha"));
    tabs->addTab(named(new QLineEdit(QStringLiteral("In beta"), tabs), "betaEdit"), QStringLiteral("&Beta"));
    tabs->addTab(named(new QLabel(QStringLiteral("Not to be reached"), tabs), "gammaLabel"), QStringLiteral("Gamma"));
    tabs->setTabEnabled(2, false);
    tabs->setTabsClosable(true);
    QObject::connect(tabs, &QTabWidget::currentChanged, result,
                     [tabs, result](int index) { report(result, QStringLiteral("TAB ") + tabs->tabText(index)); });
    QObject::connect(tabs, &QTabWidget::tabCloseRequested, result, [tabs, result](int index) {
        report(result, QStringLiteral("TAB closed ") + tabs->tabText(index));
        tabs->removeTab(index);
    });
    return tabs;
}

}  // namespace

QWidget *makeContainersPage() {
    auto *window = named(new QMainWindow, "containersPage");
    auto *page = named(new QWidget(window), "containersContent");
    auto *result = named(new QLabel(QStringLiteral("Nothing turned yet"), page), "containersResult");
    auto *grid = new QGridLayout(page);
    grid->addWidget(makeToolBox(page, result), 0, 0);
    grid->addWidget(makeStack(window, page, result), 0, 1);
    grid->addWidget(makeSplitter(page), 1, 0);
    grid->addWidget(makeArea(page), 1, 1);
    grid->addWidget(makeInnerTabs(page, result), 2, 0, 1, 2);
    grid->addWidget(result, 3, 0, 1, 2);
    window->setCentralWidget(page);
    window->resize(760, 620);
    return window;
}
