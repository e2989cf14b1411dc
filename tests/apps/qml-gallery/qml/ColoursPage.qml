// The page "Colours": patterns of known colours at known places, down to single pixels.
import QtQuick 2.15

Rectangle {
    objectName: "coloursPage"
    color: "white"

    // Fields of one colour each, with a black rim of one pixel that has a colour of its own in each corner.
    Rectangle {
        objectName: "colours"
        x: 20
        y: 20
        width: 402
        height: 302
        color: "black"

        Repeater {
            model: 48

            Rectangle {
                readonly property int column: index % 8
                readonly property int row: Math.floor(index / 8)

                x: 1 + column * 50
                y: 1 + row * 50
                width: 50
                height: 50
                color: Qt.rgba((32 * column + 16) / 255, (40 * row + 20) / 255, 128 / 255, 1)
            }
        }
        Repeater {
            model: ["#ff0000", "#00ff00", "#0000ff", "#ffff00"]

            Rectangle {
                x: index % 2 * 401
                y: index < 2 ? 0 : 301
                width: 1
                height: 1
                color: modelData
            }
        }
    }

    // Black and white lines of one pixel: upright in the left half, level in the right one, black at even places.
    Rectangle {
        objectName: "lines"
        x: 442
        y: 20
        width: 100
        height: 100
        color: "white"

        Repeater {
            model: 25

            Rectangle {
                x: 2 * index
                width: 1
                height: 100
                color: "black"
            }
        }
        Repeater {
            model: 50

            Rectangle {
                x: 50
                y: 2 * index
                width: 50
                height: 1
                color: "black"
            }
        }
    }
}
