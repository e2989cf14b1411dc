// Sets the values of QML controls with the signals that a person's hand on them has: Qt emits those where it handles
// the mouse and the keys, so after a value was set from outside they are emitted here.

#include "itemdescription.h"
#include "itemelements.h"
#include "itemtexts.h"
#include "nodes.h"
#include "quick.h"
#include "sink.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QLocale>
#include <QtGui/QKeyEvent>
#include <QtQml/QQmlContext>
#include <QtQml/QQmlEngine>
#include <QtQml/QQmlExpression>

#include <cmath>

namespace qtmcp {

namespace {

QtmcpResult refuse(const QString &why, const QtmcpSink *error) {
    Out(*error).text(why);
    return QTMCP_NOT_CONVERTIBLE;
}

QString written(double value) { return QString::number(value, 'g', 10); }

// A number, also where it comes as text.
bool numberIn(const QtmcpNode &node, double *number) {
    if (realOf(node, number))
        return true;
    bool isNumber = false;
    if (node.kind == QTMCP_TEXT) {
        const QString text = textOf(node).trimmed();
        *number = text.toDouble(&isNumber);
        if (!isNumber)
            *number = QLocale().toDouble(text, &isNumber);
    }
    return isNumber;
}

QString textIn(const QtmcpNode &node) {
    double number = 0;
    if (node.kind == QTMCP_TEXT)
        return textOf(node);
    if (node.kind == QTMCP_BOOL)
        return node.integer ? QStringLiteral("true") : QStringLiteral("false");
    return realOf(node, &number) ? written(number) : QString();
}

void emitSignal(const QPointer<QObject> &object, const char *name) {
    if (object)
        QMetaObject::invokeMethod(object, name, Qt::DirectConnection);
}

struct Range {
    double from, to;

    explicit Range(const QObject *of) : Range(of->property("from").toDouble(), of->property("to").toDouble()) {}
    Range(double from, double to) : from(std::min(from, to)), to(std::max(from, to)) {}

    bool contains(double value) const { return value >= from && value <= to; }
    QtmcpResult refuse(const QtmcpNode &node, const QtmcpSink *error) const {
        return qtmcp::refuse(
            QStringLiteral("%1 is no number from %2 to %3")
                .arg(node.kind == QTMCP_TEXT ? QStringLiteral("\"%1\"").arg(textOf(node)) : textIn(node), written(from),
                     written(to)),
            error);
    }
};

// A handle that snaps stops at steps only.
double snapped(const QObject *slider, double value) {
    const double step = slider->property("stepSize").toDouble();
    const double from = slider->property("from").toDouble();
    if (step <= 0 || slider->property("snapMode").toInt() == 0)
        return value;
    return from + std::round((value - from) / step) * step;
}

// What a hand does to a handle: it moves and lets go. Many apps take the value over only then.
void finishMove(const QPointer<QObject> &handle, const QVariant &before) {
    if (!handle || handle->property("value") == before)
        return;
    emitSignal(handle, "moved");
    emitSignal(handle, "pressedChanged");
}

QtmcpResult assignSlider(QQuickItem *item, const QtmcpNode &node, const QtmcpSink *error) {
    const Range range(item);
    double value = 0;
    if (!numberIn(node, &value) || !range.contains(value))
        return range.refuse(node, error);
    const QPointer<QObject> slider(item);
    const QVariant before = item->property("value");
    item->setProperty("value", snapped(item, value));
    finishMove(slider, before);
    return QTMCP_OK;
}

// The handle nearer to the value, or both at once from a list of two.
QtmcpResult assignRange(QQuickItem *item, const QtmcpNode *nodes, size_t count, const QtmcpSink *error) {
    const QPointer<QObject> slider(item);
    const Range range(item);
    const bool isPair = nodes->kind == QTMCP_LIST && nodes->count == 2 && count == 3;
    const QtmcpNode *values = isPair ? nodes + 1 : nodes;
    const auto handle = [&slider](int which) {
        return QPointer<QObject>(slider ? objectIn(slider->property(which ? "second" : "first")) : nullptr);
    };
    double numbers[2] = {0, 0};
    for (int i = 0; i < (isPair ? 2 : 1); ++i) {
        if (!numberIn(values[i], &numbers[i]) || !range.contains(numbers[i]))
            return range.refuse(values[i], error);
    }
    if (isPair && numbers[0] > numbers[1])
        return refuse(QStringLiteral("the first of the two must not be above the second"), error);
    if (!handle(0) || !handle(1))
        return QTMCP_FAILED;
    const double low = handle(0)->property("value").toDouble(), high = handle(1)->property("value").toDouble();
    // Neither handle passes the other, so the one that leads goes first.
    const bool isSecondFirst =
        isPair ? numbers[0] > high : std::abs(numbers[0] - high) < std::abs(numbers[0] - low) || numbers[0] > high;
    for (int i = 0; i < (isPair ? 2 : 1); ++i) {
        const int which = isSecondFirst ? 1 - i : i;
        const QPointer<QObject> end = handle(which);
        if (!end)
            return QTMCP_FAILED;
        const QVariant before = end->property("value");
        end->setProperty("value", snapped(slider, numbers[isPair ? which : 0]));
        finishMove(end, before);
    }
    return QTMCP_OK;
}

QtmcpResult assignSpinBox(QQuickItem *item, const QtmcpNode &node, const QtmcpSink *error) {
    const Range range(item);
    const QPointer<QObject> box(item);
    const QVariant before = item->property("value");
    const bool isWhole = before.userType() == QMetaType::Int;
    double value = 0;
    if (!numberIn(node, &value) || !range.contains(value) || (isWhole && value != std::floor(value)))
        return range.refuse(node, error);
    item->setProperty("value", isWhole ? QVariant(int(value)) : QVariant(value));
    if (box && box->property("value") != before)
        emitSignal(box, "valueModified");
    return QTMCP_OK;
}

QtmcpResult assignScrollBar(QQuickItem *item, const QtmcpNode &node, const QtmcpSink *error) {
    const Range range(0, std::max(0.0, 1 - item->property("size").toDouble()));
    double value = 0;
    if (!numberIn(node, &value) || !range.contains(value))
        return range.refuse(node, error);
    item->setProperty("position", value);
    return QTMCP_OK;
}

// By its text, or where the texts are numbers of their own, by its number.
int optionIn(QQuickItem *item, Kind kind, const QtmcpNode &node) {
    int count = 0;
    const QStringList texts = optionsOf(item, kind, mostOptions, &count);
    const int found = int(texts.indexOf(textIn(node)));
    qint64 number = 0;
    if (found >= 0 || kind == Kind::ComboBox || !integerOf(node, &number))
        return found;
    return number >= 0 && number < count ? int(number) : -1;
}

QtmcpResult refuseOption(QQuickItem *item, Kind kind, const QtmcpNode &node, const QtmcpSink *error) {
    if (isSecret(item))
        return refuse(QStringLiteral("there is no \"%1\" among its options").arg(textIn(node)), error);
    int count = 0;
    const QStringList texts = optionsOf(item, kind, 20, &count);
    const QString more = count > texts.size() ? QStringLiteral(" and %1 more").arg(count - texts.size()) : QString();
    return refuse(
        QStringLiteral("there is no \"%1\" among: %2%3").arg(textIn(node), texts.join(QStringLiteral(", ")), more),
        error);
}

QtmcpResult assignCombo(QQuickItem *item, const QtmcpNode &node, const QtmcpSink *error) {
    const QPointer<QObject> box(item);
    int index = optionIn(item, Kind::ComboBox, node);
    if (index >= 0) {
        item->setProperty("currentIndex", index);
        if (box)
            QMetaObject::invokeMethod(box, "activated", Qt::DirectConnection, Q_ARG(int, index));
        return QTMCP_OK;
    }
    if (!item->property("editable").toBool())
        return refuseOption(item, Kind::ComboBox, node, error);
    item->setProperty("editText", textIn(node));
    emitSignal(box, "accepted");
    return QTMCP_OK;
}

QtmcpResult assignIndex(QQuickItem *item, Kind kind, const QtmcpNode &node, const QtmcpSink *error) {
    const int index = optionIn(item, kind, node);
    if (index < 0)
        return refuseOption(item, kind, node, error);
    item->setProperty("currentIndex", index);
    return QTMCP_OK;
}

QtmcpResult assignText(QQuickItem *item, const QtmcpNode &node, const QtmcpSink *error) {
    if (item->property("readOnly").toBool()) {
        Out(*error).text(QStringLiteral("the field is read-only"));
        return QTMCP_READ_ONLY;
    }
    const QPointer<QObject> field(item);
    item->setProperty("text", textIn(node));
    if (field && field->metaObject()->indexOfSignal("textEdited()") >= 0)
        emitSignal(field, "textEdited");
    return QTMCP_OK;
}

void sendKey(const QPointer<QObject> &to, QEvent::Type type, int key, const QString &text) {
    QKeyEvent event(type, key, Qt::NoModifier, text);
    if (to)
        QCoreApplication::sendEvent(to, &event);
}

// What must be held down for a while. It is pressed and let go like any button, only that the while is over at once.
QtmcpResult assignDelayed(QQuickItem *item, const QtmcpNode &node, const QtmcpSink *error) {
    const QString text = textIn(node);
    const bool isOn = text == QLatin1String("true");
    if (!isOn && text != QLatin1String("false"))
        return refuse(QStringLiteral("\"%1\" is neither true nor false").arg(text), error);
    const QPointer<QObject> button(item);
    if (item->property("checked").toBool() == isOn)
        return QTMCP_OK;
    sendKey(button, QEvent::KeyPress, Qt::Key_Space, QStringLiteral(" "));
    if (button && isOn) {
        button->setProperty("progress", 1.0);
        emitSignal(button, "activated");
    }
    sendKey(button, QEvent::KeyRelease, Qt::Key_Space, QStringLiteral(" "));
    return QTMCP_OK;
}

// The stack takes its arguments from JavaScript, so that is how it is asked.
QtmcpResult takePageOff(QQuickItem *stack) {
    QQmlContext *context = QQmlEngine::contextForObject(stack);
    if (!context || stack->property("depth").toInt() <= 1)
        return QTMCP_UNSUPPORTED;
    QQmlExpression pop(context, stack, QStringLiteral("pop()"));
    pop.evaluate();
    return pop.hasError() ? QTMCP_FAILED : QTMCP_OK;
}

// What the app made accessible itself.
QtmcpResult assignAccessible(QQuickItem *item, const QtmcpNode &node, const QtmcpSink *error) {
    QAccessibleInterface *interface = QAccessible::queryAccessibleInterface(item);
    QAccessibleValueInterface *value = interface ? interface->valueInterface() : nullptr;
    if (!value)
        return QTMCP_UNSUPPORTED;
    const QVariant least = value->minimumValue(), most = value->maximumValue();
    const Range range(least.toDouble(), most.toDouble());
    double number = 0;
    const bool isBound = least.isValid() && most.isValid() && range.from < range.to;
    if (!numberIn(node, &number) || (isBound && !range.contains(number)))
        return range.refuse(node, error);
    value->setCurrentValue(number);
    return QTMCP_OK;
}

}  // namespace

QtmcpResult assign(const QtmcpElement *element, const QtmcpNode *nodes, size_t count, const QtmcpSink *error) {
    Subject subject;
    if (objectOf(element->object)->isWidgetType() || !bringSubject(element, &subject) || !subject.item || !count)
        return QTMCP_NO_SUCH;
    QQuickItem *item = subject.item;
    const Kind kind = traitsOf(item).kind;
    switch (kind) {
    case Kind::Slider:
        return assignSlider(item, *nodes, error);
    case Kind::RangeSlider:
        return assignRange(item, nodes, count, error);
    case Kind::SpinBox:
        return assignSpinBox(item, *nodes, error);
    case Kind::ScrollBar:
        return assignScrollBar(item, *nodes, error);
    case Kind::ComboBox:
        return assignCombo(item, *nodes, error);
    case Kind::Tumbler:
    case Kind::Pages:
        return assignIndex(item, kind, *nodes, error);
    case Kind::TextInput:
    case Kind::TextEdit:
        return assignText(item, *nodes, error);
    case Kind::DelayButton:
        return assignDelayed(item, *nodes, error);
    default:
        return assignAccessible(item, *nodes, error);
    }
}

void commit(const QtmcpElement *element) {
    Subject subject;
    if (!findSubject(element, &subject) || !subject.item)
        return;
    const Kind kind = traitsOf(subject.item).kind;
    if ((kind != Kind::SpinBox && kind != Kind::ComboBox) || !subject.item->property("editable").toBool())
        return;
    if (kind == Kind::ComboBox) {
        emitSignal(objectIn(subject.item->property("contentItem")), "accepted");
        return;
    }
    // A spin box takes what was typed for Return, or when the focus goes elsewhere; the key goes to the box alone.
    for (const QEvent::Type type : {QEvent::KeyPress, QEvent::KeyRelease})
        sendKey(subject.item.data(), type, Qt::Key_Return, QStringLiteral("\r"));
}

QtmcpResult expand(const QtmcpElement *element, bool open) {
    Subject subject;
    if (objectOf(element->object)->isWidgetType() || !findSubject(element, &subject))
        return QTMCP_NO_SUCH;
    if (subject.isRowOrCell()) {
        const ItemView view(subject.part.view);
        if (view.kind() != Kind::TreeView || subject.part.row < 0)
            return QTMCP_UNSUPPORTED;
        const bool isDone =
            QMetaObject::invokeMethod(view.item(), open ? "expand" : "collapse", Q_ARG(int, subject.part.row));
        return isDone ? QTMCP_OK : QTMCP_UNSUPPORTED;
    }
    if (subject.item && subject.item->inherits("QQuickStackView"))
        return open ? QTMCP_UNSUPPORTED : takePageOff(subject.item);
    if (!subject.item || traitsOf(subject.item).kind != Kind::ComboBox)
        return QTMCP_UNSUPPORTED;
    const QPointer<QObject> popup(objectIn(subject.item->property("popup")));
    if (!popup)
        return QTMCP_UNSUPPORTED;
    popup->setProperty("visible", open);
    return QTMCP_OK;
}

namespace {

// The box to be checked in what a row shows.
QQuickItem *checkIn(QQuickItem *item) {
    if (traitsOf(item).kind == Kind::CheckBox) {
        auto *indicator = qobject_cast<QQuickItem *>(objectIn(item->property("indicator")));
        return indicator ? indicator : item;
    }
    const QList<QQuickItem *> children = item->childItems();
    for (QQuickItem *child : children) {
        QQuickItem *found = isShown(child) ? checkIn(child) : nullptr;
        if (found)
            return found;
    }
    return nullptr;
}

}  // namespace

bool checkPlace(const QtmcpElement *element, double *x, double *y) {
    Subject subject;
    if (!findSubject(element, &subject) || !subject.isRowOrCell() || !subject.item)
        return false;
    const QQuickItem *check = checkIn(subject.item);
    // The delegate that Qt brings for trees has its expander there.
    if (!check && subject.item->property("hasChildren").toBool())
        check = qobject_cast<QQuickItem *>(objectIn(subject.item->property("indicator")));
    if (!check)
        return false;
    const QPointF place = subject.item->mapFromItem(check, areaOf(check).center());
    *x = place.x();
    *y = place.y();
    return true;
}

}  // namespace qtmcp
