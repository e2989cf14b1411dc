// The "Form" tab: one of every usual input, and a button that reports all their values as JSON.
import QtQuick 2.15
import QtQuick.Controls 2.15
import QtQuick.Layouts 1.15

Page {
    id: form

    objectName: "formPage"
    padding: 12

    function values() {
        return {
            name: nameField.text,
            password: passwordField.text,
            notes: notesArea.text,
            agree: agreeCheck.checked,
            size: sizes.checkedButton.text,
            volume: Math.round(volumeSlider.value),
            age: ageSpin.value,
            colour: colourCombo.currentText,
            city: cityCombo.editText,
            night: nightSwitch.checked,
            dial: Math.round(turnDial.value),
        };
    }

    function seen(item, signal, value) {
        backend.seen(item.objectName, signal, value === undefined ? "" : JSON.stringify(value));
    }

    ButtonGroup {
        id: sizes
    }

    GridLayout {
        anchors.fill: parent
        columns: 2
        columnSpacing: 24

        ColumnLayout {
            Layout.preferredWidth: 1
            Layout.fillWidth: true
            Layout.fillHeight: true

            LabelledField {
                id: nameField

                objectName: "nameInput"
                fieldName: "nameEdit"
                label: "Name:"
                placeholder: "Your name"
            }
            LabelledField {
                id: passwordField

                fieldName: "passwordEdit"
                label: "Password:"
                echoMode: TextInput.Password
            }
            Label {
                text: "Notes:"
            }
            ScrollView {
                Layout.fillWidth: true
                Layout.fillHeight: true

                TextArea {
                    id: notesArea

                    objectName: "notesEdit"
                    Accessible.name: "Notes"
                    selectByMouse: true
                    onTextChanged: {
                        // The text is copied for each character typed: only if somebody wants to see it.
                        if (backend.logsSignals)
                            form.seen(notesArea, "textChanged", text);
                    }
                    background: Rectangle {
                        color: "white"
                        border.color: "#b0b8c0"
                    }
                }
            }
        }

        GridLayout {
            columns: 2
            columnSpacing: 12
            Layout.preferredWidth: 1
            Layout.fillWidth: true
            Layout.alignment: Qt.AlignTop

            Label {
                text: "Age:"
            }
            SpinBox {
                id: ageSpin

                objectName: "ageSpin"
                Layout.fillWidth: true
                Accessible.name: "Age"
                to: 150
                value: 30
                editable: true
                onValueModified: form.seen(ageSpin, "valueModified", value)
            }
            Label {
                text: "Colour:"
            }
            ComboBox {
                id: colourCombo

                objectName: "colourCombo"
                Layout.fillWidth: true
                Layout.preferredHeight: ageSpin.implicitHeight
                Accessible.name: "Colour"
                model: ["Red", "Green", "Blue"]
                onActivated: function (index) {
                    form.seen(colourCombo, "activated", index);
                }
            }
            Label {
                text: "City:"
            }
            ComboBox {
                id: cityCombo

                objectName: "cityCombo"
                Layout.fillWidth: true
                Layout.preferredHeight: ageSpin.implicitHeight
                Accessible.name: "City"
                model: ["Paris", "Tokyo", "Zürich"]
                editable: true
                onActivated: function (index) {
                    form.seen(cityCombo, "activated", index);
                }
                onAccepted: form.seen(cityCombo, "accepted", editText)
                onEditTextChanged: form.seen(cityCombo, "editTextChanged", editText)
            }
            Label {
                text: "Volume:"
            }
            Slider {
                id: volumeSlider

                objectName: "volumeSlider"
                Layout.fillWidth: true
                Accessible.name: "Volume"
                to: 100
                value: 50
                onMoved: form.seen(volumeSlider, "moved", value)
            }
            Label {
                text: "Progress:"
            }
            ProgressBar {
                objectName: "progressBar"
                Layout.fillWidth: true
                value: volumeSlider.value / 100
            }
            Label {
                text: "Dial:"
            }
            Dial {
                id: turnDial

                objectName: "dial"
                Accessible.name: "Dial"
                to: 100
                implicitWidth: 64
                implicitHeight: 64
                onMoved: form.seen(turnDial, "moved", value)
            }
            Label {
                text: "Size:"
            }
            RowLayout {
                RadioButton {
                    objectName: "smallRadio"
                    text: "Small"
                    checked: true
                    ButtonGroup.group: sizes
                    onToggled: backend.seen(objectName, "toggled", JSON.stringify(checked))
                }
                RadioButton {
                    objectName: "mediumRadio"
                    text: "Medium"
                    ButtonGroup.group: sizes
                    onToggled: backend.seen(objectName, "toggled", JSON.stringify(checked))
                }
                RadioButton {
                    objectName: "largeRadio"
                    text: "Large"
                    ButtonGroup.group: sizes
                    onToggled: backend.seen(objectName, "toggled", JSON.stringify(checked))
                }
            }
            Label {
                text: "Terms:"
            }
            CheckBox {
                id: agreeCheck

                objectName: "agreeCheck"
                text: "I agree"
                onToggled: form.seen(agreeCheck, "toggled", checked)
            }
            Label {
                text: "Mode:"
            }
            Switch {
                id: nightSwitch

                objectName: "nightSwitch"
                text: "Night"
                onToggled: form.seen(nightSwitch, "toggled", checked)
            }
        }

        Label {
            id: resultLabel

            objectName: "resultLabel"
            text: "Nothing submitted yet"
        }
        RowLayout {
            Layout.alignment: Qt.AlignRight

            Button {
                id: disabledButton

                text: "Disabled"
                enabled: false
            }
            Button {
                id: hiddenButton

                text: "Hidden"
                visible: false
            }
            Button {
                id: submitButton

                text: "Submit"
                onClicked: {
                    backend.userName = nameField.text;
                    backend.submit(JSON.stringify(form.values()));
                    resultLabel.text = "Submitted " + nameField.text;
                }
            }
        }
    }
}
