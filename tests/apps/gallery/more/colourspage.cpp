// The page "Colours": patterns of known colours at known places, down to single pixels.
#include "morepages.h"
#include "output.h"

#include <QPaintEvent>
#include <QPainter>
#include <QWidget>

namespace {

const int columns = 8;
const int rows = 6;
const int cell = 50;
const int margin = 20;
const int lines = 100;

// Fields of one colour each, with a black rim of one pixel that has a colour of its own in each corner.
class Fields : public QWidget {
public:
    explicit Fields(QWidget *parent) : QWidget(parent) { setFixedSize(columns * cell + 2, rows * cell + 2); }

protected:
    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        painter.fillRect(rect(), Qt::black);
        for (int row = 0; row < rows; ++row) {
            for (int column = 0; column < columns; ++column)
                painter.fillRect(1 + column * cell, 1 + row * cell, cell, cell,
                                 QColor(32 * column + 16, 40 * row + 20, 128));
        }
        painter.fillRect(0, 0, 1, 1, QColor(0xff, 0x00, 0x00));
        painter.fillRect(width() - 1, 0, 1, 1, QColor(0x00, 0xff, 0x00));
        painter.fillRect(0, height() - 1, 1, 1, QColor(0x00, 0x00, 0xff));
        painter.fillRect(width() - 1, height() - 1, 1, 1, QColor(0xff, 0xff, 0x00));
    }
};

// Black and white lines of one pixel: upright in the left half, level in the right one, black at even places.
class Lines : public QWidget {
public:
    explicit Lines(QWidget *parent) : QWidget(parent) { setFixedSize(lines, lines); }

protected:
    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        painter.fillRect(rect(), Qt::white);
        for (int x = 0; x < lines / 2; x += 2)
            painter.fillRect(x, 0, 1, lines, Qt::black);
        for (int y = 0; y < lines; y += 2)
            painter.fillRect(lines / 2, y, lines / 2, 1, Qt::black);
    }
};

}  // namespace

QWidget *makeColoursPage() {
    auto *page = named(new QWidget, "coloursPage");
    auto *fields = named(new Fields(page), "colours");
    fields->move(margin, margin);
    auto *pattern = named(new Lines(page), "lines");
    pattern->move(fields->geometry().right() + 1 + margin, margin);
    page->setFixedSize(pattern->geometry().right() + 1 + margin, fields->geometry().bottom() + 1 + margin);
    return page;
}
