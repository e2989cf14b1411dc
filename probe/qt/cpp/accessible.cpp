// What Qt's own accessibility tells of an element, as the record that goes to Rust.

#include "elements.h"

#include <QtCore/QRect>
#include <QtCore/QVariant>

#include <vector>

namespace qtmcp {

namespace {

QtmcpText textOf(const QString &text) {
    return {reinterpret_cast<const char16_t *>(text.utf16()), size_t(text.size())};
}

uint32_t actionsOf(QAccessibleInterface *interface) {
    QAccessibleActionInterface *acting = interface->actionInterface();
    if (!acting)
        return 0;
    static const struct {
        const QString &name;
        QtmcpAction action;
    } known[] = {
        {QAccessibleActionInterface::pressAction(), QTMCP_PRESS},
        {QAccessibleActionInterface::toggleAction(), QTMCP_TOGGLE},
        {QAccessibleActionInterface::showMenuAction(), QTMCP_SHOW_MENU},
        {QAccessibleActionInterface::setFocusAction(), QTMCP_SET_FOCUS},
        {QAccessibleActionInterface::increaseAction(), QTMCP_INCREASE},
        {QAccessibleActionInterface::decreaseAction(), QTMCP_DECREASE},
        {QAccessibleActionInterface::nextPageAction(), QTMCP_NEXT_PAGE},
        {QAccessibleActionInterface::previousPageAction(), QTMCP_PREVIOUS_PAGE},
        {QAccessibleActionInterface::scrollUpAction(), QTMCP_SCROLL},
        {QAccessibleActionInterface::scrollDownAction(), QTMCP_SCROLL},
    };
    uint32_t actions = 0;
    const QStringList names = acting->actionNames();
    for (const QString &name : names) {
        for (const auto &entry : known) {
            if (name == entry.name)
                actions |= entry.action;
        }
    }
    return actions;
}

uint64_t statesOf(const QAccessible::State &state) {
    uint64_t states = 0;
    const auto add = [&states](bool on, QtmcpState flag) {
        if (on)
            states |= flag;
    };
    add(state.disabled, QTMCP_DISABLED);
    add(state.invisible, QTMCP_INVISIBLE);
    add(state.offscreen, QTMCP_OFFSCREEN);
    add(state.focusable, QTMCP_FOCUSABLE);
    add(state.focused, QTMCP_FOCUSED);
    add(state.checkable, QTMCP_CHECKABLE);
    add(state.checked, QTMCP_CHECKED);
    add(state.checkStateMixed, QTMCP_MIXED);
    add(state.selectable, QTMCP_SELECTABLE);
    add(state.selected, QTMCP_SELECTED);
    add(state.expandable, QTMCP_EXPANDABLE);
    add(state.expanded, QTMCP_EXPANDED);
    add(state.editable && !state.readOnly, QTMCP_EDITABLE);
    add(state.readOnly, QTMCP_NOT_EDITABLE);
    add(state.multiLine, QTMCP_MULTI_LINE);
    add(state.passwordEdit, QTMCP_PASSWORD);
    add(state.modal, QTMCP_IS_MODAL);
    add(state.active, QTMCP_ACTIVE);
    add(state.pressed, QTMCP_PRESSED);
    add(state.defaultButton, QTMCP_DEFAULT);
    add(state.hasPopup, QTMCP_HAS_POPUP);
    add(state.busy, QTMCP_BUSY);
    add(state.multiSelectable || state.extSelectable, QTMCP_MULTI_SELECTABLE);
    return states;
}

}  // namespace

QAccessibleInterface *accessibleOf(QObject *object) {
    QAccessibleInterface *interface = QAccessible::queryAccessibleInterface(object);
    return interface && interface->isValid() ? interface : nullptr;
}

QString withoutMnemonics(const QString &text) {
    QString plain;
    plain.reserve(text.size());
    for (int i = 0; i < text.size(); ++i) {
        const bool isMark = text.at(i) == QLatin1Char('&') && i + 1 < text.size();
        plain += text.at(isMark ? ++i : i);
    }
    return plain;
}

void Accessible::setValue(const QString &value) {
    hasValue = true;
    valueLength = uint64_t(value.size());
    texts[QTMCP_TEXT_VALUE] = value.left(valueLimit);
}

void Accessible::readKind(QAccessibleInterface *interface) {
    role = interface->role();
    states |= statesOf(interface->state());
    actions = actionsOf(interface);
    bounds = interface->rect();
}

void Accessible::readFrom(QAccessibleInterface *interface) {
    readKind(interface);
    texts[QTMCP_TEXT_NAME] = interface->text(QAccessible::Name);
    texts[QTMCP_TEXT_DESCRIPTION] = interface->text(QAccessible::Description);
    if (is(QTMCP_PASSWORD)) {
        valueLength = interface->text(QAccessible::Value).isEmpty() ? 0 : 1;
        return;
    }
    if (QAccessibleValueInterface *value = interface->valueInterface()) {
        hasGauge = true;
        gauge[0] = value->currentValue().toDouble();
        gauge[1] = value->minimumValue().toDouble();
        gauge[2] = value->maximumValue().toDouble();
        gauge[3] = value->minimumStepSize().toDouble();
    }
    const QString text = interface->text(QAccessible::Value);
    if (!text.isEmpty() || is(QTMCP_EDITABLE))
        setValue(text);
}

void Accessible::give(const QtmcpDescription *description) const {
    QtmcpAccessible record = {};
    record.role = role;
    record.input = input;
    record.states = states;
    record.actions = actions;
    record.has_value = hasValue;
    record.has_gauge = hasGauge;
    record.has_grid = hasGrid;
    record.has_position = hasPosition;
    record.class_name = className;
    for (uint32_t kind = 0; kind < QTMCP_TEXT_KINDS; ++kind)
        record.texts[kind] = textOf(texts[kind]);
    record.value_length = valueLength;
    record.labels = labels;
    record.bounds = {bounds.x(), bounds.y(), bounds.width(), bounds.height()};
    std::copy(std::begin(gauge), std::end(gauge), record.gauge);
    record.rows = rows;
    record.first_row = firstRow;
    record.shown_rows = shownRows;
    record.row = row;
    record.columns = columns;
    record.column = column;
    record.level = level;
    std::vector<QtmcpText> given;
    for (const QString &option : options)
        given.push_back(textOf(option));
    record.option_texts = uint32_t(given.size());
    record.options = given.data();
    record.option_count = optionCount;
    description->take(description->context, &record);
}

}  // namespace qtmcp
