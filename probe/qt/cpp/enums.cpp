// Enumerators and flags: from type names to meta-enumerations, from numbers to names and back.

#include "enums.h"

#include "compat.h"

#include <QtCore/QMetaObject>
#include <QtCore/QObject>

#include <cstring>
#include <limits>
#include <string_view>

namespace qtmcp {

namespace {

// `QFlags<Qt::AlignmentFlag>` → `Qt::AlignmentFlag`.
std::string_view withoutFlags(std::string_view name) {
    constexpr std::string_view opening = "QFlags<";
    if (name.substr(0, opening.size()) == opening && name.back() == '>')
        return name.substr(opening.size(), name.size() - opening.size() - 1);
    return name;
}

std::string_view lastSegment(std::string_view name) {
    const size_t colons = name.rfind("::");
    return colons == name.npos ? name : name.substr(colons + 2);
}

QMetaEnum enumIn(const QMetaObject *meta, std::string_view name) {
    for (int i = meta->enumeratorCount() - 1; i >= 0; --i) {
        const QMetaEnum candidate = meta->enumerator(i);
        // A QFlags has two names: its own, and that of the enumeration it is made of.
        if (name == candidate.name() || name == candidate.enumName())
            return candidate;
    }
    return QMetaEnum();
}

// Like QMetaEnum::valueToKeys, with the first name of those that mean the same, and empty when bits have no name.
QByteArray flagNames(const QMetaEnum &meta, int number) {
    QByteArray names;
    int left = number;
    for (int i = meta.keyCount() - 1; i >= 0 && left; --i) {
        const int value = meta.value(i);
        if (value == 0 || (left & value) != value)
            continue;
        left &= ~value;
        const QByteArray name = meta.valueToKey(value);
        names = names.isEmpty() ? name : name + '|' + names;
    }
    return left ? QByteArray() : names;
}

}  // namespace

QMetaEnum enumOfType(int type) {
    const QMetaObject *meta = compat::metaObjectOf(type);
    const char *name = compat::typeName(type);
    if (!name)
        return QMetaEnum();
    // The enumeration behind declared flags need not be declared itself, and then has no meta-object.
    const QMetaEnum found = meta ? enumIn(meta, lastSegment(withoutFlags(name))) : QMetaEnum();
    return found.isValid() ? found : enumNamed(name, meta);
}

bool isEnumeration(int type) {
    if (QMetaType(type).flags() & QMetaType::IsEnumeration)
        return true;
    return type >= QMetaType::User && QMetaType(type).sizeOf() == sizeof(int) && enumOfType(type).isValid();
}

qint64 enumNumber(const QVariant &value) {
    const int type = compat::typeOf(value);
    if (type < QMetaType::User)
        return value.toLongLong();
    switch (QMetaType(type).sizeOf()) {
    case 1:
        return *static_cast<const qint8 *>(value.constData());
    case 2:
        return *static_cast<const qint16 *>(value.constData());
    case 4:
        return *static_cast<const qint32 *>(value.constData());
    case 8:
        return *static_cast<const qint64 *>(value.constData());
    default:
        return value.toLongLong();
    }
}

QMetaEnum enumNamed(const char *typeName, const QMetaObject *scope) {
    const std::string_view full = withoutFlags(typeName);
    const std::string_view name = lastSegment(full);
    const std::string_view owner = full.size() > name.size() ? full.substr(0, full.size() - name.size() - 2) : "";
    if (owner == "Qt")
        return enumIn(compat::qtNamespace(), name);
    for (const QMetaObject *meta = scope; meta; meta = meta->superClass()) {
        if (!owner.empty() && owner != meta->className())
            continue;
        const QMetaEnum found = enumIn(meta, name);
        if (found.isValid())
            return found;
    }
    return QMetaEnum();
}

void writeEnum(const QtmcpSink &sink, const QMetaEnum &meta, qint64 number) {
    QByteArray name;
    if (meta.isValid() && number >= std::numeric_limits<int>::min() && number <= std::numeric_limits<unsigned>::max()) {
        if (const char *key = meta.valueToKey(int(number)))
            name = key;
        else if (meta.isFlag())
            name = flagNames(meta, int(number));
    }
    sink.enumerator(sink.context, name.constData(), size_t(name.size()), number);
}

bool toEnum(const QtmcpNode &node, const QMetaEnum &meta, int *number) {
    qint64 whole = 0;
    if (integerOf(node, &whole)) {
        const bool fits = whole >= std::numeric_limits<int>::min() && whole <= std::numeric_limits<unsigned>::max();
        *number = int(whole);
        return fits;
    }
    if (node.kind != QTMCP_TEXT)
        return false;
    const QByteArray names = textOf(node).toUtf8();
    int value = 0;
    int begin = 0;
    while (true) {
        const int bar = names.indexOf('|', begin);
        const QByteArray one = names.mid(begin, bar < 0 ? -1 : bar - begin).trimmed();
        const std::string_view key = lastSegment(std::string_view(one.constData(), size_t(one.size())));
        bool known = false;
        const int bits = meta.keyToValue(key.data(), &known);
        if (known)
            value |= bits;
        // No flags at all have no name, unless the enumeration gives them one.
        else if (!names.isEmpty() || !meta.isFlag())
            return false;
        if (bar < 0)
            break;
        if (!meta.isFlag())
            return false;
        begin = bar + 1;
    }
    *number = value;
    return true;
}

}  // namespace qtmcp
