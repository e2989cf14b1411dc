// What QML items are, by their classes and by what the app says of them: which are controls, which are only there to
// hold or draw something.
#pragma once

#include "abi.h"

#include <QtQuick/QQuickItem>

namespace qtmcp {

enum class Kind : uint8_t {
    Item,
    Text,
    TextInput,
    TextEdit,
    Image,
    Canvas,
    MouseArea,
    Flickable,
    ListView,
    TableView,
    TreeView,
    HeaderView,
    PathView,
    Repeater,
    Control,
    Button,
    CheckBox,
    RadioButton,
    Delegate,
    MenuItem,
    Tab,
    DelayButton,
    ComboBox,
    SpinBox,
    Slider,
    RangeSlider,
    ScrollBar,
    ProgressBar,
    BusyIndicator,
    PageIndicator,
    Tumbler,
    Pages,
    Holder,
    Titled,
    Page,
    Window,
    Popup,
    Menu,
    Dialog,
    Drawer,
    ToolTip,
    Overlay,
    Unseen,
};

// How much of what lies in an item is there for people: all of it, or only what can be acted on, or nothing.
enum class Inside : uint8_t { All, Controls, Nothing };

struct Traits {
    const char *className;
    Kind kind;
    uint16_t role;  // a QAccessible::Role
    QtmcpInput input;
    Inside inside;
    bool isInteractive;
    uint16_t roleInQt;  // what Qt's own accessibility says, where that is something else
};

const Traits &traitsOf(const QObject *object);

// An item as a person meets it.
struct Look {
    const Traits *traits;
    // What is attached as Accessible; null also for items that are to be ignored.
    QObject *accessible = nullptr;
    uint32_t role = 0;
    Inside inside = Inside::All;
    // Not for accessibility, says the app; people see and press it all the same.
    bool isIgnored = false;
    bool isClickable = false;
    bool isInteractive = false;

    Kind kind() const { return traits->kind; }
};
Look lookAt(QQuickItem *item);

// The child object of this class, without asking for it by way of QML, which would make one.
QObject *childOfClass(const QObject *object, const char *className);
// Whether a person could see it, as far as it and what it lies in say: its place does not matter.
bool isShown(const QQuickItem *item);
// A MouseArea that covers the item it lies in and holds nothing itself makes that item what is clicked.
bool isCoverOf(const QQuickItem *item, const QQuickItem *around);
// Whether an item view makes its items of a delegate, so that they are rows rather than objects of their own.
bool hasRows(const QQuickItem *item, Kind kind);

}  // namespace qtmcp
