// The tabs "Canvas", "Input lab" and "Scroll": places to point at, type into and scroll.
#include "canvas.h"
#include "inputlab.h"
#include "output.h"
#include "pages.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace {

const int shownLines = 14;
const int scrollButtons = 100;

// A button that lies wholly under another widget of its parent.
QWidget *makeCoveredButton(QWidget *page) {
    auto *frame = named(new QWidget(page), "coveredFrame");
    auto *grid = new QGridLayout(frame);
    grid->setContentsMargins(0, 0, 0, 0);
    auto *button = named(new QPushButton(QStringLiteral("Covered"), frame), "coveredButton");
    auto *cover = named(new QLabel(QStringLiteral("A cover over a button"), frame), "cover");
    cover->setAutoFillBackground(true);
    cover->setAlignment(Qt::AlignCenter);
    grid->addWidget(button, 0, 0);
    grid->addWidget(cover, 0, 0);
    QObject::connect(button, &QPushButton::clicked, frame, [] { say(QStringLiteral("COVERED")); });
    return frame;
}

}  // namespace

QWidget *makeCanvasPage(QWidget *parent) {
    auto *page = named(new QWidget(parent), "canvasPage");
    auto *canvas = named(new Canvas(page), "canvas");
    auto *status = named(new QLabel(QStringLiteral("Nothing drawn yet"), page), "canvasStatus");
    auto *clear = named(new QPushButton(QStringLiteral("Clear"), page), "canvasClearButton");
    QObject::connect(canvas, &Canvas::input, status, &QLabel::setText);
    QObject::connect(clear, &QPushButton::clicked, canvas, &Canvas::clear);

    auto *row = new QHBoxLayout;
    row->addWidget(status, 1);
    row->addWidget(clear);
    auto *layout = new QVBoxLayout(page);
    layout->addWidget(canvas, 1);
    layout->addLayout(row);
    return page;
}

QWidget *makeInputLabPage(QWidget *parent) {
    auto *page = named(new QWidget(parent), "inputLabPage");
    auto *lab = named(new InputLab(page), "inputLab");
    auto *log = named(new QLabel(page), "eventLogLabel");
    log->setTextFormat(Qt::PlainText);
    log->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    log->setFixedHeight(log->fontMetrics().lineSpacing() * (shownLines + 1));
    QObject::connect(lab, &InputLab::eventLogged, log, [lab, log] {
        log->setText(lab->eventLog().mid(qMax(0, int(lab->eventLog().size()) - shownLines)).join(QLatin1Char('\n')));
    });
    auto *clear = named(new QPushButton(QStringLiteral("Clear log"), page), "clearLogButton");
    QObject::connect(clear, &QPushButton::clicked, lab, &InputLab::clearLog);

    auto *row = new QHBoxLayout;
    row->addWidget(makeCoveredButton(page));
    row->addStretch();
    row->addWidget(clear);
    auto *layout = new QVBoxLayout(page);
    layout->addWidget(lab, 1);
    layout->addWidget(log);
    layout->addLayout(row);
    return page;
}

QWidget *makeScrollPage(QWidget *parent) {
    auto *page = named(new QWidget(parent), "scrollPage");
    auto *area = named(new QScrollArea(page), "scrollArea");
    auto *content = named(new QWidget(area), "scrollContent");
    auto *result = named(new QLabel(QStringLiteral("Nothing clicked yet"), page), "scrollResult");
    auto *column = new QVBoxLayout(content);
    for (int i = 1; i <= scrollButtons; ++i) {
        auto *button = new QPushButton(QStringLiteral("Button %1").arg(i), content);
        button->setObjectName(QStringLiteral("scrollButton%1").arg(i));
        column->addWidget(button);
        QObject::connect(button, &QPushButton::clicked, result,
                         [result, button] { result->setText(button->text() + QStringLiteral(" clicked")); });
    }
    area->setWidget(content);
    area->setWidgetResizable(true);
    auto *layout = new QVBoxLayout(page);
    layout->addWidget(area, 1);
    layout->addWidget(result);
    return page;
}
