// A page that says what happened on it: on stdout and in the label at its foot, and its signals if these are logged.
import QtQuick 2.15
import QtQuick.Controls 2.15

Page {
    id: page

    padding: 12

    function report(line) {
        backend.say(line);
        pageResult.text = line;
    }

    function seen(name, signal, value) {
        backend.seen(name, signal, value === undefined ? "" : JSON.stringify(value));
    }

    footer: Label {
        id: pageResult

        objectName: "pageResult"
        padding: 8
        text: "Nothing done yet"
    }
}
