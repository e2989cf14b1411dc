// Reads the properties of Qt Quick's items and controls, by name, into the record that goes to Rust.

#include "itemdescription.h"

#include "guard.h"
#include "itemelements.h"
#include "itemtexts.h"
#include "quick.h"

#include <QtGui/QKeySequence>

#include <algorithm>

namespace qtmcp {

namespace {

bool flag(const QObject *object, const char *name) { return object->property(name).toBool(); }

double number(const QObject *object, const char *name) { return object->property(name).toDouble(); }

QString text(const QObject *object, const char *name) { return object->property(name).toString(); }

QString written(double value) { return QString::number(value, 'g', 10); }

// What the app tells accessibility itself. Where an item is and whether it can be seen is known better here, and so is
// what Qt's own controls are.
void readAccessibility(QQuickItem *item, const Look &look, Accessible *accessible) {
    const bool isOfQt = look.kind() >= Kind::Control || (look.kind() >= Kind::Text && look.kind() <= Kind::TextEdit);
    const bool isKnown = isOfQt && look.role == look.traits->role;
    QAccessibleInterface *interface = isKnown ? nullptr : QAccessible::queryAccessibleInterface(item);
    if (interface && interface->isValid())
        accessible->readFrom(interface);
    for (const QtmcpState state : {QTMCP_DISABLED, QTMCP_INVISIBLE, QTMCP_OFFSCREEN, QTMCP_FOCUSED, QTMCP_ACTIVE})
        accessible->set(state, false);
    accessible->texts[QTMCP_TEXT_DESCRIPTION] = text(look.accessible, "description");
    // From Qt 6.10 on.
    if (auto *label = qobject_cast<QQuickItem *>(objectIn(look.accessible->property("labelledBy"))))
        accessible->texts[QTMCP_TEXT_LABEL] = nameOf(label, lookAt(label));
}

void setGauge(Accessible *accessible, double value, double from, double to, double step) {
    accessible->hasGauge = true;
    accessible->gauge[0] = value;
    accessible->gauge[1] = std::min(from, to);
    accessible->gauge[2] = std::max(from, to);
    accessible->gauge[3] = step;
}

void setRange(Accessible *accessible, const QQuickItem *item) {
    setGauge(accessible, number(item, "value"), number(item, "from"), number(item, "to"), number(item, "stepSize"));
}

void describeText(QQuickItem *item, Kind kind, Accessible *accessible) {
    const bool isReadOnly = flag(item, "readOnly");
    accessible->set(QTMCP_EDITABLE, !isReadOnly);
    accessible->set(QTMCP_NOT_EDITABLE, isReadOnly);
    accessible->set(QTMCP_MULTI_LINE, kind == Kind::TextEdit);
    const QVariant acceptable = item->property("acceptableInput");
    accessible->set(QTMCP_INVALID, acceptable.isValid() && !acceptable.toBool());
    accessible->texts[QTMCP_TEXT_PLACEHOLDER] = text(item, "placeholderText");
    accessible->hasGauge = false;
    accessible->setValue(wholeText(item, kind));
}

void describeCombo(QQuickItem *item, Accessible *accessible) {
    const bool isEditable = flag(item, "editable");
    int count = 0;
    accessible->input = isEditable ? QTMCP_INPUT_EDITABLE_CHOICE : QTMCP_INPUT_CHOICE;
    accessible->set(QTMCP_EDITABLE, isEditable);
    accessible->set(QTMCP_HAS_POPUP);
    accessible->set(QTMCP_EXPANDABLE);
    const QObjectList &children = item->children();
    for (const QObject *child : children) {
        if (child && child->inherits("QQuickPopup") && flag(child, "visible"))
            accessible->set(QTMCP_EXPANDED);
    }
    const QVariant acceptable = item->property("acceptableInput");
    accessible->set(QTMCP_INVALID, isEditable && acceptable.isValid() && !acceptable.toBool());
    accessible->setValue(text(item, isEditable ? "editText" : "displayText"));
    accessible->options = optionsOf(item, Kind::ComboBox, optionLimit, &count);
    accessible->optionCount = uint64_t(count);
}

// What was typed is the box's value only once it is left; it is what one sees all the same.
void describeSpinBox(QQuickItem *item, Accessible *accessible) {
    const bool isEditable = flag(item, "editable");
    const QObject *field = isEditable ? objectIn(item->property("contentItem")) : nullptr;
    setRange(accessible, item);
    accessible->set(QTMCP_EDITABLE, isEditable);
    accessible->set(QTMCP_FOCUSABLE, isEditable || accessible->is(QTMCP_FOCUSABLE));
    const bool isTyped = field && field->inherits("QQuickTextInput");
    accessible->setValue(isTyped ? text(field, "text") : text(item, "displayText"));
}

void describeTumbler(QQuickItem *item, Accessible *accessible) {
    int count = 0;
    const int current = item->property("currentIndex").toInt();
    const QStringList texts = optionsOf(item, Kind::Tumbler, current + optionLimit, &count);
    accessible->options = texts.mid(0, optionLimit);
    accessible->optionCount = uint64_t(count);
    accessible->setValue(current >= 0 && current < texts.size() ? texts.at(current) : QString::number(current));
}

void describeRangeSlider(QQuickItem *item, Accessible *accessible) {
    const QObject *first = objectIn(item->property("first"));
    const QObject *second = objectIn(item->property("second"));
    if (!first || !second)
        return;
    const double low = number(first, "value"), high = number(second, "value");
    setGauge(accessible, low, number(item, "from"), number(item, "to"), number(item, "stepSize"));
    accessible->setValue(QStringLiteral("%1 to %2").arg(written(low), written(high)));
}

void describeScrollBar(QQuickItem *item, Accessible *accessible) {
    const double most = std::max(0.0, 1 - number(item, "size"));
    setGauge(accessible, number(item, "position"), 0, most, number(item, "stepSize"));
    accessible->setValue(written(number(item, "position")));
}

// What holds for everything that is pressed.
void describeButton(QQuickItem *item, const Look &look, Accessible *accessible) {
    const bool isCheckable = flag(item, "checkable");
    const bool isTab = look.kind() == Kind::Tab;
    accessible->actions |= QTMCP_PRESS;
    accessible->set(QTMCP_CHECKABLE, isCheckable && !isTab);
    accessible->set(QTMCP_CHECKED, isCheckable && !isTab && flag(item, "checked"));
    accessible->set(QTMCP_PRESSED, flag(item, "down"));
    accessible->set(QTMCP_SELECTABLE, isTab);
    accessible->set(QTMCP_SELECTED, isTab && flag(item, "checked"));
    if (look.kind() == Kind::CheckBox)
        accessible->set(QTMCP_MIXED, item->property("checkState").toInt() == Qt::PartiallyChecked);
    if (isCheckable && look.kind() == Kind::Button)
        accessible->input = QTMCP_INPUT_TOGGLE;
    if (look.kind() == Kind::Delegate)
        accessible->set(QTMCP_SELECTED, flag(item, "highlighted"));
    // An item of a menu tells as its `menu` the one it is in.
    if (look.kind() == Kind::MenuItem) {
        const bool isInBar = item->inherits("QQuickMenuBarItem");
        const QObject *menu = objectIn(item->property(isInBar ? "menu" : "subMenu"));
        accessible->set(QTMCP_HAS_POPUP, menu);
        accessible->set(QTMCP_EXPANDED, menu && flag(menu, "visible"));
    }
    if (const QObject *action = objectIn(item->property("action"))) {
        const QVariant keys = action->property("shortcut");
        // A standard shortcut is a number.
        accessible->texts[QTMCP_TEXT_SHORTCUT] =
            keys.userType() == QMetaType::Int
                ? QKeySequence(QKeySequence::StandardKey(keys.toInt())).toString(QKeySequence::NativeText)
                : keys.toString();
    }
}

void describeKind(QQuickItem *item, const Look &look, Accessible *accessible) {
    const Kind kind = look.kind();
    switch (kind) {
    case Kind::TextInput:
    case Kind::TextEdit:
        return describeText(item, kind, accessible);
    case Kind::Button:
    case Kind::CheckBox:
    case Kind::RadioButton:
    case Kind::Delegate:
    case Kind::MenuItem:
    case Kind::Tab:
    case Kind::DelayButton:
        return describeButton(item, look, accessible);
    case Kind::ComboBox:
        return describeCombo(item, accessible);
    case Kind::SpinBox:
        return describeSpinBox(item, accessible);
    case Kind::Slider:
        setRange(accessible, item);
        return accessible->setValue(written(number(item, "value")));
    case Kind::RangeSlider:
        return describeRangeSlider(item, accessible);
    case Kind::ScrollBar:
        return describeScrollBar(item, accessible);
    case Kind::ProgressBar:
        setRange(accessible, item);
        accessible->set(QTMCP_BUSY, flag(item, "indeterminate"));
        if (!flag(item, "indeterminate"))
            accessible->setValue(written(number(item, "value")));
        return;
    case Kind::BusyIndicator:
        return accessible->set(QTMCP_BUSY, flag(item, "running"));
    case Kind::PageIndicator:
        return accessible->setValue(
            QStringLiteral("%1 of %2").arg(number(item, "currentIndex") + 1).arg(number(item, "count")));
    case Kind::Tumbler:
        return describeTumbler(item, accessible);
    case Kind::Flickable:
    case Kind::ListView:
    case Kind::TableView:
    case Kind::TreeView:
        accessible->actions |= QTMCP_SCROLL;
        return;
    case Kind::Canvas:
        return accessible->set(QTMCP_CUSTOM_PAINTED, !look.accessible);
    default:
        return;
    }
}

bool takesFocus(const QQuickItem *item) {
    const QVariant policy = item->property("focusPolicy");
    return item->activeFocusOnTab() || (policy.isValid() && policy.toInt() != Qt::NoFocus) ||
           (item->flags() & QQuickItem::ItemAcceptsInputMethod);
}

QQuickItem *hiddenFieldIn(const QQuickItem *item, int *left) {
    const QList<QQuickItem *> children = item->childItems();
    for (QQuickItem *child : children) {
        if (--*left < 0)
            return nullptr;
        QQuickItem *found = hides(child) ? child : hiddenFieldIn(child, left);
        if (found)
            return found;
    }
    return nullptr;
}

// Where the text is that an item hides: itself, a field in it, or null. Fields of an app's own making often hand on
// the text of one that lies in them.
QQuickItem *hiddenField(QQuickItem *item, const Look &look) {
    // Others have no value to tell.
    if (!look.accessible && !look.isInteractive)
        return nullptr;
    const bool isToldToHide = look.accessible && flag(look.accessible, "passwordEdit");
    if (hides(item) || host->is_secret(static_cast<QObject *>(item), isToldToHide))
        return item;
    switch (look.role) {
    case QAccessible::EditableText:
    case QAccessible::ComboBox:
    case QAccessible::SpinBox:
        break;
    default:
        return nullptr;
    }
    int left = 200;
    return hiddenFieldIn(item, &left);
}

// Leaves nothing to tell of what is hidden but whether there is something.
void conceal(const QQuickItem *field, Accessible *accessible) {
    const QString hidden = text(field, "text");
    accessible->set(QTMCP_PASSWORD);
    accessible->hasValue = false;
    accessible->hasGauge = false;
    accessible->valueLength = hidden.isEmpty() ? 0 : 1;
    accessible->options.clear();
    accessible->optionCount = 0;
    accessible->texts[QTMCP_TEXT_VALUE].clear();
    for (const auto kind : {QTMCP_TEXT_NAME, QTMCP_TEXT_DESCRIPTION}) {
        if (accessible->texts[kind] == hidden)
            accessible->texts[kind].clear();
    }
}

// A picture that holds something is the ground for it.
uint32_t toldRole(const QQuickItem *item, const Look &look, const QString &name) {
    const bool isGround = look.kind() == Kind::Image && name.isEmpty() && !item->childItems().isEmpty();
    return isGround ? uint32_t(QAccessible::NoRole) : look.role;
}

}  // namespace

void describeItem(QQuickItem *item, const Look &look, Accessible *accessible) {
    if (look.accessible)
        readAccessibility(item, look, accessible);
    if (look.traits->role == look.role || accessible->input == QTMCP_INPUT_NONE)
        accessible->input = look.traits->input;
    const QString name = nameOf(item, look);
    accessible->texts[QTMCP_TEXT_NAME] = name;
    accessible->texts[QTMCP_TEXT_OBJECT_NAME] = item->objectName();
    if (look.isInteractive || look.kind() == Kind::Image)
        accessible->texts[QTMCP_TEXT_TOOL_TIP] = toolTipOf(item);
    accessible->role = toldRole(item, look, name);
    accessible->set(QTMCP_CLICKABLE, look.isClickable);
    // Qt says of every page and text that it takes the focus.
    const bool isOwnKind = look.kind() == Kind::Item && accessible->is(QTMCP_FOCUSABLE);
    accessible->set(QTMCP_FOCUSABLE, isOwnKind || takesFocus(item));
    if (look.kind() == Kind::Text)
        accessible->set(QTMCP_NOT_EDITABLE, false);
    describeKind(item, look, accessible);
    if (const QQuickItem *field = hiddenField(item, look))
        conceal(field, accessible);
    if (accessible->texts[QTMCP_TEXT_DESCRIPTION] == accessible->texts[QTMCP_TEXT_PLACEHOLDER])
        accessible->texts[QTMCP_TEXT_DESCRIPTION].clear();
    const bool isPressed = look.isInteractive && look.inside == Inside::Controls;
    if (name.isEmpty() && (isPressed || look.kind() == Kind::Image))
        accessible->texts[QTMCP_TEXT_ICON] = iconOf(item);
}

QString wholeText(QQuickItem *item, Kind kind) {
    if (kind == Kind::TextEdit && item->property("textFormat").toInt() != Qt::PlainText) {
        QString plain;
        QMetaObject::invokeMethod(item, "getText", Q_RETURN_ARG(QString, plain), Q_ARG(int, 0),
                                  Q_ARG(int, item->property("length").toInt()));
        return plain.replace(QChar::ParagraphSeparator, QLatin1Char('\n'))
            .replace(QChar::LineSeparator, QLatin1Char('\n'));
    }
    return kind == Kind::Text ? shownText(item) : text(item, "text");
}

bool isSecret(QQuickItem *item) { return hiddenField(item, lookAt(item)); }

QStringList optionsOf(QQuickItem *item, Kind kind, int most, int *count) {
    QStringList texts;
    const QPointer<QQuickItem> guard(item);
    if (kind == Kind::ComboBox) {
        *count = item->property("count").toInt();
        for (int i = 0; guard && i < std::min(*count, most); ++i) {
            QString option;
            QMetaObject::invokeMethod(item, "textAt", Q_RETURN_ARG(QString, option), Q_ARG(int, i));
            texts.append(option);
        }
    } else if (kind == Kind::Pages) {
        const std::vector<QQuickItem *> pages = pagesOf(item);
        *count = int(pages.size());
        for (QQuickItem *page : pages) {
            if (texts.size() < most)
                texts.append(nameOf(page, lookAt(page)));
        }
    } else {
        *count = item->property("count").toInt();
        const QVariant model = item->property("model");
        const QStringList list = model.toStringList();
        for (int i = 0; i < std::min(*count, most); ++i)
            texts.append(i < list.size() ? list.at(i) : QString::number(i));
    }
    return texts;
}

}  // namespace qtmcp
