// Signals of any object, relayed to Rust by objects that have no slots of their own but answer to slot numbers.

#include "core.h"

#include "compat.h"
#include "enums.h"
#include "guard.h"
#include "sink.h"
#include "values.h"

#include <QtCore/QMetaMethod>
#include <QtCore/QVariant>

#include <deque>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <vector>

namespace qtmcp {

namespace {

// How one signal's arguments are to be read; never changed once it is in a relay.
struct Listener {
    struct Parameter {
        int type;
        QByteArray name;
        QMetaEnum enumeration;
    };
    uint64_t slot;
    std::vector<Parameter> parameters;
};

struct Emission {
    const Listener *listener;
    void **arguments;
};

void writeArgument(const Listener::Parameter &parameter, const void *argument, const QtmcpSink &sink) {
    if (parameter.type == QMetaType::UnknownType) {
        if (parameter.enumeration.isValid())
            writeEnum(sink, parameter.enumeration, *static_cast<const int *>(argument));
        else if (parameter.name.endsWith('*'))
            writePointer(*static_cast<void *const *>(argument), parameter.name.constData(), sink);
        else
            Out(sink).opaque(parameter.name.constData());
    } else if (compat::isObjectPointer(parameter.type)) {
        Out(sink).object(*static_cast<void *const *>(argument));
    } else if (parameter.type == QMetaType::QVariant) {
        writeVariant(*static_cast<const QVariant *>(argument), sink);
    } else {
        writeVariant(compat::variantOf(parameter.type, argument), sink);
    }
}

void writeArguments(void *data, const QtmcpSink *sink) {
    const auto *emission = static_cast<const Emission *>(data);
    const Out out(*sink);
    out.beginList();
    size_t i = 1;
    for (const Listener::Parameter &parameter : emission->listener->parameters)
        writeArgument(parameter, emission->arguments[i++], *sink);
    out.end();
}

// Qt keeps slot numbers in 16 bits, less those of QObject's own methods.
constexpr int slotsPerRelay = 60000;

class Relay : public QObject {
public:
    // Runs on the emitting thread.
    int qt_metacall(QMetaObject::Call call, int id, void **arguments) override {
        id = QObject::qt_metacall(call, id, arguments);
        if (id < 0 || call != QMetaObject::InvokeMetaMethod)
            return id;
        if (host->is_forked_child())
            return -1;
        std::shared_ptr<const Listener> listener;
        {
            const std::shared_lock lock(mutex);
            if (size_t(id) < listeners.size())
                listener = listeners[size_t(id)];
        }
        if (listener) {
            Emission emission = {listener.get(), arguments};
            host->signal_emitted(listener->slot, guarded<&writeArguments>, &emission);
        }
        return -1;
    }

    void set(int number, std::shared_ptr<const Listener> listener) {
        const std::unique_lock lock(mutex);
        if (size_t(number) >= listeners.size())
            listeners.resize(size_t(number) + 1);
        listeners[size_t(number)] = std::move(listener);
    }

private:
    std::shared_mutex mutex;
    std::vector<std::shared_ptr<const Listener>> listeners;
};

struct Place {
    Relay *relay = nullptr;
    int number = 0;
};

struct Connected {
    Place place;
    QMetaObject::Connection connection;
};

// Relays are never freed: an emission on another thread may be on its way to them.
class Switchboard {
public:
    Place reserve() {
        const std::lock_guard lock(mutex);
        // A number is used again only after many others were: an emission that was under way when it was freed would
        // read its arguments by another signal's types.
        if (freed.size() > quarantine) {
            const Place place = freed.front();
            freed.pop_front();
            return place;
        }
        if (!newest.relay || newest.number == slotsPerRelay) {
            newest.relay = new Relay;
            newest.number = 0;
        }
        return {newest.relay, newest.number++};
    }

    void keep(uint64_t slot, const Connected &connected) {
        const std::lock_guard lock(mutex);
        connections[slot] = connected;
    }

    void release(const Place &place) {
        const std::lock_guard lock(mutex);
        freed.push_back(place);
    }

    bool take(uint64_t slot, Connected *connected) {
        const std::lock_guard lock(mutex);
        const auto found = connections.find(slot);
        if (found == connections.end())
            return false;
        *connected = found->second;
        connections.erase(found);
        return true;
    }

private:
    static constexpr size_t quarantine = 10000;
    std::mutex mutex;
    Place newest;
    std::deque<Place> freed;
    std::unordered_map<uint64_t, Connected> connections;
};

Switchboard &switchboard() {
    static auto *const switchboard = new Switchboard;
    return *switchboard;
}

}  // namespace

bool connectSignal(const void *address, int32_t signal, uint64_t slot) {
    const QObject *object = objectOf(address);
    const QMetaObject *meta = object->metaObject();
    const QMetaMethod method = meta->method(signal);
    if (!method.isValid() || method.methodType() != QMetaMethod::Signal)
        return false;
    auto listener = std::make_shared<Listener>();
    listener->slot = slot;
    const QList<QByteArray> names = method.parameterTypes();
    for (int i = 0; i < method.parameterCount(); ++i) {
        const int type = method.parameterType(i);
        const QMetaEnum enumeration =
            type == QMetaType::UnknownType ? enumNamed(names.at(i).constData(), meta) : QMetaEnum();
        listener->parameters.push_back({type, names.at(i), enumeration});
    }
    const Place place = switchboard().reserve();
    place.relay->set(place.number, std::move(listener));
    const QMetaObject::Connection connection =
        QMetaObject::connect(object, signal, place.relay, QObject::staticMetaObject.methodCount() + place.number,
                             Qt::DirectConnection, nullptr);
    if (!connection) {
        place.relay->set(place.number, nullptr);
        switchboard().release(place);
        return false;
    }
    switchboard().keep(slot, {place, connection});
    return true;
}

void disconnectSignal(uint64_t slot) {
    Connected connected;
    if (!switchboard().take(slot, &connected))
        return;
    QObject::disconnect(connected.connection);
    connected.place.relay->set(connected.place.number, nullptr);
    switchboard().release(connected.place);
}

}  // namespace qtmcp
