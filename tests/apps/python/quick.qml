// The window of quick.py: a button that has the Python object count, and a label that shows how far it is.
import QtQuick
import QtQuick.Controls
import QtQuick.Window

Window {
    id: window
    objectName: "window"
    title: "Counter in QML"
    width: 320
    height: 240
    visible: true

    // The id of what an alias of the same name shows is an id all the same.
    property alias nameField: nameField

    Column {
        anchors.centerIn: parent
        spacing: 8

        Label {
            id: countLabel
            text: counter.count
        }

        Button {
            id: addButton
            text: "Add one"
            onClicked: counter.add(1)
        }

        TextField {
            id: nameField
        }

        Button {
            id: leaveButton
            text: "Leave"
            onClicked: Qt.exit(23)
        }
    }
}
