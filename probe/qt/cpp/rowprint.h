// What a row shows, as a few numbers to know it again by.
#pragma once

#include <QtCore/QModelIndex>

#include <vector>

class QAbstractItemView;

namespace qtmcp {

struct RowPrint {
    // One for each of the first columns; 0 for an empty text.
    std::vector<uint32_t> columns;
    bool isWhole = true;  // there are no more columns

    bool operator==(const RowPrint &other) const { return columns == other.columns; }
    bool operator!=(const RowPrint &other) const { return columns != other.columns; }
    uint64_t hash() const;
    // Whether the text that names the row, its first, is the same.
    bool isNamedAs(const RowPrint &other) const;
    // Whether all but one text are the same, and those are enough to know the row by.
    bool isNearlyThat(const RowPrint &other) const;
};

// Runs the app's code.
RowPrint printOf(const QAbstractItemView *view, const QModelIndex &anchor);

// Rows from the top of the model down.
std::vector<int> pathOf(const QModelIndex &index);
QModelIndex indexAtPath(const QAbstractItemModel *model, const std::vector<int> &path, int column);

// The only row with the same parent that has this print. Invalid: none, several, or too many rows to tell.
QModelIndex onlyRowLike(const QAbstractItemView *view, const QModelIndex &parent, const RowPrint &print);

}  // namespace qtmcp
