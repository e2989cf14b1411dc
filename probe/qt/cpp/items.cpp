// QML items: how they lie in each other, where they are, and what they look like.

#include "quick.h"

#include "image.h"

#include <QtCore/QPointer>
#include <QtGui/QScreen>

#include <algorithm>

namespace qtmcp {

namespace {

QQuickItem *itemOf(const void *object) { return qobject_cast<QQuickItem *>(objectOf(object)); }

// The object that an item is shown under.
const QObject *treeParent(const QQuickItem *item) {
    if (const QObject *popup = popupOf(item))
        return popup;
    const QQuickItem *visual = item->parentItem();
    const QQuickWindow *window = item->window();
    // The root of a scene stands for its window.
    if (!window || (visual != window->contentItem() && item != window->contentItem()))
        return visual;
    const QObject *widget = widgetAround(window);
    return widget ? widget : window;
}

// The root of a scene inside a widget has no size of its own in some versions.
QRectF sceneArea(const QQuickWindow *window) {
    const QObject *widget = widgetAround(window);
    return QRectF(QPointF(0, 0), widget ? widget->property("size").toSize() : window->size());
}

QImage openPictureOf(QQuickWindow *window) {
    const Stage stage = stageOf(window);
    if (!stage.isVisible)
        return QImage();
    if (stage.widget)
        return pictureOfWidget(stage.widget);
    // The threaded renderer of Qt 5 ends the app when asked for a window that it has never had.
    if (!window->isExposed() && !window->isSceneGraphInitialized())
        return QImage();
    const QPointer<QQuickWindow> guard(window);
    QImage picture = window->grabWindow();
    // The software renderer of Qt 6 draws all pixels of a scaled window and does not say that there are more.
    if (guard && picture.size() == window->size() * window->devicePixelRatio())
        picture.setDevicePixelRatio(window->devicePixelRatio());
    if (!picture.isNull() || !guard)
        return picture;
    // The software renderer of Qt 5 cannot be asked for a frame on this platform.
    QScreen *screen = isAlone() ? window->screen() : nullptr;
    return screen && window->handle() ? screen->grabWindow(window->winId()).toImage() : QImage();
}

// Without secrets; null when the window has gone while it was drawn.
QImage pictureOf(QQuickWindow *window) {
    const QPointer<QQuickWindow> guard(window);
    QImage picture = openPictureOf(window);
    if (!guard || picture.isNull())
        return QImage();
    gui->cover(static_cast<QObject *>(window), &picture, 0, 0);
    return picture;
}

}  // namespace

bool isItem(const void *object) { return itemOf(object); }

bool children(const void *address, const QtmcpObjects *objects) {
    QObject *object = objectOf(address);
    const QQuickItem *item = itemOf(address);
    if (!item) {
        const auto *window = qobject_cast<QQuickWindow *>(object);
        if (!window)
            window = windowInside(object);
        if (!window)
            return false;
        item = window->contentItem();
    }
    const QList<QQuickItem *> list = item->childItems();
    for (const QQuickItem *child : list) {
        // An open popup lies in the overlay of its window, but its place in the tree is where it was declared.
        if (!popupOf(child))
            objects->take(objects->context, static_cast<const QObject *>(child));
    }
    return true;
}

bool parent(const void *object, const void **parent) {
    const QQuickItem *item = itemOf(object);
    *parent = item ? treeParent(item) : nullptr;
    return item;
}

bool placement(const void *object, QtmcpPlacement *placement) {
    const QQuickItem *item = itemOf(object);
    if (!item)
        return false;
    QQuickWindow *window = item->window();
    const Stage stage = window ? stageOf(window) : Stage();
    placement->local = {item->x(), item->y(), item->width(), item->height()};
    const QRectF global = globalArea(item);
    placement->global = {global.x(), global.y(), global.width(), global.height()};
    placement->visible = item->isVisible() && stage.isVisible;
    placement->enabled = item->isEnabled() && (!window || stage.isEnabled);
    return true;
}

bool grab(const void *object, const QtmcpImage *image) {
    const QPointer<QQuickItem> item(shownItem(objectOf(object)));
    if (!item || !item->isVisible() || !item->window())
        return false;
    const QImage picture = pictureOf(item->window());
    // Drawing runs the app's code.
    const QRectF seen = item && item->window() ? seenPart(item) : QRectF();
    return !picture.isNull() && !seen.isEmpty() && give(cropped(picture, seen), image);
}

QtmcpPainted paint(const void *object, void *, void *picture) {
    auto *window = qobject_cast<QQuickWindow *>(objectOf(object));
    if (window)
        *static_cast<QImage *>(picture) = pictureOf(window);
    return window ? QTMCP_PICTURED : QTMCP_NOT_PAINTED;
}

QQuickItem *shownItem(QObject *object) {
    if (auto *item = qobject_cast<QQuickItem *>(object))
        return item;
    if (const auto *window = qobject_cast<QQuickWindow *>(object))
        return window->contentItem();
    if (object->inherits("QQuickPopup")) {
        const QObjectList &children = object->children();
        for (QObject *child : children) {
            if (child && child->inherits("QQuickPopupItem"))
                return qobject_cast<QQuickItem *>(child);
        }
    }
    return nullptr;
}

QRectF areaOf(const QQuickItem *item) { return QRectF(0, 0, item->width(), item->height()); }

QRectF globalArea(const QQuickItem *item) {
    const QRectF area = areaOf(item);
    QPolygonF corners;
    for (const QPointF &corner : {area.topLeft(), area.topRight(), area.bottomRight(), area.bottomLeft()})
        corners.append(item->mapToGlobal(corner));
    return corners.boundingRect();
}

std::vector<QQuickItem *> topFirst(const QQuickItem *item) {
    const QList<QQuickItem *> list = item->childItems();
    std::vector<QQuickItem *> children(list.begin(), list.end());
    std::stable_sort(children.begin(), children.end(), [](auto *a, auto *b) { return a->z() < b->z(); });
    std::reverse(children.begin(), children.end());
    return children;
}

bool isUsable(const QQuickItem *item) {
    return item->isEnabled() && (!item->inherits("QQuickMouseArea") || item->property("enabled").toBool());
}

QRectF seenPart(const QQuickItem *item) {
    QRectF seen = item->mapRectToScene(areaOf(item));
    for (const QQuickItem *above = item->parentItem(); above; above = above->parentItem()) {
        if (above->clip())
            seen &= above->mapRectToScene(above->clipRect());
    }
    return seen & sceneArea(item->window());
}

QObject *popupOf(const QQuickItem *item) {
    QObject *owner = item->parent();
    const bool isElsewhere = owner && owner != item->parentItem() && !owner->isWindowType();
    return isElsewhere && owner->inherits("QQuickPopup") && item->inherits("QQuickPopupItem") ? owner : nullptr;
}

QQuickItem *overlayOf(const QQuickWindow *window) {
    const QList<QQuickItem *> items = window->contentItem()->childItems();
    for (QQuickItem *item : items) {
        if (item->inherits("QQuickOverlay"))
            return item;
    }
    return nullptr;
}

}  // namespace qtmcp
