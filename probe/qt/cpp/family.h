// Which widgets belong together: what is a helper of another, what names another, which window shows it.
#pragma once

#include "widgets.h"

class QAbstractItemView;
class QGraphicsItem;
class QGraphicsProxyWidget;
class QGraphicsView;
class QLabel;

namespace qtmcp {

// labels.cpp
// The label of a widget: the one that has it as buddy, or stands before it in a form. Null where there is none.
QWidget *labelOf(const QWidget *widget);
QWidget *labelledBy(const QLabel *label);
// The text of a label as it reads.
QString labelText(const QWidget *label);

// family.cpp
// Helpers of Qt that a person does not know of.
bool isInternal(const QWidget *widget);
// The combo or spin box, or the like, that an inner widget belongs to; otherwise the widget itself.
QWidget *ownerOf(QWidget *widget);
// Whether a widget answers for all that is in it.
bool isWhole(const QWidget *widget);
// The item view whose viewport this is; null for other widgets.
QAbstractItemView *viewOfViewport(const QWidget *viewport);

// graphics.cpp
// The view that shows a widget which is embedded in a scene, itself or through its window; null for others.
QGraphicsView *viewAround(const QWidget *widget);
QGraphicsProxyWidget *proxyOf(const QWidget *widget);
// The window on the screen.
QWidget *windowOnScreen(QWidget *widget);
void giveScene(QGraphicsView *view, bool everything, const QtmcpElements *elements);
// What a press at a point of the viewport meets: plain items that can be neither moved nor selected let it through.
QGraphicsItem *pressedItem(const QGraphicsView *view, const QPoint &point);
// From a widget in a scene to the viewport that shows it.
QPoint toViewport(const QWidget *widget, const QPoint &point);

}  // namespace qtmcp
