// Properties of an object, declared and dynamic: listing, reading, writing.

#include "core.h"

#include "compat.h"
#include "enums.h"
#include "guard.h"
#include "planted.h"
#include "sink.h"
#include "values.h"

#include <QtCore/QMetaProperty>
#include <QtCore/QPointer>
#include <QtCore/QVariant>

#include <string_view>
#include <unordered_set>
#include <vector>

namespace qtmcp {

namespace {

// Qt warns in the app's own log when it is asked to read a type nobody registered.
bool isReadable(const QMetaProperty &property) {
    return property.isReadable() && (property.isEnumType() || property.userType() != QMetaType::UnknownType);
}

QVariant readDeclared(QObject *object, const QMetaProperty *property) { return property->read(object); }

void writeValue(const QMetaProperty &property, const QVariant &value, const QtmcpSink &sink) {
    if (!isReadable(property))
        Out(sink).opaque(property.typeName());
    else if (property.isEnumType() && value.isValid())
        writeEnum(sink, property.enumerator(), enumNumber(value));
    else
        writeVariant(value, sink);
}

// The properties that can be reached by name: of two with one name, the one of the most derived class.
std::vector<QMetaProperty> distinctProperties(const QMetaObject *meta) {
    std::vector<QMetaProperty> reversed;
    std::unordered_set<std::string_view> seen;
    for (int i = meta->propertyCount() - 1; i >= 0; --i) {
        const QMetaProperty property = meta->property(i);
        if (property.name() && seen.insert(property.name()).second)
            reversed.push_back(property);
    }
    return {reversed.rbegin(), reversed.rend()};
}

QMetaProperty declared(const QObject *object, const char *name) {
    const QMetaObject *meta = object->metaObject();
    return meta->property(meta->indexOfProperty(name));
}

QtmcpResult fail(QtmcpResult result, const QString &message, const QtmcpSink *error) {
    if (!message.isEmpty())
        Out(*error).text(message);
    return result;
}

QtmcpResult writeDynamic(QObject *object, const char *name, Nodes nodes, const QtmcpSink *error) {
    const QVariant before = object->property(name);
    QVariant value;
    QString problem;
    Nodes typed = nodes;
    // It keeps the type it has where the value fits it; a dynamic property may hold anything else as well.
    if (!before.isValid() || !toVariant(typed, compat::typeOf(before), &value, &problem))
        value = naturalVariant(nodes);
    if (!value.isValid())
        return fail(QTMCP_NOT_CONVERTIBLE, QStringLiteral("null would remove the property"), error);
    object->setProperty(name, value);
    return QTMCP_OK;
}

void listDeclared(QObject *object, const QMetaProperty &property, const QtmcpProperties *to) {
    const QtmcpProperty entry = {property.name(), property.typeName(), property.isWritable(), property.isReadable(),
                                 false};
    to->take(to->context, &entry);
    // A getter that throws costs its own value, not those of all others.
    writeValue(property, isReadable(property) ? guarded<&readDeclared>(object, &property) : QVariant(), to->sink);
}

void listDynamic(const QObject *object, const char *name, const QtmcpProperties *to) {
    const QVariant value = object->property(name);
    const char *type = compat::typeName(compat::typeOf(value));
    const QtmcpProperty entry = {name, type ? type : "", true, true, true};
    to->take(to->context, &entry);
    writeVariant(value, to->sink);
}

}  // namespace

void properties(const void *address, const QtmcpProperties *to) {
    // A getter may run any code, even such that deletes the object.
    const QPointer<QObject> object(objectOf(address));
    for (const QMetaProperty &property : distinctProperties(object->metaObject())) {
        if (!object)
            return;
        listDeclared(object, property, to);
    }
    if (!object)
        return;
    const QList<QByteArray> names = object->dynamicPropertyNames();
    for (const QByteArray &name : names) {
        if (!object)
            return;
        listDynamic(object, name.constData(), to);
    }
}

bool property(const void *address, const char *name, const QtmcpProperties *to) {
    QObject *object = objectOf(address);
    const QMetaProperty property = declared(object, name);
    if (property.isValid())
        listDeclared(object, property, to);
    else if (object->dynamicPropertyNames().contains(name))
        listDynamic(object, name, to);
    else
        return false;
    return true;
}

QtmcpResult readProperty(const void *address, const char *name, const QtmcpSink *sink) {
    commitPlanted(name);
    QObject *object = objectOf(address);
    const QMetaProperty property = declared(object, name);
    if (property.isValid()) {
        if (!property.isReadable())
            return QTMCP_UNSUPPORTED;
        writeValue(property, isReadable(property) ? property.read(object) : QVariant(), *sink);
        return QTMCP_OK;
    }
    if (!object->dynamicPropertyNames().contains(name))
        return QTMCP_NO_SUCH;
    writeVariant(object->property(name), *sink);
    return QTMCP_OK;
}

QtmcpResult writeProperty(const void *address, const char *name, const QtmcpNode *first, size_t count,
                          const QtmcpSink *error) {
    QObject *object = objectOf(address);
    Nodes nodes(first, count);
    const QMetaProperty property = declared(object, name);
    if (!property.isValid()) {
        if (!object->dynamicPropertyNames().contains(name))
            return QTMCP_NO_SUCH;
        return writeDynamic(object, name, nodes, error);
    }
    if (!property.isWritable())
        return QTMCP_READ_ONLY;
    const QtmcpNode *head = nodes.peek();
    if (!head)
        return fail(QTMCP_NOT_CONVERTIBLE, QStringLiteral("a value is missing"), error);
    QVariant value;
    QString problem;
    if (property.isEnumType()) {
        int number = 0;
        if (!toEnum(*head, property.enumerator(), &number))
            return fail(QTMCP_NOT_CONVERTIBLE, complaint(head, property.typeName()), error);
        value = QVariant(number);
    } else if (property.userType() == QMetaType::UnknownType) {
        return fail(QTMCP_UNSUPPORTED,
                    QStringLiteral("the type %1 is not registered").arg(QString::fromUtf8(property.typeName())), error);
    } else if (!toVariant(nodes, property.userType(), &value, &problem)) {
        if (head->kind == QTMCP_NULL && property.isResettable() && property.reset(object))
            return QTMCP_OK;
        return fail(QTMCP_NOT_CONVERTIBLE, problem, error);
    }
    if (!property.write(object, value))
        return fail(QTMCP_FAILED, QStringLiteral("the object refused the value"), error);
    return QTMCP_OK;
}

int32_t notifier(const void *address, const char *name) {
    const QMetaProperty property = declared(objectOf(address), name);
    return property.hasNotifySignal() ? property.notifySignalIndex() : -1;
}

}  // namespace qtmcp
