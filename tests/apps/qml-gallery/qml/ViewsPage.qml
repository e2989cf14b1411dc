// The page "Views": a table and a tree on models written in Rust, a grid, and rows made by a Repeater.
import QtQuick 2.15
import QtQuick.Controls 2.15
import QtQuick.Layouts 1.15

LoggedPage {
    id: page

    objectName: "viewsPage"

    // Qt 5 has no TreeView; there the place stays empty.
    Component.onCompleted: {
        const component = Qt.createComponent("TreeBox.qml");
        if (component.status === Component.Ready)
            component.createObject(treePlace, { page: page });
    }

    GridLayout {
        anchors.fill: parent
        columns: 2
        columnSpacing: 12

        TableView {
            id: cellsTable

            objectName: "cellsTable"
            clip: true
            model: cellsModel
            columnSpacing: 1
            rowSpacing: 1
            Layout.preferredWidth: 1
            Layout.preferredHeight: 1
            Layout.fillWidth: true
            Layout.fillHeight: true
            ScrollBar.vertical: ScrollBar {}

            delegate: Rectangle {
                implicitWidth: 100
                implicitHeight: 28
                color: cellArea.pressed ? "#cfe2ff" : "white"

                Text {
                    anchors.centerIn: parent
                    text: model.display
                }
                MouseArea {
                    id: cellArea

                    anchors.fill: parent
                    onClicked: page.report("CELL " + model.row + " " + model.column + " " + model.display)
                }
            }
        }
        Item {
            id: treePlace

            objectName: "treePlace"
            Layout.preferredWidth: 1
            Layout.preferredHeight: 1
            Layout.fillWidth: true
            Layout.fillHeight: true
        }
        GridView {
            id: tilesGrid

            objectName: "tilesGrid"
            clip: true
            model: 40
            cellWidth: 90
            cellHeight: 50
            Layout.preferredWidth: 1
            Layout.preferredHeight: 1
            Layout.fillWidth: true
            Layout.fillHeight: true

            delegate: Button {
                objectName: "tile" + (index + 1)
                width: 84
                height: 44
                text: "Tile " + (index + 1)
                onClicked: {
                    tilesGrid.currentIndex = index;
                    page.report("TILE " + (index + 1));
                }
            }
        }
        Column {
            objectName: "repeaterColumn"
            spacing: 6
            Layout.preferredWidth: 1
            Layout.preferredHeight: 1
            Layout.fillWidth: true
            Layout.fillHeight: true

            Repeater {
                model: ListModel {
                    id: files

                    ListElement {
                        name: "report.txt"
                    }
                    ListElement {
                        name: "photo.png"
                    }
                    ListElement {
                        name: "notes.md"
                    }
                }

                Row {
                    spacing: 8

                    Label {
                        width: 120
                        text: model.name
                    }
                    Button {
                        text: "Open"
                        onClicked: page.report("OPEN " + model.name)
                    }
                    Button {
                        text: "Delete"
                        onClicked: {
                            page.report("DELETE " + model.name);
                            files.remove(index);
                        }
                    }
                }
            }
        }
    }
}
