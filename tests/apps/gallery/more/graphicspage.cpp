// The page "Graphics": a graphics scene with shapes, and with widgets embedded straight, scaled and turned.
#include "morepages.h"
#include "output.h"
#include "signallog.h"

#include <QComboBox>
#include <QGraphicsProxyWidget>
#include <QGraphicsRectItem>
#include <QGraphicsScene>
#include <QGraphicsSimpleTextItem>
#include <QGraphicsView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace {

QGraphicsProxyWidget *embed(QGraphicsScene *scene, QWidget *widget, const char *name, QPointF at) {
    QGraphicsProxyWidget *proxy = named(scene->addWidget(widget), name);
    proxy->setPos(at);
    // Not a descendant of the page, which is logged as a whole.
    logSignals(widget);
    return proxy;
}

QPushButton *makeButton(const char *name, const QString &text, QLabel *result) {
    auto *button = named(new QPushButton(text), name);
    QObject::connect(button, &QPushButton::clicked, result,
                     [button, result] { report(result, QStringLiteral("CLICK ") + button->objectName()); });
    return button;
}

}  // namespace

QWidget *makeGraphicsPage() {
    auto *page = named(new QWidget, "graphicsPage");
    auto *result = named(new QLabel(QStringLiteral("Nothing clicked yet"), page), "graphicsResult");
    auto *view = named(new QGraphicsView(page), "graphicsView");
    auto *scene = named(new QGraphicsScene(QRectF(0, 0, 560, 340), view), "scene");
    view->setScene(scene);
    scene->addRect(QRectF(20, 240, 120, 80), QPen(Qt::NoPen), QColor(0x1f, 0x6f, 0xeb))
        ->setToolTip(QStringLiteral("A blue rectangle"));
    scene->addSimpleText(QStringLiteral("A text of the scene"))->setPos(20, 200);

    embed(scene, makeButton("proxyButton", QStringLiteral("Proxy button"), result), "buttonProxy", {20, 20});
    auto *edit = named(new QLineEdit, "proxyEdit");
    edit->setPlaceholderText(QStringLiteral("Type in the scene"));
    QObject::connect(edit, &QLineEdit::textEdited, result,
                     [result](const QString &text) { report(result, QStringLiteral("PROXY ") + text); });
    embed(scene, edit, "editProxy", {20, 80});
    auto *combo = named(new QComboBox, "proxyCombo");
    combo->addItems({QStringLiteral("One"), QStringLiteral("Two"), QStringLiteral("Three")});
    QObject::connect(combo, &QComboBox::textActivated, result,
                     [result](const QString &text) { report(result, QStringLiteral("PROXY ") + text); });
    embed(scene, combo, "comboProxy", {20, 140});
    QPushButton *scaled = makeButton("scaledButton", QStringLiteral("Twice as large"), result);
    embed(scene, scaled, "scaledProxy", {240, 20})->setScale(2);
    QPushButton *turned = makeButton("turnedButton", QStringLiteral("Turned"), result);
    embed(scene, turned, "turnedProxy", {360, 140})->setRotation(30);

    auto *layout = new QVBoxLayout(page);
    layout->addWidget(view, 1);
    layout->addWidget(result);
    page->resize(620, 440);
    return page;
}
