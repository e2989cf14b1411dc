// The "Form" tab: one of every usual input, and a button that reports all their values as JSON.
#include "output.h"
#include "pages.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QDateEdit>
#include <QDateTimeEdit>
#include <QDial>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QSlider>
#include <QSpinBox>
#include <QTextEdit>
#include <QTimeEdit>
#include <QVBoxLayout>

namespace {

// The inputs; all belong to the page.
struct Inputs {
    explicit Inputs(QWidget *page);

    QJsonObject values() const;

    QLineEdit *name;
    QLineEdit *password;
    QTextEdit *notes;
    QPlainTextEdit *code;
    QSpinBox *age;
    QDoubleSpinBox *price;
    QComboBox *colour;
    QComboBox *city;
    QCheckBox *agree;
    QCheckBox *triState;
    QButtonGroup *sizes;
    QSlider *volume;
    QDial *dial;
    QDateEdit *date;
    QTimeEdit *time;
    QDateTimeEdit *dateTime;
    QKeySequenceEdit *shortcut;
    QProgressBar *progress;
};

Inputs::Inputs(QWidget *page)
    : name(named(new QLineEdit(page), "nameEdit")), password(named(new QLineEdit(page), "passwordEdit")),
      notes(named(new QTextEdit(page), "notesEdit")), code(named(new QPlainTextEdit(page), "codeEdit")),
      age(named(new QSpinBox(page), "ageSpin")), price(named(new QDoubleSpinBox(page), "priceSpin")),
      colour(named(new QComboBox(page), "colourCombo")), city(named(new QComboBox(page), "cityCombo")),
      agree(named(new QCheckBox(QStringLiteral("I &agree"), page), "agreeCheck")),
      triState(named(new QCheckBox(QStringLiteral("Partly"), page), "triStateCheck")),
      sizes(named(new QButtonGroup(page), "sizeGroup")),
      volume(named(new QSlider(Qt::Horizontal, page), "volumeSlider")), dial(named(new QDial(page), "dial")),
      date(named(new QDateEdit(QDate(2026, 1, 15), page), "dateEdit")),
      time(named(new QTimeEdit(QTime(9, 30), page), "timeEdit")),
      dateTime(named(new QDateTimeEdit(QDateTime(QDate(2026, 1, 15), QTime(9, 30)), page), "dateTimeEdit")),
      shortcut(named(new QKeySequenceEdit(page), "shortcutEdit")),
      progress(named(new QProgressBar(page), "progressBar")) {
    name->setPlaceholderText(QStringLiteral("Your name"));
    password->setEchoMode(QLineEdit::Password);
    notes->setTabChangesFocus(true);
    code->setTabChangesFocus(false);
    age->setRange(0, 150);
    age->setValue(30);
    price->setRange(0, 10000);
    price->setValue(9.5);
    price->setPrefix(QStringLiteral("€ "));
    colour->addItems({QStringLiteral("Red"), QStringLiteral("Green"), QStringLiteral("Blue")});
    city->setEditable(true);
    city->addItems({QStringLiteral("Paris"), QStringLiteral("Tokyo"), QStringLiteral("Zürich")});
    triState->setTristate(true);
    triState->setCheckState(Qt::PartiallyChecked);
    volume->setRange(0, 100);
    volume->setValue(50);
    dial->setRange(0, 100);
    dial->setNotchesVisible(true);
    dial->setFixedHeight(48);
    date->setDisplayFormat(QStringLiteral("yyyy-MM-dd"));
    date->setCalendarPopup(true);
    time->setDisplayFormat(QStringLiteral("HH:mm"));
    dateTime->setDisplayFormat(QStringLiteral("yyyy-MM-dd HH:mm"));
    progress->setValue(volume->value());
    QObject::connect(volume, &QSlider::valueChanged, progress, &QProgressBar::setValue);
}

QJsonObject Inputs::values() const {
    const QAbstractButton *size = sizes->checkedButton();
    return {
        {QStringLiteral("name"), name->text()},
        {QStringLiteral("password"), password->text()},
        {QStringLiteral("notes"), notes->toPlainText()},
        {QStringLiteral("code"), code->toPlainText()},
        {QStringLiteral("age"), age->value()},
        {QStringLiteral("price"), price->value()},
        {QStringLiteral("colour"), colour->currentText()},
        {QStringLiteral("city"), city->currentText()},
        {QStringLiteral("agree"), agree->isChecked()},
        {QStringLiteral("triState"), int(triState->checkState())},
        {QStringLiteral("size"), size ? size->text() : QString()},
        {QStringLiteral("volume"), volume->value()},
        {QStringLiteral("dial"), dial->value()},
        {QStringLiteral("date"), date->date().toString(Qt::ISODate)},
        {QStringLiteral("time"), time->time().toString(Qt::ISODate)},
        {QStringLiteral("dateTime"), dateTime->dateTime().toString(Qt::ISODate)},
        {QStringLiteral("shortcut"), shortcut->keySequence().toString()},
    };
}

QLayout *makeSizeRow(QWidget *page, QButtonGroup *group) {
    auto *row = new QHBoxLayout;
    const auto add = [&](const char *name, const QString &text) {
        auto *button = named(new QRadioButton(text, page), name);
        group->addButton(button);
        row->addWidget(button);
        return button;
    };
    add("smallRadio", QStringLiteral("Small"))->setChecked(true);
    add("mediumRadio", QStringLiteral("Medium"));
    add("largeRadio", QStringLiteral("Large"));
    row->addStretch();
    return row;
}

// Named buttons that cannot be clicked, each for a reason of its own, follow the two that can.
QLayout *makeButtonRow(QWidget *page, const Inputs &inputs) {
    auto *row = new QHBoxLayout;
    auto *result = named(new QLabel(QStringLiteral("Nothing submitted yet"), page), "resultLabel");
    auto *submit = named(new QPushButton(QStringLiteral("&Submit"), page), "submitButton");
    auto *clear = named(new QPushButton(QStringLiteral("&Clear"), page), "clearButton");
    auto *disabled = named(new QPushButton(QStringLiteral("Disabled"), page), "disabledButton");
    auto *hidden = named(new QPushButton(QStringLiteral("Hidden"), page), "hiddenButton");
    disabled->setEnabled(false);
    hidden->hide();
    row->addWidget(result, 1);
    for (QPushButton *button : {hidden, disabled, clear, submit})
        row->addWidget(button);

    QObject::connect(submit, &QPushButton::clicked, page, [inputs, result] {
        const QByteArray json = QJsonDocument(inputs.values()).toJson(QJsonDocument::Compact);
        say(QStringLiteral("SUBMIT ") + QString::fromUtf8(json));
        result->setText(QStringLiteral("Submitted %1").arg(inputs.name->text()));
    });
    QObject::connect(clear, &QPushButton::clicked, page, [inputs, result] {
        inputs.name->clear();
        inputs.password->clear();
        inputs.notes->clear();
        inputs.code->clear();
        result->setText(QStringLiteral("Cleared"));
    });
    return row;
}

}  // namespace

QWidget *makeFormPage(QWidget *parent) {
    auto *page = named(new QWidget(parent), "formPage");
    const Inputs inputs(page);

    auto *left = new QFormLayout;
    auto *nameLabel = named(new QLabel(QStringLiteral("&Name:"), page), "nameLabel");
    nameLabel->setBuddy(inputs.name);
    left->addRow(nameLabel, inputs.name);
    left->addRow(QStringLiteral("&Password:"), inputs.password);
    left->addRow(QStringLiteral("No&tes:"), inputs.notes);
    left->addRow(QStringLiteral("C&ode:"), inputs.code);

    auto *right = new QFormLayout;
    right->addRow(QStringLiteral("A&ge:"), inputs.age);
    right->addRow(QStringLiteral("P&rice:"), inputs.price);
    right->addRow(QStringLiteral("Co&lour:"), inputs.colour);
    right->addRow(QStringLiteral("C&ity:"), inputs.city);
    right->addRow(QString(), inputs.agree);
    right->addRow(QString(), inputs.triState);
    right->addRow(QStringLiteral("Size:"), makeSizeRow(page, inputs.sizes));
    right->addRow(QStringLiteral("&Volume:"), inputs.volume);
    right->addRow(QStringLiteral("Progress:"), inputs.progress);
    right->addRow(QStringLiteral("&Dial:"), inputs.dial);
    right->addRow(QStringLiteral("Date:"), inputs.date);
    right->addRow(QStringLiteral("Time:"), inputs.time);
    right->addRow(QStringLiteral("Date and time:"), inputs.dateTime);
    right->addRow(QStringLiteral("Shortcut:"), inputs.shortcut);

    auto *columns = new QHBoxLayout;
    columns->addLayout(left, 1);
    columns->addSpacing(16);
    columns->addLayout(right, 1);
    auto *layout = new QVBoxLayout(page);
    layout->addLayout(columns);
    layout->addLayout(makeButtonRow(page, inputs));
    return page;
}
