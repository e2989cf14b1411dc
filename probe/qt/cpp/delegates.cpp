// Which row is which: the numbers that rows of QML views have, and how a row is found again after the model has
// changed.
//
// Where the view shows a QAbstractItemModel, persistent indices follow its rows, and are trusted until the model says
// that all is new or in another order, or fills several rows anew. Other models do not change but as a whole. Whenever
// a row can not be trusted, it has to show what it showed before, at its place or, if it is the only one, at another.

#include "delegates.h"

#include "itemtexts.h"
#include "quick.h"

#include <algorithm>
#include <memory>

namespace qtmcp {

namespace {

// A model keeps each persistent index up to date with every row that is inserted: rows beyond so many per view are
// forgotten, those first that were not asked for in the longest time.
constexpr size_t mostRows = 1000;
// Longer lists are not compared to find out whether they are the same.
constexpr int longestList = 2000;

constexpr int serialShift = 32, columnShift = 20, nestedShift = 8;
constexpr uint64_t fieldMask = 0xfff, classMask = 0xff;

// What happened to a model, counted.
struct Upsets {
    uint32_t order = 0;
    uint32_t columns = 0;
    uint32_t rewrites = 0;  // rows that got other data, the same one several times over being one
    int rewritten = -1;

    void rewrite(const QModelIndex &first, const QModelIndex &last) {
        const bool isOneRow = first.row() == last.row();
        if (!isOneRow || rewritten != first.row())
            rewrites += isOneRow ? 1 : 2;
        rewritten = isOneRow ? first.row() : -1;
    }
};

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

struct Row {
    uint32_t serial;
    QPersistentModelIndex index;
    int row;
    QString shown;  // null while nothing has shown it
    uint32_t epoch;
    uint32_t rewrites;  // of the model, when the row was last right
    uint64_t used;
};

// Whether most of what a row shows is what it showed: the rest was edited, or counts.
bool isNearly(const QString &shown, const QString &before) {
    const QStringList now = shown.split(QLatin1Char('\n')), then = before.split(QLatin1Char('\n'));
    int same = 0, texts = 0;
    for (int i = 0; i < now.size(); ++i) {
        texts += !now.at(i).isEmpty();
        same += !now.at(i).isEmpty() && i < then.size() && now.at(i) == then.at(i);
    }
    return same * 2 >= texts;
}

QQuickItem *delegateOf(const ItemView &view, int row) { return row < 0 ? nullptr : view.itemAt(row, 0); }

QString shownIn(const ItemView &view, int row) {
    QQuickItem *delegate = delegateOf(view, row);
    const QString shown = delegate ? fingerprintOf(delegate) : QString();
    return delegate && shown.isNull() ? QStringLiteral("") : shown;
}

class Rows {
public:
    explicit Rows(QQuickItem *view) : view(view) {}

    const QPointer<QQuickItem> view;

    // To be called before anything else, whenever the app may have run in between.
    void refresh(const ItemView &from);
    uint32_t number(const ItemView &from, int row, size_t atOnce);
    uint32_t number(const ItemView &from, const QModelIndex &index);
    // Null when it is gone; its place in `row`.
    const Row *find(const ItemView &from, uint32_t serial);

private:
    // One row that got another text was edited; when several did, rows were filled anew, and are others.
    bool isTrusted(const Row &row) const {
        const bool isFilledAnew = upsets && upsets->rewrites - row.rewrites > 1;
        return row.epoch == epoch && !isUnsteady && !isFilledAnew && (row.index.isValid() || !hasModel);
    }
    bool isLike(const Row &row, const QString &shown) const {
        const bool isSameRow = row.index.isValid() && row.epoch == epoch;
        return !shown.isNull() && (row.shown == shown || (isSameRow && isNearly(shown, row.shown)));
    }
    Row *atPlace(const ItemView &from, int row, const QString &shown);
    Row *elsewhere(const ItemView &from, const QString &shown);
    bool isOnlyOne(const ItemView &from, const QString &shown) const;
    void place(const ItemView &from, Row &row, int at, const QString &shown);
    bool look(const ItemView &from, Row &row);
    Row &add(size_t atOnce);

    std::vector<Row> rows;
    QPointer<QAbstractItemModel> model;
    std::shared_ptr<Upsets> upsets;
    Upsets seen;
    QVariant value;
    bool hasModel = false;    // one whose rows are the view's
    bool isUnsteady = false;  // a model that may change without anybody being told
    uint32_t epoch = 0;
    uint64_t clock = 0;
};

bool isListTooLong(const QVariant &value) {
    const int type = value.userType();
    return (type == QMetaType::QVariantList && value.toList().size() > longestList) ||
           (type == QMetaType::QStringList && value.toStringList().size() > longestList);
}

void Rows::refresh(const ItemView &from) {
    QAbstractItemModel *now = from.model();
    hasModel = now && !from.isHeader();
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

// The known row that is at this place, if it may be taken for the one that is there now.
Row *Rows::atPlace(const ItemView &from, int at, const QString &shown) {
    const QModelIndex index = hasModel ? from.indexAt(at, 0) : QModelIndex();
    for (Row &row : rows) {
        const bool isThere = row.index.isValid() ? row.index == index : row.row == at;
        if (isThere && (isTrusted(row) || isLike(row, shown)))
            return &row;
    }
    return nullptr;
}

bool Rows::isOnlyOne(const ItemView &from, const QString &shown) const {
    const std::vector<Cell> cells = from.cellsInSight();
    return std::count_if(cells.begin(), cells.end(),
                         [&](const Cell &cell) { return cell.column == 0 && fingerprintOf(cell.item) == shown; }) <= 1;
}

// The one row that showed the same, and whose own place is not known.
Row *Rows::elsewhere(const ItemView &from, const QString &shown) {
    Row *found = nullptr;
    for (Row &row : rows) {
        if (isTrusted(row) || row.shown != shown || shown.isNull())
            continue;
        if (found)
            return nullptr;
        found = &row;
    }
    return found && isOnlyOne(from, shown) ? found : nullptr;
}

void Rows::place(const ItemView &from, Row &row, int at, const QString &shown) {
    row.row = at;
    if (!shown.isNull())
        row.shown = shown;
    if (hasModel && (!row.index.isValid() || from.rowOf(row.index) != at))
        row.index = from.indexAt(at, 0);
    row.epoch = epoch;
    row.rewrites = upsets ? upsets->rewrites : 0;
    row.used = ++clock;
}

Row &Rows::add(size_t atOnce) {
    static uint32_t last = 0;
    const size_t most = std::max(mostRows, 2 * atOnce);
    if (rows.size() >= most) {
        const auto middle = rows.begin() + std::ptrdiff_t(rows.size() / 2);
        std::nth_element(rows.begin(), middle, rows.end(), [](const Row &a, const Row &b) { return a.used > b.used; });
        rows.erase(middle, rows.end());
    }
    rows.push_back({++last, QPersistentModelIndex(), -1, QString(), epoch, upsets ? upsets->rewrites : 0, 0});
    return rows.back();
}

uint32_t Rows::number(const ItemView &from, int at, size_t atOnce) {
    const QString shown = shownIn(from, at);
    Row *row = atPlace(from, at, shown);
    if (!row)
        row = elsewhere(from, shown);
    if (!row)
        row = &add(atOnce);
    place(from, *row, at, shown);
    return row->serial;
}

uint32_t Rows::number(const ItemView &from, const QModelIndex &index) {
    for (const Row &row : rows) {
        if (row.index == index && isTrusted(row))
            return row.serial;
    }
    Row &row = add(1);
    row.index = index;
    row.row = from.rowOf(index);
    row.used = ++clock;
    return row.serial;
}

// Looks for a row that is not where it was, or not surely so.
bool Rows::look(const ItemView &from, Row &row) {
    const int place = row.index.isValid() ? from.rowOf(row.index) : row.row;
    const QString there = shownIn(from, place);
    if (isLike(row, there)) {
        Rows::place(from, row, place, there);
        return true;
    }
    if (!row.shown.isNull() && isOnlyOne(from, row.shown)) {
        for (const Cell &cell : from.cellsInSight()) {
            if (cell.column == 0 && fingerprintOf(cell.item) == row.shown) {
                Rows::place(from, row, cell.row, row.shown);
                return true;
            }
        }
    }
    // Nothing shows that place, so there is nothing to go by until it is scrolled to.
    row.row = place;
    return there.isNull() && place < from.rows();
}

const Row *Rows::find(const ItemView &from, uint32_t serial) {
    const auto found =
        std::find_if(rows.begin(), rows.end(), [serial](const Row &row) { return row.serial == serial; });
    if (found == rows.end())
        return nullptr;
    if (isTrusted(*found))
        found->row = found->index.isValid() ? from.rowOf(found->index) : found->row;
    else if (!look(from, *found))
        return nullptr;
    found->used = ++clock;
    return found->row < from.rows() ? &*found : nullptr;
}

Rows &rowsOf(const ItemView &view) {
    // Each on its own, since views come while others are in use.
    static auto *const all = new std::vector<std::unique_ptr<Rows>>;
    const auto isGone = [](const std::unique_ptr<Rows> &rows) { return !rows->view; };
    all->erase(std::remove_if(all->begin(), all->end(), isGone), all->end());
    const auto isIt = [&view](const std::unique_ptr<Rows> &rows) { return rows->view == view.item(); };
    auto found = std::find_if(all->begin(), all->end(), isIt);
    if (found == all->end())
        found = all->insert(found, std::make_unique<Rows>(view.item()));
    Rows &rows = **found;
    rows.refresh(view);
    return rows;
}

// Counts items in the order they lie in each other, to give one a number among them or to find it by that.
bool countTo(const QQuickItem *item, const QQuickItem *wanted, uint64_t &number) {
    if (item == wanted)
        return true;
    const QList<QQuickItem *> children = item->childItems();
    for (const QQuickItem *child : children) {
        if (countTo(child, wanted, ++number))
            return true;
    }
    return false;
}

QQuickItem *nth(QQuickItem *item, uint64_t &left) {
    if (left == 0)
        return item;
    const QList<QQuickItem *> children = item->childItems();
    for (QQuickItem *child : children) {
        --left;
        if (QQuickItem *found = nth(child, left))
            return found;
    }
    return nullptr;
}

uint64_t classMark(const QQuickItem *item) {
    uint64_t mark = 0;
    for (const char *at = item->metaObject()->className(); *at; ++at)
        mark = mark * 31 + uint8_t(*at);
    return (mark ^ (mark >> 8)) & classMask;
}

QQuickItem *nestedIn(QQuickItem *delegate, uint64_t nested, uint64_t mark) {
    uint64_t left = nested - 1;
    QQuickItem *item = nth(delegate, left);
    return item && classMark(item) == mark ? item : nullptr;
}

// The first cell of a row stands for the row where one item must.
QQuickItem *firstInRow(const ItemView &view, int row) {
    if (QQuickItem *first = delegateOf(view, row))
        return first;
    for (const Cell &cell : view.cellsInSight()) {
        if (cell.row == row)
            return cell.item;
    }
    return nullptr;
}

// Where the row is now, and what shows it.
bool locate(const ItemView &view, Part *part) {
    const Row *row = rowsOf(view).find(view, part->serial);
    if (!row)
        return false;
    part->row = row->row;
    part->index = row->index;
    if (part->row >= 0)
        part->delegate = part->column < 0 ? firstInRow(view, part->row) : view.itemAt(part->row, part->column);
    return true;
}

bool look(const QtmcpElement *element, Part *part, bool brings) {
    ItemView view(objectOf(element->object));
    if (!view || !element->part)
        return false;
    *part = Part();
    part->view = view.item();
    part->serial = uint32_t(element->part >> serialShift);
    part->column = int((element->part >> columnShift) & fieldMask) - 1;
    if (!locate(view, part))
        return false;
    if (!part->delegate && brings) {
        if (part->row < 0)
            view.open(part->index);
        if (part->view && locate(view, part))
            view.bring(part->row, part->column);
        // What is there now may be another row.
        if (!part->view || !locate(view, part))
            return false;
    }
    part->item = part->delegate;
    const uint64_t nested = (element->part >> nestedShift) & fieldMask;
    part->isNested = nested;
    if (nested && part->delegate)
        part->item = nestedIn(part->delegate, nested, element->part & classMask);
    return !nested || !part->delegate || part->item;
}

}  // namespace

uint64_t partNumber(uint32_t serial, int column, const QQuickItem *delegate, const QQuickItem *nested) {
    const uint64_t row = uint64_t(serial) << serialShift | uint64_t(column + 1) << columnShift;
    uint64_t number = 0;
    if (!nested || !countTo(delegate, nested, number))
        return row;
    return row | (number + 1) << nestedShift | classMark(nested);
}

std::vector<uint32_t> numberRows(const ItemView &view, const std::vector<int> &rows) {
    Rows &known = rowsOf(view);
    std::vector<uint32_t> numbers;
    for (int row : rows)
        numbers.push_back(known.number(view, row, rows.size()));
    return numbers;
}

uint32_t numberRow(const ItemView &view, int row) { return rowsOf(view).number(view, row, 1); }

uint32_t numberIndex(const ItemView &view, const QModelIndex &index) { return rowsOf(view).number(view, index); }

QString rememberedName(const Part &part) {
    const ItemView view(part.view);
    const Row *row = view ? rowsOf(view).find(view, part.serial) : nullptr;
    QStringList texts = row ? row->shown.split(QLatin1Char('\n')) : QStringList();
    const QString name = texts.isEmpty() ? QString() : texts.takeFirst();
    if (!name.isEmpty())
        return name;
    return texts.isEmpty() ? part.index.data(Qt::DisplayRole).toString() : texts.join(QStringLiteral(", "));
}

bool findPart(const QtmcpElement *element, Part *part) { return look(element, part, false); }

bool bringPart(const QtmcpElement *element, Part *part) { return look(element, part, true); }

}  // namespace qtmcp
