// Where windows stand on the app's own screen: where they really are, as far as that is on it and the platform tells.

#include "gui.h"

#include "guard.h"
#include "image.h"

#include <QtGui/QGuiApplication>
#include <QtGui/QScreen>

#include <algorithm>

namespace qtmcp {

namespace {

// Windows that belong to each other in a circle would never end.
constexpr int deepest = 16;

QPoint placeAt(const QWindow *window, int depth);

// On Wayland a window does not know where it is.
bool hasPositions() {
    static const bool has = !QGuiApplication::platformName().startsWith(QLatin1String("wayland"));
    return has;
}

// The window that another one goes along with.
const QWindow *leaderOf(const QWindow *window) {
    const QWindow *parent = window->transientParent();
    if (!parent && isPassing(window))
        parent = lastFocused();
    const QWindow *leader = parent ? topLevelOf(parent) : nullptr;
    return leader && leader != window && leader->isVisible() ? leader : nullptr;
}

QRect clampedInto(const QSize &screen, QRect area) {
    const auto clamp = [](int at, int length, int most) { return std::max(0, std::min(at, most - length)); };
    area.moveTo(clamp(area.x(), area.width(), screen.width()), clamp(area.y(), area.height(), screen.height()));
    return area;
}

// What sticks out at an edge, though it would fit, is moved in; what is too large stays as it is.
QPoint wholeIn(const QSize &screen, const QRect &area) {
    const QPoint moved = clampedInto(screen, area).topLeft();
    return {area.width() > screen.width() ? area.x() : moved.x(),
            area.height() > screen.height() ? area.y() : moved.y()};
}

// Where there are no positions: main windows at the top left, their dialogs in the middle of them, and what opens at a
// place of its parent, at that place.
QPoint inventedPlace(const QWindow *window, int depth) {
    const QWindow *leader = depth < deepest ? leaderOf(window) : nullptr;
    if (!leader)
        return QPoint(0, 0);
    const QRect leading(placeAt(leader, depth + 1), leader->size());
    if (isPassing(window))
        return leading.topLeft() + window->geometry().topLeft() - leader->geometry().topLeft();
    QRect area(QPoint(0, 0), window->size());
    area.moveCenter(leading.center());
    return clampedInto(appScreen().size, area).topLeft();
}

// Where it really is, or where it goes with its leader, or, from another monitor, where it is on that.
QPoint knownPlace(const QWindow *window, int depth) {
    const AppScreen &screen = appScreen();
    const QRect whole(QPoint(0, 0), screen.size);
    const QRect geometry = window->geometry();
    const QRect real = geometry.translated(-screen.origin);
    QRect area = real;
    if (const QWindow *leader = depth < deepest ? leaderOf(window) : nullptr)
        area.translate(placeAt(leader, depth + 1) - (leader->geometry().topLeft() - screen.origin));
    const QScreen *own = window->screen();
    const QRect there = own ? geometry.translated(-own->geometry().topLeft()) : real;
    // A smaller screen than the real one shows all of what that one shows all of.
    const bool isWhole = QRect(QPoint(0, 0), screen.realSize).contains(real);
    for (const QRect &place : {area, real, there}) {
        if (place.isEmpty() || whole.contains(place) || (!isWhole && place.intersects(whole)))
            // A place on a screen that nobody looks at means nothing to anybody.
            return isAlone() ? wholeIn(screen.size, place) : place.topLeft();
    }
    return clampedInto(screen.size, area).topLeft();
}

QPoint placeAt(const QWindow *window, int depth) {
    return hasPositions() ? knownPlace(window, depth) : inventedPlace(window, depth);
}

}  // namespace

const AppScreen &appScreen() {
    static AppScreen known;
    const QScreen *primary = QGuiApplication::primaryScreen();
    if (known.size.isEmpty() && primary) {
        uint32_t width = 0;
        uint32_t height = 0;
        host->screen_size(&width, &height);
        const QRect real = primary->geometry();
        const QSize size = width && height ? QSize(int(width), int(height)) : real.size();
        known = {real.topLeft(), size, real.size(), primary->devicePixelRatio()};
    }
    return known;
}

QPoint placeOf(const QWindow *window) {
    const QWindow *top = topLevelOf(window);
    return placeAt(top, 0) + window->mapToGlobal(QPoint(0, 0)) - top->mapToGlobal(QPoint(0, 0));
}

void shiftOf(const void *object, double *x, double *y) {
    const QWindow *window = windowOf(object);
    const QWindow *top = window ? topLevelOf(window) : nullptr;
    const QPoint shift = top ? placeAt(top, 0) - top->mapToGlobal(QPoint(0, 0)) : QPoint(0, 0);
    *x = shift.x();
    *y = shift.y();
}

}  // namespace qtmcp
