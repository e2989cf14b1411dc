// Rows and cells of QML views as elements. Their delegates come, go and are used again for other rows, so a row is
// known by its place in the model and by what it shows, never by the item that shows it.
#pragma once

#include "itemviews.h"

#include <QtCore/QPointer>

namespace qtmcp {

// A row, a cell, or something in the delegate of one.
struct Part {
    QPointer<QQuickItem> view;
    uint32_t serial = 0;  // of the row
    int row = -1;         // below 0 in a branch that is collapsed
    int column = -1;      // below 0: the row itself
    bool isNested = false;
    QPersistentModelIndex index;    // of the row; invalid where the view shows no QAbstractItemModel
    QPointer<QQuickItem> delegate;  // null while nothing shows it
    QPointer<QQuickItem> item;      // what is meant in the delegate, or the delegate

    bool isRow() const { return column < 0 && !isNested; }
};

// A part's number: the row's, with the column and what is meant in the delegate, if anything. 0 for what has none: it
// lies too far to the right, or too deep in the delegate, to be told from others.
uint64_t partNumber(uint32_t serial, int column, const QQuickItem *delegate = nullptr,
                    const QQuickItem *nested = nullptr);
// Numbers for these rows of a view, in order; a row keeps its number for as long as it can be known again. Runs the
// app's code: once the view is gone, they are 0.
std::vector<uint32_t> numberRows(const ItemView &view, const std::vector<int> &rows);
uint32_t numberRow(const ItemView &view, int row);
// For a row that no row of the view is yet, because its branch is collapsed.
uint32_t numberIndex(const ItemView &view, const QModelIndex &index);
// What the row was last seen to show, or would.
QString rememberedName(const Part &part);
// False when the row is gone.
bool findPart(const QtmcpElement *element, Part *part);
// As `findPart`, and scrolls until something shows it. Runs the app's code.
bool bringPart(const QtmcpElement *element, Part *part);

}  // namespace qtmcp
