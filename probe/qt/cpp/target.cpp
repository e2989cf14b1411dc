// Whether a person could click a widget or type into it, and where the pointer would go.

#include "widgets.h"

#include <QAction>
#include <QtCore/QPointer>
#include <QtGui/QWindow>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QApplication>
#include <QtWidgets/QLayout>
#include <QtWidgets/QMenu>
#include <QtWidgets/QScrollArea>

#include <vector>

namespace qtmcp {

namespace {

// A part of a widget that is to be pointed at.
struct Target {
    QWidget *widget = nullptr;
    QRect area;
    bool isEnabled = false;
};

QtmcpAimResult find(const void *object, Target *target) {
    QObject *candidate = objectOf(object);
    const auto *menu = qobject_cast<QMenu *>(candidate);
    // What people see of a closed menu is its title.
    if (menu && !menu->isVisible() && whereShown(menu->menuAction()).widget)
        candidate = menu->menuAction();
    if (auto *widget = qobject_cast<QWidget *>(candidate)) {
        *target = {widget, widget->rect(), widget->isEnabled()};
        return QTMCP_AIM_OK;
    }
    if (const auto *action = qobject_cast<QAction *>(candidate)) {
        const Shown shown = whereShown(action);
        *target = {shown.widget, shown.area, action->isEnabled() && shown.widget && shown.widget->isEnabled()};
        return shown.widget ? QTMCP_AIM_OK : QTMCP_AIM_HIDDEN;
    }
    return qobject_cast<QLayout *>(candidate) ? QTMCP_AIM_UNSUPPORTED : QTMCP_AIM_NOT_MINE;
}

// What holds wherever one points: visible, enabled, and not behind a popup or a modal window.
QtmcpAimResult checkUsable(const Target &target, const void **obstacle) {
    const QWidget *widget = target.widget;
    QWidget *window = widget->window();
    if (!widget->isVisible() || window->isMinimized() || target.area.isEmpty())
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

bool reaches(QWidget *widget, const QPoint &point) {
    QWidget *hit = widgetAt(widget, point);
    return hit == widget || widget->isAncestorOf(hit) || (isTransparent(widget) && hit->isAncestorOf(widget));
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
    const QPoint middle = target.area.center();
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
        if (reaches(target.widget, candidate)) {
            *point = candidate;
            *obstacle = nullptr;
            return QTMCP_AIM_OK;
        }
        if (!*obstacle)
            *obstacle = static_cast<QObject *>(widgetAt(target.widget, candidate));
    }
    return *obstacle ? QTMCP_AIM_COVERED : QTMCP_AIM_HIDDEN;
}

void activateWindowOf(QWidget *widget) {
    QWidget *window = widget->window();
    if (window->windowType() == Qt::Popup)
        return;
    if (QApplication::activeWindow() != window)
        window->activateWindow();
    gui->activate(static_cast<QObject *>(window->windowHandle()));
}

}  // namespace

QtmcpAimResult aim(const void *object, bool hasPlace, double x, double y, QtmcpAim *aim, const void **obstacle) {
    Target target;
    QtmcpAimResult result = find(object, &target);
    if (result == QTMCP_AIM_OK)
        result = checkUsable(target, obstacle);
    if (result != QTMCP_AIM_OK)
        return result;
    QPoint point = hasPlace ? target.area.topLeft() + QPoint(qRound(x), qRound(y)) : middleOf(target);
    if (!target.area.contains(point))
        return QTMCP_AIM_OUTSIDE;
    // Scrolling runs the app's code.
    const QPointer<QWidget> guard(target.widget);
    if (!unclipped(target.widget, target.area).contains(point))
        bringIntoView(guard, point, hasPlace);
    // A row that a list keeps for later is a window of its own, without a handle.
    if (!guard || !guard->isVisible() || !guard->window()->windowHandle())
        return QTMCP_AIM_HIDDEN;
    result = choosePoint(target, hasPlace, &point, obstacle);
    if (result != QTMCP_AIM_OK)
        return result;
    QWidget *window = target.widget->window();
    const QPoint local = target.widget->mapTo(window, point);
    const QPoint global = target.widget->mapToGlobal(point);
    *aim = {static_cast<QObject *>(window->windowHandle()), double(local.x()), double(local.y()), double(global.x()),
            double(global.y())};
    return QTMCP_AIM_OK;
}

QtmcpAimResult focus(const void *object, const void **obstacle) {
    Target target;
    QtmcpAimResult result = find(object, &target);
    if (result == QTMCP_AIM_OK && !qobject_cast<QWidget *>(objectOf(object)))
        result = QTMCP_AIM_UNSUPPORTED;
    if (result == QTMCP_AIM_OK)
        result = checkUsable(target, obstacle);
    if (result != QTMCP_AIM_OK)
        return result;
    QWidget *widget = target.widget;
    const QWidget *focused = widget->window()->focusWidget();
    const bool isInside = focused && (focused == widget || widget->isAncestorOf(focused));
    const bool takesFocus = widget->focusPolicy() != Qt::NoFocus || widget->focusProxy();
    // A window or a group keeps the focus it has inside.
    if (!takesFocus && !isInside && !widget->isWindow())
        return QTMCP_AIM_UNSUPPORTED;
    activateWindowOf(widget);
    if (takesFocus && !isInside)
        widget->setFocus(Qt::OtherFocusReason);
    return QTMCP_AIM_OK;
}

}  // namespace qtmcp
