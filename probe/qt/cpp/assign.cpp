// Setting values as a person's doing does, where keys and clicks cannot do it exactly.

#include "describing.h"

#include "nodes.h"
#include "sink.h"
#include "views.h"

#include <QAction>
#include <QtCore/QLocale>
#include <QtCore/QPointer>
#include <QtWidgets/QAbstractSlider>
#include <QtWidgets/QCalendarWidget>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDateTimeEdit>
#include <QtWidgets/QLCDNumber>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QProgressBar>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QTabBar>
#include <QtWidgets/QTabWidget>
#include <QtWidgets/QToolBox>
#include <QtWidgets/QTreeView>

#include <cmath>
#include <limits>

namespace qtmcp {

namespace {

// A value as it came, and where to say what is wrong with it.
struct Given {
    const QtmcpNode &node;
    const QtmcpSink *error;

    QtmcpResult refuse(const QString &message, QtmcpResult result = QTMCP_NOT_CONVERTIBLE) const {
        Out(*error).text(message);
        return result;
    }
    QString text() const {
        double number = 0;
        if (node.kind == QTMCP_TEXT)
            return textOf(node);
        if (node.kind == QTMCP_BOOL)
            return node.integer ? QStringLiteral("true") : QStringLiteral("false");
        return realOf(node, &number) ? QString::number(number, 'g', 15) : QString();
    }
    bool number(double *value) const {
        if (realOf(node, value))
            return true;
        bool isNumber = false;
        *value = node.kind == QTMCP_TEXT ? QLocale::c().toDouble(textOf(node).trimmed(), &isNumber) : 0;
        return isNumber;
    }
};

QtmcpResult refuseNumber(const Given &given, double minimum, double maximum) {
    return given.refuse(QStringLiteral("The value must be a number from %1 to %2, not \"%3\".")
                            .arg(QString::number(minimum, 'g', 15), QString::number(maximum, 'g', 15), given.text()));
}

// Down, to its place, up: sliderPressed, sliderMoved, valueChanged and sliderReleased as by the mouse.
QtmcpResult assignSlider(QAbstractSlider *slider, const Given &given) {
    double value = 0;
    if (!given.number(&value) || value < slider->minimum() || value > slider->maximum() || std::isnan(value))
        return refuseNumber(given, slider->minimum(), slider->maximum());
    const QPointer<QAbstractSlider> guard(slider);
    slider->setSliderDown(true);
    if (guard)
        slider->setSliderPosition(qRound(value));
    if (guard)
        slider->setSliderDown(false);
    return QTMCP_OK;
}

template <typename Box>
QtmcpResult assignNumber(Box *box, const Given &given) {
    double value = 0;
    if (!given.number(&value) || value < box->minimum() || value > box->maximum() || std::isnan(value))
        return refuseNumber(given, box->minimum(), box->maximum());
    const QPointer<Box> guard(box);
    box->setValue(decltype(box->value())(std::is_same_v<decltype(box->value()), int> ? qRound(value) : value));
    if (guard)
        Q_EMIT box->editingFinished();
    return QTMCP_OK;
}

// As the field shows it, or as ISO 8601 has it; what the text leaves out stays as it is.
bool parseDateTime(const QDateTimeEdit *edit, const QString &text, QDateTime *value) {
    const QLocale locale = edit->locale();
    const QDateTime shown = locale.toDateTime(text, edit->displayFormat());
    *value = edit->dateTime();
    const auto sections = edit->displayedSections();
    const bool hasDate = sections & QDateTimeEdit::DateSections_Mask;
    const bool hasTime = sections & QDateTimeEdit::TimeSections_Mask;
    if (shown.isValid()) {
        if (hasDate)
            value->setDate(shown.date());
        if (hasTime)
            value->setTime(shown.time());
        return true;
    }
    const QDate date = QDate::fromString(text, Qt::ISODate);
    const QTime time = QTime::fromString(text, Qt::ISODate);
    const QDateTime both =
        QDateTime::fromString(QString(text).replace(QLatin1Char(' '), QLatin1Char('T')), Qt::ISODate);
    const bool isDate = date.isValid() && text.size() <= 10;
    if (isDate)
        value->setDate(date);
    else if (time.isValid())
        value->setTime(time);
    else if (both.isValid())
        *value = QDateTime(both.date(), both.time(), edit->timeSpec());
    else
        return false;
    return isDate ? hasDate : time.isValid() ? hasTime : true;
}

QtmcpResult assignDateTime(QDateTimeEdit *edit, const Given &given) {
    QDateTime value;
    const QString format = edit->displayFormat();
    if (!parseDateTime(edit, given.text().trimmed(), &value)) {
        const auto sections = edit->displayedSections();
        const QString iso = !(sections & QDateTimeEdit::TimeSections_Mask)   ? QStringLiteral("2026-01-31")
                            : !(sections & QDateTimeEdit::DateSections_Mask) ? QStringLiteral("18:30:00")
                                                                             : QStringLiteral("2026-01-31T18:30:00");
        return given.refuse(QStringLiteral("\"%1\" is no date or time for this field; it takes %2, or ISO such as %3.")
                                .arg(given.text(), format, iso));
    }
    if (value < edit->minimumDateTime() || value > edit->maximumDateTime()) {
        const auto shown = [edit](const QDateTime &time) {
            return edit->locale().toString(time, edit->displayFormat());
        };
        return given.refuse(QStringLiteral("The value must be from %1 to %2, not \"%3\".")
                                .arg(shown(edit->minimumDateTime()), shown(edit->maximumDateTime()), given.text()));
    }
    const QPointer<QDateTimeEdit> guard(edit);
    edit->setDateTime(value);
    if (guard)
        Q_EMIT edit->editingFinished();
    return QTMCP_OK;
}

QtmcpResult assignCalendar(QCalendarWidget *calendar, const Given &given) {
    const QDate date = QDate::fromString(given.text().trimmed(), Qt::ISODate);
    const QDate first = calendar->minimumDate();
    const QDate last = calendar->maximumDate();
    if (!date.isValid() || date < first || date > last)
        return given.refuse(QStringLiteral("The value must be a date such as 2026-01-31, from %1 to %2, not \"%3\".")
                                .arg(first.toString(Qt::ISODate), last.toString(Qt::ISODate), given.text()));
    const QPointer<QCalendarWidget> guard(calendar);
    calendar->setSelectedDate(date);
    if (guard)
        Q_EMIT calendar->clicked(date);
    return QTMCP_OK;
}

// The number of the option: by its text, whatever its case or mnemonic, or by its place. -1: none.
int optionOf(const QStringList &names, const Given &given) {
    const QString wanted = withoutMnemonics(given.text());
    for (const auto sensitivity : {Qt::CaseSensitive, Qt::CaseInsensitive}) {
        for (int i = 0; i < names.size(); ++i) {
            if (names.at(i).compare(wanted, sensitivity) == 0)
                return i;
        }
    }
    qint64 place = -1;
    return integerOf(given.node, &place) && place >= 0 && place < names.size() ? int(place) : -1;
}

QtmcpResult refuseOption(const Given &given, const QStringList &names) {
    QStringList told = names.mid(0, optionLimit);
    const int more = int(names.size() - told.size());
    QString list = told.join(QStringLiteral("\", \""));
    if (more > 0)
        list += QStringLiteral("\" and %1 more").arg(more);
    else
        list += QLatin1Char('"');
    return given.refuse(QStringLiteral("There is no \"%1\"; there are \"%2.").arg(given.text(), list));
}

// What a person could not turn to.
bool isPageDisabled(const QWidget *widget, int page) {
    if (const auto *tabs = qobject_cast<const QTabWidget *>(widget))
        return !tabs->isTabEnabled(page);
    if (const auto *bar = qobject_cast<const QTabBar *>(widget))
        return !bar->isTabEnabled(page);
    const auto *box = qobject_cast<const QToolBox *>(widget);
    return box && !box->isItemEnabled(page);
}

QtmcpResult assignPage(QWidget *widget, const Given &given) {
    const QStringList names = pageNames(widget);
    const int page = optionOf(names, given);
    if (page < 0)
        return refuseOption(given, names);
    if (isPageDisabled(widget, page))
        return given.refuse(QStringLiteral("\"%1\" is disabled.").arg(names.at(page)), QTMCP_READ_ONLY);
    if (auto *tabs = qobject_cast<QTabWidget *>(widget))
        tabs->setCurrentIndex(page);
    else if (auto *bar = qobject_cast<QTabBar *>(widget))
        bar->setCurrentIndex(page);
    else if (auto *box = qobject_cast<QToolBox *>(widget))
        box->setCurrentIndex(page);
    else if (auto *stack = qobject_cast<QStackedWidget *>(widget))
        stack->setCurrentIndex(page);
    return QTMCP_OK;
}

QtmcpResult assignChoice(QComboBox *box, const Given &given) {
    QStringList names;
    constexpr int searched = 10000;
    for (int i = 0; i < box->count() && i < searched && !isSecret(box); ++i)
        names += box->itemText(i);
    const int option = optionOf(names, given);
    const QPointer<QComboBox> guard(box);
    if (option < 0 && !box->isEditable())
        return refuseOption(given, names);
    if (option < 0) {
        box->setEditText(given.text());
        return QTMCP_OK;
    }
    const QString text = box->itemText(option);
    box->setCurrentIndex(option);
    if (guard)
        Q_EMIT box->activated(option);
    if (guard)
        Q_EMIT box->textActivated(text);
    return QTMCP_OK;
}

// What an app's own accessibility offers.
QtmcpResult assignAccessible(QAccessibleInterface *interface, const Given &given) {
    if (!interface)
        return QTMCP_UNSUPPORTED;
    if (interface->state().readOnly || interface->state().disabled)
        return given.refuse(QStringLiteral("It is read-only."), QTMCP_READ_ONLY);
    if (QAccessibleEditableTextInterface *editable = interface->editableTextInterface()) {
        const QAccessibleTextInterface *text = interface->textInterface();
        editable->replaceText(0, text ? text->characterCount() : 0, given.text());
        return QTMCP_OK;
    }
    QAccessibleValueInterface *value = interface->valueInterface();
    if (!value)
        return given.refuse(QStringLiteral("It has no value that can be set."), QTMCP_UNSUPPORTED);
    double number = 0;
    const double minimum = value->minimumValue().toDouble();
    const double maximum = value->maximumValue().toDouble();
    const bool isNumber = given.number(&number);
    if (!isNumber || (maximum > minimum && (number < minimum || number > maximum)))
        return refuseNumber(given, minimum, maximum);
    value->setCurrentValue(number);
    return QTMCP_OK;
}

QtmcpResult assignWidget(QWidget *widget, const Given &given) {
    if (auto *slider = qobject_cast<QAbstractSlider *>(widget))
        return assignSlider(slider, given);
    if (auto *box = qobject_cast<QAbstractSpinBox *>(widget); box && box->isReadOnly())
        return given.refuse(QStringLiteral("It is read-only."), QTMCP_READ_ONLY);
    if (auto *edit = qobject_cast<QDateTimeEdit *>(widget))
        return assignDateTime(edit, given);
    if (auto *box = qobject_cast<QSpinBox *>(widget))
        return assignNumber(box, given);
    if (auto *box = qobject_cast<QDoubleSpinBox *>(widget))
        return assignNumber(box, given);
    if (auto *calendar = qobject_cast<QCalendarWidget *>(widget))
        return assignCalendar(calendar, given);
    if (auto *box = qobject_cast<QComboBox *>(widget))
        return assignChoice(box, given);
    if (qobject_cast<QTabWidget *>(widget) || qobject_cast<QTabBar *>(widget) || qobject_cast<QToolBox *>(widget) ||
        qobject_cast<QStackedWidget *>(widget))
        return assignPage(widget, given);
    if (qobject_cast<QProgressBar *>(widget) || qobject_cast<QLCDNumber *>(widget) || qobject_cast<QLabel *>(widget))
        return given.refuse(QStringLiteral("It only shows a value."), QTMCP_READ_ONLY);
    return assignAccessible(accessibleOf(widget), given);
}

// Opens a menu of a menu bar as the keyboard does.
QtmcpResult expandMenu(QAction *action, bool open) {
    auto *bar = qobject_cast<QMenuBar *>(whereShown(action).widget);
    if (!bar || !action->menu() || !action->isEnabled())
        return QTMCP_UNSUPPORTED;
    if (open)
        bar->setActiveAction(action);
    else
        action->menu()->close();
    return QTMCP_OK;
}

}  // namespace

QtmcpResult assign(const QtmcpElement *element, const QtmcpNode *nodes, size_t count, const QtmcpSink *error) {
    if (!count)
        return QTMCP_NOT_CONVERTIBLE;
    const Given given = {nodes[0], error};
    if (!element->part) {
        auto *widget = qobject_cast<QWidget *>(objectOf(element->object));
        return widget ? assignWidget(widget, given) : QTMCP_NO_SUCH;
    }
    const Part part = partOf(element);
    if (part.kind == PartKind::Child)
        return assignAccessible(part.interface, given);
    return part.kind == PartKind::None ? QTMCP_NO_SUCH : QTMCP_UNSUPPORTED;
}

void commit(const QtmcpElement *element) {
    if (auto *box = qobject_cast<QAbstractSpinBox *>(objectOf(element->object)))
        box->interpretText();
}

QtmcpResult expand(const QtmcpElement *element, bool open) {
    if (auto *action = qobject_cast<QAction *>(objectOf(element->object)))
        return expandMenu(action, open);
    auto *widget = qobject_cast<QWidget *>(objectOf(element->object));
    if (!widget)
        return QTMCP_NO_SUCH;
    if (!element->part) {
        auto *box = qobject_cast<QComboBox *>(widget);
        if (!box)
            return QTMCP_UNSUPPORTED;
        open ? box->showPopup() : box->hidePopup();
        return QTMCP_OK;
    }
    const Part part = partOf(element);
    auto *tree = qobject_cast<QTreeView *>(part.owner);
    if (part.kind == PartKind::None)
        return QTMCP_NO_SUCH;
    if (!tree || (part.kind != PartKind::Row && part.kind != PartKind::Cell))
        return QTMCP_UNSUPPORTED;
    const QModelIndex first = part.index.sibling(part.index.row(), 0);
    if (!first.isValid() || !tree->itemsExpandable() || !first.model()->hasChildren(first))
        return QTMCP_UNSUPPORTED;
    tree->setExpanded(first, open);
    return QTMCP_OK;
}

}  // namespace qtmcp
