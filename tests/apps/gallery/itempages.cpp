// The tabs "Table", "Tree" and "List": item widgets, and views on models that are too large to walk.
#include "models.h"
#include "output.h"
#include "pages.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListView>
#include <QListWidget>
#include <QPushButton>
#include <QStandardItemModel>
#include <QTableView>
#include <QTableWidget>
#include <QTreeView>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace {

QTableWidget *makeSmallTable(QWidget *page) {
    static const char *const people[][3] = {
        {"Ada", "12 Mill Lane", "10.50"},    {"Bob", "3 High Street", "0.00"}, {"Cleo", "9 Harbour Road", "-4.25"},
        {"Dmitri", "1 Station Way", "7.00"}, {"Eve", "77 Hill View", "99.99"},
    };
    auto *table = named(new QTableWidget(5, 3, page), "smallTable");
    table->setHorizontalHeaderLabels({QStringLiteral("Name"), QStringLiteral("Address"), QStringLiteral("Balance")});
    for (int row = 0; row < 5; ++row) {
        for (int column = 0; column < 3; ++column)
            table->setItem(row, column, new QTableWidgetItem(QString::fromLatin1(people[row][column])));
    }
    table->horizontalHeader()->setStretchLastSection(true);
    table->setColumnWidth(1, 200);
    return table;
}

QTreeWidget *makeTreeWidget(QWidget *page) {
    auto *tree = named(new QTreeWidget(page), "treeWidget");
    tree->setHeaderLabels({QStringLiteral("Place"), QStringLiteral("People")});
    const auto add = [](QTreeWidgetItem *parent, const QString &place, const QString &people) {
        return new QTreeWidgetItem(parent, {place, people});
    };
    auto *europe = add(tree->invisibleRootItem(), QStringLiteral("Europe"), QStringLiteral("745 M"));
    auto *france = add(europe, QStringLiteral("France"), QStringLiteral("68 M"));
    add(france, QStringLiteral("Paris"), QStringLiteral("2.1 M"));
    add(france, QStringLiteral("Lyon"), QStringLiteral("0.5 M"));
    auto *switzerland = add(europe, QStringLiteral("Switzerland"), QStringLiteral("9 M"));
    add(switzerland, QStringLiteral("Zürich"), QStringLiteral("0.4 M"));
    auto *asia = add(tree->invisibleRootItem(), QStringLiteral("Asia"), QStringLiteral("4.8 G"));
    auto *japan = add(asia, QStringLiteral("Japan"), QStringLiteral("124 M"));
    add(japan, QStringLiteral("Tokyo"), QStringLiteral("14 M"))->setCheckState(0, Qt::Unchecked);
    europe->setExpanded(true);
    tree->resizeColumnToContents(0);
    return tree;
}

QTreeView *makeTreeView(QWidget *page) {
    auto *view = named(new QTreeView(page), "treeView");
    auto *model = named(new QStandardItemModel(view), "treeModel");
    model->setHorizontalHeaderLabels({QStringLiteral("Section")});
    for (int part = 1; part <= 5; ++part) {
        auto *partItem = new QStandardItem(QStringLiteral("Part %1").arg(part));
        for (int chapter = 1; chapter <= 10; ++chapter) {
            auto *chapterItem = new QStandardItem(QStringLiteral("Chapter %1.%2").arg(part).arg(chapter));
            for (int section = 1; section <= 3; ++section) {
                chapterItem->appendRow(
                    new QStandardItem(QStringLiteral("Section %1.%2.%3").arg(part).arg(chapter).arg(section)));
            }
            partItem->appendRow(chapterItem);
        }
        model->appendRow(partItem);
    }
    view->setModel(model);
    return view;
}

// Three buttons alike and unnamed, told apart by their index alone.
QWidget *makeSiblings(QWidget *page, QLabel *result) {
    auto *group = named(new QWidget(page), "siblings");
    auto *row = new QHBoxLayout(group);
    row->setContentsMargins(0, 0, 0, 0);
    for (const QString &text : {QStringLiteral("One"), QStringLiteral("Two"), QStringLiteral("Three")}) {
        auto *button = new QPushButton(text, group);
        row->addWidget(button);
        QObject::connect(button, &QPushButton::clicked, result, [result, text] {
            say(QStringLiteral("SIBLING ") + text);
            result->setText(text + QStringLiteral(" clicked"));
        });
    }
    row->addStretch();
    return group;
}

}  // namespace

QWidget *makeTablePage(QWidget *parent) {
    auto *page = named(new QWidget(parent), "tablePage");
    auto *layout = new QVBoxLayout(page);
    layout->addWidget(new QLabel(QStringLiteral("Five people, editable"), page));
    layout->addWidget(makeSmallTable(page), 1);
    layout->addWidget(new QLabel(QStringLiteral("A million rows, made when shown"), page));
    auto *big = named(new QTableView(page), "bigTable");
    big->setModel(named(new MillionRowsModel(big), "bigModel"));
    big->horizontalHeader()->setStretchLastSection(true);
    layout->addWidget(big, 1);
    return page;
}

QWidget *makeTreePage(QWidget *parent) {
    auto *page = named(new QWidget(parent), "treePage");
    auto *layout = new QHBoxLayout(page);
    layout->addWidget(makeTreeWidget(page));
    layout->addWidget(makeTreeView(page));
    return page;
}

QWidget *makeListPage(QWidget *parent) {
    auto *page = named(new QWidget(parent), "listPage");
    auto *lists = new QHBoxLayout;
    auto *list = named(new QListWidget(page), "listWidget");
    for (int i = 1; i <= 50; ++i) {
        auto *item = new QListWidgetItem(QStringLiteral("Item %1").arg(i), list);
        if (i % 5 == 0)
            item->setCheckState(Qt::Unchecked);
    }
    auto *fetching = named(new QListView(page), "fetchList");
    fetching->setModel(named(new FetchingModel(fetching), "fetchModel"));
    lists->addWidget(list);
    lists->addWidget(fetching);

    auto *result = named(new QLabel(QStringLiteral("Nothing chosen yet"), page), "listResult");
    QObject::connect(list, &QListWidget::currentTextChanged, result, &QLabel::setText);
    auto *layout = new QVBoxLayout(page);
    layout->addLayout(lists);
    layout->addWidget(makeSiblings(page, result));
    layout->addWidget(result);
    return page;
}
