// The list of pages beyond the tabs, and the tab "More" that opens them.
#include "morepages.h"

#include "output.h"
#include "signallog.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace {

struct Page {
    const char *title;
    const char *what;
    QWidget *(*make)();
};

const Page pages[] = {
    {"Fields", "Every state a field can be in", makeFieldsPage},
    {"Buttons", "Buttons, links, menus and tool tips", makeButtonsPage},
    {"Containers", "Tool box, stack, splitter, scroll area", makeContainersPage},
    {"Records", "Editable, sorted and checkable item views", makeRecordsPage},
    {"Docks", "A main window with two docks", makeDocksPage},
    {"MDI", "Windows inside a window", makeMdiPage},
    {"Wizard", "Three steps with a mandatory field", makeWizardPage},
    {"Graphics", "Widgets inside a graphics scene", makeGraphicsPage},
    {"Refs", "Widgets that go, move and come back", makeRefsPage},
    {"Console", "Messages of every type", makeConsolePage},
    {"Colours", "Known colours at known places", makeColoursPage},
    {"Grid", "Two hundred things to click", makeGridPage},
    {"Draw", "What is drawn and pulled with the mouse", makeDrawPage},
    {"Drag", "Rows, texts and things to drag and drop", makeDragPage},
    {"Hostile", "Texts that try to break what prints them", makeHostilePage},
    {"Million", "A table of a million rows and nothing else", makeMillionPage},
};

}  // namespace

QStringList morePageTitles() {
    QStringList titles;
    for (const Page &page : pages)
        titles << QString::fromLatin1(page.title);
    return titles;
}

QWidget *makeMorePage(const QString &title, QWidget *parent) {
    for (const Page &page : pages) {
        if (title.compare(QLatin1String(page.title), Qt::CaseInsensitive) != 0)
            continue;
        QWidget *made = page.make();
        made->setWindowTitle(QString::fromLatin1(page.title));
        if (parent)
            made->setParent(parent, Qt::Window);
        logSignals(made);
        return made;
    }
    return nullptr;
}

QWidget *makeMoreTab(QWidget *parent) {
    auto *tab = named(new QWidget(parent), "morePage");
    auto *grid = new QGridLayout;
    for (const Page &page : pages) {
        const QString title = QString::fromLatin1(page.title);
        auto *button = new QPushButton(title + QStringLiteral("…"), tab);
        button->setObjectName(QStringLiteral("open%1Button").arg(title));
        const int row = grid->rowCount();
        grid->addWidget(button, row, 0);
        grid->addWidget(new QLabel(QString::fromLatin1(page.what), tab), row, 1);
        QObject::connect(button, &QPushButton::clicked, tab, [tab, title] {
            QWidget *window = makeMorePage(title, tab->window());
            window->setAttribute(Qt::WA_DeleteOnClose);
            window->show();
        });
    }
    grid->setColumnStretch(1, 1);
    grid->setHorizontalSpacing(16);
    auto *layout = new QVBoxLayout(tab);
    layout->addLayout(grid);
    layout->addStretch();
    return tab;
}

void report(QLabel *label, const QString &line) {
    say(line);
    label->setText(line);
}
