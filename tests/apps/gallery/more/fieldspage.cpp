// The page "Fields": fields that are named in different ways, and that take input only if it fits, or not at all.
#include "morepages.h"
#include "output.h"

#include <QAbstractItemView>
#include <QCalendarWidget>
#include <QColorDialog>
#include <QComboBox>
#include <QCompleter>
#include <QFontComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QIntValidator>
#include <QLCDNumber>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSpinBox>
#include <QTextEdit>
#include <QVBoxLayout>

namespace {

const int longLines = 100;

// Fields that check, complete or refuse what is typed.
QFormLayout *makeChecked(QWidget *page) {
    auto *form = new QFormLayout;
    auto *country = named(new QLineEdit(page), "countryEdit");
    auto *completer =
        named(new QCompleter({QStringLiteral("Finland"), QStringLiteral("France"), QStringLiteral("Germany"),
                              QStringLiteral("Ghana"), QStringLiteral("Greece"), QStringLiteral("Japan")},
                             country),
              "countryCompleter");
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->popup()->setObjectName(QStringLiteral("countryPopup"));
    country->setCompleter(completer);
    form->addRow(QStringLiteral("Countr&y:"), country);

    auto *number = named(new QLineEdit(QStringLiteral("42"), page), "numberEdit");
    number->setValidator(named(new QIntValidator(1, 100, number), "numberValidator"));
    form->addRow(QStringLiteral("&Number (1 to 100):"), number);
    auto *phone = named(new QLineEdit(page), "phoneEdit");
    phone->setInputMask(QStringLiteral("999-9999;_"));
    form->addRow(QStringLiteral("&Phone:"), phone);
    auto *shortEdit = named(new QLineEdit(page), "shortEdit");
    shortEdit->setMaxLength(5);
    form->addRow(QStringLiteral("Five &letters:"), shortEdit);

    auto *readOnly = named(new QLineEdit(QStringLiteral("Cannot be changed"), page), "readOnlyEdit");
    readOnly->setReadOnly(true);
    form->addRow(QStringLiteral("&Read only:"), readOnly);
    auto *readOnlyText = named(new QTextEdit(QStringLiteral("Text to read, not to write"), page), "readOnlyText");
    readOnlyText->setReadOnly(true);
    readOnlyText->setFixedHeight(60);
    form->addRow(QStringLiteral("Read only te&xt:"), readOnlyText);
    auto *disabled = named(new QLineEdit(QStringLiteral("Switched off"), page), "disabledEdit");
    disabled->setEnabled(false);
    form->addRow(QStringLiteral("&Disabled:"), disabled);

    QString lines;
    for (int i = 1; i <= longLines; ++i)
        lines += QStringLiteral("Line %1 of a long text\n").arg(i);
    auto *longText = named(new QPlainTextEdit(lines, page), "longText");
    longText->setFixedHeight(80);
    form->addRow(QStringLiteral("Lon&g text:"), longText);
    return form;
}

// Fields without a label: what else could name them differs.
QFormLayout *makeUnlabelled(QWidget *page) {
    auto *form = new QFormLayout;
    auto *placeholder = named(new QLineEdit(page), "placeholderEdit");
    placeholder->setPlaceholderText(QStringLiteral("Search the catalogue"));
    auto *tip = named(new QLineEdit(page), "tooltipEdit");
    tip->setToolTip(QStringLiteral("Postal code"));
    auto *accessible = named(new QLineEdit(page), "accessibleEdit");
    accessible->setAccessibleName(QStringLiteral("Customer number"));
    accessible->setAccessibleDescription(QStringLiteral("Eight digits, on your invoice"));
    // Named by nothing but its class.
    auto *bare = new QLineEdit(page);
    for (QWidget *field : {placeholder, tip, accessible, bare})
        form->addRow(field);
    return form;
}

QFormLayout *makeChoices(QWidget *page) {
    auto *form = new QFormLayout;
    const QStringList sizes{QStringLiteral("Small"), QStringLiteral("Medium"), QStringLiteral("Large")};
    auto *plain = named(new QComboBox(page), "plainCombo");
    plain->addItems(sizes);
    form->addRow(QStringLiteral("Choose &one:"), plain);
    auto *readOnly = named(new QComboBox(page), "readOnlyCombo");
    readOnly->addItems(sizes);
    readOnly->setEditable(true);
    readOnly->lineEdit()->setReadOnly(true);
    form->addRow(QStringLiteral("Choose, not &type:"), readOnly);
    auto *disabled = named(new QComboBox(page), "disabledCombo");
    disabled->addItems(sizes);
    disabled->setEnabled(false);
    form->addRow(QStringLiteral("Not to choose:"), disabled);
    auto *fonts = named(new QFontComboBox(page), "fontCombo");
    form->addRow(QStringLiteral("&Font:"), fonts);

    auto *digits = named(new QSpinBox(page), "digitsSpin");
    digits->setRange(0, 9999);
    digits->setValue(12);
    auto *lcd = named(new QLCDNumber(page), "lcdNumber");
    lcd->setMinimumHeight(32);
    lcd->display(digits->value());
    QObject::connect(digits, QOverload<int>::of(&QSpinBox::valueChanged), lcd,
                     QOverload<int>::of(&QLCDNumber::display));
    form->addRow(QStringLiteral("&Shown below:"), digits);
    form->addRow(QString(), lcd);
    auto *scroll = named(new QScrollBar(Qt::Horizontal, page), "scrollBar");
    scroll->setRange(0, 50);
    form->addRow(QStringLiteral("Scroll bar:"), scroll);
    return form;
}

void askForColour(QWidget *page, QLabel *result) {
    QColorDialog dialog(QColor(0x1f, 0x6f, 0xeb), page);
    dialog.setObjectName(QStringLiteral("colourDialog"));
    dialog.setWindowTitle(QStringLiteral("Choose a colour"));
    dialog.setOption(QColorDialog::DontUseNativeDialog);
    const bool chosen = dialog.exec() == QDialog::Accepted;
    report(result, QStringLiteral("COLOUR ") + (chosen ? dialog.selectedColor().name() : QStringLiteral("none")));
}

}  // namespace

QWidget *makeFieldsPage() {
    auto *page = named(new QWidget, "fieldsPage");
    auto *result = named(new QLabel(QStringLiteral("Nothing chosen yet"), page), "fieldsResult");
    auto *colour = named(new QPushButton(QStringLiteral("Colour…"), page), "colourButton");
    QObject::connect(colour, &QPushButton::clicked, page, [page, result] { askForColour(page, result); });
    auto *calendar = named(new QCalendarWidget(page), "calendar");
    calendar->setSelectedDate(QDate(2026, 1, 15));
    QObject::connect(calendar, &QCalendarWidget::selectionChanged, result, [calendar, result] {
        report(result, QStringLiteral("DATE ") + calendar->selectedDate().toString(Qt::ISODate));
    });

    auto *left = new QVBoxLayout;
    left->addLayout(makeChecked(page));
    left->addLayout(makeUnlabelled(page));
    left->addStretch();
    auto *right = new QVBoxLayout;
    right->addLayout(makeChoices(page));
    right->addWidget(colour, 0, Qt::AlignLeft);
    right->addWidget(calendar);
    right->addStretch();
    auto *columns = new QHBoxLayout;
    columns->addLayout(left, 1);
    columns->addSpacing(16);
    columns->addLayout(right, 1);
    auto *layout = new QVBoxLayout(page);
    layout->addLayout(columns);
    layout->addWidget(result);
    page->resize(860, 620);
    return page;
}
