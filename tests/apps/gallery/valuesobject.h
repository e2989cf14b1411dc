// An object with a property and an echo method of every common type, overloads, and signals with several arguments.
#pragma once

#include <QByteArray>
#include <QColor>
#include <QDateTime>
#include <QFont>
#include <QIcon>
#include <QObject>
#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QStringList>
#include <QUrl>
#include <QVariant>

class QWidget;

// Qt 5 cannot read a property of this type, since it was never registered; Qt 6 can, but knows no conversion.
struct Unregistered {
    int secret = 42;
};

// Known to the meta-type system by name and nothing more.
struct Opaque {
    int secret = 42;
};
Q_DECLARE_METATYPE(Opaque)

class ValuesObject : public QObject {
    Q_OBJECT
    Q_PROPERTY(bool boolValue MEMBER m_bool)
    Q_PROPERTY(int intValue MEMBER m_int)
    Q_PROPERTY(uint uintValue MEMBER m_uint)
    Q_PROPERTY(qlonglong longLongValue MEMBER m_longLong)
    Q_PROPERTY(qulonglong ulongLongValue MEMBER m_ulongLong)
    Q_PROPERTY(double doubleValue MEMBER m_double)
    Q_PROPERTY(float floatValue MEMBER m_float)
    Q_PROPERTY(QString stringValue MEMBER m_string)
    Q_PROPERTY(QStringList stringListValue MEMBER m_stringList)
    Q_PROPERTY(QVariantList variantListValue MEMBER m_variantList)
    Q_PROPERTY(QVariantMap variantMapValue MEMBER m_variantMap)
    Q_PROPERTY(QVariant variantValue MEMBER m_variant)
    Q_PROPERTY(QByteArray byteArrayValue MEMBER m_byteArray)
    Q_PROPERTY(QColor colorValue MEMBER m_color)
    Q_PROPERTY(QFont fontValue MEMBER m_font)
    Q_PROPERTY(QSize sizeValue MEMBER m_size)
    Q_PROPERTY(QSizeF sizeFValue MEMBER m_sizeF)
    Q_PROPERTY(QPoint pointValue MEMBER m_point)
    Q_PROPERTY(QPointF pointFValue MEMBER m_pointF)
    Q_PROPERTY(QRect rectValue MEMBER m_rect)
    Q_PROPERTY(QRectF rectFValue MEMBER m_rectF)
    Q_PROPERTY(QDate dateValue MEMBER m_date)
    Q_PROPERTY(QTime timeValue MEMBER m_time)
    Q_PROPERTY(QDateTime dateTimeValue MEMBER m_dateTime)
    Q_PROPERTY(QUrl urlValue MEMBER m_url)
    Q_PROPERTY(ValuesObject::Level levelValue MEMBER m_level)
    Q_PROPERTY(ValuesObject::Options optionsValue MEMBER m_options)
    Q_PROPERTY(Qt::Alignment alignmentValue MEMBER m_alignment)
    Q_PROPERTY(QObject *objectValue MEMBER m_object)
    Q_PROPERTY(QWidget *widgetValue MEMBER m_widget)
    Q_PROPERTY(QIcon iconValue READ icon WRITE setIcon)
    Q_PROPERTY(Opaque opaqueValue READ opaque WRITE setOpaque)
    Q_PROPERTY(Unregistered unregisteredValue READ unregistered WRITE setUnregistered)
    Q_PROPERTY(int readOnlyValue READ readOnlyValue)
    Q_PROPERTY(QString constantValue READ constantValue CONSTANT)
    Q_PROPERTY(int notifyingValue READ notifyingValue WRITE setNotifyingValue NOTIFY notifyingValueChanged)
    // Takes 0 to 100: anything else is brought into that range, so what is read back differs from what was written.
    Q_PROPERTY(int clampedValue READ clampedValue WRITE setClampedValue)

public:
    enum Level { Low = 1, Medium = 5, High = 10 };
    Q_ENUM(Level)
    enum Option { Read = 1, Write = 2, Execute = 4 };
    Q_DECLARE_FLAGS(Options, Option)
    Q_FLAG(Options)

    explicit ValuesObject(QObject *parent = nullptr);

    QIcon icon() const;
    void setIcon(const QIcon &icon);
    Opaque opaque() const;
    void setOpaque(Opaque opaque);
    Unregistered unregistered() const;
    void setUnregistered(Unregistered value);
    int readOnlyValue() const;
    QString constantValue() const;
    int notifyingValue() const;
    void setNotifyingValue(int value);
    int clampedValue() const;
    void setClampedValue(int value);

    Q_INVOKABLE bool echoBool(bool value) { return value; }
    Q_INVOKABLE int echoInt(int value) { return value; }
    Q_INVOKABLE uint echoUInt(uint value) { return value; }
    Q_INVOKABLE qlonglong echoLongLong(qlonglong value) { return value; }
    Q_INVOKABLE qulonglong echoULongLong(qulonglong value) { return value; }
    Q_INVOKABLE double echoDouble(double value) { return value; }
    Q_INVOKABLE float echoFloat(float value) { return value; }
    Q_INVOKABLE QString echoString(const QString &value) { return value; }
    Q_INVOKABLE QStringList echoStringList(const QStringList &value) { return value; }
    Q_INVOKABLE QVariantList echoVariantList(const QVariantList &value) { return value; }
    Q_INVOKABLE QVariantMap echoVariantMap(const QVariantMap &value) { return value; }
    Q_INVOKABLE QVariant echoVariant(const QVariant &value) { return value; }
    Q_INVOKABLE QByteArray echoByteArray(const QByteArray &value) { return value; }
    Q_INVOKABLE QColor echoColor(QColor value) { return value; }
    Q_INVOKABLE QFont echoFont(const QFont &value) { return value; }
    Q_INVOKABLE QSize echoSize(QSize value) { return value; }
    Q_INVOKABLE QSizeF echoSizeF(const QSizeF &value) { return value; }
    Q_INVOKABLE QPoint echoPoint(QPoint value) { return value; }
    Q_INVOKABLE QPointF echoPointF(const QPointF &value) { return value; }
    Q_INVOKABLE QRect echoRect(const QRect &value) { return value; }
    Q_INVOKABLE QRectF echoRectF(const QRectF &value) { return value; }
    Q_INVOKABLE QDate echoDate(QDate value) { return value; }
    Q_INVOKABLE QTime echoTime(QTime value) { return value; }
    Q_INVOKABLE QDateTime echoDateTime(const QDateTime &value) { return value; }
    Q_INVOKABLE QUrl echoUrl(const QUrl &value) { return value; }
    Q_INVOKABLE ValuesObject::Level echoLevel(ValuesObject::Level value) { return value; }
    Q_INVOKABLE ValuesObject::Options echoOptions(ValuesObject::Options value) { return value; }
    Q_INVOKABLE Qt::Alignment echoAlignment(Qt::Alignment value) { return value; }
    Q_INVOKABLE QObject *echoObject(QObject *value) { return value; }
    Q_INVOKABLE QWidget *echoWidget(QWidget *value) { return value; }
    Q_INVOKABLE QIcon echoIcon(const QIcon &value) { return value; }
    Q_INVOKABLE Opaque echoOpaque(Opaque value) { return value; }

    // Each overload says which one it is.
    Q_INVOKABLE QString combine(int a);
    Q_INVOKABLE QString combine(int a, int b);
    Q_INVOKABLE QString combine(double a, double b);
    Q_INVOKABLE QString combine(const QString &a, const QString &b);
    Q_INVOKABLE QString optional(int a, int b = 2, int c = 3);
    Q_INVOKABLE int countArguments(int a, const QString &b, double c, bool d, const QVariantList &e,
                                   const QVariantMap &f);

    // Emits `emitted` with this object as its last argument.
    Q_INVOKABLE void emitSeveral(int number, const QString &text);
    // The same from a thread that is not ours.
    Q_INVOKABLE void emitFromThread(int number, const QString &text);
    Q_INVOKABLE QObject *makeChild(const QString &name);
    // False if there is no such child.
    Q_INVOKABLE bool dropChild(const QString &name);
    // Blocks the calling thread.
    Q_INVOKABLE int sleepMs(int ms);
    // A message through Qt's own logging.
    Q_INVOKABLE void warn(const QString &message);

public Q_SLOTS:
    // Returns only when the dialog named `valuesDialog` is closed: its result.
    int openModalDialog();
    void doNothing();

Q_SIGNALS:
    void emitted(int number, const QString &text, QObject *object);
    void notifyingValueChanged(int value);
    void plain();

private:
    bool m_bool = true;
    int m_int = -7;
    uint m_uint = 7;
    qlonglong m_longLong = -9'007'199'254'740'993;
    qulonglong m_ulongLong = 18'446'744'073'709'551'615U;
    double m_double = 2.5;
    float m_float = 0.25F;
    QString m_string = QStringLiteral("é 日本語 € 🎉");
    QStringList m_stringList{QStringLiteral("one"), QStringLiteral("two")};
    QVariantList m_variantList{1, QStringLiteral("two"), 3.5, true};
    QVariantMap m_variantMap{{QStringLiteral("number"), 1}, {QStringLiteral("list"), QVariantList{1, 2}}};
    QVariant m_variant = 42;
    QByteArray m_byteArray = QByteArray("\x00\x01qtmcp\xff", 8);
    QColor m_color{0x1f, 0x6f, 0xeb, 0x80};
    QFont m_font{QStringLiteral("DejaVu Sans"), 12, QFont::Bold};
    QSize m_size{640, 480};
    QSizeF m_sizeF{1.5, 2.5};
    QPoint m_point{3, 4};
    QPointF m_pointF{0.5, 0.75};
    QRect m_rect{1, 2, 30, 40};
    QRectF m_rectF{0.5, 1.5, 10.25, 20.75};
    QDate m_date{2026, 2, 28};
    QTime m_time{23, 59, 58, 123};
    QDateTime m_dateTime{QDate(2026, 2, 28), QTime(23, 59, 58, 123), Qt::UTC};
    QUrl m_url{QStringLiteral("https://example.org/a%20b?q=1#top")};
    Level m_level = Medium;
    Options m_options = Options(Read) | Write;
    Qt::Alignment m_alignment = Qt::AlignRight | Qt::AlignVCenter;
    QObject *m_object = nullptr;
    QWidget *m_widget = nullptr;
    QIcon m_icon;
    Opaque m_opaque;
    Unregistered m_unregistered;
    int m_notifying = 0;
    int m_clamped = 50;
};

Q_DECLARE_OPERATORS_FOR_FLAGS(ValuesObject::Options)
