// Item models too large to walk, which say how much of them was read.
#pragma once

#include <QAbstractListModel>
#include <QAbstractTableModel>
#include <QHash>

// A million rows whose cells are made when asked for; the names can be edited.
class MillionRowsModel : public QAbstractTableModel {
    Q_OBJECT
    // How many cells were asked for since the start: shows whether a reader walked the model.
    Q_PROPERTY(qlonglong dataCalls READ dataCalls)

public:
    enum Roles { SquareRole = Qt::UserRole + 1 };

    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    qlonglong dataCalls() const;

private:
    mutable qlonglong m_dataCalls = 0;
    QHash<int, QString> m_names;
};

// A list that grows by a hundred rows at each fetchMore, up to a thousand.
class FetchingModel : public QAbstractListModel {
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;

private:
    int m_rows = 100;
};
