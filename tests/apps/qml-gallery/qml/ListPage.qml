// The "List" tab: a list of a thousand rows whose delegates come and go, on a model written in Rust.
import QtQuick 2.15
import QtQuick.Controls 2.15
import QtQuick.Layouts 1.15

Page {
    objectName: "listPage"
    padding: 12

    ColumnLayout {
        anchors.fill: parent

        ListView {
            id: rowsView

            objectName: "rowsView"
            clip: true
            reuseItems: true
            model: rowsModel
            currentIndex: -1
            Layout.fillWidth: true
            Layout.fillHeight: true
            ScrollBar.vertical: ScrollBar {}

            delegate: ItemDelegate {
                width: rowsView.width
                text: model.name + ", squared " + model.square
                highlighted: ListView.isCurrentItem
                onClicked: {
                    rowsView.currentIndex = index;
                    chosenLabel.text = model.name + " chosen";
                    backend.say("ROW " + index);
                }
            }
        }
        Label {
            id: chosenLabel

            objectName: "chosenLabel"
            text: "Nothing chosen yet"
        }
    }
}
