// Jobs through Qt's own event queue, and the counters of what the GUI thread is busy with.

#include "core.h"

#include "guard.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QEvent>
#include <QtCore/QThread>

#include <atomic>
#include <memory>
#include <mutex>
#include <pthread.h>

namespace qtmcp {

namespace {

QEvent::Type jobType() {
    static const auto type = QEvent::Type(QEvent::registerEventType());
    return type;
}

bool handInAgain(void *job);

// Carries a job; whoever deletes it before its turn came tells Rust so.
class JobEvent : public QEvent {
public:
    explicit JobEvent(void *job) : QEvent(jobType()), job(job) {}
    ~JobEvent() override {
        if (job && !handInAgain(job))
            host->drop_job(job);
    }
    void *take() { return std::exchange(job, nullptr); }

private:
    void *job;
};

struct Counters {
    std::atomic<uint64_t> ticks{0};
    std::atomic<uint64_t> timers{0};
    std::atomic<uint64_t> structural{0};
};
Counters counters;

// Which thread is the GUI thread, for code that may not ask Qt: a foreign thread that does becomes a QThread.
std::atomic<bool> isThreadKnown{false};
std::atomic<pthread_t> guiPthread{};

void rememberThread() {
    guiPthread.store(pthread_self());
    isThreadKnown.store(true);
}

void count(QEvent::Type type) {
    switch (type) {
    case QEvent::Timer:
        counters.timers.fetch_add(1, std::memory_order_relaxed);
        [[fallthrough]];
    case QEvent::Paint:
    case QEvent::UpdateRequest:
    case QEvent::UpdateLater:
    case QEvent::HoverMove:
    case QEvent::MouseMove:
    case QEvent::CursorChange:
        counters.ticks.fetch_add(1, std::memory_order_relaxed);
        break;
    default:
        counters.structural.fetch_add(1, std::memory_order_relaxed);
    }
}

// The level of event loops at which a job of ours is at work.
constexpr int nowhere = -1;
int workingAt = nowhere;

int loopLevel() { return QThread::currentThread()->loopLevel(); }

std::atomic<bool> isChangeAwaited{false};

// Whether what a person sees is another after it. A widget or item that changes asks for an update of its window.
bool isSeen(QEvent::Type type) {
    return type == QEvent::UpdateRequest || type == QEvent::Paint || type == QEvent::Show || type == QEvent::Hide ||
           type == QEvent::WindowTitleChange;
}

void tellChange(QEvent::Type type) {
    // Behind a loop that our job has entered, a dialog's, everything is the app's own doing again.
    if (isSeen(type) && isChangeAwaited.load(std::memory_order_relaxed) && workingAt != loopLevel() &&
        isChangeAwaited.exchange(false))
        host->stirred();
}

// Receives the jobs of one application, and watches its events when asked to.
class Receiver : public QObject {
public:
    bool event(QEvent *event) override {
        if (event->type() != jobType())
            return QObject::event(event);
        rememberThread();
        if (void *job = static_cast<JobEvent *>(event)->take())
            run(job);
        return true;
    }

    static void run(void *job) {
        const int before = std::exchange(workingAt, loopLevel());
        host->run_job(job);
        workingAt = before;
    }

    bool eventFilter(QObject *object, QEvent *event) override {
        if (object != this) {
            count(event->type());
            tellChange(event->type());
        }
        return false;
    }
};

// Leaked, as are the receivers: the queue may hold events for them until the very end of the process.
struct Attachment {
    std::mutex mutex;
    Receiver *receiver = nullptr;
    std::atomic<QThread *> thread{nullptr};
    int watchers = 0;
};

Attachment &attachment() {
    static auto *const attachment = new Attachment;
    return *attachment;
}

// Whether this thread is just handing a job in, under the lock.
thread_local bool isPosting = false;

// A job that waits as an ordinary queued call.
class QueuedJob {
public:
    explicit QueuedJob(void *job) : job(job) {}
    ~QueuedJob() {
        if (job)
            host->drop_job(job);
    }
    QueuedJob(const QueuedJob &) = delete;
    QueuedJob &operator=(const QueuedJob &) = delete;

    void run() { Receiver::run(std::exchange(job, nullptr)); }

private:
    void *job;
};

// An event that goes in the GUI thread without having come to us was eaten by a filter on the application, such as one
// for all events of registered types. The job comes once more, as what no app can do without: a queued call.
bool handInAgain(void *job) {
    const bool isHere = isThreadKnown.load() && pthread_equal(guiPthread.load(), pthread_self());
    if (isPosting || !isHere || host->is_forked_child())
        return false;
    Attachment &here = attachment();
    const std::lock_guard lock(here.mutex);
    if (!here.receiver)
        return false;
    const auto queued = std::make_shared<QueuedJob>(job);
    return QMetaObject::invokeMethod(
        here.receiver, [queued] { queued->run(); }, Qt::QueuedConnection);
}

void leaveApplication() noexcept {
    if (host->is_forked_child())
        return;
    Attachment &here = attachment();
    Receiver *receiver = nullptr;
    {
        const std::lock_guard lock(here.mutex);
        receiver = std::exchange(here.receiver, nullptr);
        here.watchers = 0;
        here.thread.store(nullptr);
        isThreadKnown.store(false);
    }
    // A second application in this thread must not run what the first one left.
    if (receiver)
        QCoreApplication::removePostedEvents(receiver);
    host->application_gone();
}

}  // namespace

bool attach() {
    QCoreApplication *app = QCoreApplication::instance();
    if (!app)
        return false;
    Attachment &here = attachment();
    {
        const std::lock_guard lock(here.mutex);
        if (here.receiver)
            return true;
    }
    // Made outside the lock: the hooks of the tracker run in QObject's constructor.
    auto *receiver = new Receiver;
    QThread *thread = app->thread();
    if (receiver->thread() == thread)
        rememberThread();
    else
        receiver->moveToThread(thread);
    {
        const std::lock_guard lock(here.mutex);
        here.receiver = receiver;
        here.thread.store(thread);
        if (here.watchers > 0 && QThread::currentThread() == thread)
            app->installEventFilter(receiver);
    }
    qAddPostRoutine(leaveApplication);
    return true;
}

bool post(void *job, int32_t priority) {
    Attachment &here = attachment();
    const std::lock_guard lock(here.mutex);
    if (!here.receiver)
        return false;
    isPosting = true;
    QCoreApplication::postEvent(here.receiver, new JobEvent(job), priority);
    isPosting = false;
    return true;
}

bool livesInGuiThread(const void *object) {
    const QThread *gui = attachment().thread.load();
    return gui && static_cast<const QObject *>(object)->thread() == gui;
}

bool isGuiThread() { return isThreadKnown.load() && pthread_equal(guiPthread.load(), pthread_self()); }

void watchEvents(bool on) {
    Attachment &here = attachment();
    const std::lock_guard lock(here.mutex);
    const int before = here.watchers;
    here.watchers = on ? before + 1 : std::max(0, before - 1);
    QCoreApplication *app = QCoreApplication::instance();
    if (!app || !here.receiver)
        return;
    if (before == 0 && here.watchers == 1)
        app->installEventFilter(here.receiver);
    else if (before == 1 && here.watchers == 0)
        app->removeEventFilter(here.receiver);
}

void awaitChange(bool on) { isChangeAwaited.store(on); }

void eventCounts(uint64_t *ticks, uint64_t *timers, uint64_t *structural) {
    *ticks = counters.ticks.load(std::memory_order_relaxed);
    *timers = counters.timers.load(std::memory_order_relaxed);
    *structural = counters.structural.load(std::memory_order_relaxed);
}

}  // namespace qtmcp
