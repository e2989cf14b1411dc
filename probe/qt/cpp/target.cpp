// Whether a person could click an element or type into it, and where the pointer would go.

#include "target.h"

#include "family.h"
#include "views.h"

#include <QAction>
#include <QtCore/QItemSelectionModel>
#include <QtGui/QWindow>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QApplication>
#include <QtWidgets/QGraphicsProxyWidget>
#include <QtWidgets/QGraphicsView>
#include <QtWidgets/QScrollArea>

#include <vector>

namespace qtmcp {

namespace {

// What holds wherever one points: visible, enabled, and not behind a popup or a modal window.
QtmcpAimResult checkUsable(const Target &target, const void **obstacle) {
    QWidget *widget = target.widget;
    QWidget *window = windowOnScreen(widget);
    const bool isAway = window->isMinimized() && !gui->is_shown(static_cast<QObject *>(window->windowHandle()));
    if (!widget->isVisible() || !window->isVisible() || isAway || target.area.isEmpty())
        return QTMCP_AIM_HIDDEN;
    if (!target.isEnabled)
        return QTMCP_AIM_DISABLED;
    if (!window->windowHandle())
        return QTMCP_AIM_UNSUPPORTED;
    QWidget *popup = QApplication::activePopupWidget();
    if (popup && window->windowType() != Qt::Popup) {
        *obstacle = static_cast<QObject *>(popup);
        return QTMCP_AIM_POPUP;
    }
    const void *modal = nullptr;
    if (gui->is_blocked(static_cast<QObject *>(window->windowHandle()), &modal)) {
        QWidget *dialog = widgetOfWindow(static_cast<const QWindow *>(static_cast<const QObject *>(modal)));
        *obstacle = dialog ? static_cast<const void *>(static_cast<QObject *>(dialog)) : modal;
        return QTMCP_AIM_MODAL;
    }
    return QTMCP_AIM_OK;
}

// Scrolls whatever the widget lies in, the innermost first. Runs the app's code, which may take any of them away: lists
// that make rows as they scroll do.
void bringIntoView(const QPointer<QWidget> &widget, const QPoint &point, bool hasPlace) {
    QPointer<QWidget> ancestor = widget->parentWidget();
    while (widget && ancestor) {
        if (auto *area = qobject_cast<QScrollArea *>(ancestor.data())) {
            const QPointer<QWidget> content(area->widget());
            const auto isInside = [&] { return ancestor && widget && content && content->isAncestorOf(widget); };
            if (isInside() && !hasPlace)
                area->ensureWidgetVisible(widget);
            if (isInside()) {
                const QPoint inContent = widget->mapTo(content.data(), point);
                area->ensureVisible(inContent.x(), inContent.y(), 2, 2);
            }
        } else if (auto *view = qobject_cast<QAbstractItemView *>(ancestor.data())) {
            QWidget *viewport = view->viewport();
            if (viewport != widget && viewport->isAncestorOf(widget)) {
                const QModelIndex index = view->indexAt(widget->mapTo(viewport, widget->rect().center()));
                if (index.isValid())
                    view->scrollTo(index);
            }
        }
        if (!ancestor || ancestor->isWindow())
            return;
        ancestor = ancestor->parentWidget();
    }
}

// What a press at this point of the widget would meet.
QWidget *widgetAt(QWidget *widget, const QPoint &point) {
    QWidget *window = widget->window();
    QWidget *child = window->childAt(widget->mapTo(window, point));
    return child ? child : window;
}

bool isTransparent(const QWidget *widget) { return widget->testAttribute(Qt::WA_TransparentForMouseEvents); }

bool reaches(QWidget *widget, const QPoint &point, bool isExact) {
    QWidget *hit = widgetAt(widget, point);
    if (hit == widget || (isTransparent(widget) && hit->isAncestorOf(widget)))
        return true;
    return !isExact && widget->isAncestorOf(hit);
}

// What its ancestors leave of an area; other widgets may still lie over it. QWidget::visibleRegion() also leaves out
// opaque children, which belong to what a person points at.
QRegion unclipped(const QWidget *widget, const QRect &area) {
    QRegion region(area);
    QPoint offset;
    for (const QWidget *w = widget; w; w = w->parentWidget()) {
        const QRegion own = w->mask().isEmpty() ? QRegion(w->rect()) : w->mask();
        region &= own.translated(-offset);
        if (w->isWindow())
            break;
        offset += w->pos();
    }
    return region;
}

// A stretched check box or radio button answers on its box and label only.
QPoint middleOf(const Target &target) {
    struct Button : QAbstractButton {
        using QAbstractButton::hitButton;
    };
    const QPoint middle = target.hasMiddle ? target.middle : target.area.center();
    const auto *button = qobject_cast<const QAbstractButton *>(target.widget);
    const auto answers = [button](const QPoint &point) { return (button->*(&Button::hitButton))(point); };
    if (!button || answers(middle))
        return middle;
    int first = -1;
    int last = -1;
    for (int x = 0; x < button->width(); ++x) {
        if (answers({x, middle.y()})) {
            first = first < 0 ? x : first;
            last = x;
        }
    }
    return first < 0 ? middle : QPoint((first + last) / 2, middle.y());
}

// Points to try, the middle first, then the middle of what can be seen, then a few beside it.
std::vector<QPoint> candidates(const QPoint &middle, const QRegion &visible) {
    const QRect seen = visible.boundingRect();
    std::vector<QPoint> points = {middle, seen.center()};
    for (int row = 1; row <= 3; ++row) {
        for (int column = 1; column <= 3; ++column)
            points.emplace_back(seen.x() + seen.width() * column / 4, seen.y() + seen.height() * row / 4);
    }
    return points;
}

QtmcpAimResult choosePoint(const Target &target, bool hasPlace, QPoint *point, const void **obstacle) {
    const QRegion visible = unclipped(target.widget, target.area);
    const std::vector<QPoint> points = hasPlace ? std::vector<QPoint>{*point} : candidates(*point, visible);
    for (const QPoint &candidate : points) {
        if (!visible.contains(candidate))
            continue;
        if (reaches(target.widget, candidate, target.isExact)) {
            *point = candidate;
            *obstacle = nullptr;
            return QTMCP_AIM_OK;
        }
        if (!*obstacle)
            *obstacle = static_cast<QObject *>(widgetAt(target.widget, candidate));
    }
    return *obstacle ? QTMCP_AIM_COVERED : QTMCP_AIM_HIDDEN;
}

// Through the scenes a widget lies in, to the widget that gets the press. Scrolls the views that show them.
QtmcpAimResult leaveScenes(QPointer<QWidget> *widget, QPoint *point, const void **obstacle) {
    // A view that shows itself would never end.
    for (int depth = 0; depth < 8; ++depth) {
        const QPointer<QGraphicsView> view(viewAround(*widget));
        const QPointer<QGraphicsProxyWidget> proxy(proxyOf(*widget));
        if (!view || !proxy)
            return QTMCP_AIM_OK;
        if (!view->viewport()->rect().contains(toViewport(*widget, *point))) {
            const QPointF inScene = proxy->mapToScene(QPointF((*widget)->mapTo((*widget)->window(), *point)));
            view->ensureVisible(QRectF(inScene, QSizeF(1, 1)));
        }
        if (!*widget || !view || !proxy)
            return QTMCP_AIM_HIDDEN;
        *point = toViewport(*widget, *point);
        QGraphicsItem *item = pressedItem(view, *point);
        const bool isHit = item && (item == proxy || proxy->isAncestorOf(item));
        *widget = view->viewport();
        if (isHit && !unclipped(*widget, (*widget)->rect()).contains(*point))
            bringIntoView(*widget, *point, true);
        if (!*widget || !(*widget)->rect().contains(*point))
            return QTMCP_AIM_HIDDEN;
        const QGraphicsObject *over = item ? item->toGraphicsObject() : nullptr;
        if (!isHit || !reaches(*widget, *point, false)) {
            QWidget *other = isHit ? widgetAt(*widget, *point) : widget->data();
            *obstacle = !isHit && over ? static_cast<const QObject *>(over) : static_cast<const QObject *>(other);
            return QTMCP_AIM_COVERED;
        }
    }
    return QTMCP_AIM_OK;
}

void activateWindowOf(QWidget *widget) {
    QWidget *window = windowOnScreen(widget);
    if (window->windowType() == Qt::Popup)
        return;
    if (QApplication::activeWindow() != window)
        window->activateWindow();
    gui->activate(static_cast<QObject *>(window->windowHandle()));
}

// Makes an item the one that keys act on, without selecting it.
void makeCurrent(const QtmcpElement *element) {
    const Part part = element->part ? partOf(element) : Part();
    if (part.kind != PartKind::Row && part.kind != PartKind::Cell)
        return;
    const auto *view = static_cast<QAbstractItemView *>(part.owner);
    if (QItemSelectionModel *selection = view->selectionModel(); selection && view->currentIndex() != part.index)
        selection->setCurrentIndex(part.index, QItemSelectionModel::NoUpdate);
}

}  // namespace

QtmcpAimResult aim(const QtmcpElement *element, bool hasPlace, double x, double y, QtmcpAim *aim,
                   const void **obstacle) {
    Target target;
    QtmcpAimResult result = findTarget(element, &target);
    if (result == QTMCP_AIM_OK)
        result = checkUsable(target, obstacle);
    if (result == QTMCP_AIM_OK && element->part) {
        // Scrolling runs the app's code, and moves what is aimed at.
        const QPointer<QObject> alive(objectOf(element->object));
        revealPart(element);
        result = alive ? findTarget(element, &target) : QTMCP_AIM_HIDDEN;
    }
    if (result != QTMCP_AIM_OK)
        return result;
    QPoint point = hasPlace ? target.area.topLeft() + QPoint(qRound(x), qRound(y)) : middleOf(target);
    if (!target.area.contains(point))
        return QTMCP_AIM_OUTSIDE;
    QPointer<QWidget> guard(target.widget);
    if (!unclipped(target.widget, target.area).contains(point))
        bringIntoView(guard, point, hasPlace || element->part);
    if (!guard || !guard->isVisible())
        return QTMCP_AIM_HIDDEN;
    result = choosePoint(target, hasPlace, &point, obstacle);
    if (result == QTMCP_AIM_OK)
        result = leaveScenes(&guard, &point, obstacle);
    if (result != QTMCP_AIM_OK)
        return result;
    QWidget *window = guard->window();
    // A row that a list keeps for later is a window of its own, without a handle.
    if (!window->windowHandle())
        return QTMCP_AIM_HIDDEN;
    const QPoint local = guard->mapTo(window, point);
    const QPoint global = guard->mapToGlobal(point);
    *aim = {static_cast<QObject *>(window->windowHandle()), double(local.x()), double(local.y()), double(global.x()),
            double(global.y())};
    return QTMCP_AIM_OK;
}

QtmcpAimResult focus(const QtmcpElement *element, const void **obstacle) {
    Target target;
    QtmcpAimResult result = findTarget(element, &target);
    if (result == QTMCP_AIM_OK && !qobject_cast<QWidget *>(objectOf(element->object)))
        result = QTMCP_AIM_UNSUPPORTED;
    // What has the focus is the widget that shows the part.
    if (result == QTMCP_AIM_OK && element->part)
        target.widget = static_cast<QWidget *>(objectOf(element->object));
    if (result == QTMCP_AIM_OK)
        result = checkUsable(target, obstacle);
    if (result != QTMCP_AIM_OK)
        return result;
    const QPointer<QWidget> widget(target.widget);
    const QWidget *focused = widget->window()->focusWidget();
    const bool isInside = focused && (focused == widget || widget->isAncestorOf(focused));
    const bool takesFocus = widget->focusPolicy() != Qt::NoFocus || widget->focusProxy();
    // A window or a group keeps the focus it has inside.
    if (!takesFocus && !isInside && !widget->isWindow())
        return QTMCP_AIM_UNSUPPORTED;
    activateWindowOf(widget);
    // Keys reach a scene through the view that shows it.
    if (QGraphicsView *view = widget ? viewAround(widget) : nullptr)
        view->setFocus(Qt::OtherFocusReason);
    if (widget && takesFocus && (!isInside || viewAround(widget)))
        widget->setFocus(Qt::OtherFocusReason);
    if (widget)
        makeCurrent(element);
    return QTMCP_AIM_OK;
}

}  // namespace qtmcp
