// A plugin that brings Qt along: `run` makes an application and answers with what its event loop returned plus Qt's
// major version.
#include <QCoreApplication>
#include <QTimer>

extern "C" int run() {
    int argc = 1;
    char name[] = "plugin";
    char *argv[] = {name, nullptr};
    QCoreApplication app(argc, argv);
    QTimer::singleShot(0, [] { QCoreApplication::exit(10 * QT_VERSION_MAJOR); });
    return QCoreApplication::exec() + QT_VERSION_MAJOR;
}
