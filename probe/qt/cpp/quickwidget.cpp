// QML inside widgets: QQuickWidget draws a window that is never shown. Its functions are looked up by name, so that
// this part runs in apps without widgets too.

#include "quick.h"

#include "compat.h"

#include <QtCore/QList>
#include <QtCore/QPointer>
#include <QtQuick/QQuickRenderControl>

#include <algorithm>
#include <vector>

class QWidget;

namespace qtmcp {

namespace {

bool isQuickWidget(const QObject *object) { return object->isWidgetType() && object->inherits("QQuickWidget"); }

// A widget begins with its QObject.
QObject *asObject(QWidget *widget) { return reinterpret_cast<QObject *>(widget); }

QList<QWidget *> allWidgets() {
    using AllWidgets = QList<QWidget *> (*)();
    const auto all = compat::function<AllWidgets>("Widgets", "_ZN12QApplication10allWidgetsEv");
    return all ? all() : QList<QWidget *>();
}

QObject *findWidgetAround(const QQuickWindow *window) {
    const QList<QWidget *> widgets = allWidgets();
    for (QWidget *widget : widgets) {
        if (windowInside(asObject(widget)) == window)
            return asObject(widget);
    }
    return nullptr;
}

}  // namespace

QQuickWindow *windowInside(const QObject *widget) {
    if (!isQuickWidget(widget))
        return nullptr;
    using Inside = QQuickWindow *(*)(const void *);
    static const auto inside = compat::function<Inside>("QuickWidgets", "_ZNK12QQuickWidget11quickWindowEv");
    return inside ? inside(widget) : nullptr;
}

QObject *widgetAround(const QQuickWindow *window) {
    // A window keeps its widget for life, and looking for it goes over all widgets.
    struct Known {
        QPointer<const QObject> window;
        QPointer<QObject> widget;
    };
    static auto *const all = new std::vector<Known>;
    for (const Known &known : *all) {
        if (known.window == window)
            return known.widget;
    }
    all->erase(std::remove_if(all->begin(), all->end(), [](const Known &known) { return !known.window; }), all->end());
    // Looking for a library that is not there goes over the disk.
    const bool hasAny = compat::symbol("QuickWidgets", "_ZNK12QQuickWidget11quickWindowEv");
    QObject *widget = hasAny ? findWidgetAround(window) : nullptr;
    all->push_back({window, widget});
    return widget;
}

std::vector<QQuickWindow *> windowsInWidgets() {
    std::vector<QQuickWindow *> windows;
    if (!compat::symbol("QuickWidgets", "_ZNK12QQuickWidget11quickWindowEv"))
        return windows;
    const QList<QWidget *> widgets = allWidgets();
    for (QWidget *widget : widgets) {
        if (QQuickWindow *window = windowInside(asObject(widget)))
            windows.push_back(window);
    }
    return windows;
}

bool isInsideWidget(const void *object) {
    const auto *window = qobject_cast<QQuickWindow *>(objectOf(object));
    return window && widgetAround(window);
}

QImage pictureOfWidget(const QObject *widget) {
    using Picture = QImage (*)(const void *);
    static const auto picture = compat::function<Picture>("QuickWidgets", "_ZNK12QQuickWidget15grabFramebufferEv");
    return picture ? picture(widget) : QImage();
}

void focusWidget(QObject *widget) {
    using SetFocus = void (*)(void *, Qt::FocusReason);
    static const auto setFocus = compat::function<SetFocus>("Widgets", "_ZN7QWidget8setFocusEN2Qt11FocusReasonE");
    if (setFocus)
        setFocus(widget, Qt::OtherFocusReason);
}

QPoint placeInWidget(const QObject *widget, const QObject *root) {
    using MapTo = QPoint (*)(const void *, const void *, const QPoint &);
    static const auto mapTo = compat::function<MapTo>("Widgets", "_ZNK7QWidget5mapToEPKS_RK6QPoint");
    return mapTo ? mapTo(widget, root, QPoint(0, 0)) : QPoint();
}

QObject *widgetOver(QObject *widget, const QPoint &point) {
    using WindowOf = QWidget *(*)(const void *);
    using ChildAt = QWidget *(*)(const void *, const QPoint &);
    static const auto windowOf = compat::function<WindowOf>("Widgets", "_ZNK7QWidget6windowEv");
    static const auto childAt = compat::function<ChildAt>("Widgets", "_ZNK7QWidget7childAtERK6QPoint");
    if (!windowOf || !childAt)
        return nullptr;
    QWidget *window = windowOf(widget);
    QWidget *child = childAt(window, point);
    QObject *hit = asObject(child ? child : window);
    return hit == widget ? nullptr : hit;
}

Stage stageOf(QQuickWindow *window) {
    Stage stage;
    stage.widget = widgetAround(window);
    stage.window = QQuickRenderControl::renderWindowFor(window, &stage.origin);
    if (!stage.window && !stage.widget)
        stage.window = window;
    const bool isShown = stage.window && gui->is_shown(static_cast<QObject *>(stage.window));
    stage.isVisible = isShown && (!stage.widget || stage.widget->property("visible").toBool());
    stage.isEnabled = !stage.widget || stage.widget->property("enabled").toBool();
    return stage;
}

}  // namespace qtmcp
