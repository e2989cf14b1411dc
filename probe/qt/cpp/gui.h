// The functions of the gui part's table, by the file they live in.
#pragma once

#include "abi.h"

#include <QtGui/QWindow>

#include <vector>

namespace qtmcp {

inline QWindow *windowOf(const void *object) {
    return qobject_cast<QWindow *>(static_cast<QObject *>(const_cast<void *>(object)));
}

// gui.cpp
bool isHiddenFromPeople(const QWindow *window);
bool isBlocked(const void *window, const void **modal);

// input.cpp
void mouse(const QtmcpAim *at, QtmcpMouse type, uint32_t button, uint32_t held, uint32_t modifiers);
bool wheel(const QtmcpAim *at, double right, double down, uint32_t modifiers);
bool key(bool down, int32_t key, uint32_t modifiers, const char16_t *text, size_t length);
bool commitText(const char16_t *text, size_t length);
void activate(const void *window);

// windows.cpp
void shownWindows(const QtmcpWindowSink *windows);
QtmcpAimResult aimAtPoint(double x, double y, QtmcpAim *aim, const void **obstacle);
void raiseWindow(const void *object);
void resizeWindow(const void *object, uint32_t *width, uint32_t *height);

// screen.cpp
// Visible windows from the bottom up.
std::vector<QWindow *> visibleWindows();
void followFocus();
bool grabScreen(const QtmcpImage *image);
void addPainter(bool (*paint)(const void *window, void *image));

// guivalues.cpp
bool readGuiValue(const void *variant, const QtmcpSink *sink);
bool writeGuiValue(void *variant, const QtmcpNode *nodes, size_t count);

}  // namespace qtmcp
