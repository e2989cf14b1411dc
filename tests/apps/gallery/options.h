// The gallery's command line.
#pragma once

#include <string>

enum class Run {
    Window,        // the gallery itself
    NoExec,        // main returns without an event loop
    Core,          // a QCoreApplication and nothing to see
    TwoApps,       // one QApplication after another
    ChurnThreads,  // threads that make and delete objects, then exit
};

enum class AppThread { Main, Other };
enum class Messages { Qt, Own };
enum class Startup { Silent, Printed };
enum class Texts { Plain, Locale };

struct Options {
    Run run = Run::Window;
    AppThread thread = AppThread::Main;
    Messages messages = Messages::Qt;
    Startup startup = Startup::Silent;
    Texts texts = Texts::Plain;
    std::string tab;
    std::string screenshot;
    int exitAfterMs = -1;
    int exitCode = 0;
    int churnObjects = 0;
    int churnThreads = 0;
    int churnMs = 1000;
};

// Reads our own `--options`; all else is left to Qt. Ends the process with code 2 on an unknown or incomplete one.
Options parseOptions(int argc, char **argv);
