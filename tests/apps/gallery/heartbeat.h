// How long the GUI thread is kept from its event loop at a stretch: a timer due every millisecond that notes the gaps.
#pragma once

#include <QObject>

// The longest gap since `reset`, by the clock and by the time that the thread itself worked in it: on a busy machine
// the first also has what other programs took.
class Heartbeat : public QObject {
    Q_OBJECT
    Q_PROPERTY(double longestMs READ longestMs)
    Q_PROPERTY(double longestCpuMs READ longestCpuMs)

public:
    explicit Heartbeat(QObject *parent);

    // Both count the gap that is not over yet, since a reader may come before the tick that ends it.
    double longestMs() const;
    double longestCpuMs() const;
    Q_INVOKABLE void reset();

protected:
    void timerEvent(QTimerEvent *event) override;

private:
    qint64 m_lastNs = 0;
    qint64 m_lastCpuNs = 0;
    qint64 m_longestNs = 0;
    qint64 m_longestCpuNs = 0;
};
