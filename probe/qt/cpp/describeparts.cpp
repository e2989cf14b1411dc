// What a part of a widget is: a row, a cell, a header section, a tab, or what only accessibility knows.

#include "describing.h"

#include "compat.h"
#include "rowregistry.h"
#include "target.h"
#include "views.h"

#include <QtCore/QItemSelectionModel>
#include <QtCore/QPointer>
#include <QtGui/QIcon>
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QStyle>
#include <QtWidgets/QStyleOptionViewItem>
#include <QtWidgets/QStyledItemDelegate>
#include <QtWidgets/QTabBar>
#include <QtWidgets/QTreeView>

namespace qtmcp {

namespace {

void setPlace(const QWidget *widget, const QRect &area, Accessible *accessible) {
    const QRect seen = area & widget->rect();
    accessible->set(QTMCP_INVISIBLE, !widget->isVisible());
    accessible->set(QTMCP_OFFSCREEN, seen.isEmpty());
    const QRect told = seen.isEmpty() ? area : seen;
    accessible->bounds = QRectF(widget->mapToGlobal(told.topLeft()), told.size());
}

// A view and one of its items, until the app's code changes either.
struct Item {
    QAbstractItemView *view;
    QModelIndex index;
    Steady steady;

    Item(QAbstractItemView *view, const QModelIndex &index) : view(view), index(index), steady(view) {}

    QString text(int role) const { return steady ? index.data(role).toString() : QString(); }
    Qt::ItemFlags flags() const { return steady ? index.flags() : Qt::ItemFlags(); }
};

void describeCheck(const Item &item, Accessible *accessible) {
    const QVariant check = item.steady ? item.index.data(Qt::CheckStateRole) : QVariant();
    if (!check.isValid())
        return;
    accessible->set(QTMCP_CHECKABLE, item.flags() & (Qt::ItemIsUserCheckable | Qt::ItemIsAutoTristate));
    accessible->set(QTMCP_CHECKED, check.toInt() == Qt::Checked);
    accessible->set(QTMCP_MIXED, check.toInt() == Qt::PartiallyChecked);
}

// What holds for one index, a cell or the only column of a row.
void describeIndex(const Item &item, Accessible *accessible) {
    const Qt::ItemFlags flags = item.flags();
    QString *texts = accessible->texts;
    texts[QTMCP_TEXT_NAME] = item.steady ? nameOf(item.view, item.index) : QString();
    texts[QTMCP_TEXT_DESCRIPTION] = item.text(Qt::AccessibleDescriptionRole);
    const QString tip = item.text(Qt::ToolTipRole);
    if (tip != texts[QTMCP_TEXT_NAME])
        texts[QTMCP_TEXT_TOOL_TIP] = tip;
    const bool isEditable = flags & Qt::ItemIsEditable && item.steady;
    accessible->set(QTMCP_EDITABLE, isEditable && item.view->editTriggers() != QAbstractItemView::NoEditTriggers);
    describeCheck(item, accessible);
}

void describeStanding(const Item &item, bool isRow, Accessible *accessible) {
    const Qt::ItemFlags flags = item.flags();
    if (!item.steady)
        return;
    const QAbstractItemView *view = item.view;
    const QItemSelectionModel *selection = view->selectionModel();
    const bool isSelectable = flags & Qt::ItemIsSelectable && view->selectionMode() != QAbstractItemView::NoSelection;
    accessible->set(QTMCP_DISABLED, !view->isEnabled() || !(flags & Qt::ItemIsEnabled));
    accessible->set(QTMCP_SELECTABLE, isSelectable);
    accessible->set(QTMCP_SELECTED, selection && selection->isSelected(item.index));
    const QModelIndex current = view->currentIndex();
    // The keys act on a row where rows are selected, otherwise on a cell.
    const bool isByRow = isRow && (!hasCells(view) || view->selectionBehavior() == QAbstractItemView::SelectRows);
    const bool isByCell = !isRow && view->selectionBehavior() != QAbstractItemView::SelectRows;
    const bool isCurrent = isByRow ? current.row() == item.index.row() && current.parent() == item.index.parent()
                                   : isByCell && current == item.index;
    accessible->set(QTMCP_FOCUSED, isCurrent && current.isValid() && view->hasFocus());
}

// Where it is, and how it stands among the others.
void describePlace(const Item &item, bool isRow, Accessible *accessible) {
    QAbstractItemView *view = item.view;
    const QRect area = isRow ? rowArea(view, item.index) : view->visualRect(item.index);
    if (!item.steady)
        return;
    setPlace(view->viewport(), area, accessible);
    const bool isHidden = isRow ? isRowHiddenIn(view, item.index) : isHiddenIn(view, item.index);
    accessible->set(QTMCP_INVISIBLE, accessible->is(QTMCP_INVISIBLE) || isHidden);
    describeStanding(item, isRow, accessible);
    if (!item.steady)
        return;
    accessible->hasPosition = true;
    accessible->row = uint64_t(qMax(0, item.index.row()));
    accessible->level = uint32_t(levelOf(view, item.index));
}

void describeBranch(const Item &item, Accessible *accessible) {
    const auto *tree = item.steady ? qobject_cast<const QTreeView *>(item.view) : nullptr;
    if (!tree)
        return;
    const bool isExpandable = tree->itemsExpandable() && item.index.model()->hasChildren(item.index);
    accessible->set(QTMCP_EXPANDABLE, isExpandable);
    accessible->set(QTMCP_EXPANDED, isExpandable && item.steady && tree->isExpanded(item.index));
}

bool describeRow(const Item &item, Accessible *accessible) {
    const bool isCells = hasCells(item.view);
    const bool isTree = qobject_cast<QTreeView *>(item.view);
    accessible->className = isCells ? "Row" : "Item";
    accessible->role = isTree ? QAccessible::TreeItem : isCells ? QAccessible::Row : QAccessible::ListItem;
    accessible->input = QTMCP_INPUT_ITEM;
    describePlace(item, true, accessible);
    describeBranch(item, accessible);
    if (!isCells) {
        describeIndex(item, accessible);
        return bool(item.steady);
    }
    accessible->texts[QTMCP_TEXT_NAME] = item.steady ? rowName(item.view, item.index) : QString();
    if (const QHeaderView *header = item.steady ? rowHeader(item.view) : nullptr) {
        const QString text = sectionText(header, item.index.row());
        // A mere number says no more than the position.
        if (text != QString::number(item.index.row() + 1))
            accessible->texts[QTMCP_TEXT_HEADER] = text;
    }
    return bool(item.steady);
}

bool describeCell(const Item &item, Accessible *accessible) {
    accessible->className = "Cell";
    accessible->role = QAccessible::Cell;
    accessible->input = QTMCP_INPUT_ITEM;
    describePlace(item, false, accessible);
    describeIndex(item, accessible);
    if (!item.steady)
        return false;
    const std::vector<int> columns = shownColumns(item.view);
    for (size_t place = 0; place < columns.size(); ++place) {
        if (columns[place] == item.index.column())
            accessible->column = uint32_t(place);
    }
    const QVariant header = item.index.model()->headerData(item.index.column(), Qt::Horizontal, Qt::DisplayRole);
    accessible->texts[QTMCP_TEXT_HEADER] = header.toString();
    return bool(item.steady);
}

void describeSection(const QHeaderView *header, int section, Accessible *accessible) {
    accessible->className = "Header";
    accessible->role = header->orientation() == Qt::Horizontal ? QAccessible::ColumnHeader : QAccessible::RowHeader;
    const QRect area(header->sectionViewportPosition(section), 0, header->sectionSize(section),
                     header->viewport()->height());
    setPlace(header->viewport(), area, accessible);
    accessible->texts[QTMCP_TEXT_NAME] = sectionText(header, section);
    const QAbstractItemModel *model = header->model();
    const QString tip =
        model ? model->headerData(section, header->orientation(), Qt::ToolTipRole).toString() : QString();
    if (tip != accessible->texts[QTMCP_TEXT_NAME])
        accessible->texts[QTMCP_TEXT_TOOL_TIP] = tip;
    accessible->set(QTMCP_DISABLED, !header->isEnabled());
    accessible->set(QTMCP_CLICKABLE, header->sectionsClickable());
    accessible->hasPosition = true;
    accessible->column = uint32_t(qMax(0, header->visualIndex(section)));
    if (header->isSortIndicatorShown() && header->sortIndicatorSection() == section) {
        const bool isAscending = header->sortIndicatorOrder() == Qt::AscendingOrder;
        accessible->setValue(isAscending ? QStringLiteral("ascending") : QStringLiteral("descending"));
    }
}

void describeTab(const QTabBar *bar, int tab, Accessible *accessible) {
    accessible->className = "Tab";
    accessible->role = QAccessible::PageTab;
    accessible->actions = QTMCP_PRESS;
    setPlace(bar, bar->tabRect(tab), accessible);
    QString *texts = accessible->texts;
    texts[QTMCP_TEXT_NAME] = bar->accessibleTabName(tab);
    if (texts[QTMCP_TEXT_NAME].isEmpty())
        texts[QTMCP_TEXT_NAME] = withoutMnemonics(bar->tabText(tab));
    texts[QTMCP_TEXT_TOOL_TIP] = bar->tabToolTip(tab);
    texts[QTMCP_TEXT_STATUS_TIP] = bar->tabWhatsThis(tab);
    texts[QTMCP_TEXT_ICON] = bar->tabIcon(tab).name();
    accessible->set(QTMCP_DISABLED, !bar->isEnabled() || !bar->isTabEnabled(tab));
    accessible->set(QTMCP_SELECTABLE);
    accessible->set(QTMCP_SELECTED, bar->currentIndex() == tab);
    accessible->set(QTMCP_FOCUSED, bar->hasFocus() && bar->currentIndex() == tab);
    accessible->hasPosition = true;
    accessible->row = uint64_t(tab);
}

void describeChild(QAccessibleInterface *interface, Accessible *accessible) {
    accessible->className = "Part";
    accessible->readFrom(interface);
    if (interface->editableTextInterface() || interface->valueInterface())
        accessible->input = QTMCP_INPUT_OTHER;
}

}  // namespace

bool describePart(const Part &part, Accessible *accessible) {
    switch (part.kind) {
    case PartKind::Row:
        return part.index.isValid() &&
               describeRow({static_cast<QAbstractItemView *>(part.owner), part.index}, accessible);
    case PartKind::Cell:
        return part.index.isValid() &&
               describeCell({static_cast<QAbstractItemView *>(part.owner), part.index}, accessible);
    case PartKind::Section:
        describeSection(static_cast<QHeaderView *>(part.owner), part.number, accessible);
        break;
    case PartKind::Tab:
        describeTab(static_cast<QTabBar *>(part.owner), part.number, accessible);
        break;
    case PartKind::Child:
        describeChild(part.interface, accessible);
        break;
    case PartKind::None:
        break;
    }
    return true;
}

bool checkPlace(const QtmcpElement *element, double *x, double *y) {
    struct Delegate : QStyledItemDelegate {
        using QStyledItemDelegate::initStyleOption;
    };
    const auto *widget = element->part ? nullptr : qobject_cast<QWidget *>(objectOf(element->object));
    if (QPoint middle; widget && checkBoxOf(widget, &middle)) {
        *x = middle.x();
        *y = middle.y();
        return true;
    }
    const Part part = partOf(element);
    if (part.kind != PartKind::Row && part.kind != PartKind::Cell)
        return false;
    const QPointer<QAbstractItemView> view(static_cast<QAbstractItemView *>(part.owner));
    if (!part.index.data(Qt::CheckStateRole).isValid() || !view)
        return false;
    auto option = compat::itemOption<QStyleOptionViewItem>(view.data());
    option.rect = view->visualRect(part.index);
    option.widget = view;
    const auto *delegate = qobject_cast<QStyledItemDelegate *>(compat::delegateFor(view.data(), part.index));
    if (delegate)
        (delegate->*(&Delegate::initStyleOption))(&option, part.index);
    option.features |= QStyleOptionViewItem::HasCheckIndicator;
    if (!view)
        return false;
    const QRect box = view->style()->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &option, view);
    if (box.isEmpty())
        return false;
    const QRect area = part.kind == PartKind::Row ? rowArea(view, part.index) : option.rect;
    *x = box.center().x() - area.x();
    *y = box.center().y() - area.y();
    return true;
}

}  // namespace qtmcp
