// What differs between Qt 5 and Qt 6, and the only place that asks for Qt's version. Only what every minor version
// exports is used: the parts are built once per major version.
#pragma once

#include <QtCore/QLocale>
#include <QtCore/QMetaType>
#include <QtCore/QObject>
#include <QtCore/QPointF>
#include <QtCore/QVariant>

#if QT_VERSION < QT_VERSION_CHECK(6, 0, 0)
#include <QtCore/QJsonArray>
#include <QtCore/QJsonObject>
#include <QtCore/QMargins>
Q_DECLARE_METATYPE(QMargins)
Q_DECLARE_METATYPE(QMarginsF)
#endif

#include <array>
#include <cstdio>
#include <dlfcn.h>

namespace qtmcp::compat {

constexpr unsigned builtFor = QT_VERSION;

inline int typeOf(const QVariant &value) { return value.userType(); }

#if QT_VERSION >= QT_VERSION_CHECK(6, 0, 0)
constexpr int major = 6;
inline const QMetaObject *qtNamespace() { return &Qt::staticMetaObject; }
inline const char *typeName(int type) { return QMetaType(type).name(); }
inline int typeNamed(const char *name) { return QMetaType::fromName(name).id(); }
inline QVariant variantOf(int type, const void *copy = nullptr) { return QVariant(QMetaType(type), copy); }
inline bool convert(QVariant &value, int type) {
    return value.canConvert(QMetaType(type)) && value.convert(QMetaType(type));
}
inline bool toList(const QVariant &value, QVariant *list) {
    *list = value;
    return convert(*list, QMetaType::QVariantList);
}
inline bool toMap(const QVariant &value, QVariant *map) {
    *map = value;
    return convert(*map, QMetaType::QVariantMap);
}
inline bool toJson(QVariant &value, int type) { return convert(value, type); }
inline void registerTypes() {}
// How a view draws its items, and by whom: what is asked for it is protected, or has another name.
template <typename Base>
struct ExposedView : Base {
    using Base::initViewItemOption;
};
template <typename Option, typename View>
Option itemOption(const View *view) {
    Option option;
    (view->*(&ExposedView<View>::initViewItemOption))(&option);
    return option;
}
template <typename View, typename Index>
auto *delegateFor(const View *view, const Index &index) {
    return view->itemDelegateForIndex(index);
}
// Where the mouse is: in the window that gets the event, in its scene, on the screen.
template <typename Event>
std::array<QPointF, 3> positionsOf(const Event *event) {
    return {event->position(), event->scenePosition(), event->globalPosition()};
}
#else
constexpr int major = 5;
inline const QMetaObject *qtNamespace() { return qt_getQtMetaObject(); }
inline const char *typeName(int type) { return QMetaType::typeName(type); }
inline int typeNamed(const char *name) { return QMetaType::type(name); }
inline QVariant variantOf(int type, const void *copy = nullptr) { return QVariant(type, copy); }
inline bool convert(QVariant &value, int type) { return value.canConvert(type) && value.convert(type); }
// Qt 5 converts containers only in its templates; its ABI is frozen, so they may be used.
inline bool toList(const QVariant &value, QVariant *list) {
    if (!value.canConvert<QVariantList>())
        return false;
    *list = value.value<QVariantList>();
    return true;
}
inline bool toMap(const QVariant &value, QVariant *map) {
    if (!value.canConvert<QVariantMap>())
        return false;
    *map = value.value<QVariantMap>();
    return true;
}
inline bool toJson(QVariant &value, int type) {
    if (type == QMetaType::QJsonObject && typeOf(value) == QMetaType::QVariantMap)
        value = QJsonObject::fromVariantMap(value.toMap());
    else if (type == QMetaType::QJsonArray && typeOf(value) == QMetaType::QVariantList)
        value = QJsonArray::fromVariantList(value.toList());
    else
        return convert(value, type);
    return true;
}
// Types that Qt 6 knows by itself.
inline void registerTypes() {
    qRegisterMetaType<QMargins>("QMargins");
    qRegisterMetaType<QMarginsF>("QMarginsF");
}
template <typename Base>
struct ExposedView : Base {
    using Base::viewOptions;
};
template <typename Option, typename View>
Option itemOption(const View *view) {
    return (view->*(&ExposedView<View>::viewOptions))();
}
template <typename View, typename Index>
auto *delegateFor(const View *view, const Index &index) {
    return view->itemDelegate(index);
}
template <typename Event>
std::array<QPointF, 3> positionsOf(const Event *event) {
    return {event->localPos(), event->windowPos(), event->screenPos()};
}
#endif

inline bool isObjectPointer(int type) {
    return type == QMetaType::QObjectStar || (QMetaType(type).flags() & QMetaType::PointerToQObject);
}
inline const QMetaObject *metaObjectOf(int type) { return QMetaType(type).metaObject(); }

// A symbol of a Qt library that is in the process already; null when either is missing.
inline void *symbol(const char *module, const char *name) {
    char library[64];
    std::snprintf(library, sizeof library, "libQt%d%s.so.%d", major, module, major);
    void *handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
    return handle ? dlsym(handle, name) : nullptr;
}

template <typename Function>
Function function(const char *module, const char *name) {
    return reinterpret_cast<Function>(symbol(module, name));
}

// QLocale's constructor became another one in 6.3; the old one is still there.
inline QLocale localeNamed(const QString &name) {
    QLocale locale = QLocale::c();
    using Construct = void (*)(void *, const QString &);
    static const auto construct = function<Construct>("Core", "_ZN7QLocaleC1ERK7QString");
    if (construct) {
        locale.~QLocale();
        construct(&locale, name);
    }
    return locale;
}

}  // namespace qtmcp::compat
