// What a part of a widget is: a row, a cell, a header section, a tab, or what only accessibility knows.

#include "describing.h"

#include "compat.h"
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

void describeCheck(const QModelIndex &index, Accessible *accessible) {
    const QVariant check = index.data(Qt::CheckStateRole);
    if (!check.isValid())
        return;
    accessible->set(QTMCP_CHECKABLE, index.flags() & (Qt::ItemIsUserCheckable | Qt::ItemIsAutoTristate));
    accessible->set(QTMCP_CHECKED, check.toInt() == Qt::Checked);
    accessible->set(QTMCP_MIXED, check.toInt() == Qt::PartiallyChecked);
}

// What holds for one index, a cell or the only column of a row.
void describeIndex(const QAbstractItemView *view, const QModelIndex &index, Accessible *accessible) {
    const Qt::ItemFlags flags = index.flags();
    QString *texts = accessible->texts;
    texts[QTMCP_TEXT_NAME] = nameOf(view, index);
    texts[QTMCP_TEXT_DESCRIPTION] = index.data(Qt::AccessibleDescriptionRole).toString();
    const QString tip = index.data(Qt::ToolTipRole).toString();
    if (tip != texts[QTMCP_TEXT_NAME])
        texts[QTMCP_TEXT_TOOL_TIP] = tip;
    accessible->set(QTMCP_EDITABLE,
                    flags & Qt::ItemIsEditable && view->editTriggers() != QAbstractItemView::NoEditTriggers);
    describeCheck(index, accessible);
}

void describeStanding(const QAbstractItemView *view, const QModelIndex &index, bool isRow, Accessible *accessible) {
    const Qt::ItemFlags flags = index.flags();
    const QItemSelectionModel *selection = view->selectionModel();
    const bool isSelectable = flags & Qt::ItemIsSelectable && view->selectionMode() != QAbstractItemView::NoSelection;
    accessible->set(QTMCP_DISABLED, !view->isEnabled() || !(flags & Qt::ItemIsEnabled));
    accessible->set(QTMCP_SELECTABLE, isSelectable);
    accessible->set(QTMCP_SELECTED, selection && selection->isSelected(index));
    const QModelIndex current = view->currentIndex();
    // The keys act on a row where rows are selected, otherwise on a cell.
    const bool isByRow = isRow && (!hasCells(view) || view->selectionBehavior() == QAbstractItemView::SelectRows);
    const bool isByCell = !isRow && view->selectionBehavior() != QAbstractItemView::SelectRows;
    const bool isCurrent =
        isByRow ? current.row() == index.row() && current.parent() == index.parent() : isByCell && current == index;
    accessible->set(QTMCP_FOCUSED, isCurrent && current.isValid() && view->hasFocus());
}

void describePosition(const QAbstractItemView *view, const QModelIndex &index, Accessible *accessible) {
    accessible->hasPosition = true;
    accessible->row = uint64_t(qMax(0, index.row()));
    accessible->level = uint32_t(levelOf(view, index));
}

void describeRow(QAbstractItemView *view, const QModelIndex &index, Accessible *accessible) {
    const auto *tree = qobject_cast<QTreeView *>(view);
    const bool isCells = hasCells(view);
    accessible->className = isCells ? "Row" : "Item";
    accessible->role = tree ? QAccessible::TreeItem : isCells ? QAccessible::Row : QAccessible::ListItem;
    accessible->input = QTMCP_INPUT_ITEM;
    setPlace(view->viewport(), rowArea(view, index), accessible);
    accessible->set(QTMCP_INVISIBLE, accessible->is(QTMCP_INVISIBLE) || isRowHiddenIn(view, index));
    describeStanding(view, index, true, accessible);
    describePosition(view, index, accessible);
    if (tree) {
        const bool isExpandable = tree->itemsExpandable() && index.model()->hasChildren(index);
        accessible->set(QTMCP_EXPANDABLE, isExpandable);
        accessible->set(QTMCP_EXPANDED, isExpandable && tree->isExpanded(index));
    }
    if (!isCells) {
        describeIndex(view, index, accessible);
        return;
    }
    accessible->texts[QTMCP_TEXT_NAME] = rowName(view, index);
    if (const QHeaderView *header = rowHeader(view)) {
        const QString text = sectionText(header, index.row());
        // A mere number says no more than the position.
        if (text != QString::number(index.row() + 1))
            accessible->texts[QTMCP_TEXT_HEADER] = text;
    }
}

void describeCell(QAbstractItemView *view, const QModelIndex &index, Accessible *accessible) {
    accessible->className = "Cell";
    accessible->role = QAccessible::Cell;
    accessible->input = QTMCP_INPUT_ITEM;
    setPlace(view->viewport(), view->visualRect(index), accessible);
    accessible->set(QTMCP_INVISIBLE, accessible->is(QTMCP_INVISIBLE) || isHiddenIn(view, index));
    describeStanding(view, index, false, accessible);
    describePosition(view, index, accessible);
    describeIndex(view, index, accessible);
    const std::vector<int> columns = shownColumns(view);
    for (size_t place = 0; place < columns.size(); ++place) {
        if (columns[place] == index.column())
            accessible->column = uint32_t(place);
    }
    const QVariant header = index.model()->headerData(index.column(), Qt::Horizontal, Qt::DisplayRole);
    accessible->texts[QTMCP_TEXT_HEADER] = header.toString();
}

void describeSection(const QHeaderView *header, int section, Accessible *accessible) {
    accessible->className = "Header";
    accessible->role = header->orientation() == Qt::Horizontal ? QAccessible::ColumnHeader : QAccessible::RowHeader;
    const QRect area(header->sectionViewportPosition(section), 0, header->sectionSize(section),
                     header->viewport()->height());
    setPlace(header->viewport(), area, accessible);
    accessible->texts[QTMCP_TEXT_NAME] = sectionText(header, section);
    const QString tip = header->model()->headerData(section, header->orientation(), Qt::ToolTipRole).toString();
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

void describePart(const Part &part, Accessible *accessible) {
    switch (part.kind) {
    case PartKind::Row:
        describeRow(static_cast<QAbstractItemView *>(part.owner), part.index, accessible);
        break;
    case PartKind::Cell:
        describeCell(static_cast<QAbstractItemView *>(part.owner), part.index, accessible);
        break;
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
