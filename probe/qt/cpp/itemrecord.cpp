// The whole description of an element of Qt Quick: an item, a popup, a window, a row or a cell.

#include "itemdescription.h"
#include "itemelements.h"
#include "itemtexts.h"
#include "quick.h"
#include "sink.h"

#include <QtGui/QGuiApplication>

namespace qtmcp {

namespace {

QRectF inGlobal(const QQuickWindow *window, const QRectF &inScene) {
    return inScene.translated(window->contentItem()->mapToGlobal(QPointF(0, 0)));
}

QRectF onScreen(QQuickWindow *window, const QRectF &global) {
    double x = 0;
    double y = 0;
    if (QWindow *shown = stageOf(window).window)
        gui->shift(static_cast<QObject *>(shown), &x, &y);
    return global.translated(x, y);
}

// Without the number that QML gives to each type and each use of it.
QByteArray plainClass(const QObject *object) {
    QByteArray name = object->metaObject()->className();
    for (const char *mark : {"_QML_", "_QMLTYPE_"}) {
        const int at = int(name.lastIndexOf(mark));
        if (at > 0)
            name.truncate(at);
    }
    return name;
}

bool isTransparent(const QQuickItem *item) {
    for (const QQuickItem *above = item; above; above = above->parentItem()) {
        if (above->opacity() < 0.01)
            return true;
    }
    return false;
}

bool hasFocus(const QtmcpElement *element, const QQuickItem *item) {
    if (!item->hasActiveFocus() || QGuiApplication::focusWindow() != stageOf(item->window()).window)
        return false;
    const std::vector<QtmcpElement> path = elementsTo(item->window()->activeFocusItem());
    return !path.empty() && path.back().object == element->object && path.back().part == element->part;
}

// Where it is, and whether it can be seen, used, and typed into.
void setPlace(const QtmcpElement *element, QQuickItem *item, Accessible *accessible) {
    QQuickWindow *window = item->window();
    const QRectF seen = window ? seenPart(item) : QRectF();
    accessible->bounds = seen.isEmpty() ? globalArea(item) : inGlobal(window, seen);
    if (window)
        accessible->bounds = onScreen(window, accessible->bounds);
    const Stage stage = window ? stageOf(window) : Stage();
    const bool isVisible = stage.isVisible && item->isVisible() && !isTransparent(item);
    accessible->set(QTMCP_INVISIBLE, !isVisible);
    accessible->set(QTMCP_DISABLED, !isUsable(item) || (window && !stage.isEnabled));
    // A place for others needs no size of its own.
    accessible->set(QTMCP_OFFSCREEN, isVisible && !areaOf(item).isEmpty() && seen.isEmpty());
    accessible->set(QTMCP_FOCUSED, window && hasFocus(element, item));
}

void describeGrid(const ItemView &view, Accessible *accessible) {
    const std::vector<Cell> cells = view.cellsInSight();
    accessible->hasGrid = !view.isHeader();
    accessible->rows = uint64_t(std::max(0, view.rows()));
    accessible->columns = uint32_t(std::max(0, view.columns()));
    accessible->firstRow = cells.empty() ? 0 : uint64_t(cells.front().row);
    accessible->shownRows = cells.empty() ? 0 : uint64_t(cells.back().row - cells.front().row + 1);
    if (const QItemSelectionModel *selection = view.selection()) {
        const bool isSingle = view.item()->property("selectionMode").toInt() == 1;
        accessible->set(QTMCP_MULTI_SELECTABLE, selection && !isSingle);
    }
}

void describeWindow(const QtmcpElement *element, QQuickWindow *window, Accessible *accessible) {
    accessible->role = QAccessible::Window;
    accessible->texts[QTMCP_TEXT_NAME] = window->title();
    accessible->texts[QTMCP_TEXT_OBJECT_NAME] = window->objectName();
    accessible->bounds = onScreen(window, QRectF(window->mapToGlobal(QPoint(0, 0)), QSizeF(window->size())));
    accessible->set(QTMCP_INVISIBLE, !window->isVisible());
    accessible->set(QTMCP_ACTIVE, window->isActive());
    accessible->set(QTMCP_IS_MODAL, window->modality() != Qt::NonModal);
    if (accessible->is(QTMCP_IS_MODAL) || window->type() == Qt::Dialog)
        accessible->role = QAccessible::Dialog;
    const QQuickItem *focused = window->activeFocusItem();
    accessible->set(QTMCP_FOCUSED, focused == window->contentItem() && hasFocus(element, focused));
}

void describePopup(const QtmcpElement *element, QObject *popup, QQuickItem *item, Accessible *accessible) {
    const Kind kind = traitsOf(popup).kind;
    const bool isModal = popup->property("modal").toBool();
    const auto *owner = qobject_cast<QQuickItem *>(popup->parent());
    const bool isListOfCombo = kind == Kind::Popup && owner && traitsOf(owner).kind == Kind::ComboBox;
    accessible->role = isListOfCombo ? uint32_t(QAccessible::Pane) : traitsOf(popup).role;
    if (kind == Kind::Drawer && isModal)
        accessible->role = QAccessible::Dialog;
    accessible->texts[QTMCP_TEXT_NAME] = nameOfPopup(popup);
    accessible->texts[QTMCP_TEXT_OBJECT_NAME] = popup->objectName();
    accessible->set(QTMCP_IS_MODAL, isModal);
    if (item && item->window())
        setPlace(element, item, accessible);
    else
        accessible->set(QTMCP_INVISIBLE);
}

// A view without a selection model leaves it to the delegates, which often do without.
bool isSelectable(const ItemView &view, const Part &part, const Accessible &accessible) {
    const auto has = [&part](const char *name) {
        return part.item && part.item->metaObject()->indexOfProperty(name) >= 0;
    };
    return view.selection() || accessible.is(QTMCP_SELECTABLE) || objectIn(view.item()->property("highlight")) ||
           has("highlighted") || has("selected");
}

bool isSelected(const ItemView &view, const Part &part, const Accessible &accessible) {
    if (const QItemSelectionModel *selection = view.selection()) {
        const QModelIndex index = view.indexAt(part.row, std::max(0, part.column));
        return part.isRow() ? selection->isRowSelected(index.row(), index.parent()) : selection->isSelected(index);
    }
    // Every list has a current row; only where the app marks it does that say something.
    const QObject *highlight = objectIn(view.item()->property("highlight"));
    const bool isCurrent = highlight && view.item()->property("currentIndex").toInt() == part.row;
    const auto says = [&part](const char *name) { return part.item && part.item->property(name).toBool(); };
    return accessible.is(QTMCP_SELECTED) || isCurrent || says("highlighted") || says("selected");
}

void describeBranch(const ItemView &view, const Part &part, Accessible *accessible) {
    const QModelIndex index = view.indexAt(part.row, 0);
    const QAbstractItemModel *model = index.model();
    bool isOpen = false;
    int depth = 0;
    QMetaObject::invokeMethod(view.item(), "isExpanded", Q_RETURN_ARG(bool, isOpen), Q_ARG(int, part.row));
    QMetaObject::invokeMethod(view.item(), "depth", Q_RETURN_ARG(int, depth), Q_ARG(int, part.row));
    accessible->set(QTMCP_EXPANDABLE, model && model->hasChildren(index));
    accessible->set(QTMCP_EXPANDED, isOpen);
    accessible->row = uint64_t(std::max(0, index.row()));
    accessible->level = uint32_t(std::max(0, depth));
}

QString nameOfRow(const ItemView &view, const Part &part) {
    if (!part.item)
        return part.column <= 0 ? rememberedName(part) : QString();
    if (!part.isRow() || !view.hasCells())
        return rowName(part.item);
    // A row of cells goes by the first of them that has a text.
    for (const Cell &cell : view.cellsBeside(part.item)) {
        const QString text = cell.item ? rowName(cell.item) : QString();
        if (!text.isEmpty())
            return text;
    }
    return QString();
}

// A delegate that is a control is that control, in a list; a cell holds it.
bool keepsRole(const ItemView &view, const Look &look) {
    switch (look.kind()) {
    case Kind::Delegate:
    case Kind::MenuItem:
    case Kind::MouseArea:
        return false;
    default:
        return !view.hasCells() && look.isInteractive && look.role != QAccessible::NoRole;
    }
}

void describeRowOrCell(const QtmcpElement *element, const Subject &subject, Accessible *accessible) {
    const Part &part = subject.part;
    const ItemView view(part.view);
    const QPointer<QQuickItem> item = subject.item;
    const bool isWhole = part.isRow() && view.hasCells();
    const Look look = item ? lookAt(item) : Look{&traitsOf(view.item())};
    if (item && !isWhole && !view.isHeader() && !isControlInCell(view, look))
        describeItem(item, look, accessible);
    if (item)
        setPlace(element, item, accessible);
    else
        accessible->set(QTMCP_OFFSCREEN);
    // The properties of an item may be the app's own code.
    if (!view)
        return;
    if (!item || isWhole || view.isHeader() || !keepsRole(view, look)) {
        accessible->input = view.isHeader() ? QTMCP_INPUT_NONE : QTMCP_INPUT_ITEM;
        accessible->role = view.isHeader()                  ? QAccessible::ColumnHeader
                           : part.column >= 0               ? QAccessible::Cell
                           : view.kind() == Kind::TreeView  ? QAccessible::TreeItem
                           : view.kind() == Kind::TableView ? QAccessible::Row
                                                            : QAccessible::ListItem;
    }
    accessible->className = view.isHeader() ? "Header" : part.column >= 0 ? "Cell" : view.hasCells() ? "Row" : "Item";
    accessible->texts[QTMCP_TEXT_NAME] = nameOfRow(view, part);
    accessible->hasPosition = true;
    accessible->row = uint64_t(std::max(0, part.row));
    accessible->column = uint32_t(std::max(0, part.column));
    if (view.isHeader())
        return;
    if (view.kind() == Kind::TreeView && part.row >= 0)
        describeBranch(view, part, accessible);
    accessible->set(QTMCP_SELECTABLE, isSelectable(view, part, *accessible));
    accessible->set(QTMCP_SELECTED, isSelected(view, part, *accessible));
    const QAbstractItemModel *model = part.column >= 0 ? view.model() : nullptr;
    if (model)
        accessible->texts[QTMCP_TEXT_HEADER] = model->headerData(part.column, Qt::Horizontal).toString();
    if (isWhole && item) {
        for (const Cell &cell : view.cellsBeside(item)) {
            if (cell.item && cell.item->window())
                accessible->bounds |= onScreen(cell.item->window(), inGlobal(cell.item->window(), seenPart(cell.item)));
        }
    }
}

}  // namespace

bool describe(const QtmcpElement *element, const QtmcpDescription *description) {
    Subject subject;
    if (objectOf(element->object)->isWidgetType() || !findSubject(element, &subject))
        return false;
    Accessible accessible;
    QByteArray className;
    if (subject.isRowOrCell()) {
        describeRowOrCell(element, subject, &accessible);
    } else if (auto *window = qobject_cast<QQuickWindow *>(subject.object)) {
        describeWindow(element, window, &accessible);
    } else if (!subject.isItem()) {
        describePopup(element, subject.object, subject.item, &accessible);
    } else if (subject.item) {
        describeItem(subject.item, lookAt(subject.item), &accessible);
        if (subject.item)
            setPlace(element, subject.item, &accessible);
        if (subject.isPart && subject.item) {
            className = plainClass(subject.item);
            accessible.className = className.constData();
        } else if (const ItemView view{subject.object}) {
            describeGrid(view, &accessible);
        }
    } else {
        accessible.set(QTMCP_OFFSCREEN);
    }
    accessible.give(description);
    return true;
}

bool fullText(const QtmcpElement *element, const QtmcpSink *sink) {
    Subject subject;
    if (!findSubject(element, &subject) || !subject.item || !subject.isItem())
        return false;
    if (subject.isRowOrCell()) {
        Out(*sink).text(nameOfRow(ItemView(subject.part.view), subject.part));
        return true;
    }
    const Kind kind = traitsOf(subject.item).kind;
    if ((kind != Kind::Text && kind != Kind::TextInput && kind != Kind::TextEdit) || isSecret(subject.item))
        return false;
    Out(*sink).text(wholeText(subject.item, kind));
    return true;
}

bool options(const QtmcpElement *element, const QtmcpSink *sink) {
    Subject subject;
    if (!findSubject(element, &subject) || !subject.item || !subject.isItem())
        return false;
    const Kind kind = traitsOf(subject.item).kind;
    if (kind != Kind::ComboBox && kind != Kind::Tumbler && kind != Kind::Pages)
        return false;
    if (isSecret(subject.item))
        return false;
    int count = 0;
    const Out out(*sink);
    const QStringList texts = optionsOf(subject.item, kind, mostOptions, &count);
    out.beginList();
    for (const QString &text : texts)
        out.text(text);
    out.end();
    return true;
}

}  // namespace qtmcp
