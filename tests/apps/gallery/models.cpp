// Item models too large to walk, which say how much of them was read.
#include "models.h"

namespace {

const int millionRows = 1'000'000;
const int nameColumn = 1;
const int fetchedAtMost = 1000;
const int fetchStep = 100;

}  // namespace

int MillionRowsModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : millionRows; }

int MillionRowsModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : 4; }

QVariant MillionRowsModel::data(const QModelIndex &index, int role) const {
    if (!index.isValid())
        return {};
    ++m_dataCalls;
    const qlonglong row = index.row();
    if (role == SquareRole)
        return row * row;
    if (role == Qt::ToolTipRole)
        return QStringLiteral("Row %1").arg(row);
    if (role == Qt::EditRole && index.column() != nameColumn)
        return {};
    if (role != Qt::DisplayRole && role != Qt::EditRole)
        return {};
    switch (index.column()) {
    case 0:
        return row;
    case nameColumn:
        return m_names.value(index.row(), QStringLiteral("Item %1").arg(row));
    case 2:
        return double(row) / 8;
    default:
        return row % 2 == 0;
    }
}

bool MillionRowsModel::setData(const QModelIndex &index, const QVariant &value, int role) {
    if (role != Qt::EditRole || index.column() != nameColumn)
        return false;
    m_names[index.row()] = value.toString();
    Q_EMIT dataChanged(index, index);
    return true;
}

Qt::ItemFlags MillionRowsModel::flags(const QModelIndex &index) const {
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.column() == nameColumn ? flags | Qt::ItemIsEditable : flags;
}

QVariant MillionRowsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole)
        return {};
    if (orientation == Qt::Vertical)
        return section;
    static const char *const titles[] = {"Number", "Name", "Eighth", "Even"};
    return QString::fromLatin1(titles[section]);
}

QHash<int, QByteArray> MillionRowsModel::roleNames() const {
    QHash<int, QByteArray> names = QAbstractTableModel::roleNames();
    names.insert(SquareRole, "square");
    return names;
}

qlonglong MillionRowsModel::dataCalls() const { return m_dataCalls; }

int FetchingModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : m_rows; }

QVariant FetchingModel::data(const QModelIndex &index, int role) const {
    if (!index.isValid() || role != Qt::DisplayRole)
        return {};
    return QStringLiteral("Fetched %1").arg(index.row());
}

bool FetchingModel::canFetchMore(const QModelIndex &parent) const {
    return !parent.isValid() && m_rows < fetchedAtMost;
}

void FetchingModel::fetchMore(const QModelIndex &parent) {
    if (!canFetchMore(parent))
        return;
    beginInsertRows({}, m_rows, m_rows + fetchStep - 1);
    m_rows += fetchStep;
    endInsertRows();
}
