// The rows of one QML view that have numbers, and how each is found again after the model has changed.
//
// Where the view shows a QAbstractItemModel, persistent indices follow its rows, and are trusted until the model says
// that all is new or in another order, or fills several rows anew. Other models do not change but as a whole. Whenever
// a row cannot be trusted, it has to show what it showed before, at its place or, if it is the only one, at another.
#pragma once

#include "itemviews.h"

#include <QtCore/QPointer>
#include <QtCore/QVariant>

#include <memory>
#include <vector>

namespace qtmcp {

// What happened to a model, counted.
struct Upsets {
    uint32_t order = 0;
    uint32_t columns = 0;
    uint32_t rewrites = 0;  // rows that got other data, the same one several times over being one
    int rewritten = -1;

    void rewrite(const QModelIndex &first, const QModelIndex &last);
};

struct Row {
    uint32_t serial = 0;  // 0: none
    QPersistentModelIndex index;
    int row = -1;   // below 0 in a branch that is collapsed
    QString shown;  // null while nothing has shown it
    uint32_t epoch = 0;
    uint32_t rewrites = 0;  // of the model, when the row was last right
    uint64_t used = 0;
};

// Looking at a view and its model may run the app's code, in which others may ask for rows: none is held meanwhile.
class Rows {
public:
    explicit Rows(QQuickItem *view) : view(view) {}

    const QPointer<QQuickItem> view;

    // To be called before anything else, whenever the app may have run in between.
    void refresh(const ItemView &from);
    // The number of the row that is at this place now; `atOnce` rows are asked for one after the other.
    uint32_t number(const ItemView &from, int at, size_t atOnce);
    uint32_t number(const ItemView &from, const QModelIndex &index);
    // The row as it is now; one without a number when it is gone.
    Row find(const ItemView &from, uint32_t serial);

private:
    bool isTrusted(const Row &row) const;
    bool isLike(const Row &row, const QString &shown) const;
    Row *known(uint32_t serial);
    uint32_t atPlace(const QModelIndex &index, int at, const QString &shown) const;
    uint32_t elsewhere(const QString &shown) const;
    void place(uint32_t serial, const QModelIndex &index, int at, const QString &shown);
    bool search(const ItemView &from, Row &row);
    uint32_t add(size_t atOnce);

    std::vector<Row> rows;
    QPointer<QAbstractItemModel> model;
    std::shared_ptr<Upsets> upsets;
    Upsets seen;
    QVariant value;
    bool hasModel = false;    // one whose rows are the view's
    bool isUnsteady = false;  // a model that may change without anybody being told
    uint32_t epoch = 0;
    uint64_t clock = 0;
};

// Made when first asked for, and brought up to date.
std::shared_ptr<Rows> rowsOf(const ItemView &view);

}  // namespace qtmcp
