// The page "Refs": widgets that are deleted, moved, hidden, swapped and made anew while somebody holds on to them.
#include "morepages.h"
#include "output.h"

#include <QGridLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QVBoxLayout>

#include <functional>

namespace {

const int listRows = 5;

class Stage {
public:
    explicit Stage(QWidget *page);

private:
    QPushButton *makeTarget(const char *name, const QString &text, QWidget *parent);
    void addControl(const char *name, const QString &text, const std::function<void()> &act);
    void makeVictim();
    void addVictim();
    void addMover();
    void addSwap();
    void addHidden();
    void addList();
    void addWindows();
    void fillList(QVBoxLayout *rows, QWidget *box);
    QWidget *makeWindow(const char *name, const QString &title);

    QWidget *m_page;
    QLabel *m_result;
    QGridLayout *m_controls;
    QHBoxLayout *m_targets;
    QVBoxLayout *m_layout;
    QPointer<QPushButton> m_victim;
    QPointer<QWidget> m_same;
    QPointer<QWidget> m_fresh;
    int m_generation = 0;
};

Stage::Stage(QWidget *page)
    : m_page(page), m_result(named(new QLabel(QStringLiteral("Nothing done yet"), page), "refsResult")),
      m_controls(new QGridLayout), m_targets(new QHBoxLayout), m_layout(new QVBoxLayout(page)) {
    m_layout->addLayout(m_controls);
    m_layout->addLayout(m_targets);
    addVictim();
    addMover();
    addSwap();
    addHidden();
    addList();
    addWindows();
    m_targets->addStretch();
    m_layout->addStretch();
    m_layout->addWidget(m_result);
}

// What is acted on says its text of the moment, which tells it from its neighbours.
QPushButton *Stage::makeTarget(const char *name, const QString &text, QWidget *parent) {
    auto *button = named(new QPushButton(text, parent), name);
    QLabel *result = m_result;
    QObject::connect(button, &QPushButton::clicked, result, [button, result] {
        report(result, QStringLiteral("CLICK %1 %2").arg(button->objectName(), button->text()));
    });
    return button;
}

void Stage::addControl(const char *name, const QString &text, const std::function<void()> &act) {
    auto *button = named(new QPushButton(text, m_page), name);
    const int count = m_controls->count();
    m_controls->addWidget(button, count / 4, count % 4);
    QLabel *result = m_result;
    QObject::connect(button, &QPushButton::clicked, m_page, [button, result, act] {
        act();
        report(result, QStringLiteral("REFS ") + button->objectName());
    });
}

void Stage::makeVictim() {
    delete m_victim.data();
    m_victim = makeTarget("victimButton", QStringLiteral("Victim"), m_page);
    m_targets->insertWidget(0, m_victim);
}

void Stage::addVictim() {
    makeVictim();
    addControl("deleteButton", QStringLiteral("Delete victim"), [this] { delete m_victim.data(); });
    addControl("makeButton", QStringLiteral("Make victim anew"), [this] { makeVictim(); });
}

void Stage::addMover() {
    auto *left = named(new QGroupBox(QStringLiteral("Left"), m_page), "leftBox");
    auto *right = named(new QGroupBox(QStringLiteral("Right"), m_page), "rightBox");
    auto *leftRow = new QHBoxLayout(left);
    auto *rightRow = new QHBoxLayout(right);
    auto *mover = named(new QLineEdit(QStringLiteral("Mover"), left), "moverEdit");
    leftRow->addWidget(mover);
    m_targets->addWidget(left);
    m_targets->addWidget(right);
    addControl("reparentButton", QStringLiteral("Move to the other box"), [mover, left, leftRow, rightRow] {
        (mover->parentWidget() == left ? rightRow : leftRow)->addWidget(mover);
        mover->show();
    });
}

void Stage::addSwap() {
    auto *box = named(new QWidget(m_page), "swapBox");
    auto *row = new QHBoxLayout(box);
    QPushButton *alpha = makeTarget("alphaButton", QStringLiteral("Alpha"), box);
    QPushButton *beta = makeTarget("betaButton", QStringLiteral("Beta"), box);
    row->addWidget(alpha);
    row->addWidget(beta);
    m_targets->addWidget(box);
    addControl("swapButton", QStringLiteral("Swap places"), [row] { row->addWidget(row->itemAt(0)->widget()); });
    addControl("relabelButton", QStringLiteral("Swap texts"), [alpha, beta] {
        const QString text = alpha->text();
        alpha->setText(beta->text());
        beta->setText(text);
    });
}

void Stage::addHidden() {
    QPushButton *shy = makeTarget("shyButton", QStringLiteral("Shy"), m_page);
    m_targets->addWidget(shy);
    addControl("hideButton", QStringLiteral("Hide or show"), [shy] { shy->setVisible(shy->isHidden()); });
    addControl("disableButton", QStringLiteral("Disable or enable"), [shy] { shy->setEnabled(!shy->isEnabled()); });
}

void Stage::fillList(QVBoxLayout *rows, QWidget *box) {
    ++m_generation;
    for (int i = 1; i <= listRows; ++i) {
        QPushButton *button = makeTarget("listButton", QStringLiteral("Row %1").arg(i), box);
        button->setObjectName(QStringLiteral("listButton%1").arg(i));
        button->setToolTip(QStringLiteral("Generation %1").arg(m_generation));
        rows->addWidget(button);
    }
}

void Stage::addList() {
    auto *box = named(new QWidget(m_page), "listBox");
    auto *rows = new QVBoxLayout(box);
    fillList(rows, box);
    m_layout->addWidget(box);
    addControl("rebuildButton", QStringLiteral("Rebuild the list"), [this, box, rows] {
        qDeleteAll(box->findChildren<QPushButton *>());
        fillList(rows, box);
    });
}

QWidget *Stage::makeWindow(const char *name, const QString &title) {
    auto *window = named(new QWidget(m_page, Qt::Window), name);
    window->setWindowTitle(title);
    auto *layout = new QVBoxLayout(window);
    layout->addWidget(makeTarget(QByteArray(name) + "Target", QStringLiteral("Target"), window));
    auto *close = named(new QPushButton(QStringLiteral("Close"), window), QByteArray(name) + "Close");
    layout->addWidget(close);
    QObject::connect(close, &QPushButton::clicked, window, &QWidget::close);
    return window;
}

void Stage::addWindows() {
    addControl("openSameButton", QStringLiteral("Show the same window"), [this] {
        if (!m_same)
            m_same = makeWindow("sameWindow", QStringLiteral("Same window"));
        m_same->show();
    });
    addControl("closeSameButton", QStringLiteral("Close the same window"), [this] {
        if (m_same)
            m_same->close();
    });
    addControl("openFreshButton", QStringLiteral("Open a new window"), [this] {
        delete m_fresh.data();
        m_fresh = makeWindow("freshWindow", QStringLiteral("Fresh window"));
        m_fresh->setAttribute(Qt::WA_DeleteOnClose);
        m_fresh->show();
    });
    addControl("closeFreshButton", QStringLiteral("Close the new window"), [this] {
        if (m_fresh)
            m_fresh->close();
    });
}

}  // namespace

QWidget *makeRefsPage() {
    auto *page = named(new QWidget, "refsPage");
    // The connections above hold on to it, and they end with the page.
    auto *stage = new Stage(page);
    QObject::connect(page, &QObject::destroyed, [stage] { delete stage; });
    page->resize(820, 480);
    return page;
}
