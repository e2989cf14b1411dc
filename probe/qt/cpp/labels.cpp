// Labels and what they name. Qt knows only the way from a label to its buddy, so the labels of a window are looked
// through once, and remembered for the few milliseconds that a reading of the window takes.

#include "family.h"

#include "elements.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QPointer>
#include <QtGui/QTextDocument>
#include <QtGui/QTextDocumentFragment>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QLabel>

#include <unordered_map>

namespace qtmcp {

namespace {

constexpr int memoryMilliseconds = 30;

struct Pair {
    QPointer<QWidget> label, field;
};

struct Labels {
    QPointer<QWidget> window;
    QElapsedTimer age;
    std::unordered_map<const QWidget *, Pair> byField, byLabel;

    void add(QWidget *label, QWidget *field) {
        const Pair pair = {label, field};
        byField.emplace(field, pair);
        byLabel.emplace(label, pair);
    }
    void addForm(const QFormLayout *form) {
        for (int row = 0; row < form->rowCount(); ++row) {
            QLayoutItem *label = form->itemAt(row, QFormLayout::LabelRole);
            QLayoutItem *field = form->itemAt(row, QFormLayout::FieldRole);
            if (label && field && label->widget() && field->widget())
                add(label->widget(), field->widget());
        }
    }
    void addAll(const QObject *object) {
        for (QObject *child : object->children()) {
            if (auto *label = qobject_cast<QLabel *>(child); label && label->buddy())
                add(label, label->buddy());
            else if (const auto *form = qobject_cast<QFormLayout *>(child))
                addForm(form);
            // A layout's children are the layouts inside it.
            if (child->isWidgetType() || qobject_cast<QLayout *>(child))
                addAll(child);
        }
    }
};

// Never freed: it may be asked for until the process ends.
Labels &labelsIn(QWidget *window) {
    static auto *const labels = new Labels;
    if (labels->window != window || labels->age.elapsed() > memoryMilliseconds) {
        labels->byField.clear();
        labels->byLabel.clear();
        labels->window = window;
        labels->addAll(window);
        labels->age.start();
    }
    return *labels;
}

}  // namespace

QWidget *labelOf(const QWidget *widget) {
    const auto &fields = labelsIn(widget->window()).byField;
    const auto found = fields.find(widget);
    return found != fields.end() && found->second.field == widget ? found->second.label.data() : nullptr;
}

QWidget *labelledBy(const QLabel *label) {
    if (label->buddy())
        return label->buddy();
    const auto &labels = labelsIn(label->window()).byLabel;
    const auto found = labels.find(label);
    return found != labels.end() && found->second.label == label ? found->second.field.data() : nullptr;
}

QString labelText(const QWidget *widget) {
    const auto *label = qobject_cast<const QLabel *>(widget);
    if (!label) {
        QAccessibleInterface *interface = QAccessible::queryAccessibleInterface(const_cast<QWidget *>(widget));
        return interface ? interface->text(QAccessible::Name) : QString();
    }
    // Not by accessibility: in a checkable group it gives every label the group's title.
    QString text = label->text();
    const bool isRich = label->textFormat() == Qt::RichText ||
                        (label->textFormat() == Qt::AutoText && Qt::mightBeRichText(text));
    if (isRich)
        text = QTextDocumentFragment::fromHtml(text).toPlainText();
    // Only where there is a buddy does a mark make a mnemonic.
    return label->buddy() ? withoutMnemonics(text) : text;
}

}  // namespace qtmcp
