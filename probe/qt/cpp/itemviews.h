// The item views of Qt Quick, which have no header of their own to be called by: their rows and cells, and the items
// that show them at the moment.
#pragma once

#include "itemkinds.h"

#include <QtCore/QAbstractItemModel>
#include <QtCore/QItemSelectionModel>
#include <QtCore/QPointer>
#include <QtCore/QRectF>

#include <vector>

namespace qtmcp {

// A cell that is shown now. Lists and grids have one column.
struct Cell {
    int row = -1;
    int column = 0;
    QPointer<QQuickItem> item;
};

class ItemView {
public:
    // Null where the object is no view, or its items are objects of their own. Once the view is gone, it has no rows.
    explicit ItemView(QObject *object);

    explicit operator bool() const { return view; }
    QQuickItem *item() const { return view; }
    Kind kind() const { return viewKind; }
    bool isTable() const { return viewKind != Kind::ListView; }
    bool isHeader() const { return viewKind == Kind::HeaderView; }
    // Whether its rows consist of cells.
    bool hasCells() const { return isTable() && (viewKind != Kind::TreeView || columns() > 1); }
    // Whether an item may come to show another row.
    bool reusesItems() const { return view && view->property("reuseItems").toBool(); }

    int rows() const { return count(isTable() ? "rows" : "count"); }
    int columns() const { return isTable() ? count("columns") : 1; }
    // The cells in sight, in reading order.
    std::vector<Cell> cellsInSight() const;
    // Those beside an item of the view.
    std::vector<Cell> cellsBeside(const QQuickItem *item) const;
    // What else it shows among them: header, footer, section titles.
    std::vector<QQuickItem *> extras() const;
    QQuickItem *itemAt(int row, int column) const;
    // The cell that this item, which the view made, shows now; a row below 0 if it shows none.
    Cell cellOf(QQuickItem *item) const;
    // Scrolls until the cell has an item. Runs the app's code: the view may be gone after it.
    void bring(int row, int column);

    // Expands what the index lies in. Runs the app's code, as above.
    void open(const QPersistentModelIndex &index);

    // Null where the rows of the model are not those of the view.
    QAbstractItemModel *model() const;
    QModelIndex indexAt(int row, int column) const;
    int rowOf(const QModelIndex &index) const;
    QItemSelectionModel *selection() const;

private:
    int count(const char *property) const { return view ? view->property(property).toInt() : 0; }
    QQuickItem *content() const;
    QRectF viewport() const;
    bool has(const char *signature) const;
    bool tellsCells() const;
    Cell cellByContext(QQuickItem *item) const;
    std::vector<QQuickItem *> made() const;
    void bringTableCell(int row, int column);
    void bringByGuess(int row);

    QPointer<QQuickItem> view;
    Kind viewKind = Kind::Item;
};

}  // namespace qtmcp
