// The gui part: its table, the windows of the app, and which of them a modal window blocks.

#include "gui.h"

#include "guard.h"
#include "sink.h"

#include <QtGui/QCursor>
#include <QtGui/QGuiApplication>

#include <vector>

namespace qtmcp {

namespace {

using Hides = bool (*)(const void *);

std::vector<Hides> &filters() {
    static auto *const filters = new std::vector<Hides>;
    return *filters;
}

void addWindowFilter(Hides hides) { filters().push_back(hides); }

void platform(const QtmcpSink *sink) { Out(*sink).text(QGuiApplication::platformName()); }

bool isWidgetWindow(const QWindow *window) { return window->inherits("QWidgetWindow"); }

void windows(const QtmcpObjects *objects) {
    followFocus();
    const QWindowList all = QGuiApplication::allWindows();
    for (const QWindow *window : all) {
        if (isWidgetWindow(window) || window->type() == Qt::Desktop || isHiddenFromPeople(window))
            continue;
        // A window inside a widget's window has no other place to be listed at.
        const QWindow *parent = window->parent();
        if (!parent || isWidgetWindow(parent))
            objects->take(objects->context, static_cast<const QObject *>(window));
    }
}

bool placement(const void *object, QtmcpPlacement *placement) {
    const QWindow *window = windowOf(object);
    if (!window)
        return false;
    const QRect local = window->geometry();
    const QPoint global = window->mapToGlobal(QPoint(0, 0));
    const double width = local.width();
    const double height = local.height();
    placement->local = {double(local.x()), double(local.y()), width, height};
    placement->global = {double(global.x()), double(global.y()), width, height};
    placement->visible = window->isVisible();
    placement->enabled = true;
    return true;
}

const void *focusWindow() { return static_cast<QObject *>(QGuiApplication::focusWindow()); }

// Whether the app shows that it is at work. Drags have cursors of their own.
bool hasOverrideCursor() {
    const QCursor *cursor = QGuiApplication::overrideCursor();
    const Qt::CursorShape shape = cursor ? cursor->shape() : Qt::ArrowCursor;
    return shape == Qt::WaitCursor || shape == Qt::BusyCursor || shape == Qt::BitmapCursor;
}

// Visible modal windows, the newest first.
std::vector<QWindow *> modalWindows() {
    std::vector<QWindow *> modal;
    const QWindowList all = QGuiApplication::allWindows();
    for (QWindow *window : all) {
        if (window->isVisible() && window->modality() != Qt::NonModal)
            modal.insert(modal.begin(), window);
    }
    // Creation order is not the order of showing; Qt tells the newest only.
    const auto newest = std::find(modal.begin(), modal.end(), QGuiApplication::modalWindow());
    if (newest != modal.end())
        std::rotate(modal.begin(), newest, newest + 1);
    return modal;
}

// Whether a WindowModal window was opened over `window` or over one that `window` belongs to.
bool isOpenedOver(const QWindow *modal, const QWindow *window) {
    for (const QWindow *w = window; w; w = w->parent() ? w->parent() : w->transientParent()) {
        if (w->isAncestorOf(modal, QWindow::IncludeTransients))
            return true;
    }
    return false;
}

const QtmcpGui table = {
    QTMCP_TABLE(QtmcpGui),
    guarded<&platform>,
    guarded<&windows>,
    guarded<&placement>,
    guarded<&focusWindow>,
    guarded<&mouse>,
    guarded<&wheel>,
    guarded<&key>,
    guarded<&commitText>,
    guarded<&activate>,
    guarded<&hasOverrideCursor>,
    guarded<&grabScreen>,
    guarded<&addPainter>,
    guarded<&isBlocked>,
    guarded<&addWindowFilter>,
    guarded<&shownWindows>,
    guarded<&aimAtPoint>,
    guarded<&raiseWindow>,
    guarded<&resizeWindow>,
    guarded<&screen>,
    guarded<&shiftOf>,
    guarded<&isShown>,
    guarded<&pointer>,
    guarded<&holdCaret>,
    guarded<&realScreen>,
    guarded<&devicePixel>,
    guarded<&isOursAt>,
    guarded<&dragStandIn>,
    guarded<&endDrag>,
};

}  // namespace

bool isHiddenFromPeople(const QWindow *window) {
    for (const Hides hides : filters()) {
        if (hides(static_cast<const QObject *>(window)))
            return true;
    }
    return false;
}

bool isBlocked(const void *object, const void **modal) {
    const QWindow *window = windowOf(object);
    // Popups belong to whatever was usable when they opened.
    if (!window || window->type() == Qt::Popup)
        return false;
    for (const QWindow *candidate : modalWindows()) {
        if (candidate == window || candidate->isAncestorOf(window, QWindow::IncludeTransients))
            return false;
        if (candidate->modality() == Qt::WindowModal && !isOpenedOver(candidate, window))
            continue;
        *modal = static_cast<const QObject *>(candidate);
        return true;
    }
    return false;
}

}  // namespace qtmcp

extern "C" __attribute__((visibility("default"))) const void *qtmcp_part(const QtmcpHost *host, const QtmcpCore *core,
                                                                         const QtmcpGui *) {
    if (host->abi != QTMCP_TABLE(QtmcpHost) || core->abi != QTMCP_TABLE(QtmcpCore))
        return nullptr;
    qtmcp::host = host;
    core->add_conversions(qtmcp::guarded<&qtmcp::readGuiValue>, qtmcp::guarded<&qtmcp::writeGuiValue>);
    return &qtmcp::table;
}
