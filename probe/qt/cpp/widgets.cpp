// The widgets part: its table, the windows made of widgets, and what belongs to a widget without being its child.

#include "widgets.h"

#include "compat.h"
#include "enums.h"
#include "guard.h"
#include "image.h"
#include "sink.h"

#include <QAction>
#include <QtCore/QPointer>
#include <QtCore/QVariant>
#include <QtGui/QPainter>
#include <QtGui/QWindow>
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QApplication>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QCompleter>
#include <QtWidgets/QLayout>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QWidgetAction>

#include <algorithm>

namespace qtmcp {

namespace {

// Qt keeps them in a set; the order in which their windows were made is the one that stays.
void topLevels(const QtmcpObjects *objects) {
    QWidgetList widgets = QApplication::topLevelWidgets();
    const QWindowList windows = QGuiApplication::allWindows();
    const auto order = [&windows](const QWidget *widget) {
        const auto index = windows.indexOf(widget->windowHandle());
        return std::make_pair(index < 0, index < 0 ? quintptr(widget) : quintptr(index));
    };
    std::sort(widgets.begin(), widgets.end(), [&order](auto *a, auto *b) { return order(a) < order(b); });
    for (const QWidget *widget : widgets) {
        if (!widget->parent() && widget->windowType() != Qt::Desktop)
            objects->take(objects->context, static_cast<const QObject *>(widget));
    }
}

void relatedToLayout(const QLayout *layout, const QtmcpObjects *objects) {
    for (int i = 0; i < layout->count(); ++i) {
        QLayoutItem *item = layout->itemAt(i);
        if (const QObject *widget = item->widget())
            objects->take(objects->context, widget);
        else if (const QObject *inner = item->layout())
            objects->take(objects->context, inner);
    }
}

void relatedToAction(const QAction *action, const QtmcpObjects *objects) {
    if (const QObject *menu = action->menu())
        objects->take(objects->context, menu);
    const auto *custom = qobject_cast<const QWidgetAction *>(action);
    if (const QObject *widget = custom ? custom->defaultWidget() : nullptr)
        objects->take(objects->context, widget);
}

void relatedToWidget(const QWidget *widget, const QtmcpObjects *objects) {
    const QList<QAction *> actions = widget->actions();
    for (const QObject *action : actions)
        objects->take(objects->context, action);
    const QMenu *menu = nullptr;
    if (const auto *button = qobject_cast<const QPushButton *>(widget))
        menu = button->menu();
    else if (const auto *button = qobject_cast<const QToolButton *>(widget))
        menu = button->menu();
    if (menu)
        objects->take(objects->context, static_cast<const QObject *>(menu));
}

void related(const void *object, const QtmcpObjects *objects) {
    if (const auto *widget = qobject_cast<QWidget *>(objectOf(object)))
        relatedToWidget(widget, objects);
    else if (const auto *layout = qobject_cast<QLayout *>(objectOf(object)))
        relatedToLayout(layout, objects);
    else if (const auto *action = qobject_cast<QAction *>(objectOf(object)))
        relatedToAction(action, objects);
}

// The area an object takes up in a widget; the widget is null for what takes up none.
Shown areaOf(const void *object) {
    if (auto *widget = qobject_cast<QWidget *>(objectOf(object)))
        return {widget, widget->rect()};
    if (const auto *action = qobject_cast<QAction *>(objectOf(object)))
        return whereShown(action);
    if (const auto *layout = qobject_cast<QLayout *>(objectOf(object)))
        return {layout->parentWidget(), layout->geometry()};
    return {};
}

bool placement(const void *object, QtmcpPlacement *placement) {
    const Shown shown = areaOf(object);
    if (!shown.widget)
        return false;
    const auto *action = qobject_cast<QAction *>(objectOf(object));
    const auto *self = qobject_cast<QWidget *>(objectOf(object));
    const QPoint local = self ? self->pos() : shown.area.topLeft();
    const QPoint global = shown.widget->mapToGlobal(shown.area.topLeft());
    const double width = shown.area.width();
    const double height = shown.area.height();
    // The frame of a window is not part of the widget, though its position is that of the frame.
    const QPoint origin = self && self->isWindow() ? self->geometry().topLeft() : local;
    placement->local = {double(origin.x()), double(origin.y()), width, height};
    placement->global = {double(global.x()), double(global.y()), width, height};
    placement->visible = shown.widget->isVisible();
    placement->is_window = self && self->isWindow();
    placement->enabled = action ? action->isEnabled() : shown.widget->isEnabled();
    return true;
}

// What the app does not let be painted now. Qt leaves it out, and what was in the picture before would show.
void addStill(const QWidget *widget, const QPoint &at, QRegion *still) {
    if (!widget->updatesEnabled()) {
        *still += QRect(at, widget->size());
        return;
    }
    const QObjectList &children = widget->children();
    for (const QObject *object : children) {
        const auto *child = qobject_cast<const QWidget *>(object);
        if (child && !child->isHidden() && !child->isWindow())
            addStill(child, at + child->pos(), still);
    }
}

// Fills that with the colour of its window: a display has what was there before, which nobody but the platform keeps.
void fillStill(const QWidget *widget, const QRegion &still, QImage *picture) {
    QPainter painter(picture);
    for (const QRect &area : still)
        painter.fillRect(area, widget->window()->palette().window());
}

constexpr QWidget::RenderFlags whole(QWidget::DrawWindowBackground | QWidget::DrawChildren | QWidget::IgnoreMask);

QImage openPictureOf(QWidget *widget, const QRect &area) {
    QRegion still;
    addStill(widget, -area.topLeft(), &still);
    if (still.isEmpty())
        return widget->grab(area).toImage();
    const qreal ratio = widget->devicePixelRatioF();
    QImage picture((QSizeF(area.size()) * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    fillStill(widget, still, &picture);
    widget->render(&picture, QPoint(), area, whole);
    return picture;
}

// Without secrets; null when the widget has gone while it was drawn.
QImage pictureOf(QWidget *widget, const QRect &area) {
    const QPointer<QWidget> guard(widget);
    QImage picture = openPictureOf(widget, area);
    if (!guard)
        return QImage();
    gui->cover(static_cast<QObject *>(widget), &picture, area.x(), area.y());
    return picture;
}

bool grab(const void *object, const QtmcpImage *image) {
    const Shown shown = areaOf(object);
    return shown.widget && !shown.area.isEmpty() && give(pictureOf(shown.widget, shown.area), image);
}

const void *modelOf(const void *object) {
    QObject *view = objectOf(object);
    if (const auto *itemView = qobject_cast<QAbstractItemView *>(view))
        return static_cast<QObject *>(itemView->model());
    if (const auto *box = qobject_cast<QComboBox *>(view))
        return static_cast<QObject *>(box->model());
    const auto *completer = qobject_cast<QCompleter *>(view);
    return completer ? static_cast<QObject *>(completer->model()) : nullptr;
}

const void *widgetOfWindowObject(const void *window) {
    return static_cast<QObject *>(widgetOfWindow(qobject_cast<QWindow *>(objectOf(window))));
}

const void *windowOfObject(const void *object) {
    const auto *widget = qobject_cast<QWidget *>(objectOf(object));
    return widget ? static_cast<QObject *>(widget->window()->windowHandle()) : nullptr;
}

QtmcpPainted paint(const void *window, void *canvas, void *picture) {
    QWidget *widget = widgetOfWindow(qobject_cast<QWindow *>(objectOf(window)));
    if (!widget)
        return QTMCP_NOT_PAINTED;
    // What shows through a window may be painted over with transparency, which a canvas does not have.
    if (!canvas || widget->testAttribute(Qt::WA_TranslucentBackground)) {
        *static_cast<QImage *>(picture) = pictureOf(widget, widget->rect());
        return QTMCP_PICTURED;
    }
    auto *image = static_cast<QImage *>(canvas);
    QRegion still;
    addStill(widget, QPoint(0, 0), &still);
    if (!still.isEmpty())
        fillStill(widget, still, image);
    const QPointer<QWidget> guard(widget);
    widget->render(image, QPoint(), QRegion(), whole);
    if (guard)
        gui->cover(static_cast<QObject *>(widget), image, 0, 0);
    else
        image->fill(Qt::black);
    return QTMCP_PAINTED;
}

QMetaEnum policies() {
    const QMetaObject &meta = QSizePolicy::staticMetaObject;
    return meta.enumerator(meta.indexOfEnumerator("Policy"));
}

bool readValue(const void *variant, const QtmcpSink *sink) {
    const auto &value = *static_cast<const QVariant *>(variant);
    if (compat::typeOf(value) != QMetaType::QSizePolicy)
        return false;
    const auto &policy = *static_cast<const QSizePolicy *>(value.constData());
    const Out out(*sink);
    out.beginMap();
    out.key("horizontalPolicy");
    writeEnum(*sink, policies(), policy.horizontalPolicy());
    out.key("verticalPolicy");
    writeEnum(*sink, policies(), policy.verticalPolicy());
    out.key("horizontalStretch");
    out.integer(policy.horizontalStretch());
    out.key("verticalStretch");
    out.integer(policy.verticalStretch());
    out.end();
    return true;
}

bool writeValue(void *variant, const QtmcpNode *first, size_t count) {
    auto &value = *static_cast<QVariant *>(variant);
    if (compat::typeOf(value) != QMetaType::QSizePolicy)
        return false;
    auto &policy = *static_cast<QSizePolicy *>(value.data());
    return Nodes(first, count).entries([&policy](const QString &name, Nodes at) {
        int kind = 0;
        qint64 stretch = 0;
        const bool isKind = toEnum(*at.peek(), policies(), &kind) && policies().valueToKey(kind);
        const bool isStretch = integerOf(*at.peek(), &stretch) && stretch >= 0 && stretch <= 255;
        if (name == QLatin1String("horizontalPolicy") && isKind)
            policy.setHorizontalPolicy(QSizePolicy::Policy(kind));
        else if (name == QLatin1String("verticalPolicy") && isKind)
            policy.setVerticalPolicy(QSizePolicy::Policy(kind));
        else if (name == QLatin1String("horizontalStretch") && isStretch)
            policy.setHorizontalStretch(int(stretch));
        else if (name == QLatin1String("verticalStretch") && isStretch)
            policy.setVerticalStretch(int(stretch));
        else
            return false;
        return true;
    });
}

const QtmcpWidgets table = {
    QTMCP_TABLE(QtmcpWidgets),
    guarded<&topLevels>,
    guarded<&related>,
    guarded<&placement>,
    elementTable,
    guarded<&grab>,
    guarded<&modelOf>,
    guarded<&widgetOfWindowObject>,
    guarded<&windowOfObject>,
    secretTable,
};

}  // namespace

QWidget *widgetOfWindow(const QWindow *window) {
    if (!window)
        return nullptr;
    const QWidgetList widgets = QApplication::topLevelWidgets();
    for (QWidget *widget : widgets) {
        if (widget->windowHandle() == window)
            return widget;
    }
    return nullptr;
}

}  // namespace qtmcp

extern "C" __attribute__((visibility("default"))) const void *qtmcp_part(const QtmcpHost *host, const QtmcpCore *core,
                                                                         const QtmcpGui *gui) {
    if (host->abi != QTMCP_TABLE(QtmcpHost) || core->abi != QTMCP_TABLE(QtmcpCore) || !gui ||
        gui->abi != QTMCP_TABLE(QtmcpGui))
        return nullptr;
    qtmcp::host = host;
    qtmcp::gui = gui;
    core->add_conversions(qtmcp::guarded<&qtmcp::readValue>, qtmcp::guarded<&qtmcp::writeValue>);
    gui->add_painter(qtmcp::guarded<&qtmcp::paint>);
    gui->add_cover(qtmcp::guarded<&qtmcp::coverWidgets>);
    return &qtmcp::table;
}
