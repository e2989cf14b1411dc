// The page "Animation": something that never comes to rest, beside a button that does.
import QtQuick 2.15
import QtQuick.Controls 2.15

Item {
    objectName: "animationPage"

    Rectangle {
        objectName: "spinner"
        x: 60
        y: 60
        width: 160
        height: 160
        color: "#d03050"

        RotationAnimation on rotation {
            loops: Animation.Infinite
            from: 0
            to: 360
            duration: 2000
        }
    }
    Rectangle {
        objectName: "stillness"
        x: 340
        y: 60
        width: 160
        height: 160
        color: "#2da44e"
    }
    Button {
        objectName: "stillButton"
        x: 340
        y: 260
        text: "Still"
        onClicked: backend.say("CLICK stillButton")
    }
}
