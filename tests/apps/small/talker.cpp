// Says things through Qt's logging and installs message handlers, step by step as its arguments ask; README.md one
// folder up lists them. With TALKER_STATICS a static object speaks before main and again during exit.
#define QT_MESSAGELOGCONTEXT
#include <QCoreApplication>
#include <QLoggingCategory>
#include <QTimer>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#if QT_VERSION < QT_VERSION_CHECK(6, 0, 0)
// Qt 5 still has it, and its header hides it.
using OldHandler = void (*)(QtMsgType, const char *);
Q_CORE_EXPORT OldHandler qInstallMsgHandler(OldHandler);
#endif

namespace {

const char installName[] = "_Z22qInstallMessageHandlerPFv9QtMsgTypeRK18QMessageLogContextRK7QStringE";

Q_LOGGING_CATEGORY(net, "talker.net")

struct Static {
    Static() { speak("static constructor"); }
    ~Static() { speak("static destructor"); }
    static void speak(const char *what) {
        if (std::getenv("TALKER_STATICS"))
            qWarning("%s", what);
    }
} aStatic;

void write(const char *who, QtMsgType type, const char *category, const QString &text) {
    std::printf("%s %d %s %s\n", who, int(type), category, qUtf8Printable(text));
    std::fflush(stdout);
}

void first(QtMsgType type, const QMessageLogContext &context, const QString &text) {
    write("FIRST", type, context.category, text);
}

// Says something itself, which Qt does not bring back to it.
void second(QtMsgType type, const QMessageLogContext &context, const QString &text) {
    write("SECOND", type, context.category, text);
    qWarning("said by the second handler");
}

QtMessageHandler chained = nullptr;

void chaining(QtMsgType type, const QMessageLogContext &context, const QString &text) {
    write("CHAINING", type, context.category, text);
    chained(type, context, text);
}

const char *libraryOf(void *address) {
    Dl_info info{};
    return dladdr(address, &info) && std::strstr(info.dli_fname, "libQt") ? "qt" : "unknown";
}

// The handler that was there before, as the app is told.
void before(QtMessageHandler handler) {
    const char *name = !handler              ? "null"
                       : handler == first    ? "first"
                       : handler == second   ? "second"
                       : handler == chaining ? "chaining"
                                             : libraryOf(reinterpret_cast<void *>(handler));
    std::printf("BEFORE %s\n", name);
    std::fflush(stdout);
}

#if QT_VERSION < QT_VERSION_CHECK(6, 0, 0)
void older(QtMsgType type, const char *text) { write("OLDER", type, "-", QString::fromLocal8Bit(text)); }

void installOlder() {
    const OldHandler found = qInstallMsgHandler(older);
    std::printf("BEFORE %s\n", found == older ? "older" : libraryOf(reinterpret_cast<void *>(found)));
}
#endif

// Finds Qt's own function where no preload stands before it.
QtMessageHandler installPastEverybody(QtMessageHandler handler) {
    const std::string file = "libQt" + std::to_string(QT_VERSION_MAJOR) + "Core.so." + std::to_string(QT_VERSION_MAJOR);
    void *const core = dlopen(file.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    return reinterpret_cast<QtMessageHandler (*)(QtMessageHandler)>(dlsym(core, installName))(handler);
}

// As an app that links the library does, which need not have linked it before Qt.
void startProbe(const char *library) {
    void *const handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    std::printf("START %d\n", handle ? reinterpret_cast<int (*)()>(dlsym(handle, "qtmcp_start"))() : -1);
    std::fflush(stdout);
}

void forkAndSpeak() {
    std::fflush(stdout);
    if (const pid_t child = fork()) {
        int status = 0;
        waitpid(child, &status, 0);
        std::printf("FORK %d\n", WEXITSTATUS(status));
        return;
    }
    qWarning("said in the fork");
    before(qInstallMessageHandler(first));
    qWarning("said in the fork again");
    _exit(5);
}

// Forks while another thread installs handlers all the time, and a handler is installed in each child.
void forkWhileInstalling(int count) {
    std::atomic<bool> isOver{false};
    std::thread installer([&isOver] {
        while (!isOver)
            qInstallMessageHandler(first);
    });
    int ended = 0;
    for (int i = 0; i < count; ++i) {
        const pid_t child = fork();
        if (child == 0) {
            qInstallMessageHandler(nullptr);
            _exit(0);
        }
        ended += waitpid(child, nullptr, 0) == child;
    }
    isOver = true;
    installer.join();
    std::printf("FORKS %d\n", ended);
}

void speakFromThreads(int count) {
    std::thread threads[4];
    for (int t = 0; t < 4; ++t) {
        threads[t] = std::thread([t, count] {
            for (int i = 0; i < count; ++i)
                qInfo("thread %d line %d", t, i);
        });
    }
    for (std::thread &thread : threads)
        thread.join();
}

// False: no such step.
bool act(const std::string &step, const std::string &value) {
    const char *text = value.c_str();
    if (step == "debug")
        qDebug("%s", text);
    else if (step == "info")
        qInfo("%s", text);
    else if (step == "warning")
        qWarning("%s", text);
    else if (step == "critical")
        qCritical("%s", text);
    else if (step == "fatal")
        qFatal("%s", text);
    else if (step == "category")
        qCWarning(net, "%s", text);
    else if (step == "long")
        qDebug("%s", std::string(std::strtoul(text, nullptr, 10), 'x').c_str());
    else if (step == "repeat")
        for (int i = std::atoi(text); i > 0; --i)
            qDebug("again");
    else if (step == "many")
        for (int i = 0; i < std::atoi(text); ++i)
            qDebug("line %d", i);
    else if (step == "threads")
        speakFromThreads(std::atoi(text));
    else if (step == "atexit")
        std::atexit([] { qWarning("said at exit"); });
    else if (step == "fork")
        forkAndSpeak();
    else if (step == "forks")
        forkWhileInstalling(std::atoi(text));
    else if (step == "start")
        startProbe(text);
    else if (step == "first")
        before(qInstallMessageHandler(first));
    else if (step == "second")
        before(qInstallMessageHandler(second));
    else if (step == "none")
        before(qInstallMessageHandler(nullptr));
    else if (step == "chain")
        before(chained = qInstallMessageHandler(chaining));
    else if (step == "restore")
        before(qInstallMessageHandler(chained));
    else if (step == "past")
        installPastEverybody(first);
    else if (step == "chain-past")
        chained = installPastEverybody(chaining);
#if QT_VERSION < QT_VERSION_CHECK(6, 0, 0)
    else if (step == "older")
        installOlder();
    else if (step == "no-older")
        qInstallMsgHandler(nullptr);
#endif
    else
        return false;
    return true;
}

}  // namespace

int main(int argc, char **argv) {
    QCoreApplication *app = nullptr;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        const size_t equals = argument.find('=');
        const std::string step = argument.substr(0, equals);
        const std::string value = equals == argument.npos ? "" : argument.substr(equals + 1);
        if (step == "app")
            app = new QCoreApplication(argc, argv);
        else if (step == "exit")
            return std::atoi(value.c_str());
        else if (!act(step, value))
            return std::fprintf(stderr, "talker: no step %s\n", argument.c_str()), 2;
    }
    if (!app)
        app = new QCoreApplication(argc, argv);
    return app->exec();
}
