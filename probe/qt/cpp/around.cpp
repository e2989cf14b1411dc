// The way up from an element, the element that has the focus, and the one at a point of the screen.

#include "elements.h"
#include "family.h"
#include "parts.h"
#include "views.h"

#include <QAction>
#include <QtCore/QPointer>
#include <QtGui/QWindow>
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QApplication>
#include <QtWidgets/QGraphicsProxyWidget>
#include <QtWidgets/QGraphicsView>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QTabBar>

namespace qtmcp {

namespace {

// The element an index is told as: a cell where rows have cells, otherwise the row.
uint64_t partAt(QAbstractItemView *view, const QModelIndex &index) {
    return hasCells(view) ? cellPart(view, index) : rowPart(view, index);
}

// What lies around a widget in an item view's viewport: the item it was put on.
QtmcpElement aroundInView(QAbstractItemView *view, QWidget *widget) {
    const QPointer<QAbstractItemView> guard(view);
    const QModelIndex index = view->indexAt(widget->geometry().center());
    const bool isOnItem = index.isValid() && view->indexWidget(index) == widget;
    const uint64_t part = isOnItem ? partAt(view, index) : 0;
    return elementOf(guard, part);
}

QtmcpElement aroundWidget(QWidget *widget) {
    if (widget->isWindow())
        return elementOf(proxyOf(widget) ? viewAround(widget) : nullptr);
    QWidget *parent = widget->parentWidget();
    if (!parent)
        return {nullptr, 0};
    if (QAbstractItemView *view = viewOfViewport(parent))
        return aroundInView(view, widget);
    if (auto *bar = qobject_cast<QTabBar *>(parent)) {
        for (int tab = 0; tab < bar->count(); ++tab) {
            if (bar->tabButton(tab, QTabBar::LeftSide) == widget || bar->tabButton(tab, QTabBar::RightSide) == widget)
                return elementOf(bar, tabPart(bar, tab));
        }
    }
    return elementOf(parent);
}

QtmcpElement aroundAction(const QAction *action) {
    const Shown shown = whereShown(action);
    if (shown.widget)
        return elementOf(shown.widget);
    // A closed menu holds it all the same.
    return elementOf(qobject_cast<QWidget *>(action->parent()));
}

QtmcpElement aroundPart(const Part &part, uint64_t number) {
    if (part.kind == PartKind::Cell)
        return elementOf(part.owner, rowPart(static_cast<QAbstractItemView *>(part.owner), part.index));
    if (part.kind == PartKind::Section) {
        QAbstractItemView *view = viewOfHeader(static_cast<QHeaderView *>(part.owner));
        return elementOf(view ? view : part.owner);
    }
    return elementOf(part.owner, part.kind == PartKind::Child ? parentOfChild(number) : 0);
}

// The element of a widget at one of its points.
QtmcpElement inWidget(QWidget *widget, const QPoint &point) {
    if (auto *menu = qobject_cast<QMenu *>(widget)) {
        const QAction *action = menu->actionAt(point);
        return action && !action->isSeparator() ? elementOf(action) : elementOf(menu);
    }
    if (auto *bar = qobject_cast<QMenuBar *>(widget)) {
        const QAction *action = bar->actionAt(point);
        return action ? elementOf(action) : elementOf(bar);
    }
    if (auto *bar = qobject_cast<QTabBar *>(widget)) {
        const int tab = bar->tabAt(point);
        return elementOf(bar, tab < 0 ? 0 : tabPart(bar, tab));
    }
    if (auto *header = qobject_cast<QHeaderView *>(widget->parentWidget()); header && header->viewport() == widget) {
        const bool isAcross = header->orientation() == Qt::Horizontal;
        const int section = header->logicalIndexAt(point);
        QAbstractItemView *view = viewOfHeader(header);
        if (isAcross && section >= 0)
            return elementOf(header, sectionPart(header, section));
        return elementOf(view ? static_cast<QWidget *>(view) : header);
    }
    if (QAbstractItemView *view = viewOfViewport(widget)) {
        const QPointer<QAbstractItemView> guard(view);
        const QModelIndex index = view->indexAt(point);
        const uint64_t part = index.isValid() ? partAt(view, index) : 0;
        return elementOf(guard, part);
    }
    QWidget *known = ownerOf(widget);
    while (isInternal(known) && known->parentWidget())
        known = known->parentWidget();
    return elementOf(known);
}

QtmcpElement atPoint(QWidget *window, const QPoint &point) {
    QWidget *child = window->childAt(point);
    QWidget *widget = child ? child : window;
    const QPoint inside = widget->mapFrom(window, point);
    auto *scene = qobject_cast<QGraphicsView *>(widget->parentWidget());
    if (scene && scene->viewport() == widget) {
        const QGraphicsItem *item = pressedItem(scene, inside);
        const QGraphicsObject *object = item ? item->toGraphicsObject() : nullptr;
        const auto *proxy = qobject_cast<const QGraphicsProxyWidget *>(object);
        if (proxy && proxy->widget())
            return atPoint(proxy->widget(), proxy->mapFromScene(scene->mapToScene(inside)).toPoint());
        if (object && accessibleOf(const_cast<QGraphicsObject *>(object)))
            return elementOf(object);
    }
    return inWidget(widget, inside);
}

}  // namespace

bool container(const QtmcpElement *element, QtmcpElement *container) {
    *container = {nullptr, 0};
    QObject *object = objectOf(element->object);
    if (element->part) {
        const Part part = partOf(element);
        if (part.kind != PartKind::None)
            *container = aroundPart(part, element->part);
    } else if (auto *widget = qobject_cast<QWidget *>(object)) {
        *container = aroundWidget(widget);
    } else if (const auto *action = qobject_cast<QAction *>(object)) {
        *container = aroundAction(action);
    } else if (const auto *graphics = qobject_cast<QGraphicsObject *>(object)) {
        const QList<QGraphicsView *> views = graphics->scene() ? graphics->scene()->views() : QList<QGraphicsView *>();
        *container = elementOf(views.isEmpty() ? nullptr : views.first());
    }
    return container->object;
}

bool focused(QtmcpElement *focused) {
    QWidget *widget = QApplication::focusWidget();
    if (!widget)
        return false;
    // Keys typed at a scene go to what has the focus in it.
    if (const auto *view = qobject_cast<QGraphicsView *>(widget)) {
        const QGraphicsItem *item = view->scene() ? view->scene()->focusItem() : nullptr;
        const auto *proxy = item ? qobject_cast<const QGraphicsProxyWidget *>(item->toGraphicsObject()) : nullptr;
        QWidget *inner = proxy && proxy->widget() ? proxy->widget()->focusWidget() : nullptr;
        widget = inner ? inner : widget;
    }
    QWidget *known = ownerOf(widget);
    while (isInternal(known) && known->parentWidget())
        known = known->parentWidget();
    *focused = elementOf(known);
    return true;
}

bool elementAt(const void *window, double x, double y, QtmcpElement *found) {
    QWidget *widget = widgetOfWindow(qobject_cast<QWindow *>(objectOf(window)));
    if (!widget)
        return false;
    *found = atPoint(widget, widget->mapFromGlobal(QPoint(int(x), int(y))));
    return found->object;
}

}  // namespace qtmcp
