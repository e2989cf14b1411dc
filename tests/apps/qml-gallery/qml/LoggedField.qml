// A text field whose signals are logged by the page it is on.
import QtQuick 2.15
import QtQuick.Controls 2.15
import QtQuick.Layouts 1.15

TextField {
    // Not called `page`: a binding `page: page` would mean itself.
    property LoggedPage logger

    // An input mask emits signals before the field knows its page.
    function seen(signal, value) {
        if (logger)
            logger.seen(objectName, signal, value);
    }

    selectByMouse: true
    Layout.fillWidth: true
    onTextEdited: seen("textEdited", text)
    onTextChanged: seen("textChanged", text)
    onAccepted: seen("accepted")
    onEditingFinished: seen("editingFinished")
}
