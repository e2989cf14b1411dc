// Finds rows, cells, tabs and pages by what they show, also where nothing shows them at the moment.

#include "itemelements.h"
#include "itemtexts.h"
#include "quick.h"

#include <QtCore/QElapsedTimer>

namespace qtmcp {

namespace {

// The app waits meanwhile.
constexpr qint64 patienceMs = 45;

bool shows(QQuickItem *delegate, const QString &text) {
    return rowName(delegate) == text || textsIn(delegate).contains(text);
}

// Which of a model's roles a row's delegate shows: those that hold a text that can be read on one.
std::vector<int> shownRoles(const ItemView &view, const QAbstractItemModel *model) {
    std::vector<int> roles;
    const std::vector<Cell> cells = view.cellsInSight();
    if (!cells.empty()) {
        const QPersistentModelIndex index(view.indexAt(cells.front().row, cells.front().column));
        const auto names = model->roleNames();
        for (auto role = names.constBegin(); role != names.constEnd(); ++role) {
            const QString text = index.data(role.key()).toString();
            if (!text.isEmpty() && cells.front().item && shows(cells.front().item, text))
                roles.push_back(role.key());
        }
    }
    if (roles.empty())
        roles.push_back(Qt::DisplayRole);
    return roles;
}

class Search {
public:
    Search(const ItemView &view, const QString &text) : view(view), text(text), model(view.model()) {
        timer.start();
        if (model)
            roles = shownRoles(view, model);
    }

    // Fewer than 0 columns: any.
    bool find(int column, Cell *found);
    bool findBranch(QPersistentModelIndex *found);

private:
    // The app's own code answers for each role.
    bool matches(const QPersistentModelIndex &index, const QString &wanted) const {
        for (const int role : roles) {
            if (index.data(role).toString() == wanted)
                return true;
        }
        return false;
    }

    const ItemView &view;
    const QString text;
    const QPointer<QAbstractItemModel> model;
    std::vector<int> roles;
    QElapsedTimer timer;
};

bool Search::find(int column, Cell *found) {
    for (const Cell &cell : view.cellsInSight()) {
        if ((column < 0 || cell.column == 0) && cell.item && shows(cell.item, text)) {
            *found = cell;
            return true;
        }
    }
    const int columns = column < 0 && view.hasCells() ? view.columns() : 1;
    const int rows = model ? view.rows() : 0;
    for (int row = 0; row < rows && model && timer.elapsed() < patienceMs; ++row) {
        for (int at = 0; at < columns && model; ++at) {
            if (matches(view.indexAt(row, at), text)) {
                *found = {row, at, nullptr};
                return true;
            }
        }
    }
    return false;
}

// Goes down level by level.
bool Search::findBranch(QPersistentModelIndex *found) {
    QPersistentModelIndex parent;
    const QStringList levels = text.split(QStringLiteral(" > "));
    for (const QString &level : levels) {
        QPersistentModelIndex next;
        for (int row = 0; model && row < model->rowCount(parent) && timer.elapsed() < patienceMs; ++row) {
            next = model->index(row, 0, parent);
            if (matches(next, level))
                break;
            next = QPersistentModelIndex();
        }
        if (!next.isValid())
            return false;
        parent = next;
    }
    *found = parent;
    return true;
}

bool giveElement(const ItemView &view, uint32_t serial, int column, QtmcpElement *found) {
    *found = {static_cast<QObject *>(view.item()), partNumber(serial, column)};
    return found->object && found->part;
}

bool findInView(const ItemView &view, const QString &text, int column, QtmcpElement *found) {
    Search search(view, text);
    Cell cell;
    if (search.find(column, &cell)) {
        const int wanted = column < 0 ? cell.column : column;
        return giveElement(view, numberRow(view, cell.row), view.hasCells() ? wanted : -1, found);
    }
    QPersistentModelIndex index;
    if (view.kind() != Kind::TreeView || !search.findBranch(&index))
        return false;
    return giveElement(view, numberIndex(view, index), column, found);
}

// What stands in a bar, a stack or a menu, one behind the other.
std::vector<QQuickItem *> membersOf(const Subject &subject) {
    const Kind kind = traitsOf(subject.object).kind;
    if (kind == Kind::Pages || kind == Kind::Holder)
        return pagesOf(subject.item);
    std::vector<QQuickItem *> members;
    const int count = kind == Kind::Menu ? subject.object->property("count").toInt() : 0;
    for (int i = 0; i < count; ++i) {
        QQuickItem *item = nullptr;
        QMetaObject::invokeMethod(subject.object, "itemAt", Q_RETURN_ARG(QQuickItem *, item), Q_ARG(int, i));
        if (item)
            members.push_back(item);
    }
    return members;
}

}  // namespace

bool itemNamed(const QtmcpElement *of, const char16_t *text, size_t length, int32_t column, QtmcpElement *found) {
    Subject subject;
    if (!findSubject(of, &subject) || !subject.item)
        return false;
    const QString wanted(reinterpret_cast<const QChar *>(text), int(length));
    if (const ItemView view{subject.isPart ? subject.item.data() : subject.object.data()})
        return findInView(view, wanted, column, found);
    for (QQuickItem *member : membersOf(subject)) {
        if (nameOf(member, lookAt(member)) == wanted) {
            *found = {static_cast<QObject *>(member), 0};
            return true;
        }
    }
    return false;
}

bool itemAt(const QtmcpElement *of, uint64_t row, uint32_t column, QtmcpElement *found) {
    Subject subject;
    if (!findSubject(of, &subject) || !subject.item)
        return false;
    if (const ItemView view{subject.isPart ? subject.item.data() : subject.object.data()}) {
        if (view.isHeader() || row >= uint64_t(std::max(0, view.rows())) ||
            column >= uint32_t(std::max(0, view.columns())))
            return false;
        return giveElement(view, numberRow(view, int(row)), view.hasCells() ? int(column) : -1, found);
    }
    const std::vector<QQuickItem *> members = membersOf(subject);
    if (row >= members.size())
        return false;
    *found = {static_cast<QObject *>(members[size_t(row)]), 0};
    return true;
}

}  // namespace qtmcp
