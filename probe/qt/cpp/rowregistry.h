// The rows that have numbers, by the model they are of, and what each model said has happened to it.
#pragma once

#include "rowprint.h"

#include <QtCore/QObject>
#include <QtCore/QPersistentModelIndex>
#include <QtCore/QPointer>
#include <QtWidgets/QAbstractItemView>

#include <memory>
#include <unordered_map>

namespace qtmcp {

struct Row {
    uint64_t number = 0;
    QPointer<QAbstractItemView> view;
    QPersistentModelIndex index;
    bool isBound = false;  // the index is kept; otherwise only where the row was, and its print
    std::vector<int> path;
    RowPrint print;
    std::vector<std::pair<int, uint64_t>> cells;
    uint64_t used = 0;
    uint64_t shakes = 0, refills = 0, rewrites = 0, columnChanges = 0;  // of the model, when the row was last right
    uint64_t moves = 0;
    qint64 seen = 0;
    bool isTouched = false;  // the model said that its texts changed
};

// A model whose rows have numbers, and what it said has happened to it.
struct Watched {
    QObject receiver;
    std::unordered_map<uint64_t, Row> rows;
    std::unordered_multimap<uint64_t, uint64_t> byPrint;
    std::unordered_multimap<int, uint64_t> byRow;  // those bound, by the row their index is at
    uint64_t sortedAt = 0;                         // `moves` when byRow was made
    std::vector<const QObject *> views;
    uint64_t moves = 1;     // any change of where rows are
    uint64_t changes = 1;   // of these, those that the model told of
    uint64_t shakes = 0;    // the layout changed: indexes may mean other rows
    uint64_t refills = 0;   // all rows went at once
    uint64_t rewrites = 0;  // rows one after the other got other texts
    uint64_t columnChanges = 0;
    int rewritten = -1;
    size_t bound = 0;

    Row *row(uint64_t number) {
        const auto found = rows.find(number);
        return found == rows.end() ? nullptr : &found->second;
    }
    void unbind(Row &row) {
        bound -= row.isBound;
        row.isBound = false;
        row.index = QPersistentModelIndex();
    }
    void sort();
    Row *at(const QAbstractItemView *view, const QModelIndex &anchor);
    std::vector<uint64_t> withPrint(const QAbstractItemView *view, const RowPrint &print) const;
    void bind(Row &row, const QModelIndex &anchor, const RowPrint &print, std::vector<int> path);
    void forget(uint64_t number);
    // Whether it was right a moment ago, and nothing was told since: reading all cells of a row looks at it once.
    bool isJustSeen(const Row &row) const;
    void makeRoom();
    void textsChanged(const QModelIndex &first, const QModelIndex &last);
};

// Never freed: objects that outlive the application must not meet a destructor of ours.
struct Registry {
    std::unordered_map<const QAbstractItemModel *, std::unique_ptr<Watched>> models;
    std::unordered_map<uint64_t, const QAbstractItemModel *> modelOfRow;
    std::unordered_map<uint64_t, std::pair<uint64_t, int>> cells;  // the row and the column
    uint64_t clock = 0;
};

Registry &registry();
// The record of a model, made and connected where there is none yet.
Watched *watchedFor(QAbstractItemModel *model);
// Null when the model is gone, or has no rows with numbers.
Watched *watchedOf(const QAbstractItemModel *model);
// Takes the rows of a view out when it goes.
void watchView(Watched *watched, QAbstractItemView *view);

// Whether a view and its model are still as they were: over the app's code, indexes stay good only as long.
class Steady {
public:
    explicit Steady(const QAbstractItemView *view);
    explicit operator bool() const;

private:
    QPointer<const QAbstractItemView> m_view;
    const QAbstractItemModel *m_model;
    uint64_t m_changes;
};

}  // namespace qtmcp
