// Windows of every kind that lie over each other, each of one plain colour, for what a picture of the screen must show.
// Also says how long the caret takes to blink, whenever that changes.
#include "show.h"

#include <QBoxLayout>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QRasterWindow>
#include <QStyleHints>

#include <dlfcn.h>

namespace {

// One colour, and a line on stdout for each press.
class Sheet : public QWidget {
public:
    Sheet(const char *name, const QColor &colour, const QRect &place, Qt::WindowFlags flags)
        : QWidget(nullptr, flags), colour(colour) {
        setObjectName(QString::fromLatin1(name));
        setWindowTitle(objectName());
        setGeometry(place);
    }

protected:
    void paintEvent(QPaintEvent *) override { QPainter(this).fillRect(rect(), colour); }
    void mousePressEvent(QMouseEvent *event) override {
        say(QStringLiteral("PRESS %1 %2 %3").arg(objectName()).arg(event->pos().x()).arg(event->pos().y()));
    }

private:
    QColor colour;
};

// A window that is neither widgets nor QML.
class Bare : public QRasterWindow {
public:
    Bare(const char *name, const QColor &colour) : colour(colour) { setObjectName(QString::fromLatin1(name)); }

protected:
    void paintEvent(QPaintEvent *) override { QPainter(this).fillRect(QRect(QPoint(0, 0), size()), colour); }
    void mousePressEvent(QMouseEvent *event) override {
        say(QStringLiteral("PRESS %1 %2 %3").arg(objectName()).arg(event->pos().x()).arg(event->pos().y()));
    }

private:
    QColor colour;
};

// As an app does that has had enough of the probe.
void stopProbe() {
    if (void *stop = dlsym(RTLD_DEFAULT, "qtmcp_stop"))
        reinterpret_cast<void (*)()>(stop)();
}

constexpr Qt::WindowFlags plain = Qt::Window | Qt::FramelessWindowHint;

}  // namespace

int main(int argc, char **argv) {
    QApplication app(argc, argv);
    const QStyleHints *hints = QGuiApplication::styleHints();
    QObject::connect(hints, &QStyleHints::cursorFlashTimeChanged, qApp,
                     [](int time) { say(QStringLiteral("CARET %1").arg(time)); });

    Sheet lower("lower", QColor(200, 30, 30), QRect(40, 40, 300, 200), plain);
    auto *inside = new Bare("inside", QColor(30, 30, 200));
    QWidget *container = QWidget::createWindowContainer(inside, &lower);
    container->setGeometry(20, 120, 80, 60);
    auto *field = new QLineEdit(&lower);
    field->setObjectName(QStringLiteral("field"));
    field->setGeometry(20, 20, 200, 30);
    auto *cut = new QPushButton(QStringLiteral("Cut off"), &lower);
    cut->setObjectName(QStringLiteral("cutButton"));
    cut->setGeometry(-90, 80, 120, 30);
    QObject::connect(cut, &QPushButton::clicked, cut, [] { say(QStringLiteral("CLICK cutButton")); });
    auto *stopper = new QTimer(qApp);
    stopper->setObjectName(QStringLiteral("stopper"));
    stopper->setSingleShot(true);
    QObject::connect(stopper, &QTimer::timeout, stopper, stopProbe);

    Sheet upper("upper", QColor(30, 160, 30), QRect(240, 140, 300, 200), plain);

    Sheet glass("glass", QColor(0, 0, 0, 128), QRect(400, 60, 100, 100), plain);
    glass.setAttribute(Qt::WA_TranslucentBackground);

    Sheet round("round", QColor(240, 240, 30), QRect(560, 40, 100, 100), plain);
    round.setMask(QRegion(0, 0, 100, 100, QRegion::Ellipse));

    Sheet faint("faint", QColor(0, 0, 0), QRect(60, 300, 100, 100), plain);
    faint.setWindowOpacity(0.5);

    Sheet empty("empty", QColor(255, 0, 255), QRect(5, 5, 0, 0), plain);
    Sheet note("note", QColor(120, 30, 120), QRect(200, 400, 100, 60), plain);
    note.setAttribute(Qt::WA_ShowWithoutActivating);
    Bare bare("bare", QColor(30, 200, 200));
    bare.setFlags(plain);
    bare.setGeometry(600, 300, 100, 100);

    for (QWidget *sheet : {&upper, &glass, &round, &faint, &empty})
        sheet->show();
    bare.show();
    lower.show();
    if (QCoreApplication::arguments().contains(QStringLiteral("--circle"))) {
        upper.windowHandle()->setTransientParent(lower.windowHandle());
        lower.windowHandle()->setTransientParent(upper.windowHandle());
    }
    return showWindow(lower);
}
