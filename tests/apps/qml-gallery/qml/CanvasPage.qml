// The "Canvas" tab: an area drawn by hand, of which accessibility knows nothing; presses leave dots.
import QtQuick 2.15
import QtQuick.Controls 2.15
import QtQuick.Layouts 1.15

Page {
    objectName: "canvasPage"
    padding: 12

    ColumnLayout {
        anchors.fill: parent

        Rectangle {
            id: canvas

            property int clicks: dots.count

            signal drawn(real x, real y, string button)

            function nameOf(button) {
                return button === Qt.LeftButton ? "left" : button === Qt.RightButton ? "right" : "middle";
            }

            objectName: "canvas"
            color: "white"
            border.color: "#b0b8c0"
            clip: true
            Layout.fillWidth: true
            Layout.fillHeight: true

            ListModel {
                id: dots
            }
            Repeater {
                model: dots

                Rectangle {
                    x: model.dotX - 5
                    y: model.dotY - 5
                    width: 10
                    height: 10
                    radius: 5
                    color: "#1f6feb"
                }
            }
            MouseArea {
                id: canvasArea

                anchors.fill: parent
                acceptedButtons: Qt.LeftButton | Qt.RightButton | Qt.MiddleButton
                hoverEnabled: true
                onPressed: function (mouse) {
                    const button = canvas.nameOf(mouse.button);
                    dots.append({ dotX: mouse.x, dotY: mouse.y });
                    backend.say("CANVAS " + Math.round(mouse.x) + " " + Math.round(mouse.y) + " " + button);
                    canvas.drawn(mouse.x, mouse.y, button);
                    canvasStatus.text = "press " + Math.round(mouse.x) + " " + Math.round(mouse.y) + " " + button;
                }
                onReleased: function (mouse) {
                    canvasStatus.text = "release " + Math.round(mouse.x) + " " + Math.round(mouse.y);
                }
                onDoubleClicked: canvasStatus.text = "double"
                onWheel: function (wheel) {
                    canvasStatus.text = "wheel " + wheel.angleDelta.y;
                }
            }
        }
        RowLayout {
            Label {
                id: canvasStatus

                objectName: "canvasStatus"
                text: "Nothing drawn yet"
                Layout.fillWidth: true
            }
            Label {
                objectName: "hoverLabel"
                text: canvasArea.containsMouse ? "hover" : "away"
            }
        }
    }
}
