// Asks item views by the names of their methods. TableView of Qt 5 has none: there a cell is known by what its delegate
// was given.

#include "itemviews.h"

#include "quick.h"

#include <QtCore/QMetaEnum>
#include <QtQml/QQmlContext>
#include <QtQml/QQmlEngine>

#include <algorithm>

namespace qtmcp {

namespace {

// ListView.Contain: as little as will show all of it.
constexpr int contain = 4;

int intOf(QQuickItem *item, const char *name) {
    const QMetaObject *meta = item->metaObject();
    if (meta->indexOfProperty(name) >= 0)
        return item->property(name).toInt();
    const QQmlContext *context = QQmlEngine::contextForObject(item);
    const QVariant value = context ? context->contextProperty(QString::fromLatin1(name)) : QVariant();
    return value.isValid() ? value.toInt() : -1;
}

QRectF areaInParent(const QQuickItem *item) { return QRectF(item->x(), item->y(), item->width(), item->height()); }

bool isBefore(const Cell &a, const Cell &b) { return a.row != b.row ? a.row < b.row : a.column < b.column; }

}  // namespace

ItemView::ItemView(QObject *object) {
    auto *item = qobject_cast<QQuickItem *>(object);
    if (!item)
        return;
    viewKind = traitsOf(item).kind;
    if (hasRows(item, viewKind))
        view = item;
}

QQuickItem *ItemView::content() const {
    return view ? qobject_cast<QQuickItem *>(objectIn(view->property("contentItem"))) : nullptr;
}

QRectF ItemView::viewport() const {
    if (!view)
        return QRectF();
    return QRectF(view->property("contentX").toDouble(), view->property("contentY").toDouble(), view->width(),
                  view->height());
}

bool ItemView::has(const char *signature) const { return view && view->metaObject()->indexOfMethod(signature) >= 0; }

// All tables of a process are of the same Qt.
bool ItemView::tellsCells() const {
    if (!view)
        return false;
    static const bool tells = has("itemAtCell(QPoint)");
    return tells;
}

// What lies in the view at the moment, in sight.
std::vector<QQuickItem *> ItemView::made() const {
    std::vector<QQuickItem *> items;
    const QQuickItem *inside = content();
    const QRectF sight = viewport();
    const QList<QQuickItem *> children = inside ? inside->childItems() : QList<QQuickItem *>();
    for (QQuickItem *child : children) {
        if (isShown(child) && areaInParent(child).intersects(sight))
            items.push_back(child);
    }
    return items;
}

std::vector<Cell> ItemView::cellsInSight() const {
    std::vector<Cell> cells;
    for (QQuickItem *item : made()) {
        const Cell cell = cellOf(item);
        if (cell.row >= 0)
            cells.push_back(cell);
    }
    std::sort(cells.begin(), cells.end(), isBefore);
    return cells;
}

std::vector<Cell> ItemView::cellsBeside(const QQuickItem *item) const {
    std::vector<Cell> cells;
    for (QQuickItem *other : made()) {
        const Cell cell = other->y() == item->y() ? cellOf(other) : Cell();
        if (cell.row >= 0)
            cells.push_back(cell);
    }
    std::sort(cells.begin(), cells.end(), isBefore);
    return cells;
}

std::vector<QQuickItem *> ItemView::extras() const {
    std::vector<QQuickItem *> items;
    if (!view || isTable())
        return items;
    const QObject *highlight = objectIn(view->property("highlightItem"));
    for (QQuickItem *item : made()) {
        if (item != highlight && cellOf(item).row < 0)
            items.push_back(item);
    }
    return items;
}

QQuickItem *ItemView::itemAt(int row, int column) const {
    QQuickItem *item = nullptr;
    if (!isTable()) {
        QMetaObject::invokeMethod(view, "itemAtIndex", Q_RETURN_ARG(QQuickItem *, item), Q_ARG(int, row));
        return item;
    }
    if (tellsCells()) {
        QMetaObject::invokeMethod(view, "itemAtCell", Q_RETURN_ARG(QQuickItem *, item),
                                  Q_ARG(QPoint, QPoint(column, row)));
        return item;
    }
    const QQuickItem *inside = content();
    const QList<QQuickItem *> children = inside ? inside->childItems() : QList<QQuickItem *>();
    for (QQuickItem *child : children) {
        if (child->isVisible() && intOf(child, "row") == row && intOf(child, "column") == column)
            return child;
    }
    return nullptr;
}

Cell ItemView::cellByContext(QQuickItem *item) const { return {intOf(item, "row"), intOf(item, "column"), item}; }

Cell ItemView::cellOf(QQuickItem *item) const {
    const QPointF middle = areaInParent(item).center();
    Cell cell;
    if (!isTable()) {
        QMetaObject::invokeMethod(view, "indexAt", Q_RETURN_ARG(int, cell.row), Q_ARG(qreal, middle.x()),
                                  Q_ARG(qreal, middle.y()));
    } else if (tellsCells()) {
        QPoint place(-1, -1);
        static const bool isRenamed = has("cellAtPosition(QPointF)");
        // The method was renamed, and the old name takes places in the view rather than in its content.
        if (isRenamed)
            QMetaObject::invokeMethod(view, "cellAtPosition", Q_RETURN_ARG(QPoint, place), Q_ARG(QPointF, middle));
        else
            QMetaObject::invokeMethod(view, "cellAtPos", Q_RETURN_ARG(QPoint, place),
                                      Q_ARG(QPointF, middle - viewport().topLeft()));
        cell.row = place.y();
        cell.column = place.x();
    } else {
        return cellByContext(item);
    }
    if (cell.row < 0 || itemAt(cell.row, cell.column) != item)
        return Cell();
    cell.item = item;
    return cell;
}

void ItemView::bring(int row, int column) {
    if (row < 0 || row >= rows() || column >= columns())
        return;
    if (isTable())
        bringTableCell(row, std::max(column, 0));
    else
        QMetaObject::invokeMethod(view, "positionViewAtIndex", Q_ARG(int, row), Q_ARG(int, contain));
    if (view)
        QMetaObject::invokeMethod(view, "forceLayout");
}

void ItemView::bringTableCell(int row, int column) {
    const QMetaObject *meta = view->metaObject();
    const QMetaEnum modes = meta->enumerator(meta->indexOfEnumerator("PositionMode"));
    if (!has("positionViewAtCell(QPoint,PositionMode)") || !modes.isValid()) {
        bringByGuess(row);
        return;
    }
    bool isKnown = false;
    int mode = modes.keyToValue("Contain", &isKnown);
    if (!isKnown)
        mode = modes.keyToValue("AlignCenter");
    const QVariant animates = view->property("animate");
    view->setProperty("animate", false);
    if (view)
        QMetaObject::invokeMethod(view, "positionViewAtCell", Q_ARG(QPoint, QPoint(column, row)),
                                  QGenericArgument("PositionMode", &mode));
    if (view)
        view->setProperty("animate", animates);
}

// Qt 5 can only be scrolled by lengths, and knows the heights of the rows it shows.
void ItemView::bringByGuess(int row) {
    constexpr int tries = 30;
    for (int i = 0; i < tries && view; ++i) {
        const std::vector<Cell> cells = cellsInSight();
        if (cells.empty())
            return;
        const Cell &first = cells.front(), &last = cells.back();
        if (row >= first.row && row <= last.row)
            return;
        const double height = last.item->y() + last.item->height() - first.item->y();
        const double perRow = height / (last.row - first.row + 1);
        const double target = first.item->y() + perRow * (row - first.row);
        const double most = view->property("contentHeight").toDouble() - view->height();
        view->setProperty("contentY", std::max(0.0, std::min(most, target)));
        if (view)
            QMetaObject::invokeMethod(view, "forceLayout");
    }
}

void ItemView::open(const QPersistentModelIndex &index) {
    // A model may lie in a circle.
    constexpr size_t deepest = 1000;
    std::vector<QPersistentModelIndex> above;
    for (QModelIndex at = index.parent(); at.isValid() && above.size() < deepest; at = at.parent())
        above.emplace_back(at);
    for (auto branch = above.rbegin(); branch != above.rend() && view; ++branch) {
        const int row = branch->isValid() ? rowOf(*branch) : -1;
        if (row < 0)
            return;
        QMetaObject::invokeMethod(view, "expand", Q_ARG(int, row));
        if (view)
            QMetaObject::invokeMethod(view, "forceLayout");
    }
}

QAbstractItemModel *ItemView::model() const {
    if (!view)
        return nullptr;
    return qobject_cast<QAbstractItemModel *>(objectIn(view->property("model")));
}

QModelIndex ItemView::indexAt(int row, int column) const {
    if (viewKind == Kind::TreeView) {
        QModelIndex index;
        QMetaObject::invokeMethod(view, "modelIndex", Q_RETURN_ARG(QModelIndex, index),
                                  Q_ARG(QPoint, QPoint(column, row)));
        return index;
    }
    QAbstractItemModel *rows = model();
    return rows && !isHeader() ? rows->index(row, column) : QModelIndex();
}

int ItemView::rowOf(const QModelIndex &index) const {
    if (viewKind != Kind::TreeView)
        return index.row();
    QPoint cell(-1, -1);
    QMetaObject::invokeMethod(view, "cellAtIndex", Q_RETURN_ARG(QPoint, cell), Q_ARG(QModelIndex, index));
    return cell.y();
}

QItemSelectionModel *ItemView::selection() const {
    if (!view)
        return nullptr;
    return qobject_cast<QItemSelectionModel *>(objectIn(view->property("selectionModel")));
}

}  // namespace qtmcp
