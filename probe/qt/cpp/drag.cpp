// Drag and drop where Qt's platform has none: offscreen QDrag::exec() would answer at once that nothing was taken. The
// preload sends the calls here; while one runs, our own mouse events are what the drag follows.

#include "compat.h"
#include "gui.h"

#include <QtCore/QAbstractEventDispatcher>
#include <QtCore/QEventLoop>
#include <QtCore/QMimeData>
#include <QtCore/QPointer>
#include <QtCore/QThread>
#include <QtGui/QDrag>
#include <QtGui/QGuiApplication>
#include <QtGui/QMouseEvent>

#include <memory>

namespace qtmcp {

namespace {

using Exec = Qt::DropAction (*)(QDrag *, Qt::DropActions, Qt::DropAction);

// Where the mouse is on the app's own screen, and what is held.
struct Moment {
    QPoint place;
    Qt::MouseButtons buttons;
    Qt::KeyboardModifiers modifiers;
};

Moment momentOf(const QWindow *window, const QMouseEvent *event) {
    const QPointF place = placeOf(window) + compat::positionsOf(event)[0];
    return {place.toPoint(), event->buttons(), event->modifiers()};
}

QPoint pointerPlace() {
    double x = 0;
    double y = 0;
    pointer(&x, &y);
    return QPointF(x, y).toPoint();
}

// One drag, from the call of exec() to its end.
class Drag : public QObject {
public:
    Drag(QDrag *drag, const QPoint &from) : m_drag(drag), m_last(from) {}

    ~Drag() override { stopListening(); }

    // Follows the mouse until the drag is over. True when it took the QDrag along, so that Qt must not touch it.
    bool follow();
    void callOff();
    // Sends the release on, which the source has not had yet: Qt's own drags do so when they are over.
    void passRelease();

    bool hasBegun() const { return m_hasBegun; }
    Qt::DropAction taken() const { return m_taken; }

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    bool isKnownToQt() const;
    void moveTo(const Moment &now);
    void enter(QWindow *window, const QPoint &local, const Moment &now);
    void leave();
    void drop(const Moment &now);
    void offer(Qt::DropAction action);
    void stopListening();

    bool isOver() const { return !m_loop || !m_drag; }

    QPointer<QDrag> m_drag;
    QPointer<QEventLoop> m_loop;
    QPoint m_last;
    QPointer<QWindow> m_target;
    QPoint m_inTarget;
    Qt::DropAction m_offered = Qt::IgnoreAction;
    Qt::DropAction m_taken = Qt::IgnoreAction;
    bool m_hasBegun = false;
    bool m_hasMoved = false;
    bool m_isListening = false;
    bool m_isDropping = false;
    QPointer<QWindow> m_releasedOn;
    std::unique_ptr<QMouseEvent> m_release;
};

std::unique_ptr<QMouseEvent> copyOf(const QMouseEvent *event) {
    const auto [local, scene, global] = compat::positionsOf(event);
    return std::make_unique<QMouseEvent>(event->type(), local, scene, global, event->button(), event->buttons(),
                                         event->modifiers());
}

// The innermost drag there is; drags do not nest unless what is dropped opens a dialog.
Drag *current = nullptr;
// The one that Qt is just about to begin.
Drag *beginning = nullptr;

bool Drag::follow() {
    // Events find their source in Qt's own record of what is dragged. A Qt that keeps it otherwise has no drag here.
    if (!isKnownToQt())
        return false;
    QEventLoop loop;
    m_loop = &loop;
    m_hasBegun = true;
    QObject::connect(m_drag.data(), &QObject::destroyed, &loop, &QEventLoop::quit);
    QCoreApplication::instance()->installEventFilter(this);
    m_isListening = true;
    // A loop inside the handling of a posted event does not look for those posted before by itself.
    QAbstractEventDispatcher::instance()->wakeUp();
    loop.exec();
    // Whoever quits the app ends this loop too.
    m_loop = nullptr;
    stopListening();
    leave();
    return !m_drag;
}

bool Drag::isKnownToQt() const {
    const QDropEvent event(QPointF(), m_drag->supportedActions(), m_drag->mimeData(), Qt::NoButton, Qt::NoModifier);
    return event.source() && event.source() == m_drag->source();
}

void Drag::callOff() {
    if (m_isDropping || isOver())
        return;
    const QPointer<QEventLoop> loop(m_loop);
    stopListening();
    leave();
    offer(Qt::IgnoreAction);
    if (loop)
        loop->quit();
}

void Drag::passRelease() {
    if (m_release && m_releasedOn)
        QCoreApplication::postEvent(m_releasedOn, m_release.release());
}

bool Drag::eventFilter(QObject *object, QEvent *event) {
    const auto *window = qobject_cast<QWindow *>(object);
    switch (event->type()) {
    case QEvent::ShortcutOverride:
        // No shortcut is meant while something is dragged.
        event->accept();
        return true;
    case QEvent::KeyPress:
        if (window && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape)
            callOff();
        return window;
    case QEvent::KeyRelease:
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
        return window;
    case QEvent::MouseMove:
        if (window)
            moveTo(momentOf(window, static_cast<QMouseEvent *>(event)));
        return window;
    case QEvent::MouseButtonRelease:
        if (window) {
            const auto *release = static_cast<QMouseEvent *>(event);
            m_releasedOn = static_cast<QWindow *>(object);
            m_release = copyOf(release);
            drop(momentOf(window, release));
        }
        return window;
    default:
        return false;
    }
}

void Drag::moveTo(const Moment &now) {
    if (isOver())
        return;
    m_last = now.place;
    m_hasMoved = true;
    QtmcpAim aim = {};
    const void *modal = nullptr;
    // To whichever window is there, as on a display.
    const QtmcpAimResult hit = aimAtPoint(QTMCP_CAPTURE_PRIVATE, now.place.x(), now.place.y(), &aim, &modal);
    const bool isHit = hit == QTMCP_AIM_OK;
    const QPointer<QWindow> under(isHit ? windowOf(aim.window) : nullptr);
    m_inTarget = QPoint(int(aim.local_x), int(aim.local_y));
    if (m_target != under)
        leave();
    if (isOver() || !under) {
        offer(Qt::IgnoreAction);
        return;
    }
    if (m_target != under)
        enter(under, m_inTarget, now);
    if (isOver() || !m_target)
        return;
    QDragMoveEvent move(m_inTarget, m_drag->supportedActions(), m_drag->mimeData(), now.buttons, now.modifiers);
    // What a target said when it was entered holds until it says otherwise.
    if (m_offered != Qt::IgnoreAction && m_drag->supportedActions() & m_offered) {
        move.setDropAction(m_offered);
        move.accept();
    }
    QCoreApplication::sendEvent(m_target, &move);
    offer(move.isAccepted() ? move.dropAction() : Qt::IgnoreAction);
}

void Drag::enter(QWindow *window, const QPoint &local, const Moment &now) {
    m_target = window;
    m_offered = Qt::IgnoreAction;
    QDragEnterEvent enter(local, m_drag->supportedActions(), m_drag->mimeData(), now.buttons, now.modifiers);
    QCoreApplication::sendEvent(window, &enter);
    if (enter.isAccepted())
        m_offered = enter.dropAction();
}

void Drag::leave() {
    const QPointer<QWindow> left(m_target);
    m_target = nullptr;
    if (!left)
        return;
    QDragLeaveEvent leave;
    QCoreApplication::sendEvent(left, &leave);
}

void Drag::drop(const Moment &now) {
    // Whoever lets go for a client that has gone does it where it pressed, and drops nothing there.
    if (now.place != m_last) {
        callOff();
        return;
    }
    stopListening();
    m_isDropping = true;
    if (!m_hasMoved)
        moveTo(now);
    const QPointer<QWindow> target(m_target);
    if (!isOver() && target && m_offered != Qt::IgnoreAction) {
        // The event ends the target's part in it, as leaving would.
        m_target = nullptr;
        QDropEvent drop(m_inTarget, m_drag->supportedActions(), m_drag->mimeData(), now.buttons, now.modifiers);
        QCoreApplication::sendEvent(target, &drop);
        m_taken = drop.isAccepted() ? drop.dropAction() : Qt::IgnoreAction;
    }
    if (m_loop)
        m_loop->quit();
}

void Drag::offer(Qt::DropAction action) {
    const bool isNew = m_offered != action;
    m_offered = action;
    if (isNew && m_drag)
        Q_EMIT m_drag->actionChanged(action);
}

void Drag::stopListening() {
    if (m_isListening && QCoreApplication::instance())
        QCoreApplication::instance()->removeEventFilter(this);
    m_isListening = false;
}

// What the app calls instead of QDrag::exec().
Qt::DropAction exec(QDrag *drag, Qt::DropActions actions, Qt::DropAction preferred) {
    static const auto real = compat::function<Exec>("Gui", "_ZN5QDrag4execE6QFlagsIN2Qt10DropActionEES2_");
    Drag session(drag, pointerPlace());
    struct Keep {
        Drag *const outer = current;
        ~Keep() {
            current = outer;
            beginning = nullptr;
        }
    } const keep;
    current = &session;
    beginning = &session;
    // Qt keeps its record of the drag while it runs, and asks its platform when that is done: there we follow the
    // mouse.
    const Qt::DropAction taken = real(drag, actions, preferred);
    session.passRelease();
    return session.hasBegun() ? session.taken() : taken;
}

Qt::DropAction execAny(QDrag *drag, Qt::DropActions actions) { return exec(drag, actions, Qt::IgnoreAction); }

// Instead of QPlatformDrag::ownsDragObject(), which QDrag::exec() asks when the platform's own part is over.
bool ownsDragObject(const void *) {
    Drag *session = beginning;
    beginning = nullptr;
    return session && session->follow();
}

// Instead of QPlatformDrag::cancelDrag(), which QDrag::cancel() calls.
void cancelDrag(const void *) { endDrag(); }

bool isWanted() {
    const QCoreApplication *app = QCoreApplication::instance();
    return app && app->thread() == QThread::currentThread() && isButtonDown() &&
           QGuiApplication::platformName() == QLatin1String("offscreen");
}

template <typename Function>
const void *addressOf(Function *function) {
    return reinterpret_cast<const void *>(function);
}

}  // namespace

const void *dragStandIn(const void *real) {
    static const void *const execOne = compat::symbol("Gui", "_ZN5QDrag4execE6QFlagsIN2Qt10DropActionEE");
    static const void *const execTwo = compat::symbol("Gui", "_ZN5QDrag4execE6QFlagsIN2Qt10DropActionEES2_");
    static const void *const owns = compat::symbol("Gui", "_ZNK13QPlatformDrag14ownsDragObjectEv");
    static const void *const cancel = compat::symbol("Gui", "_ZN13QPlatformDrag10cancelDragEv");
    // Whoever is not there is no match for anybody.
    if (!real || !execTwo)
        return real;
    if (real == execOne)
        return isWanted() ? addressOf(&execAny) : real;
    if (real == execTwo)
        return isWanted() ? addressOf(&exec) : real;
    if (real == owns)
        return beginning && isWanted() ? addressOf(&ownsDragObject) : real;
    if (real == cancel)
        return current && current->hasBegun() ? addressOf(&cancelDrag) : real;
    return real;
}

void endDrag() {
    if (current)
        current->callOff();
}

}  // namespace qtmcp
