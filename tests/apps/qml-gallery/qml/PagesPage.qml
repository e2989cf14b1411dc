// The page "Pages": a tab bar bound to a swipe view, and a stack with a way back.
import QtQuick 2.15
import QtQuick.Controls 2.15
import QtQuick.Layouts 1.15

LoggedPage {
    id: page

    objectName: "pagesPage"

    function back() {
        if (placesStack.depth > 1) {
            placesStack.pop();
            page.report("BACK to " + placesStack.currentItem.place);
        }
    }

    Component {
        id: placeComponent

        Pane {
            property string place

            objectName: "place" + place

            ColumnLayout {
                Label {
                    text: "This is " + parent.parent.parent.place
                }
                TextField {
                    objectName: "noteField"
                    placeholderText: "A note"
                }
            }
        }
    }

    Shortcut {
        sequences: [StandardKey.Back]
        onActivated: page.back()
    }

    ColumnLayout {
        anchors.fill: parent

        TabBar {
            id: swipeTabs

            objectName: "swipeTabs"
            currentIndex: swipeView.currentIndex
            Layout.fillWidth: true
            onCurrentIndexChanged: page.seen(objectName, "currentIndexChanged", currentIndex)

            TabButton {
                objectName: "inboxTab"
                text: "Inbox"
            }
            TabButton {
                objectName: "sentTab"
                text: "Sent"
            }
            TabButton {
                objectName: "draftsTab"
                text: "Drafts"
                enabled: false
            }
        }
        SwipeView {
            id: swipeView

            objectName: "swipeView"
            currentIndex: swipeTabs.currentIndex
            clip: true
            Layout.fillWidth: true
            Layout.preferredHeight: 120

            Repeater {
                model: ["Inbox", "Sent", "Drafts"]

                Pane {
                    objectName: "swipe" + modelData

                    Button {
                        objectName: "open" + modelData
                        text: "Open " + modelData
                        onClicked: page.report("CLICK " + objectName)
                    }
                }
            }
        }
        PageIndicator {
            objectName: "pageIndicator"
            count: swipeView.count
            currentIndex: swipeView.currentIndex
            Layout.alignment: Qt.AlignHCenter
        }
        RowLayout {
            ToolButton {
                id: backButton

                objectName: "backButton"
                text: "Back"
                enabled: placesStack.depth > 1
                onClicked: page.back()
            }
            Repeater {
                model: ["Kitchen", "Garden"]

                Button {
                    objectName: "to" + modelData
                    text: "To the " + modelData
                    onClicked: {
                        placesStack.push(placeComponent, { place: modelData });
                        page.report("PLACE " + modelData);
                    }
                }
            }
        }
        StackView {
            id: placesStack

            objectName: "placesStack"
            clip: true
            Layout.fillWidth: true
            Layout.fillHeight: true
            Component.onCompleted: push(placeComponent, { place: "Hall" }, StackView.Immediate)
        }
    }
}
