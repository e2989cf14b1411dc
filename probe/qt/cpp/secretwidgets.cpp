// Widgets that hold a secret: finding them, what they hold, and painting over their text in pictures.

#include "describing.h"
#include "guard.h"
#include "sink.h"

#include <QtCore/QPointer>
#include <QtCore/QVariant>
#include <QtGui/QImage>
#include <QtGui/QPainter>
#include <QtGui/QRegion>
#include <QtWidgets/QApplication>
#include <QtWidgets/QGraphicsProxyWidget>
#include <QtWidgets/QGraphicsScene>
#include <QtWidgets/QGraphicsView>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QStyle>
#include <QtWidgets/QStyleOptionFrame>

#include <vector>

namespace qtmcp {

namespace {

// Of no colour that a field has, so that it is seen to be painted over.
constexpr QRgb covered = 0xff9a9aa2;
// How far around a field its own helpers are: a line control, a completer, a button and its action.
constexpr int nearby = 3;

QString heldBy(const QWidget *widget) {
    const QLineEdit *edit = fieldOf(widget);
    return edit ? edit->text() : widget->property("text").toString();
}

std::vector<QPointer<QWidget>> secretWidgets() {
    std::vector<QPointer<QWidget>> widgets;
    const QtmcpObjects list = {&widgets, [](void *context, const void *object) {
                                   auto *all = static_cast<std::vector<QPointer<QWidget>> *>(context);
                                   if (auto *widget = qobject_cast<QWidget *>(objectOf(object)))
                                       all->push_back(widget);
                               }};
    host->secrets(&list);
    return widgets;
}

// Where the text is drawn, with everything that may lie beside it in there.
QRect textArea(const QWidget *widget) {
    const auto *edit = qobject_cast<const QLineEdit *>(widget);
    if (!edit)
        return widget->rect();
    QStyleOptionFrame option;
    option.initFrom(edit);
    option.rect = edit->contentsRect();
    option.lineWidth = edit->hasFrame() ? edit->style()->pixelMetric(QStyle::PM_DefaultFrameWidth, &option, edit) : 0;
    option.state |= QStyle::State_Sunken;
    const QRect area = edit->style()->subElementRect(QStyle::SE_LineEditContents, &option, edit) & edit->rect();
    return area.isEmpty() ? edit->rect() : area;
}

// A picture of `root` whose top left is at `origin` in it.
class Picture {
public:
    Picture(QWidget *root, QImage *image, const QPoint &origin) : root(root), image(image), origin(origin) {}

    // Paints over the text of a field, and then again what lies over the field.
    void coverField(const QPointer<QWidget> &field) {
        const QRect area = textArea(field);
        if (!root || !field)
            return;
        QRegion hidden = area.translated(field->mapTo(root, QPoint(0, 0)));
        for (const QWidget *around = field; around != root; around = around->parentWidget())
            hidden &= QRect(around->mapTo(root, QPoint(0, 0)), around->size());
        fill(hidden);
        drawAgain(field, nullptr, hidden);
        QPointer<QWidget> below = field;
        while (root && below && below != root) {
            const QPointer<QWidget> parent = below->parentWidget();
            if (parent)
                drawAgain(parent, below, hidden);
            below = parent;
        }
    }

    // The same for a field in a graphics scene, over whatever is there.
    void coverEmbedded(const QPointer<QWidget> &field) {
        const QRect text = textArea(field);
        if (!root || !field)
            return;
        const QGraphicsProxyWidget *proxy = field->window()->graphicsProxyWidget();
        const QGraphicsScene *scene = proxy ? proxy->scene() : nullptr;
        if (!scene || !proxy->isVisible())
            return;
        const QRect area = text.translated(field->mapTo(field->window(), QPoint(0, 0)));
        const QPolygonF inScene = proxy->mapToScene(QRectF(area));
        const QList<QGraphicsView *> views = scene->views();
        for (const QGraphicsView *view : views) {
            const QWidget *viewport = view->viewport();
            if (view != root && !root->isAncestorOf(view))
                continue;
            const QPoint place = viewport->mapTo(root, QPoint(0, 0));
            const QRect seen(place, viewport->size());
            fill(QRegion(view->mapFromScene(inScene).translated(place)) & seen);
        }
    }

private:
    void fill(const QRegion &hidden) {
        QPainter painter(image);
        for (const QRect &area : hidden)
            painter.fillRect(area.translated(-origin), QColor(covered));
    }

    // Draws those children of a widget that lie over `below`, or all of them. Runs the app's code.
    void drawAgain(const QPointer<QWidget> &parent, const QWidget *below, const QRegion &hidden) {
        if (!parent)
            return;
        std::vector<QPointer<QWidget>> above;
        bool isAbove = !below;
        const QObjectList &children = parent->children();
        for (QObject *object : children) {
            auto *child = qobject_cast<QWidget *>(object);
            if (child && isAbove && !child->isWindow() && child->isVisibleTo(parent))
                above.push_back(child);
            isAbove = isAbove || object == below;
        }
        for (const QPointer<QWidget> &child : above) {
            if (!root || !child || (child != root && !root->isAncestorOf(child)))
                continue;
            const QPoint place = child->mapTo(root, QPoint(0, 0));
            const QRegion part = hidden.translated(-place) & child->rect();
            if (!part.isEmpty())
                child->render(image, place + part.boundingRect().topLeft() - origin, part, QWidget::DrawChildren);
        }
    }

    QPointer<QWidget> root;
    QImage *image;
    QPoint origin;
};

}  // namespace

void findSecrets() {
    const QWidgetList widgets = QApplication::allWidgets();
    for (const QWidget *widget : widgets) {
        if (const auto *edit = qobject_cast<const QLineEdit *>(widget))
            isSecret(edit);
    }
}

bool guards(const void *address) {
    const QObject *object = objectOf(address);
    for (int step = 0; object && step <= nearby; ++step, object = object->parent()) {
        const auto *widget = qobject_cast<const QWidget *>(object);
        if (widget && isSecret(widget))
            return true;
        // What is in a window is not in a field.
        if (widget && widget->isWindow())
            return false;
    }
    return false;
}

bool secretText(const void *object, const QtmcpSink *sink) {
    const auto *widget = qobject_cast<QWidget *>(objectOf(object));
    if (widget)
        Out(*sink).text(heldBy(widget));
    return widget;
}

void adoptSecret(const void *address) {
    const auto *widget = qobject_cast<QWidget *>(objectOf(address));
    if (const QLineEdit *edit = widget ? fieldOf(widget) : nullptr)
        host->is_secret(static_cast<const QObject *>(edit), true);
}

void coverWidgets(const void *object, void *image, double x, double y) {
    const QPointer<QWidget> root(qobject_cast<QWidget *>(objectOf(object)));
    if (!root)
        return;
    findSecrets();
    Picture picture(root, static_cast<QImage *>(image), QPoint(int(x), int(y)));
    for (const QPointer<QWidget> &field : secretWidgets()) {
        // Asking a field, or drawing, may run the app's code.
        if (!field || heldBy(field).isEmpty() || !root || !field)
            continue;
        if (field == root || (root->isAncestorOf(field) && field->isVisibleTo(root)))
            picture.coverField(field);
        else if (field->window()->graphicsProxyWidget())
            picture.coverEmbedded(field);
    }
}

}  // namespace qtmcp
