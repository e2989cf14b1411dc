// Mouse, wheel, keys and composed text, fed in where the window system's own events come in.

#include "gui.h"

#include "compat.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QPointer>
#include <QtGui/QGuiApplication>
#include <QtGui/QInputMethodEvent>
#include <QtGui/QStyleHints>

#include <algorithm>

namespace qtmcp {

namespace {

// What QtTest uses. It is exported by every version, and declared in no public header.
using HandleMouse = void (*)(QWindow *, const QPointF &, const QPointF &, Qt::MouseButtons, Qt::MouseButton,
                             QEvent::Type, Qt::KeyboardModifiers, int);
using HandleKey = bool (*)(QWindow *, QEvent::Type, int, Qt::KeyboardModifiers, const QString &, bool, ushort);
// From 6.8 on; positions are logical.
using HandleWheel = void (*)(QWindow *, const QPointF &, const QPointF &, QPoint, QPoint, Qt::KeyboardModifiers,
                             Qt::ScrollPhase);
// Before that; positions are the window system's.
using HandleNativeWheel = bool (*)(QWindow *, const QPointF &, const QPointF &, QPoint, QPoint, Qt::KeyboardModifiers,
                                   Qt::ScrollPhase, Qt::MouseEventSource);

// The time of input events. Qt makes a double click of two presses that are close in time, so a single press is moved
// away from the one before it, and the second press of a double click is kept near it.
class Clock {
public:
    int now() { return last = std::max(last + 1, elapsed() + ahead); }

    int press() {
        const int gap = lastPress + interval() + 1 - now();
        if (hasPressed && gap > 0)
            ahead += gap;
        hasPressed = true;
        return lastPress = now();
    }

    int secondPress() {
        if (hasPressed && now() - lastPress >= interval())
            last = std::max(lastPress, lastRelease);
        else
            now();
        return lastPress = ++last;
    }

    int release() { return lastRelease = now(); }

private:
    static int interval() { return QGuiApplication::styleHints()->mouseDoubleClickInterval(); }

    int elapsed() {
        if (!timer.isValid())
            timer.start();
        return int(timer.elapsed());
    }

    QElapsedTimer timer;
    int ahead = 0;
    int last = 0;
    int lastPress = 0;
    int lastRelease = 0;
    bool hasPressed = false;
};

Clock &inputClock() {
    static Clock clock;
    return clock;
}

// Where keys go while no window has the focus.
QPointer<QWindow> &standIn() {
    static auto *const window = new QPointer<QWindow>;
    return *window;
}

bool takesKeys(QWindow *window) {
    const void *modal = nullptr;
    return !isPassing(window) && !(window->flags() & Qt::WindowDoesNotAcceptFocus) &&
           !isBlocked(static_cast<QObject *>(window), &modal);
}

QWindow *keyWindow() {
    QWindow *focused = QGuiApplication::focusWindow();
    if (focused && focused->isVisible())
        return focused;
    QWindow *window = standIn();
    if (window && isShown(static_cast<QObject *>(window)) && takesKeys(window))
        return window;
    // Where nobody tells which window is active, it is the topmost that can be.
    const std::vector<QWindow *> visible = visibleWindows();
    const auto topmost = std::find_if(visible.rbegin(), visible.rend(), takesKeys);
    return topmost == visible.rend() ? window : *topmost;
}

// How many of the window system's pixels are one of ours, where Qt itself does the scaling.
qreal nativeFactor(const QWindow *window) {
    const bool scalesItself = QGuiApplication::platformName().startsWith(QLatin1String("wayland"));
    return scalesItself ? 1 : window->devicePixelRatio();
}

// A person's click brings a window to the front; events that do not come from the window system do not.
void activateByPress(QWindow *window) {
    while (window->parent())
        window = window->parent();
    const bool isPassing = window->type() == Qt::Popup || window->type() == Qt::ToolTip;
    if (isPassing || window->flags() & Qt::WindowDoesNotAcceptFocus)
        return;
    standIn() = window;
    if (isMinimised(window))
        window->setWindowStates(window->windowStates() & ~Qt::WindowMinimized);
    QWindow *focused = QGuiApplication::focusWindow();
    if (focused != window && !(focused && window->isAncestorOf(focused, QWindow::ExcludeTransients)))
        window->requestActivate();
}

// It is Qt's platforms that make this of the key; the window asks what has the focus where its menu should be.
void askForMenu(QWindow *window, Qt::KeyboardModifiers modifiers) {
    const QPoint middle(window->width() / 2, window->height() / 2);
    QContextMenuEvent event(QContextMenuEvent::Keyboard, middle, window->mapToGlobal(middle), modifiers);
    QCoreApplication::sendEvent(window, &event);
}

// The mouse buttons that we have put down.
uint32_t buttonsDown = 0;

// Whoever has let go drags no more, even if the release never reached what is being dragged: its window is gone, or a
// dialog blocks it.
void endDragWithoutButton() {
    if (!buttonsDown)
        endDrag();
}

// Qt 6 offers its read-only fields to input methods too, and leaves it to them to type nothing.
bool takesText(QObject *object) {
    QInputMethodQueryEvent query(Qt::ImEnabled);
    QCoreApplication::sendEvent(object, &query);
    return query.value(Qt::ImEnabled).toBool() && !object->property("readOnly").toBool();
}

}  // namespace

void mouse(const QtmcpAim *at, QtmcpMouse type, uint32_t button, uint32_t held, uint32_t modifiers) {
    static const auto handle = compat::function<HandleMouse>(
        "Gui", "_Z19qt_handleMouseEventP7QWindowRK7QPointFS3_6QFlagsIN2Qt11MouseButtonEES6_N6QEvent4TypeES4_"
               "INS5_16KeyboardModifierEEi");
    QWindow *window = windowOf(at->window);
    // Before the app hears of it: a drag that begins with the release would have no end.
    if (type == QTMCP_MOUSE_RELEASE)
        buttonsDown &= ~button;
    if (!window || !handle) {
        endDragWithoutButton();
        return;
    }
    rememberPointer(window, QPointF(at->local_x, at->local_y));
    QEvent::Type eventType = QEvent::MouseMove;
    int time = 0;
    switch (type) {
    case QTMCP_MOUSE_MOVE:
        button = Qt::NoButton;
        time = inputClock().now();
        break;
    case QTMCP_MOUSE_PRESS:
    case QTMCP_MOUSE_DOUBLE:
        // Qt wants a plain press and finds out by itself that it is the second one.
        eventType = QEvent::MouseButtonPress;
        held |= button;
        buttonsDown |= button;
        activateByPress(window);
        time = type == QTMCP_MOUSE_PRESS ? inputClock().press() : inputClock().secondPress();
        break;
    case QTMCP_MOUSE_RELEASE:
        eventType = QEvent::MouseButtonRelease;
        held &= ~button;
        time = inputClock().release();
        break;
    }
    handle(window, QPointF(at->local_x, at->local_y), QPointF(at->global_x, at->global_y), Qt::MouseButtons(int(held)),
           Qt::MouseButton(button), eventType, Qt::KeyboardModifiers(int(modifiers)), time);
    endDragWithoutButton();
}

bool wheel(const QtmcpAim *at, double right, double down, uint32_t modifiers) {
    static const auto handle = compat::function<HandleWheel>(
        "Gui", "_Z19qt_handleWheelEventP7QWindowRK7QPointFS3_6QPointS4_6QFlagsIN2Qt16KeyboardModifierEENS6_"
               "11ScrollPhaseE");
    static const auto handleNative = compat::function<HandleNativeWheel>(
        "Gui", "_ZN22QWindowSystemInterface16handleWheelEventEP7QWindowRK7QPointFS4_6QPointS5_6QFlagsIN2Qt16"
               "KeyboardModifierEENS7_11ScrollPhaseENS7_16MouseEventSourceE");
    QWindow *window = windowOf(at->window);
    if (!window || (!handle && !handleNative))
        return false;
    rememberPointer(window, QPointF(at->local_x, at->local_y));
    constexpr double unitsPerTick = 120;
    const QPoint turn(qRound(-right * unitsPerTick), qRound(-down * unitsPerTick));
    const QPointF local(at->local_x, at->local_y);
    const QPointF global(at->global_x, at->global_y);
    const Qt::KeyboardModifiers keys(static_cast<int>(modifiers));
    if (handle) {
        handle(window, local, global, QPoint(), turn, keys, Qt::NoScrollPhase);
    } else {
        const qreal factor = nativeFactor(window);
        handleNative(window, local * factor, global * factor, QPoint(), turn, keys, Qt::NoScrollPhase,
                     Qt::MouseEventNotSynthesized);
    }
    return true;
}

bool key(bool down, bool repeated, int32_t key, uint32_t modifiers, const char16_t *text, size_t length) {
    static const auto handle = compat::function<HandleKey>(
        "Gui", "_Z17qt_handleKeyEventP7QWindowN6QEvent4TypeEi6QFlagsIN2Qt16KeyboardModifierEERK7QStringbt");
    QWindow *window = keyWindow();
    if (!window || !handle)
        return false;
    const QPointer<QWindow> guard(window);
    handle(window, down ? QEvent::KeyPress : QEvent::KeyRelease, key, Qt::KeyboardModifiers(int(modifiers)),
           QString(reinterpret_cast<const QChar *>(text), int(length)), repeated, 1);
    if (down && !repeated && key == Qt::Key_Menu && guard)
        askForMenu(guard, Qt::KeyboardModifiers(int(modifiers)));
    return true;
}

bool commitText(const char16_t *text, size_t length) {
    QObject *object = QGuiApplication::focusObject();
    if (QWindow *window = object ? nullptr : keyWindow())
        object = window->focusObject();
    if (!object || !takesText(object))
        return false;
    QInputMethodEvent event;
    event.setCommitString(QString(reinterpret_cast<const QChar *>(text), int(length)));
    QCoreApplication::sendEvent(object, &event);
    return true;
}

void activate(const void *object) {
    followFocus();
    QWindow *window = windowOf(object);
    if (!window)
        return;
    standIn() = window;
    if (!QGuiApplication::focusWindow())
        window->requestActivate();
}

bool isButtonDown() { return buttonsDown; }

bool isChosen(const QWindow *window) { return standIn() == window; }

}  // namespace qtmcp
