// The "More" tab: a button for each page that is a window of its own.
import QtQuick 2.15
import QtQuick.Controls 2.15
import QtQuick.Layouts 1.15

Page {
    objectName: "morePage"
    padding: 12

    Component {
        id: windowComponent

        MoreWindow {
            onClosing: destroy()
        }
    }

    ColumnLayout {
        Repeater {
            model: ["Controls", "Pages", "Menus", "Views", "Rows", "Custom", "Colours", "Grid", "Animation", "Drag"]

            Button {
                objectName: "open" + modelData + "Button"
                text: modelData + "…"
                Layout.fillWidth: true
                onClicked: windowComponent.createObject(null, { page: modelData })
            }
        }
    }
}
