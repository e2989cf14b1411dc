// Widgets embedded in a graphics scene: windows by their flags, but shown inside a view.

#include "elements.h"
#include "family.h"

#include <QtWidgets/QGraphicsProxyWidget>
#include <QtWidgets/QGraphicsScene>
#include <QtWidgets/QGraphicsView>

#include <QtCore/QPointer>
#include <QtGui/QAccessible>

#include <algorithm>
#include <vector>

namespace qtmcp {

namespace {

constexpr int itemLimit = 5000;
// Around what is in sight: one could scroll there.
constexpr int pages = 1;

// What of an item is told, if anything: the widget in it, or what accessibility knows.
QObject *toldOf(const QGraphicsItem *item) {
    QGraphicsObject *object = const_cast<QGraphicsItem *>(item)->toGraphicsObject();
    const auto *proxy = qobject_cast<QGraphicsProxyWidget *>(object);
    if (proxy)
        return proxy->widget();
    return object && accessibleOf(object) ? object : nullptr;
}

// Of a scene that has any number of items, which are sorted by their height only at some cost.
std::vector<QGraphicsItem *> itemsOfMany(const QList<QGraphicsItem *> &items, const QRectF &near, bool everything) {
    std::vector<QGraphicsItem *> objects;
    for (QGraphicsItem *item : items) {
        const QGraphicsObject *object = item->toGraphicsObject();
        const bool isIt = object && (everything || item->sceneBoundingRect().intersects(near));
        if (isIt && objects.size() < size_t(itemLimit))
            objects.push_back(item);
    }
    return objects;
}

// From the lowest to the topmost, where there are not too many to tell.
std::vector<QGraphicsItem *> itemsOf(const QGraphicsView *view, bool everything) {
    const QRect seen = view->viewport()->rect();
    const QRect near =
        seen.adjusted(-pages * seen.width(), -pages * seen.height(), pages * seen.width(), pages * seen.height());
    // In no order: Qt asks its index so, too.
    const QList<QGraphicsItem *> all = view->scene()->items(Qt::SortOrder(-1));
    if (all.size() > itemLimit)
        return itemsOfMany(all, view->mapToScene(near).boundingRect(), everything);
    const QList<QGraphicsItem *> items = everything ? view->scene()->items(Qt::AscendingOrder) : view->items(near);
    std::vector<QGraphicsItem *> ascending(items.begin(), items.end());
    // The view gives the topmost first.
    if (!everything)
        std::reverse(ascending.begin(), ascending.end());
    return ascending;
}

}  // namespace

QGraphicsProxyWidget *proxyOf(const QWidget *widget) { return widget->window()->graphicsProxyWidget(); }

QGraphicsView *viewAround(const QWidget *widget) {
    const QGraphicsProxyWidget *proxy = proxyOf(widget);
    if (!proxy || !proxy->scene())
        return nullptr;
    const QList<QGraphicsView *> views = proxy->scene()->views();
    for (QGraphicsView *view : views) {
        if (view->isVisible())
            return view;
    }
    return views.isEmpty() ? nullptr : views.first();
}

QWidget *windowOnScreen(QWidget *widget) {
    QWidget *window = widget->window();
    // A scene in a scene in a scene is deep enough; a view that shows itself would never end.
    for (int depth = 0; depth < 8; ++depth) {
        QGraphicsView *view = viewAround(window);
        if (!view)
            break;
        window = view->window();
    }
    return window;
}

QPoint toViewport(const QWidget *widget, const QPoint &point) {
    const QGraphicsView *view = viewAround(widget);
    const QPointF inScene = proxyOf(widget)->mapToScene(QPointF(widget->mapTo(widget->window(), point)));
    return view->mapFromScene(inScene);
}

QGraphicsItem *pressedItem(const QGraphicsView *view, const QPoint &point) {
    const QList<QGraphicsItem *> items = view->items(point);
    for (QGraphicsItem *item : items) {
        const bool isPlain = !(item->flags() & (QGraphicsItem::ItemIsMovable | QGraphicsItem::ItemIsSelectable));
        if (item->isEnabled() && (item->isWidget() || item->toGraphicsObject() || !isPlain))
            return item;
    }
    return nullptr;
}

void giveScene(QGraphicsView *view, bool everything, const QtmcpElements *elements) {
    if (!view->scene())
        return;
    std::vector<QPointer<QObject>> found;
    for (const QGraphicsItem *item : itemsOf(view, everything)) {
        if (QObject *told = everything || item->isVisible() ? toldOf(item) : nullptr)
            found.emplace_back(told);
    }
    for (const auto &object : found) {
        const QtmcpElement element = elementOf(object);
        if (object)
            elements->take(elements->context, &element);
    }
}

}  // namespace qtmcp
