// Item views as a person sees them: the rows in sight, the columns in their order, the texts that are shown.
#pragma once

#include <QtCore/QModelIndex>
#include <QtCore/QRect>
#include <QtCore/QString>

#include <vector>

class QAbstractItemView;
class QHeaderView;
class QWidget;

namespace qtmcp {

// The column by which a row is known: a list shows one column of its model, other views begin with the first.
int anchorColumn(const QAbstractItemView *view);
// The columns that are shown, in the order they are seen; of very many only those in sight.
std::vector<int> shownColumns(const QAbstractItemView *view);
// Whether its rows consist of cells.
bool hasCells(const QAbstractItemView *view);
// The header above the columns, if it is shown.
QHeaderView *columnHeader(const QAbstractItemView *view);
QHeaderView *rowHeader(const QAbstractItemView *view);
// The view a header belongs to.
QAbstractItemView *viewOfHeader(const QHeaderView *header);
QString sectionText(const QHeaderView *header, int section);

// sight.cpp. The rows in sight from top to bottom, each by its anchor.
std::vector<QModelIndex> rowsInSight(QAbstractItemView *view);

struct Extent {
    uint64_t rows = 0, first = 0, shown = 0;
};
// How many rows there are to scroll through, and which are in sight.
Extent extentOf(QAbstractItemView *view);

// Whether the view shows the index, or would if one scrolled or expanded its parents.
bool belongsTo(const QAbstractItemView *view, const QModelIndex &index);
// Of a row: whichever column the index is in.
bool isRowHiddenIn(const QAbstractItemView *view, const QModelIndex &index);
bool isHiddenIn(const QAbstractItemView *view, const QModelIndex &index);
int levelOf(const QAbstractItemView *view, const QModelIndex &index);

// The text a cell shows; what stands for it where it shows none.
QString shownText(const QAbstractItemView *view, const QModelIndex &index);
// Of a row: the first of its cells that has a text.
QString rowName(const QAbstractItemView *view, const QModelIndex &index);
QString nameOf(const QAbstractItemView *view, const QModelIndex &index);

// No tree is deeper to us: a model whose parents run in a circle has no end.
constexpr int levelLimit = 1000;

// In the viewport's coordinates.
QRect rowArea(const QAbstractItemView *view, const QModelIndex &index);

}  // namespace qtmcp
