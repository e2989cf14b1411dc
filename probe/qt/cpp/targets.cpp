// Which area of which widget an element is, and how what it is a part of brings it into sight.

#include "target.h"

#include "views.h"

#include <QAction>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QGraphicsObject>
#include <QtWidgets/QGraphicsScene>
#include <QtWidgets/QGraphicsView>
#include <QtWidgets/QGroupBox>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLayout>
#include <QtWidgets/QMenu>
#include <QtWidgets/QStyle>
#include <QtWidgets/QStyleOption>
#include <QtWidgets/QTabBar>

namespace qtmcp {

namespace {

Target targetOfIndex(const Part &part) {
    const auto *view = static_cast<QAbstractItemView *>(part.owner);
    Target target;
    target.widget = view->viewport();
    target.area = part.kind == PartKind::Row ? rowArea(view, part.index) : view->visualRect(part.index);
    target.isEnabled = view->isEnabled() && part.index.flags() & Qt::ItemIsEnabled;
    // A row is clicked where its name is: other columns may hold buttons and boxes.
    const std::vector<int> columns = shownColumns(view);
    if (part.kind == PartKind::Row && !columns.empty()) {
        const QModelIndex first = part.index.sibling(part.index.row(), columns.front());
        target.middle = (view->visualRect(first) & view->viewport()->rect()).center();
        target.hasMiddle = target.area.contains(target.middle);
    }
    return target;
}

Target targetOf(const Part &part) {
    Target target;
    target.widget = part.owner;
    target.isEnabled = part.owner->isEnabled();
    if (part.kind == PartKind::Row || part.kind == PartKind::Cell)
        return targetOfIndex(part);
    if (part.kind == PartKind::Section) {
        const auto *header = static_cast<QHeaderView *>(part.owner);
        const int start = header->sectionViewportPosition(part.number);
        target.widget = header->viewport();
        target.area = header->orientation() == Qt::Horizontal
                          ? QRect(start, 0, header->sectionSize(part.number), header->viewport()->height())
                          : QRect(0, start, header->viewport()->width(), header->sectionSize(part.number));
    } else if (part.kind == PartKind::Tab) {
        const auto *bar = static_cast<QTabBar *>(part.owner);
        target.area = bar->tabRect(part.number);
        target.isEnabled = target.isEnabled && bar->isTabEnabled(part.number);
        target.isExact = true;
    } else if (part.kind == PartKind::Child) {
        const QRect rect = part.interface->rect();
        target.area = QRect(part.owner->mapFromGlobal(rect.topLeft()), rect.size());
        target.isEnabled = target.isEnabled && !part.interface->state().disabled;
    }
    return target;
}

QtmcpAimResult findInScene(const QGraphicsObject *object, Target *target) {
    const QList<QGraphicsView *> views = object->scene() ? object->scene()->views() : QList<QGraphicsView *>();
    if (views.isEmpty() || !object->isVisible())
        return QTMCP_AIM_HIDDEN;
    QGraphicsView *view = views.first();
    target->widget = view->viewport();
    target->area = view->mapFromScene(object->sceneBoundingRect()).boundingRect() & view->viewport()->rect();
    target->isEnabled = view->isEnabled() && object->isEnabled();
    return QTMCP_AIM_OK;
}

// A tab bar with too many tabs has a button at each end of what it shows.
void scrollTo(QTabBar *bar, int tab) {
    const QPointer<QTabBar> guard(bar);
    const auto scroller = [bar](bool isBack) -> QAbstractButton * {
        const QLatin1String name(isBack ? "ScrollLeftButton" : "ScrollRightButton");
        for (QObject *child : bar->children()) {
            auto *button = qobject_cast<QAbstractButton *>(child);
            if (button && button->objectName() == name)
                return button->isVisible() && button->isEnabled() ? button : nullptr;
        }
        return nullptr;
    };
    // What the buttons leave free.
    const auto isFree = [&](const QPoint &point) { return bar->rect().contains(point) && !bar->childAt(point); };
    for (int step = 0; guard && step < guard->count(); ++step) {
        const QRect area = bar->tabRect(tab);
        if (isFree(area.center()))
            return;
        const bool isBack = area.center().x() < 0 || area.center().y() < 0;
        QAbstractButton *button = scroller(isBack);
        if (!button)
            return;
        button->click();
        if (guard && bar->tabRect(tab) == area)
            return;
    }
}

}  // namespace

bool checkBoxOf(const QWidget *widget, QPoint *middle) {
    const auto *group = qobject_cast<const QGroupBox *>(widget);
    if (!group || !group->isCheckable())
        return false;
    QStyleOptionGroupBox option;
    option.initFrom(group);
    option.text = group->title();
    option.textAlignment = Qt::Alignment(group->alignment());
    option.lineWidth = 1;
    option.subControls = QStyle::SC_GroupBoxFrame | QStyle::SC_GroupBoxCheckBox | QStyle::SC_GroupBoxLabel;
    if (group->isFlat())
        option.features |= QStyleOptionFrame::Flat;
    const QStyle *style = group->style();
    *middle = style->subControlRect(QStyle::CC_GroupBox, &option, QStyle::SC_GroupBoxCheckBox, group).center();
    return group->rect().contains(*middle);
}

QtmcpAimResult findTarget(const QtmcpElement *element, Target *target) {
    QObject *candidate = objectOf(element->object);
    if (element->part) {
        const Part part = partOf(element);
        if (part.kind == PartKind::None)
            return QTMCP_AIM_NOT_MINE;
        *target = targetOf(part);
        return QTMCP_AIM_OK;
    }
    const auto *menu = qobject_cast<QMenu *>(candidate);
    // What people see of a closed menu is its title.
    if (menu && !menu->isVisible() && whereShown(menu->menuAction()).widget)
        candidate = menu->menuAction();
    *target = Target();
    if (auto *widget = qobject_cast<QWidget *>(candidate)) {
        target->widget = widget;
        target->area = widget->rect();
        target->isEnabled = widget->isEnabled();
        target->hasMiddle = checkBoxOf(widget, &target->middle);
        return QTMCP_AIM_OK;
    }
    if (const auto *action = qobject_cast<QAction *>(candidate)) {
        const Shown shown = whereShown(action);
        target->widget = shown.widget;
        target->area = shown.area;
        target->isEnabled = action->isEnabled() && shown.widget && shown.widget->isEnabled();
        return shown.widget ? QTMCP_AIM_OK : QTMCP_AIM_HIDDEN;
    }
    if (const auto *graphics = qobject_cast<QGraphicsObject *>(candidate))
        return findInScene(graphics, target);
    return qobject_cast<QLayout *>(candidate) ? QTMCP_AIM_UNSUPPORTED : QTMCP_AIM_NOT_MINE;
}

void revealPart(const QtmcpElement *element) {
    const Part part = partOf(element);
    if (part.kind == PartKind::Tab) {
        scrollTo(static_cast<QTabBar *>(part.owner), part.number);
    } else if (part.kind == PartKind::Row || part.kind == PartKind::Cell) {
        auto *view = static_cast<QAbstractItemView *>(part.owner);
        if (!view->viewport()->rect().contains(view->visualRect(part.index)) || view->visualRect(part.index).isEmpty())
            view->scrollTo(part.index);
    } else if (part.kind == PartKind::Section) {
        auto *header = static_cast<QHeaderView *>(part.owner);
        QAbstractItemView *view = viewOfHeader(header);
        const int start = header->sectionViewportPosition(part.number);
        const bool isSeen = start >= 0 && start + header->sectionSize(part.number) <= header->viewport()->width();
        const std::vector<QModelIndex> rows = view && !isSeen ? rowsInSight(view) : std::vector<QModelIndex>();
        if (!rows.empty())
            view->scrollTo(rows.front().sibling(rows.front().row(), part.number));
    }
}

}  // namespace qtmcp
