// The "Dialogs" tab: a popup, a modal dialog, a context menu, the Rust backend, and a way to block the GUI thread.
import QtQuick 2.15
import QtQuick.Controls 2.15
import QtQuick.Layouts 1.15

Page {
    id: page

    objectName: "dialogsPage"
    padding: 12

    function report(what) {
        backend.say("DIALOG " + what);
        dialogResult.text = what;
    }

    Dialog {
        id: modalDialog

        objectName: "modalDialog"
        title: "A modal dialog"
        modal: true
        anchors.centerIn: Overlay.overlay
        standardButtons: Dialog.Ok | Dialog.Cancel
        onAccepted: page.report("modal accepted " + dialogField.text)
        onRejected: page.report("modal rejected")

        TextField {
            id: dialogField

            objectName: "dialogEdit"
            Accessible.name: "Answer"
            placeholderText: "Answer"
        }
    }

    Popup {
        id: hintPopup

        objectName: "hintPopup"
        x: popupButton.x
        y: popupButton.y + popupButton.height
        onClosed: page.report("popup closed")

        ColumnLayout {
            Label {
                text: "A popup that closes when clicked beside."
            }
            Button {
                id: popupCloseButton

                text: "Close"
                onClicked: hintPopup.close()
            }
        }
    }

    Menu {
        id: contextMenu

        objectName: "contextMenu"

        MenuItem {
            objectName: "copyItem"
            text: "Copy"
            onTriggered: page.report("menu copy")
        }
        MenuItem {
            objectName: "pasteItem"
            text: "Paste"
            onTriggered: page.report("menu paste")
        }
    }

    ColumnLayout {
        anchors.fill: parent
        spacing: 8

        Button {
            id: modalButton

            text: "Modal…"
            onClicked: modalDialog.open()
        }
        Button {
            id: popupButton

            text: "Popup"
            onClicked: hintPopup.open()
        }
        Button {
            id: countButton

            text: "Count in Rust"
            onClicked: backend.increment()
        }
        Label {
            objectName: "counterLabel"
            text: "Counted to " + backend.counter
        }
        RowLayout {
            Button {
                id: busyButton

                text: "Busy"
                onClicked: backend.block(busySpin.value)
            }
            SpinBox {
                id: busySpin

                objectName: "busySpin"
                Accessible.name: "Milliseconds"
                to: 60000
                stepSize: 500
                value: 2000
                editable: true
            }
            Label {
                text: "ms"
            }
        }
        Rectangle {
            objectName: "menuField"
            color: "#f6f8fa"
            border.color: "#b0b8c0"
            Layout.fillWidth: true
            Layout.fillHeight: true

            Label {
                anchors.centerIn: parent
                text: "Right click here for a menu"
            }
            MouseArea {
                id: menuArea

                anchors.fill: parent
                acceptedButtons: Qt.RightButton
                onClicked: function (mouse) {
                    contextMenu.popup(menuArea, mouse.x, mouse.y);
                }
            }
        }
        Label {
            id: dialogResult

            objectName: "dialogResult"
            text: "No dialog ended yet"
        }
    }
}
