// Names that QML gives: the ids of objects, and what their context knows by name.

#include "quick.h"

#include "sink.h"

#include <QtCore/QMetaProperty>
#include <QtCore/QPointer>
#include <QtCore/QUrl>
#include <QtQml/QQmlContext>
#include <QtQml/QQmlEngine>
#include <cstring>
#include <vector>

namespace qtmcp {

namespace {

QQmlContext *contextOf(const QObject *object) { return QQmlEngine::contextForObject(object); }

// Ids in the files of Qt's own controls say nothing: the root of each is `control`.
bool isPartOfQt(const QQmlContext *context) {
    const QString file = context->baseUrl().path();
    return file.contains(QLatin1String("/qml/QtQuick/")) || file.contains(QLatin1String("/qt-project.org/"));
}

// Whether a name is that of a property which only tells the state of things, such as `activeFocusItem`. A property that
// QML declares is none: `property alias city: city` is how a form shows what has that id.
bool isPassing(const QString &name, const QObject *root, const QObject *value) {
    const QMetaObject *meta = root->metaObject();
    const QMetaProperty property = meta->property(meta->indexOfProperty(name.toUtf8().constData()));
    if (!property.isValid() || property.isWritable() ||
        std::strstr(property.enclosingMetaObject()->className(), "_QML"))
        return false;
    return objectIn(property.read(root)) == value;
}

// A window makes an object each time it is asked for its screen, and keeps it for good: those are taken back.
QString nameIn(const QQmlContext *context, QObject *object) {
    const QObject *root = context->contextObject();
    const auto before = root ? root->children().size() : 0;
    const QString name = context->nameForObject(object);
    const QObjectList made = root ? root->children().mid(before) : QObjectList();
    for (QObject *child : made) {
        if (std::strcmp(child->metaObject()->className(), "QQuickScreenInfo") == 0)
            delete child;
    }
    return name;
}

// Where an object has no id, Qt 6 goes on to the properties of the context's root, and answers `header` for what was
// assigned to that. It calls the getters for it, which is one reason more to leave Qt's own controls alone: there they
// make popups and palettes.
QString idIn(const QQmlContext *context, QObject *object) {
    if (isPartOfQt(context))
        return QString();
    const QString id = nameIn(context, object);
    const QObject *root = id.isEmpty() ? nullptr : context->contextObject();
    return root && isPassing(id, root, object) ? QString() : id;
}

// The id that an object has inside the file it is the root of. Qt answers only with the context it was used in; what
// else comes from that file knows the inner one.
QString innerId(QObject *root, const QObject *within, const QQmlContext *outer) {
    constexpr size_t mostChildren = 8;
    // Looking for a name may run the app's code.
    const QPointer<QObject> alive(root);
    std::vector<QPointer<QObject>> children;
    for (QObject *child : within->children()) {
        if (child && children.size() < mostChildren)
            children.emplace_back(child);
    }
    for (const QPointer<QObject> &child : children) {
        if (!alive || !child)
            continue;
        const QQmlContext *inner = contextOf(child);
        QString id;
        if (inner && inner != outer)
            id = idIn(inner, root);
        else if (!inner && within == root)
            // A Page puts what it is given into an item of its own.
            id = innerId(root, child, outer);
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
    const QPointer<QObject> object(objectOf(address));
    const QQmlContext *context = contextOf(object);
    if (!context)
        return;
    QString id = idIn(context, object);
    if (id.isEmpty() && object)
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
    // A property of the component's root is asked of the root: there the rules for it hold.
    for (const QQmlContext *around = context; around; around = around->parentContext()) {
        const QObject *root = around->contextObject();
        if (root && contextOf(root) && root->metaObject()->indexOfProperty(name) >= 0)
            return QTMCP_NO_SUCH;
    }
    const QVariant value = context->contextProperty(QString::fromUtf8(name));
    if (!value.isValid())
        return QTMCP_NO_SUCH;
    core->variant(&value, sink);
    return QTMCP_OK;
}

}  // namespace qtmcp
