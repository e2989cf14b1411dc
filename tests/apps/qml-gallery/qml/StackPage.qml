// The "Stack" tab: a StackView whose pages slide in and out.
import QtQuick 2.15
import QtQuick.Controls 2.15
import QtQuick.Layouts 1.15

Page {
    objectName: "stackPage"
    padding: 12

    Component {
        id: level

        Pane {
            property int depth: 1

            objectName: "level" + depth

            Label {
                anchors.centerIn: parent
                text: "Level " + parent.parent.depth
            }
        }
    }

    ColumnLayout {
        anchors.fill: parent

        StackView {
            id: stackView

            objectName: "stackView"
            clip: true
            initialItem: level
            Layout.fillWidth: true
            Layout.fillHeight: true
        }
        RowLayout {
            Button {
                id: pushButton

                text: "Push"
                onClicked: stackView.push(level, { depth: stackView.depth + 1 })
            }
            Button {
                id: popButton

                text: "Pop"
                enabled: stackView.depth > 1
                onClicked: stackView.pop()
            }
            Label {
                objectName: "depthLabel"
                text: "Depth " + stackView.depth
            }
        }
    }
}
