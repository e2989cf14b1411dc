// A widget painted by hand, of which accessibility knows nothing: clicks leave dots, drags leave strokes.
#include "canvas.h"

#include "eventtext.h"
#include "output.h"

#include <QPainter>
#include <QWheelEvent>

Canvas::Canvas(QWidget *parent) : QWidget(parent) { setMouseTracking(true); }

int Canvas::clicks() const { return m_clicks; }

QString Canvas::lastInput() const { return m_lastInput; }

QSize Canvas::sizeHint() const { return {600, 400}; }

void Canvas::clear() {
    m_strokes.clear();
    m_clicks = 0;
    update();
    Q_EMIT clicksChanged(m_clicks);
}

bool Canvas::event(QEvent *event) {
    switch (event->type()) {
    case QEvent::MouseButtonPress: {
        const auto *mouse = static_cast<QMouseEvent *>(event);
        press(positionOf(mouse), mouse->button());
        return true;
    }
    case QEvent::MouseButtonRelease: {
        const auto *mouse = static_cast<QMouseEvent *>(event);
        report(QStringLiteral("release"), positionOf(mouse), buttonName(mouse->button()));
        return true;
    }
    case QEvent::MouseButtonDblClick: {
        const auto *mouse = static_cast<QMouseEvent *>(event);
        report(QStringLiteral("double"), positionOf(mouse), buttonName(mouse->button()));
        return true;
    }
    case QEvent::MouseMove: {
        const auto *mouse = static_cast<QMouseEvent *>(event);
        if (mouse->buttons() == Qt::NoButton) {
            report(QStringLiteral("hover"), positionOf(mouse));
        } else {
            if (!m_strokes.isEmpty())
                m_strokes.last() << positionOf(mouse);
            report(QStringLiteral("drag"), positionOf(mouse));
            update();
        }
        return true;
    }
    case QEvent::Wheel: {
        const auto *wheel = static_cast<QWheelEvent *>(event);
        report(QStringLiteral("wheel"), wheel->position().toPoint(), QString::number(wheel->angleDelta().y()));
        return true;
    }
    default:
        return QWidget::event(event);
    }
}

void Canvas::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), Qt::white);
    painter.setPen(QColor(0xdd, 0xe3, 0xea));
    for (int x = 50; x < width(); x += 50)
        painter.drawLine(x, 0, x, height());
    for (int y = 50; y < height(); y += 50)
        painter.drawLine(0, y, width(), y);
    painter.setPen(QPen(QColor(0x1f, 0x6f, 0xeb), 3));
    painter.setBrush(QColor(0x1f, 0x6f, 0xeb));
    for (const QPolygon &stroke : std::as_const(m_strokes)) {
        painter.drawEllipse(stroke.first(), 4, 4);
        painter.drawPolyline(stroke);
    }
}

void Canvas::press(QPoint at, Qt::MouseButton button) {
    say(QStringLiteral("CANVAS %1 %2 %3").arg(at.x()).arg(at.y()).arg(buttonName(button)));
    m_strokes.append(QPolygon({at}));
    ++m_clicks;
    update();
    report(QStringLiteral("press"), at, buttonName(button));
    Q_EMIT clicksChanged(m_clicks);
}

void Canvas::report(const QString &kind, QPoint at, const QString &detail) {
    m_lastInput = QStringLiteral("%1 %2 %3 %4").arg(kind).arg(at.x()).arg(at.y()).arg(detail).trimmed();
    Q_EMIT input(m_lastInput);
}
