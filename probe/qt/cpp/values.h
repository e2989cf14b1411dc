// Values on their way out of Qt and into it.
#pragma once

#include "abi.h"
#include "nodes.h"

#include <QtCore/QMetaEnum>
#include <QtCore/QVariant>

namespace qtmcp {

// Streams a value. Any thread: objects are passed as addresses and not looked into.
void writeVariant(const QVariant &value, const QtmcpSink &sink);

// A pointer of a type that nobody registered, as Qt 5 has for most classes: the object, where it is one. Any thread.
void writePointer(const void *pointer, const char *typeName, const QtmcpSink &sink);

// What a value is by itself, when no type is asked for.
QVariant naturalVariant(Nodes &nodes);

// Makes a value of the wanted type, which must be registered. On failure `problem` says why, and nothing is lost
// silently: 300 is no quint8 and 1.5 no int.
bool toVariant(Nodes &nodes, int type, QVariant *value, QString *problem);

// `"abc" is no int`.
QString complaint(const QtmcpNode *node, const char *type);

bool readConverted(const QVariant &value, const QtmcpSink &sink);
bool writeConverted(QVariant *value, const Nodes &nodes);
void addConversions(bool (*read)(const void *, const QtmcpSink *), bool (*write)(void *, const QtmcpNode *, size_t));

}  // namespace qtmcp
