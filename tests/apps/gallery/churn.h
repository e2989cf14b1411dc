// Makes and deletes QObjects in bulk: on worker threads to stress the object hooks, and in a row to time them.
#pragma once

#include <QtGlobal>

#include <atomic>
#include <thread>
#include <vector>

enum class Pace {
    Gentle,  // tens of thousands of objects a second, leaving the machine usable
    Full,    // as fast as it goes
};

// Threads that make and delete objects until stopped or destroyed.
class Churn {
public:
    Churn(int threads, Pace pace);
    ~Churn();
    Churn(const Churn &) = delete;
    Churn &operator=(const Churn &) = delete;

    void stop();
    quint64 count() const;

private:
    void work(Pace pace);

    std::atomic<bool> m_running{true};
    std::atomic<quint64> m_count{0};
    std::vector<std::thread> m_threads;
};

// Makes `objects` children of one parent, deletes them all, and gives the nanoseconds per object of the best round: the
// least disturbed one.
double churnNsPerObject(int objects, int rounds);
