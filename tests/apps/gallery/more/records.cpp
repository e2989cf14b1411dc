// The list model and the delegates of the page "Records".
#include "records.h"

#include "output.h"
#include "signallog.h"

#include <QComboBox>
#include <QSpinBox>

#include <algorithm>

OrderModel::OrderModel(QObject *parent)
    : QAbstractListModel(parent), m_rows({QStringLiteral("Apples"), QStringLiteral("Bread"), QStringLiteral("Cheese"),
                                          QStringLiteral("Dates"), QStringLiteral("Eggs"), QStringLiteral("Flour")}) {}

int OrderModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_rows.size()); }

QVariant OrderModel::data(const QModelIndex &index, int role) const {
    return index.isValid() && role == Qt::DisplayRole ? QVariant(m_rows.value(index.row())) : QVariant();
}

void OrderModel::moveLastToTop() {
    const int last = int(m_rows.size()) - 1;
    if (!beginMoveRows({}, last, last, {}, 0))
        return;
    m_rows.move(last, 0);
    endMoveRows();
}

void OrderModel::reverseBarely() {
    std::reverse(m_rows.begin(), m_rows.end());
    Q_EMIT layoutChanged();
}

QWidget *AgeDelegate::createEditor(QWidget *parent, const QStyleOptionViewItem &, const QModelIndex &) const {
    auto *editor = named(new QSpinBox(parent), "ageEditor");
    editor->setRange(0, 150);
    logSignals(editor);
    return editor;
}

QWidget *CityDelegate::createEditor(QWidget *parent, const QStyleOptionViewItem &, const QModelIndex &) const {
    auto *editor = named(new QComboBox(parent), "cityEditor");
    editor->addItems({QStringLiteral("Lima"), QStringLiteral("Oslo"), QStringLiteral("Paris"), QStringLiteral("Tokyo"),
                      QStringLiteral("Zürich")});
    logSignals(editor);
    return editor;
}

void CityDelegate::setEditorData(QWidget *editor, const QModelIndex &index) const {
    auto *combo = static_cast<QComboBox *>(editor);
    combo->setCurrentText(index.data(Qt::EditRole).toString());
}

void CityDelegate::setModelData(QWidget *editor, QAbstractItemModel *model, const QModelIndex &index) const {
    model->setData(index, static_cast<QComboBox *>(editor)->currentText(), Qt::EditRole);
}
