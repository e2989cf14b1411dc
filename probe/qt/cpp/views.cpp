// Item views as a person sees them. Nothing here walks over all rows of a model.

#include "views.h"

#include "compat.h"
#include "rowregistry.h"

#include <QtCore/QPointer>
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QListView>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QStyledItemDelegate>
#include <QtWidgets/QTableView>
#include <QtWidgets/QTreeView>

#include <algorithm>

namespace qtmcp {

namespace {

// Past so many columns only those in sight are told.
constexpr int columnLimit = 30;
// No more rows of a tree are counted than this, those hidden among them.
constexpr int stepLimit = 20000;

int columnCount(const QAbstractItemView *view) {
    const QAbstractItemModel *model = view->model();
    return model ? model->columnCount(view->rootIndex()) : 0;
}

QString inLines(QString text) { return text.replace(QChar(QChar::LineSeparator), QLatin1Char('\n')); }

}  // namespace

int anchorColumn(const QAbstractItemView *view) {
    const auto *list = qobject_cast<const QListView *>(view);
    return list ? list->modelColumn() : 0;
}

std::vector<int> shownColumns(const QAbstractItemView *view) {
    const QHeaderView *header = nullptr;
    if (const auto *table = qobject_cast<const QTableView *>(view))
        header = table->horizontalHeader();
    else if (const auto *tree = qobject_cast<const QTreeView *>(view))
        header = tree->header();
    if (!header)
        return {anchorColumn(view)};
    std::vector<int> columns;
    const int count = std::min(header->count(), columnCount(view));
    const bool isWide = count - header->hiddenSectionCount() > columnLimit;
    const int width = view->viewport()->width();
    for (int visual = isWide ? std::max(0, header->visualIndexAt(0)) : 0; visual < count; ++visual) {
        const int column = header->logicalIndex(visual);
        if (column < 0 || header->isSectionHidden(column))
            continue;
        if (isWide && header->sectionViewportPosition(column) >= width)
            break;
        columns.push_back(column);
    }
    return columns;
}

bool hasCells(const QAbstractItemView *view) {
    if (const auto *table = qobject_cast<const QTableView *>(view))
        return table->horizontalHeader()->count() - table->horizontalHeader()->hiddenSectionCount() > 1;
    const auto *tree = qobject_cast<const QTreeView *>(view);
    return tree && tree->header()->count() - tree->header()->hiddenSectionCount() > 1;
}

QHeaderView *columnHeader(const QAbstractItemView *view) {
    QHeaderView *header = nullptr;
    if (const auto *table = qobject_cast<const QTableView *>(view))
        header = table->horizontalHeader();
    else if (const auto *tree = qobject_cast<const QTreeView *>(view))
        header = tree->header();
    return header && header->isVisible() ? header : nullptr;
}

QHeaderView *rowHeader(const QAbstractItemView *view) {
    const auto *table = qobject_cast<const QTableView *>(view);
    return table && table->verticalHeader()->isVisible() ? table->verticalHeader() : nullptr;
}

QAbstractItemView *viewOfHeader(const QHeaderView *header) {
    auto *view = qobject_cast<QAbstractItemView *>(header->parentWidget());
    if (const auto *table = qobject_cast<QTableView *>(view))
        return header == table->horizontalHeader() || header == table->verticalHeader() ? view : nullptr;
    const auto *tree = qobject_cast<QTreeView *>(view);
    return tree && tree->header() == header ? view : nullptr;
}

QString sectionText(const QHeaderView *header, int section) {
    const QAbstractItemModel *model = header->model();
    if (!model)
        return {};
    for (const int role : {int(Qt::DisplayRole), int(Qt::AccessibleTextRole), int(Qt::ToolTipRole)}) {
        const QString text = model->headerData(section, header->orientation(), role).toString();
        if (!text.isEmpty())
            return inLines(text);
    }
    return {};
}

// Counts the rows of a tree that are expanded into view, down to `limit`, and notes which is the first in sight.
class ExpandedRows {
public:
    ExpandedRows(const QTreeView *tree, const QModelIndex &first) : m_tree(tree), m_first(first) {
        count(tree->rootIndex());
    }

    bool isComplete() const { return m_rows <= limit && m_steps < stepLimit; }
    uint64_t rows() const { return m_rows; }
    uint64_t first() const { return m_firstRow; }

private:
    static constexpr uint64_t limit = 1000;

    void count(const QModelIndex &parent) {
        const QAbstractItemModel *model = m_tree->model();
        const int rows = model->rowCount(parent);
        for (int row = 0; row < rows && m_rows <= limit && ++m_steps < stepLimit; ++row) {
            const QModelIndex index = model->index(row, 0, parent);
            if (!index.isValid() || m_tree->isRowHidden(row, parent))
                continue;
            if (index == m_first.sibling(m_first.row(), 0))
                m_firstRow = m_rows;
            ++m_rows;
            if (m_tree->isExpanded(index))
                count(index);
        }
    }

    const QTreeView *m_tree;
    QModelIndex m_first;
    uint64_t m_rows = 0;
    int m_steps = 0;
    uint64_t m_firstRow = 0;
};

Extent extentOf(QAbstractItemView *view) {
    Extent extent;
    const QPointer<QAbstractItemView> guard(view);
    const std::vector<QModelIndex> rows = rowsInSight(view);
    if (!guard || !view->model())
        return extent;
    extent.shown = rows.size();
    extent.rows = uint64_t(std::max(0, view->model()->rowCount(view->rootIndex())));
    extent.first = rows.empty() ? 0 : uint64_t(rows.front().row());
    const auto *tree = qobject_cast<QTreeView *>(view);
    const QScrollBar *bar = view->verticalScrollBar();
    if (!tree || !bar)
        return extent;
    // Which rows of a tree are expanded into view only its scroll bar tells.
    const bool isByItem = tree->verticalScrollMode() == QAbstractItemView::ScrollPerItem;
    const int height = rows.empty() ? 0 : tree->visualRect(rows.front()).height();
    if (bar->maximum() <= bar->minimum()) {
        extent.rows = extent.shown;
        extent.first = 0;
        return extent;
    }
    if (!isByItem && !tree->uniformRowHeights() && !rows.empty()) {
        const ExpandedRows expanded(tree, rows.front());
        if (guard && expanded.isComplete()) {
            extent.rows = std::max(expanded.rows(), extent.shown);
            extent.first = expanded.first();
            return extent;
        }
    }
    if (guard && (isByItem || height > 0)) {
        const uint64_t unit = isByItem ? 1 : uint64_t(height);
        extent.first = uint64_t(std::max(0, bar->value())) / unit;
        extent.rows = std::max(extent.first + extent.shown, uint64_t(bar->maximum() + bar->pageStep()) / unit);
    }
    return extent;
}

bool belongsTo(const QAbstractItemView *view, const QModelIndex &index) {
    if (!index.isValid() || index.model() != view->model())
        return false;
    const QModelIndex root = view->rootIndex();
    if (!qobject_cast<const QTreeView *>(view))
        return index.parent() == root;
    QModelIndex parent = index.parent();
    for (int level = 0; level < levelLimit && parent.isValid() && parent != root; ++level)
        parent = parent.parent();
    return parent == root;
}

bool isRowHiddenIn(const QAbstractItemView *view, const QModelIndex &index) {
    if (const auto *table = qobject_cast<const QTableView *>(view))
        return table->isRowHidden(index.row());
    if (const auto *list = qobject_cast<const QListView *>(view))
        return list->isRowHidden(index.row());
    const auto *tree = qobject_cast<const QTreeView *>(view);
    if (!tree)
        return false;
    if (tree->isRowHidden(index.row(), index.parent()))
        return true;
    QModelIndex parent = index.parent();
    for (int level = 0; level < levelLimit && parent.isValid() && parent != tree->rootIndex(); ++level) {
        if (!tree->isExpanded(parent) || tree->isRowHidden(parent.row(), parent.parent()))
            return true;
        parent = parent.parent();
    }
    return false;
}

bool isHiddenIn(const QAbstractItemView *view, const QModelIndex &index) {
    const auto *table = qobject_cast<const QTableView *>(view);
    const auto *tree = qobject_cast<const QTreeView *>(view);
    const bool isColumnHidden =
        (table && table->isColumnHidden(index.column())) || (tree && tree->isColumnHidden(index.column()));
    return isColumnHidden || isRowHiddenIn(view, index);
}

int levelOf(const QAbstractItemView *view, const QModelIndex &index) {
    int level = 0;
    const QModelIndex root = view->rootIndex();
    QModelIndex parent = index.parent();
    for (; level < levelLimit && parent.isValid() && parent != root; parent = parent.parent())
        ++level;
    return level;
}

QString shownText(const QAbstractItemView *view, const QModelIndex &index) {
    const QVariant value = index.data(Qt::DisplayRole);
    if (!value.isValid())
        return {};
    const auto *delegate = qobject_cast<const QStyledItemDelegate *>(compat::delegateFor(view, index));
    return delegate ? inLines(delegate->displayText(value, view->locale())) : value.toString();
}

QString nameOf(const QAbstractItemView *view, const QModelIndex &index) {
    const Steady steady(view);
    const QString text = shownText(view, index);
    if (!text.isEmpty() || !steady)
        return text;
    const QString accessible = index.data(Qt::AccessibleTextRole).toString();
    return accessible.isEmpty() && steady ? index.data(Qt::ToolTipRole).toString() : accessible;
}

QString rowName(const QAbstractItemView *view, const QModelIndex &index) {
    if (!hasCells(view))
        return nameOf(view, index);
    // What stands for a picture names a row only where no cell has a text.
    const std::vector<int> columns = shownColumns(view);
    const Steady steady(view);
    for (const auto read : {shownText, nameOf}) {
        for (const int column : columns) {
            if (!steady)
                return {};
            const QModelIndex cell = index.sibling(index.row(), column);
            const QString name = cell.isValid() ? read(view, cell) : QString();
            if (!name.isEmpty())
                return name;
        }
    }
    return {};
}

QRect rowArea(const QAbstractItemView *view, const QModelIndex &index) {
    QRect area;
    const Steady steady(view);
    for (const int column : shownColumns(view)) {
        if (!steady)
            return area;
        const QModelIndex cell = index.sibling(index.row(), column);
        if (cell.isValid())
            area |= view->visualRect(cell);
    }
    return area;
}

}  // namespace qtmcp
