// Fields that hide what they hold, and all that could tell it.
import QtQuick 2.15
import QtQuick.Controls 2.15
import QtQuick.Window 2.15

ApplicationWindow {
    id: window
    objectName: "vault"
    visible: true
    width: 640
    height: 560
    title: "Vault of " + (planted.length > 1 ? planted[1] : "nobody")
    property var logins: planted.slice(2, 4)

    Column {
        id: column
        spacing: 6
        padding: 8
        width: parent.width

        TextField {
            objectName: "pictured"
            text: pictured
            width: 240
            echoMode: eye.checked ? TextInput.Normal : TextInput.Password
            placeholderText: "Password"
            onTextChanged: if (planted.length > 0) echo.text = "You typed " + text
        }
        Button {
            id: eye
            objectName: "eyeButton"
            text: "Show"
            checkable: true
        }
        TextInput {
            objectName: "bareInput"
            text: pictured
            width: 240
            clip: true
            echoMode: TextInput.PasswordEchoOnEdit
        }
        SecretBox {
            objectName: "secretBox"
            text: pictured
        }
        TextField {
            objectName: "halfCovered"
            text: pictured
            width: 240
            echoMode: TextInput.Password
        }
        Label {
            id: echo
            objectName: "echoLabel"
            text: "You typed " + (planted.length > 0 ? planted[0] : "nothing")
        }
        Label {
            objectName: "handedOn"
            text: planted.length > 0 ? planted[0] : ""
            visible: false
        }
    }
    Rectangle {
        objectName: "cover"
        color: "#00ff00"
        x: 80
        y: 120
        width: 60
        height: 60
    }
    Flickable {
        y: 240
        width: parent.width
        height: parent.height - y
        contentHeight: fields.height
        clip: true
        Grid {
            id: fields
            columns: 5
            Repeater {
                model: planted
                TextField {
                    objectName: "field" + index
                    width: 120
                    echoMode: TextInput.Password
                    text: modelData
                }
            }
        }
    }
    Component.onCompleted: console.warn("opened with " + (planted.length > 4 ? planted[4] : "nothing"))
}
