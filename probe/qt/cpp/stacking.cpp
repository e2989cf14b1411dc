// The windows a person sees, one over the other. Qt has no usable stacking order, so it is kept here: what had the
// focus last is on top, within what the kind of a window and its parent demand.

#include "gui.h"

#include <QtCore/QPointer>
#include <QtCore/QTimer>
#include <QtGui/QGuiApplication>

#include <algorithm>
#include <vector>

namespace qtmcp {

namespace {

// Windows by when they last had the focus; these are compared, never dereferenced.
std::vector<const QWindow *> &recency() {
    static auto *const recency = new std::vector<const QWindow *>;
    return *recency;
}

void bringUp(const QWindow *window) {
    auto &list = recency();
    list.erase(std::remove(list.begin(), list.end(), window), list.end());
    list.push_back(window);
    // Closed windows stay in the list until it is time to tidy up.
    constexpr size_t most = 256;
    if (list.size() > most)
        list.erase(list.begin(), list.begin() + most / 2);
}

int rankOf(const QWindow *window) {
    const auto &recent = recency();
    const auto found = std::find(recent.begin(), recent.end(), window);
    return found == recent.end() ? -1 : int(found - recent.begin());
}

int bandOf(const QWindow *window) {
    if (window->type() == Qt::ToolTip)
        return 4;
    if (window->type() == Qt::Popup)
        return 3;
    if (window->flags() & Qt::WindowStaysOnTopHint)
        return 2;
    return window->flags() & Qt::WindowStaysOnBottomHint ? 0 : 1;
}

bool isAmong(const std::vector<QWindow *> &windows, const QWindow *window) {
    return std::find(windows.begin(), windows.end(), window) != windows.end();
}

// Windows that belong to each other in a circle have each other for parents, and no end: `depth` is one.
void placeAboveParent(QWindow *window, const std::vector<QWindow *> &visible, std::vector<QWindow *> *ordered,
                      size_t depth = 0) {
    QWindow *parent = window->transientParent();
    if (isAmong(visible, parent) && !isAmong(*ordered, parent) && depth < visible.size())
        placeAboveParent(parent, visible, ordered, depth + 1);
    if (!isAmong(*ordered, window))
        ordered->push_back(window);
}

bool hasNoManager() { return QGuiApplication::platformName() == QLatin1String("offscreen"); }

// Offscreen there is no window manager to hand on the focus of a window that closes, and without an active window no
// shortcut works.
void handOnFocus() {
    // Qt 5 leaves it with a menu that has closed.
    const QWindow *focused = QGuiApplication::focusWindow();
    if ((focused && focused->isVisible()) || !hasNoManager())
        return;
    const std::vector<QWindow *> windows = visibleWindows();
    const auto takesFocus = [](QWindow *window) {
        const void *modal = nullptr;
        return !isPassing(window) && !isMinimised(window) && !(window->flags() & Qt::WindowDoesNotAcceptFocus) &&
               !isBlocked(static_cast<QObject *>(window), &modal);
    };
    const auto next = std::find_if(windows.rbegin(), windows.rend(), takesFocus);
    if (next != windows.rend())
        (*next)->requestActivate();
}

void handOnFocusLater() {
    if (QCoreApplication *app = QCoreApplication::instance())
        QTimer::singleShot(0, app, handOnFocus);
}

// Nor is there one that asks a window whether it wants the focus when it comes up: a list of completions would take the
// keys from the field that it is for.
void giveBackFocus(QWindow *window) {
    static auto &before = *new QPointer<QWindow>;
    const bool isUnwanted =
        hasNoManager() && window->property("_q_showWithoutActivating").toBool() && !isChosen(window);
    if (!isUnwanted)
        before = window;
    else if (before && before->isVisible())
        before->requestActivate();
}

void followWindow(QWindow *window) {
    // Leaked: an application that is static itself may still tell of windows when these would be gone.
    static auto &hiding = *new QMetaObject::Connection;
    static auto &going = *new QMetaObject::Connection;
    QObject::disconnect(hiding);
    QObject::disconnect(going);
    if (!window) {
        handOnFocusLater();
        return;
    }
    bringUp(window);
    // A window that closes takes the focus with it without a word.
    hiding = QObject::connect(window, &QWindow::visibleChanged, window, handOnFocusLater);
    going = QObject::connect(window, &QObject::destroyed, QCoreApplication::instance(), handOnFocusLater);
    // The last thing: where events are not queued, this is called again from within.
    giveBackFocus(window);
}

}  // namespace

std::vector<QWindow *> visibleWindows() {
    std::vector<QWindow *> visible;
    std::vector<QWindow *> minimised;
    const QWindowList all = QGuiApplication::topLevelWindows();
    for (QWindow *window : all) {
        if (window->isVisible() && window->type() != Qt::ForeignWindow && !isHiddenFromPeople(window))
            (isMinimised(window) ? minimised : visible).push_back(window);
    }
    if (visible.empty())
        visible.swap(minimised);
    std::stable_sort(visible.begin(), visible.end(), [](const QWindow *a, const QWindow *b) {
        return std::make_pair(bandOf(a), rankOf(a)) < std::make_pair(bandOf(b), rankOf(b));
    });
    std::vector<QWindow *> ordered;
    for (QWindow *window : visible)
        placeAboveParent(window, visible, &ordered);
    return ordered;
}

bool isShown(const void *object) {
    const QWindow *window = windowOf(object);
    if (!window || !window->isVisible())
        return false;
    const QWindow *top = topLevelOf(window);
    if (!isMinimised(top))
        return true;
    const std::vector<QWindow *> visible = visibleWindows();
    return isAmong(visible, top);
}

const QWindow *lastFocused() {
    const QWindow *last = nullptr;
    const QWindowList all = QGuiApplication::topLevelWindows();
    for (const QWindow *window : all) {
        if (window->isVisible() && !isPassing(window) && rankOf(window) >= 0 &&
            (!last || rankOf(window) > rankOf(last)))
            last = window;
    }
    return last;
}

void followFocus() {
    static auto *const followed = new QPointer<QCoreApplication>;
    auto *app = qobject_cast<QGuiApplication *>(QCoreApplication::instance());
    if (!app || *followed == app)
        return;
    *followed = app;
    followWindow(QGuiApplication::focusWindow());
    QObject::connect(app, &QGuiApplication::focusWindowChanged, app, followWindow);
}

}  // namespace qtmcp
