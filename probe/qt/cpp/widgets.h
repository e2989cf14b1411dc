// What the files of the widgets part share.
#pragma once

#include "abi.h"

#include <QtWidgets/QWidget>

class QAction;

namespace qtmcp {

// The gui part's table; set when this part is loaded.
inline const QtmcpGui *gui = nullptr;

inline QObject *objectOf(const void *object) { return static_cast<QObject *>(const_cast<void *>(object)); }

// widgets.cpp
QWidget *widgetOfWindow(const QWindow *window);

// actions.cpp: a place where an action can be seen, in the coordinates of the widget that shows it.
struct Shown {
    QWidget *widget = nullptr;
    QRect area;
};
Shown whereShown(const QAction *action);

// target.cpp
QtmcpAimResult aim(const void *object, bool hasPlace, double x, double y, QtmcpAim *aim, const void **obstacle);
QtmcpAimResult focus(const void *object, const void **obstacle);

}  // namespace qtmcp
