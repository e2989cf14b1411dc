// The "Threads" tab: worker threads that make objects, a GUI thread that blocks, child processes and forks.
#include "churn.h"
#include "output.h"
#include "pages.h"

#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QProcess>
#include <QPushButton>
#include <QSpinBox>
#include <QThread>
#include <QTimer>
#include <QVBoxLayout>

#include <memory>
#include <sys/wait.h>
#include <unistd.h>

namespace {

const int churnedObjects = 20'000;
const int counterIntervalMs = 100;
const unsigned forkDeadlineS = 10;

// A row of the page: a button, an optional input beside it, and a label that shows what came of it.
struct Row {
    QPushButton *button;
    QLabel *result;
};

class Rows {
public:
    Rows(QWidget *page, QGridLayout *grid) : m_page(page), m_grid(grid) {}

    Row add(const char *name, const QString &text, const char *resultName, QWidget *input = nullptr) {
        const int row = m_grid->rowCount();
        Row made{named(new QPushButton(text, m_page), name), named(new QLabel(m_page), resultName)};
        m_grid->addWidget(made.button, row, 0);
        if (input)
            m_grid->addWidget(input, row, 1);
        m_grid->addWidget(made.result, row, 2);
        return made;
    }

private:
    QWidget *m_page;
    QGridLayout *m_grid;
};

void addWorkers(QWidget *page, Rows &rows) {
    auto *count = named(new QSpinBox(page), "threadCountSpin");
    count->setRange(1, 16);
    count->setValue(4);
    count->setSuffix(QStringLiteral(" threads"));
    const Row start = rows.add("startThreadsButton", QStringLiteral("Start threads"), "counterLabel", count);
    const Row stop = rows.add("stopThreadsButton", QStringLiteral("Stop threads"), "threadStateLabel");
    start.result->setText(QStringLiteral("0 objects"));
    stop.result->setText(QStringLiteral("Stopped"));

    auto churn = std::make_shared<std::unique_ptr<Churn>>();
    auto *timer = new QTimer(page);
    timer->setInterval(counterIntervalMs);
    QObject::connect(timer, &QTimer::timeout, page, [churn, start] {
        if (*churn)
            start.result->setText(QStringLiteral("%1 objects").arg((*churn)->count()));
    });
    QObject::connect(start.button, &QPushButton::clicked, page, [churn, count, timer, stop] {
        churn->reset();
        *churn = std::make_unique<Churn>(count->value(), Pace::Gentle);
        timer->start();
        stop.result->setText(QStringLiteral("Running"));
    });
    QObject::connect(stop.button, &QPushButton::clicked, page, [churn, timer, stop] {
        timer->stop();
        churn->reset();
        stop.result->setText(QStringLiteral("Stopped"));
    });
}

void addBusy(QWidget *page, Rows &rows) {
    auto *seconds = named(new QDoubleSpinBox(page), "busySpin");
    seconds->setRange(0, 60);
    seconds->setValue(2);
    seconds->setSuffix(QStringLiteral(" s"));
    const Row busy = rows.add("busyButton", QStringLiteral("Busy"), "busyLabel", seconds);
    busy.result->setText(QStringLiteral("Idle"));
    QObject::connect(busy.button, &QPushButton::clicked, page, [seconds, busy] {
        say(QStringLiteral("BUSY start"));
        QThread::msleep(static_cast<unsigned long>(seconds->value() * 1000));
        say(QStringLiteral("BUSY end"));
        busy.result->setText(QStringLiteral("Was busy for %1 s").arg(seconds->value()));
    });
}

void addChurn(QWidget *page, Rows &rows) {
    const Row churn = rows.add("churnButton", QStringLiteral("Make and delete 20,000 objects"), "churnLabel");
    QObject::connect(churn.button, &QPushButton::clicked, page, [churn] {
        churn.result->setText(QStringLiteral("%1 ns per object").arg(churnNsPerObject(churnedObjects, 1), 0, 'f', 0));
    });
}

void addChildProcess(QWidget *page, Rows &rows) {
    const Row child = rows.add("childProcessButton", QStringLiteral("Run a child process"), "childProcessLabel");
    auto *process = named(new QProcess(page), "childProcess");
    QObject::connect(child.button, &QPushButton::clicked, process, [process] {
        if (process->state() == QProcess::NotRunning)
            process->start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), QStringLiteral("echo $LD_PRELOAD")});
    });
    QObject::connect(process, QOverload<int, QProcess::ExitStatus>::of(&QProcess::finished), page, [process, child] {
        const QString preload = QString::fromLocal8Bit(process->readAllStandardOutput()).trimmed();
        say(QStringLiteral("CHILD_PRELOAD [%1]").arg(preload));
        child.result->setText(QStringLiteral("LD_PRELOAD is [%1]").arg(preload));
    });
}

// The child touches Qt's hooks and ends without running exit handlers, as forked workers do.
int forkAndWait() {
    const pid_t pid = fork();
    if (pid == 0) {
        alarm(forkDeadlineS);
        QObject parent;
        for (int i = 0; i < 1000; ++i)
            new QObject(&parent);
        _exit(0);
    }
    int status = -1;
    if (pid < 0 || waitpid(pid, &status, 0) != pid)
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void addFork(QWidget *page, Rows &rows) {
    const Row forked = rows.add("forkButton", QStringLiteral("Fork without exec"), "forkLabel");
    QObject::connect(forked.button, &QPushButton::clicked, page, [forked] {
        const int code = forkAndWait();
        say(QStringLiteral("FORK %1").arg(code));
        forked.result->setText(QStringLiteral("Child ended with %1").arg(code));
    });
}

}  // namespace

QWidget *makeThreadsPage(QWidget *parent) {
    auto *page = named(new QWidget(parent), "threadsPage");
    auto *grid = new QGridLayout;
    grid->setColumnStretch(2, 1);
    grid->setHorizontalSpacing(16);
    Rows rows(page, grid);
    addWorkers(page, rows);
    addBusy(page, rows);
    addChurn(page, rows);
    addChildProcess(page, rows);
    addFork(page, rows);
    auto *layout = new QVBoxLayout(page);
    layout->addLayout(grid);
    layout->addStretch();
    return page;
}
