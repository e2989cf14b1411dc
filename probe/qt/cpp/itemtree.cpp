// How elements lie in each other: a control's own parts are left out, rows stand for delegates, open popups lie in
// their window.

#include "itemelements.h"
#include "quick.h"

#include <QtGui/QAccessible>

#include <algorithm>

namespace qtmcp {

namespace {

QtmcpElement elementOf(QObject *object) { return {object, 0}; }

bool isSame(const QtmcpElement &a, const QtmcpElement &b) { return a.object == b.object && a.part == b.part; }

// What stands for the root of a scene.
QObject *rootOf(const QQuickWindow *window) {
    QObject *widget = widgetAround(window);
    return widget ? widget : const_cast<QQuickWindow *>(window);
}

bool isControl(Kind kind) { return kind >= Kind::Control && kind <= Kind::ToolTip; }

QObject *member(const QObject *owner, const char *property) { return objectIn(owner->property(property)); }

// What a view scrolls, or a control puts its content into.
QObject *contentOf(const QObject *owner) {
    const Kind kind = traitsOf(owner).kind;
    const bool holdsContent = (kind >= Kind::Flickable && kind <= Kind::HeaderView) || isControl(kind);
    return holdsContent ? member(owner, "contentItem") : nullptr;
}

// Where one is on the way down from a window.
struct Level {
    QQuickItem *item;
    // What the item stands for: itself, a popup or a window.
    QObject *owner;
    Inside inside = Inside::All;
    // The row or cell around, when what is in it must be known by that, since the items in it come to show others.
    const Part *around = nullptr;
};

// The children of a level that are not what they seem, looked up once for all of them.
class Roles {
public:
    explicit Roles(const Level &level) : level(level), ownerKind(traitsOf(level.owner).kind) {
        isOverlay = level.item->inherits("QQuickOverlay");
        content = contentOf(level.owner);
        scrolled = level.item == level.owner ? content : contentOf(level.item);
        if (isControl(ownerKind)) {
            background = member(level.owner, "background");
            indicator = member(level.owner, "indicator");
        }
        // What stands over a group or a dialog is its name already.
        if (ownerKind == Kind::Titled)
            title = member(level.owner, "label");
        else if (ownerKind == Kind::Dialog)
            title = titleOf(level.owner);
        const QQuickItem *around = level.item->parentItem();
        if (around && traitsOf(around).kind == Kind::ListView)
            highlight = member(around, "highlightItem");
    }

    bool isHidden(const QQuickItem *item) const {
        const QObject *object = item;
        return object == background || object == indicator || object == title || object == highlight || isGround(item);
    }

    bool isThrough(const QQuickItem *item, const Look &look) const {
        const QObject *object = item;
        // What a view scrolls is never more than that, though newer ones listen there for taps.
        if (object == scrolled && !isControl(traitsOf(level.item).kind))
            return true;
        // From Qt 6.10 on a window has a control around its content.
        if (ownerKind == Kind::Window && look.kind() == Kind::Control && look.role == QAccessible::NoRole)
            return true;
        const bool isPlain = look.kind() == Kind::Item || look.kind() == Kind::Flickable ||
                             look.kind() == Kind::PathView || look.kind() == Kind::ListView;
        return (object == content || object == scrolled) && isPlain && !hasRows(item, look.kind()) && !look.isClickable;
    }

    bool isOverlay = false;

private:
    // A text area in a view puts its background behind that.
    static bool isGround(const QQuickItem *item) {
        const QObject *owner = item->parent();
        return owner && owner != item->parentItem() && traitsOf(owner).kind == Kind::TextEdit &&
               member(owner, "background") == item;
    }

    static QObject *titleOf(const QObject *dialog) {
        QObject *header = member(dialog, "header");
        const bool isText = header && traitsOf(header).kind == Kind::Text;
        return isText && header->property("text") == dialog->property("title") ? header : nullptr;
    }

    const Level &level;
    const Kind ownerKind;
    const QObject *content = nullptr, *scrolled = nullptr;
    const QObject *background = nullptr, *indicator = nullptr, *title = nullptr, *highlight = nullptr;
};

enum class Place { Element, Through, Nowhere };

Place placeOf(const Level &level, const Roles &roles, QQuickItem *item, const Look &look) {
    const Kind kind = look.kind();
    if (kind == Kind::Repeater || kind == Kind::Unseen || roles.isHidden(item) || isCoverOf(item, level.item))
        return Place::Nowhere;
    // Behind a modal popup lies a shade with nothing in it.
    if (roles.isOverlay)
        return item->childItems().isEmpty() ? Place::Nowhere : Place::Element;
    if (kind == Kind::ScrollBar && item->property("size").toDouble() >= 1)
        return Place::Nowhere;
    if (kind == Kind::Overlay || roles.isThrough(item, look) || (look.isIgnored && !look.isInteractive))
        return Place::Through;
    if (level.inside == Inside::Controls)
        return look.isInteractive ? Place::Element : Place::Through;
    return Place::Element;
}

// Nothing where the part has no number.
QtmcpElement partOf(QQuickItem *view, uint64_t number) {
    return {number ? static_cast<QObject *>(view) : nullptr, number};
}

// In a view that uses items again, what is in a row is known by the row.
QtmcpElement elementIn(const Level &level, QQuickItem *item) {
    if (!level.around)
        return elementOf(item);
    const Part &part = *level.around;
    return partOf(part.view, partNumber(part.serial, part.column, part.delegate, item));
}

// Children as one reads them: what stands above before the rest, what stands below after it.
std::vector<QPointer<QQuickItem>> inOrder(const Level &level) {
    const QList<QQuickItem *> children = level.item->childItems();
    std::vector<QPointer<QQuickItem>> ordered(children.begin(), children.end());
    const Kind kind = traitsOf(level.owner).kind;
    if (kind != Kind::Page && kind != Kind::Window && kind != Kind::Dialog)
        return ordered;
    const QObject *const ends[] = {member(level.owner, "menuBar"), member(level.owner, "header"),
                                   member(level.owner, "footer")};
    const auto rank = [&ends](const QObject *item) {
        return item == ends[0] ? 0 : item == ends[1] ? 1 : item == ends[2] ? 3 : 2;
    };
    std::stable_sort(ordered.begin(), ordered.end(), [&](const auto &a, const auto &b) { return rank(a) < rank(b); });
    return ordered;
}

class Contents {
public:
    Contents(bool everything, const QtmcpElements *elements) : everything(everything), elements(elements) {}

    void listRows(const ItemView &view);
    void listCells(const ItemView &view, const Part &row);
    void list(const Level &level);
    void listPopups(const QObject *owner);
    void give(const QtmcpElement &element) {
        if (element.object)
            elements->take(elements->context, &element);
    }

private:
    void listChild(const Level &level, const Roles &roles, QQuickItem *child);
    bool isWanted(const Level &level, const QQuickItem *item) const;

    const bool everything;
    const QtmcpElements *const elements;
};

bool isCurrentPage(const Level &level, const QQuickItem *item) {
    const Kind kind = traitsOf(level.owner).kind;
    if (kind != Kind::Pages || !level.owner->inherits("QQuickSwipeView"))
        return true;
    const std::vector<QQuickItem *> pages = pagesOf(qobject_cast<QQuickItem *>(level.owner));
    const auto found = std::find(pages.begin(), pages.end(), item);
    return found == pages.end() || found - pages.begin() == level.owner->property("currentIndex").toInt();
}

// An item that draws nothing, holds nothing and gets no clicks is only there to take up room.
bool isEmpty(const QQuickItem *item) {
    const Traits &traits = traitsOf(item);
    if (traits.inside == Inside::Nothing || traits.kind == Kind::Text)
        return areaOf(item).isEmpty();
    const bool isPlain = traits.kind == Kind::Item && !(item->flags() & QQuickItem::ItemHasContents);
    return isPlain && item->childItems().isEmpty() && (item->children().isEmpty() || areaOf(item).isEmpty());
}

bool Contents::isWanted(const Level &level, const QQuickItem *item) const {
    return everything || (isShown(item) && !isEmpty(item) && isCurrentPage(level, item));
}

void Contents::listChild(const Level &level, const Roles &roles, QQuickItem *child) {
    if (QObject *popup = popupOf(child)) {
        if (isShown(child))
            give(elementOf(popup));
        return;
    }
    if (!isWanted(level, child))
        return;
    switch (placeOf(level, roles, child, lookAt(child))) {
    case Place::Element:
        give(elementIn(level, child));
        break;
    case Place::Through: {
        Level inner = level;
        inner.item = child;
        list(inner);
        break;
    }
    case Place::Nowhere:
        break;
    }
}

void Contents::list(const Level &level) {
    const QPointer<QQuickItem> item(level.item);
    const Roles roles(level);
    for (const QPointer<QQuickItem> &child : inOrder(level)) {
        // A property may be the app's own code.
        if (!item)
            return;
        if (child)
            listChild(level, roles, child);
    }
}

// Popups that are closed are nowhere to be seen: they stand where they were declared.
void Contents::listPopups(const QObject *owner) {
    if (!everything)
        return;
    const QObjectList &children = owner->children();
    for (QObject *child : children) {
        if (child && child->inherits("QQuickPopup") && !child->property("visible").toBool())
            give(elementOf(child));
    }
}

void Contents::listRows(const ItemView &view) {
    const std::vector<QQuickItem *> extras = view.extras();
    std::vector<QPointer<QQuickItem>> left(extras.begin(), extras.end());
    const std::vector<Cell> cells = view.cellsInSight();
    std::vector<int> rows;
    for (const Cell &cell : cells) {
        if (rows.empty() || rows.back() != cell.row)
            rows.push_back(cell.row);
    }
    const std::vector<uint32_t> numbers = numberRows(view, rows);
    const auto isAhead = [&](const QQuickItem *extra, const QQuickItem *other) {
        return extra->y() != other->y() ? extra->y() < other->y() : extra->x() < other->x();
    };
    QQuickItem *item = view.item();
    if (!item)
        return;
    const Level level = {item, item};
    const Roles roles(level);
    size_t at = 0;
    for (const Cell &cell : cells) {
        while (rows[at] != cell.row)
            ++at;
        // Titles of sections stand before the rows they are over.
        for (QPointer<QQuickItem> &extra : left) {
            if (extra && cell.item && !view.isTable() && isAhead(extra, cell.item))
                listChild(level, roles, std::exchange(extra, nullptr));
        }
        const bool isFirst = &cell == &cells.front() || (&cell)[-1].row != cell.row;
        if (view.isHeader())
            give(partOf(item, partNumber(numbers[at], cell.column)));
        else if (isFirst)
            give(partOf(item, partNumber(numbers[at], -1)));
    }
    for (const QPointer<QQuickItem> &extra : left) {
        if (extra)
            listChild(level, roles, extra);
    }
    // What lies over the view rather than in what it scrolls: its bars.
    for (const QPointer<QQuickItem> &child : inOrder(level)) {
        if (child && child != member(item, "contentItem"))
            listChild(level, roles, child);
    }
}

void Contents::listCells(const ItemView &view, const Part &row) {
    const std::vector<Cell> cells = row.delegate ? view.cellsBeside(row.delegate) : std::vector<Cell>();
    for (const Cell &cell : cells)
        give(partOf(view.item(), partNumber(row.serial, cell.column)));
}

void listPart(const Subject &subject, Contents &contents) {
    const Part &part = subject.part;
    const ItemView view(part.view);
    if (part.isRow() && view.hasCells()) {
        contents.listCells(view, part);
        return;
    }
    if (!subject.item)
        return;
    const Look look = lookAt(subject.item);
    Level level = {subject.item, subject.item, look.inside};
    if (view.reusesItems())
        level.around = &part;
    if (!part.isNested) {
        if (isControlInCell(view, look)) {
            contents.give(elementIn(level, subject.item));
            return;
        }
        level.inside = look.inside == Inside::Nothing ? Inside::Nothing : Inside::Controls;
    }
    if (level.inside != Inside::Nothing)
        contents.list(level);
}

void pushPart(std::vector<QtmcpElement> &path, const ItemView &view, const Cell &cell, Part *part) {
    const auto push = [&](int column) {
        const QtmcpElement element = partOf(view.item(), partNumber(part->serial, column));
        if (element.object)
            path.push_back(element);
    };
    *part = Part();
    part->view = view.item();
    part->serial = numberRow(view, cell.row);
    part->row = cell.row;
    part->delegate = part->item = cell.item;
    if (!view.isHeader())
        push(-1);
    if (view.hasCells()) {
        part->column = cell.column;
        push(cell.column);
    }
}

}  // namespace

bool isControlInCell(const ItemView &view, const Look &look) {
    return view.hasCells() && look.isInteractive && look.kind() != Kind::Delegate && look.kind() != Kind::MouseArea &&
           !look.isClickable;
}

std::vector<QQuickItem *> pagesOf(const QQuickItem *item) {
    std::vector<QQuickItem *> pages;
    if (item->inherits("QQuickContainer")) {
        const int count = item->property("count").toInt();
        for (int i = 0; i < count; ++i) {
            QQuickItem *page = nullptr;
            QMetaObject::invokeMethod(const_cast<QQuickItem *>(item), "itemAt", Q_RETURN_ARG(QQuickItem *, page),
                                      Q_ARG(int, i));
            if (page)
                pages.push_back(page);
        }
        return pages;
    }
    const QList<QQuickItem *> children = item->childItems();
    for (QQuickItem *child : children) {
        if (traitsOf(child).kind != Kind::Repeater)
            pages.push_back(child);
    }
    return pages;
}

std::vector<QtmcpElement> elementsTo(QQuickItem *item) {
    std::vector<QtmcpElement> path;
    const auto push = [&path](const QtmcpElement &element) {
        if (element.object)
            path.push_back(element);
    };
    QQuickWindow *window = item->window();
    if (!window)
        return path;
    std::vector<QQuickItem *> way;
    for (QQuickItem *at = item; at && at != window->contentItem(); at = at->parentItem())
        way.push_back(at);
    std::reverse(way.begin(), way.end());
    path.push_back(elementOf(rootOf(window)));
    Level level = {window->contentItem(), window};
    Part part;
    for (QQuickItem *next : way) {
        QQuickItem *above = level.item;
        level.item = next;
        if (QObject *popup = popupOf(next)) {
            path.push_back(elementOf(popup));
            level = {next, popup, traitsOf(popup).inside};
            continue;
        }
        if (level.inside == Inside::Nothing)
            break;
        const ItemView view(level.owner);
        const Cell cell = view && member(level.owner, "contentItem") == above ? view.cellOf(next) : Cell();
        const Look look = lookAt(next);
        if (cell.row >= 0) {
            pushPart(path, view, cell, &part);
            level.owner = next;
            level.around = view.reusesItems() ? &part : nullptr;
            level.inside = look.inside == Inside::Nothing ? Inside::Nothing : Inside::Controls;
            if (isControlInCell(view, look)) {
                push(elementIn(level, next));
                level.inside = look.inside;
            }
            continue;
        }
        const Level around = {above, level.owner, level.inside, level.around};
        const Place place = placeOf(around, Roles(around), next, look);
        if (place == Place::Nowhere)
            break;
        if (place == Place::Element) {
            push(elementIn(level, next));
            level.owner = next;
            level.inside = look.inside;
        }
    }
    return path;
}

bool contents(const QtmcpElement *element, bool everything, const QtmcpElements *elements) {
    Subject subject;
    if (!findSubject(element, &subject))
        return false;
    Contents contents(everything, elements);
    if (subject.isPart) {
        listPart(subject, contents);
        if (subject.part.isNested) {
            const ItemView inner(subject.item);
            if (inner)
                contents.listRows(inner);
        }
        return true;
    }
    if (const ItemView view{subject.object}) {
        contents.listRows(view);
        return true;
    }
    if (!subject.item || traitsOf(subject.object).inside == Inside::Nothing)
        return true;
    const Inside inside = subject.isItem() ? lookAt(subject.item).inside : Inside::All;
    QQuickWindow *window = windowInside(subject.object);
    contents.list({subject.item, window ? window : subject.object.data(), inside});
    if (subject.object)
        contents.listPopups(subject.object);
    return true;
}

bool container(const QtmcpElement *element, QtmcpElement *container) {
    Subject subject;
    if (!findSubject(element, &subject))
        return false;
    if (subject.isPart && !subject.item) {
        *container = elementOf(subject.object);
        return true;
    }
    const QQuickWindow *window = subject.item ? subject.item->window() : nullptr;
    if (!window || subject.item == window->contentItem())
        return false;
    const std::vector<QtmcpElement> path = elementsTo(subject.item);
    const auto found =
        std::find_if(path.begin(), path.end(), [&](const auto &above) { return isSame(above, *element); });
    if (found == path.begin())
        return false;
    *container = found == path.end() ? path.back() : found[-1];
    return true;
}

}  // namespace qtmcp
