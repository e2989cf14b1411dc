// A QQuickWidget inside a window of Widgets: QML controls below a QLabel and above a QPushButton. It is a program of
// its own, so that the gallery never loads Qt Quick.
#include "show.h"

#include <QLabel>
#include <QPushButton>
#include <QQmlContext>
#include <QQuickWidget>
#include <QVBoxLayout>

// What the QML part calls.
class Host : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    Q_INVOKABLE void tell(const QString &line) { say(line); }
};

int main(int argc, char **argv) {
    if (qEnvironmentVariableIsEmpty("QT_QUICK_CONTROLS_STYLE"))
        qputenv("QT_QUICK_CONTROLS_STYLE", "Fusion");
    QApplication app(argc, argv);
    QWidget window;
    window.setObjectName(QStringLiteral("hostWindow"));
    window.setWindowTitle(QStringLiteral("Quick inside Widgets"));

    Host host;
    host.setObjectName(QStringLiteral("host"));
    auto *label = new QLabel(QStringLiteral("A QLabel above the QML part"), &window);
    label->setObjectName(QStringLiteral("widgetLabel"));
    auto *quick = new QQuickWidget(&window);
    quick->setObjectName(QStringLiteral("quickWidget"));
    quick->setResizeMode(QQuickWidget::SizeRootObjectToView);
    quick->rootContext()->setContextProperty(QStringLiteral("host"), &host);
    quick->setSource(QUrl(QStringLiteral("qrc:/quickhost/quickhost.qml")));
    auto *button = new QPushButton(QStringLiteral("Widget button"), &window);
    button->setObjectName(QStringLiteral("widgetButton"));
    QObject::connect(button, &QPushButton::clicked, &window, [label] {
        say(QStringLiteral("CLICK widgetButton"));
        label->setText(QStringLiteral("The widget button was clicked"));
    });

    auto *layout = new QVBoxLayout(&window);
    layout->addWidget(label);
    layout->addWidget(quick, 1);
    layout->addWidget(button);
    window.resize(480, 320);
    return showWindow(window);
}

#include "quickhost.moc"
