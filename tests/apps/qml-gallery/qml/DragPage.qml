// The page "Drag": an item dragged inside the scene, one dragged as the desktop does it, and who got them.
import QtQuick 2.15
import QtQuick.Controls 2.15

Page {
    id: page

    function nameOf(action) {
        return action === Qt.CopyAction ? "copy" : action === Qt.MoveAction ? "move" : "nothing";
    }

    objectName: "dragPage"
    padding: 12

    // Dragged by the item itself: no event of the platform has to do with it.
    Rectangle {
        id: chip

        objectName: "chip"
        x: 20
        y: 20
        z: 1
        width: 100
        height: 60
        color: "#1f6feb"
        Drag.active: chipArea.drag.active
        Drag.keys: ["chip"]
        Drag.hotSpot: Qt.point(width / 2, height / 2)

        Text {
            anchors.centerIn: parent
            text: "Chip"
            color: "white"
        }
        MouseArea {
            id: chipArea

            objectName: "chipArea"
            anchors.fill: parent
            drag.target: chip
            onReleased: backend.say("CHIP dropped " + page.nameOf(chip.Drag.drop()))
        }
    }
    Rectangle {
        id: tag

        objectName: "tag"
        x: 20
        y: 200
        width: 100
        height: 60
        color: "#2ea043"
        Drag.dragType: Drag.Automatic
        Drag.active: tagArea.drag.active
        Drag.supportedActions: Qt.CopyAction | Qt.MoveAction
        Drag.proposedAction: Qt.MoveAction
        Drag.mimeData: ({ "text/plain": "a tag" })
        Drag.onDragStarted: backend.say("TAG begins")
        Drag.onDragFinished: function (action) {
            backend.say("TAG ends " + page.nameOf(action));
        }

        Text {
            anchors.centerIn: parent
            text: "Tag"
            color: "white"
        }
        MouseArea {
            id: tagArea

            objectName: "tagArea"
            anchors.fill: parent
            drag.target: handle
        }
        Item {
            id: handle
        }
    }
    DropArea {
        id: basket

        objectName: "basket"
        x: 360
        y: 20
        width: 200
        height: 120
        onEntered: backend.say("ENTER basket")
        onExited: backend.say("LEAVE basket")
        onDropped: function (drop) {
            backend.say("DROP basket " + (drop.hasText ? drop.text : drop.keys.join(" ")));
            drop.accept(Qt.MoveAction);
        }

        Rectangle {
            anchors.fill: parent
            z: -1
            color: basket.containsDrag ? "#d0e8d0" : "#e8e8e8"
            border.color: "#808080"
        }
    }
    DropArea {
        id: shelf

        objectName: "shelf"
        x: 360
        y: 200
        width: 200
        height: 120
        onEntered: backend.say("ENTER shelf")
        onExited: backend.say("LEAVE shelf")
        onDropped: function (drop) {
            backend.say("DROP shelf " + drop.text);
            drop.acceptProposedAction();
        }

        Rectangle {
            anchors.fill: parent
            z: -1
            color: shelf.containsDrag ? "#d0e8d0" : "#e8e8e8"
            border.color: "#808080"
        }
    }
}
