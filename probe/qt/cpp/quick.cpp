// The quick part: its table, and the models behind views written in QML.

#include "quick.h"

#include "guard.h"

#include <QtCore/QAbstractItemModel>

namespace qtmcp {

namespace {

// A view may show a model through others: a ComboBox through a DelegateModel, for one.
const void *modelOf(const void *view) {
    constexpr int deepest = 4;
    QObject *object = objectOf(view);
    for (int i = 0; object && i < deepest; ++i) {
        object = objectIn(object->property("model"));
        if (auto *model = qobject_cast<QAbstractItemModel *>(object))
            return static_cast<QObject *>(model);
    }
    return nullptr;
}

const QtmcpQuick table = {
    QTMCP_TABLE(QtmcpQuick),   guarded<&isItem>,     guarded<&children>, guarded<&parent>, guarded<&qmlId>,
    guarded<&contextProperty>, guarded<&placement>,  elementTable,       guarded<&grab>,   guarded<&modelOf>,
    guarded<&watchFrames>,     guarded<&frameCount>, guarded<&isMoving>, secretTable,
};

}  // namespace

}  // namespace qtmcp

extern "C" __attribute__((visibility("default"))) const void *qtmcp_part(const QtmcpHost *host, const QtmcpCore *core,
                                                                         const QtmcpGui *gui) {
    if (host->abi != QTMCP_TABLE(QtmcpHost) || core->abi != QTMCP_TABLE(QtmcpCore) || !gui ||
        gui->abi != QTMCP_TABLE(QtmcpGui))
        return nullptr;
    qtmcp::host = host;
    qtmcp::core = core;
    qtmcp::gui = gui;
    core->add_conversions(qtmcp::guarded<&qtmcp::readQmlValue>, nullptr);
    gui->add_painter(qtmcp::guarded<&qtmcp::paint>);
    gui->add_cover(qtmcp::guarded<&qtmcp::coverItems>);
    gui->add_window_filter(qtmcp::guarded<&qtmcp::isInsideWidget>);
    return &qtmcp::table;
}
