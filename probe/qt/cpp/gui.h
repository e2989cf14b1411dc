// The functions of the gui part's table, by the file they live in.
#pragma once

#include "abi.h"

#include <QtGui/QWindow>

#include <vector>

namespace qtmcp {

inline QWindow *windowOf(const void *object) {
    return qobject_cast<QWindow *>(static_cast<QObject *>(const_cast<void *>(object)));
}

// A window of a menu, a list or a tip, which is there while it is used.
inline bool isPassing(const QWindow *window) { return window->type() == Qt::Popup || window->type() == Qt::ToolTip; }
inline bool isMinimised(const QWindow *window) { return window->windowStates() & Qt::WindowMinimized; }
inline const QWindow *topLevelOf(const QWindow *window) {
    while (window->parent())
        window = window->parent();
    return window;
}

// gui.cpp
bool isHiddenFromPeople(const QWindow *window);
bool isBlocked(const void *window, const void **modal);

// input.cpp
void mouse(const QtmcpAim *at, QtmcpMouse type, uint32_t button, uint32_t held, uint32_t modifiers);
bool wheel(const QtmcpAim *at, double right, double down, uint32_t modifiers);
bool key(bool down, bool repeated, int32_t key, uint32_t modifiers, const char16_t *text, size_t length);
bool commitText(const char16_t *text, size_t length);
void activate(const void *window);
// Whether a mouse button is down that we have put down.
bool isButtonDown();
// Whether it is the window that was last clicked or brought to the front from here.
bool isChosen(const QWindow *window);

// drag.cpp
// What is to be called in the place of a function of Qt's that has to do with dragging; `real` itself for any other.
const void *dragStandIn(const void *real);
// Calls off what is being dragged, unless it is being dropped already. Runs the app's code.
void endDrag();

// windows.cpp
void shownWindows(const QtmcpWindowSink *windows);
QtmcpAimResult aimAtPoint(QtmcpCapture capture, double x, double y, QtmcpAim *aim, const void **obstacle);
void raiseWindow(const void *object);
void resizeWindow(const void *object, uint32_t *width, uint32_t *height);
void closeWindow(const void *object);

// face.cpp
void title(const QtmcpSink *sink);
void awaitTitle();
void screens(const QtmcpSink *sink);
bool ownScreen(QtmcpScreen *screen);

// stacking.cpp
// The windows a person sees, from the bottom up; minimised ones are among them when there are no others.
std::vector<QWindow *> visibleWindows();
bool isShown(const void *window);
// The visible main window or dialog that last had the focus.
const QWindow *lastFocused();
void followFocus();

// place.cpp: the app's own screen. What of Qt's coordinates it shows, fixed once it was asked for.
struct AppScreen {
    QPoint origin;
    QSize size;
    QSize realSize;
    qreal ratio = 1;
};
const AppScreen &appScreen();
// Where a window's content begins on that screen.
QPoint placeOf(const QWindow *window);
// What is to be added to Qt's global positions in a window to have them on that screen.
void shiftOf(const void *window, double *x, double *y);

// screen.cpp
using Paint = QtmcpPainted (*)(const void *window, void *canvas, void *picture);
void addPainter(Paint paint);
// From the bottom up.
std::vector<QWindow *> capturedWindows(QtmcpCapture capture);
bool screen(QtmcpCapture capture, QtmcpScreen *screen);
QtmcpResult grabScreen(QtmcpCapture capture, const QtmcpImage *image, QtmcpRect *area);
// Visible windows inside a window that are no part of what its painter draws: where they are in it, and what of that
// can be seen.
struct Embedded {
    QWindow *window;
    QPoint place;
    QRect seen;
};
std::vector<Embedded> embeddedIn(const QWindow *window);
using Cover = void (*)(const void *root, void *image, double x, double y);
void addCover(Cover cover);
void cover(const void *root, void *image, double x, double y);

// pointer.cpp
void rememberPointer(const QWindow *window, const QPointF &local);
bool pointer(double *x, double *y);
void holdCaret(bool on);

// desktop.cpp
bool realScreen(QtmcpScreen *screen);
void devicePixel(double x, double y, int32_t *deviceX, int32_t *deviceY);
bool isOursAt(double x, double y);

// guivalues.cpp
bool readGuiValue(const void *variant, const QtmcpSink *sink);
bool writeGuiValue(void *variant, const QtmcpNode *nodes, size_t count);

}  // namespace qtmcp
