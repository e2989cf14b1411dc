// What is to be pointed at: an area of a widget.
#pragma once

#include "parts.h"

#include <QtCore/QPointer>

namespace qtmcp {

struct Target {
    QWidget *widget = nullptr;
    QRect area;
    bool isEnabled = false;
    bool isExact = false;    // what lies in the widget is not what is meant
    bool hasMiddle = false;  // where to point rather than at the middle of the area
    QPoint middle;
};

// targets.cpp
QtmcpAimResult findTarget(const QtmcpElement *element, Target *target);
// Scrolls the view or tab bar itself until the part is in sight. Runs the app's code.
void revealPart(const QtmcpElement *element);
// Where the box of a group that can be checked is: its middle is what the group holds.
bool checkBoxOf(const QWidget *widget, QPoint *middle);

}  // namespace qtmcp
