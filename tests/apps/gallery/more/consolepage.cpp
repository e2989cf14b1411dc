// The page "Console": messages of every type, with a category, in numbers and from a thread; and message handlers of
// the application's own, one after the other.
#include "morepages.h"
#include "output.h"

#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QLoggingCategory>
#include <QPushButton>
#include <QThread>
#include <QVBoxLayout>

#include <dlfcn.h>
#include <functional>

namespace {

Q_LOGGING_CATEGORY(network, "gallery.network")

const int repeats = 1000;
const int differing = 5000;

QString typeName(QtMsgType type) {
    switch (type) {
    case QtDebugMsg:
        return QStringLiteral("debug");
    case QtInfoMsg:
        return QStringLiteral("info");
    case QtWarningMsg:
        return QStringLiteral("warning");
    case QtCriticalMsg:
        return QStringLiteral("critical");
    case QtFatalMsg:
        return QStringLiteral("fatal");
    }
    return QStringLiteral("unknown");
}

void firstHandler(QtMsgType type, const QMessageLogContext &, const QString &text) {
    say(QStringLiteral("HANDLER %1 %2").arg(typeName(type), text));
}

void secondHandler(QtMsgType type, const QMessageLogContext &, const QString &text) {
    say(QStringLiteral("SECOND %1 %2").arg(typeName(type), text));
}

// Which of our own a handler is, or else the library it lies in.
QString handlerName(QtMessageHandler handler) {
    if (handler == firstHandler)
        return QStringLiteral("first");
    if (handler == secondHandler)
        return QStringLiteral("second");
    Dl_info info{};
    if (!handler || !dladdr(reinterpret_cast<const void *>(handler), &info) || !info.dli_fname)
        return QStringLiteral("none");
    return QFileInfo(QString::fromLocal8Bit(info.dli_fname)).fileName();
}

void warnInThread() {
    QThread *thread = QThread::create([] { qWarning("A warning from a thread"); });
    QObject::connect(thread, &QThread::finished, thread, &QObject::deleteLater);
    thread->start();
}

void warnOften() {
    for (int i = 0; i < repeats; ++i)
        qWarning("The same warning again");
}

void debugMany() {
    for (int i = 1; i <= differing; ++i)
        qDebug("Message %d of many", i);
}

}  // namespace

void installOwnHandler() { qInstallMessageHandler(firstHandler); }

QWidget *makeConsolePage() {
    auto *page = named(new QWidget, "consolePage");
    auto *result = named(new QLabel(QStringLiteral("Nothing said yet"), page), "consoleResult");
    auto *grid = new QGridLayout;
    const auto add = [page, grid](const char *name, const QString &text, const std::function<void()> &act) {
        auto *button = named(new QPushButton(text, page), name);
        const int count = grid->count();
        grid->addWidget(button, count / 3, count % 3);
        QObject::connect(button, &QPushButton::clicked, page, act);
    };
    add("debugButton", QStringLiteral("Debug"), [] { qDebug("A debug message"); });
    add("infoButton", QStringLiteral("Info"), [] { qInfo("An info message"); });
    add("warningButton", QStringLiteral("Warning"), [] { qWarning("A warning"); });
    add("criticalButton", QStringLiteral("Critical"), [] { qCritical("A critical message"); });
    add("categoryButton", QStringLiteral("With a category"), [] { qCWarning(network, "The network is slow"); });
    add("linesButton", QStringLiteral("Two lines"), [] { qWarning("Line one\nLine two: \"日本語\""); });
    add("repeatButton", QStringLiteral("One warning 1000 times"), warnOften);
    add("manyButton", QStringLiteral("5000 messages"), debugMany);
    add("threadButton", QStringLiteral("From a thread"), warnInThread);
    const auto install = [result](QtMessageHandler handler) {
        report(result, QStringLiteral("CONSOLE previous ") + handlerName(qInstallMessageHandler(handler)));
    };
    add("firstHandlerButton", QStringLiteral("Own handler"), [install] { install(firstHandler); });
    add("secondHandlerButton", QStringLiteral("Second handler"), [install] { install(secondHandler); });
    add("noHandlerButton", QStringLiteral("Qt's handler"), [install] { install(nullptr); });

    auto *layout = new QVBoxLayout(page);
    layout->addLayout(grid);
    layout->addStretch();
    layout->addWidget(result);
    page->resize(480, 240);
    return page;
}
