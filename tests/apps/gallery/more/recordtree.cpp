// The tree and the list with check boxes of the page "Records".
#include "output.h"
#include "records.h"

#include <QHeaderView>
#include <QListWidget>
#include <QTreeWidget>

namespace {

const int groups = 3;
const int teamsPerGroup = 2;
const int peoplePerTeam = 3;
const int tasks = 12;

QTreeWidgetItem *addItem(QTreeWidgetItem *parent, const QString &name, const QString &note) {
    auto *item = new QTreeWidgetItem(parent, {name, note});
    item->setFlags(item->flags() | Qt::ItemIsUserCheckable | Qt::ItemIsEditable | Qt::ItemIsAutoTristate);
    item->setCheckState(0, Qt::Unchecked);
    return item;
}

}  // namespace

QTreeWidget *makeRecordTree(QWidget *page) {
    auto *tree = named(new QTreeWidget(page), "recordsTree");
    tree->setHeaderLabels({QStringLiteral("Group"), QStringLiteral("Note")});
    for (int g = 1; g <= groups; ++g) {
        QTreeWidgetItem *group =
            addItem(tree->invisibleRootItem(), QStringLiteral("Group %1").arg(g), QStringLiteral("top"));
        for (int t = 1; t <= teamsPerGroup; ++t) {
            QTreeWidgetItem *team =
                addItem(group, QStringLiteral("Team %1.%2").arg(g).arg(t), QStringLiteral("middle"));
            for (int p = 1; p <= peoplePerTeam; ++p)
                addItem(team, QStringLiteral("Person %1.%2.%3").arg(g).arg(t).arg(p), QStringLiteral("leaf"));
        }
    }
    tree->topLevelItem(0)->setExpanded(true);
    tree->topLevelItem(0)->child(0)->setExpanded(true);
    tree->topLevelItem(2)->setDisabled(true);
    tree->resizeColumnToContents(0);
    return tree;
}

QListWidget *makeRecordList(QWidget *page) {
    auto *list = named(new QListWidget(page), "recordsList");
    list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    for (int i = 1; i <= tasks; ++i) {
        auto *item = new QListWidgetItem(QStringLiteral("Task %1").arg(i), list);
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable | Qt::ItemIsEditable);
        item->setCheckState(i % 4 == 0 ? Qt::Checked : Qt::Unchecked);
        item->setToolTip(QStringLiteral("What to do in step %1").arg(i));
    }
    return list;
}
