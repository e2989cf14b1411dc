// What a row shows, as a few numbers to know it again by.

#include "rowprint.h"

#include "rowregistry.h"
#include "views.h"

#include <QtCore/QElapsedTimer>
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QListView>

#include <algorithm>

namespace qtmcp {

namespace {

// More columns do not tell rows apart any better.
constexpr int columnLimit = 12;
constexpr int searchMilliseconds = 15;

uint32_t hashOf(const QString &text) {
    if (text.isEmpty())
        return 0;
    uint32_t hash = 2166136261u;
    for (const QChar unit : text)
        hash = (hash ^ unit.unicode()) * 16777619u;
    return hash ? hash : 1;
}

}  // namespace

uint64_t RowPrint::hash() const {
    uint64_t hash = 14695981039346656037u;
    for (const uint32_t column : columns)
        hash = (hash ^ column) * 1099511628211u;
    return hash;
}

bool RowPrint::isNamedAs(const RowPrint &other) const {
    for (size_t i = 0; i < columns.size() && i < other.columns.size(); ++i) {
        if (columns[i] || other.columns[i])
            return columns[i] == other.columns[i];
    }
    return false;
}

bool RowPrint::isNearlyThat(const RowPrint &other) const {
    if (columns.size() != other.columns.size())
        return false;
    size_t changed = 0;
    size_t kept = 0;
    for (size_t i = 0; i < columns.size(); ++i) {
        changed += columns[i] != other.columns[i];
        kept += columns[i] && columns[i] == other.columns[i];
    }
    return changed == 1 && kept >= 2;
}

RowPrint printOf(const QAbstractItemView *view, const QModelIndex &anchor) {
    RowPrint print;
    if (qobject_cast<const QListView *>(view)) {
        print.columns.push_back(hashOf(shownText(view, anchor)));
        return print;
    }
    const Steady steady(view);
    const int all = anchor.model()->columnCount(anchor.parent());
    const int count = std::min(columnLimit, all);
    print.isWhole = count == all;
    for (int column = 0; column < count && steady; ++column) {
        const QModelIndex cell = anchor.sibling(anchor.row(), column);
        print.columns.push_back(cell.isValid() ? hashOf(shownText(view, cell)) : 0);
    }
    return print;
}

std::vector<int> pathOf(const QModelIndex &index) {
    std::vector<int> path;
    for (QModelIndex at = index; at.isValid() && path.size() < size_t(levelLimit); at = at.parent())
        path.push_back(at.row());
    std::reverse(path.begin(), path.end());
    return path;
}

QModelIndex indexAtPath(const QAbstractItemModel *model, const std::vector<int> &path, int column) {
    QModelIndex index;
    for (size_t depth = 0; depth < path.size(); ++depth) {
        const int at = depth + 1 == path.size() ? column : 0;
        if (!model->hasIndex(path[depth], at, index))
            return {};
        index = model->index(path[depth], at, index);
        if (!index.isValid())
            return {};
    }
    return index;
}

QModelIndex onlyRowLike(const QAbstractItemView *view, const QModelIndex &parent, const RowPrint &print) {
    const QAbstractItemModel *model = view->model();
    const Steady steady(view);
    QElapsedTimer timer;
    timer.start();
    QModelIndex found;
    const int count = model->rowCount(parent);
    const int column = anchorColumn(view);
    for (int row = 0; row < count; ++row) {
        if (!steady || (row % 64 == 63 && timer.elapsed() > searchMilliseconds))
            return {};
        const QModelIndex index = model->index(row, column, parent);
        if (!index.isValid() || printOf(view, index) != print)
            continue;
        if (found.isValid())
            return {};
        found = index;
    }
    return steady ? found : QModelIndex();
}

}  // namespace qtmcp
