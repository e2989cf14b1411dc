// What `--page` starts with: the window of that page, alone.
import QtQuick 2.15

MoreWindow {
    id: pageWindow

    Component.onCompleted: backend.objectName = "backend"

    Ending {
        picture: pageWindow.contentItem.parent
    }
}
