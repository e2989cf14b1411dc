// The page "Records": an editable, sorted and filtered table whose rows come, go and change under the reader, and
// beside it views with check boxes.
#include "morepages.h"
#include "output.h"
#include "records.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QTableView>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <functional>

namespace {

enum Column { NameColumn, CityColumn, ActiveColumn, AgeColumn };

struct Person {
    const char *name;
    const char *city;
    bool active;
    int age;
};

// Not in order; the two Sams in Oslo are alike in every cell.
const Person people[] = {
    {"Mia", "Paris", true, 34},  {"Adam", "Tokyo", false, 51}, {"Zoe", "Lima", true, 27},   {"Sam", "Oslo", false, 40},
    {"Ben", "Zürich", true, 63}, {"Sam", "Oslo", false, 40},   {"Ines", "Paris", true, 19}, {"Kai", "Tokyo", false, 8},
};

const char *const otherNames[] = {"Nora", "Otto", "Pia", "Quin", "Rosa", "Tim", "Uma", "Vito"};

QList<QStandardItem *> makeRow(const Person &person) {
    auto *name = new QStandardItem(QString::fromUtf8(person.name));
    auto *city = new QStandardItem(QString::fromUtf8(person.city));
    auto *active = new QStandardItem;
    active->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    active->setCheckState(person.active ? Qt::Checked : Qt::Unchecked);
    auto *age = new QStandardItem;
    age->setData(person.age, Qt::EditRole);
    return {name, city, active, age};
}

void fill(QStandardItemModel *model) {
    model->clear();
    model->setHorizontalHeaderLabels(
        {QStringLiteral("Name"), QStringLiteral("City"), QStringLiteral("Active"), QStringLiteral("Age")});
    for (const Person &person : people)
        model->appendRow(makeRow(person));
}

// As many rows as before, with other texts: what an application does that reuses its items.
void refill(QStandardItemModel *model) {
    const int names = int(std::size(otherNames));
    for (int row = 0; row < model->rowCount(); ++row) {
        model->item(row, NameColumn)->setText(QString::fromLatin1(otherNames[row % names]));
        model->item(row, AgeColumn)->setData(row + 20, Qt::EditRole);
    }
}

struct Table {
    QTableView *view;
    QStandardItemModel *model;
    QSortFilterProxyModel *proxy;
};

Table makeTable(QWidget *page) {
    auto *view = named(new QTableView(page), "recordsTable");
    auto *model = named(new QStandardItemModel(view), "recordsModel");
    auto *proxy = named(new QSortFilterProxyModel(view), "recordsProxy");
    fill(model);
    proxy->setSourceModel(model);
    proxy->setSortRole(Qt::EditRole);
    proxy->setFilterKeyColumn(NameColumn);
    proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    view->setModel(proxy);
    view->setItemDelegateForColumn(CityColumn, named(new CityDelegate(view), "cityDelegate"));
    view->setItemDelegateForColumn(AgeColumn, named(new AgeDelegate(view), "ageDelegate"));
    view->horizontalHeader()->setObjectName(QStringLiteral("recordsHeader"));
    // Unsorted until somebody asks for it.
    view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    view->setSortingEnabled(true);
    view->horizontalHeader()->setStretchLastSection(true);
    QObject::connect(
        view->horizontalHeader(), &QHeaderView::sortIndicatorChanged, view, [](int column, Qt::SortOrder order) {
            say(QStringLiteral("RECORDS sorted %1 %2")
                    .arg(column)
                    .arg(order == Qt::AscendingOrder ? QStringLiteral("ascending") : QStringLiteral("descending")));
        });
    return {view, model, proxy};
}

class Controls {
public:
    Controls(QWidget *page, QGridLayout *grid, QLabel *result) : m_page(page), m_grid(grid), m_result(result) {}

    void add(const char *name, const QString &text, const std::function<void()> &act) {
        auto *button = named(new QPushButton(text, m_page), name);
        const int count = m_grid->count();
        m_grid->addWidget(button, count / 4, count % 4);
        QLabel *result = m_result;
        QObject::connect(button, &QPushButton::clicked, m_page, [button, result, act] {
            act();
            report(result, QStringLiteral("RECORDS ") + button->objectName());
        });
    }

private:
    QWidget *m_page;
    QGridLayout *m_grid;
    QLabel *m_result;
};

void addTableControls(Controls &controls, const Table &table) {
    QStandardItemModel *model = table.model;
    QTableView *view = table.view;
    controls.add("insertRowButton", QStringLiteral("Insert row at top"), [model] {
        model->insertRow(0, makeRow({"New", "Lima", true, 1}));
    });
    controls.add("removeRowButton", QStringLiteral("Remove first row"), [model] { model->removeRow(0); });
    controls.add("sortByNameButton", QStringLiteral("Sort by name"),
                 [view] { view->sortByColumn(NameColumn, Qt::AscendingOrder); });
    controls.add("unsortButton", QStringLiteral("Do not sort"), [view] { view->sortByColumn(-1, Qt::AscendingOrder); });
    controls.add("refillButton", QStringLiteral("Refill"), [model] { refill(model); });
    controls.add("resetModelButton", QStringLiteral("Reset"), [model] { fill(model); });
}

}  // namespace

QWidget *makeRecordsPage() {
    auto *page = named(new QWidget, "recordsPage");
    auto *result = named(new QLabel(QStringLiteral("Nothing done yet"), page), "recordsResult");
    const Table table = makeTable(page);
    auto *filter = named(new QLineEdit(page), "filterEdit");
    filter->setPlaceholderText(QStringLiteral("Filter by name"));
    filter->setClearButtonEnabled(true);
    QObject::connect(filter, &QLineEdit::textChanged, table.proxy, &QSortFilterProxyModel::setFilterFixedString);
    auto *order = named(new QListView(page), "orderList");
    auto *orderModel = named(new OrderModel(order), "orderModel");
    order->setModel(orderModel);

    auto *grid = new QGridLayout;
    Controls controls(page, grid, result);
    addTableControls(controls, table);
    controls.add("bareLayoutButton", QStringLiteral("Bare layoutChanged"),
                 [orderModel] { orderModel->reverseBarely(); });
    controls.add("moveRowButton", QStringLiteral("Move row"), [orderModel] { orderModel->moveLastToTop(); });

    auto *lower = new QHBoxLayout;
    lower->addWidget(makeRecordTree(page), 2);
    lower->addWidget(makeRecordList(page), 1);
    lower->addWidget(order, 1);
    auto *layout = new QVBoxLayout(page);
    layout->addLayout(grid);
    layout->addWidget(filter);
    layout->addWidget(table.view, 1);
    layout->addLayout(lower, 1);
    layout->addWidget(result);
    page->resize(820, 680);
    return page;
}
