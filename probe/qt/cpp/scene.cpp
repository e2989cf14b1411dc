// Whether a person could click a QML item or type into it, and where the pointer would go.

#include "itemelements.h"
#include "quick.h"

#include <QtCore/QPointer>
#include <QtGui/QGuiApplication>

#include <algorithm>
#include <vector>

namespace qtmcp {

namespace {

bool isOrHolds(const QQuickItem *item, const QQuickItem *other) { return item == other || item->isAncestorOf(other); }

// Whether a handler would keep a press of the left button for itself.
bool takesPress(const QObject *handler) {
    if (!handler->inherits("QQuickPointerHandler") || !handler->property("enabled").toBool())
        return false;
    for (const char *onlooker :
         {"QQuickHoverHandler", "QQuickPointHandler", "QQuickWheelHandler", "QQuickPinchHandler"})
        if (handler->inherits(onlooker))
            return false;
    const QVariant buttons = handler->property("acceptedButtons");
    return !buttons.isValid() || (buttons.toInt() & Qt::LeftButton);
}

// Of those that accept buttons: a text lets a press through where it has no link, and the overlay where no popup is
// modal.
bool isSeeThrough(const QQuickItem *item) { return item->inherits("QQuickText") || item->inherits("QQuickOverlay"); }

bool takesPress(const QQuickItem *item) {
    if ((item->acceptedMouseButtons() & Qt::LeftButton) && isUsable(item) && !isSeeThrough(item))
        return true;
    const QObjectList &children = item->children();
    return std::any_of(children.begin(), children.end(),
                       [](const QObject *child) { return child && takesPress(child); });
}

// The item that would get a press at this point of the scene.
QQuickItem *receiverAt(QQuickItem *item, const QPointF &point) {
    const bool isInside = item->contains(item->mapFromScene(point));
    if (item->clip() && !isInside)
        return nullptr;
    for (QQuickItem *child : topFirst(item)) {
        QQuickItem *receiver = child->isVisible() && child->isEnabled() ? receiverAt(child, point) : nullptr;
        if (receiver)
            return receiver;
    }
    return isInside && takesPress(item) ? item : nullptr;
}

// Whether a press that `receiver` gets is one on the target, as a person would see it.
bool isPressOn(const QQuickItem *target, const QQuickItem *receiver) {
    if (!receiver)
        return !takesPress(target);
    if (isOrHolds(target, receiver))
        return true;
    if (takesPress(target))
        return false;
    // A text in a button is clicked by clicking the button; a MouseArea draws nothing, so what one sees lies under it.
    const QQuickItem *around = receiver->inherits("QQuickMouseArea") ? receiver->parentItem() : receiver;
    return around && around->isAncestorOf(target);
}

// The open modal popup that keeps input from the item.
QObject *modalPopupOver(const QQuickItem *item) {
    const QQuickItem *overlay = overlayOf(item->window());
    if (!overlay || item == item->window()->contentItem())
        return nullptr;
    for (const QQuickItem *popupItem : topFirst(overlay)) {
        if (isOrHolds(popupItem, item))
            return nullptr;
        QObject *popup = popupOf(popupItem);
        if (popup && popupItem->isVisible() && popup->property("modal").toBool())
            return popup;
    }
    return nullptr;
}

// A menu or list that is a window of its own; a click elsewhere only closes it.
QWindow *popupWindowBeside(const QWindow *window) {
    if (window->type() == Qt::Popup)
        return nullptr;
    const QWindowList all = QGuiApplication::topLevelWindows();
    for (QWindow *other : all) {
        if (other->isVisible() && other->type() == Qt::Popup)
            return other;
    }
    return nullptr;
}

// What holds wherever one points: visible, enabled, and not behind a popup or a modal window.
QtmcpAimResult checkUsable(const QQuickItem *item, const Stage &stage, const void **obstacle) {
    if (!stage.isVisible || !item->isVisible() || areaOf(item).isEmpty())
        return QTMCP_AIM_HIDDEN;
    if (!stage.isEnabled || !isUsable(item))
        return QTMCP_AIM_DISABLED;
    if (QObject *popup = popupWindowBeside(stage.window)) {
        *obstacle = popup;
        return QTMCP_AIM_POPUP;
    }
    if (gui->is_blocked(static_cast<QObject *>(stage.window), obstacle))
        return QTMCP_AIM_MODAL;
    *obstacle = modalPopupOver(item);
    return *obstacle ? QTMCP_AIM_MODAL : QTMCP_AIM_OK;
}

// How far a view must scroll so that what reaches from `begin` to `end` in it is in view; if it is too large, its
// middle must do.
double distance(double begin, double end, double middle, double size) {
    if (end - begin > size)
        begin = end = middle;
    return begin < 0 ? begin : end > size ? end - size : 0;
}

struct Axis {
    const char *position, *origin, *length, *before, *after;
};
constexpr Axis horizontal = {"contentX", "originX", "contentWidth", "leftMargin", "rightMargin"};
constexpr Axis vertical = {"contentY", "originY", "contentHeight", "topMargin", "bottomMargin"};

void scroll(QQuickItem *view, const Axis &axis, double by, double size) {
    if (by == 0)
        return;
    const auto number = [view](const char *name) { return view->property(name).toDouble(); };
    const double least = number(axis.origin) - number(axis.before);
    const double most = number(axis.origin) + number(axis.length) + number(axis.after) - size;
    view->setProperty(axis.position, std::max(least, std::min(most, number(axis.position) + by)));
}

// Scrolls whatever the item lies in, the innermost first. Runs the app's code.
void bringIntoView(const QPointer<QQuickItem> &item, const QRectF &area) {
    QPointer<QQuickItem> below = item;
    for (QPointer<QQuickItem> view = item->parentItem(); item && below && view;
         view = below ? below->parentItem() : nullptr) {
        // Its scroll bars lie in a view too, but not in what it scrolls.
        const bool isScrolled = view->inherits("QQuickFlickable") && objectIn(view->property("contentItem")) == below;
        below = view;
        if (!isScrolled)
            continue;
        const QRectF part = view->mapRectFromItem(item, area);
        const QPointF middle = part.center();
        const QSizeF size(view->width(), view->height());
        scroll(view, horizontal, distance(part.left(), part.right(), middle.x(), size.width()), size.width());
        if (view)
            scroll(view, vertical, distance(part.top(), part.bottom(), middle.y(), size.height()), size.height());
    }
}

// Points to try: the middle, then the middle of what can be seen, then a few beside it.
std::vector<QPointF> candidates(const QQuickItem *item, const QRectF &seen) {
    std::vector<QPointF> points = {item->mapToScene(areaOf(item).center()), seen.center()};
    for (int row = 1; row <= 3; ++row) {
        for (int column = 1; column <= 3; ++column)
            points.emplace_back(seen.x() + seen.width() * column / 4, seen.y() + seen.height() * row / 4);
    }
    return points;
}

QtmcpAimResult choosePoint(const QQuickItem *item, const Stage &stage, const QPointF *place, QPointF *point,
                           const void **obstacle) {
    const QRectF seen = seenPart(item);
    if (seen.isEmpty())
        return QTMCP_AIM_HIDDEN;
    const auto points = place ? std::vector<QPointF>{item->mapToScene(*place)} : candidates(item, seen);
    bool isSeen = false;
    for (const QPointF &candidate : points) {
        if (!seen.contains(candidate) || !(place || item->contains(item->mapFromScene(candidate))))
            continue;
        isSeen = true;
        const QPoint inWindow = candidate.toPoint() + stage.origin;
        const QObject *over = stage.widget ? widgetOver(stage.widget, inWindow) : nullptr;
        const QQuickItem *receiver = receiverAt(item->window()->contentItem(), candidate);
        if (!over && isPressOn(item, receiver)) {
            *point = candidate;
            return QTMCP_AIM_OK;
        }
        if (!*obstacle)
            *obstacle = over ? over : static_cast<const QObject *>(receiver);
    }
    return isSeen ? QTMCP_AIM_COVERED : QTMCP_AIM_OUTSIDE;
}

// Whether keys typed with the focus on the item itself would do something.
bool takesKeys(const QQuickItem *item) {
    if (item->flags() & (QQuickItem::ItemAcceptsInputMethod | QQuickItem::ItemIsFocusScope) || item->activeFocusOnTab())
        return true;
    const QVariant policy = item->property("focusPolicy");
    if (policy.isValid() && policy.toInt() != Qt::NoFocus)
        return true;
    const QObjectList &children = item->children();
    return std::any_of(children.begin(), children.end(),
                       [](const QObject *child) { return child && child->inherits("QQuickKeysAttached"); });
}

// The item itself, or the first in it that takes keys: a field with its label beside it is meant for typing. An
// editable box takes text in its field, to which Qt hands the focus on for Tab only.
QQuickItem *focusTarget(QQuickItem *item) {
    if (item->property("editable").toBool()) {
        if (auto *field = qobject_cast<QQuickItem *>(objectIn(item->property("contentItem"))))
            return field;
    }
    if (takesKeys(item))
        return item;
    const QList<QQuickItem *> children = item->childItems();
    for (QQuickItem *child : children) {
        QQuickItem *found = child->isVisible() && child->isEnabled() ? focusTarget(child) : nullptr;
        if (found)
            return found;
    }
    return nullptr;
}

void activate(const Stage &stage) {
    if (!stage.window->isActive()) {
        stage.window->raise();
        stage.window->requestActivate();
    }
    gui->activate(static_cast<QObject *>(stage.window));
}

QtmcpAimResult itemToAimAt(const QtmcpElement *element, QPointer<QQuickItem> *item) {
    Subject subject;
    // A widget is aimed at as a widget, whatever it shows.
    if (objectOf(element->object)->isWidgetType() || !bringSubject(element, &subject))
        return QTMCP_AIM_NOT_MINE;
    *item = subject.item;
    return *item && (*item)->window() ? QTMCP_AIM_OK : QTMCP_AIM_HIDDEN;
}

}  // namespace

QtmcpAimResult aim(const QtmcpElement *element, bool hasPlace, double x, double y, QtmcpAim *aim,
                   const void **obstacle) {
    QPointer<QQuickItem> item;
    const QtmcpAimResult found = itemToAimAt(element, &item);
    if (found != QTMCP_AIM_OK)
        return found;
    const QtmcpAimResult usable = checkUsable(item, stageOf(item->window()), obstacle);
    if (usable != QTMCP_AIM_OK)
        return usable;
    const QPointF place(x, y);
    if (hasPlace && !areaOf(item).contains(place))
        return QTMCP_AIM_OUTSIDE;
    bringIntoView(item, hasPlace ? QRectF(place, QSizeF(0, 0)) : areaOf(item));
    if (!item || !item->window())
        return QTMCP_AIM_HIDDEN;
    const Stage stage = stageOf(item->window());
    if (!stage.window)
        return QTMCP_AIM_HIDDEN;
    QPointF point;
    const QtmcpAimResult result = choosePoint(item, stage, hasPlace ? &place : nullptr, &point, obstacle);
    if (result != QTMCP_AIM_OK)
        return result;
    const QPointF local = point + stage.origin;
    const QPointF global = local + stage.window->mapToGlobal(QPoint(0, 0));
    *aim = {static_cast<QObject *>(stage.window), local.x(), local.y(), global.x(), global.y()};
    return QTMCP_AIM_OK;
}

QtmcpAimResult focus(const QtmcpElement *element, const void **obstacle) {
    QPointer<QQuickItem> item;
    const QtmcpAimResult found = itemToAimAt(element, &item);
    if (found != QTMCP_AIM_OK)
        return found;
    const Stage stage = stageOf(item->window());
    const QtmcpAimResult usable = checkUsable(item, stage, obstacle);
    if (usable != QTMCP_AIM_OK)
        return usable;
    activate(stage);
    if (stage.widget)
        focusWidget(stage.widget);
    if (!item || !item->window())
        return QTMCP_AIM_HIDDEN;
    if (item == item->window()->contentItem())
        return QTMCP_AIM_OK;
    const QQuickItem *focused = item->window()->activeFocusItem();
    QQuickItem *taker = focusTarget(item);
    QQuickItem *target = taker ? taker : item.data();
    if (!focused || !isOrHolds(target, focused))
        target->forceActiveFocus(Qt::OtherFocusReason);
    return QTMCP_AIM_OK;
}

}  // namespace qtmcp
