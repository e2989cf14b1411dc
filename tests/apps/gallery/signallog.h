// The signal log of `--log-signals`: which signals an application sees when somebody uses its inputs.
#pragma once

class QObject;

// Switches the log on, for what is given to logSignals from now on.
void startSignalLog();

// Prints `SIGNAL objectName signal(arguments)` for the signals that input makes the named inputs at and below an object
// emit; nothing unless the log is on.
void logSignals(QObject *root);
