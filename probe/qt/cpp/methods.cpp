// Methods, slots and signals of an object: listing them, and calling one with arguments of its types.

#include "core.h"

#include "compat.h"
#include "enums.h"
#include "sink.h"
#include "values.h"

#include <QtCore/QMetaMethod>
#include <QtCore/QVariant>

#include <string>
#include <unordered_set>
#include <vector>

namespace qtmcp {

namespace {

QtmcpMethodKind kindOf(const QMetaMethod &method) {
    switch (method.methodType()) {
    case QMetaMethod::Signal:
        return QTMCP_SIGNAL;
    case QMetaMethod::Slot:
        return QTMCP_SLOT;
    default:
        return QTMCP_METHOD;
    }
}

QtmcpResult fail(QtmcpResult result, const QString &message, const QtmcpSink *error) {
    Out(*error).text(message);
    return result;
}

// One argument or the result: its memory lives here while the method runs.
struct Slot {
    QVariant value;
    QMetaEnum enumeration;
    qint64 number = 0;
    void *pointer = nullptr;
    bool isPointer = false;
    bool isVariant = false;

    void *address() {
        if (enumeration.isValid())
            return &number;
        if (isPointer)
            return &pointer;
        return isVariant ? static_cast<void *>(&value) : value.data();
    }
};

QtmcpResult fill(Slot &slot, Nodes &nodes, int type, const QByteArray &typeName, const QMetaObject *scope,
                 const QtmcpSink *error) {
    const QtmcpNode *head = nodes.peek();
    slot.isPointer = type == QMetaType::UnknownType && typeName.endsWith('*');
    if (slot.isPointer) {
        // A class with signals or slots has QObject as its first base, so the address is the same.
        const bool isObject = head && head->kind == QTMCP_OBJECT;
        auto *object = isObject ? static_cast<QObject *>(const_cast<void *>(head->data)) : nullptr;
        // The QML engine alone can make one, and its methods read through it without a look.
        const bool isEnginesOwn = typeName == "QQmlV4Function*";
        if (!head || isEnginesOwn || (!isObject && head->kind != QTMCP_NULL) ||
            (object && !object->inherits(typeName.chopped(1))))
            return fail(QTMCP_NOT_CONVERTIBLE, complaint(head, typeName.constData()), error);
        nodes.skip();
        slot.pointer = object;
        return QTMCP_OK;
    }
    if (type == QMetaType::UnknownType) {
        slot.enumeration = enumNamed(typeName.constData(), scope);
        if (!slot.enumeration.isValid())
            return fail(QTMCP_UNSUPPORTED,
                        QStringLiteral("the type %1 is not registered").arg(QString::fromUtf8(typeName)), error);
        int number = 0;
        if (!head || !toEnum(*head, slot.enumeration, &number))
            return fail(QTMCP_NOT_CONVERTIBLE, complaint(head, typeName.constData()), error);
        nodes.skip();
        slot.number = number;
        return QTMCP_OK;
    }
    QString problem;
    if (!toVariant(nodes, type, &slot.value, &problem))
        return fail(QTMCP_NOT_CONVERTIBLE, problem, error);
    slot.isVariant = type == QMetaType::QVariant;
    return QTMCP_OK;
}

}  // namespace

void methods(const void *address, const QtmcpMethods *to) {
    const QMetaObject *meta = objectOf(address)->metaObject();
    std::unordered_set<std::string> seen;
    std::vector<int> reversed;
    // An overriding slot hides the one it overrides; both would do the same.
    for (int i = meta->methodCount() - 1; i >= 0; --i) {
        const QByteArray signature = meta->method(i).methodSignature();
        if (seen.emplace(signature.constData(), size_t(signature.size())).second)
            reversed.push_back(i);
    }
    for (auto it = reversed.rbegin(); it != reversed.rend(); ++it) {
        const QMetaMethod method = meta->method(*it);
        const QByteArray signature = method.methodSignature();
        const QList<QByteArray> types = method.parameterTypes();
        const QList<QByteArray> names = method.parameterNames();
        std::vector<const char *> typeTexts, nameTexts;
        for (int i = 0; i < types.size(); ++i) {
            typeTexts.push_back(types.at(i).constData());
            nameTexts.push_back(i < names.size() ? names.at(i).constData() : "");
        }
        const QtmcpMethod entry = {*it,
                                   kindOf(method),
                                   method.access() == QMetaMethod::Public,
                                   signature.constData(),
                                   method.typeName(),
                                   uint32_t(typeTexts.size()),
                                   typeTexts.data(),
                                   nameTexts.data()};
        to->take(to->context, &entry);
    }
}

QtmcpResult invoke(const void *address, int32_t index, const QtmcpNode *arguments, size_t nodeCount,
                   size_t argumentCount, const QtmcpSink *result, const QtmcpSink *error) {
    QObject *object = objectOf(address);
    const QMetaObject *meta = object->metaObject();
    const QMetaMethod method = meta->method(index);
    if (!method.isValid())
        return QTMCP_NO_SUCH;
    if (int(argumentCount) != method.parameterCount())
        return fail(QTMCP_NOT_CONVERTIBLE,
                    QStringLiteral("%1 arguments given, %2 wanted").arg(argumentCount).arg(method.parameterCount()),
                    error);
    std::vector<Slot> slots(argumentCount + 1);
    std::vector<void *> addresses(argumentCount + 1, nullptr);
    Nodes nodes(arguments, nodeCount);
    const QList<QByteArray> typeNames = method.parameterTypes();
    for (int i = 0; i < int(argumentCount); ++i) {
        const QtmcpResult filled = fill(slots[i + 1], nodes, method.parameterType(i), typeNames.at(i), meta, error);
        if (filled != QTMCP_OK)
            return filled;
        addresses[i + 1] = slots[i + 1].address();
    }
    Slot &answer = slots[0];
    const int type = method.returnType();
    answer.isVariant = type == QMetaType::QVariant;
    answer.isPointer = type == QMetaType::UnknownType && QByteArray(method.typeName()).endsWith('*');
    if (type == QMetaType::UnknownType)
        answer.enumeration = enumNamed(method.typeName(), meta);
    else if (type != QMetaType::Void && !answer.isVariant)
        answer.value = compat::variantOf(type);
    // Without a place for it the result is left out, which is all that can be done with a type nobody registered.
    const bool isKnown = type != QMetaType::UnknownType || answer.enumeration.isValid() || answer.isPointer;
    const bool hasAnswer = type != QMetaType::Void && isKnown;
    addresses[0] = hasAnswer ? answer.address() : nullptr;
    const QByteArray returnType = method.typeName();

    QMetaObject::metacall(object, QMetaObject::InvokeMetaMethod, index, addresses.data());

    if (answer.enumeration.isValid())
        writeEnum(*result, answer.enumeration, int(answer.number));
    else if (answer.isPointer)
        writePointer(answer.pointer, returnType.constData(), *result);
    else if (type == QMetaType::UnknownType)
        Out(*result).opaque(returnType.constData());
    else
        writeVariant(answer.value, *result);
    return QTMCP_OK;
}

}  // namespace qtmcp
