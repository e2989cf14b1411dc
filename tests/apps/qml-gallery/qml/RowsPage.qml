// The page "Rows": a list whose delegates are reused and whose rows come, go, move and change under the reader.
import QtQuick 2.15
import QtQuick.Controls 2.15
import QtQuick.Layouts 1.15

LoggedPage {
    id: page

    property int made: 0

    objectName: "rowsPage"

    function fill(names) {
        for (let i = 0; i < names.length; ++i)
            shopping.append({ name: names[i], done: i % 4 === 3 });
    }

    Component.onCompleted: {
        const names = ["Milk", "Bread", "Apples", "Soap", "Rice", "Rice"];
        for (let i = 1; i <= 60; ++i)
            names.push("Item " + i);
        fill(names);
    }

    ListModel {
        id: shopping
    }

    ColumnLayout {
        anchors.fill: parent

        Flow {
            spacing: 6
            Layout.fillWidth: true

            Button {
                objectName: "insertTopButton"
                text: "Insert at top"
                onClicked: {
                    page.made += 1;
                    shopping.insert(0, { name: "New " + page.made, done: false });
                    page.report("ROWS inserted");
                }
            }
            Button {
                objectName: "removeFirstButton"
                text: "Remove first"
                onClicked: {
                    shopping.remove(0);
                    page.report("ROWS removed");
                }
            }
            Button {
                objectName: "moveFirstButton"
                text: "Move first down"
                onClicked: {
                    shopping.move(0, 3, 1);
                    page.report("ROWS moved");
                }
            }
            Button {
                objectName: "refillButton"
                text: "Refill"
                onClicked: {
                    for (let i = 0; i < shopping.count; ++i)
                        shopping.setProperty(i, "name", "Other " + (i + 1));
                    page.report("ROWS refilled");
                }
            }
            Button {
                objectName: "resetButton"
                text: "Clear and fill"
                onClicked: {
                    shopping.clear();
                    page.fill(["Tea", "Jam", "Salt"]);
                    page.report("ROWS reset");
                }
            }
            Button {
                objectName: "scrollButton"
                text: "To the end"
                onClicked: shoppingList.positionViewAtEnd()
            }
        }
        ListView {
            id: shoppingList

            objectName: "shoppingList"
            clip: true
            reuseItems: true
            model: shopping
            currentIndex: -1
            Layout.fillWidth: true
            Layout.fillHeight: true
            ScrollBar.vertical: ScrollBar {}

            delegate: CheckDelegate {
                width: shoppingList.width - 16
                text: model.name
                checked: model.done
                highlighted: ListView.isCurrentItem
                onToggled: {
                    shoppingList.currentIndex = index;
                    model.done = checked;
                    page.report("ROW " + index + " " + model.name + " " + checked);
                    page.seen("shoppingList", "toggled", [index, checked]);
                }
            }
        }
    }
}
