// All of the text an element holds, and all the options it offers.

#include "describing.h"

#include "family.h"
#include "sink.h"
#include "views.h"

#include <QAction>
#include <QtCore/QPointer>
#include <QtGui/QTextDocument>
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QTextEdit>

namespace qtmcp {

namespace {

// More of a text nobody reads at once; a log may have millions of lines.
constexpr int charactersInAll = 200000;
constexpr int optionsInAll = 10000;
// An item view offers its rows, as many as are worth telling of.
constexpr int rowsTold = 200;

// False where there is none, or where it is secret.
bool textOf(QWidget *widget, QString *text) {
    if (isSecret(widget))
        return false;
    if (const auto *edit = qobject_cast<QTextEdit *>(widget)) {
        *text = startOf(edit->document(), charactersInAll);
    } else if (const auto *edit = qobject_cast<QPlainTextEdit *>(widget)) {
        *text = startOf(edit->document(), charactersInAll);
    } else if (const auto *edit = qobject_cast<QLineEdit *>(widget)) {
        *text = edit->text();
    } else if (qobject_cast<QLabel *>(widget)) {
        *text = labelText(widget);
    } else {
        Accessible accessible;
        if (!describeControl(widget, &accessible) || !accessible.hasValue || accessible.is(QTMCP_PASSWORD))
            return false;
        *text = accessible.texts[QTMCP_TEXT_VALUE];
    }
    return true;
}

bool textOf(const Part &part, QString *text) {
    if (part.kind == PartKind::Row || part.kind == PartKind::Cell) {
        *text = nameOf(static_cast<QAbstractItemView *>(part.owner), part.index);
        return true;
    }
    if (part.kind == PartKind::Child) {
        Accessible accessible;
        accessible.readFrom(part.interface);
        if (accessible.is(QTMCP_PASSWORD) || !accessible.hasValue)
            return false;
        *text = part.interface->text(QAccessible::Value);
        return true;
    }
    return false;
}

QStringList optionsOf(QWidget *widget) {
    QStringList options;
    if (const auto *box = qobject_cast<QComboBox *>(widget)) {
        // One that is typed into takes up what was typed.
        for (int i = 0; i < box->count() && i < optionsInAll && !isSecret(box); ++i)
            options += box->itemText(i);
        return options;
    }
    auto *view = qobject_cast<QAbstractItemView *>(widget);
    if (!view || !view->model() || qobject_cast<QHeaderView *>(widget))
        return pageNames(widget);
    const QPointer<QAbstractItemView> guard(view);
    const int count = view->model()->rowCount(view->rootIndex());
    for (int row = 0; guard && view->model() && row < count && row < rowsTold; ++row) {
        const QModelIndex index = view->model()->index(row, anchorColumn(view), view->rootIndex());
        if (index.isValid() && !isRowHiddenIn(view, index))
            options += rowName(view, index);
    }
    return options;
}

}  // namespace

bool fullText(const QtmcpElement *element, const QtmcpSink *sink) {
    QString text;
    if (element->part) {
        const Part part = partOf(element);
        if (part.kind == PartKind::None || !textOf(part, &text))
            return false;
    } else {
        auto *widget = qobject_cast<QWidget *>(objectOf(element->object));
        if (!widget || !textOf(widget, &text))
            return false;
    }
    Out(*sink).text(text);
    return true;
}

bool options(const QtmcpElement *element, const QtmcpSink *sink) {
    auto *widget = qobject_cast<QWidget *>(objectOf(element->object));
    if (!widget || element->part)
        return false;
    const QStringList options = optionsOf(widget);
    const Out out(*sink);
    out.beginList();
    for (const QString &option : options)
        out.text(option);
    out.end();
    return true;
}

}  // namespace qtmcp
