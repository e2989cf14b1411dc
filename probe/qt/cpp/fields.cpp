// Widgets that hold a value: what it is, its limits, and how a person sets it.

#include "describing.h"

#include <QtGui/QKeySequence>
#include <QtGui/QTextBlock>
#include <QtGui/QTextDocument>
#include <QtWidgets/QAbstractSlider>
#include <QtWidgets/QCalendarWidget>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDateTimeEdit>
#include <QtWidgets/QKeySequenceEdit>
#include <QtWidgets/QLCDNumber>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QProgressBar>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QTextEdit>

namespace qtmcp {

namespace {

void setGauge(Accessible *accessible, double value, double minimum, double maximum, double step) {
    accessible->hasGauge = true;
    accessible->gauge[0] = value;
    accessible->gauge[1] = minimum;
    accessible->gauge[2] = maximum;
    accessible->gauge[3] = step;
}

void setEditable(Accessible *accessible, bool isReadOnly) {
    accessible->set(QTMCP_EDITABLE, !isReadOnly);
    accessible->set(QTMCP_NOT_EDITABLE, isReadOnly);
}

void describeLineEdit(const QLineEdit *edit, Accessible *accessible) {
    accessible->input = QTMCP_INPUT_TEXT;
    accessible->texts[QTMCP_TEXT_PLACEHOLDER] = edit->placeholderText();
    setEditable(accessible, edit->isReadOnly());
    accessible->set(QTMCP_INVALID, !edit->hasAcceptableInput());
    // A secret is not told, nor its length; only whether there is one.
    if (edit->echoMode() != QLineEdit::Normal)
        accessible->set(QTMCP_PASSWORD);
    else
        accessible->setValue(edit->text());
}

// The first characters of a document, without making all of its text.
void describeDocument(const QTextDocument *document, bool isReadOnly, Accessible *accessible) {
    accessible->input = QTMCP_INPUT_MULTI_LINE;
    accessible->set(QTMCP_MULTI_LINE);
    setEditable(accessible, isReadOnly);
    QString text;
    for (QTextBlock block = document->begin(); block.isValid() && text.size() <= valueLimit; block = block.next()) {
        if (block != document->begin())
            text += QLatin1Char('\n');
        const QString line = block.text();
        text += line.left(valueLimit + 1);
    }
    text.replace(QChar(QChar::LineSeparator), QLatin1Char('\n'));
    text.replace(QChar(QChar::Nbsp), QLatin1Char(' '));
    accessible->setValue(text);
    // The document counts the end of its last paragraph.
    accessible->valueLength = uint64_t(qMax(0, document->characterCount() - 1));
}

void describeSpinBox(const QAbstractSpinBox *box, Accessible *accessible) {
    accessible->setValue(box->text());
    setEditable(accessible, box->isReadOnly());
    accessible->set(QTMCP_INVALID, !box->hasAcceptableInput());
    accessible->input = QTMCP_INPUT_NUMBER;
    if (const auto *whole = qobject_cast<const QSpinBox *>(box))
        setGauge(accessible, whole->value(), whole->minimum(), whole->maximum(), whole->singleStep());
    else if (const auto *real = qobject_cast<const QDoubleSpinBox *>(box))
        setGauge(accessible, real->value(), real->minimum(), real->maximum(), real->singleStep());
    else if (qobject_cast<const QDateTimeEdit *>(box))
        accessible->input = QTMCP_INPUT_DATE_TIME;
}

void describeComboBox(const QComboBox *box, Accessible *accessible) {
    // Apps make the field read-only to style what it shows.
    const bool isTyped = box->isEditable() && !box->lineEdit()->isReadOnly();
    accessible->input = isTyped ? QTMCP_INPUT_EDITABLE_CHOICE : QTMCP_INPUT_CHOICE;
    accessible->set(QTMCP_HAS_POPUP);
    accessible->set(QTMCP_EDITABLE, isTyped);
    accessible->setValue(box->currentText());
    accessible->texts[QTMCP_TEXT_PLACEHOLDER] = box->placeholderText();
    if (const QLineEdit *edit = box->lineEdit()) {
        if (accessible->texts[QTMCP_TEXT_PLACEHOLDER].isEmpty())
            accessible->texts[QTMCP_TEXT_PLACEHOLDER] = edit->placeholderText();
        if (edit->echoMode() != QLineEdit::Normal) {
            accessible->set(QTMCP_PASSWORD);
            return;
        }
    }
    const int count = box->count();
    accessible->optionCount = uint64_t(count);
    for (int i = 0; i < count && i < optionLimit; ++i)
        accessible->options += box->itemText(i);
}

void describeProgress(const QProgressBar *bar, Accessible *accessible) {
    const bool isBusy = bar->minimum() == bar->maximum();
    accessible->set(QTMCP_BUSY, isBusy);
    if (isBusy)
        return;
    setGauge(accessible, bar->value(), bar->minimum(), bar->maximum(), 0);
    const QString text = bar->isTextVisible() ? bar->text() : QString();
    const qint64 range = qint64(bar->maximum()) - bar->minimum();
    const qint64 percent = qMax<qint64>(0, (qint64(bar->value()) - bar->minimum()) * 100 / range);
    accessible->setValue(text.isEmpty() ? QString::number(percent) + QLatin1Char('%') : text);
}

}  // namespace

bool describeField(QWidget *widget, Accessible *accessible) {
    if (const auto *edit = qobject_cast<QLineEdit *>(widget)) {
        describeLineEdit(edit, accessible);
    } else if (const auto *edit = qobject_cast<QTextEdit *>(widget)) {
        accessible->texts[QTMCP_TEXT_PLACEHOLDER] = edit->placeholderText();
        describeDocument(edit->document(), edit->isReadOnly(), accessible);
    } else if (const auto *edit = qobject_cast<QPlainTextEdit *>(widget)) {
        accessible->texts[QTMCP_TEXT_PLACEHOLDER] = edit->placeholderText();
        describeDocument(edit->document(), edit->isReadOnly(), accessible);
    } else if (const auto *box = qobject_cast<QAbstractSpinBox *>(widget)) {
        describeSpinBox(box, accessible);
    } else if (const auto *box = qobject_cast<QComboBox *>(widget)) {
        describeComboBox(box, accessible);
    } else if (const auto *slider = qobject_cast<QAbstractSlider *>(widget)) {
        accessible->input = QTMCP_INPUT_RANGE;
        setGauge(accessible, slider->value(), slider->minimum(), slider->maximum(), slider->singleStep());
        accessible->setValue(QString::number(slider->value()));
    } else if (const auto *bar = qobject_cast<QProgressBar *>(widget)) {
        describeProgress(bar, accessible);
    } else if (const auto *edit = qobject_cast<QKeySequenceEdit *>(widget)) {
        accessible->input = QTMCP_INPUT_KEYS;
        accessible->role = QAccessible::EditableText;
        accessible->set(QTMCP_EDITABLE);
        accessible->setValue(edit->keySequence().toString(QKeySequence::NativeText));
    } else if (const auto *number = qobject_cast<QLCDNumber *>(widget)) {
        accessible->setValue(QString::number(number->value()));
    } else if (const auto *calendar = qobject_cast<QCalendarWidget *>(widget)) {
        accessible->input = QTMCP_INPUT_DATE_TIME;
        accessible->setValue(calendar->selectedDate().toString(Qt::ISODate));
    } else {
        return false;
    }
    return true;
}

}  // namespace qtmcp
