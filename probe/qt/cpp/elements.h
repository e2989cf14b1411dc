// What the widgets and the quick part share of describing elements: a record under construction, and what Qt's own
// accessibility fills in of it.
#pragma once

#include "abi.h"

#include <QtCore/QRectF>
#include <QtCore/QString>
#include <QtCore/QStringList>
#include <QtGui/QAccessible>

namespace qtmcp {

// At most so many characters of a value, and so many options, go with a description.
constexpr int valueLimit = 1000;
constexpr int optionLimit = 20;

// A QtmcpAccessible together with the strings it points to.
class Accessible {
public:
    uint32_t role = QAccessible::NoRole;
    QtmcpInput input = QTMCP_INPUT_NONE;
    uint64_t states = 0;
    uint32_t actions = 0;
    const char *className = nullptr;
    QString texts[QTMCP_TEXT_KINDS];
    bool hasValue = false;
    uint64_t valueLength = 0;
    QtmcpElement labels = {nullptr, 0};
    QRectF bounds;
    bool hasGauge = false;
    double gauge[4] = {0, 0, 0, 0};
    bool hasGrid = false;
    uint64_t rows = 0, firstRow = 0, shownRows = 0;
    uint32_t columns = 0;
    bool hasPosition = false;
    uint64_t row = 0;
    uint32_t column = 0, level = 0;
    QStringList options;
    uint64_t optionCount = 0;

    void set(QtmcpState state, bool on = true) { states = on ? states | state : states & ~uint64_t(state); }
    bool is(QtmcpState state) const { return states & state; }
    // Keeps the length and cuts the text.
    void setValue(const QString &value);
    // Role, states, actions and bounds: what costs little, whatever the element holds.
    void readKind(QAccessibleInterface *interface);
    // The same, and names and value as Qt's accessibility tells them.
    void readFrom(QAccessibleInterface *interface);
    void give(const QtmcpDescription *description) const;
};

// What accessibility has of an object; null where it has nothing, or nothing any more: such an interface must not be
// asked for anything else.
QAccessibleInterface *accessibleOf(QObject *object);

// Text as a person reads it: without mnemonics.
QString withoutMnemonics(const QString &text);

}  // namespace qtmcp
