// Item views as a person sees them. Nothing here walks over all rows of a model.

#include "views.h"

#include "compat.h"
#include "rowregistry.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QPersistentModelIndex>
#include <QtCore/QPointer>
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QListView>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QStyledItemDelegate>
#include <QtWidgets/QTableView>
#include <QtWidgets/QTreeView>

#include <algorithm>
#include <optional>
#include <set>

namespace qtmcp {

namespace {

// Past so many columns only those in sight are told.
constexpr int columnLimit = 30;
// No view shows more rows than this at once; a model that says otherwise is not followed further.
constexpr size_t rowLimit = 2000;
// Nor are more looked at, those hidden among them.
constexpr int stepLimit = 20000;
// Items are larger than the last of these, so that probing in such steps misses none. Where that takes too long, the
// wide ones have found the larger.
constexpr int probeSteps[] = {64, 8};
constexpr int probeMilliseconds = 15;

int columnCount(const QAbstractItemView *view) {
    const QAbstractItemModel *model = view->model();
    return model ? model->columnCount(view->rootIndex()) : 0;
}

std::vector<QModelIndex> tableRows(const QTableView *table) {
    std::vector<QModelIndex> rows;
    const QHeaderView *header = table->verticalHeader();
    const int top = table->rowAt(0);
    if (top < 0)
        return rows;
    const int bottom = table->viewport()->height();
    const int first = header->visualIndex(top);
    const int last = header->count() - first > stepLimit ? first + stepLimit : header->count();
    for (int visual = first; visual >= 0 && visual < last; ++visual) {
        const int row = header->logicalIndex(visual);
        if (table->isRowHidden(row))
            continue;
        if (table->rowViewportPosition(row) >= bottom || rows.size() == rowLimit)
            break;
        const QModelIndex index = table->model()->index(row, 0, table->rootIndex());
        if (index.isValid())
            rows.push_back(index);
    }
    return rows;
}

std::vector<QModelIndex> treeRows(const QTreeView *tree) {
    std::vector<QModelIndex> rows;
    const QSize size = tree->viewport()->size();
    QModelIndex index = tree->indexAt({1, 0});
    if (!index.isValid())
        index = tree->indexAt({size.width() - 2, 0});
    for (size_t step = 0; index.isValid() && step < rowLimit; ++step, index = tree->indexBelow(index)) {
        const QRect area = tree->visualRect(index);
        if (area.top() >= size.height())
            break;
        const QModelIndex anchor = index.sibling(index.row(), 0);
        if (anchor.isValid())
            rows.push_back(anchor);
    }
    return rows;
}

// What an item view shows, found by probing, and where: kept for the moment in which the view and its rows are read,
// if it took long to find.
struct Probed {
    QPointer<const QAbstractItemView> view;
    std::optional<Steady> steady;
    QElapsedTimer age;
    QSize size;
    QPoint scrolled;
    std::vector<QPersistentModelIndex> rows;

    static QPoint scrolledOf(const QAbstractItemView *view) {
        const QScrollBar *across = view->horizontalScrollBar();
        const QScrollBar *down = view->verticalScrollBar();
        return {across ? across->value() : 0, down ? down->value() : 0};
    }
    bool isOf(const QAbstractItemView *other) const {
        constexpr int memoryMilliseconds = 50;
        return view == other && steady && *steady && age.elapsed() <= memoryMilliseconds &&
               size == other->viewport()->size() && scrolled == scrolledOf(other);
    }
    void keep(const QAbstractItemView *of, const std::vector<QModelIndex> &found) {
        view = of;
        steady.emplace(of);
        age.start();
        size = of->viewport()->size();
        scrolled = scrolledOf(of);
        rows.assign(found.begin(), found.end());
    }
};

// Never freed: it may be asked for until the process ends.
Probed &lastProbed() {
    static auto *const probed = new Probed;
    return *probed;
}

// Points of a view one after the other, past each item that was found.
class Probe {
public:
    explicit Probe(const QAbstractItemView *view) : m_view(view), m_steady(view) {
        m_timer.start();
        m_count = view->model()->rowCount(view->rootIndex());
    }

    void inSteps(int across, int down, size_t wanted) {
        const QSize size = m_view->viewport()->size();
        for (int y = 0; y < size.height() && !isDone(wanted); y += down) {
            for (int x = 0; x < size.width() && !isDone(wanted);)
                x = std::max(x + across, lookAt({x, y}));
        }
    }
    // From top to bottom; none when the model has changed meanwhile.
    std::vector<QModelIndex> rows() {
        if (!m_steady)
            return {};
        std::sort(m_found.begin(), m_found.end(), [](const Found &a, const Found &b) { return a.place < b.place; });
        std::vector<QModelIndex> rows;
        for (const Found &found : m_found)
            rows.push_back(found.index);
        return rows;
    }
    bool isSlow() const { return m_timer.elapsed() >= 2; }

private:
    struct Found {
        std::pair<int, int> place;
        QModelIndex index;
    };

    bool isDone(size_t wanted) const {
        return !m_steady || m_found.size() >= wanted || m_inRoot >= m_count || m_timer.elapsed() > probeMilliseconds;
    }
    // Where the item at the point ends.
    int lookAt(const QPoint &point) {
        const QModelIndex index = m_view->indexAt(point);
        if (!index.isValid() || !m_steady)
            return 0;
        const QRect area = m_view->visualRect(index);
        const QModelIndex first = m_steady ? index.sibling(index.row(), anchorColumn(m_view)) : QModelIndex();
        const QModelIndex anchor = first.isValid() ? first : index;
        if (m_steady && m_seen.insert(anchor).second) {
            m_found.push_back({{area.top(), area.left()}, anchor});
            m_inRoot += anchor.parent() == m_view->rootIndex();
        }
        return area.right() + 1;
    }

    const QAbstractItemView *m_view;
    Steady m_steady;
    QElapsedTimer m_timer;
    int m_count = 0;
    int m_inRoot = 0;
    std::set<QModelIndex> m_seen;
    std::vector<Found> m_found;
};

std::vector<QModelIndex> probedRows(const QAbstractItemView *view) {
    Probed &last = lastProbed();
    if (last.isOf(view))
        return {last.rows.begin(), last.rows.end()};
    const QPointer<const QAbstractItemView> guard(view);
    Probe probe(view);
    for (const int step : probeSteps)
        probe.inSteps(step, step, rowLimit);
    const std::vector<QModelIndex> rows = probe.rows();
    if (guard && probe.isSlow())
        last.keep(view, rows);
    return rows;
}

// A list that has its items beside each other: those whose place is in sight.
std::vector<QModelIndex> wrappedRows(const QListView *list) {
    const QPointer<const QListView> guard(list);
    const int count = list->model()->rowCount(list->rootIndex());
    if (!guard || size_t(std::max(0, count)) > rowLimit)
        return guard ? probedRows(list) : std::vector<QModelIndex>();
    const Steady steady(list);
    const QRect seen = list->viewport()->rect();
    QElapsedTimer timer;
    timer.start();
    std::vector<QModelIndex> rows;
    for (int row = 0; row < count && steady && timer.elapsed() <= probeMilliseconds; ++row) {
        const QModelIndex index = list->model()->index(row, list->modelColumn(), list->rootIndex());
        if (index.isValid() && list->visualRect(index).intersects(seen))
            rows.push_back(index);
    }
    return steady ? rows : std::vector<QModelIndex>();
}

std::vector<QModelIndex> listRows(const QListView *list) {
    if (list->isWrapping() || list->viewMode() == QListView::IconMode)
        return wrappedRows(list);
    const Steady steady(list);
    Probe probe(list);
    probe.inSteps(probeSteps[1], 2, 1);
    const std::vector<QModelIndex> first = probe.rows();
    std::vector<QModelIndex> rows;
    if (first.empty() || !steady)
        return rows;
    const QRect seen = list->viewport()->rect();
    const bool goesDown = list->flow() == QListView::TopToBottom;
    const int count = list->model()->rowCount(list->rootIndex());
    int steps = 0;
    for (int row = first.front().row(); row < count && rows.size() < rowLimit && ++steps < stepLimit; ++row) {
        if (list->isRowHidden(row))
            continue;
        const QModelIndex index = list->model()->index(row, list->modelColumn(), list->rootIndex());
        const QRect area = list->visualRect(index);
        if (!index.isValid() || (goesDown ? area.top() > seen.bottom() : !area.intersects(seen)))
            break;
        rows.push_back(index);
    }
    return rows;
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

std::vector<QModelIndex> rowsInSight(QAbstractItemView *view) {
    if (!view->model() || !view->viewport() || qobject_cast<QHeaderView *>(view))
        return {};
    if (const auto *table = qobject_cast<QTableView *>(view))
        return tableRows(table);
    if (const auto *tree = qobject_cast<QTreeView *>(view))
        return treeRows(tree);
    if (const auto *list = qobject_cast<QListView *>(view))
        return listRows(list);
    return probedRows(view);
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
