// A plugin that ends an app the way a person does: once a window has been on the screen for a moment, it closes all
// windows and quits. With it, tests compare an app with the probe and without.
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QGenericPlugin>
#include <QGuiApplication>
#include <QThread>
#include <QTimer>
#include <QWindow>
#include <algorithm>

namespace {

constexpr int LookEveryMs = 20;
constexpr int ShownForMs = 500;

bool hasWindow() {
    const QWindowList windows = QGuiApplication::topLevelWindows();
    return std::any_of(windows.begin(), windows.end(), [](const QWindow *window) { return window->isVisible(); });
}

void closeAll() {
    const QWindowList windows = QGuiApplication::topLevelWindows();
    for (QWindow *window : windows)
        if (QGuiApplication::topLevelWindows().contains(window) && window->isVisible())
            window->close();
    QCoreApplication::quit();
}

}  // namespace

class Closer : public QGenericPlugin {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID QGenericPluginFactoryInterface_iid FILE "closer.json")

public:
    QObject *create(const QString &, const QString &) override {
        auto *timer = new QTimer;
        // Again and again: a window may refuse while a dialog is open that was only just told to close.
        QObject::connect(timer, &QTimer::timeout, timer, [shown = QElapsedTimer()]() mutable {
            // Without a loop the app is still starting and only lets events through in between.
            if (!shown.isValid() && hasWindow() && QThread::currentThread()->loopLevel() > 0)
                shown.start();
            if (shown.isValid() && shown.elapsed() > ShownForMs)
                closeAll();
        });
        timer->start(LookEveryMs);
        return timer;
    }
};

#include "closer.moc"
