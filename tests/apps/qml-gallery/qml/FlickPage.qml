// The "Flick" tab: content larger than its viewport, with buttons that must be scrolled to.
import QtQuick 2.15
import QtQuick.Controls 2.15
import QtQuick.Layouts 1.15

Page {
    objectName: "flickPage"
    padding: 12

    ColumnLayout {
        anchors.fill: parent

        Flickable {
            id: flickable

            objectName: "flickable"
            clip: true
            contentWidth: width
            contentHeight: column.height
            Layout.fillWidth: true
            Layout.fillHeight: true
            ScrollBar.vertical: ScrollBar {}
            onMovementEnded: backend.say("FLICK " + Math.round(contentY))

            Column {
                id: column

                width: parent.width - 16
                spacing: 6

                Repeater {
                    model: 60

                    Button {
                        objectName: "flickButton" + (index + 1)
                        width: column.width
                        text: "Button " + (index + 1)
                        onClicked: flickResult.text = text + " clicked"
                    }
                }
            }
        }
        Label {
            id: flickResult

            objectName: "flickResult"
            text: "Nothing clicked yet"
        }
    }
}
