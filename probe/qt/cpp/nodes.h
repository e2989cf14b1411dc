// Reading values that enter Qt: a cursor over nodes in preorder, and the checks that go with each kind.
#pragma once

#include "abi.h"

#include <QtCore/QString>

#include <cmath>
#include <initializer_list>

namespace qtmcp {

inline QString textOf(const QtmcpNode &node) {
    return QString(static_cast<const QChar *>(node.data), int(node.length));
}

// Any number as a real; false for what is no number.
inline bool realOf(const QtmcpNode &node, double *value) {
    switch (node.kind) {
    case QTMCP_INT:
        *value = double(node.integer);
        return true;
    case QTMCP_UINT:
        *value = double(quint64(node.integer));
        return true;
    case QTMCP_REAL:
        *value = node.real;
        return true;
    default:
        return false;
    }
}

// A whole number that fits 64 signed bits.
inline bool integerOf(const QtmcpNode &node, qint64 *value) {
    if (node.kind == QTMCP_INT || (node.kind == QTMCP_UINT && node.integer >= 0)) {
        *value = node.integer;
        return true;
    }
    // JSON does not tell 3 from 3.0; past 2^53 a real is no exact whole number any more.
    if (node.kind == QTMCP_REAL && node.real == std::floor(node.real) && std::abs(node.real) <= 9007199254740992.0) {
        *value = qint64(node.real);
        return true;
    }
    return false;
}

class Nodes {
public:
    Nodes(const QtmcpNode *first, size_t count) : next(first), last(first + count) {}

    bool atEnd() const { return next == last; }
    const QtmcpNode *position() const { return next; }
    size_t left() const { return size_t(last - next); }

    // The next node, or null at the end; children of a list or map follow it.
    const QtmcpNode *take() { return next == last ? nullptr : next++; }
    const QtmcpNode *peek() const { return next == last ? nullptr : next; }

    // Passes over one whole value.
    void skip() {
        size_t values = 1;
        while (values && next != last) {
            const QtmcpNode &node = *next++;
            values += node.kind == QTMCP_LIST  ? size_t(node.count)
                      : node.kind == QTMCP_MAP ? size_t(node.count) * 2
                                               : 0;
            --values;
        }
    }

    // Numbers from a map that has exactly these keys, or from a list of as many.
    bool numbers(std::initializer_list<const char *> keys, double *values) {
        const QtmcpNode *head = take();
        if (!head || head->count != keys.size())
            return false;
        if (head->kind == QTMCP_LIST) {
            for (size_t i = 0; i < keys.size(); ++i) {
                const QtmcpNode *node = take();
                if (!node || !realOf(*node, &values[i]))
                    return false;
            }
            return true;
        }
        if (head->kind != QTMCP_MAP)
            return false;
        uint32_t seen = 0;
        for (size_t pair = 0; pair < keys.size(); ++pair) {
            const QtmcpNode *key = take();
            const QtmcpNode *value = take();
            if (!value || key->kind != QTMCP_TEXT)
                return false;
            size_t i = 0;
            const QString name = textOf(*key);
            for (const char *wanted : keys) {
                if (name == QLatin1String(wanted) && realOf(*value, &values[i]))
                    seen |= 1u << i;
                ++i;
            }
        }
        return seen == (1u << keys.size()) - 1;
    }

    // The entries of a map, each given by its name and a cursor at its value. False when it is no map, or when `each`
    // says no.
    template <typename Each>
    bool entries(Each each) {
        const QtmcpNode *head = take();
        if (!head || head->kind != QTMCP_MAP)
            return false;
        for (uint32_t i = 0; i < head->count; ++i) {
            const QtmcpNode *key = take();
            if (!key || key->kind != QTMCP_TEXT || atEnd() || !each(textOf(*key), Nodes(*this)))
                return false;
            skip();
        }
        return true;
    }

private:
    const QtmcpNode *next;
    const QtmcpNode *last;
};

}  // namespace qtmcp
