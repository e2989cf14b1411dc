// Makes and deletes QObjects in bulk: on worker threads to stress the object hooks, and in a row to time them.
#include "churn.h"

#include <QObject>
#include <QString>

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>

namespace {

using Clock = std::chrono::steady_clock;

const int objectsPerBatch = 100;

// A parent with named children and a grandchild each, so that names, reparenting and nested deletion all happen.
int makeAndDeleteBatch() {
    QObject parent;
    for (int i = 0; i < objectsPerBatch; ++i) {
        auto *child = new QObject(&parent);
        if (i % 10 == 0)
            child->setObjectName(QStringLiteral("churn%1").arg(i));
        auto *late = new QObject;
        late->setParent(child);
        if (i % 25 == 0)
            delete child;
    }
    return 1 + 2 * objectsPerBatch;
}

}  // namespace

Churn::Churn(int threads, Pace pace) {
    m_threads.reserve(static_cast<size_t>(threads));
    for (int i = 0; i < threads; ++i)
        m_threads.emplace_back([this, pace] { work(pace); });
}

Churn::~Churn() { stop(); }

void Churn::stop() {
    m_running = false;
    for (std::thread &thread : m_threads)
        thread.join();
    m_threads.clear();
}

quint64 Churn::count() const { return m_count; }

void Churn::work(Pace pace) {
    while (m_running) {
        m_count += static_cast<quint64>(makeAndDeleteBatch());
        if (pace == Pace::Gentle)
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

double churnNsPerObject(int objects, int rounds) {
    double best = std::numeric_limits<double>::max();
    for (int round = 0; round < rounds; ++round) {
        const auto start = Clock::now();
        auto parent = std::make_unique<QObject>();
        for (int i = 0; i < objects; ++i)
            new QObject(parent.get());
        parent.reset();
        const std::chrono::duration<double, std::nano> taken = Clock::now() - start;
        best = std::min(best, taken.count() / objects);
    }
    return best;
}
