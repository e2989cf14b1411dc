// A Qt Widgets application of one's own that starts QtMCP itself when run with --qtmcp.
#include <QApplication>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QWidget>
#include <cstdio>
#include <cstring>
#include <qtmcp.h>

int main(int argc, char **argv) {
    QApplication app(argc, argv);

    // Whether to be driven is the application's own decision: a flag, a debug build, a setting.
    if (app.arguments().contains(QStringLiteral("--qtmcp"))) {
        if (const int code = qtmcp_start())
            std::fprintf(stderr, "QtMCP did not start: %s\n", std::strerror(code));
    }

    QWidget window;
    window.setWindowTitle(QStringLiteral("Greeter"));
    auto *name = new QLineEdit;
    name->setObjectName(QStringLiteral("name"));
    auto *greet = new QPushButton(QStringLiteral("Greet"));
    greet->setObjectName(QStringLiteral("greet"));
    auto *greeting = new QLabel;
    greeting->setObjectName(QStringLiteral("greeting"));

    auto *form = new QFormLayout(&window);
    form->addRow(QStringLiteral("Name"), name);
    form->addRow(greet);
    form->addRow(greeting);
    QObject::connect(greet, &QPushButton::clicked, greeting, [name, greeting] {
        greeting->setText(QStringLiteral("Hello, %1!").arg(name->text()));
    });

    window.show();
    const int code = QApplication::exec();
    qtmcp_stop();
    return code;
}
