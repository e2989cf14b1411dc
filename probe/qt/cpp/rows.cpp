// Which row a number stands for. Each is kept as a persistent index and a print of what the row showed: an index alone
// comes to mean another row when a model rearranges itself without saying so, or is filled anew.

#include "parts.h"
#include "rowregistry.h"
#include "views.h"

namespace qtmcp {

namespace {

// Whether another print of a row that the model said had changed comes from editing, not from filling the row anew.
bool isEdited(const Watched &watched, const Row &row, const RowPrint &print) {
    return row.isTouched && (print.isNearlyThat(row.print) || watched.rewrites - row.rewrites <= 1);
}

// Whether what the index of a row shows now is that row.
bool isSame(const Watched &watched, const Row &row, const RowPrint &print) {
    if (row.print == print)
        return true;
    if (watched.shakes != row.shakes)
        return false;
    return row.print.isNamedAs(print) || isEdited(watched, row, print);
}

// Whether no other row beside it shows the same, as far as that can be told quickly.
bool isUnmistakable(const QAbstractItemView *view, const QModelIndex &anchor, const RowPrint &print) {
    constexpr int few = 500;
    const QModelIndex parent = anchor.parent();
    return view->model()->rowCount(parent) <= few && onlyRowLike(view, parent, print) == anchor;
}

// The row that was elsewhere, or nowhere, and is now what the anchor shows. Runs the app's code.
uint64_t displacedRow(QAbstractItemView *view, const QAbstractItemModel *model, const QModelIndex &anchor,
                      const RowPrint &print, const std::vector<int> &path) {
    const Watched *watched = watchedOf(model);
    const std::vector<uint64_t> candidates = watched ? watched->withPrint(view, print) : std::vector<uint64_t>();
    const Steady steady(view);
    std::vector<uint64_t> elsewhere;
    for (const uint64_t number : candidates) {
        if (!steady)
            return 0;
        Watched *now = watchedOf(model);
        const Row *row = now ? now->row(number) : nullptr;
        if (!row)
            continue;
        const QModelIndex there = row->isBound ? QModelIndex(row->index) : QModelIndex();
        // What was taken out is gone, though another row shows the same.
        if (row->isBound && !there.isValid() && row->refills == now->refills)
            continue;
        if (!there.isValid() && row->path == path)
            return number;
        if (!there.isValid() || (there != anchor && printOf(view, there) != print))
            elsewhere.push_back(number);
    }
    return steady && elsewhere.size() == 1 && isUnmistakable(view, anchor, print) ? elsewhere.front() : 0;
}

uint64_t addRow(QAbstractItemView *view, const QAbstractItemModel *model, Watched *watched) {
    watchView(watched, view);
    const uint64_t number = newPartNumber();
    Row &row = watched->rows[number];
    row.number = number;
    row.view = view;
    row.columnChanges = watched->columnChanges;
    registry().modelOfRow[number] = model;
    return number;
}

// A row whose model was replaced, or whose index is not kept: where it was, if that shows the same.
QModelIndex rowAtOldPlace(const QAbstractItemView *view, const std::vector<int> &path, const RowPrint &print) {
    const Steady steady(view);
    const QModelIndex there = view->model() ? indexAtPath(view->model(), path, anchorColumn(view)) : QModelIndex();
    return there.isValid() && printOf(view, there) == print && steady ? there : QModelIndex();
}

// Where the row is now. Runs the app's code; the row may be gone afterwards.
QModelIndex locate(QAbstractItemView *view, const QAbstractItemModel *model, uint64_t number, RowPrint *print) {
    const Watched *watched = watchedOf(model);
    const Row row = watched->rows.at(number);
    const bool hasIndex = row.isBound && row.index.isValid();
    if (row.isBound && !hasIndex && row.refills == watched->refills)
        return {};
    *print = row.print;
    if (view->model() != model || !hasIndex) {
        const QModelIndex there = rowAtOldPlace(view, row.path, row.print);
        if (there.isValid() || view->model() != model)
            return there;
        std::vector<int> above = row.path;
        above.pop_back();
        const QModelIndex parent = indexAtPath(model, above, 0);
        return above.empty() || parent.isValid() ? onlyRowLike(view, parent, row.print) : QModelIndex();
    }
    const QModelIndex there = row.index;
    const Steady steady(view);
    *print = printOf(view, there);
    watched = steady ? watchedOf(model) : nullptr;
    if (!watched)
        return {};
    // It may have been told of a change meanwhile.
    const Row *now = watched->rows.count(number) ? &watched->rows.at(number) : &row;
    if (isSame(*watched, *now, *print))
        return there;
    const QModelIndex elsewhere = onlyRowLike(view, there.parent(), row.print);
    if (elsewhere.isValid()) {
        *print = row.print;
        return elsewhere;
    }
    watched = steady ? watchedOf(model) : nullptr;
    return watched && isEdited(*watched, row, *print) ? there : QModelIndex();
}

// 0 also when the model changes while it is asked.
uint64_t numberOf(QAbstractItemView *view, const QModelIndex &index) {
    const QPointer<QAbstractItemView> guard(view);
    const QPointer<QAbstractItemModel> model(view->model());
    const Steady steady(view);
    const QModelIndex anchor = index.isValid() ? index.sibling(index.row(), anchorColumn(view)) : QModelIndex();
    if (!model || !anchor.isValid() || anchor.model() != model)
        return 0;
    const RowPrint print = printOf(view, anchor);
    std::vector<int> path = steady ? pathOf(anchor) : std::vector<int>();
    if (!guard || !model || !steady)
        return 0;
    Watched *watched = watchedFor(model);
    const Row *known = watched->at(view, anchor);
    uint64_t number = known && isSame(*watched, *known, print) ? known->number : 0;
    if (!number) {
        // Editing may have sorted the row to another place.
        const uint64_t there = known && isEdited(*watched, *known, print) ? known->number : 0;
        number = displacedRow(view, model, anchor, print, path);
        watched = guard && model && steady ? watchedFor(model) : nullptr;
        if (!watched)
            return 0;
        if (!number)
            number = watched->row(there) ? there : addRow(view, model, watched);
    }
    watched->bind(*watched->row(number), anchor, print, std::move(path));
    watched->makeRoom();
    return number;
}

}  // namespace

uint64_t rowPart(QAbstractItemView *view, const QModelIndex &index) {
    const QPointer<QAbstractItemView> guard(view);
    const QPersistentModelIndex kept(index);
    const uint64_t number = numberOf(view, index);
    // Models that load as they are read are at rest the second time.
    return number || !guard || !kept.isValid() ? number : numberOf(view, kept);
}

uint64_t cellOfRow(uint64_t number, int column) {
    const auto home = registry().modelOfRow.find(number);
    Watched *watched = home == registry().modelOfRow.end() ? nullptr : watchedOf(home->second);
    Row *row = watched ? watched->row(number) : nullptr;
    if (!row)
        return 0;
    if (row->columnChanges != watched->columnChanges) {
        // The columns are others now.
        for (const auto &cell : row->cells)
            registry().cells.erase(cell.second);
        row->cells.clear();
        row->columnChanges = watched->columnChanges;
    }
    for (const auto &[at, cell] : row->cells) {
        if (at == column)
            return cell;
    }
    const uint64_t cell = newPartNumber();
    row->cells.emplace_back(column, cell);
    registry().cells[cell] = {number, column};
    return cell;
}

uint64_t cellPart(QAbstractItemView *view, const QModelIndex &index) {
    const uint64_t row = rowPart(view, index);
    return row ? cellOfRow(row, index.column()) : 0;
}

Part findRow(QAbstractItemView *view, uint64_t part) {
    const auto cell = registry().cells.find(part);
    const bool isCell = cell != registry().cells.end();
    const uint64_t number = isCell ? cell->second.first : part;
    const int column = isCell ? cell->second.second : anchorColumn(view);
    const auto home = registry().modelOfRow.find(number);
    const QAbstractItemModel *model = home == registry().modelOfRow.end() ? nullptr : home->second;
    Watched *watched = model ? watchedOf(model) : nullptr;
    const Row *row = watched ? watched->row(number) : nullptr;
    if (!row || row->view != view)
        return {};
    const QPointer<QAbstractItemView> guard(view);
    if (view->model() == model && watched->isJustSeen(*row)) {
        const QModelIndex seen = row->index;
        return {isCell ? PartKind::Cell : PartKind::Row, view, seen.sibling(seen.row(), column), -1, nullptr};
    }
    RowPrint print;
    const Steady steady(view);
    QModelIndex anchor = locate(view, model, number, &print);
    watched = guard && !anchor.isValid() && !steady ? watchedOf(model) : nullptr;
    // A model that loads as it is read is at rest the second time.
    if (watched && watched->row(number))
        anchor = locate(view, model, number, &print);
    std::vector<int> path = pathOf(anchor);
    if (!guard || !anchor.isValid() || !belongsTo(view, anchor))
        return {};
    watched = watchedOf(model);
    if (watched && view->model() == model && watched->row(number)) {
        // Another row that is known to be there keeps its place.
        const Row *other = watched->at(view, anchor);
        if (other && other->number != number && other->print == print)
            return {};
        watched->bind(*watched->row(number), anchor, print, std::move(path));
        watched->makeRoom();
        if (isCell && watched->row(number)->columnChanges != watched->columnChanges)
            return {};
    }
    const QModelIndex index = anchor.sibling(anchor.row(), column);
    return {isCell ? PartKind::Cell : PartKind::Row, view, index, -1, nullptr};
}

}  // namespace qtmcp
