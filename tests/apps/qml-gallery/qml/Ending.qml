// How a window of the gallery ends by itself: after a while, or after a picture, as the command line asks.
import QtQuick 2.15
import QtQuick.Window 2.15

Item {
    id: ending

    property Item picture

    Timer {
        interval: backend.exitAfterMs
        running: interval > 0
        onTriggered: Qt.quit()
    }

    // Long enough for the first frames of every page.
    Timer {
        interval: 500
        running: backend.screenshot !== ""
        onTriggered: ending.picture.grabToImage(function (result) {
            result.saveToFile(backend.screenshot);
            Qt.quit();
        })
    }
}
