// QML items that hold a secret: finding them, what they hold, and painting over their text in pictures.

#include "guard.h"
#include "quick.h"
#include "sink.h"

#include <QtCore/QMetaProperty>
#include <QtCore/QPointer>
#include <QtGui/QColor>
#include <QtGui/QGuiApplication>
#include <QtGui/QImage>
#include <QtGui/QPainter>
#include <QtGui/QRegion>
#include <QtGui/QTransform>

#include <cmath>
#include <vector>

namespace qtmcp {

namespace {

constexpr QRgb covered = 0xff9a9aa2;
// How far around a field its own helpers are.
constexpr int nearby = 3;
// Text that a field does not keep inside itself is covered in steps, so that its length is not seen.
constexpr double overflowStep = 64;
// As many items as are looked at for something that lies over a field.
constexpr int mostAbove = 5000;

// Whether an object is of one of Qt's own classes, which are never unloaded: compared by address once it was met.
class Class {
public:
    explicit Class(const char *name) : name(name) {}

    const QMetaObject *among(const QObject *object) {
        for (const QMetaObject *meta = object->metaObject(); meta; meta = meta->superClass()) {
            if (meta == known)
                return known;
            if (!known && qstrcmp(meta->className(), name) == 0)
                return known = meta;
        }
        return nullptr;
    }

private:
    const char *name;
    const QMetaObject *known = nullptr;
};

const QMetaObject *textInput(const QObject *object) {
    static Class input("QQuickTextInput");
    return input.among(object);
}

bool isAttachedAccessible(const QObject *object) {
    static Class attached("QQuickAccessibleAttached");
    return attached.among(object);
}

// As the class itself has it: a component may have a property of its own by that name.
QVariant valueOf(const QMetaObject *meta, const QObject *object, const char *name) {
    return meta->property(meta->indexOfProperty(name)).read(object);
}

bool isMarkedSecret(const QQuickItem *item) {
    const QObjectList &children = item->children();
    for (const QObject *child : children) {
        if (child && isAttachedAccessible(child))
            return child->property("passwordEdit").toBool();
    }
    return false;
}

void findIn(QQuickItem *item) {
    if (textInput(item))
        hides(item);
    if (isMarkedSecret(item))
        host->is_secret(static_cast<QObject *>(item), true);
    const QList<QQuickItem *> children = item->childItems();
    for (QQuickItem *child : children)
        findIn(child);
}

// A box that is typed into has a field in it.
bool isAroundSecret(const QObject *object) {
    if (!object->inherits("QQuickComboBox") && !object->inherits("QQuickSpinBox"))
        return false;
    QObject *field = objectIn(object->property("contentItem"));
    return field && hides(field);
}

QString heldBy(const QObject *object) {
    const QMetaObject *input = textInput(object);
    return (input ? valueOf(input, object, "text") : object->property("text")).toString();
}

std::vector<QPointer<QQuickItem>> secretItems() {
    std::vector<QPointer<QQuickItem>> items;
    const QtmcpObjects list = {&items, [](void *context, const void *object) {
                                   auto *all = static_cast<std::vector<QPointer<QQuickItem>> *>(context);
                                   if (auto *item = qobject_cast<QQuickItem *>(objectOf(object)))
                                       all->push_back(item);
                               }};
    host->secrets(&list);
    return items;
}

// Where the text is drawn, in the scene.
QRectF textArea(const QQuickItem *item) {
    QRectF area = areaOf(item);
    const QMetaObject *input = textInput(item);
    if (input) {
        const auto number = [=](const char *name) { return valueOf(input, item, name).toDouble(); };
        area.adjust(number("leftPadding"), number("topPadding"), -number("rightPadding"), -number("bottomPadding"));
        // Of Qt's own, only the bare item draws beyond itself.
        const bool keepsInside = item->clip() || item->inherits("QQuickTextField");
        const double beyond = keepsInside ? 0 : number("contentWidth") - area.width();
        const double more = beyond > 0 ? std::ceil(beyond / overflowStep) * overflowStep : 0;
        const double taller = keepsInside ? 0 : qMax(0.0, number("contentHeight") - area.height());
        area.adjust(-more, -taller, more, taller);
    }
    QRectF seen = item->mapRectToScene(area.isEmpty() ? areaOf(item) : area);
    for (const QQuickItem *around = item->parentItem(); around; around = around->parentItem()) {
        if (around->clip())
            seen &= around->mapRectToScene(around->clipRect());
    }
    return seen;
}

bool isUpright(const QQuickItem *item) {
    bool isKnown = false;
    const QTransform transform = item->itemTransform(nullptr, &isKnown);
    return isKnown && transform.type() <= QTransform::TxScale;
}

// Adds what is painted all over by an item and what is in it.
void addOpaque(const QQuickItem *item, QRegion *region, int *left) {
    if (--*left < 0 || !item->isVisible() || item->opacity() < 1)
        return;
    static Class rectangle("QQuickRectangle");
    const QMetaObject *meta = rectangle.among(item);
    const auto isPlain = [=] { return !objectIn(valueOf(meta, item, "gradient")); };
    if (meta && valueOf(meta, item, "color").value<QColor>().alpha() == 255 && isPlain() && isUpright(item)) {
        const double round = valueOf(meta, item, "radius").toDouble();
        const QRectF area = item->mapRectToScene(areaOf(item)).adjusted(round, round, -round, -round);
        const QPoint first(int(std::ceil(area.left())), int(std::ceil(area.top())));
        const QPoint last(int(std::floor(area.right())) - 1, int(std::floor(area.bottom())) - 1);
        *region += QRect(first, last);
    }
    // What an item cuts off from its children would have to be cut off here, too.
    if (item->clip())
        return;
    const QList<QQuickItem *> children = item->childItems();
    for (const QQuickItem *child : children)
        addOpaque(child, region, left);
}

bool isTranslucent(const QQuickItem *item) { return item->opacity() < 1; }

// What lies over an item and lets nothing of it through.
QRegion above(const QQuickItem *item) {
    QRegion region;
    int left = mostAbove;
    for (const QQuickItem *below = item; below->parentItem(); below = below->parentItem()) {
        if (isTranslucent(below->parentItem()))
            continue;
        for (const QQuickItem *sibling : topFirst(below->parentItem())) {
            if (sibling == below)
                break;
            addOpaque(sibling, &region, &left);
        }
    }
    return region;
}

bool isIn(const QObject *object, const QObject *root) {
    while (object && object != root)
        object = object->parent();
    return object;
}

}  // namespace

void findSecrets() {
    const QWindowList windows = QGuiApplication::allWindows();
    for (QWindow *window : windows) {
        if (auto *scene = qobject_cast<QQuickWindow *>(window))
            findIn(scene->contentItem());
    }
    for (QQuickWindow *scene : windowsInWidgets())
        findIn(scene->contentItem());
}

bool guards(const void *address) {
    QObject *object = objectOf(address);
    for (int step = 0; object && step <= nearby && !object->isWindowType(); ++step) {
        if (object->isWidgetType())
            return false;
        if (textInput(object) ? hides(object) : host->is_secret(object, false) || isAroundSecret(object))
            return true;
        const auto *item = qobject_cast<QQuickItem *>(object);
        object = object->parent() || !item ? object->parent() : item->parentItem();
    }
    return false;
}

bool secretText(const void *object, const QtmcpSink *sink) {
    const QObject *item = qobject_cast<QQuickItem *>(objectOf(object));
    // A box that is typed into holds what its field holds.
    if (item && isAroundSecret(item))
        item = objectIn(item->property("contentItem"));
    if (!item || (!textInput(item) && !item->property("text").isValid()))
        return false;
    Out(*sink).text(heldBy(item));
    return true;
}

void adoptSecret(const void *address) {
    QObject *object = objectOf(address);
    if (object->inherits("QQuickComboBox") || object->inherits("QQuickSpinBox"))
        object = objectIn(object->property("contentItem"));
    if (object && textInput(object))
        host->is_secret(object, true);
}

bool hides(QObject *field) {
    const QMetaObject *input = textInput(field);
    const QVariant mode = input ? valueOf(input, field, "echoMode") : field->property("echoMode");
    if (!mode.isValid())
        return false;
    const int hints = input ? valueOf(input, field, "inputMethodHints").toInt() : 0;
    return host->is_secret(field, mode.toInt() != 0 || (hints & Qt::ImhHiddenText));
}

void coverItems(const void *address, void *image, double x, double y) {
    const QObject *root = objectOf(address);
    findSecrets();
    for (const QPointer<QQuickItem> &item : secretItems()) {
        QQuickWindow *window = item ? item->window() : nullptr;
        if (!window || !item->isVisible() || heldBy(item).isEmpty())
            continue;
        QPoint place;
        if (root != window) {
            const QObject *widget = widgetAround(window);
            if (!widget || !root->isWidgetType() || !isIn(widget, root))
                continue;
            place = placeInWidget(widget, root);
        }
        const QRegion hidden = QRegion(textArea(item).toAlignedRect()) - above(item);
        QPainter painter(static_cast<QImage *>(image));
        painter.translate(QPointF(place) - QPointF(x, y));
        for (const QRect &area : hidden)
            painter.fillRect(area, QColor(covered));
    }
}

}  // namespace qtmcp
