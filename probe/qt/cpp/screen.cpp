// The app's own screen as a picture: its windows, one over the other as a person sees them, and nothing else. What lies
// on the real screen is never looked at, since that may be another application's.

#include "gui.h"

#include "guard.h"
#include "image.h"

#include <QtCore/QPointer>
#include <QtGui/QGuiApplication>
#include <QtGui/QPainter>
#include <QtGui/QPixmap>
#include <QtGui/QScreen>

#include <algorithm>
#include <vector>

namespace qtmcp {

namespace {

constexpr QRgb background = 0xff404040;
// A window that only its own code or the graphics card can draw.
constexpr QRgb unknown = 0xff808080;

std::vector<Paint> &painters() {
    static auto *const painters = new std::vector<Paint>;
    return *painters;
}

std::vector<Cover> &covers() {
    static auto *const covers = new std::vector<Cover>;
    return *covers;
}

// Paints over what clients are not to see.
void coverHidden(const QObject *root, QImage *image, const QPointF &topLeft) {
    std::vector<QRectF> areas;
    const QtmcpRects list = {&areas, [](void *context, const QtmcpRect *rect) {
                                 auto *all = static_cast<std::vector<QRectF> *>(context);
                                 all->emplace_back(rect->x, rect->y, rect->width, rect->height);
                             }};
    host->hidden_areas(root, &list);
    if (areas.empty() || image->isNull())
        return;
    QPainter painter(image);
    painter.setCompositionMode(QPainter::CompositionMode_Source);
    for (const QRectF &area : areas)
        painter.fillRect(area.translated(-topLeft).toAlignedRect(), QColor(0x60, 0x60, 0x60));
}

QRect areaOf(const QWindow *window) { return QRect(placeOf(window), window->size()); }

// The window a person works in.
QWindow *activeWindow(const std::vector<QWindow *> &visible) {
    const auto isIt = [](const QWindow *window) { return !isPassing(window) && window == lastFocused(); };
    const auto isMain = [](const QWindow *window) { return !isPassing(window); };
    auto found = std::find_if(visible.rbegin(), visible.rend(), isIt);
    if (found == visible.rend())
        found = std::find_if(visible.rbegin(), visible.rend(), isMain);
    return found != visible.rend() ? *found : visible.empty() ? nullptr : visible.back();
}

// What is captured, from the bottom up.
struct Scene {
    std::vector<QWindow *> windows;
    QRect area;
    qreal ratio = 1;
};

Scene sceneOf(QtmcpCapture capture) {
    const AppScreen &screen = appScreen();
    const std::vector<QWindow *> visible = visibleWindows();
    Scene scene{visible, QRect(QPoint(0, 0), screen.size), screen.ratio};
    QWindow *active = capture == QTMCP_CAPTURE_WINDOW ? activeWindow(visible) : nullptr;
    if (!active || active->size().isEmpty())
        return scene;
    scene = {{}, areaOf(active), active->devicePixelRatio()};
    for (QWindow *window : visible) {
        if (window != active && !isPassing(window))
            continue;
        scene.windows.push_back(window);
        scene.area |= areaOf(window);
    }
    return scene;
}

// Memory of Rust's, as a canvas to paint windows on.
class Canvas {
public:
    Canvas(uint8_t *memory, const QSize &size, const QPoint &origin, qreal ratio)
        : memory(memory), image(memory, size.width(), size.height(), size.width() * 4, QImage::Format_RGB32),
          origin(origin), ratio(ratio) {
        image.fill(background);
    }

    // Not when there are more pixels than Qt can count.
    bool isThere() const { return !image.isNull(); }

    // Draws what of a window is in `seen`, both of them on the app's screen.
    void draw(QWindow *window, const QPoint &place, const QRect &seen) {
        const QRect area = onCanvas(QRect(place, window->size()));
        const QPoint at = area.topLeft();
        if (area.isEmpty() || !area.intersects(image.rect()))
            return;
        const QRegion mask = window->mask();
        const qreal opacity = window->opacity();
        const bool isCut = !seen.contains(QRect(place, window->size()));
        const bool isPlain = mask.isEmpty() && opacity >= 1 && !isCut && window->devicePixelRatio() == ratio;
        QImage straight = isPlain ? part(area) : QImage();
        QImage picture;
        const QPointer<QWindow> guard(window);
        if (paint(window, straight.isNull() ? nullptr : &straight, &picture) || !guard)
            return;
        QPainter painter(&image);
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        painter.setOpacity(opacity);
        if (!mask.isEmpty())
            painter.setClipRegion(QTransform::fromScale(ratio, ratio).map(mask).translated(at));
        if (isCut)
            painter.setClipRect(onCanvas(seen), mask.isEmpty() ? Qt::ReplaceClip : Qt::IntersectClip);
        if (picture.isNull()) {
            painter.fillRect(area, QColor(unknown));
            return;
        }
        // A pixel of the picture is one of the canvas, where the ratios are the same: no smoothing then.
        const qreal factor = ratio / picture.devicePixelRatioF();
        picture.setDevicePixelRatio(1);
        if (factor == 1)
            painter.drawImage(at, picture);
        else
            painter.drawImage(QRectF(at, QSizeF(picture.size()) * factor), picture);
    }

private:
    QRect onCanvas(const QRect &area) const {
        const QPointF at = QPointF(area.topLeft() - origin) * ratio;
        return QRect(at.toPoint(), (QSizeF(area.size()) * ratio).toSize());
    }

    // A part of the canvas as an image of its own; none for what begins beyond the edge.
    QImage part(const QRect &area) const {
        if (area.x() < 0 || area.y() < 0)
            return QImage();
        const QRect inside = area & image.rect();
        uint8_t *first = memory + size_t(inside.y()) * size_t(image.bytesPerLine()) + size_t(inside.x()) * 4;
        QImage part(first, inside.width(), inside.height(), int(image.bytesPerLine()), QImage::Format_RGB32);
        part.setDevicePixelRatio(ratio);
        return part;
    }

    // Whether the window is on the canvas already; otherwise in the picture, if anywhere.
    static bool paint(QWindow *window, QImage *canvas, QImage *picture) {
        const QPointer<QWindow> guard(window);
        const auto &all = painters();
        // By number: painting runs the app's code, which may run an event loop, in which a part may be loaded.
        for (size_t i = 0; i < all.size(); ++i) {
            const QtmcpPainted painted =
                guard ? all[i](static_cast<QObject *>(window), canvas, picture) : QTMCP_NOT_PAINTED;
            if (painted != QTMCP_NOT_PAINTED)
                return painted == QTMCP_PAINTED;
        }
        // On this platform a window is all there is at its place on the screen.
        if (guard && isAlone()) {
            QScreen *screen = window->screen();
            if (screen && window->handle())
                *picture = screen->grabWindow(window->winId()).toImage();
        }
        return false;
    }

    uint8_t *memory;
    QImage image;
    QPoint origin;
    qreal ratio;
};

void addEmbedded(const QWindow *window, const QPoint &place, const QRect &seen, std::vector<Embedded> *embedded) {
    const QObjectList &children = window->children();
    for (QObject *object : children) {
        auto *child = qobject_cast<QWindow *>(object);
        if (!child || !child->isVisible())
            continue;
        const QPoint at = place + child->geometry().topLeft();
        const QRect inside = seen & QRect(at, child->size());
        // A widget's own is drawn with the widget it is in.
        if (!child->inherits("QWidgetWindow"))
            embedded->push_back({child, at, inside});
        addEmbedded(child, at, inside, embedded);
    }
}

}  // namespace

std::vector<Embedded> embeddedIn(const QWindow *window) {
    std::vector<Embedded> embedded;
    addEmbedded(window, QPoint(0, 0), QRect(QPoint(0, 0), window->size()), &embedded);
    return embedded;
}

std::vector<QWindow *> capturedWindows(QtmcpCapture capture) { return sceneOf(capture).windows; }

bool screen(QtmcpCapture capture, QtmcpScreen *screen) {
    followFocus();
    const Scene scene = sceneOf(capture);
    screen->area = {double(scene.area.x()), double(scene.area.y()), double(scene.area.width()),
                    double(scene.area.height())};
    screen->ratio = scene.ratio;
    return !scene.area.isEmpty();
}

QtmcpResult grabScreen(QtmcpCapture capture, const QtmcpImage *image, QtmcpRect *area) {
    followFocus();
    const Scene scene = sceneOf(capture);
    if (scene.windows.empty() || scene.area.isEmpty())
        return QTMCP_NO_SUCH;
    const QSize size = (QSizeF(scene.area.size()) * scene.ratio).toSize();
    uint8_t *memory =
        image->allocate(image->context, uint32_t(size.width()), uint32_t(size.height()), scene.ratio, false);
    if (!memory)
        return QTMCP_FAILED;
    *area = {double(scene.area.x()), double(scene.area.y()), double(scene.area.width()), double(scene.area.height())};
    // Painting a window runs the app's code, which may close another one.
    struct Layer {
        QPointer<QWindow> window;
        QPoint place;
        QRect seen;
    };
    std::vector<Layer> layers;
    for (QWindow *window : scene.windows) {
        const QPoint place = placeOf(window);
        layers.push_back({window, place, QRect(place, window->size())});
        for (const Embedded &embedded : embeddedIn(window))
            layers.push_back({embedded.window, place + embedded.place, embedded.seen.translated(place)});
    }
    Canvas canvas(memory, size, scene.area.topLeft(), scene.ratio);
    if (!canvas.isThere())
        return QTMCP_FAILED;
    for (const Layer &layer : layers) {
        if (layer.window)
            canvas.draw(layer.window, layer.place, layer.seen);
    }
    return QTMCP_OK;
}

void addPainter(Paint paint) { painters().push_back(paint); }

void addCover(Cover cover) { covers().push_back(cover); }

void cover(const void *root, void *image, double x, double y) {
    const QPointer<QObject> guard(static_cast<QObject *>(const_cast<void *>(root)));
    const auto &all = covers();
    // By number, as the painters.
    for (size_t i = 0; guard && i < all.size(); ++i)
        all[i](guard.data(), image, x, y);
    if (guard)
        coverHidden(guard, static_cast<QImage *>(image), QPointF(x, y));
    else
        static_cast<QImage *>(image)->fill(Qt::black);
}

}  // namespace qtmcp
