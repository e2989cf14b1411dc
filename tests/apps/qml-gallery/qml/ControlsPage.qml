// The page "Controls": the controls that the form does not have, and fields in every state.
import QtQuick 2.15
import QtQuick.Controls 2.15
import QtQuick.Layouts 1.15

LoggedPage {
    id: page

    objectName: "controlsPage"

    ButtonGroup {
        id: speeds

        onClicked: function (button) {
            page.seen("speeds", "clicked", button.objectName);
        }
    }

    RowLayout {
        anchors.fill: parent
        spacing: 24

        ColumnLayout {
            Layout.preferredWidth: 1
            Layout.fillWidth: true
            Layout.alignment: Qt.AlignTop

            Switch {
                objectName: "wifiSwitch"
                text: "Wi-Fi"
                onToggled: page.seen(objectName, "toggled", checked)
                onClicked: page.seen(objectName, "clicked")
            }
            CheckBox {
                objectName: "triCheck"
                text: "Partly"
                tristate: true
                checkState: Qt.PartiallyChecked
                onToggled: page.seen(objectName, "toggled", checked)
                onCheckStateChanged: page.seen(objectName, "checkStateChanged", checkState)
            }
            RowLayout {
                RadioButton {
                    objectName: "slowRadio"
                    text: "Slow"
                    checked: true
                    ButtonGroup.group: speeds
                    onToggled: page.seen(objectName, "toggled", checked)
                }
                RadioButton {
                    objectName: "fastRadio"
                    text: "Fast"
                    ButtonGroup.group: speeds
                    onToggled: page.seen(objectName, "toggled", checked)
                }
            }
            RangeSlider {
                objectName: "rangeSlider"
                Accessible.name: "Range"
                from: 0
                to: 100
                first.value: 20
                second.value: 80
                Layout.fillWidth: true
                first.onMoved: page.seen(objectName, "first.moved", first.value)
                second.onMoved: page.seen(objectName, "second.moved", second.value)
            }
            Slider {
                objectName: "gainSlider"
                Accessible.name: "Gain"
                from: -10
                to: 10
                stepSize: 0.5
                snapMode: Slider.SnapAlways
                Layout.fillWidth: true
                onMoved: page.seen(objectName, "moved", value)
                onPressedChanged: page.seen(objectName, "pressedChanged", pressed)
                onValueChanged: page.seen(objectName, "valueChanged", value)
            }
            RowLayout {
                Dial {
                    objectName: "levelDial"
                    Accessible.name: "Level"
                    to: 10
                    stepSize: 1
                    implicitWidth: 64
                    implicitHeight: 64
                    onMoved: page.seen(objectName, "moved", value)
                    onValueChanged: page.seen(objectName, "valueChanged", value)
                }
                Tumbler {
                    objectName: "hourTumbler"
                    Accessible.name: "Hour"
                    model: 24
                    visibleItemCount: 3
                    implicitWidth: 60
                    implicitHeight: 80
                    onCurrentIndexChanged: page.seen(objectName, "currentIndexChanged", currentIndex)
                }
            }
            RowLayout {
                DelayButton {
                    objectName: "holdButton"
                    text: "Hold"
                    delay: 300
                    onActivated: page.report("HELD holdButton")
                    onPressed: page.seen(objectName, "pressed")
                    onReleased: page.seen(objectName, "released")
                    onToggled: page.seen(objectName, "toggled", checked)
                    onClicked: page.seen(objectName, "clicked", checked)
                }
                RoundButton {
                    objectName: "addRoundButton"
                    text: "+"
                    Accessible.name: "Add"
                    onClicked: page.report("CLICK addRoundButton")
                }
                Button {
                    objectName: "boldButton"
                    text: "Bold"
                    checkable: true
                    onToggled: page.report("BOLD " + checked)
                }
            }
            // Without a text: a name of an icon, a tool tip, or nothing says what they do.
            RowLayout {
                ToolButton {
                    objectName: "saveToolButton"
                    icon.name: "document-save"
                    icon.source: "document-save.xpm"
                    display: AbstractButton.IconOnly
                    onClicked: page.report("CLICK saveToolButton")
                }
                ToolButton {
                    objectName: "tipToolButton"
                    icon.source: "document-save.xpm"
                    icon.color: "green"
                    display: AbstractButton.IconOnly
                    ToolTip.text: "Refresh"
                    ToolTip.visible: hovered
                    onClicked: page.report("CLICK tipToolButton")
                }
                ToolButton {
                    objectName: "bareToolButton"
                    icon.source: "document-save.xpm"
                    icon.color: "red"
                    display: AbstractButton.IconOnly
                    onClicked: page.report("CLICK bareToolButton")
                }
            }
        }

        GridLayout {
            columns: 2
            Layout.preferredWidth: 1
            Layout.fillWidth: true
            Layout.alignment: Qt.AlignTop

            Label {
                text: "Amount:"
            }
            SpinBox {
                id: amountSpin

                objectName: "amountSpin"
                Accessible.name: "Amount"
                to: 1000
                value: 5
                editable: true
                Layout.fillWidth: true
                onValueModified: page.seen(objectName, "valueModified", value)
                onValueChanged: page.seen(objectName, "valueChanged", value)
            }
            Label {
                text: "Fruit:"
            }
            ComboBox {
                objectName: "fruitCombo"
                Accessible.name: "Fruit"
                Layout.preferredHeight: amountSpin.implicitHeight
                model: ["Apple", "Banana", "Cherry"]
                Layout.fillWidth: true
                onActivated: function (index) {
                    page.seen(objectName, "activated", index);
                }
                onCurrentIndexChanged: page.seen(objectName, "currentIndexChanged", currentIndex)
            }
            Label {
                text: "Tool:"
            }
            ComboBox {
                objectName: "toolCombo"
                Accessible.name: "Tool"
                Layout.preferredHeight: amountSpin.implicitHeight
                model: ["Hammer", "Saw"]
                editable: true
                Layout.fillWidth: true
                onActivated: function (index) {
                    page.seen(objectName, "activated", index);
                }
                onAccepted: page.seen(objectName, "accepted", editText)
                onEditTextChanged: page.seen(objectName, "editTextChanged", editText)
            }
            Label {
                text: "Mail:"
            }
            LoggedField {
                logger: page
                objectName: "mailField"
                Accessible.name: "Mail"
            }
            Label {
                text: "Number (1 to 100):"
            }
            LoggedField {
                logger: page
                objectName: "numberField"
                Accessible.name: "Number"
                text: "42"
                validator: IntValidator {
                    bottom: 1
                    top: 100
                }
            }
            Label {
                text: "Phone:"
            }
            LoggedField {
                logger: page
                objectName: "phoneField"
                Accessible.name: "Phone"
                inputMask: "999-9999;_"
            }
            Label {
                text: "Read only:"
            }
            LoggedField {
                logger: page
                objectName: "readOnlyField"
                Accessible.name: "Read only"
                text: "Cannot be changed"
                readOnly: true
            }
            Label {
                text: "Disabled:"
            }
            LoggedField {
                logger: page
                objectName: "disabledField"
                Accessible.name: "Disabled"
                text: "Switched off"
                enabled: false
            }
            Label {
                text: "Secret:"
            }
            LoggedField {
                logger: page
                objectName: "secretField"
                Accessible.name: "Secret"
                text: "s3cret-Pa55"
                echoMode: TextInput.Password
            }
            LoggedField {
                logger: page
                objectName: "placeholderField"
                placeholderText: "Search the catalogue"
                Layout.columnSpan: 2
            }
            ScrollView {
                Layout.columnSpan: 2
                Layout.fillWidth: true
                Layout.preferredHeight: 90

                TextArea {
                    objectName: "memoArea"
                    Accessible.name: "Memo"
                    text: "Two\nlines"
                    selectByMouse: true
                    background: Rectangle {
                        color: "white"
                        border.color: "#b0b8c0"
                    }
                    onTextChanged: page.seen(objectName, "textChanged", text)
                    onEditingFinished: page.seen(objectName, "editingFinished")
                }
            }
        }
    }
}
