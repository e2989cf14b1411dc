// Enumerators and flags by name, wherever their meta-object is known.
#pragma once

#include "nodes.h"
#include "sink.h"

#include <QtCore/QMetaEnum>
#include <QtCore/QVariant>

namespace qtmcp {

// The enumeration behind a registered type; invalid when it was not declared to the meta-object system.
QMetaEnum enumOfType(int type);

// Whether values of the type are enumerators or flags. Qt 5 does not say so of flags.
bool isEnumeration(int type);

// The number behind a value of such a type, or of int.
qint64 enumNumber(const QVariant &value);

// The enumeration that a signature calls `name` (`Qt::Alignment`, `QFlags<Qt::AlignmentFlag>`, `Shape`), looked for in
// the class itself, in the Qt namespace, and in the class the name is scoped by.
QMetaEnum enumNamed(const char *name, const QMetaObject *scope);

void writeEnum(const QtmcpSink &sink, const QMetaEnum &meta, qint64 number);

// Numbers, and names such as `AlignLeft|AlignTop` with or without their scope.
bool toEnum(const QtmcpNode &node, const QMetaEnum &meta, int *number);

}  // namespace qtmcp
