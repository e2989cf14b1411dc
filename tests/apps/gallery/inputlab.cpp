// A widget that logs every input event it sees, in words, and has a context menu.
#include "inputlab.h"

#include "eventtext.h"
#include "output.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QKeySequence>
#include <QMenu>
#include <QPainter>
#include <QWheelEvent>

namespace {

const int linesKept = 1000;

QString pointText(QPoint at) { return QStringLiteral("%1,%2").arg(at.x()).arg(at.y()); }

}  // namespace

InputLab::InputLab(QWidget *parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_Hover);
    setAttribute(Qt::WA_InputMethodEnabled);
}

QStringList InputLab::eventLog() const { return m_log; }

QString InputLab::typed() const { return m_typed; }

QSize InputLab::sizeHint() const { return {400, 160}; }

QVariant InputLab::inputMethodQuery(Qt::InputMethodQuery query) const {
    return query == Qt::ImEnabled ? QVariant(true) : QWidget::inputMethodQuery(query);
}

void InputLab::clearLog() {
    m_log.clear();
    m_typed.clear();
    Q_EMIT eventLogged(QString());
}

bool InputLab::event(QEvent *event) {
    switch (event->type()) {
    case QEvent::Enter:
        log(QStringLiteral("enter"));
        break;
    case QEvent::Leave:
        log(QStringLiteral("leave"));
        break;
    case QEvent::FocusIn:
        log(QStringLiteral("focus in"));
        break;
    case QEvent::FocusOut:
        log(QStringLiteral("focus out"));
        break;
    case QEvent::MouseMove:
        logMouse(QStringLiteral("move"), event);
        return true;
    case QEvent::MouseButtonPress:
        logMouse(QStringLiteral("press"), event);
        break;
    case QEvent::MouseButtonRelease:
        logMouse(QStringLiteral("release"), event);
        break;
    case QEvent::MouseButtonDblClick:
        logMouse(QStringLiteral("double"), event);
        return true;
    case QEvent::Wheel: {
        const auto *wheel = static_cast<QWheelEvent *>(event);
        const QPoint turn = wheel->angleDelta();
        log(QStringLiteral("%1 %2 %3")
                .arg(turn.y() ? QStringLiteral("wheel") : QStringLiteral("wheel across"))
                .arg(turn.y() ? turn.y() : turn.x())
                .arg(pointText(wheel->position().toPoint())) +
            modifierText(wheel->modifiers()));
        return true;
    }
    case QEvent::KeyPress:
        logKey(QStringLiteral("key press"), event);
        // Tab moves the focus only if the base class sees it; here it is input like any other.
        return true;
    case QEvent::KeyRelease:
        logKey(QStringLiteral("key release"), event);
        return true;
    case QEvent::InputMethod: {
        const QString text = static_cast<QInputMethodEvent *>(event)->commitString();
        m_typed += text;
        log(QStringLiteral("input method \"%1\"").arg(text));
        return true;
    }
    case QEvent::ContextMenu:
        showMenu(static_cast<QContextMenuEvent *>(event));
        return true;
    default:
        break;
    }
    return QWidget::event(event);
}

void InputLab::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    painter.fillRect(rect(), underMouse() ? QColor(0xe8, 0xf1, 0xff) : QColor(0xf6, 0xf8, 0xfa));
    painter.setPen(QPen(hasFocus() ? QColor(0x1f, 0x6f, 0xeb) : QColor(0xb0, 0xb8, 0xc0), hasFocus() ? 2 : 1));
    painter.drawRect(rect().adjusted(1, 1, -2, -2));
    painter.setPen(QColor(0x57, 0x60, 0x6a));
    painter.drawText(rect(), Qt::AlignCenter, QStringLiteral("Click, type, scroll or right click here"));
}

void InputLab::log(const QString &line) {
    // A run of moves is one line: the last of them.
    const QString move = QStringLiteral("move ");
    if (line.startsWith(move) && !m_log.isEmpty() && m_log.last().startsWith(move))
        m_log.removeLast();
    m_log.append(line);
    if (m_log.size() > linesKept)
        m_log.removeFirst();
    Q_EMIT eventLogged(line);
}

void InputLab::logMouse(const QString &kind, QEvent *event) {
    const auto *mouse = static_cast<QMouseEvent *>(event);
    const QString button = mouse->button() == Qt::NoButton ? QString() : buttonName(mouse->button()) + QLatin1Char(' ');
    log(kind + QLatin1Char(' ') + button + pointText(positionOf(mouse)) + modifierText(mouse->modifiers()));
}

void InputLab::logKey(const QString &kind, QEvent *event) {
    const auto *key = static_cast<QKeyEvent *>(event);
    const QString name = QKeySequence(key->key()).toString(QKeySequence::PortableText);
    log(QStringLiteral("%1 %2 text \"%3\"").arg(kind, name, key->text()) + modifierText(key->modifiers()) +
        (key->isAutoRepeat() ? QStringLiteral(" repeated") : QString()));
    if (event->type() == QEvent::KeyPress)
        m_typed += key->text();
}

void InputLab::showMenu(const QContextMenuEvent *event) {
    log(QStringLiteral("context menu ") + pointText(event->pos()));
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("labMenu"));
    named(menu.addAction(QStringLiteral("&Copy")), "labCopyAction");
    named(menu.addAction(QStringLiteral("&Paste")), "labPasteAction");
    menu.addSeparator();
    named(menu.addAction(QStringLiteral("&Nothing")), "labNothingAction")->setEnabled(false);
    if (const QAction *chosen = menu.exec(event->globalPos()))
        log(QStringLiteral("action ") + chosen->objectName());
}
