// What an element is: Qt's accessibility joined with what the widget, action or part itself tells.

#include "describing.h"

#include "family.h"
#include "guard.h"

#include <QAction>
#include <QActionGroup>
#include <QtCore/QPointer>
#include <QtGui/QIcon>
#include <QtGui/QWindow>
#include <QtWidgets/QApplication>
#include <QtWidgets/QGraphicsObject>
#include <QtWidgets/QGraphicsScene>
#include <QtWidgets/QGraphicsView>
#include <QtWidgets/QGroupBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QToolButton>

namespace qtmcp {

namespace {

// What the widgets around it leave of a widget to see, in its own coordinates.
QRect seenPart(const QWidget *widget) {
    QRect seen = widget->rect();
    QPoint place;
    for (const QWidget *inner = widget; !inner->isWindow() && inner->parentWidget(); inner = inner->parentWidget()) {
        place += inner->pos();
        seen &= inner->parentWidget()->rect().translated(-place);
    }
    return seen;
}

bool isQtsOwn(const QMetaObject *meta) {
    const char *name = meta->className();
    return name[0] == 'Q' && name[1] >= 'A' && name[1] <= 'Z';
}

bool isPlainRole(uint32_t role) {
    return role == QAccessible::NoRole || role == QAccessible::Client || role == QAccessible::Pane ||
           role == QAccessible::Canvas || role >= QAccessible::UserRole;
}

// An app's own class that paints, and tells accessibility nothing.
bool isCustomPainted(const QWidget *widget, const Accessible &accessible) {
    if (!isPlainRole(accessible.role) || accessible.actions || widget->focusPolicy() != Qt::NoFocus ||
        widget->isWindow() || isQtsOwn(widget->metaObject()))
        return false;
    for (const QObject *child : widget->children()) {
        if (child->isWidgetType())
            return false;
    }
    return !widget->layout();
}

QString groupTitle(const QWidget *widget) {
    for (const QWidget *around = widget; around && !around->isWindow(); around = around->parentWidget()) {
        const auto *group = around == widget ? nullptr : qobject_cast<const QGroupBox *>(around);
        if (group)
            return withoutMnemonics(group->title());
    }
    return {};
}

// A field that an app has put into a widget of its own goes by that one's label: it gets its focus, too.
QString labelTextOf(const QWidget *widget) {
    if (const QWidget *label = labelOf(widget))
        return labelText(label);
    const QWidget *around = widget->isWindow() ? nullptr : widget->parentWidget();
    if (!around || around->focusProxy() != widget || isWhole(around))
        return {};
    const QWidget *label = labelOf(around);
    return label ? labelText(label) : around->accessibleName();
}

// A class of the app: what its own accessibility says is all there is.
void describeUnknown(QAccessibleInterface *interface, bool isOwn, Accessible *accessible) {
    // Qt's fallback for a plain widget looks through all widgets beside it, for a label that is found anyway.
    if (interface && !isPlainRole(accessible->role))
        accessible->texts[QTMCP_TEXT_NAME] = interface->text(QAccessible::Name);
    if (!interface || !isOwn)
        return;
    if (accessible->is(QTMCP_PASSWORD)) {
        accessible->valueLength = interface->text(QAccessible::Value).isEmpty() ? 0 : 1;
        return;
    }
    QAccessibleValueInterface *value = interface->valueInterface();
    if (value) {
        accessible->hasGauge = true;
        accessible->gauge[0] = value->currentValue().toDouble();
        accessible->gauge[1] = value->minimumValue().toDouble();
        accessible->gauge[2] = value->maximumValue().toDouble();
        accessible->gauge[3] = value->minimumStepSize().toDouble();
    }
    const QString text = interface->text(QAccessible::Value);
    if (!text.isEmpty() || value || interface->editableTextInterface())
        accessible->setValue(text.isEmpty() && value ? value->currentValue().toString() : text);
    if (value || interface->editableTextInterface())
        accessible->input = QTMCP_INPUT_OTHER;
}

// A button inside a text field: it fades away while there is nothing for it to do.
void describeFieldButton(const QWidget *button, Accessible *accessible) {
    const QVariant opacity = button->property("opacity");
    if (opacity.isValid() && opacity.toDouble() <= 0)
        accessible->set(QTMCP_INVISIBLE);
    const auto *tool = qobject_cast<const QToolButton *>(button);
    const QAction *action = tool ? tool->defaultAction() : nullptr;
    QString &name = accessible->texts[QTMCP_TEXT_NAME];
    if (name.isEmpty() && action && action->objectName() == QLatin1String("_q_qlineeditclearaction"))
        name = QStringLiteral("Clear");
}

bool describeWidget(QWidget *widget, Accessible *accessible) {
    const QPointer<QWidget> guard(widget);
    QAccessibleInterface *interface = accessibleOf(widget);
    if (!guard)
        return false;
    if (interface)
        accessible->readKind(interface);
    else
        accessible->bounds = QRectF(widget->mapToGlobal(QPoint(0, 0)), widget->size());
    // A field of the app's own making is known by its accessibility alone; Qt's own are asked themselves.
    if (!fieldOf(widget))
        accessible->set(QTMCP_PASSWORD,
                        host->is_secret(static_cast<QObject *>(widget), accessible->is(QTMCP_PASSWORD)));
    QString *texts = accessible->texts;
    accessible->set(QTMCP_DISABLED, !widget->isEnabled());
    accessible->set(QTMCP_INVISIBLE, !widget->isVisible());
    accessible->set(QTMCP_OFFSCREEN, widget->isVisible() && seenPart(widget).isEmpty());
    accessible->set(QTMCP_INTERNAL, isInternal(widget));
    // Qt takes the active sub-window for focused as well, and whatever hands its focus on to a field in it.
    const bool isFocused = widget->hasFocus() && (isWhole(widget) || QApplication::focusWidget() == widget);
    accessible->set(QTMCP_FOCUSED, isFocused);
    if (widget->isWindow() && isPlainRole(accessible->role) && !proxyOf(widget))
        accessible->role = QAccessible::Window;
    texts[QTMCP_TEXT_OBJECT_NAME] = widget->objectName();
    texts[QTMCP_TEXT_TOOL_TIP] = widget->toolTip();
    texts[QTMCP_TEXT_STATUS_TIP] = widget->statusTip();
    texts[QTMCP_TEXT_DESCRIPTION] = widget->accessibleDescription();
    const bool isOwn = !isQtsOwn(widget->metaObject());
    // To Qt every label is read-only; here that is said of what could be edited.
    if (!isOwn)
        accessible->set(QTMCP_NOT_EDITABLE, false);
    if (!describeControl(widget, accessible) && guard)
        describeUnknown(accessibleOf(widget), isOwn, accessible);
    if (!guard)
        return false;
    // A tool tip is a label without a title, and a widget in a scene is no window to a person: they go by their text.
    if (widget->isWindow() && !widget->windowTitle().isEmpty() && !proxyOf(widget))
        texts[QTMCP_TEXT_NAME] = titleOf(widget);
    if (const QString own = widget->accessibleName(); !own.isEmpty())
        texts[QTMCP_TEXT_NAME] = own;
    if (texts[QTMCP_TEXT_STATUS_TIP].isEmpty())
        texts[QTMCP_TEXT_STATUS_TIP] = widget->whatsThis();
    if (texts[QTMCP_TEXT_TOOL_TIP] == texts[QTMCP_TEXT_NAME])
        texts[QTMCP_TEXT_TOOL_TIP].clear();
    if (accessible->input != QTMCP_INPUT_NONE || accessible->hasValue)
        texts[QTMCP_TEXT_HEADER] = groupTitle(widget);
    texts[QTMCP_TEXT_LABEL] = labelTextOf(widget);
    if (guard)
        accessible->set(QTMCP_CUSTOM_PAINTED, isCustomPainted(widget, *accessible));
    if (guard && widget->inherits("QLineEditIconButton"))
        describeFieldButton(widget, accessible);
    return guard;
}

bool isActive(const QAction *action, const QWidget *place) {
    if (const auto *menu = qobject_cast<const QMenu *>(place))
        return menu->activeAction() == action;
    const auto *bar = qobject_cast<const QMenuBar *>(place);
    return bar && bar->activeAction() == action;
}

void describeAction(const QAction *action, Accessible *accessible) {
    const Shown shown = whereShown(action);
    const QMenu *menu = action->menu();
    QString *texts = accessible->texts;
    accessible->role = QAccessible::MenuItem;
    accessible->className = menu ? "QMenu" : nullptr;
    if (shown.widget)
        accessible->bounds = QRectF(shown.widget->mapToGlobal(shown.area.topLeft()), shown.area.size());
    accessible->set(QTMCP_INVISIBLE, !shown.widget);
    accessible->set(QTMCP_DISABLED, !action->isEnabled() || (shown.widget && !shown.widget->isEnabled()));
    accessible->set(QTMCP_FOCUSED, shown.widget && isActive(action, shown.widget));
    accessible->set(QTMCP_CHECKABLE, action->isCheckable());
    accessible->set(QTMCP_CHECKED, action->isCheckable() && action->isChecked());
    accessible->set(QTMCP_HAS_POPUP, menu);
    accessible->set(QTMCP_EXPANDABLE, menu);
    accessible->set(QTMCP_EXPANDED, menu && menu->isVisible());
    accessible->actions = menu ? QTMCP_SHOW_MENU : QTMCP_PRESS;
    if (action->isCheckable()) {
        const QActionGroup *group = action->actionGroup();
        accessible->input = group && group->isExclusive() ? QTMCP_INPUT_RADIO : QTMCP_INPUT_TOGGLE;
    }
    texts[QTMCP_TEXT_NAME] = withoutMnemonics(action->text());
    texts[QTMCP_TEXT_OBJECT_NAME] = menu && action->objectName().isEmpty() ? menu->objectName() : action->objectName();
    texts[QTMCP_TEXT_STATUS_TIP] = action->statusTip().isEmpty() ? action->whatsThis() : action->statusTip();
    texts[QTMCP_TEXT_ICON] = action->icon().name();
    texts[QTMCP_TEXT_SHORTCUT] = action->shortcut().toString(QKeySequence::NativeText);
    // Without a tip of its own an action has its text for one, dots aside.
    const QString tip = action->toolTip();
    if (!texts[QTMCP_TEXT_NAME].startsWith(tip))
        texts[QTMCP_TEXT_TOOL_TIP] = tip;
}

bool describeGraphics(QGraphicsObject *object, Accessible *accessible) {
    QAccessibleInterface *interface = accessibleOf(object);
    if (interface)
        accessible->readFrom(interface);
    return interface;
}

// Models that load as they are read are at rest the second time.
bool describePartOf(const QtmcpElement *element, Accessible *accessible) {
    const QPointer<QObject> owner(objectOf(element->object));
    for (int attempt = 0; attempt < 2 && owner; ++attempt) {
        *accessible = Accessible();
        const Part part = partOf(element);
        if (part.kind == PartKind::None)
            return false;
        if (describePart(part, accessible))
            return true;
    }
    return false;
}

// The widget that shows an object.
QWidget *widgetShowing(QObject *object) {
    if (auto *widget = qobject_cast<QWidget *>(object))
        return widget;
    if (const auto *action = qobject_cast<QAction *>(object))
        return whereShown(action).widget;
    const auto *graphics = qobject_cast<QGraphicsObject *>(object);
    const QGraphicsScene *scene = graphics ? graphics->scene() : nullptr;
    return scene && !scene->views().isEmpty() ? scene->views().first() : nullptr;
}

// An element is where one can see it; one that is out of sight, where one would.
void cutToSight(const QWidget *widget, QRectF *bounds) {
    // A view that shows itself would never end.
    for (int depth = 0; widget && depth < 8; ++depth) {
        const QRect seen = seenPart(widget);
        const QRectF cut = *bounds & QRectF(widget->mapToGlobal(seen.topLeft()), seen.size());
        if (cut.isEmpty())
            return;
        *bounds = cut;
        const QGraphicsView *view = viewAround(widget);
        widget = view ? view->viewport() : nullptr;
    }
}

void moveToScreen(QObject *object, Accessible *accessible) {
    QWidget *widget = object ? widgetShowing(object) : nullptr;
    QWindow *window = widget ? windowOnScreen(widget)->windowHandle() : nullptr;
    if (!window)
        return;
    if (widget->isVisible())
        cutToSight(widget, &accessible->bounds);
    double x = 0;
    double y = 0;
    gui->shift(static_cast<QObject *>(window), &x, &y);
    accessible->bounds.translate(x, y);
}

}  // namespace

bool describe(const QtmcpElement *element, const QtmcpDescription *description) {
    Accessible accessible;
    const QPointer<QObject> object(objectOf(element->object));
    if (element->part) {
        if (!describePartOf(element, &accessible))
            return false;
    } else if (auto *widget = qobject_cast<QWidget *>(object)) {
        if (!describeWidget(widget, &accessible))
            return false;
    } else if (const auto *action = qobject_cast<QAction *>(object)) {
        describeAction(action, &accessible);
    } else {
        auto *graphics = qobject_cast<QGraphicsObject *>(object);
        if (!graphics || !describeGraphics(graphics, &accessible))
            return false;
    }
    moveToScreen(object, &accessible);
    accessible.give(description);
    return true;
}

}  // namespace qtmcp
