// What moves: frames as windows begin them, and transitions that are known to end.

#include "quick.h"

#include <QtCore/QPointer>
#include <QtGui/QGuiApplication>

#include <algorithm>
#include <atomic>
#include <unordered_map>
#include <vector>

namespace qtmcp {

namespace {

std::atomic<uint64_t> frames{0};

// Holds the connections while frames are counted. GUI thread only.
struct Watch {
    QObject receiver;
    std::vector<QPointer<QQuickWindow>> windows;

    bool knows(const QQuickWindow *window) const {
        return std::any_of(windows.begin(), windows.end(), [window](const auto &known) { return known == window; });
    }
};
Watch *watch = nullptr;

std::vector<QQuickWindow *> quickWindows() {
    std::vector<QQuickWindow *> found;
    const QWindowList all = QGuiApplication::allWindows();
    for (QWindow *window : all) {
        if (auto *quick = qobject_cast<QQuickWindow *>(window))
            found.push_back(quick);
    }
    return found;
}

void watchNewWindows() {
    for (QQuickWindow *window : quickWindows()) {
        if (watch->knows(window))
            continue;
        QObject::connect(window, &QQuickWindow::afterAnimating, &watch->receiver,
                         [] { frames.fetch_add(1, std::memory_order_relaxed); });
        watch->windows.emplace_back(window);
    }
}

// By which property an item shows that it moves.
const char *signOfMotion(const QMetaObject *type) {
    for (const QMetaObject *meta = type; meta; meta = meta->superClass()) {
        const QLatin1String name(meta->className());
        if (name == QLatin1String("QQuickFlickable"))
            return "moving";
        if (name == QLatin1String("QQuickStackView"))
            return "busy";
    }
    return nullptr;
}

bool isBetweenClosedAndOpen(const QObject *popup) {
    return popup->property("visible").toBool() && !popup->property("opened").toBool();
}

// One look over the scenes; reading these properties runs no code of the app.
class Look {
public:
    bool finds(const QQuickItem *item) {
        if (left == 0 || !item->isVisible())
            return false;
        --left;
        const QMetaObject *type = item->metaObject();
        const auto [known, isNew] = signs.try_emplace(type, nullptr);
        if (isNew)
            known->second = signOfMotion(type);
        if (known->second && item->property(known->second).toBool())
            return true;
        const QObject *popup = popupOf(item);
        if (popup && isBetweenClosedAndOpen(popup))
            return true;
        const QList<QQuickItem *> children = item->childItems();
        return std::any_of(children.begin(), children.end(), [this](const QQuickItem *child) { return finds(child); });
    }

private:
    // In larger scenes what moves is likely found by its frames.
    int left = 5000;
    std::unordered_map<const QMetaObject *, const char *> signs;
};

}  // namespace

void watchFrames(bool on) {
    if (on == bool(watch))
        return;
    if (on) {
        watch = new Watch;
        watchNewWindows();
    } else {
        delete std::exchange(watch, nullptr);
    }
}

uint64_t frameCount() { return frames.load(std::memory_order_relaxed); }

bool isMoving() {
    if (watch)
        watchNewWindows();
    Look look;
    for (QQuickWindow *window : quickWindows()) {
        if (stageOf(window).isVisible && look.finds(window->contentItem()))
            return true;
    }
    return false;
}

}  // namespace qtmcp
