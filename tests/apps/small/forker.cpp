// Forks without exec 300 ms into its event loop. The child goes on using Qt until its stdin closes or 10 s have
// passed; the parent exits with code 3 on SIGTERM or on a line `quit`.
#include <QGuiApplication>
#include <QSocketNotifier>
#include <QTimer>

#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace {

const int forkAfterMs = 300;
const int childLifeMs = 10'000;
const int parentCode = 3;

int quitPipe[2];

void onSigterm(int) {
    const char byte = 't';
    // Nothing can be done about a failed write inside a signal handler.
    (void)!write(quitPipe[1], &byte, 1);
}

void makeObjects() {
    QObject parent;
    for (int i = 0; i < 1000; ++i)
        (new QObject(&parent))->setObjectName(QStringLiteral("forked%1").arg(i));
}

// Polls for the hang-up only: the bytes on the shared stdin are the parent's to read.
[[noreturn]] void runChild() {
    std::signal(SIGTERM, SIG_DFL);
    makeObjects();
    std::printf("CHILD_OK %d\n", int(getpid()));
    std::fflush(stdout);
    pollfd input{STDIN_FILENO, 0, 0};
    poll(&input, 1, childLifeMs);
    makeObjects();
    std::printf("CHILD_END\n");
    std::fflush(stdout);
    _exit(0);
}

void forkNow() {
    std::fflush(stdout);
    const pid_t pid = fork();
    if (pid == 0)
        runChild();
    std::printf("PARENT %d %d\n", int(getpid()), int(pid));
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char **argv) {
    QGuiApplication app(argc, argv);
    if (pipe2(quitPipe, O_CLOEXEC) != 0)
        return 1;
    std::signal(SIGTERM, onSigterm);
    std::signal(SIGCHLD, SIG_IGN);

    QSocketNotifier terminated(quitPipe[0], QSocketNotifier::Read);
    QObject::connect(&terminated, &QSocketNotifier::activated, &app, [] { QCoreApplication::exit(parentCode); });

    QByteArray line;
    QSocketNotifier input(STDIN_FILENO, QSocketNotifier::Read);
    QObject::connect(&input, &QSocketNotifier::activated, &app, [&input, &line] {
        char buffer[64];
        const ssize_t count = read(STDIN_FILENO, buffer, sizeof buffer);
        if (count <= 0) {
            input.setEnabled(false);
            return;
        }
        line.append(buffer, int(count));
        if (line.contains("quit\n"))
            QCoreApplication::exit(parentCode);
    });

    QTimer::singleShot(forkAfterMs, &app, forkNow);
    return app.exec();
}
