// Actions as a person meets them: in an open menu, a menu bar, a tool bar or a tool button.

#include "widgets.h"

#include "compat.h"

#include <QAction>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QToolBar>
#include <QtWidgets/QToolButton>

namespace qtmcp {

namespace {

// The widgets an action was added to; Qt 6 has only objects here, since its actions know no widgets.
template <typename Action>
auto placesOf(const Action *action) {
    if constexpr (compat::major >= 6)
        return action->associatedObjects();
    else
        return action->associatedWidgets();
}

Shown shownIn(QWidget *widget, QAction *action) {
    if (!widget || !widget->isVisible())
        return {};
    if (auto *menu = qobject_cast<QMenu *>(widget))
        return {menu, menu->actionGeometry(action)};
    if (auto *bar = qobject_cast<QMenuBar *>(widget))
        return {bar, bar->actionGeometry(action)};
    if (auto *bar = qobject_cast<QToolBar *>(widget)) {
        QWidget *button = bar->widgetForAction(action);
        return button && button->isVisible() ? Shown{button, button->rect()} : Shown{};
    }
    auto *button = qobject_cast<QToolButton *>(widget);
    return button && button->defaultAction() == action ? Shown{button, button->rect()} : Shown{};
}

}  // namespace

Shown whereShown(const QAction *action) {
    Shown best;
    if (!action->isVisible())
        return best;
    const auto places = placesOf(action);
    for (QObject *place : places) {
        const Shown shown = shownIn(qobject_cast<QWidget *>(place), const_cast<QAction *>(action));
        if (!shown.widget || shown.area.isEmpty())
            continue;
        // While a menu is open nothing else can be clicked.
        if (!best.widget || shown.widget->windowType() == Qt::Popup)
            best = shown;
    }
    return best;
}

}  // namespace qtmcp
