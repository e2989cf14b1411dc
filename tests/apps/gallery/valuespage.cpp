// The "Values" tab: the ValuesObject and a table that shows its properties as Qt turns them into text.
#include "output.h"
#include "pages.h"
#include "valuesobject.h"

#include <QDebug>
#include <QHeaderView>
#include <QLabel>
#include <QMetaProperty>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <cstring>

namespace {

QString textOf(const QMetaProperty &property, const ValuesObject *values) {
    // Qt 5 would print a warning for each look at it.
    if (std::strcmp(property.typeName(), "Unregistered") == 0)
        return {};
    const QVariant value = property.read(values);
    QString text = value.toString();
    if (text.isEmpty())
        QDebug(&text).noquote() << value;
    return text;
}

void fill(QTableWidget *table, const ValuesObject *values) {
    const QMetaObject *meta = values->metaObject();
    table->setRowCount(meta->propertyCount() - meta->propertyOffset());
    for (int i = meta->propertyOffset(); i < meta->propertyCount(); ++i) {
        const QMetaProperty property = meta->property(i);
        const int row = i - meta->propertyOffset();
        table->setItem(row, 0, new QTableWidgetItem(QString::fromLatin1(property.name())));
        table->setItem(row, 1, new QTableWidgetItem(QString::fromLatin1(property.typeName())));
        table->setItem(row, 2, new QTableWidgetItem(textOf(property, values)));
    }
}

}  // namespace

QWidget *makeValuesPage(QWidget *parent) {
    auto *page = named(new QWidget(parent), "valuesPage");
    auto *values = named(new ValuesObject(page), "values");
    auto *table = named(new QTableWidget(0, 3, page), "valuesTable");
    table->setHorizontalHeaderLabels({QStringLiteral("Property"), QStringLiteral("Type"), QStringLiteral("Value")});
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setStretchLastSection(true);
    table->setColumnWidth(0, 180);
    table->setColumnWidth(1, 180);
    fill(table, values);
    auto *refresh = named(new QPushButton(QStringLiteral("Refresh"), page), "refreshButton");
    QObject::connect(refresh, &QPushButton::clicked, values, [table, values] { fill(table, values); });

    auto *layout = new QVBoxLayout(page);
    layout->addWidget(new QLabel(QStringLiteral("Properties of the object named values"), page));
    layout->addWidget(table);
    layout->addWidget(refresh, 0, Qt::AlignRight);
    return page;
}
