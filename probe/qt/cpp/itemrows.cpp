// Numbers for rows, by where the model has them and by what they show.

#include "itemrows.h"

#include "itemtexts.h"
#include "quick.h"

#include <algorithm>

namespace qtmcp {

namespace {

// A model keeps each persistent index up to date with every row that is inserted: rows beyond so many per view are
// forgotten, those first that were not asked for in the longest time.
constexpr size_t mostRows = 1000;
// Longer lists are not compared to find out whether they are the same.
constexpr int longestList = 2000;

std::shared_ptr<Upsets> upsetsOf(QAbstractItemModel *model) {
    struct Known {
        QPointer<QAbstractItemModel> model;
        std::shared_ptr<Upsets> upsets;
    };
    static auto *const all = new std::vector<Known>;
    for (const Known &known : *all) {
        if (known.model == model)
            return known.upsets;
    }
    all->erase(std::remove_if(all->begin(), all->end(), [](const Known &known) { return !known.model; }), all->end());
    const auto upsets = std::make_shared<Upsets>();
    const auto reordered = [upsets] { ++upsets->order; };
    const auto widened = [upsets] { ++upsets->columns; };
    QObject::connect(model, &QAbstractItemModel::modelReset, reordered);
    QObject::connect(model, &QAbstractItemModel::layoutChanged, reordered);
    QObject::connect(model, &QAbstractItemModel::dataChanged,
                     [upsets](const QModelIndex &first, const QModelIndex &last) { upsets->rewrite(first, last); });
    QObject::connect(model, &QAbstractItemModel::columnsInserted, widened);
    QObject::connect(model, &QAbstractItemModel::columnsRemoved, widened);
    QObject::connect(model, &QAbstractItemModel::columnsMoved, widened);
    all->push_back({model, upsets});
    return upsets;
}

// Whether most of what a row shows is what it showed: the rest was edited, or counts.
bool isNearly(const QString &shown, const QString &before) {
    const QStringList now = shown.split(QLatin1Char('\n')), then = before.split(QLatin1Char('\n'));
    int same = 0, texts = 0;
    // The first line sums up the others.
    for (int i = now.size() > 1 ? 1 : 0; i < now.size(); ++i) {
        texts += !now.at(i).isEmpty();
        same += !now.at(i).isEmpty() && i < then.size() && now.at(i) == then.at(i);
    }
    return same * 2 >= texts;
}

// Null where nothing shows the row.
QString shownIn(const ItemView &view, int row) {
    QQuickItem *delegate = row < 0 ? nullptr : view.itemAt(row, 0);
    const QString shown = delegate ? fingerprintOf(delegate) : QString();
    return delegate && shown.isNull() ? QStringLiteral("") : shown;
}

// The only row in sight that shows this; below 0 if there is none, or more than one.
int onlyRowWith(const ItemView &view, const QString &shown) {
    int found = -1;
    for (const Cell &cell : view.cellsInSight()) {
        if (cell.column != 0 || !cell.item || fingerprintOf(cell.item) != shown)
            continue;
        if (found >= 0)
            return -1;
        found = cell.row;
    }
    return found;
}

bool isListTooLong(const QVariant &value) {
    const int type = value.userType();
    return (type == QMetaType::QVariantList && value.toList().size() > longestList) ||
           (type == QMetaType::QStringList && value.toStringList().size() > longestList);
}

}  // namespace

void Upsets::rewrite(const QModelIndex &first, const QModelIndex &last) {
    const bool isOneRow = first.row() == last.row();
    if (!isOneRow || rewritten != first.row())
        rewrites += isOneRow ? 1 : 2;
    rewritten = isOneRow ? first.row() : -1;
}

void Rows::refresh(const ItemView &from) {
    QAbstractItemModel *now = from.model();
    hasModel = now && !from.isHeader() && (from.rows() == 0 || from.indexAt(0, 0).isValid());
    if (now != model || (now && !upsets)) {
        model = now;
        upsets = now ? upsetsOf(now) : nullptr;
        seen = upsets ? *upsets : Upsets();
        ++epoch;
    } else if (upsets && upsets->columns != seen.columns) {
        rows.clear();
        seen = *upsets;
    } else if (upsets && upsets->order != seen.order) {
        ++epoch;
        seen = *upsets;
    }
    isUnsteady = false;
    if (!now) {
        const QVariant latest = from.item()->property("model");
        // A model of QML's own, such as a DelegateModel, filters and moves.
        isUnsteady = objectIn(latest) || isListTooLong(latest);
        if (!isUnsteady && latest != value) {
            value = latest;
            ++epoch;
        }
    }
    // What the model took away is gone for good.
    const auto isGone = [this](const Row &row) { return hasModel && row.epoch == epoch && !row.index.isValid(); };
    rows.erase(std::remove_if(rows.begin(), rows.end(), isGone), rows.end());
}

// One row that got another text was edited; when several did, rows were filled anew, and are others.
bool Rows::isTrusted(const Row &row) const {
    const bool isFilledAnew = upsets && upsets->rewrites - row.rewrites > 1;
    return row.epoch == epoch && !isUnsteady && !isFilledAnew && (row.index.isValid() || !hasModel);
}

bool Rows::isLike(const Row &row, const QString &shown) const {
    const bool isSameRow = row.index.isValid() && row.epoch == epoch;
    return !shown.isNull() && (row.shown == shown || (isSameRow && isNearly(shown, row.shown)));
}

Row *Rows::known(uint32_t serial) {
    const auto found =
        std::find_if(rows.begin(), rows.end(), [serial](const Row &row) { return row.serial == serial; });
    return found == rows.end() ? nullptr : &*found;
}

// The row known to be at this place, if it may be taken for the one that is there now.
uint32_t Rows::atPlace(const QModelIndex &index, int at, const QString &shown) const {
    for (const Row &row : rows) {
        const bool isThere = row.index.isValid() ? row.index == index : row.row == at;
        if (isThere && (isTrusted(row) || isLike(row, shown)))
            return row.serial;
    }
    return 0;
}

// The one row that showed the same, and whose own place is not known.
uint32_t Rows::elsewhere(const QString &shown) const {
    uint32_t found = 0;
    for (const Row &row : rows) {
        if (isTrusted(row) || row.shown != shown || shown.isNull())
            continue;
        if (found)
            return 0;
        found = row.serial;
    }
    return found;
}

void Rows::place(uint32_t serial, const QModelIndex &index, int at, const QString &shown) {
    Row *row = known(serial);
    if (!row)
        return;
    row->row = at;
    if (!shown.isNull())
        row->shown = shown;
    if (hasModel && row->index != index)
        row->index = index;
    row->epoch = epoch;
    row->rewrites = upsets ? upsets->rewrites : 0;
    row->used = ++clock;
}

uint32_t Rows::add(size_t atOnce) {
    static uint32_t last = 0;
    const size_t most = std::max(mostRows, 2 * atOnce);
    if (rows.size() >= most) {
        const auto middle = rows.begin() + std::ptrdiff_t(rows.size() / 2);
        std::nth_element(rows.begin(), middle, rows.end(), [](const Row &a, const Row &b) { return a.used > b.used; });
        rows.erase(middle, rows.end());
    }
    Row row;
    row.serial = ++last;
    rows.push_back(row);
    return row.serial;
}

uint32_t Rows::number(const ItemView &from, int at, size_t atOnce) {
    const QString shown = shownIn(from, at);
    const QPersistentModelIndex index(hasModel ? from.indexAt(at, 0) : QModelIndex());
    uint32_t serial = atPlace(index, at, shown);
    if (!serial && elsewhere(shown) && onlyRowWith(from, shown) == at)
        serial = elsewhere(shown);
    if (!serial)
        serial = add(atOnce);
    place(serial, index, at, shown);
    return serial;
}

uint32_t Rows::number(const ItemView &from, const QModelIndex &index) {
    const int at = from.rowOf(index);
    uint32_t serial = atPlace(index, at, QString());
    if (!serial)
        serial = add(1);
    place(serial, index, at, QString());
    return serial;
}

// Looks for a row that is not where it was, or not surely so.
bool Rows::search(const ItemView &from, Row &row) {
    const int before = row.index.isValid() ? from.rowOf(row.index) : row.row;
    const QString there = shownIn(from, before);
    row.row = isLike(row, there) ? before : row.shown.isNull() ? -1 : onlyRowWith(from, row.shown);
    if (row.row >= 0) {
        row.shown = row.row == before ? there : row.shown;
        row.index = hasModel ? from.indexAt(row.row, 0) : QModelIndex();
        place(row.serial, row.index, row.row, row.shown);
        return true;
    }
    // Nothing shows that place, so there is nothing to go by until it is scrolled to.
    row.row = before;
    return there.isNull() && before < from.rows();
}

Row Rows::find(const ItemView &from, uint32_t serial) {
    const Row *found = known(serial);
    if (!found)
        return Row();
    Row row = *found;
    if (!isTrusted(row)) {
        if (!search(from, row))
            return Row();
    } else if (row.index.isValid()) {
        row.row = from.rowOf(row.index);
    }
    if (Row *still = known(serial)) {
        still->row = row.row;
        still->used = ++clock;
    }
    return row.row < from.rows() ? row : Row();
}

std::shared_ptr<Rows> rowsOf(const ItemView &view) {
    static auto *const all = new std::vector<std::shared_ptr<Rows>>;
    const auto isGone = [](const std::shared_ptr<Rows> &rows) { return !rows->view; };
    all->erase(std::remove_if(all->begin(), all->end(), isGone), all->end());
    const auto isIt = [&view](const std::shared_ptr<Rows> &rows) { return rows->view == view.item(); };
    auto found = std::find_if(all->begin(), all->end(), isIt);
    if (found == all->end())
        found = all->insert(found, std::make_shared<Rows>(view.item()));
    const std::shared_ptr<Rows> rows = *found;
    rows->refresh(view);
    return rows;
}

}  // namespace qtmcp
