// Widgets that hold a value: what it is, its limits, and how a person sets it.

#include "describing.h"

#include "guard.h"

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

// A secret is not told, nor its length; only whether there is one.
void setSecret(Accessible *accessible, const QString &secret) {
    accessible->set(QTMCP_PASSWORD);
    accessible->valueLength = secret.isEmpty() ? 0 : 1;
}

void describeLineEdit(const QLineEdit *edit, Accessible *accessible) {
    accessible->input = QTMCP_INPUT_TEXT;
    accessible->texts[QTMCP_TEXT_PLACEHOLDER] = edit->placeholderText();
    setEditable(accessible, edit->isReadOnly());
    accessible->set(QTMCP_INVALID, !edit->hasAcceptableInput());
    if (isSecret(edit))
        setSecret(accessible, edit->text());
    else
        accessible->setValue(edit->text());
}

QString lineStart(const QTextBlock &block, int length) {
    // Many times faster than to copy a line of megabytes, and slower for all others.
    if (block.length() / 10 < length)
        return block.text().left(length);
    QString text;
    for (int at = block.position(); text.size() < length; ++at)
        text += block.document()->characterAt(at);
    return text;
}

void describeDocument(const QTextDocument *document, bool isReadOnly, Accessible *accessible) {
    accessible->input = QTMCP_INPUT_MULTI_LINE;
    accessible->set(QTMCP_MULTI_LINE);
    setEditable(accessible, isReadOnly);
    accessible->setValue(startOf(document, valueLimit + 1));
    // The document counts the end of its last paragraph.
    accessible->valueLength = uint64_t(qMax(0, document->characterCount() - 1));
}

void describeSpinBox(const QAbstractSpinBox *box, Accessible *accessible) {
    setEditable(accessible, box->isReadOnly());
    accessible->set(QTMCP_INVALID, !box->hasAcceptableInput());
    if (isSecret(box)) {
        accessible->input = QTMCP_INPUT_TEXT;
        setSecret(accessible, box->text());
        return;
    }
    accessible->setValue(box->text());
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
    accessible->texts[QTMCP_TEXT_PLACEHOLDER] = box->placeholderText();
    if (box->lineEdit() && accessible->texts[QTMCP_TEXT_PLACEHOLDER].isEmpty())
        accessible->texts[QTMCP_TEXT_PLACEHOLDER] = box->lineEdit()->placeholderText();
    if (isSecret(box)) {
        setSecret(accessible, box->currentText());
        return;
    }
    accessible->setValue(box->currentText());
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

QLineEdit *fieldOf(const QWidget *widget) {
    if (const auto *edit = qobject_cast<const QLineEdit *>(widget))
        return const_cast<QLineEdit *>(edit);
    if (const auto *box = qobject_cast<const QComboBox *>(widget))
        return box->lineEdit();
    if (qobject_cast<const QAbstractSpinBox *>(widget))
        return widget->findChild<QLineEdit *>(QString(), Qt::FindDirectChildrenOnly);
    return nullptr;
}

bool isSecret(const QWidget *widget) {
    const QLineEdit *edit = fieldOf(widget);
    if (!edit)
        return host->is_secret(static_cast<const QObject *>(widget), false);
    // An app that shows the text on demand may leave the hint that it is one to hide.
    const bool hides = edit->echoMode() != QLineEdit::Normal || (edit->inputMethodHints() & Qt::ImhHiddenText);
    return host->is_secret(static_cast<const QObject *>(edit), hides);
}

QString startOf(const QTextDocument *document, int length) {
    QString text;
    for (QTextBlock block = document->begin(); block.isValid() && text.size() < length; block = block.next()) {
        if (block != document->begin())
            text += QLatin1Char('\n');
        text += lineStart(block, length - int(text.size()));
    }
    text.replace(QChar(QChar::LineSeparator), QLatin1Char('\n'));
    text.replace(QChar(QChar::Nbsp), QLatin1Char(' '));
    return text;
}

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
