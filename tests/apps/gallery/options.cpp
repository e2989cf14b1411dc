// The gallery's command line.
#include "options.h"

#include <cstdio>
#include <cstdlib>

namespace {

const char usage[] = "usage: gallery [--tab NAME] [--exit-after MS] [--exit-code N] [--print-messages] [--no-exec]\n"
                     "               [--core] [--two-apps] [--gui-thread] [--churn N] [--churn-threads T]\n"
                     "               [--churn-ms MS] [--print-startup] [--locale-text] [--screenshot FILE]\n"
                     "               [--page NAME]... [--hostile] [--million] [--nodes N] [--log-signals]\n"
                     "               [--own-handler] [--heartbeat]\n";

[[noreturn]] void fail(const std::string &what) {
    std::fprintf(stderr, "gallery: %s\n%s", what.c_str(), usage);
    std::exit(2);
}

}  // namespace

Options parseOptions(int argc, char **argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string name = argv[i];
        const auto text = [&]() -> std::string {
            if (i + 1 >= argc)
                fail(name + " needs a value");
            return argv[++i];
        };
        const auto number = [&] {
            const std::string value = text();
            char *end = nullptr;
            const long parsed = std::strtol(value.c_str(), &end, 10);
            if (value.empty() || *end != '\0')
                fail(name + " needs a number, not " + value);
            return static_cast<int>(parsed);
        };

        if (name == "--tab") {
            options.tab = text();
        } else if (name == "--page") {
            options.pages.push_back(text());
        } else if (name == "--hostile" || name == "--million") {
            options.pages.push_back(name.substr(2));
        } else if (name == "--nodes") {
            options.nodes = number();
        } else if (name == "--log-signals") {
            options.signalLog = Signals::Logged;
        } else if (name == "--heartbeat") {
            options.heart = Heart::Beating;
        } else if (name == "--own-handler") {
            options.messages = Messages::Typed;
        } else if (name == "--screenshot") {
            options.screenshot = text();
        } else if (name == "--exit-after") {
            options.exitAfterMs = number();
        } else if (name == "--exit-code") {
            options.exitCode = number();
        } else if (name == "--churn") {
            options.churnObjects = number();
        } else if (name == "--churn-threads") {
            options.run = Run::ChurnThreads;
            options.churnThreads = number();
        } else if (name == "--churn-ms") {
            options.churnMs = number();
        } else if (name == "--print-messages") {
            options.messages = Messages::Own;
        } else if (name == "--print-startup") {
            options.startup = Startup::Printed;
        } else if (name == "--locale-text") {
            options.texts = Texts::Locale;
        } else if (name == "--gui-thread") {
            options.thread = AppThread::Other;
        } else if (name == "--no-exec") {
            options.run = Run::NoExec;
        } else if (name == "--core") {
            options.run = Run::Core;
        } else if (name == "--two-apps") {
            options.run = Run::TwoApps;
        } else if (name.rfind("--", 0) == 0) {
            fail("unknown option " + name);
        }
    }
    return options;
}
