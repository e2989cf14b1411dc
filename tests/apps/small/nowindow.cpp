// An application with an event loop and no window, as one has that lives in the tray: timers that somebody outside
// starts open a window and close it again.
#include "show.h"

#include <QPushButton>

namespace {

QTimer *makeTimer(const char *name) {
    auto *timer = new QTimer(qApp);
    timer->setObjectName(QString::fromLatin1(name));
    timer->setSingleShot(true);
    timer->setInterval(0);
    return timer;
}

}  // namespace

int main(int argc, char **argv) {
    QApplication app(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false);
    QPushButton window(QStringLiteral("At last"));
    window.setObjectName(QStringLiteral("lateButton"));
    window.setWindowTitle(QStringLiteral("Late window"));
    window.resize(240, 120);
    QObject::connect(&window, &QPushButton::clicked, qApp, [] { say(QStringLiteral("CLICK lateButton")); });
    QObject::connect(makeTimer("opener"), &QTimer::timeout, &window, &QWidget::show);
    QObject::connect(makeTimer("closer"), &QTimer::timeout, &window, &QWidget::close);
    const QString exitAfter = optionValue(QStringLiteral("--exit-after"));
    if (!exitAfter.isEmpty())
        QTimer::singleShot(exitAfter.toInt(), qApp, &QCoreApplication::quit);
    return QApplication::exec();
}
