// The ways the gallery can run, from plain window to no event loop at all.
#include "runs.h"

#include "churn.h"
#include "heartbeat.h"
#include "mainwindow.h"
#include "more/morepages.h"
#include "output.h"
#include "signallog.h"

#include <QApplication>
#include <QCoreApplication>
#include <QMainWindow>
#include <QPixmap>
#include <QTimer>

#include <cstdio>
#include <ctime>
#include <memory>
#include <unistd.h>
#include <vector>

namespace {

const int noExecCode = 7;
const int unknownPageCode = 2;
const int churnRounds = 5;
const int firstAppMs = 1000;
const int screenshotDelayMs = 300;

qint64 nowNs(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return qint64(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

// Nanoseconds from boot to the start of this process, in the kernel's ticks of usually 10 ms; -1 if not to be had.
qint64 processStartNs() {
    std::unique_ptr<std::FILE, int (*)(std::FILE *)> file(std::fopen("/proc/self/stat", "r"), std::fclose);
    if (!file)
        return -1;
    unsigned long long ticks = 0;
    // Field 22; the program's own name holds no spaces or brackets.
    if (std::fscanf(file.get(),
                    "%*d %*s %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu",
                    &ticks) != 1)
        return -1;
    return qint64(ticks) * (1'000'000'000 / sysconf(_SC_CLK_TCK));
}

void printReady() {
    // The second number lets a launcher that noted CLOCK_MONOTONIC itself measure finer than the kernel's ticks.
    say(QStringLiteral("READY_NS %1 %2").arg(nowNs(CLOCK_BOOTTIME) - processStartNs()).arg(nowNs(CLOCK_MONOTONIC)));
}

// What every run with an event loop has in common.
void prepare(const Options &options) {
    if (options.startup == Startup::Printed)
        QTimer::singleShot(0, qApp, printReady);
    if (options.exitAfterMs >= 0) {
        const int code = options.exitCode;
        QTimer::singleShot(options.exitAfterMs, qApp, [code] { QCoreApplication::exit(code); });
    }
    if (options.signalLog == Signals::Logged)
        startSignalLog();
    if (options.heart == Heart::Beating)
        named(new Heartbeat(qApp), "heartbeat");
    if (options.churnObjects > 0)
        say(QStringLiteral("CHURN_NS %1").arg(churnNsPerObject(options.churnObjects, churnRounds)));
    qInfo("gallery started");
}

void saveScreenshot(QWidget *window, const std::string &file) {
    const bool saved = window->grab().save(QString::fromStdString(file));
    QCoreApplication::exit(saved ? 0 : 1);
}

// The main window, or the pages asked for instead of it; none if one of them does not exist.
std::vector<std::unique_ptr<QWidget>> makeWindows(const Options &options) {
    std::vector<std::unique_ptr<QWidget>> windows;
    for (const std::string &title : options.pages) {
        windows.emplace_back(makeMorePage(QString::fromStdString(title)));
        if (!windows.back()) {
            const QByteArray titles = morePageTitles().join(QStringLiteral(", ")).toUtf8();
            std::fprintf(stderr, "gallery: no page %s; there are %s\n", title.c_str(), titles.constData());
            return {};
        }
    }
    if (options.nodes > 0)
        windows.emplace_back(makeNodesPage(options.nodes));
    if (windows.empty())
        windows.emplace_back(makeMainWindow(options));
    return windows;
}

int runWindow(const Options &options, int &argc, char **argv) {
    QApplication app(argc, argv);
    app.setApplicationName(QStringLiteral("gallery"));
    prepare(options);
    const std::vector<std::unique_ptr<QWidget>> windows = makeWindows(options);
    if (windows.empty())
        return unknownPageCode;
    for (const std::unique_ptr<QWidget> &window : windows)
        window->show();
    if (!options.screenshot.empty()) {
        QWidget *window = windows.front().get();
        QTimer::singleShot(screenshotDelayMs, window,
                           [&options, window] { saveScreenshot(window, options.screenshot); });
    }
    return app.exec();
}

int runTwoApps(const Options &options, int &argc, char **argv) {
    Options first = options;
    if (first.exitAfterMs < 0)
        first.exitAfterMs = firstAppMs;
    say(QStringLiteral("APP 1"));
    runWindow(first, argc, argv);
    Options second = options;
    second.exitAfterMs = -1;
    say(QStringLiteral("APP 2"));
    return runWindow(second, argc, argv);
}

int runCore(const Options &options, int &argc, char **argv) {
    QCoreApplication app(argc, argv);
    named(new QObject(&app), "coreChild");
    prepare(options);
    return app.exec();
}

int runChurnThreads(const Options &options) {
    Churn churn(options.churnThreads, Pace::Full);
    struct timespec wait {
        options.churnMs / 1000, (options.churnMs % 1000) * 1'000'000L
    };
    nanosleep(&wait, nullptr);
    churn.stop();
    say(QStringLiteral("CHURN_COUNT %1").arg(churn.count()));
    return 0;
}

}  // namespace

int runGallery(const Options &options, int &argc, char **argv) {
    switch (options.run) {
    case Run::Window:
        return runWindow(options, argc, argv);
    case Run::TwoApps:
        return runTwoApps(options, argc, argv);
    case Run::Core:
        return runCore(options, argc, argv);
    case Run::ChurnThreads: {
        QCoreApplication app(argc, argv);
        return runChurnThreads(options);
    }
    case Run::NoExec: {
        QApplication app(argc, argv);
        return noExecCode;
    }
    }
    return 1;
}
