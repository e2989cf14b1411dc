// Widgets embedded in a graphics scene: windows by their flags, but shown inside a view.

#include "family.h"

#include <QtWidgets/QGraphicsProxyWidget>
#include <QtWidgets/QGraphicsScene>
#include <QtWidgets/QGraphicsView>

#include <QtCore/QPointer>
#include <QtGui/QAccessible>

#include <vector>

namespace qtmcp {

namespace {

constexpr int itemLimit = 5000;
constexpr int pages = 4;

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
    const QGraphicsScene *scene = view->scene();
    if (!scene)
        return;
    // A few pages around what is in sight: one could scroll there, and a scene may have any number of items.
    const QRect seen = view->viewport()->rect();
    const QRect near =
        seen.adjusted(-pages * seen.width(), -pages * seen.height(), pages * seen.width(), pages * seen.height());
    const QList<QGraphicsItem *> items = everything ? scene->items(Qt::AscendingOrder) : view->items(near);
    std::vector<QPointer<QObject>> found;
    for (int i = 0; i < items.size() && i < itemLimit; ++i) {
        // The view gives the topmost first, the scene the lowest: reading begins with the lowest.
        QGraphicsItem *item = items.at(everything ? i : items.size() - 1 - i);
        QGraphicsObject *object = item->toGraphicsObject();
        if (!object || (!everything && !item->isVisible()))
            continue;
        const auto *proxy = qobject_cast<QGraphicsProxyWidget *>(object);
        if (proxy && proxy->widget())
            found.emplace_back(proxy->widget());
        else if (!proxy && QAccessible::queryAccessibleInterface(object))
            found.emplace_back(object);
    }
    for (const auto &object : found) {
        const QtmcpElement element = elementOf(object);
        if (object)
            elements->take(elements->context, &element);
    }
}

}  // namespace qtmcp
