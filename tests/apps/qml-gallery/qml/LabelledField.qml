// A text field with its label beside it: a component of our own, so that its class is not one of Qt's.
import QtQuick 2.15
import QtQuick.Controls 2.15
import QtQuick.Layouts 1.15

RowLayout {
    id: labelled

    property string label
    property alias text: input.text
    property alias placeholder: input.placeholderText
    property alias echoMode: input.echoMode
    property alias fieldName: input.objectName

    signal accepted(string text)

    Label {
        text: labelled.label
        Layout.preferredWidth: 90
    }
    TextField {
        id: input

        Accessible.name: labelled.label
        selectByMouse: true
        Layout.fillWidth: true
        onTextEdited: backend.seen(objectName, "textEdited", JSON.stringify(text))
        onEditingFinished: backend.seen(objectName, "editingFinished", "")
        onAccepted: {
            backend.seen(objectName, "accepted", "");
            labelled.accepted(text);
        }
    }
}
