// Names that QML gives: the ids of objects, and what their context knows by name.

#include "quick.h"

#include "sink.h"

#include <QtCore/QUrl>
#include <QtQml/QQmlContext>
#include <QtQml/QQmlEngine>

namespace qtmcp {

namespace {

QQmlContext *contextOf(const QObject *object) { return QQmlEngine::contextForObject(object); }

// Every control in Qt's own styles has the id `control` in its own file, which says nothing.
bool isPartOfQt(const QQmlContext *context) {
    const QString file = context->baseUrl().path();
    return file.contains(QLatin1String("/QtQuick/")) || file.contains(QLatin1String("/QtQuick."));
}

// The id that an object has inside the file it is the root of. Qt answers only with the context it was used in; what
// else comes from that file knows the inner one.
QString innerId(QObject *root, const QObject *within, const QQmlContext *outer) {
    constexpr int mostChildren = 8;
    const QObjectList &children = within->children();
    for (int i = 0; i < children.size() && i < mostChildren; ++i) {
        const QQmlContext *inner = contextOf(children[i]);
        QString id;
        if (inner && inner != outer && !isPartOfQt(inner))
            id = inner->nameForObject(root);
        else if (!inner && within == root)
            // A Page puts what it is given into an item of its own.
            id = innerId(root, children[i], outer);
        if (!id.isEmpty())
            return id;
    }
    return QString();
}

// What an object that was not made by QML belongs to.
const QObject *above(const QObject *object) {
    const auto *item = qobject_cast<const QQuickItem *>(object);
    const QObject *visual = item ? item->parentItem() : nullptr;
    return visual ? visual : object->parent();
}

}  // namespace

void qmlId(const void *address, const QtmcpSink *sink) {
    QObject *object = objectOf(address);
    const QQmlContext *context = contextOf(object);
    if (!context)
        return;
    QString id = context->nameForObject(object);
    if (id.isEmpty())
        id = innerId(object, object, context);
    if (!id.isEmpty())
        Out(*sink).text(id);
}

QtmcpResult contextProperty(const void *address, const char *name, const QtmcpSink *sink) {
    const QObject *object = objectOf(address);
    const QQmlContext *context = contextOf(object);
    while (!context && (object = above(object)))
        context = contextOf(object);
    if (!context)
        return QTMCP_NO_SUCH;
    const QVariant value = context->contextProperty(QString::fromUtf8(name));
    if (!value.isValid())
        return QTMCP_NO_SUCH;
    core->variant(&value, sink);
    return QTMCP_OK;
}

}  // namespace qtmcp
