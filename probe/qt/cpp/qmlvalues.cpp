// Values that only QML has: those of JavaScript, and lists of objects.

#include "quick.h"

#include "compat.h"
#include "sink.h"

#include <QtQml/QJSValue>
#include <QtQml/QQmlListProperty>

#include <cstring>

namespace qtmcp {

namespace {

bool isNamed(const QVariant &value, const char *name) {
    const char *type = compat::typeName(compat::typeOf(value));
    return type && std::strcmp(type, name) == 0;
}

bool isList(const QVariant &value) {
    constexpr char prefix[] = "QQmlListProperty<";
    const char *type = compat::typeName(compat::typeOf(value));
    return type && std::strncmp(type, prefix, sizeof prefix - 1) == 0;
}

void writeList(QQmlListProperty<QObject> list, const Out &out) {
    out.beginList();
    if (list.count && list.at) {
        auto count = list.count(&list);
        for (decltype(count) i = 0; i < count; ++i)
            out.object(list.at(&list, i));
    }
    out.end();
}

void writeScript(const QJSValue &script, const Out &out, const QtmcpSink *sink) {
    if (script.isCallable()) {
        out.opaque("function");
        return;
    }
    const QVariant plain = script.toVariant();
    if (isNamed(plain, "QJSValue"))
        out.opaque("QJSValue");
    else
        core->variant(&plain, sink);
}

}  // namespace

bool readQmlValue(const void *variant, const QtmcpSink *sink) {
    const auto &value = *static_cast<const QVariant *>(variant);
    const bool isScript = isNamed(value, "QJSValue");
    if (!isScript && !isList(value))
        return false;
    const Out out(*sink);
    // A signal may carry one on another thread, where neither may be looked into.
    if (!core->is_gui_thread())
        out.opaque(compat::typeName(compat::typeOf(value)));
    else if (isScript)
        writeScript(*static_cast<const QJSValue *>(value.constData()), out, sink);
    else
        // The layout does not depend on what is in the list.
        writeList(*static_cast<const QQmlListProperty<QObject> *>(value.constData()), out);
    return true;
}

QObject *objectIn(const QVariant &value) {
    if (isNamed(value, "QJSValue"))
        return static_cast<const QJSValue *>(value.constData())->toQObject();
    if (compat::isObjectPointer(compat::typeOf(value)))
        return *static_cast<QObject *const *>(value.constData());
    return nullptr;
}

}  // namespace qtmcp
