// What the files of the quick part share.
#pragma once

#include "abi.h"
#include "elementtable.h"
#include "secrettable.h"

#include <QtCore/QPoint>
#include <QtCore/QVariant>
#include <QtGui/QImage>
#include <QtQuick/QQuickItem>
#include <QtQuick/QQuickWindow>

#include <vector>

namespace qtmcp {

// The tables of the other parts; set when this part is loaded.
inline const QtmcpCore *core = nullptr;
inline const QtmcpGui *gui = nullptr;

inline QObject *objectOf(const void *object) { return static_cast<QObject *>(const_cast<void *>(object)); }

// items.cpp
bool isItem(const void *object);
bool children(const void *object, const QtmcpObjects *objects);
bool parent(const void *object, const void **parent);
bool placement(const void *object, QtmcpPlacement *placement);
bool grab(const void *object, const QtmcpImage *image);
QtmcpPainted paint(const void *window, void *canvas, void *picture);
// The item a person sees for an object: the item itself, that of a popup, or the root of a window.
QQuickItem *shownItem(QObject *object);
QRectF areaOf(const QQuickItem *item);
// In Qt's global coordinates.
QRectF globalArea(const QQuickItem *item);
// Children as they lie, the topmost first.
std::vector<QQuickItem *> topFirst(const QQuickItem *item);
// A MouseArea has an `enabled` of its own, which QQuickItem does not know of.
bool isUsable(const QQuickItem *item);
// The part of the scene in which an item can be seen, as far as its window and clipping views limit it.
QRectF seenPart(const QQuickItem *item);
// The Popup whose item this is.
QObject *popupOf(const QQuickItem *item);
// What popups are put into while they are open; null when the window never had any.
QQuickItem *overlayOf(const QQuickWindow *window);

// quickwidget.cpp: QQuickWidget, known by name only, so that an app without widgets needs none.
QQuickWindow *windowInside(const QObject *widget);
QObject *widgetAround(const QQuickWindow *window);
bool isInsideWidget(const void *window);
std::vector<QQuickWindow *> windowsInWidgets();
QImage pictureOfWidget(const QObject *widget);
void focusWidget(QObject *widget);
// Where a widget begins in another one that it is in.
QPoint placeInWidget(const QObject *widget, const QObject *root);
// The widget that lies over `point` of the widget's window; null when the widget itself is on top.
QObject *widgetOver(QObject *widget, const QPoint &point);

// Where a scene is shown: the window that takes its events, and where in it the scene begins.
struct Stage {
    QWindow *window = nullptr;
    QPoint origin;
    QObject *widget = nullptr;
    bool isVisible = false;
    bool isEnabled = false;
};
Stage stageOf(QQuickWindow *window);

// secretitems.cpp
void coverItems(const void *root, void *image, double x, double y);
// Whether a field hides its text, or did so once.
bool hides(QObject *field);

// motion.cpp
void watchFrames(bool on);
uint64_t frameCount();
bool isMoving();

// context.cpp
void qmlId(const void *object, const QtmcpSink *sink);
QtmcpResult contextProperty(const void *object, const char *name, const QtmcpSink *sink);

// qmlvalues.cpp
bool readQmlValue(const void *variant, const QtmcpSink *sink);
// The object that a value holds, as a pointer of any type or inside a JavaScript value.
QObject *objectIn(const QVariant &value);

}  // namespace qtmcp
