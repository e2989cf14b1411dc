// Input events in words, alike on Qt 5 and Qt 6.
#pragma once

#include <QMouseEvent>
#include <QString>

inline QPoint positionOf(const QMouseEvent *event) {
#if QT_VERSION_MAJOR >= 6
    return event->position().toPoint();
#else
    return event->pos();
#endif
}

inline QString buttonName(Qt::MouseButton button) {
    switch (button) {
    case Qt::LeftButton:
        return QStringLiteral("left");
    case Qt::RightButton:
        return QStringLiteral("right");
    case Qt::MiddleButton:
        return QStringLiteral("middle");
    default:
        return QStringLiteral("other");
    }
}

// Held modifiers such as ` Ctrl+Shift`, with a leading space, or nothing.
inline QString modifierText(Qt::KeyboardModifiers modifiers) {
    QStringList names;
    if (modifiers & Qt::ControlModifier)
        names << QStringLiteral("Ctrl");
    if (modifiers & Qt::AltModifier)
        names << QStringLiteral("Alt");
    if (modifiers & Qt::ShiftModifier)
        names << QStringLiteral("Shift");
    if (modifiers & Qt::MetaModifier)
        names << QStringLiteral("Meta");
    return names.isEmpty() ? QString() : QLatin1Char(' ') + names.join(QLatin1Char('+'));
}
