// A component that hands on what the field in it holds, by names of its own.
import QtQuick 2.15
import QtQuick.Controls 2.15

Control {
    id: box
    property alias text: field.text
    property string secret: field.text
    signal edited(string what)
    function spell() { return field.text }
    implicitHeight: 32
    contentItem: Row {
        TextField {
            id: field
            width: 200
            echoMode: TextInput.Password
            onTextChanged: box.edited(text)
        }
    }
}
