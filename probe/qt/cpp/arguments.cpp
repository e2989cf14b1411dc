// Values entering Qt: plain values become a QVariant of the wanted type, or a sentence saying why they cannot.

#include "values.h"

#include "compat.h"
#include "enums.h"

#include <QtCore/QDateTime>
#include <QtCore/QLine>
#include <QtCore/QLocale>
#include <QtCore/QMargins>
#include <QtCore/QObject>
#include <QtCore/QRect>
#include <QtCore/QRegularExpression>
#include <QtCore/QStringList>
#include <QtCore/QUrl>
#include <QtCore/QUuid>

#include <cstring>
#include <limits>

namespace qtmcp {

namespace {

enum class Made { Yes, No, OtherType };

Made made(bool yes) { return yes ? Made::Yes : Made::No; }

template <typename T>
T &as(QVariant &value) {
    return *static_cast<T *>(value.data());
}

template <typename T>
Made whole(const QtmcpNode &node, QVariant *value) {
    if (node.kind == QTMCP_UINT && node.integer < 0) {
        if (!std::is_same_v<T, quint64> && !std::is_same_v<T, unsigned long>)
            return Made::No;
        as<T>(*value) = T(node.integer);
        return Made::Yes;
    }
    qint64 number = 0;
    if (!integerOf(node, &number))
        return Made::No;
    if constexpr (std::is_unsigned_v<T>) {
        if (number < 0 || quint64(number) > quint64(std::numeric_limits<T>::max()))
            return Made::No;
    } else if (number < qint64(std::numeric_limits<T>::min()) || number > qint64(std::numeric_limits<T>::max())) {
        return Made::No;
    }
    as<T>(*value) = T(number);
    return Made::Yes;
}

Made number(const QtmcpNode &node, int type, QVariant *value) {
    double real = 0;
    switch (type) {
    case QMetaType::Bool:
        as<bool>(*value) = node.integer != 0;
        return made(node.kind == QTMCP_BOOL);
    case QMetaType::Int:
        return whole<int>(node, value);
    case QMetaType::UInt:
        return whole<uint>(node, value);
    case QMetaType::LongLong:
        return whole<qint64>(node, value);
    case QMetaType::ULongLong:
        return whole<quint64>(node, value);
    case QMetaType::Long:
        return whole<long>(node, value);
    case QMetaType::ULong:
        return whole<unsigned long>(node, value);
    case QMetaType::Short:
        return whole<short>(node, value);
    case QMetaType::UShort:
        return whole<ushort>(node, value);
    case QMetaType::Char:
        return whole<char>(node, value);
    case QMetaType::SChar:
        return whole<signed char>(node, value);
    case QMetaType::UChar:
        return whole<uchar>(node, value);
    case QMetaType::Double:
        if (!realOf(node, &real))
            return Made::No;
        as<double>(*value) = real;
        return Made::Yes;
    case QMetaType::Float:
        if (!realOf(node, &real) || (std::isfinite(real) && !std::isfinite(float(real))))
            return Made::No;
        as<float>(*value) = float(real);
        return Made::Yes;
    default:
        return Made::OtherType;
    }
}

// Bytes come as base64 where the sender has only text to send them in.
bool bytes(const QtmcpNode &node, QByteArray *into) {
    if (node.kind == QTMCP_BYTES) {
        *into = QByteArray(static_cast<const char *>(node.data), int(node.length));
        return true;
    }
    if (node.kind != QTMCP_TEXT)
        return false;
    const auto decoded = QByteArray::fromBase64Encoding(textOf(node).toUtf8(), QByteArray::AbortOnBase64DecodingErrors);
    *into = decoded.decoded;
    return decoded.decodingStatus == QByteArray::Base64DecodingStatus::Ok;
}

// A moment; null is the invalid one, as it is on the way out.
template <typename T>
Made moment(const QtmcpNode &node, T parsed, QVariant *value) {
    as<T>(*value) = parsed;
    return made(parsed.isValid() || node.kind == QTMCP_NULL);
}

// Types whose usual form is text.
Made fromText(const QtmcpNode &node, int type, QVariant *value) {
    if (type == QMetaType::QByteArray)
        return made(bytes(node, &as<QByteArray>(*value)));
    const bool isText = node.kind == QTMCP_TEXT;
    const QString text = isText ? textOf(node) : QString();
    switch (type) {
    case QMetaType::QString:
        as<QString>(*value) = text;
        return made(isText);
    case QMetaType::QChar:
        if (text.size() != 1)
            return Made::No;
        as<QChar>(*value) = text.at(0);
        return Made::Yes;
    case QMetaType::QDate:
        return moment(node, QDate::fromString(text, Qt::ISODate), value);
    case QMetaType::QTime:
        return moment(node, QTime::fromString(text, Qt::ISODateWithMs), value);
    case QMetaType::QDateTime:
        return moment(node, QDateTime::fromString(text, Qt::ISODateWithMs), value);
    case QMetaType::QUrl:
        as<QUrl>(*value) = QUrl(text);
        return made(isText && (text.isEmpty() || as<QUrl>(*value).isValid()));
    case QMetaType::QUuid:
        *value = text;
        return made(isText && compat::convert(*value, type) && (text.isEmpty() || !as<QUuid>(*value).isNull()));
    case QMetaType::QLocale:
        as<QLocale>(*value) = compat::localeNamed(text);
        // An unknown name gives the C locale.
        return made(isText && (text == QLatin1String("C") || as<QLocale>(*value).language() != QLocale::C));
    case QMetaType::QRegularExpression:
        as<QRegularExpression>(*value) = QRegularExpression(text);
        return made(isText && as<QRegularExpression>(*value).isValid());
    default:
        return Made::OtherType;
    }
}

bool wholes(const double *numbers, int count, int *into) {
    for (int i = 0; i < count; ++i) {
        if (numbers[i] != std::floor(numbers[i]) || std::abs(numbers[i]) > std::numeric_limits<int>::max())
            return false;
        into[i] = int(numbers[i]);
    }
    return true;
}

Made geometry(Nodes nodes, int type, const char *name, QVariant *value) {
    double n[4] = {};
    int w[4] = {};
    switch (type) {
    case QMetaType::QSize:
    case QMetaType::QSizeF:
        if (!nodes.numbers({"width", "height"}, n))
            return Made::No;
        if (type == QMetaType::QSizeF)
            as<QSizeF>(*value) = QSizeF(n[0], n[1]);
        else if (wholes(n, 2, w))
            as<QSize>(*value) = QSize(w[0], w[1]);
        else
            return Made::No;
        return Made::Yes;
    case QMetaType::QPoint:
    case QMetaType::QPointF:
        if (!nodes.numbers({"x", "y"}, n))
            return Made::No;
        if (type == QMetaType::QPointF)
            as<QPointF>(*value) = QPointF(n[0], n[1]);
        else if (wholes(n, 2, w))
            as<QPoint>(*value) = QPoint(w[0], w[1]);
        else
            return Made::No;
        return Made::Yes;
    case QMetaType::QRect:
    case QMetaType::QRectF:
        if (!nodes.numbers({"x", "y", "width", "height"}, n))
            return Made::No;
        if (type == QMetaType::QRectF)
            as<QRectF>(*value) = QRectF(n[0], n[1], n[2], n[3]);
        else if (wholes(n, 4, w))
            as<QRect>(*value) = QRect(w[0], w[1], w[2], w[3]);
        else
            return Made::No;
        return Made::Yes;
    case QMetaType::QLine:
    case QMetaType::QLineF:
        if (!nodes.numbers({"x1", "y1", "x2", "y2"}, n))
            return Made::No;
        if (type == QMetaType::QLineF)
            as<QLineF>(*value) = QLineF(n[0], n[1], n[2], n[3]);
        else if (wholes(n, 4, w))
            as<QLine>(*value) = QLine(w[0], w[1], w[2], w[3]);
        else
            return Made::No;
        return Made::Yes;
    default:
        break;
    }
    const bool isMargins = std::strcmp(name, "QMargins") == 0;
    if (!isMargins && std::strcmp(name, "QMarginsF") != 0)
        return Made::OtherType;
    if (!nodes.numbers({"left", "top", "right", "bottom"}, n) || (isMargins && !wholes(n, 4, w)))
        return Made::No;
    if (isMargins)
        as<QMargins>(*value) = QMargins(w[0], w[1], w[2], w[3]);
    else
        as<QMarginsF>(*value) = QMarginsF(n[0], n[1], n[2], n[3]);
    return Made::Yes;
}

template <typename List>
Made listOf(Nodes nodes, int elementType, QVariant *value, QString *problem) {
    const QtmcpNode *head = nodes.take();
    if (head->kind != QTMCP_LIST)
        return Made::No;
    List list;
    for (uint32_t i = 0; i < head->count; ++i) {
        QVariant element;
        if (!toVariant(nodes, elementType, &element, problem))
            return Made::No;
        list.append(*static_cast<const typename List::value_type *>(element.constData()));
    }
    as<List>(*value) = list;
    return Made::Yes;
}

Made container(Nodes nodes, int type, const char *name, QVariant *value, QString *problem) {
    const auto is = [name](const char *other) { return std::strcmp(name, other) == 0; };
    const QtmcpNode &head = *nodes.peek();
    switch (type) {
    case QMetaType::QStringList:
        return listOf<QStringList>(nodes, QMetaType::QString, value, problem);
    case QMetaType::QVariantList:
    case QMetaType::QVariantMap:
    case QMetaType::QVariantHash: {
        if (head.kind != (type == QMetaType::QVariantList ? QTMCP_LIST : QTMCP_MAP))
            return Made::No;
        QVariant natural = naturalVariant(nodes);
        if (!compat::convert(natural, type))
            return Made::No;
        *value = natural;
        return Made::Yes;
    }
    default:
        break;
    }
    if (is("QList<int>"))
        return listOf<QList<int>>(nodes, QMetaType::Int, value, problem);
    if (is("QList<double>") || is("QList<qreal>"))
        return listOf<QList<double>>(nodes, QMetaType::Double, value, problem);
    if (is("QList<QUrl>"))
        return listOf<QList<QUrl>>(nodes, QMetaType::QUrl, value, problem);
    if (is("QList<QObject*>"))
        return listOf<QList<QObject *>>(nodes, QMetaType::QObjectStar, value, problem);
    if (is("QVector<int>"))
        return listOf<QVector<int>>(nodes, QMetaType::Int, value, problem);
    if (is("QVector<double>") || is("QVector<qreal>"))
        return listOf<QVector<double>>(nodes, QMetaType::Double, value, problem);
    return Made::OtherType;
}

Made pointer(const QtmcpNode &node, int type, QVariant *value) {
    if (!compat::isObjectPointer(type))
        return Made::OtherType;
    QObject *object = nullptr;
    if (node.kind == QTMCP_OBJECT)
        object = static_cast<QObject *>(const_cast<void *>(node.data));
    else if (node.kind != QTMCP_NULL)
        return Made::No;
    const QMetaObject *wanted = compat::metaObjectOf(type);
    if (object && wanted && !wanted->cast(object))
        return Made::No;
    *value = compat::variantOf(type, &object);
    return Made::Yes;
}

Made enumeration(const QtmcpNode &node, int type, QVariant *value) {
    if (!isEnumeration(type))
        return Made::OtherType;
    int number = 0;
    if (!toEnum(node, enumOfType(type), &number))
        return Made::No;
    switch (QMetaType(type).sizeOf()) {
    case 1:
        as<qint8>(*value) = qint8(number);
        return made(qint8(number) == number || quint8(number) == number);
    case 2:
        as<qint16>(*value) = qint16(number);
        return made(qint16(number) == number || quint16(number) == number);
    case 4:
        as<qint32>(*value) = number;
        return Made::Yes;
    case 8:
        as<qint64>(*value) = number;
        return Made::Yes;
    default:
        return Made::No;
    }
}

// Conversions that the app registered, and JSON types; only for types that nothing above knows.
Made convertible(Nodes nodes, int type, QVariant *value) {
    // Qt would make a key sequence or a colour of any number.
    const bool isGuiType = type >= QMetaType::FirstGuiType && type <= QMetaType::LastGuiType;
    if (isGuiType && nodes.peek()->kind != QTMCP_TEXT)
        return Made::No;
    QVariant natural = naturalVariant(nodes);
    if (!natural.isValid() || !compat::toJson(natural, type))
        return Made::No;
    *value = natural;
    return Made::Yes;
}

}  // namespace

QString complaint(const QtmcpNode *node, const char *type) {
    constexpr int longest = 60;
    QString what;
    switch (node ? node->kind : QTMCP_NULL) {
    case QTMCP_NULL:
        what = QStringLiteral("null");
        break;
    case QTMCP_BOOL:
        what = QString::fromLatin1(node->integer ? "true" : "false");
        break;
    case QTMCP_INT:
        what = QString::number(node->integer);
        break;
    case QTMCP_UINT:
        what = QString::number(quint64(node->integer));
        break;
    case QTMCP_REAL:
        what = QString::number(node->real, 'g', 15);
        break;
    case QTMCP_TEXT:
        what = textOf(*node);
        if (what.size() > longest)
            what = what.left(longest) + QChar(0x2026);
        what = QLatin1Char('"') + what + QLatin1Char('"');
        break;
    case QTMCP_BYTES:
        what = QStringLiteral("a run of bytes");
        break;
    case QTMCP_OBJECT:
        what = QString::fromLatin1(static_cast<const QObject *>(node->data)->metaObject()->className());
        break;
    case QTMCP_LIST:
        what = QStringLiteral("this list");
        break;
    case QTMCP_MAP:
        what = QStringLiteral("this map");
        break;
    }
    const bool isBase64 = node && node->kind == QTMCP_TEXT && std::strcmp(type, "QByteArray") == 0;
    return what + QStringLiteral(" is no ") + QString::fromLatin1(isBase64 ? "base64" : type);
}

QVariant naturalVariant(Nodes &nodes) {
    const QtmcpNode *node = nodes.take();
    switch (node ? node->kind : QTMCP_NULL) {
    case QTMCP_NULL:
        break;
    case QTMCP_BOOL:
        return QVariant(node->integer != 0);
    case QTMCP_INT:
        if (node->integer == int(node->integer))
            return QVariant(int(node->integer));
        return QVariant(qlonglong(node->integer));
    case QTMCP_UINT:
        return QVariant(qulonglong(node->integer));
    case QTMCP_REAL:
        return QVariant(node->real);
    case QTMCP_TEXT:
        return QVariant(textOf(*node));
    case QTMCP_BYTES:
        return QVariant(QByteArray(static_cast<const char *>(node->data), int(node->length)));
    case QTMCP_OBJECT: {
        void *object = const_cast<void *>(node->data);
        return compat::variantOf(QMetaType::QObjectStar, &object);
    }
    case QTMCP_LIST: {
        QVariantList list;
        for (uint32_t i = 0; i < node->count; ++i)
            list.append(naturalVariant(nodes));
        return QVariant(list);
    }
    case QTMCP_MAP: {
        QVariantMap map;
        for (uint32_t i = 0; i < node->count; ++i) {
            const QtmcpNode *key = nodes.take();
            if (key && key->kind == QTMCP_TEXT)
                map.insert(textOf(*key), naturalVariant(nodes));
        }
        return QVariant(map);
    }
    }
    return QVariant();
}

bool toVariant(Nodes &nodes, int type, QVariant *value, QString *problem) {
    const QtmcpNode *head = nodes.peek();
    const char *name = compat::typeName(type);
    if (!head || !name) {
        *problem =
            head ? QStringLiteral("a type that is not registered is wanted") : QStringLiteral("a value is missing");
        return false;
    }
    const Nodes here = nodes;
    nodes.skip();
    if (type == QMetaType::QVariant) {
        Nodes copy = here;
        *value = naturalVariant(copy);
        return true;
    }
    *value = compat::variantOf(type);
    Made result = number(*head, type, value);
    if (result == Made::OtherType)
        result = fromText(*head, type, value);
    if (result == Made::OtherType)
        result = pointer(*head, type, value);
    if (result == Made::OtherType)
        result = enumeration(*head, type, value);
    if (result == Made::OtherType)
        result = geometry(here, type, name, value);
    if (result == Made::OtherType)
        result = container(here, type, name, value, problem);
    if (result == Made::OtherType && writeConverted(value, here))
        result = Made::Yes;
    if (result == Made::OtherType)
        result = convertible(here, type, value);
    if (result != Made::Yes && problem->isEmpty())
        *problem = complaint(head, name);
    return result == Made::Yes;
}

}  // namespace qtmcp
