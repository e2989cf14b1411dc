// The app's part of the screen: all its windows, one over the other as a person sees them.

#include "gui.h"

#include "image.h"

#include <QtCore/QPointer>
#include <QtCore/QTimer>
#include <QtGui/QGuiApplication>
#include <QtGui/QPainter>
#include <QtGui/QPixmap>
#include <QtGui/QScreen>

#include <algorithm>
#include <vector>

namespace qtmcp {

namespace {

using Paint = bool (*)(const void *, void *);

std::vector<Paint> &painters() {
    static auto *const painters = new std::vector<Paint>;
    return *painters;
}

// Windows by when they last had the focus. Qt has no usable stacking order; these are compared, never dereferenced.
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

int bandOf(const QWindow *window) {
    if (window->type() == Qt::ToolTip)
        return 4;
    if (window->type() == Qt::Popup)
        return 3;
    if (window->flags() & Qt::WindowStaysOnTopHint)
        return 2;
    return window->flags() & Qt::WindowStaysOnBottomHint ? 0 : 1;
}

void placeAboveParent(QWindow *window, const std::vector<QWindow *> &visible, std::vector<QWindow *> *ordered) {
    if (std::find(ordered->begin(), ordered->end(), window) != ordered->end())
        return;
    QWindow *parent = window->transientParent();
    if (parent && parent != window && std::find(visible.begin(), visible.end(), parent) != visible.end())
        placeAboveParent(parent, visible, ordered);
    ordered->push_back(window);
}

// Offscreen there is no window manager to hand on the focus of a window that closes, and without an active window no
// shortcut works.
void handOnFocus() {
    if (QGuiApplication::focusWindow() || QGuiApplication::platformName() != QLatin1String("offscreen"))
        return;
    const std::vector<QWindow *> windows = visibleWindows();
    const auto takesFocus = [](QWindow *window) {
        const void *modal = nullptr;
        const bool isPassing = window->type() == Qt::Popup || window->type() == Qt::ToolTip;
        return !isPassing && !(window->flags() & Qt::WindowDoesNotAcceptFocus) &&
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
}

QImage pictureOf(QWindow *window) {
    QImage picture;
    for (const Paint paint : painters()) {
        if (paint(static_cast<QObject *>(window), &picture))
            return picture;
    }
    // A window that draws itself is only to be had from the screen.
    QScreen *screen = window->screen();
    return screen && window->handle() ? screen->grabWindow(window->winId()).toImage() : QImage();
}

}  // namespace

std::vector<QWindow *> visibleWindows() {
    std::vector<QWindow *> visible;
    const QWindowList all = QGuiApplication::topLevelWindows();
    for (QWindow *window : all) {
        if (window->isVisible() && !(window->windowStates() & Qt::WindowMinimized) && !isHiddenFromPeople(window))
            visible.push_back(window);
    }
    const auto &recent = recency();
    const auto rank = [&recent](const QWindow *window) {
        const auto found = std::find(recent.begin(), recent.end(), window);
        return found == recent.end() ? -1 : int(found - recent.begin());
    };
    std::stable_sort(visible.begin(), visible.end(), [&rank](const QWindow *a, const QWindow *b) {
        return std::make_pair(bandOf(a), rank(a)) < std::make_pair(bandOf(b), rank(b));
    });
    std::vector<QWindow *> ordered;
    for (QWindow *window : visible)
        placeAboveParent(window, visible, &ordered);
    return ordered;
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

bool grabScreen(const QtmcpImage *image) {
    followFocus();
    QScreen *screen = QGuiApplication::primaryScreen();
    if (!screen)
        return false;
    const QRect area = screen->geometry();
    const qreal ratio = screen->devicePixelRatio();
    QImage canvas(area.size() * ratio, QImage::Format_ARGB32_Premultiplied);
    canvas.setDevicePixelRatio(ratio);
    canvas.fill(Qt::black);
    // Painting a window runs the app's code, which may close another one.
    std::vector<QPointer<QWindow>> windows;
    for (QWindow *window : visibleWindows())
        windows.emplace_back(window);
    const SteadyCaret steady;
    QPainter painter(&canvas);
    for (const QPointer<QWindow> &window : windows) {
        if (!window)
            continue;
        const QImage picture = pictureOf(window);
        if (window && !picture.isNull())
            painter.drawImage(window->geometry().topLeft() - area.topLeft(), picture);
    }
    painter.end();
    return give(canvas, image);
}

void addPainter(Paint paint) { painters().push_back(paint); }

}  // namespace qtmcp
