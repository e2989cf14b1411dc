// The numbers that rows and cells of QML views have as parts of them, and what shows a part at the moment.

#include "delegates.h"

#include "itemrows.h"
#include "quick.h"

namespace qtmcp {

namespace {

constexpr int serialShift = 32, columnShift = 20, nestedShift = 8;
constexpr uint64_t fieldMask = 0xfff, classMask = 0xff;
constexpr int fieldBits = 12;

// A column that does not fit its field has the rest where otherwise the class of something nested is.
int columnIn(uint64_t part) {
    const bool isNested = (part >> nestedShift) & fieldMask;
    const uint64_t rest = isNested ? 0 : part & classMask;
    return int((rest << fieldBits) | ((part >> columnShift) & fieldMask)) - 1;
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
    if (QQuickItem *first = view.itemAt(row, 0))
        return first;
    for (const Cell &cell : view.cellsInSight()) {
        if (cell.row == row)
            return cell.item;
    }
    return nullptr;
}

// Where the row is now, and what shows it.
bool locate(const ItemView &view, Part *part) {
    const Row row = rowsOf(view)->find(view, part->serial);
    if (!row.serial)
        return false;
    part->row = row.row;
    part->index = row.index;
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
    part->column = columnIn(element->part);
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
    const uint64_t place = uint64_t(column + 1), rest = place >> fieldBits;
    const uint64_t row = uint64_t(serial) << serialShift | (place & fieldMask) << columnShift;
    if (!serial || rest > classMask)
        return 0;
    uint64_t number = 0;
    if (!nested || !countTo(delegate, nested, number))
        return row | rest;
    return rest || number >= fieldMask ? 0 : row | (number + 1) << nestedShift | classMark(nested);
}

std::vector<uint32_t> numberRows(const ItemView &view, const std::vector<int> &rows) {
    const std::shared_ptr<Rows> known = rowsOf(view);
    std::vector<uint32_t> numbers;
    for (int row : rows)
        numbers.push_back(view ? known->number(view, row, rows.size()) : 0);
    return numbers;
}

uint32_t numberRow(const ItemView &view, int row) { return rowsOf(view)->number(view, row, 1); }

uint32_t numberIndex(const ItemView &view, const QModelIndex &index) { return rowsOf(view)->number(view, index); }

QString rememberedName(const Part &part) {
    const ItemView view(part.view);
    const Row row = view ? rowsOf(view)->find(view, part.serial) : Row();
    const QString name = row.shown.section(QLatin1Char('\n'), 0, 0);
    return name.isEmpty() ? part.index.data(Qt::DisplayRole).toString() : name;
}

bool findPart(const QtmcpElement *element, Part *part) { return look(element, part, false); }

bool bringPart(const QtmcpElement *element, Part *part) { return look(element, part, true); }

}  // namespace qtmcp
