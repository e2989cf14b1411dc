// The mouse pointer of the app's own screen, which is wherever our last event was, and its carets, which do not blink
// while somebody looks.

#include "gui.h"

#include <QtCore/QPointer>
#include <QtGui/QGuiApplication>
#include <QtGui/QStyleHints>

namespace qtmcp {

namespace {

struct Pointer {
    QPointF place;
    bool isKnown = false;
};

Pointer &known() {
    static Pointer pointer;
    return pointer;
}

}  // namespace

void rememberPointer(const QWindow *window, const QPointF &local) { known() = {placeOf(window) + local, true}; }

bool pointer(double *x, double *y) {
    *x = known().place.x();
    *y = known().place.y();
    return known().isKnown;
}

void holdCaret(bool on) {
    // Each application has hints of its own.
    static auto *const held = new QPointer<QStyleHints>;
    static int flashTime = 0;
    if (!qobject_cast<QGuiApplication *>(QCoreApplication::instance()))
        return;
    QStyleHints *hints = QGuiApplication::styleHints();
    const bool isHeld = *held == hints;
    if (on && !isHeld) {
        flashTime = hints->cursorFlashTime();
        *held = hints;
        hints->setCursorFlashTime(0);
    } else if (!on && isHeld) {
        held->clear();
        // An app that has changed it meanwhile keeps what it wants.
        if (hints->cursorFlashTime() == 0)
            hints->setCursorFlashTime(flashTime);
    }
}

}  // namespace qtmcp
