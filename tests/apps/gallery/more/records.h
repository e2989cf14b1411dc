// The parts of the page "Records": its models, its delegates and its views besides the table.
#pragma once

#include <QAbstractListModel>
#include <QStringList>
#include <QStyledItemDelegate>

class QLabel;
class QListWidget;
class QTreeWidget;

// A list that can move a row properly, and reorder itself the wrong way.
class OrderModel : public QAbstractListModel {
    Q_OBJECT

public:
    explicit OrderModel(QObject *parent);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

    // Moves the last row to the top, with beginMoveRows and endMoveRows.
    void moveLastToTop();

    // Turns the order round and emits layoutChanged alone: persistent indexes stay where they were.
    void reverseBarely();

private:
    QStringList m_rows;
};

// Edits a number in a spin box named `ageEditor`.
class AgeDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QWidget *createEditor(QWidget *parent, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

// Chooses a city in a combo box named `cityEditor`.
class CityDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QWidget *createEditor(QWidget *parent, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void setEditorData(QWidget *editor, const QModelIndex &index) const override;
    void setModelData(QWidget *editor, QAbstractItemModel *model, const QModelIndex &index) const override;
};

// Three levels of checkable items, in two columns.
QTreeWidget *makeRecordTree(QWidget *page);

// Items with check boxes of which several can be selected.
QListWidget *makeRecordList(QWidget *page);
