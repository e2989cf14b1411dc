// What the files of the widgets part share.
#pragma once

#include "abi.h"
#include "elementtable.h"
#include "secrettable.h"

#include <QtWidgets/QWidget>

class QAction;

namespace qtmcp {

// The gui part's table; set when this part is loaded.
inline const QtmcpGui *gui = nullptr;

inline QObject *objectOf(const void *object) { return static_cast<QObject *>(const_cast<void *>(object)); }
inline QtmcpElement elementOf(const QObject *object, uint64_t part = 0) { return {object, part}; }

// widgets.cpp
QWidget *widgetOfWindow(const QWindow *window);

// secretwidgets.cpp
void coverWidgets(const void *root, void *image, double x, double y);

// actions.cpp: a place where an action can be seen, in the coordinates of the widget that shows it.
struct Shown {
    QWidget *widget = nullptr;
    QRect area;
};
Shown whereShown(const QAction *action);

}  // namespace qtmcp
