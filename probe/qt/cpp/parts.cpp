// Header sections, tabs, and what only accessibility knows of, by their numbers; rows are in rows.cpp.

#include "parts.h"

#include "elements.h"
#include "views.h"

#include <QtCore/QPointer>
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QTabBar>
#include <QtWidgets/QTabWidget>

#include <algorithm>
#include <unordered_map>

namespace qtmcp {

namespace {

constexpr int childLimit = 1000;
constexpr size_t recordLimit = 5000;
// No accessibility is deeper to us: one that has itself as a child has no end.
constexpr int depthLimit = 50;

// One of several things in a widget that have a place and a text.
struct Record {
    uint64_t number = 0;
    PartKind kind = PartKind::None;
    int place = 0;
    QString text;
    QPointer<QWidget> page;  // of a tab: what it shows, if that is known
    int alike = 1;           // of a tab: how many have its text
    int role = 0;            // of a child
    uint64_t parent = 0;     // of a child: the child around it
    int depth = 0;           // of a child: how many are around it
};

struct Records {
    std::unordered_map<const QObject *, std::vector<Record>> byOwner;
    std::unordered_map<uint64_t, const QObject *> owners;
};

// Never freed, since objects may outlive the application.
Records &records() {
    static auto *const records = new Records;
    return *records;
}

void dropOwner(const QObject *owner) {
    const auto found = records().byOwner.find(owner);
    if (found == records().byOwner.end())
        return;
    for (const Record &record : found->second)
        records().owners.erase(record.number);
    records().byOwner.erase(found);
}

std::vector<Record> &recordsOf(QWidget *owner) {
    auto &all = records().byOwner;
    const auto found = all.find(owner);
    if (found != all.end())
        return found->second;
    QObject::connect(owner, &QObject::destroyed, owner, [owner] { dropOwner(owner); });
    return all[owner];
}

Record *recordOf(const QObject *owner, uint64_t number) {
    const auto known = records().byOwner.find(owner);
    if (known == records().byOwner.end())
        return nullptr;
    auto &list = known->second;
    // Numbers only grow, and so does the list.
    const auto at = std::lower_bound(list.begin(), list.end(), number,
                                     [](const Record &record, uint64_t wanted) { return record.number < wanted; });
    return at != list.end() && at->number == number ? &*at : nullptr;
}

uint64_t add(QWidget *owner, Record record) {
    record.number = newPartNumber();
    auto &list = recordsOf(owner);
    // Names that change all the time make a new part each; the oldest are forgotten.
    if (list.size() > recordLimit) {
        const auto half = list.begin() + std::ptrdiff_t(list.size() / 2);
        std::for_each(list.begin(), half, [](const Record &old) { records().owners.erase(old.number); });
        list.erase(list.begin(), half);
    }
    list.push_back(record);
    records().owners[record.number] = owner;
    return record.number;
}

QTabWidget *tabWidgetOf(const QTabBar *bar) {
    auto *widget = qobject_cast<QTabWidget *>(bar->parentWidget());
    return widget && widget->tabBar() == bar ? widget : nullptr;
}

// The widget that goes where the tab goes: its page, or of a bar without pages the button on it.
QWidget *pageOf(const QTabBar *bar, int tab) {
    if (const QTabWidget *widget = tabWidgetOf(bar))
        return widget->widget(tab);
    QWidget *right = bar->tabButton(tab, QTabBar::RightSide);
    return right ? right : bar->tabButton(tab, QTabBar::LeftSide);
}

// The only place from 0 to `count` where `matches` holds, or -1.
template <typename Matches>
int onlyPlace(int count, Matches matches) {
    int found = -1;
    for (int place = 0; place < count; ++place) {
        if (!matches(place))
            continue;
        if (found >= 0)
            return -1;
        found = place;
    }
    return found;
}

// Where a record's thing is now: at its place, or at the only other place that fits.
template <typename Matches>
int placeNow(const Record &record, int count, Matches matches) {
    if (record.place < count && matches(record.place))
        return record.place;
    return onlyPlace(count, matches);
}

Part findSection(QHeaderView *header, const Record &record) {
    const auto matches = [header, &record](int section) { return sectionText(header, section) == record.text; };
    const int section = placeNow(record, header->count(), matches);
    return section < 0 ? Part() : Part{PartKind::Section, header, {}, section, nullptr};
}

int tabsNamed(const QTabBar *bar, const QString &text) {
    int count = 0;
    for (int tab = 0; tab < bar->count(); ++tab)
        count += bar->tabText(tab) == text;
    return count;
}

Part findTab(QTabBar *bar, const Record &record) {
    const auto matches = [bar, &record](int tab) {
        return record.page ? pageOf(bar, tab) == record.page : !pageOf(bar, tab) && bar->tabText(tab) == record.text;
    };
    // One of several that read alike came or went, and nothing tells which.
    if (!record.page && tabsNamed(bar, record.text) != record.alike)
        return {};
    const int tab = placeNow(record, bar->count(), matches);
    return tab < 0 ? Part() : Part{PartKind::Tab, bar, {}, tab, nullptr};
}

using Interfaces = std::vector<const QAccessibleInterface *>;

// A child, or for 0 the widget itself. `passed` gets it and all that are around it.
QAccessibleInterface *interfaceOf(QWidget *owner, uint64_t part, Interfaces *passed = nullptr);

bool isChild(QAccessibleInterface *interface, const Record &record) {
    return interface && interface->isValid() && int(interface->role()) == record.role &&
           interface->text(QAccessible::Name) == record.text;
}

QAccessibleInterface *findChild(QWidget *owner, const Record &record, Interfaces *passed = nullptr) {
    QAccessibleInterface *around = interfaceOf(owner, record.parent, passed);
    if (!around)
        return nullptr;
    const auto matches = [around, &record](int place) { return isChild(around->child(place), record); };
    const int place = placeNow(record, std::min(childLimit, around->childCount()), matches);
    return place < 0 ? nullptr : around->child(place);
}

QAccessibleInterface *interfaceOf(QWidget *owner, uint64_t part, Interfaces *passed) {
    const Record *record = part ? recordOf(owner, part) : nullptr;
    QAccessibleInterface *interface = !part    ? accessibleOf(owner)
                                      : record ? findChild(owner, Record(*record), passed)
                                               : nullptr;
    if (passed)
        passed->push_back(interface);
    return interface;
}

uint64_t childPart(QWidget *owner, const Record &record) {
    const auto &list = recordsOf(owner);
    const auto known = std::find_if(list.begin(), list.end(), [&record](const Record &other) {
        return other.kind == record.kind && other.place == record.place && other.parent == record.parent &&
               other.role == record.role && other.text == record.text;
    });
    return known == list.end() ? add(owner, record) : known->number;
}

}  // namespace

uint64_t newPartNumber() {
    static uint64_t last = 0;
    return ++last;
}

uint64_t sectionPart(QHeaderView *header, int section) {
    const QPointer<QHeaderView> guard(header);
    const QString text = sectionText(header, section);
    if (!guard)
        return 0;
    for (const Record &record : recordsOf(header)) {
        if (record.place == section && record.text == text)
            return record.number;
    }
    Record record;
    record.kind = PartKind::Section;
    record.place = section;
    record.text = text;
    return add(header, record);
}

uint64_t tabPart(QTabBar *bar, int tab) {
    QWidget *page = pageOf(bar, tab);
    const QString text = bar->tabText(tab);
    const int alike = tabsNamed(bar, text);
    auto &list = recordsOf(bar);
    const auto isIt = [&](const Record &record) {
        if (page)
            return record.page == page;
        const bool isSame = !record.page && record.text == text && record.alike == alike;
        return isSame && (alike == 1 || record.place == tab);
    };
    const auto known = std::find_if(list.begin(), list.end(), isIt);
    if (known != list.end()) {
        known->place = tab;
        return known->number;
    }
    Record record;
    record.kind = PartKind::Tab;
    record.place = tab;
    record.text = text;
    record.page = page;
    record.alike = alike;
    return add(bar, record);
}

void giveChildren(QWidget *owner, QAccessibleInterface *interface, uint64_t parent, const QtmcpElements *elements) {
    const QPointer<QWidget> guard(owner);
    const Record *around = parent ? recordOf(owner, parent) : nullptr;
    const int depth = around ? around->depth + 1 : 0;
    if (depth > depthLimit)
        return;
    Interfaces passed;
    interfaceOf(owner, parent, &passed);
    const int count = guard ? std::min(childLimit, interface->childCount()) : 0;
    std::vector<QtmcpElement> found;
    for (int place = 0; place < count; ++place) {
        QAccessibleInterface *child = interface->child(place);
        // What is around itself would be told without end.
        const bool isAround = std::find(passed.begin(), passed.end(), child) != passed.end();
        if (!child || isAround || !child->isValid() || qobject_cast<QWidget *>(child->object()))
            continue;
        Record record;
        record.kind = PartKind::Child;
        record.place = place;
        record.text = child->text(QAccessible::Name);
        record.role = child->role();
        record.parent = parent;
        record.depth = depth;
        if (!guard)
            return;
        found.push_back(elementOf(owner, childPart(owner, record)));
    }
    for (const QtmcpElement &element : found)
        elements->take(elements->context, &element);
}

uint64_t parentOfChild(uint64_t part) {
    const auto owner = records().owners.find(part);
    const Record *record = owner == records().owners.end() ? nullptr : recordOf(owner->second, part);
    return record ? record->parent : 0;
}

Part partOf(const QtmcpElement *element) {
    auto *owner = qobject_cast<QWidget *>(objectOf(element->object));
    if (!owner || !element->part)
        return {};
    const Record *known = recordOf(owner, element->part);
    if (!known) {
        auto *view = qobject_cast<QAbstractItemView *>(owner);
        return view ? findRow(view, element->part) : Part();
    }
    const Record record = *known;
    if (record.kind == PartKind::Section)
        return findSection(static_cast<QHeaderView *>(owner), record);
    if (record.kind == PartKind::Tab)
        return findTab(static_cast<QTabBar *>(owner), record);
    QAccessibleInterface *interface = findChild(owner, record);
    return interface ? Part{PartKind::Child, owner, {}, -1, interface} : Part();
}

}  // namespace qtmcp
