// What the files of the widgets part share.
#pragma once

#include "abi.h"

#include <QtWidgets/QWidget>

class QAction;

namespace qtmcp {

// The gui part's table; set when this part is loaded.
inline const QtmcpGui *gui = nullptr;

inline QObject *objectOf(const void *object) { return static_cast<QObject *>(const_cast<void *>(object)); }
inline QtmcpElement elementOf(const QObject *object, uint64_t part = 0) { return {object, part}; }

// widgets.cpp
QWidget *widgetOfWindow(const QWindow *window);

// actions.cpp: a place where an action can be seen, in the coordinates of the widget that shows it.
struct Shown {
    QWidget *widget = nullptr;
    QRect area;
};
Shown whereShown(const QAction *action);

// target.cpp
QtmcpAimResult aim(const QtmcpElement *element, bool hasPlace, double x, double y, QtmcpAim *aim,
                   const void **obstacle);
QtmcpAimResult focus(const QtmcpElement *element, const void **obstacle);

// describe.cpp
bool describe(const QtmcpElement *element, const QtmcpDescription *description);

// contents.cpp
bool contents(const QtmcpElement *element, bool everything, const QtmcpElements *elements);

// around.cpp
bool container(const QtmcpElement *element, QtmcpElement *container);
bool focused(QtmcpElement *focused);
bool elementAt(const void *window, double x, double y, QtmcpElement *found);

// texts.cpp
bool fullText(const QtmcpElement *element, const QtmcpSink *sink);
bool options(const QtmcpElement *element, const QtmcpSink *sink);

// lookup.cpp
bool itemNamed(const QtmcpElement *of, const char16_t *text, size_t length, int32_t column, QtmcpElement *found);
bool itemAt(const QtmcpElement *of, uint64_t row, uint32_t column, QtmcpElement *found);

// assign.cpp
QtmcpResult assign(const QtmcpElement *element, const QtmcpNode *nodes, size_t count, const QtmcpSink *error);
void commit(const QtmcpElement *element);
QtmcpResult expand(const QtmcpElement *element, bool open);

// describeparts.cpp
bool checkPlace(const QtmcpElement *element, double *x, double *y);

}  // namespace qtmcp
