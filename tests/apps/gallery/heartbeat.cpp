// How long the GUI thread is kept from its event loop at a stretch.
#include "heartbeat.h"

#include <ctime>

namespace {

const int beatMs = 1;

qint64 readNs(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return qint64(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

qint64 wallNs() { return readNs(CLOCK_MONOTONIC); }

qint64 cpuNs() { return readNs(CLOCK_THREAD_CPUTIME_ID); }

double toMs(qint64 ns) { return double(ns) / 1e6; }

}  // namespace

Heartbeat::Heartbeat(QObject *parent) : QObject(parent) {
    reset();
    startTimer(beatMs, Qt::PreciseTimer);
}

double Heartbeat::longestMs() const { return toMs(qMax(m_longestNs, wallNs() - m_lastNs)); }

double Heartbeat::longestCpuMs() const { return toMs(qMax(m_longestCpuNs, cpuNs() - m_lastCpuNs)); }

void Heartbeat::reset() {
    m_lastNs = wallNs();
    m_lastCpuNs = cpuNs();
    m_longestNs = 0;
    m_longestCpuNs = 0;
}

void Heartbeat::timerEvent(QTimerEvent *) {
    const qint64 wall = wallNs();
    const qint64 cpu = cpuNs();
    m_longestNs = qMax(m_longestNs, wall - m_lastNs);
    m_longestCpuNs = qMax(m_longestCpuNs, cpu - m_lastCpuNs);
    m_lastNs = wall;
    m_lastCpuNs = cpu;
}
