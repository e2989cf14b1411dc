// Widgets by their kind: buttons, labels, groups, pages, item views.

#include "describing.h"

#include "family.h"
#include "views.h"

#include <QAction>
#include <QActionGroup>
#include <QtGui/QIcon>
#include <QtGui/QKeySequence>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QButtonGroup>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QGroupBox>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMdiSubWindow>
#include <QtWidgets/QMenu>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QRadioButton>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QStatusBar>
#include <QtWidgets/QTabBar>
#include <QtWidgets/QTabWidget>
#include <QtWidgets/QToolBar>
#include <QtWidgets/QToolBox>
#include <QtWidgets/QToolButton>

namespace qtmcp {

namespace {

bool isOneOfAGroup(const QAbstractButton *button) {
    const QButtonGroup *group = button->group();
    return qobject_cast<const QRadioButton *>(button) || (group ? group->exclusive() : button->autoExclusive());
}

// Buttons of Qt's own that have nothing but a picture.
QString knownPurpose(const QAbstractButton *button) {
    static constexpr struct {
        const char *name, *purpose;
    } known[] = {
        {"qt_calendar_prevmonth", "Previous month"},
        {"qt_calendar_nextmonth", "Next month"},
        {"qt_toolbar_ext_button", "More tools"},
        {"qt_menubar_ext_button", "More menus"},
    };
    const QString name = button->objectName();
    for (const auto &entry : known) {
        if (name == QLatin1String(entry.name))
            return QString::fromLatin1(entry.purpose);
    }
    return {};
}

void describeButton(const QAbstractButton *button, Accessible *accessible) {
    QString *texts = accessible->texts;
    const auto *tool = qobject_cast<const QToolButton *>(button);
    const QAction *action = tool ? tool->defaultAction() : nullptr;
    texts[QTMCP_TEXT_NAME] = withoutMnemonics(action && !action->text().isEmpty() ? action->text() : button->text());
    if (texts[QTMCP_TEXT_NAME].isEmpty())
        texts[QTMCP_TEXT_NAME] = knownPurpose(button);
    const QIcon icon = button->icon();
    if (!icon.isNull())
        texts[QTMCP_TEXT_ICON] = icon.name();
    const QKeySequence shortcut = action ? action->shortcut() : button->shortcut();
    // The mnemonic is in the name already.
    if (!shortcut.isEmpty() && shortcut != QKeySequence::mnemonic(button->text()))
        texts[QTMCP_TEXT_SHORTCUT] = shortcut.toString(QKeySequence::NativeText);
    if (action && texts[QTMCP_TEXT_STATUS_TIP].isEmpty())
        texts[QTMCP_TEXT_STATUS_TIP] = action->statusTip();
    if (button->isCheckable())
        accessible->input = isOneOfAGroup(button) ? QTMCP_INPUT_RADIO : QTMCP_INPUT_TOGGLE;
    accessible->set(QTMCP_CHECKABLE, button->isCheckable());
    accessible->set(QTMCP_CHECKED, button->isCheckable() && button->isChecked());
    const auto *push = qobject_cast<const QPushButton *>(button);
    if ((tool && tool->menu()) || (push && push->menu()))
        accessible->set(QTMCP_HAS_POPUP);
}

void describeLabel(const QLabel *label, Accessible *accessible) {
    accessible->texts[QTMCP_TEXT_NAME] = labelText(label);
    accessible->set(QTMCP_NOT_EDITABLE, false);
    if (const QWidget *named = labelledBy(label))
        accessible->labels = elementOf(named);
    const bool hasLinks = label->textInteractionFlags() & Qt::LinksAccessibleByMouse;
    if (hasLinks && label->text().contains(QLatin1String("href="), Qt::CaseInsensitive))
        accessible->set(QTMCP_CLICKABLE);
}

void describePages(const QWidget *widget, Accessible *accessible) {
    const QStringList names = pageNames(widget);
    // Pages without names are only ever turned by something else.
    if (names.join(QString()).isEmpty())
        return;
    accessible->input = QTMCP_INPUT_TABS;
    const int current = currentPage(widget);
    // Pages of a stack can be asked for by their object names, but those are not for people to read.
    const auto *stack = qobject_cast<const QStackedWidget *>(widget);
    const QWidget *shown = stack ? stack->currentWidget() : nullptr;
    if (stack && (!shown || shown->windowTitle().isEmpty()))
        return;
    // Tabs, and the buttons of a tool box, are elements themselves.
    if (stack) {
        accessible->optionCount = uint64_t(names.size());
        accessible->options = names.mid(0, optionLimit);
    }
    if (current >= 0 && current < names.size() && !names.at(current).isEmpty())
        accessible->setValue(names.at(current));
}

void describeView(QAbstractItemView *view, Accessible *accessible) {
    accessible->input = QTMCP_INPUT_ITEMS;
    accessible->set(QTMCP_MULTI_SELECTABLE, view->selectionMode() != QAbstractItemView::SingleSelection &&
                                                view->selectionMode() != QAbstractItemView::NoSelection);
    accessible->hasGrid = true;
    accessible->columns = uint32_t(shownColumns(view).size());
    const Extent extent = extentOf(view);
    accessible->rows = extent.rows;
    accessible->firstRow = extent.first;
    accessible->shownRows = extent.shown;
}

}  // namespace

QString titleOf(const QWidget *widget) {
    QString title = widget->windowTitle();
    const QString mark = QStringLiteral("[*]");
    if (title.contains(mark))
        title.replace(mark, widget->isWindowModified() ? QStringLiteral("*") : QString());
    return title;
}

QStringList pageNames(const QWidget *widget) {
    QStringList names;
    if (const auto *tabs = qobject_cast<const QTabWidget *>(widget)) {
        for (int i = 0; i < tabs->count(); ++i)
            names += withoutMnemonics(tabs->tabText(i));
    } else if (const auto *bar = qobject_cast<const QTabBar *>(widget)) {
        for (int i = 0; i < bar->count(); ++i)
            names += withoutMnemonics(bar->tabText(i));
    } else if (const auto *box = qobject_cast<const QToolBox *>(widget)) {
        for (int i = 0; i < box->count(); ++i)
            names += withoutMnemonics(box->itemText(i));
    } else if (const auto *stack = qobject_cast<const QStackedWidget *>(widget)) {
        for (int i = 0; i < stack->count(); ++i) {
            const QString title = titleOf(stack->widget(i));
            names += title.isEmpty() ? stack->widget(i)->objectName() : title;
        }
    }
    return names;
}

int currentPage(const QWidget *widget) {
    if (const auto *tabs = qobject_cast<const QTabWidget *>(widget))
        return tabs->currentIndex();
    if (const auto *bar = qobject_cast<const QTabBar *>(widget))
        return bar->currentIndex();
    if (const auto *box = qobject_cast<const QToolBox *>(widget))
        return box->currentIndex();
    const auto *stack = qobject_cast<const QStackedWidget *>(widget);
    return stack ? stack->currentIndex() : -1;
}

bool describeControl(QWidget *widget, Accessible *accessible) {
    QString &name = accessible->texts[QTMCP_TEXT_NAME];
    if (const auto *label = qobject_cast<QLabel *>(widget)) {
        describeLabel(label, accessible);
    } else if (const auto *button = qobject_cast<QAbstractButton *>(widget)) {
        describeButton(button, accessible);
    } else if (const auto *menu = qobject_cast<QMenu *>(widget)) {
        name = withoutMnemonics(menu->title());
    } else if (const auto *group = qobject_cast<QGroupBox *>(widget)) {
        name = withoutMnemonics(group->title());
        accessible->set(QTMCP_CHECKABLE, group->isCheckable());
        accessible->set(QTMCP_CHECKED, group->isCheckable() && group->isChecked());
        if (group->isCheckable())
            accessible->input = QTMCP_INPUT_TOGGLE;
    } else if (qobject_cast<QTabWidget *>(widget) || qobject_cast<QTabBar *>(widget) ||
               qobject_cast<QToolBox *>(widget) || qobject_cast<QStackedWidget *>(widget)) {
        describePages(widget, accessible);
    } else if (qobject_cast<QDockWidget *>(widget) || qobject_cast<QMdiSubWindow *>(widget) ||
               qobject_cast<QToolBar *>(widget)) {
        name = titleOf(widget);
    } else if (const auto *bar = qobject_cast<QStatusBar *>(widget)) {
        name = bar->currentMessage();
    } else if (auto *view = qobject_cast<QAbstractItemView *>(widget); view && !qobject_cast<QHeaderView *>(widget)) {
        describeView(view, accessible);
    } else {
        return describeField(widget, accessible);
    }
    return true;
}

}  // namespace qtmcp
