// The window of the QML gallery: a menu bar, a tab bar, and one page per tab.
import QtQuick 2.15
import QtQuick.Controls 2.15
import QtQuick.Layouts 1.15

ApplicationWindow {
    id: window

    objectName: "qmlWindow"
    title: appTitle
    width: 900
    height: 700
    visible: true
    // An item, so that a picture taken of the items alone has a ground.
    background: Rectangle {
        color: window.color
    }

    function openTab(name) {
        for (let i = 0; i < tabBar.count; ++i) {
            if (tabBar.itemAt(i).text.toLowerCase() === name.toLowerCase())
                tabBar.currentIndex = i;
        }
    }

    Component.onCompleted: {
        backend.objectName = "backend";
        openTab(backend.startTab);
    }

    menuBar: MenuBar {
        objectName: "menuBar"

        Menu {
            id: fileMenu

            title: qsTr("&File")

            Action {
                objectName: "saveAction"
                text: qsTr("&Save")
                shortcut: "Ctrl+S"
                onTriggered: {
                    backend.say("ACTION saveAction");
                    statusLabel.text = "Save triggered";
                }
            }
            MenuSeparator {}
            Action {
                objectName: "quitAction"
                text: qsTr("&Quit")
                shortcut: "Ctrl+Q"
                onTriggered: Qt.quit()
            }
        }
    }

    header: TabBar {
        id: tabBar

        Repeater {
            model: ["Form", "List", "Stack", "Dialogs", "Canvas", "Flick", "More"]

            TabButton {
                text: modelData
            }
        }
    }

    StackLayout {
        id: pages

        anchors.fill: parent
        currentIndex: tabBar.currentIndex

        FormPage {
            id: formPage
        }
        ListPage {
            id: listPage
        }
        StackPage {
            id: stackPage
        }
        DialogsPage {
            id: dialogsPage
        }
        CanvasPage {
            id: canvasPage
        }
        FlickPage {
            id: flickPage
        }
        MorePage {
            id: morePage
        }
    }

    footer: ToolBar {
        RowLayout {
            anchors.fill: parent
            anchors.leftMargin: 12
            anchors.rightMargin: 12

            Label {
                id: statusLabel

                objectName: "statusLabel"
                text: "Ready"
            }
            Item {
                Layout.fillWidth: true
            }
            Label {
                objectName: "localeLabel"
                text: "é 日本語 €"
            }
        }
    }

    Ending {
        picture: window.contentItem.parent
    }
}
