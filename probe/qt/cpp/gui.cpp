// The gui part: its table, the windows of the app, and which of them a modal window blocks.

#include "gui.h"

#include "guard.h"
#include "sink.h"

#include <QtGui/QCursor>
#include <QtGui/QGuiApplication>

#include <algorithm>
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

bool isAmong(const std::vector<const QWindow *> &windows, const QWindow *window) {
    return std::find(windows.begin(), windows.end(), window) != windows.end();
}

// A window, and whatever it lies in or belongs to. Qt's own way up has no end where windows belong to each other in a
// circle.
std::vector<const QWindow *> lineageOf(const QWindow *window) {
    std::vector<const QWindow *> lineage = {window};
    for (size_t i = 0; i < lineage.size(); ++i) {
        const QWindow *const around[] = {lineage[i]->parent(), lineage[i]->transientParent()};
        for (const QWindow *next : around) {
            if (next && !isAmong(lineage, next))
                lineage.push_back(next);
        }
    }
    return lineage;
}

// Whether a WindowModal window was opened over one of these.
bool isOpenedOver(const QWindow *modal, const std::vector<const QWindow *> &windows) {
    const std::vector<const QWindow *> lineage = lineageOf(modal);
    return std::any_of(lineage.begin() + 1, lineage.end(),
                       [&windows](const QWindow *around) { return isAmong(windows, around); });
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
    guarded<&closeWindow>,
    guarded<&title>,
    guarded<&awaitTitle>,
    guarded<&screens>,
    guarded<&ownScreen>,
    guarded<&cover>,
    guarded<&addCover>,
};

}  // namespace

bool isHiddenFromPeople(const QWindow *window) {
    const auto &all = filters();
    // By number: a part that is loaded meanwhile adds one.
    for (size_t i = 0; i < all.size(); ++i) {
        if (all[i](static_cast<const QObject *>(window)))
            return true;
    }
    return false;
}

bool isBlocked(const void *object, const void **modal) {
    const QWindow *window = windowOf(object);
    // Popups belong to whatever was usable when they opened.
    if (!window || window->type() == Qt::Popup)
        return false;
    const std::vector<QWindow *> modals = modalWindows();
    const std::vector<const QWindow *> lineage = modals.empty() ? std::vector<const QWindow *>() : lineageOf(window);
    for (const QWindow *candidate : modals) {
        if (isAmong(lineage, candidate))
            return false;
        if (candidate->modality() == Qt::WindowModal && !isOpenedOver(candidate, lineage))
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
