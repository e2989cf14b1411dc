// An app whose objects go while they are used: by timers, by the calls themselves, and by being looked at. All are made
// anew, so that it can be driven for as long as one likes. Ends with 31.
#include "mortal.h"
#include "show.h"

#include <QAccessibleWidget>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QPushButton>
#include <QTabWidget>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace {

const int exitCode = 31;

QWidget *makeList(QWidget *parent) {
    auto *list = new QListWidget(parent);
    list->addItems({QStringLiteral("one"), QStringLiteral("two"), QStringLiteral("three")});
    return list;
}

QWidget *makeTree(QWidget *parent) {
    auto *tree = new QTreeWidget(parent);
    tree->setColumnCount(2);
    auto *top = new QTreeWidgetItem(tree, {QStringLiteral("top"), QStringLiteral("1")});
    new QTreeWidgetItem(top, {QStringLiteral("inner"), QStringLiteral("2")});
    tree->expandAll();
    return tree;
}

QWidget *makeTabs(QWidget *parent) {
    auto *tabs = new QTabWidget(parent);
    tabs->addTab(new QLabel(QStringLiteral("first page")), QStringLiteral("First"));
    tabs->addTab(new QLineEdit(QStringLiteral("second page")), QStringLiteral("Second"));
    return tabs;
}

QWidget *makeCombo(QWidget *parent) {
    auto *combo = new QComboBox(parent);
    combo->addItems({QStringLiteral("red"), QStringLiteral("green")});
    return combo;
}

// Whose name, when it is asked for, costs another widget its life: what a screen reader's question can lead to in an
// app that updates itself lazily.
class Named : public QWidget {
public:
    Named(QWidget *parent, Churn *churn) : QWidget(parent), churn(churn) {
        setObjectName(QStringLiteral("lazyName"));
        setMinimumHeight(20);
    }
    const QPointer<Churn> churn;
};

class NamedInterface : public QAccessibleWidget {
public:
    explicit NamedInterface(Named *named) : QAccessibleWidget(named, QAccessible::Grouping) {}
    QString text(QAccessible::Text kind) const override {
        auto *named = static_cast<Named *>(object());
        if (named && named->churn)
            named->churn->replaceOne();
        return kind == QAccessible::Name ? QStringLiteral("lazy") : QString();
    }
};

QAccessibleInterface *makeInterface(const QString &, QObject *object) {
    auto *named = dynamic_cast<Named *>(object);
    return named ? new NamedInterface(named) : nullptr;
}

}  // namespace

void Mortal::setValue(int value) {
    m_value = value;
    Q_EMIT valueChanged(value);
    if (value < 0)
        delete this;
}

int Mortal::lastLook() const {
    const int value = m_value;
    delete this;
    return value;
}

int Mortal::die() {
    const int value = m_value;
    delete this;
    return value;
}

QObject *Mortal::dieAndAnswer() {
    QObject *const self = this;
    delete this;
    return self;
}

FleetingModel::FleetingModel(const QString &name, QObject *parent) : QAbstractListModel(parent) { setObjectName(name); }

int FleetingModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : 5; }

QModelIndex FleetingModel::index(int row, int column, const QModelIndex &parent) const {
    return hasIndex(row, column, parent) ? createIndex(row, column, quintptr(m_fill)) : QModelIndex();
}

QVariant FleetingModel::data(const QModelIndex &index, int role) const {
    if (index.internalId() != quintptr(m_fill))
        qFatal("an index of fill %d was used in fill %d", int(index.internalId()), m_fill);
    const int row = index.row();
    auto *self = const_cast<FleetingModel *>(this);
    if (++self->m_looks % 7 == 0) {
        self->beginResetModel();
        ++self->m_fill;
        self->endResetModel();
        if (lives && m_fill > lives) {
            delete self;
            return QStringLiteral("last words");
        }
    }
    return role == Qt::DisplayRole || role == Qt::EditRole ? QVariant(QStringLiteral("row %1").arg(row))
                                                           : QVariant(row);
}

Churn::Churn(QWidget *parent) : QWidget(parent) {
    setObjectName(QStringLiteral("churn"));
    setFixedSize(600, 420);
    for (int i = 0; i < 20; ++i)
        replaceOne();
    auto *timer = new QTimer(this);
    connect(timer, &QTimer::timeout, this, [this] { replaceOne(); });
    timer->start(1);
}

void Churn::replaceOne() {
    const unsigned turn = m_turn++;
    // Not always the same next to each other, and every place with every kind in time.
    QPointer<QWidget> &place = m_children[turn * 7 % 20];
    delete place;
    const QString text = QStringLiteral("leaf %1").arg(turn);
    switch (turn % 8) {
    case 0:
        place = makeList(this);
        break;
    case 1:
        place = makeTree(this);
        break;
    case 2:
        place = makeTabs(this);
        break;
    case 3:
        place = makeCombo(this);
        break;
    case 4:
        place = new QLineEdit(text, this);
        break;
    case 5:
        place = new QPushButton(text, this);
        break;
    case 6:
        place = new QWidget(this);
        new QLabel(text, new QWidget(place));
        break;
    default:
        place = new QLabel(text, this);
        break;
    }
    const int number = int(turn * 7 % 20);
    place->setObjectName(QStringLiteral("leaf%1").arg(number));
    place->setGeometry(number % 5 * 120, number / 5 * 105, 115, 100);
    place->show();
}

int main(int argc, char **argv) {
    QApplication app(argc, argv);
    // The windows come and go; only Quit ends it.
    QApplication::setQuitOnLastWindowClosed(false);
    QAccessible::installFactory(makeInterface);
    QWidget window;
    window.setObjectName(QStringLiteral("mortalWindow"));
    window.setWindowTitle(QStringLiteral("Mortal"));
    auto *layout = new QVBoxLayout(&window);
    auto *churn = new Churn(&window);
    layout->addWidget(churn);
    layout->addWidget(new Named(&window, churn));
    auto *quit = new QPushButton(QStringLiteral("Quit"), &window);
    quit->setObjectName(QStringLiteral("quitButton"));
    QObject::connect(quit, &QPushButton::clicked, &app, [] { QCoreApplication::exit(exitCode); });
    layout->addWidget(quit);
    keep([&window] { return new Mortal(&window); });
    keep([&window] { return new FleetingModel(QStringLiteral("fleetingModel"), &window); });
    keep([&window] {
        auto *model = new FleetingModel(QStringLiteral("dyingModel"), &window);
        model->lives = 2;
        return model;
    });
    keepWindows();
    window.move(0, 0);
    return showWindow(window);
}
