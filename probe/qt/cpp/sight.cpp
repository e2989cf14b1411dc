// The rows of an item view that are in sight. Nothing here walks over all rows of a model, nor for long.

#include "views.h"

#include "rowregistry.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QPersistentModelIndex>
#include <QtCore/QPointer>
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QListView>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QTableView>
#include <QtWidgets/QTreeView>

#include <algorithm>
#include <optional>
#include <set>

namespace qtmcp {

namespace {

// No view shows more rows than this at once; a model that says otherwise is not followed further.
constexpr size_t rowLimit = 2000;
// Nor are more looked at, those hidden among them.
constexpr int stepLimit = 20000;
// Items are larger than the last of these, so that probing in such steps misses none. Where that takes too long, the
// wide ones have found the larger.
constexpr int probeSteps[] = {64, 8};
constexpr int probeMilliseconds = 15;

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

}  // namespace

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

}  // namespace qtmcp
