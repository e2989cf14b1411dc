// Parts of widgets that have no object of their own, by numbers that are given once: rows, cells, header sections,
// tabs, and what only an app's own accessibility knows.
#pragma once

#include "widgets.h"

#include <QtCore/QModelIndex>
#include <QtGui/QAccessible>

class QAbstractItemView;
class QHeaderView;
class QTabBar;

namespace qtmcp {

enum class PartKind { None, Row, Cell, Section, Tab, Child };

// What a part is at this moment; any of the app's code may end it.
struct Part {
    PartKind kind = PartKind::None;
    QWidget *owner = nullptr;
    QModelIndex index;                          // of a cell, or of the anchor of a row
    int number = -1;                            // of a section or tab
    QAccessibleInterface *interface = nullptr;  // of a child
};

// None when the part is gone.
Part partOf(const QtmcpElement *element);

uint64_t newPartNumber();

// rows.cpp. A number stands for a row's content: it follows it when rows are inserted, sorted or moved, and ends with
// it. 0 when the index is none that the view shows.
uint64_t rowPart(QAbstractItemView *view, const QModelIndex &index);
uint64_t cellPart(QAbstractItemView *view, const QModelIndex &index);
// Runs none of the app's code.
uint64_t cellOfRow(uint64_t row, int column);
// Null index when it is gone.
Part findRow(QAbstractItemView *view, uint64_t part);

// parts.cpp
uint64_t sectionPart(QHeaderView *header, int section);
uint64_t tabPart(QTabBar *bar, int tab);
// The elements of a widget's accessibility, or of a child of it, that are no widgets.
void giveChildren(QWidget *owner, QAccessibleInterface *interface, uint64_t parent, const QtmcpElements *elements);
// The child around a child; 0 when that is the widget itself.
uint64_t parentOfChild(uint64_t part);

}  // namespace qtmcp
