// The QML side of `mortal`: items that timers, clicks, keys and reads take away, and that come again. Ends with 33.
#include <QGuiApplication>
#include <QQmlApplicationEngine>
#include <QQuickItem>

// An item whose property, method and setter take it away at once. In QML it gets properties of its own, and with them a
// meta-object that goes with it.
class MortalItem : public QQuickItem {
    Q_OBJECT
    Q_PROPERTY(int lastLook READ lastLook)
    Q_PROPERTY(Qt::Alignment lastFlags READ lastFlags)
    Q_PROPERTY(int value READ value WRITE setValue)

public:
    int lastLook() const {
        delete this;
        return 7;
    }
    Qt::Alignment lastFlags() const {
        delete this;
        return Qt::AlignLeft | Qt::AlignTop;
    }
    int value() const { return 7; }
    void setValue(int) { delete this; }
    Q_INVOKABLE int die() {
        delete this;
        return 7;
    }
};

int main(int argc, char **argv) {
    if (qEnvironmentVariableIsEmpty("QT_QUICK_CONTROLS_STYLE"))
        qputenv("QT_QUICK_CONTROLS_STYLE", "Fusion");
    const QGuiApplication app(argc, argv);
    qmlRegisterType<MortalItem>("Mortal", 1, 0, "MortalItem");
    QQmlApplicationEngine engine;
    engine.load(QUrl(QStringLiteral("qrc:/mortal/mortalquick.qml")));
    if (engine.rootObjects().isEmpty())
        return 1;
    return QGuiApplication::exec();
}

#include "mortalquick.moc"
