// What the gallery tells whoever started it: one line on stdout per event, flushed at once.
#include "output.h"

#include <cstdio>

void say(const QString &line) {
    const QByteArray utf8 = line.toUtf8() + '\n';
    // One call, so that lines of different threads do not mix.
    std::fwrite(utf8.constData(), 1, static_cast<size_t>(utf8.size()), stdout);
    std::fflush(stdout);
}
