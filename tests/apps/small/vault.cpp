// Secrets in every place where an app of Widgets may have them. `--fields FILE` puts each line into a password field of
// its own, and what some of them hold is said in other places too; `--shown FILE` shows each line openly; `--text TEXT`
// is in the fields that pictures are taken of.
#include "show.h"

#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QFrame>
#include <QGraphicsScene>
#include <QGraphicsView>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>

namespace {

QStringList linesOf(const QString &path) {
    QFile file(path);
    if (path.isEmpty() || !file.open(QIODevice::ReadOnly))
        return {};
    return QString::fromUtf8(file.readAll()).split(QLatin1Char('\n')).filter(QRegularExpression(QStringLiteral(".")));
}

template <typename Widget>
Widget *add(QLayout *layout, const char *name) {
    auto *widget = new Widget;
    widget->setObjectName(QLatin1String(name));
    layout->addWidget(widget);
    return widget;
}

QLineEdit *addSecret(QLayout *layout, const char *name, const QString &text) {
    auto *edit = add<QLineEdit>(layout, name);
    edit->setEchoMode(QLineEdit::Password);
    edit->setText(text);
    return edit;
}

}  // namespace

// A field of the app's own making, whose text is to be had by names that nobody knows.
class KeyEdit : public QLineEdit {
    Q_OBJECT
    Q_PROPERTY(QString key READ text NOTIFY keyChanged)
    Q_PROPERTY(QStringList keys READ keys)

public:
    KeyEdit() {
        setEchoMode(Password);
        connect(this, &QLineEdit::textChanged, this, &KeyEdit::keyChanged);
    }
    QStringList keys() const { return {text()}; }
    Q_INVOKABLE QString spell() const { return text(); }

Q_SIGNALS:
    void keyChanged(const QString &key);
};

// What apps keep beside their windows.
class Keeper : public QObject {
    Q_OBJECT
    Q_PROPERTY(QString kept MEMBER kept NOTIFY keptChanged)

public:
    using QObject::QObject;
    QString kept;

Q_SIGNALS:
    void keptChanged(const QString &kept);
};

namespace {

// The fields that pictures are taken of.
void addPictured(QVBoxLayout *layout, const QString &text) {
    auto *field = addSecret(layout, "pictured", text);
    field->setPlaceholderText(QStringLiteral("Password"));
    auto *eye = field->addAction(QIcon(), QLineEdit::TrailingPosition);
    eye->setObjectName(QStringLiteral("eyeAction"));
    auto *show = add<QPushButton>(layout, "eyeButton");
    show->setText(QStringLiteral("Show"));
    show->setCheckable(true);
    QObject::connect(show, &QPushButton::toggled, field,
                     [field](bool on) { field->setEchoMode(on ? QLineEdit::Normal : QLineEdit::Password); });
    auto *noEcho = addSecret(layout, "noEcho", text);
    noEcho->setEchoMode(QLineEdit::NoEcho);
    auto *combo = add<QComboBox>(layout, "secretCombo");
    combo->setEditable(true);
    combo->lineEdit()->setEchoMode(QLineEdit::Password);
    combo->addItem(text);
    auto *covered = addSecret(layout, "halfCovered", text);
    auto *cover = new QFrame(covered->parentWidget());
    cover->setObjectName(QStringLiteral("cover"));
    cover->setAutoFillBackground(true);
    cover->setPalette(QPalette(Qt::green));
    QTimer::singleShot(0, cover, [covered, cover] {
        cover->setGeometry(covered->geometry().adjusted(60, -4, -60, 4));
        cover->raise();
        cover->show();
    });
    auto *view = add<QGraphicsView>(layout, "sceneView");
    view->setFixedHeight(60);
    view->setScene(new QGraphicsScene(view));
    auto *inScene = new QLineEdit(text);
    inScene->setObjectName(QStringLiteral("inScene"));
    inScene->setEchoMode(QLineEdit::Password);
    view->scene()->addWidget(inScene);
}

// Says in other places what password fields hold.
void sayElsewhere(QWidget &window, QVBoxLayout *layout, const QStringList &secrets) {
    const auto secret = [&secrets](int nth) { return secrets.value(nth); };
    auto *echo = add<QLabel>(layout, "echoLabel");
    auto *source = window.findChild<QLineEdit *>(QStringLiteral("field0"));
    QObject::connect(source, &QLineEdit::textChanged, echo, [echo](const QString &text) {
        echo->setText(QStringLiteral("You typed %1").arg(text));
        qWarning("typed: %s", qUtf8Printable(text));
    });
    echo->setText(QStringLiteral("You typed %1").arg(secret(0)));
    window.setWindowTitle(QStringLiteral("Vault of %1").arg(secret(1)));
    echo->setToolTip(secret(2));
    echo->setStatusTip(secret(3));
    echo->setAccessibleDescription(secret(4));
    window.setProperty("lastPassword", secret(5));
    window.setProperty("lastKey", secret(6).toUtf8());
    window.setProperty("logins", QVariantMap{{QStringLiteral("ada"), secret(7)}, {secret(8), 1}});
    add<QListWidget>(layout, "logList")->addItems({secret(9), QStringLiteral("login with ") + secret(10)});
    auto *combo = add<QComboBox>(layout, "historyCombo");
    combo->addItems({QStringLiteral("none"), secret(11)});
    auto *keeper = new Keeper(&window);
    keeper->setObjectName(QStringLiteral("keeper"));
    keeper->kept = secret(12);
    QObject::connect(source, &QLineEdit::textChanged, keeper, [keeper](const QString &text) {
        keeper->kept = text;
        Q_EMIT keeper->keptChanged(text);
    });
    qWarning("opened with %s", qUtf8Printable(secret(13)));
}

// Shows openly what only the user knows to be a secret.
void showOpenly(QWidget &window, QVBoxLayout *layout, const QStringList &shown) {
    auto *list = add<QListWidget>(layout, "shownList");
    list->addItems(shown.mid(8));
    for (int nth = 0; nth < 4 && nth < shown.size(); ++nth) {
        auto *label = add<QLabel>(layout, "shownLabel");
        label->setText(QStringLiteral("Key: %1.").arg(shown.at(nth)));
    }
    auto *edit = add<QLineEdit>(layout, "plainEdit");
    edit->setPlaceholderText(QStringLiteral("Anything"));
    QObject::connect(edit, &QLineEdit::textChanged, edit,
                     [](const QString &text) { qWarning("plain: %s", qUtf8Printable(text)); });
    if (shown.size() < 8)
        return;
    window.setWindowTitle(window.windowTitle() + QStringLiteral(" for ") + shown.at(4));
    window.setProperty("apiKey", shown.at(5));
    qWarning("key %s", qUtf8Printable(shown.at(6)));
    say(QStringLiteral("KEY ") + shown.at(7));
    std::fprintf(stderr, "key on stderr: %s\n", qUtf8Printable(shown.at(7)));
}

}  // namespace

int main(int argc, char **argv) {
    QApplication app(argc, argv);
    QWidget window;
    window.setObjectName(QStringLiteral("vault"));
    window.setWindowTitle(QStringLiteral("Vault"));
    auto *layout = new QVBoxLayout(&window);
    addPictured(layout, optionValue(QStringLiteral("--text")));
    const QStringList secrets = linesOf(optionValue(QStringLiteral("--fields")));
    auto *area = new QScrollArea;
    auto *inside = new QWidget;
    auto *grid = new QGridLayout(inside);
    for (int nth = 0; nth < secrets.size(); ++nth) {
        auto *edit = nth % 2 ? static_cast<QLineEdit *>(new KeyEdit) : new QLineEdit;
        edit->setObjectName(QStringLiteral("field%1").arg(nth));
        edit->setEchoMode(nth % 3 ? QLineEdit::Password : QLineEdit::PasswordEchoOnEdit);
        edit->setText(secrets.at(nth));
        grid->addWidget(edit, nth / 8, nth % 8);
    }
    area->setWidget(inside);
    layout->addWidget(area);
    auto *spin = add<QSpinBox>(layout, "secretSpin");
    spin->setRange(0, 99999);
    spin->setValue(4711);
    spin->findChild<QLineEdit *>()->setEchoMode(QLineEdit::Password);
    if (!secrets.isEmpty())
        sayElsewhere(window, layout, secrets);
    showOpenly(window, layout, linesOf(optionValue(QStringLiteral("--shown"))));
    window.resize(640, 720);
    return showWindow(window);
}

#include "vault.moc"
