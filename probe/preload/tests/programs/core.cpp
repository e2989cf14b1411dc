// A QtCore program that runs its event loop and ends with code 7.
#include <QCoreApplication>
#include <QTimer>
#include <cstdio>

int main(int argc, char **argv) {
    QCoreApplication app(argc, argv);
    QTimer::singleShot(0, [] { QCoreApplication::exit(7); });
    std::puts("running");
    return QCoreApplication::exec();
}
