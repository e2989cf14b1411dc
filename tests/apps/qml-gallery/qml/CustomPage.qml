// The page "Custom": items made by hand with and without a word to accessibility, and texts that try to break what
// prints them.
import QtQuick 2.15
import QtQuick.Controls 2.15
import QtQuick.Layouts 1.15

LoggedPage {
    id: page

    readonly property var hostile: [
        "He said \"yes\" and 'no' \\ `maybe`",
        "first line\nsecond line\u2028third",
        "\"] [ref_1] button \"OK",
        "harmless\n[7] QPushButton \"OK\" (clickable)",
        "user\u202Egnp.exe\u202C",
        "pass\u200Bword\uFEFF",
        "│   ├── └──",
        "lone \uD83D surrogate",
    ]

    objectName: "customPage"

    RowLayout {
        anchors.fill: parent
        spacing: 24

        ColumnLayout {
            Layout.alignment: Qt.AlignTop

            // A button to the eye alone.
            Rectangle {
                objectName: "mouseButton"
                implicitWidth: 160
                implicitHeight: 36
                radius: 4
                color: mouseButtonArea.pressed ? "#1559bd" : "#1f6feb"

                Text {
                    anchors.centerIn: parent
                    color: "white"
                    text: "Mouse area"
                }
                MouseArea {
                    id: mouseButtonArea

                    objectName: "mouseButtonArea"
                    anchors.fill: parent
                    onClicked: page.report("CLICK mouseButton")
                }
            }
            Rectangle {
                objectName: "tapButton"
                implicitWidth: 160
                implicitHeight: 36
                radius: 4
                color: "#2da44e"

                Text {
                    anchors.centerIn: parent
                    color: "white"
                    text: "Tap handler"
                }
                TapHandler {
                    onTapped: page.report("CLICK tapButton")
                }
            }
            Rectangle {
                objectName: "describedButton"
                implicitWidth: 160
                implicitHeight: 36
                radius: 4
                color: "#bf8700"
                activeFocusOnTab: true
                Accessible.role: Accessible.Button
                Accessible.name: "Described"
                Accessible.description: "Says what it is to those who cannot see it"
                Accessible.onPressAction: page.report("PRESS describedButton")

                MouseArea {
                    anchors.fill: parent
                    onClicked: page.report("CLICK describedButton")
                }
            }
            Text {
                objectName: "ignoredText"
                text: "Ornament, not for reading"
                Accessible.ignored: true
            }
            Canvas {
                objectName: "paintedItem"
                implicitWidth: 160
                implicitHeight: 60
                onPaint: {
                    const context = getContext("2d");
                    context.fillStyle = "#8250df";
                    context.fillRect(0, 0, width, height);
                }

                MouseArea {
                    anchors.fill: parent
                    onPressed: function (mouse) {
                        page.report("PAINTED " + Math.round(mouse.x) + " " + Math.round(mouse.y));
                    }
                }
            }
            Button {
                onClicked: page.report("CLICK nameless")
            }
            TextField {
                objectName: "secretField"
                text: "s3cret-Pa55"
                echoMode: TextInput.Password
            }
            // A field put together by hand, which hands on what is typed in it.
            Item {
                property alias text: wrappedInput.text

                objectName: "wrappedSecret"
                implicitWidth: 160
                implicitHeight: 24
                Accessible.role: Accessible.EditableText
                Accessible.name: "Wrapped"

                TextInput {
                    id: wrappedInput

                    anchors.fill: parent
                    text: "wrapped-Pa55"
                    echoMode: TextInput.Password
                }
            }
            ComboBox {
                id: secretCombo

                objectName: "secretCombo"
                editable: true
                model: ["older-Pa55", "oldest-Pa55"]
                contentItem: TextField {
                    text: secretCombo.editText
                    echoMode: TextInput.Password
                }
            }
            SpinBox {
                id: secretSpin

                objectName: "secretSpin"
                editable: true
                to: 99999
                value: 47119
                contentItem: TextInput {
                    text: secretSpin.displayText
                    echoMode: TextInput.Password
                }
            }
            Text {
                objectName: "linkText"
                text: 'Read the <a href="https://example.org/help">help page</a>.'
                onLinkActivated: function (link) {
                    page.report("LINK " + link);
                }
            }
            Label {
                objectName: "longLabel"
                text: "x".repeat(100000)
                elide: Text.ElideRight
                Layout.preferredWidth: 200
            }
        }
        ColumnLayout {
            Layout.alignment: Qt.AlignTop
            Layout.fillWidth: true

            Repeater {
                model: page.hostile

                RowLayout {
                    Label {
                        objectName: "hostileLabel" + index
                        text: modelData
                        textFormat: Text.PlainText
                        Layout.preferredWidth: 300
                    }
                    Button {
                        objectName: "hostileButton" + index
                        text: modelData
                        onClicked: page.report("CLICK hostileButton" + index)
                    }
                }
            }
        }
    }
}
