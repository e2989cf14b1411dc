// Labels and what they name: a label knows its buddy, and a form layout the field beside it. The way back from a buddy to
// its label needs the whole window, and is taken by whoever has read it.

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

// The rows of one widget's forms, remembered for the few milliseconds in which its children are described.
struct Forms {
    QPointer<QWidget> parent;
    QElapsedTimer age;
    std::unordered_map<const QWidget *, QPointer<QWidget>> fieldOf, labelOf;

    void addForm(const QFormLayout *form) {
        for (int row = 0; row < form->rowCount(); ++row) {
            QLayoutItem *label = form->itemAt(row, QFormLayout::LabelRole);
            QLayoutItem *field = form->itemAt(row, QFormLayout::FieldRole);
            if (!label || !field || !label->widget() || !field->widget())
                continue;
            fieldOf.emplace(label->widget(), field->widget());
            labelOf.emplace(field->widget(), label->widget());
        }
    }
    // A layout's children are the layouts inside it.
    void addAll(const QLayout *layout) {
        if (const auto *form = qobject_cast<const QFormLayout *>(layout))
            addForm(form);
        for (const QObject *child : layout->children()) {
            if (const auto *inner = qobject_cast<const QLayout *>(child))
                addAll(inner);
        }
    }
};

// Never freed: it may be asked for until the process ends.
const Forms *formsAround(const QWidget *widget) {
    constexpr int memoryMilliseconds = 30;
    static auto *const forms = new Forms;
    QWidget *parent = widget->isWindow() ? nullptr : widget->parentWidget();
    if (!parent || !parent->layout())
        return nullptr;
    if (forms->parent != parent || forms->age.elapsed() > memoryMilliseconds) {
        forms->fieldOf.clear();
        forms->labelOf.clear();
        forms->parent = parent;
        forms->addAll(parent->layout());
        forms->age.start();
    }
    return forms;
}

QWidget *partner(const std::unordered_map<const QWidget *, QPointer<QWidget>> &partners, const QWidget *widget) {
    const auto found = partners.find(widget);
    return found == partners.end() ? nullptr : found->second.data();
}

}  // namespace

QWidget *labelOf(const QWidget *widget) {
    const Forms *forms = formsAround(widget);
    return forms ? partner(forms->labelOf, widget) : nullptr;
}

QWidget *labelledBy(const QLabel *label) {
    if (label->buddy())
        return label->buddy();
    const Forms *forms = formsAround(label);
    return forms ? partner(forms->fieldOf, label) : nullptr;
}

QString labelText(const QWidget *widget) {
    const auto *label = qobject_cast<const QLabel *>(widget);
    if (!label) {
        QAccessibleInterface *interface = accessibleOf(const_cast<QWidget *>(widget));
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
