// What is known of an app at a glance: the title of its window and the screens it is on. Looking changes nothing.

#include "gui.h"

#include "guard.h"
#include "sink.h"

#include <QtGui/QGuiApplication>
#include <QtGui/QScreen>

namespace qtmcp {

namespace {

bool isTitled(const QWindow *window) {
    return window && window->isVisible() && !isPassing(window) && !window->title().isEmpty();
}

QString mainTitle() {
    const QWindow *focused = QGuiApplication::focusWindow();
    if (isTitled(focused))
        return focused->title();
    const QWindowList all = QGuiApplication::topLevelWindows();
    for (const QWindow *window : all) {
        if (isTitled(window) && !isHiddenFromPeople(window))
            return window->title();
    }
    return QString();
}

// Leaked: an application that is static itself may still tell of windows when this would be gone.
QMetaObject::Connection &waiting() {
    static auto &waiting = *new QMetaObject::Connection;
    return waiting;
}

void focusMoved() {
    if (host->is_forked_child())
        return;
    const QString text = mainTitle();
    if (text.isEmpty())
        return;
    QObject::disconnect(waiting());
    host->titled(units(text), size_t(text.size()));
}

}  // namespace

void title(const QtmcpSink *sink) {
    const QString text = mainTitle();
    if (!text.isEmpty())
        Out(*sink).text(text);
}

void awaitTitle() {
    auto *app = qobject_cast<QGuiApplication *>(QCoreApplication::instance());
    QObject::disconnect(waiting());
    if (app)
        waiting() = QObject::connect(app, &QGuiApplication::focusWindowChanged, app, focusMoved);
}

void screens(const QtmcpSink *sink) {
    const Out out(*sink);
    const QScreen *primary = QGuiApplication::primaryScreen();
    const QList<QScreen *> all = QGuiApplication::screens();
    out.beginList();
    for (const QScreen *screen : all) {
        const QRect area = screen->geometry();
        out.beginMap();
        out.key("name");
        out.text(screen->name());
        const std::pair<const char *, double> numbers[] = {{"x", area.x()},
                                                           {"y", area.y()},
                                                           {"width", area.width()},
                                                           {"height", area.height()},
                                                           {"ratio", screen->devicePixelRatio()}};
        for (const auto &[name, value] : numbers) {
            out.key(name);
            out.real(value);
        }
        out.key("primary");
        out.boolean(screen == primary);
        out.end();
    }
    out.end();
}

bool ownScreen(QtmcpScreen *screen) {
    const AppScreen &own = appScreen();
    screen->area = {0, 0, double(own.size.width()), double(own.size.height())};
    screen->ratio = own.ratio;
    return !own.size.isEmpty();
}

}  // namespace qtmcp
