// Items by their text or their place, whether they are in sight or not.

#include "describing.h"

#include "family.h"
#include "rowregistry.h"
#include "views.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QPointer>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QTabBar>
#include <QtWidgets/QTabWidget>
#include <QtWidgets/QToolBox>
#include <QtWidgets/QTreeView>

#include <deque>

namespace qtmcp {

namespace {

constexpr int searchMilliseconds = 20;
constexpr int anyColumn = -1;

// Texts as they are compared: exactly first, then whatever their case.
struct Wanted {
    QString text;
    Qt::CaseSensitivity sensitivity;

    bool matches(const QString &shown) const { return shown.compare(text, sensitivity) == 0; }
};

class Search {
public:
    explicit Search(QAbstractItemView *view) : view(view), steady(view) { timer.start(); }

    bool isOver() const { return !steady || timer.elapsed() > searchMilliseconds; }

    // The columns looked at: the one by which rows are named, or all that are shown.
    QModelIndex inRow(const QModelIndex &anchor, const Wanted &wanted, const std::vector<int> &columns) const {
        for (const int column : columns) {
            const QModelIndex cell = steady ? anchor.sibling(anchor.row(), column) : QModelIndex();
            const bool isIt = cell.isValid() && wanted.matches(shownText(view, cell));
            if (isIt && steady)
                return cell;
        }
        return {};
    }

    QModelIndex below(const QModelIndex &parent, const Wanted &wanted, const std::vector<int> &columns) const {
        const int count = isOver() ? 0 : view->model()->rowCount(parent);
        for (int row = 0; row < count; ++row) {
            if (!steady || (row % 16 == 15 && isOver()))
                return {};
            const QModelIndex anchor = view->model()->index(row, anchorColumn(view), parent);
            const QModelIndex found = anchor.isValid() ? inRow(anchor, wanted, columns) : QModelIndex();
            if (found.isValid())
                return found;
        }
        return {};
    }

    // Level by level: a tree may be endless in its first branch.
    QModelIndex anywhere(const Wanted &wanted, const std::vector<int> &columns) const {
        std::deque<QModelIndex> parents = {view->rootIndex()};
        while (!parents.empty() && !isOver()) {
            const QModelIndex parent = parents.front();
            parents.pop_front();
            const QModelIndex found = below(parent, wanted, columns);
            if (found.isValid())
                return found;
            addParents(parent, &parents);
        }
        return {};
    }

    // Levels joined by " > ".
    QModelIndex alongPath(const QStringList &levels, Qt::CaseSensitivity sensitivity) const {
        QModelIndex at = isOver() ? QModelIndex() : view->rootIndex();
        for (const QString &level : levels) {
            at = below(at, {level.trimmed(), sensitivity}, {0});
            if (!at.isValid())
                return {};
        }
        return at;
    }

    // Indexes that were found before are good only as long as this holds.
    bool isSteady() const { return bool(steady); }

private:
    void addParents(const QModelIndex &parent, std::deque<QModelIndex> *parents) const {
        const int count = isOver() ? 0 : view->model()->rowCount(parent);
        for (int row = 0; row < count && !isOver(); ++row) {
            const QModelIndex child = view->model()->index(row, 0, parent);
            if (child.isValid() && view->model()->hasChildren(child))
                parents->push_back(child);
        }
    }

    QPointer<QAbstractItemView> view;
    Steady steady;
    QElapsedTimer timer;
};

QModelIndex findIn(QAbstractItemView *view, const QString &text, int column) {
    const bool isTree = qobject_cast<QTreeView *>(view);
    const std::vector<int> shown = shownColumns(view);
    if (shown.empty())
        return {};
    // With a column given, rows are known by what they show first.
    const std::vector<int> columns = column == anyColumn ? shown : std::vector<int>{shown.front()};
    Search search(view);
    for (const auto sensitivity : {Qt::CaseSensitive, Qt::CaseInsensitive}) {
        const Wanted wanted = {text, sensitivity};
        // What one sees comes first, however much there is.
        for (const QModelIndex &row : search.isSteady() ? rowsInSight(view) : std::vector<QModelIndex>()) {
            const QModelIndex found = search.inRow(row, wanted, columns);
            if (found.isValid())
                return found;
        }
        if (!search.isSteady())
            return {};
        QModelIndex found = search.below(view->rootIndex(), wanted, columns);
        if (!found.isValid() && isTree && text.contains(QLatin1String(" > ")))
            found = search.alongPath(text.split(QStringLiteral(" > ")), sensitivity);
        if (!found.isValid() && isTree)
            found = search.anywhere(wanted, columns);
        if (found.isValid())
            return found;
    }
    return {};
}

bool giveIndex(QAbstractItemView *view, const QModelIndex &index, QtmcpElement *found) {
    const QPointer<QAbstractItemView> guard(view);
    const uint64_t part = !index.isValid() ? 0 : hasCells(view) ? cellPart(view, index) : rowPart(view, index);
    *found = elementOf(guard, part);
    return guard && part;
}

bool givePage(QWidget *widget, int page, QtmcpElement *found) {
    auto *bar = qobject_cast<QTabBar *>(widget);
    if (const auto *tabs = qobject_cast<QTabWidget *>(widget))
        bar = tabs->tabBar();
    if (bar) {
        if (page < 0 || page >= bar->count())
            return false;
        *found = elementOf(bar, tabPart(bar, page));
        return true;
    }
    if (const auto *stack = qobject_cast<QStackedWidget *>(widget)) {
        *found = elementOf(stack->widget(page));
        return found->object;
    }
    const auto *box = qobject_cast<QToolBox *>(widget);
    if (!box || page < 0 || page >= box->count())
        return false;
    // The button above a page is what a person clicks.
    int seen = 0;
    for (const QObject *child : box->children()) {
        const auto *button = qobject_cast<const QAbstractButton *>(child);
        if (button && button->inherits("QToolBoxButton") && button->text() == box->itemText(page)) {
            *found = elementOf(button);
            ++seen;
        }
    }
    return seen == 1;
}

QAbstractItemView *viewIn(QWidget *widget) {
    if (const auto *box = qobject_cast<QComboBox *>(widget))
        return box->view();
    auto *view = qobject_cast<QAbstractItemView *>(widget);
    return view && view->model() && !qobject_cast<QHeaderView *>(view) ? view : nullptr;
}

}  // namespace

bool itemNamed(const QtmcpElement *of, const char16_t *text, size_t length, int32_t column, QtmcpElement *found) {
    auto *widget = qobject_cast<QWidget *>(objectOf(of->object));
    if (!widget || of->part)
        return false;
    const QString wanted(reinterpret_cast<const QChar *>(text), int(length));
    if (QAbstractItemView *view = viewIn(widget)) {
        const QPointer<QAbstractItemView> guard(view);
        QModelIndex index = findIn(view, wanted, column < 0 ? anyColumn : column);
        if (guard && index.isValid() && column >= 0) {
            const std::vector<int> columns = shownColumns(view);
            index =
                size_t(column) < columns.size() ? index.sibling(index.row(), columns[size_t(column)]) : QModelIndex();
        }
        return guard && giveIndex(view, index, found);
    }
    const QStringList names = pageNames(widget);
    int page = int(names.indexOf(wanted));
    for (int i = 0; page < 0 && i < names.size(); ++i) {
        if (names.at(i).compare(withoutMnemonics(wanted), Qt::CaseInsensitive) == 0)
            page = i;
    }
    return page >= 0 && givePage(widget, page, found);
}

bool itemAt(const QtmcpElement *of, uint64_t row, uint32_t column, QtmcpElement *found) {
    auto *widget = qobject_cast<QWidget *>(objectOf(of->object));
    if (!widget || of->part || row > uint64_t(std::numeric_limits<int>::max()))
        return false;
    QAbstractItemView *view = viewIn(widget);
    if (!view)
        return givePage(widget, int(row), found);
    const QPointer<QAbstractItemView> guard(view);
    const std::vector<int> columns = shownColumns(view);
    if (column >= columns.size() || !view->model()->hasIndex(int(row), columns[column], view->rootIndex()))
        return false;
    const QModelIndex index = view->model()->index(int(row), columns[column], view->rootIndex());
    return guard && giveIndex(view, index, found);
}

}  // namespace qtmcp
