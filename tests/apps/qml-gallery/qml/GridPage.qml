// The page "Grid": two hundred things to click, small and large, plain, nested, scaled and in a view, at places without
// a system.
import QtQuick 2.15
import QtQuick.Controls 2.15

Item {
    id: page

    readonly property int cellWidth: 42
    readonly property int cellHeight: 44
    readonly property int columns: 20
    property var things: ({})

    // A line for each of the two hundred: its name, x, y, width and height in the window.
    function places() {
        let lines = [];
        for (let number = 1; number <= 200; ++number) {
            const item = things[number];
            const area = item.mapToItem(null, 0, 0, item.width, item.height);
            lines.push("grid" + number + " " + area.x + " " + area.y + " " + area.width + " " + area.height);
        }
        return lines.join("\n");
    }

    function click(number) {
        backend.say("CLICK grid" + number);
    }

    objectName: "gridPage"

    // At least 12 pixels on each side, spread by primes over what is left of the cell.
    Repeater {
        model: 160

        Item {
            id: place

            readonly property int number: index + 1
            readonly property size free: Qt.size(page.cellWidth - thing.width - 1, page.cellHeight - thing.height - 1)

            x: index % page.columns * page.cellWidth + number * 13 % free.width
            y: Math.floor(index / page.columns) * page.cellHeight + number * 17 % free.height
            width: thing.width
            height: thing.height

            Loader {
                id: thing

                width: 12 + place.number * 7 % 26
                height: 12 + place.number * 11 % 29
                sourceComponent: [toolComponent, buttonComponent, areaComponent, checkComponent][place.number % 4]
                onLoaded: page.things[place.number] = item
            }
            Component {
                id: buttonComponent

                Button {
                    objectName: "grid" + place.number
                    onClicked: page.click(place.number)
                }
            }
            Component {
                id: toolComponent

                ToolButton {
                    objectName: "grid" + place.number
                    padding: 0
                    font.pixelSize: 8
                    text: place.number
                    onClicked: page.click(place.number)
                }
            }
            Component {
                id: areaComponent

                Rectangle {
                    objectName: "grid" + place.number
                    color: "#1f6feb"

                    MouseArea {
                        anchors.fill: parent
                        onClicked: page.click(place.number)
                    }
                }
            }
            Component {
                id: checkComponent

                CheckBox {
                    objectName: "grid" + place.number
                    padding: 0
                    onClicked: page.click(place.number)
                }
            }
        }
    }

    ListView {
        objectName: "gridList"
        x: 7
        y: 361
        width: 201
        height: 260
        clip: true
        model: 20
        delegate: ItemDelegate {
            id: row

            readonly property int number: 161 + index

            objectName: "grid" + number
            width: 201
            height: 13
            padding: 0
            text: objectName
            font.pixelSize: 10
            onClicked: page.click(number)
            Component.onCompleted: page.things[number] = row
        }
    }

    // Places here are neither whole pixels nor those of the window.
    Item {
        x: 303.5
        y: 371.25
        scale: 0.8
        transformOrigin: Item.TopLeft

        Repeater {
            model: 20

            Button {
                id: scaled

                readonly property int number: 181 + index

                objectName: "grid" + number
                x: index % 5 * 61
                y: Math.floor(index / 5) * 53
                width: 16 + number * 7 % 37
                height: 16 + number * 11 % 31
                onClicked: page.click(number)
                Component.onCompleted: page.things[number] = scaled
            }
        }
    }
}
