// Shorthand for filling a sink.
#pragma once

#include "abi.h"

#include <QtCore/QString>

namespace qtmcp {

inline const char16_t *units(const QString &text) { return reinterpret_cast<const char16_t *>(text.utf16()); }

class Out {
public:
    explicit Out(const QtmcpSink &sink) : sink(sink) {}

    void null() const { sink.null(sink.context); }
    void boolean(bool value) const { sink.boolean(sink.context, value); }
    void integer(qint64 value) const { sink.integer(sink.context, value); }
    void natural(quint64 value) const { sink.natural(sink.context, value); }
    void real(double value) const { sink.real(sink.context, value); }
    void text(const QString &text) const { sink.text(sink.context, units(text), size_t(text.size())); }
    void object(const void *object) const { sink.object(sink.context, object); }
    void opaque(const char *type) const { sink.opaque(sink.context, type ? type : "unknown type"); }
    void beginList() const { sink.begin_list(sink.context); }
    void beginMap() const { sink.begin_map(sink.context); }
    void key(const QString &name) const { sink.key(sink.context, units(name), size_t(name.size())); }
    void key(const char *name) const { key(QString::fromLatin1(name)); }
    void end() const { sink.end(sink.context); }

    // A map of numbers.
    template <typename Number>
    void fields(std::initializer_list<std::pair<const char *, Number>> fields) const {
        beginMap();
        for (const auto &[name, value] : fields) {
            key(name);
            number(value);
        }
        end();
    }

    void number(int value) const { integer(value); }
    void number(double value) const { real(value); }

private:
    const QtmcpSink &sink;
};

}  // namespace qtmcp
