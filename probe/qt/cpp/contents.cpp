// What a widget contains, in the order in which a person reads it.

#include "elements.h"
#include "family.h"
#include "parts.h"
#include "views.h"

#include <QAction>
#include <QtCore/QPersistentModelIndex>
#include <QtCore/QPointer>
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QGraphicsObject>
#include <QtWidgets/QGraphicsView>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMainWindow>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QStatusBar>
#include <QtWidgets/QTabBar>
#include <QtWidgets/QTabWidget>
#include <QtWidgets/QToolBar>
#include <QtWidgets/QWidgetAction>

#include <algorithm>
#include <unordered_map>

namespace qtmcp {

namespace {

void give(const QtmcpElements *elements, const QObject *object, uint64_t part = 0) {
    const QtmcpElement element = elementOf(object, part);
    elements->take(elements->context, &element);
}

void addInOrder(QLayout *layout, std::vector<QWidget *> *widgets);

void addItem(QLayoutItem *item, std::vector<QWidget *> *widgets) {
    if (QWidget *widget = item->widget())
        widgets->push_back(widget);
    else if (QLayout *inner = item->layout())
        addInOrder(inner, widgets);
}

// The widgets of a layout as they are laid out, which need not be the order in which they were made.
void addInOrder(QLayout *layout, std::vector<QWidget *> *widgets) {
    const auto *grid = qobject_cast<QGridLayout *>(layout);
    const auto *form = qobject_cast<QFormLayout *>(layout);
    const auto *box = qobject_cast<QBoxLayout *>(layout);
    std::vector<std::pair<std::pair<int, int>, QLayoutItem *>> items;
    for (int i = 0; i < layout->count(); ++i) {
        std::pair<int, int> place(i, 0);
        int spanned = 0;
        if (grid) {
            grid->getItemPosition(i, &place.first, &place.second, &spanned, &spanned);
        } else if (form) {
            auto role = QFormLayout::LabelRole;
            form->getItemPosition(i, &place.first, &role);
            place.second = role;
        }
        if (QLayoutItem *item = layout->itemAt(i))
            items.emplace_back(place, item);
    }
    if (grid || form)
        std::stable_sort(items.begin(), items.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    if (box && (box->direction() == QBoxLayout::RightToLeft || box->direction() == QBoxLayout::BottomToTop))
        std::reverse(items.begin(), items.end());
    for (const auto &item : items)
        addItem(item.second, widgets);
}

// The specification's order: bars, what they are for, what stands around it, the status bar.
int rankIn(const QMainWindow *window, const QWidget *widget) {
    if (widget == window->menuWidget())
        return 0;
    if (qobject_cast<const QToolBar *>(widget))
        return 1;
    if (widget == window->centralWidget())
        return 2;
    if (qobject_cast<const QDockWidget *>(widget))
        return 3;
    return qobject_cast<const QStatusBar *>(widget) ? 5 : 4;
}

std::vector<QWidget *> childWidgets(const QWidget *widget) {
    std::vector<QWidget *> children;
    for (QObject *child : widget->children()) {
        auto *inner = qobject_cast<QWidget *>(child);
        if (inner && !inner->isWindow())
            children.push_back(inner);
    }
    return children;
}

template <typename Rank>
void sortBy(std::vector<QWidget *> *children, Rank rank) {
    std::stable_sort(children->begin(), children->end(),
                     [&rank](const QWidget *a, const QWidget *b) { return rank(a) < rank(b); });
}

std::vector<QWidget *> inReadingOrder(const QWidget *widget) {
    std::vector<QWidget *> children = childWidgets(widget);
    if (children.size() < 2)
        return children;
    if (const auto *tabs = qobject_cast<const QTabWidget *>(widget)) {
        sortBy(&children, [tabs](const QWidget *child) { return child != tabs->tabBar(); });
    } else if (const auto *window = qobject_cast<const QMainWindow *>(widget)) {
        sortBy(&children, [window](const QWidget *child) { return rankIn(window, child); });
    } else if (const auto *splitter = qobject_cast<const QSplitter *>(widget)) {
        sortBy(&children,
               [splitter](const QWidget *child) { return unsigned(splitter->indexOf(const_cast<QWidget *>(child))); });
    } else if (widget->layout()) {
        std::vector<QWidget *> laidOut;
        addInOrder(widget->layout(), &laidOut);
        std::unordered_map<const QWidget *, size_t> places;
        for (size_t place = 0; place < laidOut.size(); ++place)
            places.emplace(laidOut[place], place);
        sortBy(&children, [&places](const QWidget *child) {
            const auto place = places.find(child);
            return place == places.end() ? places.size() : place->second;
        });
    }
    return children;
}

void givePlain(const QWidget *widget, bool everything, const QtmcpElements *elements) {
    for (const QWidget *child : inReadingOrder(widget)) {
        if (everything || child->isVisible())
            give(elements, child);
    }
}

void giveActions(const QWidget *widget, bool everything, const QtmcpElements *elements) {
    const QList<QAction *> actions = widget->actions();
    for (const QAction *action : actions) {
        // What stands for an action in a menu is among the widgets there.
        const bool isWidget = qobject_cast<const QWidgetAction *>(action) && action->text().isEmpty();
        if (!action->isSeparator() && !isWidget && (everything || action->isVisible()))
            give(elements, action);
    }
}

void giveToolBar(const QToolBar *bar, bool everything, const QtmcpElements *elements) {
    std::vector<const QWidget *> given;
    const QList<QAction *> actions = bar->actions();
    for (QAction *action : actions) {
        const QWidget *widget = bar->widgetForAction(action);
        if (action->isSeparator()) {
            given.push_back(widget);
        } else if (!widget) {
            if (everything)
                give(elements, action);
        } else {
            given.push_back(widget);
            if (everything || widget->isVisible())
                give(elements, widget);
        }
    }
    for (const QWidget *child : childWidgets(bar)) {
        const bool isGiven = std::find(given.begin(), given.end(), child) != given.end();
        if (!isGiven && (everything || child->isVisible()))
            give(elements, child);
    }
}

void giveTabs(QTabBar *bar, bool everything, const QtmcpElements *elements) {
    std::vector<const QWidget *> buttons;
    for (int tab = 0; tab < bar->count(); ++tab) {
        buttons.push_back(bar->tabButton(tab, QTabBar::LeftSide));
        buttons.push_back(bar->tabButton(tab, QTabBar::RightSide));
        if (everything || !bar->tabRect(tab).isEmpty())
            give(elements, bar, tabPart(bar, tab));
    }
    for (const QWidget *child : childWidgets(bar)) {
        const bool isInTab = std::find(buttons.begin(), buttons.end(), child) != buttons.end();
        if (!isInTab && (everything || child->isVisible()))
            give(elements, child);
    }
}

void giveSections(QHeaderView *header, const QtmcpElements *elements) {
    const QPointer<QHeaderView> guard(header);
    const QAbstractItemView *view = viewOfHeader(header);
    if (!view || header->orientation() != Qt::Horizontal)
        return;
    for (const int section : shownColumns(view)) {
        const uint64_t part = sectionPart(header, section);
        if (!guard)
            return;
        if (part)
            give(elements, header, part);
    }
}

// The rows in sight. Reading one may make a model load others, or be filled anew: then all are looked for once more.
std::vector<uint64_t> partsInSight(QAbstractItemView *view) {
    const QPointer<QAbstractItemView> guard(view);
    std::vector<uint64_t> parts;
    bool isComplete = false;
    for (int attempt = 0; attempt < 2 && guard && !isComplete; ++attempt) {
        const std::vector<QModelIndex> seen = rowsInSight(view);
        const std::vector<QPersistentModelIndex> rows(seen.begin(), seen.end());
        parts.clear();
        isComplete = true;
        for (const QPersistentModelIndex &row : rows) {
            const uint64_t part = guard && row.isValid() ? rowPart(view, row) : 0;
            isComplete = isComplete && part;
            if (part)
                parts.push_back(part);
        }
    }
    return parts;
}

// Rows in sight. Those a view lays over its viewport besides, such as "nothing here", come last.
void giveItems(QAbstractItemView *view, bool everything, const QtmcpElements *elements) {
    const QPointer<QAbstractItemView> guard(view);
    if (QHeaderView *header = columnHeader(view))
        giveSections(header, elements);
    for (const uint64_t part : guard ? partsInSight(view) : std::vector<uint64_t>()) {
        if (guard)
            give(elements, view, part);
    }
    if (!guard)
        return;
    for (const QWidget *child : childWidgets(view->viewport())) {
        if (!everything && !child->isVisible())
            continue;
        const QModelIndex index = view->indexAt(child->geometry().center());
        if (!index.isValid() || view->indexWidget(index) != child)
            give(elements, child);
    }
    for (const QWidget *child : childWidgets(view)) {
        const bool isOurs = child == view->viewport() || qobject_cast<const QHeaderView *>(child);
        if (!isOurs && (everything || child->isVisible()))
            give(elements, child);
    }
}

// What an app's own accessibility tells besides the widgets. Qt's interface counts the child widgets.
void giveCustom(QWidget *widget, const QtmcpElements *elements) {
    QAccessibleInterface *interface = accessibleOf(widget);
    if (!interface)
        return;
    const int count = interface->childCount();
    if (count > 0 && size_t(count) > childWidgets(widget).size())
        giveChildren(widget, interface, 0, elements);
}

void giveWidget(QWidget *widget, bool everything, const QtmcpElements *elements) {
    if (qobject_cast<QMenu *>(widget) || qobject_cast<QMenuBar *>(widget)) {
        giveActions(widget, everything, elements);
        // Buttons in a menu bar's corners, and widgets that stand in a menu.
        givePlain(widget, everything, elements);
    } else if (const auto *bar = qobject_cast<QToolBar *>(widget)) {
        giveToolBar(bar, everything, elements);
    } else if (auto *tabs = qobject_cast<QTabBar *>(widget)) {
        giveTabs(tabs, everything, elements);
    } else if (auto *header = qobject_cast<QHeaderView *>(widget)) {
        giveSections(header, elements);
    } else if (auto *view = qobject_cast<QAbstractItemView *>(widget)) {
        giveItems(view, everything, elements);
    } else if (auto *scene = qobject_cast<QGraphicsView *>(widget)) {
        giveScene(scene, everything, elements);
        givePlain(widget, everything, elements);
    } else if (!isWhole(widget)) {
        const QPointer<QWidget> guard(widget);
        givePlain(widget, everything, elements);
        // Texts have accessible children of their own (links), which their interface counts; Qt 6.11 or later. What is
        // inside a QQuickWidget is given as QML items, and Qt 6 counts it here as well.
        if (guard && !qobject_cast<QLabel *>(widget) && !widget->inherits("QQuickWidget"))
            giveCustom(widget, elements);
    }
}

void giveInPart(const Part &part, uint64_t number, const QtmcpElements *elements) {
    if (part.kind == PartKind::Child) {
        giveChildren(part.owner, part.interface, number, elements);
    } else if (part.kind == PartKind::Tab) {
        const auto *bar = static_cast<QTabBar *>(part.owner);
        for (const auto side : {QTabBar::LeftSide, QTabBar::RightSide}) {
            const QWidget *button = bar->tabButton(part.number, side);
            if (button && button->isVisible())
                give(elements, button);
        }
    } else if (part.kind == PartKind::Row || part.kind == PartKind::Cell) {
        auto *view = static_cast<QAbstractItemView *>(part.owner);
        const QPointer<QAbstractItemView> guard(view);
        if (part.kind == PartKind::Cell || !hasCells(view)) {
            const QWidget *widget = view->indexWidget(part.index);
            if (widget && widget->isVisible())
                give(elements, widget);
            return;
        }
        for (const int column : shownColumns(view)) {
            const QModelIndex index = part.index.sibling(part.index.row(), column);
            if (!guard)
                return;
            if (const uint64_t cell = index.isValid() ? cellOfRow(number, column) : 0)
                give(elements, view, cell);
        }
    }
}

}  // namespace

bool contents(const QtmcpElement *element, bool everything, const QtmcpElements *elements) {
    if (element->part) {
        const Part part = partOf(element);
        if (part.kind != PartKind::None)
            giveInPart(part, element->part, elements);
        return part.kind != PartKind::None;
    }
    QObject *object = objectOf(element->object);
    if (auto *widget = qobject_cast<QWidget *>(object)) {
        giveWidget(widget, everything, elements);
        return true;
    }
    if (const auto *action = qobject_cast<QAction *>(object)) {
        // The entries of a menu that is closed; one that is open is a window of its own.
        QMenu *menu = everything ? action->menu() : nullptr;
        if (menu && !menu->isVisible())
            giveActions(menu, everything, elements);
        return true;
    }
    return qobject_cast<QGraphicsObject *>(object);
}

}  // namespace qtmcp
