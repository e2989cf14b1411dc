// The same as `vault`, in QML: `--fields FILE` puts each line into a password field of its own, `--text TEXT` is in the
// fields that pictures are taken of.
#include <QFile>
#include <QGuiApplication>
#include <QQmlApplicationEngine>
#include <QQmlContext>

namespace {

QString optionValue(const QString &name) {
    const QStringList arguments = QCoreApplication::arguments();
    const int at = int(arguments.indexOf(name));
    return at < 0 ? QString() : arguments.value(at + 1);
}

QStringList linesOf(const QString &path) {
    QFile file(path);
    if (path.isEmpty() || !file.open(QIODevice::ReadOnly))
        return {};
    QStringList lines = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'));
    lines.removeAll(QString());
    return lines;
}

}  // namespace

int main(int argc, char **argv) {
    if (qEnvironmentVariableIsEmpty("QT_QUICK_CONTROLS_STYLE"))
        qputenv("QT_QUICK_CONTROLS_STYLE", "Fusion");
    const QGuiApplication app(argc, argv);
    QQmlApplicationEngine engine;
    engine.rootContext()->setContextProperty(QStringLiteral("pictured"), optionValue(QStringLiteral("--text")));
    engine.rootContext()->setContextProperty(QStringLiteral("planted"),
                                             linesOf(optionValue(QStringLiteral("--fields"))));
    engine.load(QUrl(QStringLiteral("qrc:/vault/vaultquick.qml")));
    return engine.rootObjects().isEmpty() ? 1 : QGuiApplication::exec();
}
