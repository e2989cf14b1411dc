// Which QML item an element is, and which element is where: under the pointer, and with the keyboard focus.

#include "itemelements.h"

#include "compat.h"
#include "quick.h"

#include <QtGui/QGuiApplication>

#include <algorithm>

namespace qtmcp {

namespace {

bool find(const QtmcpElement *element, Subject *subject, bool (*findIt)(const QtmcpElement *, Part *)) {
    subject->object = objectOf(element->object);
    subject->isPart = element->part;
    if (element->part) {
        if (!findIt(element, &subject->part))
            return false;
        subject->item = subject->part.item;
        return true;
    }
    const QQuickWindow *window = windowInside(subject->object);
    subject->item = window ? window->contentItem() : shownItem(subject->object);
    return subject->item || subject->object->inherits("QQuickPopup");
}

// Whether there is something to see or to hit, rather than only a place for others.
bool isSolid(const QQuickItem *item) {
    const Kind kind = traitsOf(item).kind;
    return kind != Kind::Item || (item->flags() & QQuickItem::ItemHasContents) ||
           item->acceptedMouseButtons() != Qt::NoButton;
}

QQuickItem *topmostAt(QQuickItem *item, const QPointF &point, QQuickItem **hollow) {
    const bool isInside = item->contains(item->mapFromScene(point));
    if (item->clip() && !isInside)
        return nullptr;
    for (QQuickItem *child : topFirst(item)) {
        QQuickItem *found = isShown(child) ? topmostAt(child, point, hollow) : nullptr;
        if (found)
            return found;
    }
    if (isInside && isSolid(item) && !item->inherits("QQuickOverlay"))
        return item;
    if (isInside && !*hollow)
        *hollow = item;
    return nullptr;
}

// The scene shown at a point of this window, which may be one of widgets.
QQuickWindow *sceneAt(QWindow *window, const QPoint &point) {
    if (auto *quick = qobject_cast<QQuickWindow *>(window))
        return quick;
    QQuickWindow *found = nullptr;
    for (QQuickWindow *inside : windowsInWidgets()) {
        const Stage stage = stageOf(inside);
        if (!stage.isVisible || stage.window != window)
            continue;
        const QRect area(stage.origin, stage.widget->property("size").toSize());
        if (area.contains(point) && !widgetOver(stage.widget, point))
            found = inside;
    }
    return found;
}

}  // namespace

bool findSubject(const QtmcpElement *element, Subject *subject) { return find(element, subject, findPart); }

bool bringSubject(const QtmcpElement *element, Subject *subject) { return find(element, subject, bringPart); }

bool focused(QtmcpElement *focused) {
    auto *item = qobject_cast<QQuickItem *>(QGuiApplication::focusObject());
    const std::vector<QtmcpElement> path = item ? elementsTo(item) : std::vector<QtmcpElement>();
    if (path.empty())
        return false;
    *focused = path.back();
    return true;
}

bool elementAt(const void *object, double x, double y, QtmcpElement *found) {
    auto *window = qobject_cast<QWindow *>(objectOf(object));
    if (!window)
        return false;
    const QPointF inWindow = QPointF(x, y) - window->mapToGlobal(QPoint(0, 0));
    QQuickWindow *scene = sceneAt(window, inWindow.toPoint());
    if (!scene)
        return false;
    QQuickItem *hollow = nullptr;
    QQuickItem *item = topmostAt(scene->contentItem(), inWindow - stageOf(scene).origin, &hollow);
    const std::vector<QtmcpElement> path = elementsTo(item ? item : hollow ? hollow : scene->contentItem());
    if (path.empty())
        return false;
    *found = path.back();
    return true;
}

}  // namespace qtmcp
