// The page "Menus": what opens over a window, and a second window.
import QtQuick 2.15
import QtQuick.Controls 2.15
import QtQuick.Layouts 1.15
import QtQuick.Window 2.15

LoggedPage {
    id: page

    objectName: "menusPage"

    Drawer {
        id: drawer

        objectName: "drawer"
        parent: Overlay.overlay
        width: 200
        height: parent ? parent.height : 0

        ColumnLayout {
            anchors.fill: parent

            Label {
                text: "In the drawer"
            }
            ItemDelegate {
                objectName: "drawerHome"
                text: "Home"
                Layout.fillWidth: true
                onClicked: {
                    page.report("DRAWER home");
                    drawer.close();
                }
            }
            Item {
                Layout.fillHeight: true
            }
        }
    }

    Dialog {
        id: askDialog

        objectName: "askDialog"
        title: "A name, please"
        modal: true
        parent: Overlay.overlay
        anchors.centerIn: parent
        standardButtons: Dialog.Save | Dialog.Cancel
        onAccepted: page.report("DIALOG accepted " + askField.text)
        onRejected: page.report("DIALOG rejected")

        TextField {
            id: askField

            objectName: "askField"
            placeholderText: "Name"
        }
    }

    Window {
        id: secondWindow

        objectName: "secondWindow"
        title: "Second window"
        width: 320
        height: 160

        ColumnLayout {
            anchors.fill: parent
            anchors.margins: 12

            TextField {
                id: secondField

                objectName: "secondField"
                placeholderText: "In the second window"
                Layout.fillWidth: true
            }
            Button {
                objectName: "secondButton"
                text: "Send"
                onClicked: page.report("SECOND " + secondField.text)
            }
        }
    }

    ColumnLayout {
        Button {
            objectName: "drawerButton"
            text: "Drawer"
            onClicked: drawer.open()
        }
        Button {
            id: menuButton

            objectName: "menuButton"
            text: "Menu"
            onClicked: toolsMenu.popup(menuButton, 0, menuButton.height)

            Menu {
                id: toolsMenu

                objectName: "toolsMenu"

                MenuItem {
                    objectName: "cutItem"
                    text: "Cut"
                    onTriggered: page.report("MENU cut")
                }
                MenuItem {
                    objectName: "pasteItem"
                    text: "Paste"
                    enabled: false
                }
                MenuItem {
                    objectName: "wrapItem"
                    text: "Wrap"
                    checkable: true
                    onToggled: page.report("MENU wrap " + checked)
                }
                MenuSeparator {}
                Menu {
                    objectName: "moreMenu"
                    title: "More"

                    MenuItem {
                        objectName: "pdfItem"
                        text: "Export PDF…"
                        onTriggered: page.report("MENU pdf")
                    }
                }
            }
        }
        Button {
            objectName: "askButton"
            text: "Ask…"
            onClicked: askDialog.open()
        }
        Button {
            objectName: "windowButton"
            text: "Second window"
            onClicked: secondWindow.show()
        }
        Button {
            objectName: "hoverButton"
            text: "Hover here"
            ToolTip.text: "A tool tip that explains"
            ToolTip.visible: hovered
            onClicked: page.report("CLICK hoverButton")
        }
        Button {
            objectName: "laterButton"
            text: "Later"
            onClicked: laterTimer.start()
        }
        Label {
            objectName: "laterLabel"
            text: "Here at last"
            visible: false

            Timer {
                id: laterTimer

                interval: 800
                onTriggered: parent.visible = !parent.visible
            }
        }
    }
}
