// The signal log of `--log-signals`: which signals an application sees when somebody uses its inputs.
#include "signallog.h"

#include "output.h"

#include <QAction>
#include <QButtonGroup>
#include <QCalendarWidget>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QDateTimeEdit>
#include <QDoubleSpinBox>
#include <QFontComboBox>
#include <QGroupBox>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QTabBar>
#include <QTableWidget>
#include <QTextEdit>
#include <QToolBox>
#include <QTreeWidget>

namespace {

bool logIsOn = false;

QString shown(const QString &text) {
    QString escaped = text;
    escaped.replace(QLatin1Char('\\'), QStringLiteral("\\\\"));
    escaped.replace(QLatin1Char('"'), QStringLiteral("\\\""));
    escaped.replace(QLatin1Char('\n'), QStringLiteral("\\n"));
    return QLatin1Char('"') + escaped + QLatin1Char('"');
}

QString shown(bool on) { return on ? QStringLiteral("true") : QStringLiteral("false"); }
QString shown(int number) { return QString::number(number); }
QString shown(double number) { return QString::number(number); }
QString shown(QDate date) { return date.toString(Qt::ISODate); }
QString shown(QTime time) { return time.toString(QStringLiteral("HH:mm:ss")); }
QString shown(const QDateTime &when) { return when.toString(QStringLiteral("yyyy-MM-ddTHH:mm:ss")); }
QString shown(const QKeySequence &keys) { return shown(keys.toString(QKeySequence::PortableText)); }
QString shown(const QFont &font) { return shown(font.family()); }
QString shown(const QAbstractButton *button) { return button->objectName(); }
QString shown(const QModelIndex &index) { return QStringLiteral("%1,%2").arg(index.row()).arg(index.column()); }

QString shown(const QString &text, const QVariant &checkState) {
    if (!checkState.isValid())
        return shown(text);
    static const char *const states[] = {"unchecked", "partly", "checked"};
    return shown(text) + QLatin1Char(',') + QString::fromLatin1(states[qBound(0, checkState.toInt(), 2)]);
}

QString shown(const QListWidgetItem *item) {
    return item ? shown(item->text(), item->data(Qt::CheckStateRole)) : QStringLiteral("none");
}
QString shown(const QTableWidgetItem *item) {
    return item ? shown(item->text(), item->data(Qt::CheckStateRole)) : QStringLiteral("none");
}
QString shown(const QTreeWidgetItem *item) {
    return item ? shown(item->text(0), item->data(0, Qt::CheckStateRole)) : QStringLiteral("none");
}
QString shown(const QStandardItem *item) {
    return shown(item->index()) + QLatin1Char(',') + shown(item->text(), item->data(Qt::CheckStateRole));
}

void print(const QString &sender, const char *signal, const QStringList &arguments) {
    say(QStringLiteral("SIGNAL %1 %2(%3)").arg(sender, QString::fromLatin1(signal), arguments.join(QLatin1Char(','))));
}

// Logs a signal of an object under the name it goes by, which for the line edit of a spin box is not its own.
template <class Sender, class Owner, class... Arguments>
void log(const QString &name, Sender *sender, const char *signal, void (Owner::*pointer)(Arguments...)) {
    QObject::connect(sender, pointer, sender,
                     [name, signal](Arguments... arguments) { print(name, signal, {shown(arguments)...}); });
}

void logLineEdit(const QString &name, QLineEdit *edit) {
    log(name, edit, "textEdited", &QLineEdit::textEdited);
    log(name, edit, "textChanged", &QLineEdit::textChanged);
    log(name, edit, "returnPressed", &QLineEdit::returnPressed);
    log(name, edit, "editingFinished", &QLineEdit::editingFinished);
    if (QCompleter *completer = edit->completer())
        log(name, completer, "completerActivated", QOverload<const QString &>::of(&QCompleter::activated));
}

void logSpinBox(const QString &name, QAbstractSpinBox *box) {
    log(name, box, "editingFinished", &QAbstractSpinBox::editingFinished);
    if (auto *edit = box->findChild<QLineEdit *>())
        log(name + QStringLiteral(".lineEdit"), edit, "textEdited", &QLineEdit::textEdited);
    if (auto *spin = qobject_cast<QSpinBox *>(box)) {
        log(name, spin, "valueChanged", QOverload<int>::of(&QSpinBox::valueChanged));
    } else if (auto *real = qobject_cast<QDoubleSpinBox *>(box)) {
        log(name, real, "valueChanged", QOverload<double>::of(&QDoubleSpinBox::valueChanged));
    } else if (auto *dateTime = qobject_cast<QDateTimeEdit *>(box)) {
        log(name, dateTime, "dateTimeChanged", &QDateTimeEdit::dateTimeChanged);
        log(name, dateTime, "dateChanged", &QDateTimeEdit::dateChanged);
        log(name, dateTime, "timeChanged", &QDateTimeEdit::timeChanged);
    }
}

void logComboBox(const QString &name, QComboBox *combo) {
    log(name, combo, "activated", QOverload<int>::of(&QComboBox::activated));
    log(name, combo, "textActivated", &QComboBox::textActivated);
    log(name, combo, "currentIndexChanged", QOverload<int>::of(&QComboBox::currentIndexChanged));
    log(name, combo, "currentTextChanged", &QComboBox::currentTextChanged);
    log(name, combo, "editTextChanged", &QComboBox::editTextChanged);
    if (QLineEdit *edit = combo->lineEdit()) {
        log(name + QStringLiteral(".lineEdit"), edit, "textEdited", &QLineEdit::textEdited);
        log(name + QStringLiteral(".lineEdit"), edit, "editingFinished", &QLineEdit::editingFinished);
    }
    if (auto *fonts = qobject_cast<QFontComboBox *>(combo))
        log(name, fonts, "currentFontChanged", &QFontComboBox::currentFontChanged);
}

void logButton(const QString &name, QAbstractButton *button) {
    log(name, button, "clicked", &QAbstractButton::clicked);
    log(name, button, "toggled", &QAbstractButton::toggled);
    // Between partly and checked there is no `toggled`.
    if (auto *check = qobject_cast<QCheckBox *>(button))
        log(name, check, "stateChanged", &QCheckBox::stateChanged);
}

void logSlider(const QString &name, QAbstractSlider *slider) {
    log(name, slider, "sliderPressed", &QAbstractSlider::sliderPressed);
    log(name, slider, "sliderMoved", &QAbstractSlider::sliderMoved);
    log(name, slider, "sliderReleased", &QAbstractSlider::sliderReleased);
    log(name, slider, "actionTriggered", &QAbstractSlider::actionTriggered);
    log(name, slider, "valueChanged", &QAbstractSlider::valueChanged);
}

void logItemView(const QString &name, QAbstractItemView *view) {
    log(name, view, "clicked", &QAbstractItemView::clicked);
    log(name, view, "doubleClicked", &QAbstractItemView::doubleClicked);
    log(name, view, "activated", &QAbstractItemView::activated);
    if (auto *list = qobject_cast<QListWidget *>(view)) {
        log(name, list, "itemChanged", &QListWidget::itemChanged);
        log(name, list, "currentItemChanged", &QListWidget::currentItemChanged);
        log(name, list, "itemSelectionChanged", &QListWidget::itemSelectionChanged);
    } else if (auto *tree = qobject_cast<QTreeWidget *>(view)) {
        log(name, tree, "itemChanged", &QTreeWidget::itemChanged);
        log(name, tree, "currentItemChanged", &QTreeWidget::currentItemChanged);
        log(name, tree, "itemSelectionChanged", &QTreeWidget::itemSelectionChanged);
        log(name, tree, "itemExpanded", &QTreeWidget::itemExpanded);
        log(name, tree, "itemCollapsed", &QTreeWidget::itemCollapsed);
    } else if (auto *table = qobject_cast<QTableWidget *>(view)) {
        log(name, table, "itemChanged", &QTableWidget::itemChanged);
        log(name, table, "currentItemChanged", &QTableWidget::currentItemChanged);
        log(name, table, "itemSelectionChanged", &QTableWidget::itemSelectionChanged);
    } else if (QItemSelectionModel *selection = view->selectionModel()) {
        log(name, selection, "currentChanged", &QItemSelectionModel::currentChanged);
        QObject::connect(selection, &QItemSelectionModel::selectionChanged, view, [name, selection] {
            print(name, "selectionChanged", {shown(int(selection->selectedIndexes().size()))});
        });
    }
}

void logObject(const QString &name, QObject *object) {
    if (auto *edit = qobject_cast<QLineEdit *>(object))
        logLineEdit(name, edit);
    else if (auto *spin = qobject_cast<QAbstractSpinBox *>(object))
        logSpinBox(name, spin);
    else if (auto *combo = qobject_cast<QComboBox *>(object))
        logComboBox(name, combo);
    else if (auto *button = qobject_cast<QAbstractButton *>(object))
        logButton(name, button);
    else if (auto *group = qobject_cast<QButtonGroup *>(object))
        log(name, group, "buttonClicked", QOverload<QAbstractButton *>::of(&QButtonGroup::buttonClicked));
    else if (auto *slider = qobject_cast<QAbstractSlider *>(object))
        logSlider(name, slider);
    else if (qobject_cast<QHeaderView *>(object))
        return;  // an item view too, but what is chosen there shows in its table
    else if (auto *view = qobject_cast<QAbstractItemView *>(object))
        logItemView(name, view);
    else if (auto *model = qobject_cast<QStandardItemModel *>(object))
        log(name, model, "itemChanged", &QStandardItemModel::itemChanged);
    else if (auto *text = qobject_cast<QTextEdit *>(object))
        log(name, text, "textChanged", &QTextEdit::textChanged);
    else if (auto *plain = qobject_cast<QPlainTextEdit *>(object))
        log(name, plain, "textChanged", &QPlainTextEdit::textChanged);
    else if (auto *tabs = qobject_cast<QTabBar *>(object))
        log(name, tabs, "currentChanged", &QTabBar::currentChanged);
    else if (auto *stack = qobject_cast<QStackedWidget *>(object))
        log(name, stack, "currentChanged", &QStackedWidget::currentChanged);
    else if (auto *toolBox = qobject_cast<QToolBox *>(object))
        log(name, toolBox, "currentChanged", &QToolBox::currentChanged);
    else if (auto *action = qobject_cast<QAction *>(object))
        log(name, action, "triggered", &QAction::triggered);
    else if (auto *label = qobject_cast<QLabel *>(object))
        log(name, label, "linkActivated", &QLabel::linkActivated);
    else if (auto *calendar = qobject_cast<QCalendarWidget *>(object)) {
        log(name, calendar, "clicked", &QCalendarWidget::clicked);
        log(name, calendar, "activated", &QCalendarWidget::activated);
        log(name, calendar, "selectionChanged", &QCalendarWidget::selectionChanged);
    } else if (auto *keys = qobject_cast<QKeySequenceEdit *>(object)) {
        log(name, keys, "keySequenceChanged", &QKeySequenceEdit::keySequenceChanged);
        log(name, keys, "editingFinished", &QKeySequenceEdit::editingFinished);
    } else if (auto *box = qobject_cast<QGroupBox *>(object)) {
        log(name, box, "clicked", &QGroupBox::clicked);
        log(name, box, "toggled", &QGroupBox::toggled);
    }
}

// What Qt named itself is a part of some input, which is logged as a whole.
bool isOurs(const QObject *object) {
    const QString name = object->objectName();
    return !name.isEmpty() && !name.startsWith(QLatin1String("qt_"));
}

}  // namespace

void startSignalLog() { logIsOn = true; }

void logSignals(QObject *root) {
    if (!logIsOn)
        return;
    QList<QObject *> objects = root->findChildren<QObject *>();
    objects.prepend(root);
    for (QObject *object : std::as_const(objects)) {
        if (isOurs(object))
            logObject(object->objectName(), object);
    }
}
