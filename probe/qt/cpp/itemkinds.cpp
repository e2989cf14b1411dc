// The table of Qt Quick's classes, and what the app says of an item beside.

#include "itemkinds.h"

#include "quick.h"

#include <QtGui/QAccessible>

#include <cstring>
#include <string_view>
#include <unordered_map>

namespace qtmcp {

namespace {

constexpr auto no = QTMCP_INPUT_NONE;
using A = QAccessible;

// Classes that are not here are what their base class is.
const Traits table[] = {
    {"QQuickItem", Kind::Item, A::NoRole, no, Inside::All, false, 0},
    {"QQuickText", Kind::Text, A::StaticText, no, Inside::Controls, false, 0},
    {"QQuickTextInput", Kind::TextInput, A::EditableText, QTMCP_INPUT_TEXT, Inside::Nothing, true, 0},
    {"QQuickTextEdit", Kind::TextEdit, A::EditableText, QTMCP_INPUT_MULTI_LINE, Inside::Nothing, true, 0},
    {"QQuickImageBase", Kind::Image, A::Graphic, no, Inside::All, false, 0},
    {"QQuickCanvasItem", Kind::Canvas, A::Canvas, no, Inside::All, false, 0},
    {"QQuickPaintedItem", Kind::Canvas, A::Canvas, no, Inside::All, false, 0},
    {"QQuickFramebufferObject", Kind::Canvas, A::Canvas, no, Inside::All, false, 0},
    {"QQuickMouseArea", Kind::MouseArea, A::NoRole, no, Inside::All, false, 0},
    {"QQuickFlickable", Kind::Flickable, A::Pane, no, Inside::All, false, 0},
    {"QQuickListView", Kind::ListView, A::List, QTMCP_INPUT_ITEMS, Inside::All, true, 0},
    {"QQuickGridView", Kind::ListView, A::List, QTMCP_INPUT_ITEMS, Inside::All, true, 0},
    {"QQuickTableView", Kind::TableView, A::Table, QTMCP_INPUT_ITEMS, Inside::All, true, 0},
    {"QQuickTreeView", Kind::TreeView, A::Tree, QTMCP_INPUT_ITEMS, Inside::All, true, 0},
    {"QQuickHeaderViewBase", Kind::HeaderView, A::Pane, no, Inside::All, true, 0},
    {"QQuickPathView", Kind::PathView, A::List, no, Inside::All, true, 0},
    {"QQuickRepeater", Kind::Repeater, A::NoRole, no, Inside::Nothing, false, 0},
    {"QQuickLoader", Kind::Item, A::NoRole, no, Inside::All, false, 0},
    {"QQuickStackLayout", Kind::Pages, A::LayeredPane, QTMCP_INPUT_TABS, Inside::All, false, 0},
    {"QQuickControl", Kind::Control, A::NoRole, no, Inside::All, false, A::Client},
    {"QQuickAbstractButton", Kind::Button, A::Button, no, Inside::Controls, true, A::CheckBox},
    {"QQuickCheckBox", Kind::CheckBox, A::CheckBox, QTMCP_INPUT_TOGGLE, Inside::Controls, true, 0},
    {"QQuickCheckDelegate", Kind::CheckBox, A::CheckBox, QTMCP_INPUT_TOGGLE, Inside::Controls, true, 0},
    {"QQuickSwitch", Kind::CheckBox, A::CheckBox, QTMCP_INPUT_TOGGLE, Inside::Controls, true, 0},
    {"QQuickSwitchDelegate", Kind::CheckBox, A::CheckBox, QTMCP_INPUT_TOGGLE, Inside::Controls, true, 0},
    {"QQuickRadioButton", Kind::RadioButton, A::RadioButton, QTMCP_INPUT_RADIO, Inside::Controls, true, 0},
    {"QQuickRadioDelegate", Kind::RadioButton, A::RadioButton, QTMCP_INPUT_RADIO, Inside::Controls, true, 0},
    {"QQuickItemDelegate", Kind::Delegate, A::ListItem, no, Inside::Controls, true, 0},
    {"QQuickMenuItem", Kind::MenuItem, A::MenuItem, no, Inside::Controls, true, 0},
    {"QQuickMenuBarItem", Kind::MenuItem, A::MenuItem, no, Inside::Controls, true, A::MenuBar},
    {"QQuickTabButton", Kind::Tab, A::PageTab, no, Inside::Controls, true, 0},
    {"QQuickDelayButton", Kind::DelayButton, A::Button, QTMCP_INPUT_OTHER, Inside::Controls, true, A::CheckBox},
    {"QQuickComboBox", Kind::ComboBox, A::ComboBox, QTMCP_INPUT_CHOICE, Inside::Nothing, true, 0},
    {"QQuickSpinBox", Kind::SpinBox, A::SpinBox, QTMCP_INPUT_NUMBER, Inside::Nothing, true, 0},
    {"QQuickDoubleSpinBox", Kind::SpinBox, A::SpinBox, QTMCP_INPUT_NUMBER, Inside::Nothing, true, 0},
    {"QQuickSlider", Kind::Slider, A::Slider, QTMCP_INPUT_RANGE, Inside::Nothing, true, 0},
    {"QQuickDial", Kind::Slider, A::Dial, QTMCP_INPUT_RANGE, Inside::Nothing, true, 0},
    {"QQuickRangeSlider", Kind::RangeSlider, A::Slider, QTMCP_INPUT_RANGE, Inside::Nothing, true, 0},
    {"QQuickScrollBar", Kind::ScrollBar, A::ScrollBar, QTMCP_INPUT_RANGE, Inside::Nothing, false, 0},
    {"QQuickScrollIndicator", Kind::Unseen, A::NoRole, no, Inside::Nothing, false, A::Indicator},
    {"QQuickProgressBar", Kind::ProgressBar, A::ProgressBar, no, Inside::Nothing, false, 0},
    {"QQuickBusyIndicator", Kind::BusyIndicator, A::Indicator, no, Inside::Nothing, false, 0},
    {"QQuickPageIndicator", Kind::PageIndicator, A::Indicator, no, Inside::Nothing, false, 0},
    {"QQuickTumbler", Kind::Tumbler, A::SpinBox, QTMCP_INPUT_OTHER, Inside::Nothing, true, A::Client},
    {"QQuickTabBar", Kind::Pages, A::PageTabList, QTMCP_INPUT_TABS, Inside::All, true, 0},
    {"QQuickSwipeView", Kind::Pages, A::LayeredPane, QTMCP_INPUT_TABS, Inside::All, false, A::PageTabList},
    {"QQuickContainer", Kind::Holder, A::NoRole, no, Inside::All, false, A::Client},
    {"QQuickDialogButtonBox", Kind::Holder, A::NoRole, no, Inside::All, false, A::PageTabList},
    {"QQuickMenuBar", Kind::Holder, A::MenuBar, no, Inside::All, true, 0},
    {"QQuickPane", Kind::Holder, A::Pane, no, Inside::All, false, A::Border},
    {"QQuickToolBar", Kind::Holder, A::ToolBar, no, Inside::All, false, 0},
    {"QQuickGroupBox", Kind::Titled, A::Grouping, no, Inside::All, false, 0},
    {"QQuickPage", Kind::Page, A::Pane, no, Inside::All, false, A::PageTab},
    {"QQuickMenuSeparator", Kind::Control, A::Separator, no, Inside::Nothing, false, 0},
    {"QQuickToolSeparator", Kind::Control, A::Separator, no, Inside::Nothing, false, 0},
    {"QQuickStackView", Kind::Control, A::LayeredPane, no, Inside::All, false, 0},
    {"QQuickWindow", Kind::Window, A::Window, no, Inside::All, false, 0},
    {"QQuickPopup", Kind::Popup, A::Dialog, no, Inside::All, false, 0},
    {"QQuickMenu", Kind::Menu, A::PopupMenu, no, Inside::All, true, 0},
    {"QQuickDialog", Kind::Dialog, A::Dialog, no, Inside::All, false, 0},
    {"QQuickDrawer", Kind::Drawer, A::Pane, no, Inside::All, false, 0},
    {"QQuickToolTip", Kind::ToolTip, A::ToolTip, no, Inside::Nothing, false, 0},
    {"QQuickOverlay", Kind::Overlay, A::NoRole, no, Inside::All, false, 0},
    {"QQuickRootItem", Kind::Item, A::NoRole, no, Inside::All, false, 0},
};

// Roles above the usual ones that agents are told.
bool isToldRole(uint32_t role) {
    switch (role) {
    case A::ColorChooser:
    case A::Footer:
    case A::Form:
    case A::Heading:
    case A::Note:
    case A::ComplementaryContent:
        return true;
    default:
        return role <= A::Notification;
    }
}

// Reads what is attached as Accessible, of which every item has the same class: the way through QVariant would look the
// enumeration up by name each time, for every item of a scene.
template <typename T>
T readAttached(QObject *accessible, int property) {
    T value = T();
    QVariant unused;
    int status = -1, flags = 0;
    void *arguments[] = {&value, &unused, &status, &flags};
    QMetaObject::metacall(accessible, QMetaObject::ReadProperty, property, arguments);
    return value;
}

bool isIgnored(QObject *accessible) {
    static const int property = accessible->metaObject()->indexOfProperty("ignored");
    return property >= 0 && readAttached<bool>(accessible, property);
}

uint32_t roleOf(const Traits &traits, QObject *accessible) {
    const auto read = [](QObject *from) {
        static const int property = from->metaObject()->indexOfProperty("role");
        return property >= 0 ? uint32_t(readAttached<int>(from, property)) : uint32_t(A::NoRole);
    };
    const uint32_t said = accessible ? read(accessible) : uint32_t(A::NoRole);
    const bool isSilent = said == A::NoRole || said == traits.roleInQt || !isToldRole(said);
    return isSilent ? uint32_t(traits.role) : said;
}

// What a role means for items that are no controls of Qt's.
Inside insideOf(uint32_t role) {
    switch (role) {
    case A::Button:
    case A::ButtonMenu:
    case A::ButtonDropDown:
    case A::CheckBox:
    case A::RadioButton:
    case A::PageTab:
    case A::MenuItem:
    case A::Link:
    case A::StaticText:
    case A::Heading:
    case A::ListItem:
    case A::Slider:
    case A::Dial:
    case A::ProgressBar:
    case A::ScrollBar:
    case A::Separator:
        return Inside::Controls;
    default:
        return Inside::All;
    }
}

bool isInteractiveRole(uint32_t role) {
    switch (role) {
    case A::Button:
    case A::ButtonMenu:
    case A::ButtonDropDown:
    case A::CheckBox:
    case A::RadioButton:
    case A::PageTab:
    case A::PageTabList:
    case A::MenuItem:
    case A::Link:
    case A::Slider:
    case A::Dial:
    case A::SpinBox:
    case A::ComboBox:
    case A::EditableText:
    case A::HotkeyField:
    case A::List:
    case A::Table:
    case A::Tree:
        return true;
    default:
        return false;
    }
}

bool takesButtons(const QQuickItem *area) {
    return area->acceptedMouseButtons() != Qt::NoButton && area->property("enabled").toBool();
}

bool isTap(const QObject *child) { return child->inherits("QQuickTapHandler") && child->property("enabled").toBool(); }

bool isClickable(const QQuickItem *item, Kind kind) {
    if (kind == Kind::MouseArea)
        return takesButtons(item);
    const QObjectList &children = item->children();
    for (const QObject *child : children) {
        if (child && isTap(child))
            return true;
    }
    const QList<QQuickItem *> items = item->childItems();
    for (const QQuickItem *child : items) {
        if (isCoverOf(child, item))
            return takesButtons(child);
    }
    return false;
}

// Whether something clickable is small enough to be one thing, like a button that was put together by hand: little text
// and nothing to act on in it.
class Gist {
public:
    bool isSmall(const QQuickItem *item) {
        const QList<QQuickItem *> children = item->childItems();
        for (QQuickItem *child : children) {
            if (!child->isVisible())
                continue;
            const Traits &traits = traitsOf(child);
            if (--items < 0 || traits.isInteractive || (traits.kind == Kind::MouseArea && !isCoverOf(child, item)))
                return false;
            if (traits.kind == Kind::Text)
                characters -= int(child->property("text").toString().size());
            if (characters < 0 || !isSmall(child))
                return false;
        }
        return true;
    }

private:
    int items = 20;
    int characters = 120;
};

bool coversAlmost(const QQuickItem *item, const QQuickItem *around) {
    constexpr double most = 0.9;
    return item->width() >= around->width() * most && item->height() >= around->height() * most;
}

}  // namespace

const Traits &traitsOf(const QObject *object) {
    static const auto *const known = [] {
        auto *map = new std::unordered_map<std::string_view, const Traits *>;
        for (const Traits &traits : table)
            map->emplace(traits.className, &traits);
        return map;
    }();
    for (const QMetaObject *meta = object->metaObject(); meta; meta = meta->superClass()) {
        const auto found = known->find(meta->className());
        if (found != known->end())
            return *found->second;
    }
    return table[0];
}

Look lookAt(QQuickItem *item) {
    Look look;
    look.traits = &traitsOf(item);
    QObject *accessible = childOfClass(item, "QQuickAccessibleAttached");
    look.isIgnored = accessible && isIgnored(accessible);
    look.accessible = look.isIgnored ? nullptr : accessible;
    look.role = look.isIgnored ? uint32_t(A::NoRole) : roleOf(*look.traits, look.accessible);
    look.inside = look.traits->inside;
    look.isInteractive = look.traits->isInteractive || isInteractiveRole(look.role);
    // Text gets clicks for its links; controls need no more to be clicked.
    const bool isPlain = !look.traits->isInteractive && look.kind() != Kind::Text;
    look.isClickable = isPlain ? isClickable(item, look.kind()) : look.isIgnored && look.isInteractive;
    if (look.traits->kind <= Kind::MouseArea && look.inside == Inside::All)
        look.inside = insideOf(look.role);
    if (look.isClickable) {
        look.isInteractive = true;
        if (look.inside == Inside::All && Gist().isSmall(item))
            look.inside = Inside::Controls;
    }
    return look;
}

QObject *childOfClass(const QObject *object, const char *className) {
    const QObjectList &children = object->children();
    for (QObject *child : children) {
        if (child && std::strcmp(child->metaObject()->className(), className) == 0)
            return child;
    }
    return nullptr;
}

bool isShown(const QQuickItem *item) {
    constexpr double least = 0.01;
    return item->isVisible() && item->opacity() >= least && !(item->clip() && areaOf(item).isEmpty());
}

bool isCoverOf(const QQuickItem *item, const QQuickItem *around) {
    return traitsOf(item).kind == Kind::MouseArea && item->childItems().isEmpty() && coversAlmost(item, around);
}

bool hasRows(const QQuickItem *item, Kind kind) {
    switch (kind) {
    case Kind::TableView:
    case Kind::TreeView:
    case Kind::HeaderView:
        return true;
    case Kind::ListView: {
        const QObject *model = objectIn(item->property("model"));
        return !model || !model->inherits("QQmlObjectModel");
    }
    default:
        return false;
    }
}

}  // namespace qtmcp
