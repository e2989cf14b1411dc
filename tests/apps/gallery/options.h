// The gallery's command line.
#pragma once

#include <string>
#include <vector>

enum class Run {
    Window,        // the gallery itself
    NoExec,        // main returns without an event loop
    Core,          // a QCoreApplication and nothing to see
    TwoApps,       // one QApplication after another
    ChurnThreads,  // threads that make and delete objects, then exit
};

enum class AppThread { Main, Other };
enum class Heart { Still, Beating };
enum class Messages { Qt, Own, Typed };
enum class Signals { Unseen, Logged };
enum class Startup { Silent, Printed };
enum class Texts { Plain, Locale };

struct Options {
    Run run = Run::Window;
    AppThread thread = AppThread::Main;
    Heart heart = Heart::Still;
    Messages messages = Messages::Qt;
    Signals signalLog = Signals::Unseen;
    Startup startup = Startup::Silent;
    Texts texts = Texts::Plain;
    std::string tab;
    std::vector<std::string> pages;  // shown instead of the main window
    std::string screenshot;
    int exitAfterMs = -1;
    int exitCode = 0;
    int nodes = 0;  // shown instead of the main window too
    int churnObjects = 0;
    int churnThreads = 0;
    int churnMs = 1000;
};

// Reads our own `--options`; all else is left to Qt. Ends the process with code 2 on an unknown or incomplete one.
Options parseOptions(int argc, char **argv);
