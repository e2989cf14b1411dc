// The functions of the core's table, by the file they live in.
#pragma once

#include "abi.h"

#include <QtCore/QObject>

namespace qtmcp {

inline QObject *objectOf(const void *object) { return static_cast<QObject *>(const_cast<void *>(object)); }

// events.cpp
bool attach();
bool post(void *job, int32_t priority);
bool livesInGuiThread(const void *object);
bool isGuiThread();
void watchEvents(bool on);
void eventCounts(uint64_t *ticks, uint64_t *timers, uint64_t *structural);
void awaitChange(bool on);

// properties.cpp
void properties(const void *object, const QtmcpProperties *properties);
bool property(const void *object, const char *name, const QtmcpProperties *properties);
QtmcpResult readProperty(const void *object, const char *name, const QtmcpSink *sink);
QtmcpResult writeProperty(const void *object, const char *name, const QtmcpNode *nodes, size_t count,
                          const QtmcpSink *error);
int32_t notifier(const void *object, const char *name);

// methods.cpp
void methods(const void *object, const QtmcpMethods *methods);
QtmcpResult invoke(const void *object, int32_t method, const QtmcpNode *arguments, size_t nodeCount,
                   size_t argumentCount, const QtmcpSink *result, const QtmcpSink *error);

// signals.cpp
bool connectSignal(const void *object, int32_t signal, uint64_t slot);
void disconnectSignal(uint64_t slot);

// model.cpp
bool isModel(const void *object);
QtmcpResult modelPage(const void *model, const QtmcpModelQuery *query, QtmcpModelCounts *counts, const QtmcpSink *sink);

// console.cpp
bool watchConsole();
void unwatchConsole();
bool isConsoleReplaced();
const void *consoleStandIn(const void *real);

}  // namespace qtmcp
