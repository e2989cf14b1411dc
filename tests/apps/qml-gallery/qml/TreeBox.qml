// A TreeView, in a file of its own because only Qt 6.3 and later have one.
import QtQuick 6.3
import QtQuick.Controls 6.3

TreeView {
    id: placesTree

    property Page page

    objectName: "placesTree"
    anchors.fill: parent
    clip: true
    model: placesModel

    delegate: TreeViewDelegate {
        implicitWidth: 240
        text: model.display
        onClicked: placesTree.page.report("TREE " + model.display)
    }
}
