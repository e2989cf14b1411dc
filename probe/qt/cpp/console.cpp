// The app's messages: our handler stands in Qt before the app's own, tells the probe of each message, and calls the
// app's as Qt would. Everything here may run on any thread, in a fork and during exit, and holds no lock.

#include "compat.h"
#include "core.h"
#include "guard.h"
#include "sink.h"

#include <QtCore/QByteArray>

#include <atomic>
#include <cstdio>
#include <sched.h>

namespace qtmcp {

namespace {

// Qt 5 has an older kind of handler too, which hears only where there is none of the newer kind; ours is of the newer.
using OldHandler = void (*)(QtMsgType, const char *);
using Install = QtMessageHandler (*)(QtMessageHandler);
using InstallOld = OldHandler (*)(OldHandler);

std::atomic<Install> realInstall{nullptr};
std::atomic<InstallOld> realInstallOld{nullptr};
// What the app has installed; null for none.
std::atomic<QtMessageHandler> appHandler{nullptr};
std::atomic<OldHandler> appOldHandler{nullptr};
// What Qt does where the app has none; null while that is unknown.
std::atomic<QtMessageHandler> qtHandler{nullptr};

std::atomic<bool> isWatched{false};
std::atomic<bool> isReplaced{false};
// Whether all of the above are set. Qt tells whom ours has replaced only after a message may have come to it.
std::atomic<bool> isLinked{false};
// Many times what it takes to set them; never reached but in a fork made at that very moment.
const int linkingTurns = 10'000;

void callOldHandler(QtMsgType type, const QMessageLogContext &, const QString &text) {
    if (const OldHandler old = appOldHandler.load(std::memory_order_acquire))
        old(type, text.toLocal8Bit().constData());
}

void print(QtMsgType type, const QMessageLogContext &context, const QString &text) {
    std::fprintf(stderr, "%s\n", qFormatLogMessage(type, context, text).toLocal8Bit().constData());
}

QtMessageHandler next() {
    for (int turn = 0; turn < linkingTurns && !isLinked.load(std::memory_order_acquire); ++turn)
        sched_yield();
    if (const QtMessageHandler own = appHandler.load(std::memory_order_acquire))
        return own;
    if (appOldHandler.load(std::memory_order_acquire))
        return callOldHandler;
    const QtMessageHandler qts = qtHandler.load(std::memory_order_acquire);
    return qts ? qts : print;
}

// A function of its own: with a variable whose address is given away, the handler could not jump.
__attribute__((noinline)) void tell(QtMsgType type, const QMessageLogContext &context, const QString &text) {
    const QtmcpMessage message = {
        uint32_t(type), context.line, context.file, context.category, units(text), size_t(text.size()),
    };
    host->message(&message);
}

// Ends in a jump, not a call: the app's message pattern may ask for a backtrace, and there is no frame of ours in it.
// What the app's handler throws goes on to whoever logged, as ever.
void handler(QtMsgType type, const QMessageLogContext &context, const QString &text) {
    tell(type, context, text);
    next()(type, context, text);
}

// Qt's own handler has no name; it is known by the library it is in.
bool isQts(QtMessageHandler found) {
    Dl_info qt{}, other{};
    return dladdr(reinterpret_cast<void *>(realInstall.load()), &qt) &&
           dladdr(reinterpret_cast<void *>(found), &other) && qt.dli_fbase == other.dli_fbase;
}

// Takes note of a handler of the older kind. Nobody hears of the moment without it: ours is in place already.
void findOldHandler(InstallOld install) {
    const OldHandler found = install(nullptr);
    if (found != install(nullptr)) {
        install(found);
        appOldHandler.store(found, std::memory_order_release);
    }
}

// In the place of qInstallMessageHandler.
QtMessageHandler installForApp(QtMessageHandler wanted) {
    const Install install = realInstall.load(std::memory_order_acquire);
    // Somebody went past us: his handler may call ours, and ours must not come to call his.
    if (isConsoleReplaced())
        return install(wanted);
    if (!wanted && !qtHandler.load(std::memory_order_acquire)) {
        // The app wants Qt's own, which we have not seen yet: for a moment it is the one in place.
        install(nullptr);
        const QtMessageHandler found = install(handler);
        // Ours already, where another thread has looked for it meanwhile.
        if (found != handler)
            qtHandler.store(found, std::memory_order_release);
    }
    const QtMessageHandler before = appHandler.exchange(wanted, std::memory_order_acq_rel);
    return before ? before : qtHandler.load(std::memory_order_acquire);
}

// In the place of qInstallMsgHandler, which knows what to answer.
OldHandler installOldForApp(OldHandler wanted) {
    appOldHandler.store(wanted, std::memory_order_release);
    return realInstallOld.load(std::memory_order_acquire)(wanted);
}

}  // namespace

bool watchConsole() {
    // Once only: what came after us may call ours, and ours must not come to call it.
    static std::atomic<bool> isBegun{false};
    if (isBegun.exchange(true))
        return isWatched;
    const auto install =
        compat::function<Install>("Core", "_Z22qInstallMessageHandlerPFv9QtMsgTypeRK18QMessageLogContextRK7QStringE");
    if (!install)
        return false;
    realInstall = install;
    realInstallOld = compat::function<InstallOld>("Core", "_Z18qInstallMsgHandlerPFv9QtMsgTypePKcE");
    const QtMessageHandler found = install(handler);
    (isQts(found) ? qtHandler : appHandler).store(found, std::memory_order_release);
    if (const InstallOld installOld = realInstallOld)
        findOldHandler(installOld);
    isLinked.store(true, std::memory_order_release);
    isWatched = true;
    return true;
}

void unwatchConsole() {
    const bool isOurs = isWatched && !isConsoleReplaced();
    isWatched = false;
    if (isOurs)
        realInstall.load()(appHandler.load(std::memory_order_acquire));
}

bool isConsoleReplaced() {
    if (isReplaced || !isWatched)
        return isReplaced;
    const Install install = realInstall.load();
    // The only way to see which one is in place is to install one. Ours in the place of ours changes nothing.
    const QtMessageHandler found = install(handler);
    if (found == handler)
        return false;
    isReplaced = true;
    const QtMessageHandler between = install(found);
    if (between != handler)
        install(between);
    return true;
}

const void *consoleStandIn(const void *real) {
    if (!isWatched)
        return real;
    if (real == reinterpret_cast<const void *>(realInstall.load()))
        return reinterpret_cast<const void *>(&installForApp);
    if (real == reinterpret_cast<const void *>(realInstallOld.load()))
        return reinterpret_cast<const void *>(&installOldForApp);
    return real;
}

}  // namespace qtmcp
