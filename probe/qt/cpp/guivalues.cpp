// QtGui's own value types, to plain values and back.

#include "gui.h"

#include "compat.h"
#include "enums.h"
#include "nodes.h"
#include "sink.h"

#include <QtCore/QVariant>
#include <QtGui/QBrush>
#include <QtGui/QColor>
#include <QtGui/QCursor>
#include <QtGui/QFont>
#include <QtGui/QKeySequence>
#include <QtGui/QPen>
#include <QtGui/QPolygonF>
#include <QtGui/QQuaternion>
#include <QtGui/QVector2D>
#include <QtGui/QVector3D>
#include <QtGui/QVector4D>

namespace qtmcp {

namespace {

template <typename T>
const T &as(const QVariant &value) {
    return *static_cast<const T *>(value.constData());
}

template <typename T>
T &as(QVariant &value) {
    return *static_cast<T *>(value.data());
}

QMetaEnum cursorShapes() {
    const QMetaObject *meta = compat::qtNamespace();
    return meta->enumerator(meta->indexOfEnumerator("CursorShape"));
}

void writeColor(const QColor &color, const Out &out) {
    if (color.isValid())
        out.text(color.name(color.alpha() == 255 ? QColor::HexRgb : QColor::HexArgb));
    else
        out.null();
}

void writeFont(const QFont &font, const Out &out) {
    out.beginMap();
    out.key("family");
    out.text(font.family());
    out.key("pointSize");
    out.real(font.pointSizeF());
    out.key("pixelSize");
    out.integer(font.pixelSize());
    out.key("weight");
    out.integer(font.weight());
    out.key("bold");
    out.boolean(font.bold());
    out.key("italic");
    out.boolean(font.italic());
    out.key("underline");
    out.boolean(font.underline());
    out.key("strikeOut");
    out.boolean(font.strikeOut());
    out.end();
}

void writeBrush(const QBrush &brush, const Out &out) {
    out.beginMap();
    out.key("color");
    writeColor(brush.color(), out);
    out.key("style");
    out.integer(brush.style());
    out.end();
}

void writePen(const QPen &pen, const Out &out) {
    out.beginMap();
    out.key("color");
    writeColor(pen.color(), out);
    out.key("style");
    out.integer(pen.style());
    out.key("width");
    out.real(pen.widthF());
    out.end();
}

template <typename Number, typename Polygon>
void writePolygon(const Polygon &polygon, const Out &out) {
    out.beginList();
    for (const auto &point : polygon)
        out.fields<Number>({{"x", point.x()}, {"y", point.y()}});
    out.end();
}

bool toBool(const QtmcpNode &node, bool *value) {
    *value = node.integer != 0;
    return node.kind == QTMCP_BOOL;
}

bool readColor(const QtmcpNode &node, QColor *color) {
    *color = QColor();
    if (node.kind == QTMCP_NULL)
        return true;
    if (node.kind != QTMCP_TEXT)
        return false;
    QVariant value = textOf(node);
    if (!compat::convert(value, QMetaType::QColor))
        return false;
    *color = as<QColor>(value);
    return color->isValid();
}

bool readFont(Nodes nodes, QFont *font) {
    bool bold = false;
    bool saysBold = false;
    const bool isFont = nodes.entries([&](const QString &name, Nodes at) {
        const QtmcpNode &node = *at.peek();
        const auto is = [&name](const char *other) { return name == QLatin1String(other); };
        double number = 0;
        bool flag = false;
        if (is("family")) {
            font->setFamily(node.kind == QTMCP_TEXT ? textOf(node) : QString());
            return node.kind == QTMCP_TEXT;
        }
        if (is("pointSize") || is("pixelSize") || is("weight")) {
            if (!realOf(node, &number))
                return false;
            // Of the two sizes, the one that is not in use reads as -1.
            if (is("pointSize") && number > 0)
                font->setPointSizeF(number);
            else if (is("pixelSize") && number > 0)
                font->setPixelSize(int(number));
            else if (is("weight"))
                font->setWeight(QFont::Weight(int(number)));
            return true;
        }
        if (!toBool(node, &flag))
            return false;
        if (is("bold"))
            saysBold = true, bold = flag;
        else if (is("italic"))
            font->setItalic(flag);
        else if (is("underline"))
            font->setUnderline(flag);
        else if (is("strikeOut"))
            font->setStrikeOut(flag);
        else
            return false;
        return true;
    });
    // The weight says more than this does, unless they disagree.
    if (saysBold && font->bold() != bold)
        font->setBold(bold);
    return isFont;
}

// Brushes and pens: a map, or a colour alone.
template <typename Tool, typename Style>
bool readTool(Nodes nodes, Tool *tool) {
    QColor color;
    if (nodes.peek() && nodes.peek()->kind == QTMCP_TEXT) {
        if (!readColor(*nodes.peek(), &color))
            return false;
        *tool = Tool(color);
        return true;
    }
    return nodes.entries([&](const QString &name, Nodes at) {
        const QtmcpNode &node = *at.peek();
        qint64 number = 0;
        double width = 0;
        if (name == QLatin1String("color") && readColor(node, &color)) {
            tool->setColor(color);
        } else if (name == QLatin1String("style") && integerOf(node, &number)) {
            tool->setStyle(Style(number));
        } else if (name == QLatin1String("width") && realOf(node, &width)) {
            if constexpr (std::is_same_v<Tool, QPen>)
                tool->setWidthF(width);
            else
                return false;
        } else {
            return false;
        }
        return true;
    });
}

template <typename Polygon, typename Point>
bool readPolygon(Nodes nodes, Polygon *polygon) {
    const QtmcpNode *head = nodes.take();
    if (!head || head->kind != QTMCP_LIST)
        return false;
    for (uint32_t i = 0; i < head->count; ++i) {
        double n[2] = {};
        if (!nodes.numbers({"x", "y"}, n))
            return false;
        const Point point(n[0], n[1]);
        if (point.x() != n[0] || point.y() != n[1])
            return false;
        polygon->append(point);
    }
    return true;
}

bool readCursor(const QtmcpNode &node, QCursor *cursor) {
    int shape = 0;
    if (!toEnum(node, cursorShapes(), &shape) || !cursorShapes().valueToKey(shape))
        return false;
    cursor->setShape(Qt::CursorShape(shape));
    return true;
}

bool readKeys(const QtmcpNode &node, QKeySequence *keys) {
    if (node.kind != QTMCP_TEXT)
        return false;
    const QString text = textOf(node);
    *keys = QKeySequence::fromString(text, QKeySequence::PortableText);
    return text.isEmpty() || !keys->toString(QKeySequence::PortableText).isEmpty();
}

}  // namespace

bool readGuiValue(const void *variant, const QtmcpSink *sink) {
    const auto &value = *static_cast<const QVariant *>(variant);
    const Out out(*sink);
    switch (compat::typeOf(value)) {
    case QMetaType::QColor:
        writeColor(as<QColor>(value), out);
        return true;
    case QMetaType::QFont:
        writeFont(as<QFont>(value), out);
        return true;
    case QMetaType::QKeySequence:
        out.text(as<QKeySequence>(value).toString(QKeySequence::PortableText));
        return true;
    case QMetaType::QCursor:
        writeEnum(*sink, cursorShapes(), as<QCursor>(value).shape());
        return true;
    case QMetaType::QBrush:
        writeBrush(as<QBrush>(value), out);
        return true;
    case QMetaType::QPen:
        writePen(as<QPen>(value), out);
        return true;
    case QMetaType::QPolygon:
        writePolygon<int>(as<QPolygon>(value), out);
        return true;
    case QMetaType::QPolygonF:
        writePolygon<double>(as<QPolygonF>(value), out);
        return true;
    case QMetaType::QVector2D: {
        const auto &v = as<QVector2D>(value);
        out.fields<double>({{"x", v.x()}, {"y", v.y()}});
        return true;
    }
    case QMetaType::QVector3D: {
        const auto &v = as<QVector3D>(value);
        out.fields<double>({{"x", v.x()}, {"y", v.y()}, {"z", v.z()}});
        return true;
    }
    case QMetaType::QVector4D: {
        const auto &v = as<QVector4D>(value);
        out.fields<double>({{"x", v.x()}, {"y", v.y()}, {"z", v.z()}, {"w", v.w()}});
        return true;
    }
    case QMetaType::QQuaternion: {
        const auto &q = as<QQuaternion>(value);
        out.fields<double>({{"scalar", q.scalar()}, {"x", q.x()}, {"y", q.y()}, {"z", q.z()}});
        return true;
    }
    case QMetaType::QIcon:
    case QMetaType::QPixmap:
    case QMetaType::QImage:
    case QMetaType::QBitmap:
    case QMetaType::QPalette:
    case QMetaType::QRegion:
        // Qt can turn some of these into text, which would say nothing.
        out.opaque(compat::typeName(compat::typeOf(value)));
        return true;
    default:
        return false;
    }
}

bool writeGuiValue(void *variant, const QtmcpNode *first, size_t count) {
    auto &value = *static_cast<QVariant *>(variant);
    Nodes nodes(first, count);
    if (nodes.atEnd())
        return false;
    float f[4] = {};
    const auto floats = [&](std::initializer_list<const char *> keys) {
        double n[4] = {};
        const bool all = nodes.numbers(keys, n);
        std::copy(n, n + 4, f);
        return all;
    };
    switch (compat::typeOf(value)) {
    case QMetaType::QColor:
        return readColor(*first, &as<QColor>(value));
    case QMetaType::QFont:
        return readFont(nodes, &as<QFont>(value));
    case QMetaType::QKeySequence:
        return readKeys(*first, &as<QKeySequence>(value));
    case QMetaType::QCursor:
        return readCursor(*first, &as<QCursor>(value));
    case QMetaType::QBrush:
        return readTool<QBrush, Qt::BrushStyle>(nodes, &as<QBrush>(value));
    case QMetaType::QPen:
        return readTool<QPen, Qt::PenStyle>(nodes, &as<QPen>(value));
    case QMetaType::QPolygon:
        return readPolygon<QPolygon, QPoint>(nodes, &as<QPolygon>(value));
    case QMetaType::QPolygonF:
        return readPolygon<QPolygonF, QPointF>(nodes, &as<QPolygonF>(value));
    case QMetaType::QVector2D:
        if (!floats({"x", "y"}))
            return false;
        as<QVector2D>(value) = QVector2D(f[0], f[1]);
        return true;
    case QMetaType::QVector3D:
        if (!floats({"x", "y", "z"}))
            return false;
        as<QVector3D>(value) = QVector3D(f[0], f[1], f[2]);
        return true;
    case QMetaType::QVector4D:
        if (!floats({"x", "y", "z", "w"}))
            return false;
        as<QVector4D>(value) = QVector4D(f[0], f[1], f[2], f[3]);
        return true;
    case QMetaType::QQuaternion:
        if (!floats({"scalar", "x", "y", "z"}))
            return false;
        as<QQuaternion>(value) = QQuaternion(f[0], f[1], f[2], f[3]);
        return true;
    default:
        return false;
    }
}

}  // namespace qtmcp
