// What goes while it is used; a timer brings back what went.
import QtQuick 2.15
import QtQuick.Controls 2.15
import QtQuick.Window 2.15
import Mortal 1.0

Window {
    id: root
    objectName: "mortalWindow"
    title: "Mortal"
    width: 640
    height: 480
    visible: true

    property int turn: 0

    // Every few milliseconds another page, rows that come and go, and whatever was unloaded back again.
    Timer {
        interval: 3
        running: true
        repeat: true
        onTriggered: {
            root.turn += 1;
            pageLoader.sourceComponent = root.turn % 2 ? firstPage : secondPage;
            if (root.turn % 7 === 0)
                rowsModel.clear();
            rowsModel.append({"name": "row " + root.turn});
            if (rowsModel.count > 6)
                rowsModel.remove(0, 3);
            for (const loader of [clickLoader, typeLoader, dragLoader, windowLoader])
                loader.active = true;
            if (mortalPlace.children.length === 0)
                mortalMaker.createObject(mortalPlace);
        }
    }

    ListModel { id: rowsModel }

    Component {
        id: firstPage
        Column {
            Repeater {
                model: 10
                Text { text: "leaf " + index; Accessible.name: text }
            }
        }
    }
    Component {
        id: secondPage
        Column {
            Button { text: "page button" }
            TextField { text: "page field" }
            CheckBox { text: "page check" }
            ComboBox { model: ["red", "green"] }
        }
    }

    Loader { id: pageLoader; objectName: "pageLoader"; x: 10; y: 10; width: 200; height: 200 }
    ListView {
        objectName: "rows"
        x: 220; y: 10; width: 200; height: 200
        model: rowsModel
        delegate: Button { text: name; height: 30 }
    }
    Loader {
        id: clickLoader
        x: 430; y: 10
        sourceComponent: Button { objectName: "clickButton"; text: "click"; onClicked: clickLoader.active = false }
    }
    Loader {
        id: typeLoader
        x: 430; y: 60
        sourceComponent: TextField {
            objectName: "typeField"
            onTextChanged: if (text.length > 2) typeLoader.active = false
        }
    }
    Loader {
        id: dragLoader
        x: 430; y: 110
        sourceComponent: MouseArea {
            objectName: "dragArea"
            width: 180; height: 80
            onPositionChanged: if (pressed) dragLoader.active = false
        }
    }
    Loader {
        id: windowLoader
        sourceComponent: Window {
            objectName: "secondWindow"
            x: 700; y: 20; width: 200; height: 120
            visible: true
            Button { objectName: "windowButton"; text: "window"; onClicked: windowLoader.active = false }
        }
    }
    Component { id: mortalMaker; MortalItem { objectName: "mortal"; property int extra: 1; width: 10; height: 10 } }
    Item { id: mortalPlace; x: 10; y: 230; width: 20; height: 20 }
    Button { objectName: "quitButton"; text: "Quit"; x: 10; y: 430; onClicked: Qt.exit(33) }
}
