// The QML part of quickhost: a field, a check box and a button.
import QtQuick 2.15
import QtQuick.Controls 2.15
import QtQuick.Layouts 1.15

Pane {
    objectName: "quickRoot"

    ColumnLayout {
        anchors.fill: parent

        TextField {
            id: quickField

            objectName: "quickField"
            placeholderText: "A QML field"
            selectByMouse: true
            Layout.fillWidth: true
            onTextEdited: host.tell("TEXT quickField " + text)
        }
        CheckBox {
            id: quickCheck

            objectName: "quickCheck"
            text: "A QML check box"
            onToggled: host.tell("TOGGLED quickCheck " + checked)
        }
        ComboBox {
            id: quickCombo

            objectName: "quickCombo"
            Accessible.name: "A QML combo box"
            model: ["Low", "Medium", "High"]
            onActivated: function (index) {
                host.tell("ACTIVATED quickCombo " + textAt(index));
            }
        }
        Button {
            id: quickButton

            objectName: "quickButton"
            text: "QML button"
            onClicked: {
                host.tell("CLICK quickButton");
                quickResult.text = "Clicked with " + quickField.text;
            }
        }
        Label {
            id: quickResult

            objectName: "quickResult"
            text: "Nothing clicked yet"
        }
        Item {
            Layout.fillHeight: true
        }
    }
}
