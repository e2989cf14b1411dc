// The real screen, for input that goes through the window system and pictures of what is really there. X11 only: no other
// platform tells where a window is or lets one look.

#include "gui.h"

#include <QtCore/QtMath>
#include <QtGui/QGuiApplication>
#include <QtGui/QScreen>

namespace qtmcp {

namespace {

QPoint position(double x, double y) { return QPoint(qFloor(x), qFloor(y)); }

}  // namespace

bool realScreen(QtmcpScreen *screen) {
    const QScreen *primary = QGuiApplication::primaryScreen();
    if (!primary || QGuiApplication::platformName() != QLatin1String("xcb"))
        return false;
    const QRect area = primary->geometry();
    screen->area = {double(area.x()), double(area.y()), double(area.width()), double(area.height())};
    screen->ratio = primary->devicePixelRatio();
    return true;
}

void devicePixel(double x, double y, int32_t *deviceX, int32_t *deviceY) {
    const QScreen *screen = QGuiApplication::screenAt(position(x, y));
    if (!screen)
        screen = QGuiApplication::primaryScreen();
    if (!screen)
        return;
    // Qt leaves a screen's corner where it is in device pixels and scales what is right and down of it.
    const QPoint corner = screen->geometry().topLeft();
    const qreal ratio = screen->devicePixelRatio();
    *deviceX = int32_t(qFloor(corner.x() + (x - corner.x()) * ratio));
    *deviceY = int32_t(qFloor(corner.y() + (y - corner.y()) * ratio));
}

bool isOursAt(double x, double y) { return QGuiApplication::topLevelAt(position(x, y)) != nullptr; }

}  // namespace qtmcp
