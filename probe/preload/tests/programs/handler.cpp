// Installs a message handler, speaks, puts back the one before and speaks again, in itself or in a fork of itself; prints
// what came to its handler. Also a plugin.
#include <QCoreApplication>
#include <cstdio>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

static void handler(QtMsgType, const QMessageLogContext &, const QString &text) {
    std::printf("heard %s\n", qPrintable(text));
}

extern "C" int run() {
    const QtMessageHandler before = qInstallMessageHandler(handler);
    qWarning("one");
    std::puts(qInstallMessageHandler(before) == handler ? "mine came back" : "another came back");
    qWarning("two");
    std::fflush(stdout);
    return QT_VERSION_MAJOR;
}

int main(int argc, char **argv) {
    if (argc > 1 && !std::strcmp(argv[1], "fork")) {
        if (const pid_t child = fork()) {
            int status = 0;
            waitpid(child, &status, 0);
            return WEXITSTATUS(status);
        }
    }
    return run();
}
