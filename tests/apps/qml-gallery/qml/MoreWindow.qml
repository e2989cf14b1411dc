// A window with one page beyond the tabs, opened from the tab "More" or at the start by `--page`.
import QtQuick 2.15
import QtQuick.Controls 2.15

ApplicationWindow {
    id: moreWindow

    property string page: backend.startPage

    objectName: "moreWindow"
    title: page
    width: 860
    height: 640
    visible: true
    // An item, so that a picture taken of the items alone has a ground.
    background: Rectangle {
        color: moreWindow.color
    }

    Loader {
        id: pageLoader

        objectName: "pageLoader"
        anchors.fill: parent
        source: moreWindow.page.charAt(0).toUpperCase() + moreWindow.page.slice(1).toLowerCase() + "Page.qml"
        onStatusChanged: {
            if (status === Loader.Error)
                backend.say("NO PAGE " + moreWindow.page);
        }
    }
}
