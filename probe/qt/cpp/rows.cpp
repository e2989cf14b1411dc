// Which row a number stands for. Each is kept as a persistent index and a print of what the row showed: an index alone
// comes to mean another row when a model rearranges itself without saying so, or is filled anew.

#include "parts.h"
#include "rowprint.h"
#include "views.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QPersistentModelIndex>
#include <QtCore/QPointer>
#include <QtWidgets/QAbstractItemView>

#include <algorithm>
#include <memory>
#include <unordered_map>

namespace qtmcp {

namespace {

// A persistent index costs the model about 100 ns whenever rows are inserted.
constexpr size_t boundLimit = 1000;
// Rows past this, the longest unused first, are forgotten.
constexpr size_t rowLimit = 10000;

constexpr qint64 seenMilliseconds = 10;

qint64 clockMilliseconds() {
    static QElapsedTimer timer;
    if (!timer.isValid())
        timer.start();
    return timer.elapsed();
}

struct Row {
    uint64_t number = 0;
    QPointer<QAbstractItemView> view;
    QPersistentModelIndex index;
    bool isBound = false;      // the index is kept; otherwise only where the row was, and its print
    std::vector<int> path;
    RowPrint print;
    std::vector<std::pair<int, uint64_t>> cells;
    uint64_t used = 0;
    uint64_t shakes = 0, refills = 0, rewrites = 0, columnChanges = 0;   // of the model, when the row was last right
    uint64_t moves = 0;
    qint64 seen = 0;
    bool isTouched = false;    // the model said that its texts changed
};

// A model whose rows have numbers, and what it said has happened to it.
struct Watched {
    QObject receiver;
    std::unordered_map<uint64_t, Row> rows;
    std::unordered_multimap<uint64_t, uint64_t> byPrint;
    std::unordered_multimap<int, uint64_t> byRow;   // those bound, by the row their index is at
    uint64_t sortedAt = 0;                // `moves` when byRow was made
    std::vector<const QObject *> views;
    uint64_t moves = 1;                   // any change of where rows are
    uint64_t shakes = 0;                  // the layout changed: indexes may mean other rows
    uint64_t refills = 0;                 // all rows went at once
    uint64_t rewrites = 0;                // rows one after the other got other texts
    uint64_t columnChanges = 0;
    int rewritten = -1;
    size_t bound = 0;

    Row *row(uint64_t number) {
        const auto found = rows.find(number);
        return found == rows.end() ? nullptr : &found->second;
    }
    void unbind(Row &row) {
        bound -= row.isBound;
        row.isBound = false;
        row.index = QPersistentModelIndex();
    }
    void sort();
    Row *at(const QAbstractItemView *view, const QModelIndex &anchor);
    std::vector<uint64_t> withPrint(const QAbstractItemView *view, const RowPrint &print) const;
    void bind(Row &row, const QModelIndex &anchor, const RowPrint &print, std::vector<int> path);
    void forget(uint64_t number);
    // Whether it was right a moment ago, and nothing was told since: reading all cells of a row looks at it once.
    bool isJustSeen(const Row &row) const;
    void makeRoom();
    void textsChanged(const QModelIndex &first, const QModelIndex &last);
};

// Never freed: objects that outlive the application must not meet a destructor of ours.
struct Registry {
    std::unordered_map<const QAbstractItemModel *, std::unique_ptr<Watched>> models;
    std::unordered_map<uint64_t, const QAbstractItemModel *> modelOfRow;
    std::unordered_map<uint64_t, std::pair<uint64_t, int>> cells;   // the row and the column
    uint64_t clock = 0;
};

Registry &registry() {
    static auto *const registry = new Registry;
    return *registry;
}

void Watched::sort() {
    if (sortedAt == moves)
        return;
    sortedAt = moves;
    byRow.clear();
    for (const auto &[number, row] : rows) {
        if (row.isBound && row.index.isValid())
            byRow.emplace(row.index.row(), number);
    }
}

Row *Watched::at(const QAbstractItemView *view, const QModelIndex &anchor) {
    sort();
    const auto [first, last] = byRow.equal_range(anchor.row());
    for (auto entry = first; entry != last; ++entry) {
        Row *found = row(entry->second);
        if (found && found->view == view && found->index == anchor)
            return found;
    }
    return nullptr;
}

std::vector<uint64_t> Watched::withPrint(const QAbstractItemView *view, const RowPrint &print) const {
    std::vector<uint64_t> found;
    const auto [first, last] = byPrint.equal_range(print.hash());
    for (auto at = first; at != last; ++at) {
        const auto row = rows.find(at->second);
        if (row != rows.end() && row->second.view == view && row->second.print == print)
            found.push_back(at->second);
    }
    return found;
}

void Watched::bind(Row &row, const QModelIndex &anchor, const RowPrint &print, std::vector<int> path) {
    // A row that shows the same in every column has the columns it had.
    if (row.print == print && print.isWhole)
        row.columnChanges = columnChanges;
    if (row.print != print || row.used == 0) {
        const auto [first, last] = byPrint.equal_range(row.print.hash());
        const auto old = std::find_if(first, last, [&row](const auto &entry) { return entry.second == row.number; });
        if (old != last)
            byPrint.erase(old);
        byPrint.emplace(print.hash(), row.number);
        row.print = print;
    }
    if (!row.isBound || row.index != anchor) {
        bound += !row.isBound;
        row.isBound = true;
        row.index = anchor;
        // An entry that is left over under the old row does no harm: each is looked at again when it is found.
        if (sortedAt == moves)
            byRow.emplace(anchor.row(), row.number);
    }
    row.path = std::move(path);
    row.used = ++registry().clock;
    row.shakes = shakes;
    row.refills = refills;
    row.rewrites = rewrites;
    row.isTouched = false;
    row.moves = moves;
    row.seen = clockMilliseconds();
}

bool Watched::isJustSeen(const Row &row) const {
    return row.isBound && row.index.isValid() && !row.isTouched && row.moves == moves && row.rewrites == rewrites &&
           row.columnChanges == columnChanges && clockMilliseconds() - row.seen <= seenMilliseconds;
}

void Watched::forget(uint64_t number) {
    Row *gone = row(number);
    if (!gone)
        return;
    unbind(*gone);
    const auto [first, last] = byPrint.equal_range(gone->print.hash());
    const auto entry = std::find_if(first, last, [number](const auto &at) { return at.second == number; });
    if (entry != last)
        byPrint.erase(entry);
    for (const auto &cell : gone->cells)
        registry().cells.erase(cell.second);
    registry().modelOfRow.erase(number);
    rows.erase(number);
    ++moves;
}

// A quarter goes at a time, so that most calls have nothing to do.
void Watched::makeRoom() {
    const auto oldest = [this](size_t count, bool isOnlyBound) {
        std::vector<std::pair<uint64_t, uint64_t>> byAge;
        for (const auto &[number, row] : rows) {
            if (row.isBound || !isOnlyBound)
                byAge.emplace_back(row.used, number);
        }
        count = std::min(count, byAge.size());
        std::nth_element(byAge.begin(), byAge.begin() + std::ptrdiff_t(count), byAge.end());
        byAge.resize(count);
        return byAge;
    };
    if (bound > boundLimit) {
        for (const auto &[age, number] : oldest(boundLimit / 4, true))
            unbind(rows[number]);
        ++moves;
    }
    if (rows.size() > rowLimit) {
        for (const auto &[age, number] : oldest(rowLimit / 4, false))
            forget(number);
    }
}

void Watched::textsChanged(const QModelIndex &first, const QModelIndex &last) {
    if (!first.isValid() || !last.isValid() || rows.empty())
        return;
    const bool isOneRow = first.row() == last.row();
    if (!isOneRow || rewritten != first.row())
        rewrites += isOneRow ? 1 : 2;
    rewritten = isOneRow ? first.row() : -1;
    sort();
    const auto touch = [this, &first, &last](uint64_t number) {
        Row *touched = row(number);
        if (touched && touched->index.row() >= first.row() && touched->index.row() <= last.row())
            touched->isTouched = true;
    };
    if (size_t(last.row() - first.row()) > byRow.size()) {
        for (const auto &entry : byRow)
            touch(entry.second);
        return;
    }
    for (int at = first.row(); at <= last.row(); ++at) {
        const auto [begin, end] = byRow.equal_range(at);
        for (auto entry = begin; entry != end; ++entry)
            touch(entry->second);
    }
}

void dropModel(const QAbstractItemModel *model) {
    const auto found = registry().models.find(model);
    if (found == registry().models.end())
        return;
    for (const auto &[number, row] : found->second->rows) {
        for (const auto &cell : row.cells)
            registry().cells.erase(cell.second);
        registry().modelOfRow.erase(number);
    }
    registry().models.erase(found);
}

void dropView(const QObject *view) {
    for (auto &[model, watched] : registry().models) {
        std::vector<uint64_t> gone;
        for (const auto &[number, row] : watched->rows) {
            if (!row.view || static_cast<const QObject *>(row.view.data()) == view)
                gone.push_back(number);
        }
        for (const uint64_t number : gone)
            watched->forget(number);
        auto &views = watched->views;
        views.erase(std::remove(views.begin(), views.end(), view), views.end());
    }
}

void watch(QAbstractItemModel *model, Watched *watched) {
    using Model = QAbstractItemModel;
    QObject *receiver = &watched->receiver;
    const auto moved = [watched] { ++watched->moves; };
    const auto columnsChanged = [watched] { ++watched->moves, ++watched->columnChanges; };
    const auto shaken = [watched] { ++watched->moves, ++watched->shakes; };
    const auto refilled = [watched] { ++watched->moves, ++watched->refills; };
    QObject::connect(model, &Model::rowsInserted, receiver, moved);
    QObject::connect(model, &Model::rowsRemoved, receiver, moved);
    QObject::connect(model, &Model::rowsMoved, receiver, moved);
    QObject::connect(model, &Model::columnsInserted, receiver, columnsChanged);
    QObject::connect(model, &Model::columnsRemoved, receiver, columnsChanged);
    QObject::connect(model, &Model::columnsMoved, receiver, columnsChanged);
    QObject::connect(model, &Model::layoutChanged, receiver, shaken);
    QObject::connect(model, &Model::modelReset, receiver, refilled);
    // Taking all rows out is how many apps begin to fill a model anew.
    QObject::connect(model, &Model::rowsAboutToBeRemoved, receiver,
                     [watched, model](const QModelIndex &parent, int first, int last) {
                         if (first == 0 && last + 1 >= model->rowCount(parent))
                             ++watched->refills;
                     });
    QObject::connect(model, &Model::dataChanged, receiver,
                     [watched](const QModelIndex &first, const QModelIndex &last) { watched->textsChanged(first, last); });
    QObject::connect(model, &QObject::destroyed, receiver, [model] { dropModel(model); });
}

Watched *watchedFor(QAbstractItemModel *model) {
    auto &models = registry().models;
    const auto found = models.find(model);
    if (found != models.end())
        return found->second.get();
    auto *watched = new Watched;
    models[model].reset(watched);
    watch(model, watched);
    return watched;
}

Watched *watchedOf(const QAbstractItemModel *model) {
    const auto found = registry().models.find(model);
    return found == registry().models.end() ? nullptr : found->second.get();
}

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
    std::vector<uint64_t> elsewhere;
    for (const uint64_t number : candidates) {
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
    return elsewhere.size() == 1 && isUnmistakable(view, anchor, print) ? elsewhere.front() : 0;
}

uint64_t addRow(QAbstractItemView *view, const QAbstractItemModel *model, Watched *watched) {
    auto &views = watched->views;
    if (std::find(views.begin(), views.end(), view) == views.end()) {
        views.push_back(view);
        QObject::connect(view, &QObject::destroyed, &watched->receiver, [view] { dropView(view); });
    }
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
    const QModelIndex there = view->model() ? indexAtPath(view->model(), path, anchorColumn(view)) : QModelIndex();
    return there.isValid() && printOf(view, there) == print ? there : QModelIndex();
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
    *print = printOf(view, there);
    watched = watchedOf(model);
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
    watched = watchedOf(model);
    return watched && isEdited(*watched, row, *print) ? there : QModelIndex();
}

}  // namespace

uint64_t rowPart(QAbstractItemView *view, const QModelIndex &index) {
    const QPointer<QAbstractItemView> guard(view);
    const QPointer<QAbstractItemModel> model(view->model());
    const QModelIndex anchor = index.isValid() ? index.sibling(index.row(), anchorColumn(view)) : QModelIndex();
    if (!model || !anchor.isValid() || anchor.model() != model)
        return 0;
    const RowPrint print = printOf(view, anchor);
    std::vector<int> path = pathOf(anchor);
    if (!guard || !model)
        return 0;
    Watched *watched = watchedFor(model);
    const Row *known = watched->at(view, anchor);
    uint64_t number = known && isSame(*watched, *known, print) ? known->number : 0;
    if (!number) {
        // Editing may have sorted the row to another place.
        const uint64_t there = known && isEdited(*watched, *known, print) ? known->number : 0;
        number = displacedRow(view, model, anchor, print, path);
        watched = guard && model ? watchedFor(model) : nullptr;
        if (!watched)
            return 0;
        if (!number)
            number = watched->row(there) ? there : addRow(view, model, watched);
    }
    watched->bind(*watched->row(number), anchor, print, std::move(path));
    watched->makeRoom();
    return number;
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
    const QModelIndex anchor = locate(view, model, number, &print);
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
