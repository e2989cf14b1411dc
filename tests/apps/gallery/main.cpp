// The gallery: one window with every usual Qt widget, and the odd ways of running an application that a probe must
// survive. It is the demo and the target of the tests at once; README.md one folder up lists names and options.
#include "more/morepages.h"
#include "options.h"
#include "output.h"
#include "runs.h"

#include <QtGlobal>

#include <thread>

namespace {

void printMessage(QtMsgType, const QMessageLogContext &, const QString &message) {
    say(QStringLiteral("HANDLER: ") + message);
}

}  // namespace

int main(int argc, char **argv) {
    const Options options = parseOptions(argc, argv);
    if (options.messages == Messages::Own)
        qInstallMessageHandler(printMessage);
    if (options.messages == Messages::Typed)
        installOwnHandler();
    if (options.thread == AppThread::Main)
        return runGallery(options, argc, argv);

    int code = 0;
    std::thread other([&] { code = runGallery(options, argc, argv); });
    other.join();
    return code;
}
