// The windows of `mortal`, each of which goes at another moment of what is done to it: by the press, by the click,
// while it is typed into or dragged in, while it is painted, a moment after, or when the dialog it opened is accepted.
#include "mortal.h"
#include "show.h"

#include <QAction>
#include <QDialog>
#include <QDrag>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace {

// How long a dialog or a menu waits: everything else waits for it.
const int lonelyMs = 300;

// Where windows are, right of the main one.
QPoint placeOf(int number) { return {660 + number % 3 * 220, 20 + number / 3 * 160}; }

QWidget *makeWindow(const QString &name, int number) {
    auto *window = new QWidget;
    window->setObjectName(name);
    window->setWindowTitle(name);
    // One that comes must not take the focus from the one that is typed into.
    window->setAttribute(Qt::WA_ShowWithoutActivating);
    window->setGeometry(QRect(placeOf(number), QSize(200, 120)));
    new QVBoxLayout(window);
    return window;
}

QPushButton *addButton(QWidget *window, const QString &name) {
    auto *button = new QPushButton(name, window);
    button->setObjectName(name);
    window->layout()->addWidget(button);
    return button;
}

template <typename Signal, typename Act>
void keepButton(const QString &name, int number, Signal signal, const Act &act) {
    keep([=] {
        QWidget *window = makeWindow(name + QStringLiteral("Window"), number);
        QPushButton *button = addButton(window, name + QStringLiteral("Button"));
        QObject::connect(button, signal, window, [window, act] { act(window); });
        window->show();
        return window;
    });
}

// Goes while a button is held over it.
class Dragged : public QWidget {
public:
    explicit Dragged(QWidget *parent) : QWidget(parent) { setObjectName(QStringLiteral("dragArea")); }

protected:
    void mousePressEvent(QMouseEvent *) override { m_moves = 0; }
    void mouseMoveEvent(QMouseEvent *event) override {
        if (event->buttons() && ++m_moves == 2)
            window()->deleteLater();
    }

private:
    int m_moves = 0;
};

// Drags something by Qt's own drag and drop, until one of the two windows is gone.
class Grip : public QWidget {
public:
    explicit Grip(QWidget *parent) : QWidget(parent) { setObjectName(QStringLiteral("grip")); }

protected:
    void mouseMoveEvent(QMouseEvent *event) override {
        if (!event->buttons())
            return;
        auto *drag = new QDrag(this);
        auto *data = new QMimeData;
        data->setText(QStringLiteral("dragged"));
        drag->setMimeData(data);
        drag->exec(Qt::CopyAction | Qt::MoveAction, Qt::CopyAction);
    }
};

class Taker : public QWidget {
public:
    explicit Taker(QWidget *parent) : QWidget(parent) {
        setObjectName(QStringLiteral("taker"));
        setAcceptDrops(true);
    }

protected:
    void dragEnterEvent(QDragEnterEvent *event) override { event->acceptProposedAction(); }
    void dragMoveEvent(QDragMoveEvent *) override { window()->deleteLater(); }
};

// Painting it deletes another window at once.
class Painted : public QWidget {
public:
    explicit Painted(QWidget *parent) : QWidget(parent) { setObjectName(QStringLiteral("paintArea")); }
    static QPointer<QWidget> victim;

protected:
    void paintEvent(QPaintEvent *) override {
        QPainter(this).fillRect(rect(), Qt::darkCyan);
        delete victim;
    }
};
QPointer<QWidget> Painted::victim;

template <typename Area>
void keepArea(const QString &name, int number) {
    keep([=] {
        QWidget *window = makeWindow(name, number);
        window->layout()->addWidget(new Area(window));
        window->show();
        return window;
    });
}

void keepTyped() {
    keep([] {
        QWidget *window = makeWindow(QStringLiteral("typeWindow"), 3);
        auto *edit = new QLineEdit(window);
        edit->setObjectName(QStringLiteral("typeEdit"));
        window->layout()->addWidget(edit);
        QObject::connect(edit, &QLineEdit::textChanged, window, [window](const QString &text) {
            if (text.size() >= 3)
                window->deleteLater();
        });
        window->show();
        return window;
    });
}

void keepVictim() {
    keep([] {
        QWidget *window = makeWindow(QStringLiteral("paintVictim"), 7);
        addButton(window, QStringLiteral("victimButton"));
        Painted::victim = window;
        window->show();
        return window;
    });
}

// A dialog that goes in the handler of its own acceptance, and takes the window along.
void askAndGo(QWidget *window) {
    auto *dialog = new QDialog(window);
    dialog->setObjectName(QStringLiteral("mortalDialog"));
    dialog->setGeometry(100, 100, 200, 100);
    auto *button = new QPushButton(QStringLiteral("Accept"), dialog);
    button->setObjectName(QStringLiteral("acceptButton"));
    QObject::connect(button, &QPushButton::clicked, dialog, &QDialog::accept);
    QObject::connect(dialog, &QDialog::accepted, window, [dialog, window] {
        dialog->close();
        dialog->deleteLater();
        window->deleteLater();
    });
    dialog->open();
    // Nobody need come for it.
    QTimer::singleShot(lonelyMs, dialog, &QDialog::accept);
}

void menuAndGo(QWidget *window) {
    auto *menu = new QMenu(window);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(QStringLiteral("mortalMenu"));
    QAction *action = menu->addAction(QStringLiteral("Go"));
    action->setObjectName(QStringLiteral("goAction"));
    QObject::connect(action, &QAction::triggered, window, [window] { window->deleteLater(); });
    menu->popup(window->mapToGlobal(QPoint(10, 10)));
    QTimer::singleShot(lonelyMs, menu, &QWidget::close);
}

}  // namespace

void keepWindows() {
    const auto later = [](QWidget *window) { window->deleteLater(); };
    const int settlingMs = 30;
    keepButton(QStringLiteral("press"), 0, &QPushButton::pressed, later);
    keepButton(QStringLiteral("release"), 1, &QPushButton::released, later);
    // At once, under the feet of whoever sent the click.
    keep([] {
        QWidget *window = makeWindow(QStringLiteral("clickWindow"), 2);
        QPushButton *button = addButton(window, QStringLiteral("clickButton"));
        QObject::connect(button, &QPushButton::clicked, [window] { delete window; });
        window->show();
        return window;
    });
    keepTyped();
    keepArea<Dragged>(QStringLiteral("dragWindow"), 4);
    keepArea<Grip>(QStringLiteral("gripWindow"), 5);
    keepArea<Taker>(QStringLiteral("takerWindow"), 6);
    keepVictim();
    keepArea<Painted>(QStringLiteral("paintWindow"), 8);
    keepButton(QStringLiteral("settle"), 9, &QPushButton::clicked,
               [](QWidget *window) { QTimer::singleShot(settlingMs, window, [window] { delete window; }); });
    keepButton(QStringLiteral("dialog"), 10, &QPushButton::clicked, askAndGo);
    keepButton(QStringLiteral("menu"), 11, &QPushButton::clicked, menuAndGo);
}
