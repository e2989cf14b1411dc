// What the files that treat QML items as elements share: an element looked up.
#pragma once

#include "delegates.h"
#include "itemkinds.h"

#include <QtCore/QObject>
#include <QtCore/QPointer>

#include <vector>

namespace qtmcp {

struct Subject {
    QPointer<QObject> object;   // an item, a popup, a window, or a QQuickWidget; of a part, its view
    QPointer<QQuickItem> item;  // what people see of it; null for rows that nothing shows
    bool isPart = false;
    Part part;

    bool isItem() const { return isPart || object.data() == item.data(); }
    // The part itself, not something in its delegate.
    bool isRowOrCell() const { return isPart && !part.isNested; }
};

// False for what is not of Qt Quick, and for parts that are gone.
bool findSubject(const QtmcpElement *element, Subject *subject);
// The same, once something shows it. Runs the app's code.
bool bringSubject(const QtmcpElement *element, Subject *subject);

// itemtree.cpp: the elements that an item lies in, from its window to itself, or to what it is a part of.
std::vector<QtmcpElement> elementsTo(QQuickItem *item);
// A cell whose delegate is a control through and through holds that control.
bool isControlInCell(const ItemView &view, const Look &look);
// The tabs or pages of a bar, a SwipeView or a StackLayout.
std::vector<QQuickItem *> pagesOf(const QQuickItem *item);

}  // namespace qtmcp
