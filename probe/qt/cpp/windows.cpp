// The windows a person sees, and where on the screen an event would meet them.

#include "gui.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QtMath>
#include <QtGui/QCloseEvent>
#include <QtGui/QGuiApplication>
#include <QtGui/QRegion>

#include <algorithm>

namespace qtmcp {

namespace {

QtmcpWindowKind kindOf(const QWindow *window) {
    switch (window->type()) {
    case Qt::Dialog:
    case Qt::Sheet:
        return QTMCP_DIALOG;
    case Qt::Popup:
    case Qt::Drawer:
        return QTMCP_POPUP;
    case Qt::ToolTip:
    case Qt::SplashScreen:
        return QTMCP_TOOL_TIP;
    case Qt::Tool:
        return QTMCP_TOOL;
    default:
        return QTMCP_WINDOW;
    }
}

const void *addressOf(const QWindow *window) { return static_cast<const QObject *>(window); }

// Whether a press at this place of a window is its own.
bool takes(const QWindow *window, const QPoint &place) {
    const QRegion mask = window->mask();
    return !(window->flags() & Qt::WindowTransparentForInput) && QRect(QPoint(0, 0), window->size()).contains(place) &&
           (mask.isEmpty() || mask.contains(place));
}

}  // namespace

void shownWindows(const QtmcpWindowSink *windows) {
    followFocus();
    std::vector<QWindow *> visible = visibleWindows();
    std::reverse(visible.begin(), visible.end());
    for (const QWindow *window : visible) {
        // What is dragged along with the mouse is no window to a person.
        if (window->inherits("QShapedPixmapWindow"))
            continue;
        const QString title = window->title();
        const QRect bounds(placeOf(window), window->size());
        QtmcpWindow shown = {};
        shown.window = addressOf(window);
        shown.kind = kindOf(window);
        shown.active = QGuiApplication::focusWindow() == window;
        shown.modal = window->modality() != Qt::NonModal;
        isBlocked(addressOf(window), &shown.blocked_by);
        shown.parent = addressOf(window->transientParent());
        shown.title = {reinterpret_cast<const char16_t *>(title.utf16()), size_t(title.size())};
        shown.bounds = {double(bounds.x()), double(bounds.y()), double(bounds.width()), double(bounds.height())};
        windows->take(windows->context, &shown);
    }
}

QtmcpAimResult aimAtPoint(QtmcpCapture capture, double x, double y, QtmcpAim *aim, const void **obstacle) {
    followFocus();
    // What is not in the picture is not in the way either.
    std::vector<QWindow *> captured = capturedWindows(capture);
    std::reverse(captured.begin(), captured.end());
    const QPoint point(qFloor(x), qFloor(y));
    for (const QWindow *window : captured) {
        const QPoint place = placeOf(window);
        if (!takes(window, point - place))
            continue;
        if (isBlocked(addressOf(window), obstacle))
            return QTMCP_AIM_MODAL;
        const QPointF local(x - place.x(), y - place.y());
        const QPointF global = local + window->mapToGlobal(QPoint(0, 0));
        *aim = {addressOf(window), local.x(), local.y(), global.x(), global.y()};
        for (const Embedded &inner : embeddedIn(window)) {
            if (inner.seen.contains(point - place) && takes(inner.window, point - place - inner.place))
                *aim = {addressOf(inner.window), local.x() - inner.place.x(), local.y() - inner.place.y(), global.x(),
                        global.y()};
        }
        return QTMCP_AIM_OK;
    }
    return QTMCP_AIM_OUTSIDE;
}

void raiseWindow(const void *object) {
    QWindow *window = windowOf(object);
    if (!window)
        return;
    window->raise();
    // Chosen, before it is told so.
    activate(object);
    window->requestActivate();
}

void resizeWindow(const void *object, uint32_t *width, uint32_t *height) {
    QWindow *window = windowOf(object);
    if (!window)
        return;
    // QWindow takes any size; it is the window system that would hold it to its limits, if there is one.
    const QSize size{int(*width), int(*height)};
    window->resize(size.expandedTo(window->minimumSize()).boundedTo(window->maximumSize()));
    *width = uint32_t(window->width());
    *height = uint32_t(window->height());
}

void closeWindow(const void *object) {
    // What Qt itself sends when the window manager asks. Its own `close` would be the app's doing, and a widget that
    // asks its event whether it came from outside would be told no.
    if (QWindow *window = windowOf(object)) {
        QCloseEvent event;
        QCoreApplication::sendEvent(window, &event);
    }
}

}  // namespace qtmcp
