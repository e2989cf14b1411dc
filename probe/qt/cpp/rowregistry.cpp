// The rows that have numbers, and what their models say happens to them. Nothing here runs the app's code, except that
// connecting to a model tells it so.

#include "rowregistry.h"

#include <QtCore/QElapsedTimer>

#include <algorithm>

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
    const auto moved = [watched] { ++watched->moves, ++watched->changes; };
    const auto columnsChanged = [watched] { ++watched->moves, ++watched->changes, ++watched->columnChanges; };
    const auto shaken = [watched] { ++watched->moves, ++watched->changes, ++watched->shakes; };
    const auto refilled = [watched] { ++watched->moves, ++watched->changes, ++watched->refills; };
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
    QObject::connect(
        model, &Model::dataChanged, receiver,
        [watched](const QModelIndex &first, const QModelIndex &last) { watched->textsChanged(first, last); });
    QObject::connect(model, &QObject::destroyed, receiver, [model] { dropModel(model); });
}

}  // namespace

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

void watchView(Watched *watched, QAbstractItemView *view) {
    auto &views = watched->views;
    if (std::find(views.begin(), views.end(), view) != views.end())
        return;
    views.push_back(view);
    QObject::connect(view, &QObject::destroyed, &watched->receiver, [view] { dropView(view); });
}

Steady::Steady(const QAbstractItemView *view)
    : m_view(view), m_model(view->model()), m_changes(m_model ? watchedFor(view->model())->changes : 0) {}

Steady::operator bool() const {
    const Watched *watched = m_model && m_view && m_view->model() == m_model ? watchedOf(m_model) : nullptr;
    return watched && watched->changes == m_changes;
}

}  // namespace qtmcp
