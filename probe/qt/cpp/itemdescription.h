// What a QML item tells about itself, by its kind.
#pragma once

#include "elements.h"
#include "itemkinds.h"

namespace qtmcp {

// Role, name, value, states and what else accessibility and the item's properties say. Bounds and places are not among
// it.
void describeItem(QQuickItem *item, const Look &look, Accessible *accessible);
// The texts of a choice: a ComboBox, a Tumbler, a bar of tabs; at most so many of them, and how many there are.
QStringList optionsOf(QQuickItem *item, Kind kind, int most, int *count);
// All of a text, as a person reads it.
QString wholeText(QQuickItem *item, Kind kind);
// What is typed there is hidden from people too. Holds for a box around such a field as well.
bool isSecret(QQuickItem *item);
// As many options as are ever looked at.
constexpr int mostOptions = 10000;

}  // namespace qtmcp
