// Values leaving Qt: every QVariant becomes a stream of plain values, or says the name of its type.

#include "values.h"

#include "compat.h"
#include "enums.h"
#include "guard.h"
#include "sink.h"

#include <QtCore/QDateTime>
#include <QtCore/QLine>
#include <QtCore/QLocale>
#include <QtCore/QMargins>
#include <QtCore/QModelIndex>
#include <QtCore/QRect>
#include <QtCore/QRegularExpression>
#include <QtCore/QStringList>
#include <QtCore/QUrl>
#include <QtCore/QUuid>

#include <atomic>
#include <cstring>

namespace qtmcp {

namespace {

// Parts add theirs once, when they are loaded; signals on other threads may read at the same time.
struct Conversions {
    static constexpr int capacity = 8;
    bool (*read[capacity])(const void *, const QtmcpSink *) = {};
    bool (*write[capacity])(void *, const QtmcpNode *, size_t) = {};
    std::atomic<int> count{0};
};
Conversions conversions;

template <typename T>
const T &as(const QVariant &value) {
    return *static_cast<const T *>(value.constData());
}

void writeBytes(const QByteArray &bytes, const QtmcpSink &sink) {
    sink.bytes(sink.context, reinterpret_cast<const uint8_t *>(bytes.constData()), size_t(bytes.size()));
}

void writeList(const QVariantList &list, const QtmcpSink &sink) {
    const Out out(sink);
    out.beginList();
    for (const QVariant &item : list)
        writeVariant(item, sink);
    out.end();
}

void writeMap(const QVariantMap &map, const QtmcpSink &sink) {
    const Out out(sink);
    out.beginMap();
    for (auto it = map.constBegin(); it != map.constEnd(); ++it) {
        out.key(it.key());
        writeVariant(it.value(), sink);
    }
    out.end();
}

template <typename Index>
void writeIndex(const Index &index, const Out &out) {
    if (index.isValid())
        out.fields<int>({{"row", index.row()}, {"column", index.column()}});
    else
        out.null();
}

template <typename Number, typename Rect>
void writeRect(const Rect &r, const Out &out) {
    out.fields<Number>({{"x", r.x()}, {"y", r.y()}, {"width", r.width()}, {"height", r.height()}});
}

template <typename Number, typename Line>
void writeLine(const Line &l, const Out &out) {
    out.fields<Number>({{"x1", l.x1()}, {"y1", l.y1()}, {"x2", l.x2()}, {"y2", l.y2()}});
}

template <typename Number, typename Margins>
void writeMargins(const Margins &m, const Out &out) {
    out.fields<Number>({{"left", m.left()}, {"top", m.top()}, {"right", m.right()}, {"bottom", m.bottom()}});
}

template <typename Moment>
void writeMoment(const Moment &moment, Qt::DateFormat format, const Out &out) {
    if (moment.isValid())
        out.text(moment.toString(format));
    else
        out.null();
}

// Numbers and text.
bool writeScalar(int type, const QVariant &value, const QtmcpSink &sink) {
    const Out out(sink);
    switch (type) {
    case QMetaType::UnknownType:
    case QMetaType::Void:
    case QMetaType::Nullptr:
        out.null();
        return true;
    case QMetaType::Bool:
        out.boolean(as<bool>(value));
        return true;
    case QMetaType::Int:
    case QMetaType::Long:
    case QMetaType::LongLong:
    case QMetaType::Short:
    case QMetaType::Char:
    case QMetaType::SChar:
        out.integer(value.toLongLong());
        return true;
    case QMetaType::UInt:
    case QMetaType::ULong:
    case QMetaType::ULongLong:
    case QMetaType::UShort:
    case QMetaType::UChar:
        out.natural(value.toULongLong());
        return true;
    case QMetaType::Double:
    case QMetaType::Float:
        out.real(value.toDouble());
        return true;
    case QMetaType::QString:
        out.text(as<QString>(value));
        return true;
    case QMetaType::QChar:
        out.text(QString(as<QChar>(value)));
        return true;
    case QMetaType::QByteArray:
        writeBytes(as<QByteArray>(value), sink);
        return true;
    case QMetaType::QDate:
        writeMoment(as<QDate>(value), Qt::ISODate, out);
        return true;
    case QMetaType::QTime:
        writeMoment(as<QTime>(value), Qt::ISODateWithMs, out);
        return true;
    case QMetaType::QDateTime:
        writeMoment(as<QDateTime>(value), Qt::ISODateWithMs, out);
        return true;
    case QMetaType::QUrl:
        out.text(as<QUrl>(value).toString());
        return true;
    case QMetaType::QUuid:
        out.text(as<QUuid>(value).toString());
        return true;
    case QMetaType::QLocale:
        out.text(as<QLocale>(value).name());
        return true;
    case QMetaType::QRegularExpression:
        out.text(as<QRegularExpression>(value).pattern());
        return true;
    default:
        return false;
    }
}

// Things with parts.
bool writeCompound(int type, const QVariant &value, const QtmcpSink &sink) {
    const Out out(sink);
    switch (type) {
    case QMetaType::QStringList:
        out.beginList();
        for (const QString &item : as<QStringList>(value))
            out.text(item);
        out.end();
        return true;
    case QMetaType::QVariantList:
        writeList(as<QVariantList>(value), sink);
        return true;
    case QMetaType::QVariantMap:
        writeMap(as<QVariantMap>(value), sink);
        return true;
    case QMetaType::QVariant:
        writeVariant(as<QVariant>(value), sink);
        return true;
    case QMetaType::QSize:
        out.fields<int>({{"width", as<QSize>(value).width()}, {"height", as<QSize>(value).height()}});
        return true;
    case QMetaType::QSizeF:
        out.fields<double>({{"width", as<QSizeF>(value).width()}, {"height", as<QSizeF>(value).height()}});
        return true;
    case QMetaType::QPoint:
        out.fields<int>({{"x", as<QPoint>(value).x()}, {"y", as<QPoint>(value).y()}});
        return true;
    case QMetaType::QPointF:
        out.fields<double>({{"x", as<QPointF>(value).x()}, {"y", as<QPointF>(value).y()}});
        return true;
    case QMetaType::QRect:
        writeRect<int>(as<QRect>(value), out);
        return true;
    case QMetaType::QRectF:
        writeRect<double>(as<QRectF>(value), out);
        return true;
    case QMetaType::QLine:
        writeLine<int>(as<QLine>(value), out);
        return true;
    case QMetaType::QLineF:
        writeLine<double>(as<QLineF>(value), out);
        return true;
    case QMetaType::QModelIndex:
        writeIndex(as<QModelIndex>(value), out);
        return true;
    case QMetaType::QPersistentModelIndex:
        writeIndex(as<QPersistentModelIndex>(value), out);
        return true;
    default:
        return false;
    }
}

// QJsonValue is the one JSON type that Qt's own conversions do not tell the kind of.
bool writeJsonValue(const QVariant &value, const QtmcpSink &sink) {
    using ToVariant = QVariant (*)(const void *);
    static const auto toVariant = compat::function<ToVariant>("Core", "_ZNK10QJsonValue9toVariantEv");
    if (!toVariant)
        return false;
    writeVariant(toVariant(value.constData()), sink);
    return true;
}

bool writeByName(const char *name, const QVariant &value, const QtmcpSink &sink) {
    if (!name)
        return false;
    if (std::strcmp(name, "QMargins") == 0)
        writeMargins<int>(as<QMargins>(value), Out(sink));
    else if (std::strcmp(name, "QMarginsF") == 0)
        writeMargins<double>(as<QMarginsF>(value), Out(sink));
    else
        return false;
    return true;
}

// Last resorts: Qt's own conversions, to the richest form that it knows.
bool writeAsSomethingElse(const QVariant &value, const QtmcpSink &sink) {
    QVariant other;
    if (compat::toList(value, &other)) {
        writeList(as<QVariantList>(other), sink);
        return true;
    }
    if (compat::toMap(value, &other)) {
        writeMap(as<QVariantMap>(other), sink);
        return true;
    }
    other = value;
    if (compat::convert(other, QMetaType::QString)) {
        Out(sink).text(as<QString>(other));
        return true;
    }
    return false;
}

}  // namespace

void writeVariant(const QVariant &value, const QtmcpSink &sink) {
    const int type = compat::typeOf(value);
    if (writeScalar(type, value, sink) || writeCompound(type, value, sink))
        return;
    if (compat::isObjectPointer(type)) {
        Out(sink).object(as<const void *>(value));
        return;
    }
    if (isEnumeration(type)) {
        writeEnum(sink, enumOfType(type), enumNumber(value));
        return;
    }
    const char *name = compat::typeName(type);
    if (readConverted(value, sink) || writeByName(name, value, sink))
        return;
    if (type == QMetaType::QJsonValue && writeJsonValue(value, sink))
        return;
    if (!writeAsSomethingElse(value, sink))
        Out(sink).opaque(name);
}

void writePointer(const void *pointer, const char *typeName, const QtmcpSink &sink) {
    if (!pointer || host->is_object(pointer))
        Out(sink).object(pointer);
    else
        Out(sink).opaque(typeName);
}

bool readConverted(const QVariant &value, const QtmcpSink &sink) {
    const int count = conversions.count.load(std::memory_order_acquire);
    for (int i = 0; i < count; ++i) {
        if (conversions.read[i] && conversions.read[i](&value, &sink))
            return true;
    }
    return false;
}

bool writeConverted(QVariant *value, const Nodes &nodes) {
    const int count = conversions.count.load(std::memory_order_acquire);
    for (int i = 0; i < count; ++i) {
        if (conversions.write[i] && conversions.write[i](value, nodes.position(), nodes.left()))
            return true;
    }
    return false;
}

void addConversions(bool (*read)(const void *, const QtmcpSink *), bool (*write)(void *, const QtmcpNode *, size_t)) {
    const int count = conversions.count.load(std::memory_order_relaxed);
    if (count == Conversions::capacity)
        return;
    conversions.read[count] = read;
    conversions.write[count] = write;
    conversions.count.store(count + 1, std::memory_order_release);
}

}  // namespace qtmcp
