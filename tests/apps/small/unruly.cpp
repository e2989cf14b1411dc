// An app that does what Qt allows and a tool inside it may not expect, one thing for each option:
//   --paint    processEvents in a paint handler
//   --hooks    its own functions in qtHookData from the start, and again on each click, without a word to whoever was
//   there
//   --handler  its own message handler, which it changes on each click
//   --eat      event filters on the application that eat every event of a registered type, and what `deafButton` gets
//   --throw    exceptions from slots, caught by its notify()
// `dropButton` deletes `droppedButton`. Says on stdout what it saw, and ends with 32.
#include "show.h"

#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPointer>
#include <QPushButton>
#include <QVBoxLayout>

#include <atomic>
#include <dlfcn.h>
#include <stdexcept>

namespace {

const int exitCode = 32;

bool hasOption(const char *name) { return QCoreApplication::arguments().contains(QLatin1String(name)); }

// As Qt's own documentation for tools has it: version, size, version of Qt, add, remove, start-up.
const int addPlace = 3;
const int removePlace = 4;

std::atomic<qint64> added{0};
std::atomic<qint64> removed{0};

void countAdded(QObject *) { ++added; }
void countRemoved(QObject *) { ++removed; }

bool installHooks() {
    auto *table = static_cast<quintptr *>(dlsym(RTLD_DEFAULT, "qtHookData"));
    if (!table)
        return false;
    table[addPlace] = reinterpret_cast<quintptr>(&countAdded);
    table[removePlace] = reinterpret_cast<quintptr>(&countRemoved);
    return true;
}

void first(QtMsgType, const QMessageLogContext &, const QString &text) { say(QStringLiteral("FIRST ") + text); }
void second(QtMsgType, const QMessageLogContext &, const QString &text) { say(QStringLiteral("SECOND ") + text); }

// Runs the event loop while it is painted, as a progress bar of an old program does.
class Impatient : public QWidget {
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        painter.fillRect(rect(), QColor(0x1f, 0x6f, 0xeb));
        // Not forever: what is painted in there comes here again.
        if (++m_depth < 3)
            QCoreApplication::processEvents();
        --m_depth;
    }

private:
    int m_depth = 0;
};

class Eater : public QObject {
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject *object, QEvent *event) override {
        const bool isMouse = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonRelease;
        return event->type() >= QEvent::User || (isMouse && object->objectName() == QLatin1String("deafButton"));
    }
};

class Application : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject *object, QEvent *event) override {
        try {
            return QApplication::notify(object, event);
        } catch (const std::exception &exception) {
            say(QStringLiteral("CAUGHT %1").arg(QLatin1String(exception.what())));
            return true;
        }
    }
};

// What a client calls and sets.
class Thrower : public QObject {
    Q_OBJECT
    Q_PROPERTY(int number READ number WRITE setNumber)

public:
    explicit Thrower(QObject *parent) : QObject(parent) { setObjectName(QStringLiteral("thrower")); }

    int number() const {
        if (m_throws)
            throw std::runtime_error("read");
        return 1;
    }
    void setNumber(int) { throw std::runtime_error("write"); }
    Q_INVOKABLE int fail() { throw std::runtime_error("call"); }
    Q_INVOKABLE void failWithNumber() { throw 5; }
    Q_INVOKABLE void throwWhenRead(bool throws) { m_throws = throws; }

private:
    bool m_throws = false;
};

}  // namespace

int main(int argc, char **argv) {
    Application app(argc, argv);
    QWidget window;
    window.setObjectName(QStringLiteral("unrulyWindow"));
    window.setWindowTitle(QStringLiteral("Unruly"));
    auto *layout = new QVBoxLayout(&window);
    const auto addButton = [&](const char *name) {
        auto *button = new QPushButton(QLatin1String(name), &window);
        button->setObjectName(QLatin1String(name));
        layout->addWidget(button);
        return button;
    };
    QPushButton *act = addButton("actButton");
    QPushButton *deaf = addButton("deafButton");
    QPushButton *drop = addButton("dropButton");
    const QPointer<QPushButton> dropped = addButton("droppedButton");
    QPushButton *quit = addButton("quitButton");
    auto *edit = new QLineEdit(&window);
    edit->setObjectName(QStringLiteral("edit"));
    layout->addWidget(edit);
    auto *thrower = new Thrower(&window);
    QObject::connect(deaf, &QPushButton::clicked, &window, [] { say(QStringLiteral("CLICK deafButton")); });
    QObject::connect(drop, &QPushButton::clicked, &window, [dropped] { delete dropped; });
    QObject::connect(quit, &QPushButton::clicked, &app, [] { QCoreApplication::exit(exitCode); });

    int clicks = 0;
    QObject::connect(act, &QPushButton::clicked, &window, [&] {
        say(QStringLiteral("CLICK actButton"));
        ++clicks;
        if (hasOption("--hooks"))
            installHooks();
        if (hasOption("--handler")) {
            qInstallMessageHandler(clicks % 2 ? second : first);
            qWarning("click %d", clicks);
        }
        if (hasOption("--throw"))
            throw std::runtime_error("click");
    });
    if (hasOption("--hooks") && !installHooks())
        return 1;
    if (hasOption("--handler"))
        qInstallMessageHandler(first);
    if (hasOption("--eat"))
        app.installEventFilter(new Eater(&window));
    if (hasOption("--paint")) {
        auto *impatient = new Impatient(&window);
        impatient->setObjectName(QStringLiteral("impatient"));
        impatient->setMinimumSize(200, 100);
        layout->addWidget(impatient);
        auto *again = new QTimer(&window);
        QObject::connect(again, &QTimer::timeout, impatient, QOverload<>::of(&QWidget::update));
        again->start(10);
    }
    if (hasOption("--throw"))
        QObject::connect(edit, &QLineEdit::textChanged, thrower, [] { throw std::runtime_error("typing"); });
    window.resize(300, 300);
    const int code = showWindow(window);
    if (hasOption("--hooks"))
        say(QStringLiteral("HOOKS %1")
                .arg(added > 0 && removed > 0 ? QStringLiteral("called") : QStringLiteral("silent")));
    return code;
}

#include "unruly.moc"
