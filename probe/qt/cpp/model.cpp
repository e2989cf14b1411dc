// One page of an item model, whatever its size: only the rows asked for are touched.

#include "core.h"

#include "sink.h"
#include "values.h"

#include <QtCore/QAbstractItemModel>
#include <QtCore/QHash>
#include <QtCore/QPointer>
#include <QtCore/QStringList>

#include <map>
#include <vector>

namespace qtmcp {

namespace {

struct Role {
    QString name;
    int number;
};

// Qt's own names for its roles; models name only some of them.
const std::map<QString, int> &defaultRoles() {
    static const std::map<QString, int> roles = {
        {QStringLiteral("display"), Qt::DisplayRole},
        {QStringLiteral("decoration"), Qt::DecorationRole},
        {QStringLiteral("edit"), Qt::EditRole},
        {QStringLiteral("toolTip"), Qt::ToolTipRole},
        {QStringLiteral("statusTip"), Qt::StatusTipRole},
        {QStringLiteral("whatsThis"), Qt::WhatsThisRole},
        {QStringLiteral("font"), Qt::FontRole},
        {QStringLiteral("textAlignment"), Qt::TextAlignmentRole},
        {QStringLiteral("background"), Qt::BackgroundRole},
        {QStringLiteral("foreground"), Qt::ForegroundRole},
        {QStringLiteral("checkState"), Qt::CheckStateRole},
        {QStringLiteral("accessibleText"), Qt::AccessibleTextRole},
        {QStringLiteral("accessibleDescription"), Qt::AccessibleDescriptionRole},
        {QStringLiteral("sizeHint"), Qt::SizeHintRole},
        {QStringLiteral("initialSortOrder"), Qt::InitialSortOrderRole},
        {QStringLiteral("user"), Qt::UserRole},
    };
    return roles;
}

std::map<int, QString> namedRoles(const QAbstractItemModel *model) {
    std::map<int, QString> roles;
    const auto names = model->roleNames();
    for (auto it = names.constBegin(); it != names.constEnd(); ++it)
        roles[it.key()] = QString::fromUtf8(it.value());
    return roles;
}

bool findRole(const std::map<int, QString> &named, const QString &name, Role *role) {
    for (const auto &[number, known] : named) {
        if (known == name) {
            *role = {name, number};
            return true;
        }
    }
    const auto usual = defaultRoles().find(name);
    if (usual != defaultRoles().end()) {
        *role = {name, usual->second};
        return true;
    }
    bool isNumber = false;
    *role = {name, name.toInt(&isNumber)};
    return isNumber;
}

// The roles asked for; without any, what is shown. A model made for QML may have no such role, only its own.
bool chooseRoles(const std::map<int, QString> &named, const QtmcpModelQuery &query, std::vector<Role> *roles,
                 const Out &out) {
    for (size_t i = 0; i < query.role_count; ++i) {
        Role role;
        const QString name = textOf(query.roles[i]);
        if (!findRole(named, name, &role)) {
            QStringList known;
            for (const auto &[number, other] : named)
                known.append(other);
            const QString names = known.join(QStringLiteral(", "));
            out.text(QStringLiteral("The model has no role `%1`; it names %2.").arg(name, names));
            return false;
        }
        roles->push_back(role);
    }
    if (query.role_count)
        return true;
    const auto display = named.find(Qt::DisplayRole);
    if (display != named.end() || named.empty()) {
        roles->push_back({display == named.end() ? QStringLiteral("display") : display->second, Qt::DisplayRole});
        return true;
    }
    for (const auto &[number, name] : named)
        roles->push_back({name, number});
    return true;
}

// Models that fetch in steps are asked for more while the page is not full, within reason.
void fetchRows(const QPointer<QAbstractItemModel> &model, const QPersistentModelIndex &parent, qint64 wanted) {
    constexpr int mostSteps = 100;
    for (int step = 0; step < mostSteps; ++step) {
        if (!model || model->rowCount(parent) >= wanted || !model->canFetchMore(parent))
            return;
        model->fetchMore(parent);
    }
}

// One cell, which is looked for again before each role: reading the one before may have filled the model anew, and an
// index of before then points to what is gone.
class Cell {
public:
    Cell(const QPointer<QAbstractItemModel> &model, const QPersistentModelIndex &parent, int row, int column)
        : m_model(model), m_parent(parent), m_isNested(parent.isValid()), m_row(row), m_column(column) {}

    bool hasChildren() const {
        const QModelIndex index = find();
        return index.isValid() && m_model->hasChildren(index);
    }
    QVariant data(int role) const {
        const QModelIndex index = find();
        return index.isValid() ? m_model->data(index, role) : QVariant();
    }

private:
    QModelIndex find() const {
        const bool isThere =
            m_model && m_isNested == m_parent.isValid() && m_model->hasIndex(m_row, m_column, m_parent);
        return isThere ? m_model->index(m_row, m_column, m_parent) : QModelIndex();
    }

    const QPointer<QAbstractItemModel> &m_model;
    const QPersistentModelIndex &m_parent;
    bool m_isNested;
    int m_row, m_column;
};

void writeCell(const Cell &cell, const std::vector<Role> &roles, const QtmcpSink &sink) {
    const Out out(sink);
    out.beginMap();
    out.key("");
    out.boolean(cell.hasChildren());
    for (const Role &role : roles) {
        out.key(role.name);
        writeVariant(cell.data(role.number), sink);
    }
    out.end();
}

}  // namespace

bool isModel(const void *object) { return qobject_cast<QAbstractItemModel *>(objectOf(object)); }

QtmcpResult modelPage(const void *address, const QtmcpModelQuery *query, QtmcpModelCounts *counts,
                      const QtmcpSink *sink) {
    // Reading runs the model's code, which may reset it or end it.
    const QPointer<QAbstractItemModel> model(qobject_cast<QAbstractItemModel *>(objectOf(address)));
    if (!model)
        return QTMCP_UNSUPPORTED;
    const Out out(*sink);
    std::vector<Role> roles;
    const std::map<int, QString> named = namedRoles(model);
    if (!chooseRoles(named, *query, &roles, out))
        return QTMCP_NO_SUCH;
    const auto gone = [&] {
        out.text(QStringLiteral("The model changed while it was read; what was asked for is gone."));
        return QTMCP_NO_SUCH;
    };
    QPersistentModelIndex parent;
    for (size_t i = 0; i < query->parent_length; ++i) {
        fetchRows(model, parent, qint64(query->parent[i]) + 1);
        if (!model)
            return gone();
        const int count = model->rowCount(parent);
        // Not every model checks what it is asked for.
        if (model->hasIndex(query->parent[i], 0, parent))
            parent = model->index(query->parent[i], 0, parent);
        else
            parent = QPersistentModelIndex();
        if (!parent.isValid()) {
            out.text(QStringLiteral("There is no row %1 at level %2 of `parent`; it has %3 rows.")
                         .arg(query->parent[i])
                         .arg(i)
                         .arg(count));
            return QTMCP_NO_SUCH;
        }
    }
    const int firstRow = std::max(0, query->first_row);
    const int firstColumn = std::max(0, query->first_column);
    fetchRows(model, parent, qint64(firstRow) + std::max(0, query->rows));
    const bool isNested = query->parent_length > 0;
    if (!model || (isNested && !parent.isValid()))
        return gone();
    counts->rows = model->rowCount(parent);
    counts->columns = model->columnCount(parent);
    counts->can_fetch_more = model->canFetchMore(parent);
    const int endRow = int(std::min<qint64>(counts->rows, qint64(firstRow) + std::max(0, query->rows)));
    const int wantedColumns = query->columns < 0 ? counts->columns : query->columns;
    const int endColumn = int(std::min<qint64>(counts->columns, qint64(firstColumn) + wantedColumns));

    out.beginList();
    for (const auto &[number, name] : named)
        out.text(name);
    out.end();
    out.beginList();
    for (int column = firstColumn; model && column < endColumn; ++column)
        writeVariant(model->headerData(column, Qt::Horizontal, Qt::DisplayRole), *sink);
    out.end();
    for (int row = firstRow; row < endRow; ++row) {
        out.beginList();
        for (int column = firstColumn; model && column < endColumn; ++column)
            writeCell(Cell(model, parent, row, column), roles, *sink);
        out.end();
    }
    return model ? QTMCP_OK : gone();
}

}  // namespace qtmcp
