// The page "Draw": what is drawn or pulled with the mouse, and said with its places.
#include "eventtext.h"
#include "morepages.h"
#include "output.h"

#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSlider>
#include <QSplitter>
#include <QVBoxLayout>

namespace {

// A sheet on which the left button draws lines; each is said as a whole when the button is let go.
class Sheet : public QWidget {
public:
    Sheet(QLabel *result, QWidget *parent) : QWidget(parent), m_result(result) {}

protected:
    bool event(QEvent *event) override {
        const auto *mouse = static_cast<QMouseEvent *>(event);
        switch (event->type()) {
        case QEvent::MouseButtonPress:
        case QEvent::MouseButtonDblClick:
            if (mouse->button() == Qt::LeftButton)
                m_strokes.append(QPolygon({positionOf(mouse)}));
            return true;
        case QEvent::MouseMove:
            if (mouse->buttons() & Qt::LeftButton)
                extend(positionOf(mouse));
            return true;
        case QEvent::MouseButtonRelease:
            if (mouse->button() == Qt::LeftButton) {
                extend(positionOf(mouse));
                tell();
            }
            return true;
        default:
            return QWidget::event(event);
        }
    }

    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        painter.fillRect(rect(), Qt::white);
        painter.setPen(QPen(QColor(0xd0, 0x20, 0x90), 5));
        for (const QPolygon &stroke : std::as_const(m_strokes))
            painter.drawPolyline(stroke);
    }

private:
    void extend(QPoint to) {
        if (m_strokes.isEmpty() || m_strokes.last().last() == to)
            return;
        m_strokes.last() << to;
        update();
    }

    void tell() {
        QStringList points;
        for (const QPoint at : std::as_const(m_strokes.last()))
            points << QStringLiteral("%1,%2").arg(at.x()).arg(at.y());
        report(m_result, QStringLiteral("STROKE ") + points.join(QLatin1Char(' ')));
    }

    QVector<QPolygon> m_strokes;
    QLabel *m_result;
};

void addSlider(QLayout *layout, QAbstractSlider *slider, const char *name, QLabel *result) {
    named(slider, name)->setRange(0, 100);
    slider->setAccessibleName(slider->objectName());
    QObject::connect(slider, &QAbstractSlider::valueChanged, result, [slider, result](int value) {
        report(result, QStringLiteral("SLIDER %1 %2").arg(slider->objectName()).arg(value));
    });
    layout->addWidget(slider);
}

}  // namespace

QWidget *makeDrawPage() {
    auto *page = named(new QWidget, "drawPage");
    auto *result = named(new QLabel(QStringLiteral("Nothing drawn yet"), page), "drawResult");
    // A long line is cut, so that the window stays as it is while somebody draws.
    result->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    auto *splitter = named(new QSplitter(page), "drawSplitter");
    auto *sheet = named(new Sheet(result, splitter), "sheet");
    auto *text = named(new QPlainTextEdit(QStringLiteral("The quick brown fox\njumps over\nthe lazy dog"), splitter),
                       "drawText");
    splitter->addWidget(sheet);
    splitter->addWidget(text);
    splitter->setSizes({400, 200});
    splitter->setHandleWidth(9);
    splitter->setChildrenCollapsible(false);
    splitter->handle(1)->setObjectName(QStringLiteral("drawHandle"));
    sheet->setMinimumWidth(50);
    text->setMinimumWidth(50);
    QObject::connect(splitter, &QSplitter::splitterMoved, result,
                     [result](int at, int) { report(result, QStringLiteral("SPLITTER %1").arg(at)); });
    QObject::connect(text, &QPlainTextEdit::selectionChanged, result, [text, result] {
        report(result, QStringLiteral("SELECTED ") + text->textCursor().selectedText());
    });

    auto *layout = new QVBoxLayout(page);
    auto *row = new QHBoxLayout;
    row->addWidget(splitter, 1);
    addSlider(row, new QSlider(Qt::Vertical, page), "heightSlider", result);
    addSlider(row, new QScrollBar(Qt::Vertical, page), "drawScroll", result);
    layout->addLayout(row, 1);
    addSlider(layout, new QSlider(Qt::Horizontal, page), "levelSlider", result);
    layout->addWidget(result);
    page->resize(680, 460);
    return page;
}
