// What the small windowed programs have in common: their two options, and lines on stdout.
#pragma once

#include <QApplication>
#include <QPixmap>
#include <QTimer>
#include <QWidget>

#include <cstdio>

// Prints one line, flushed at once.
inline void say(const QString &line) {
    std::printf("%s\n", line.toUtf8().constData());
    std::fflush(stdout);
}

// The value after an option of the command line; empty without one.
inline QString optionValue(const QString &name) {
    const QStringList arguments = QCoreApplication::arguments();
    const int at = int(arguments.indexOf(name));
    return at < 0 ? QString() : arguments.value(at + 1);
}

// Shows a window and runs until it is closed; `--exit-after MS` ends it sooner, `--screenshot FILE` after a picture.
inline int showWindow(QWidget &window) {
    window.show();
    const QString file = optionValue(QStringLiteral("--screenshot"));
    if (!file.isEmpty()) {
        const int firstFramesMs = 500;
        QTimer::singleShot(firstFramesMs, &window,
                           [&window, file] { QCoreApplication::exit(window.grab().save(file) ? 0 : 1); });
    }
    const QString exitAfter = optionValue(QStringLiteral("--exit-after"));
    if (!exitAfter.isEmpty())
        QTimer::singleShot(exitAfter.toInt(), qApp, &QCoreApplication::quit);
    return QApplication::exec();
}
