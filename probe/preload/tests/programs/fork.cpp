// A QtCore program whose fork loads a library and runs an event loop of its own; ends with the fork's code.
#include <QCoreApplication>
#include <QTimer>
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (const pid_t child = fork()) {
        int status = 0;
        waitpid(child, &status, 0);
        return WEXITSTATUS(status);
    }
    dlopen("libm.so.6", RTLD_NOW);
    QCoreApplication app(argc, argv);
    QTimer::singleShot(0, [] { QCoreApplication::exit(9); });
    return QCoreApplication::exec();
}
