// The core part: its table, and what there is to say about any QObject.

#include "core.h"

#include "compat.h"
#include "guard.h"
#include "sink.h"
#include "values.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QVariant>

#include <algorithm>

namespace qtmcp {

namespace {

const char *version() { return qVersion(); }

const void *application() { return static_cast<QObject *>(QCoreApplication::instance()); }

const void *parent(const void *object) { return objectOf(object)->parent(); }

// A QML engine keeps an object for each kind of value, such as fonts: it has the value's meta-object instead of its
// own, and its properties can be read only while the engine has put a value into it.
bool standsForValue(const QObject *object) {
    const QMetaObject *meta = object->metaObject();
    while (meta->superClass())
        meta = meta->superClass();
    return qstrcmp(meta->className(), "QObject") != 0;
}

void children(const void *object, const QtmcpObjects *objects) {
    const bool isWindow = objectOf(object)->isWindowType();
    const QObjectList list = objectOf(object)->children();
    for (const QObject *child : list) {
        // While an object's children are deleted, the list has holes.
        if (!child)
            continue;
        // The root of a QML scene stands for its window; the quick part lists what is in it as the window's own.
        if ((!isWindow || !child->inherits("QQuickRootItem")) && !standsForValue(child))
            objects->take(objects->context, child);
    }
}

bool isNamed(const void *object, const char *className, const char16_t *name, size_t length) {
    const char *known = objectOf(object)->metaObject()->className();
    const size_t size = qstrlen(className);
    if (qstrncmp(known, className, size) != 0 || (known[size] != '\0' && qstrncmp(known + size, "_QML", 4) != 0))
        return false;
    const QString objectName = objectOf(object)->objectName();
    return size_t(objectName.size()) == length && std::equal(name, name + length, objectName.utf16());
}

void childrenNamed(const void *object, const char *className, const char16_t *name, size_t length,
                   const QtmcpObjects *objects) {
    const QObjectList list = objectOf(object)->children();
    for (const QObject *child : list) {
        if (child && isNamed(child, className, name, length) && !standsForValue(child))
            objects->take(objects->context, child);
    }
}

const char *className(const void *object) { return objectOf(object)->metaObject()->className(); }

void objectName(const void *object, const QtmcpSink *sink) { Out(*sink).text(objectOf(object)->objectName()); }

void inheritance(const void *object, const QtmcpSink *sink) {
    const Out out(*sink);
    out.beginList();
    for (const QMetaObject *meta = objectOf(object)->metaObject(); meta; meta = meta->superClass())
        out.text(QString::fromUtf8(meta->className()));
    out.end();
}

bool inherits(const void *object, const char *name) { return objectOf(object)->inherits(name); }

bool isWidget(const void *object) { return objectOf(object)->isWidgetType(); }

bool isWindow(const void *object) { return objectOf(object)->isWindowType(); }

void makeObject() { const QObject object; }

void variant(const void *variant, const QtmcpSink *sink) {
    writeVariant(*static_cast<const QVariant *>(variant), *sink);
}

const QtmcpCore table = {
    QTMCP_TABLE(QtmcpCore),
    compat::builtFor,
    guarded<&version>,
    guarded<&attach>,
    guarded<&post>,
    guarded<&livesInGuiThread>,
    guarded<&isGuiThread>,
    guarded<&application>,
    guarded<&parent>,
    guarded<&children>,
    guarded<&childrenNamed>,
    guarded<&isNamed>,
    guarded<&className>,
    guarded<&objectName>,
    guarded<&inheritance>,
    guarded<&inherits>,
    guarded<&isWidget>,
    guarded<&isWindow>,
    guarded<&properties>,
    guarded<&property>,
    guarded<&readProperty>,
    guarded<&writeProperty>,
    guarded<&notifier>,
    guarded<&methods>,
    guarded<&invoke>,
    guarded<&connectSignal>,
    guarded<&disconnectSignal>,
    guarded<&isModel>,
    guarded<&modelPage>,
    guarded<&watchEvents>,
    guarded<&eventCounts>,
    guarded<&awaitChange>,
    guarded<&addConversions>,
    guarded<&variant>,
    guarded<&watchConsole>,
    guarded<&unwatchConsole>,
    guarded<&isConsoleReplaced>,
    guarded<&consoleStandIn>,
    guarded<&makeObject>,
};

}  // namespace

}  // namespace qtmcp

extern "C" __attribute__((visibility("default"))) const void *qtmcp_part(const QtmcpHost *host, const QtmcpCore *,
                                                                         const QtmcpGui *) {
    if (host->abi != QTMCP_TABLE(QtmcpHost))
        return nullptr;
    qtmcp::host = host;
    qtmcp::compat::registerTypes();
    return &qtmcp::table;
}
