// An object with a property and an echo method of every common type, overloads, and signals with several arguments.
#include "valuesobject.h"

#include "output.h"

#include <QDialog>
#include <QPixmap>
#include <QPushButton>
#include <QThread>
#include <QVBoxLayout>
#include <QtDebug>

#include <thread>

ValuesObject::ValuesObject(QObject *parent) : QObject(parent) {
    QPixmap dot(16, 16);
    dot.fill(m_color);
    m_icon = QIcon(dot);
    m_object = this;
    m_widget = qobject_cast<QWidget *>(parent);
}

QIcon ValuesObject::icon() const { return m_icon; }

void ValuesObject::setIcon(const QIcon &icon) { m_icon = icon; }

Opaque ValuesObject::opaque() const { return m_opaque; }

void ValuesObject::setOpaque(Opaque opaque) { m_opaque = opaque; }

Unregistered ValuesObject::unregistered() const { return m_unregistered; }

void ValuesObject::setUnregistered(Unregistered value) { m_unregistered = value; }

int ValuesObject::readOnlyValue() const { return 11; }

QString ValuesObject::constantValue() const { return QStringLiteral("constant"); }

int ValuesObject::notifyingValue() const { return m_notifying; }

void ValuesObject::setNotifyingValue(int value) {
    if (value == m_notifying)
        return;
    m_notifying = value;
    Q_EMIT notifyingValueChanged(value);
}

int ValuesObject::clampedValue() const { return m_clamped; }

void ValuesObject::setClampedValue(int value) { m_clamped = qBound(0, value, 100); }

QString ValuesObject::combine(int a) { return QStringLiteral("int %1").arg(a); }

QString ValuesObject::combine(int a, int b) { return QStringLiteral("int,int %1").arg(a + b); }

QString ValuesObject::combine(double a, double b) { return QStringLiteral("double,double %1").arg(a + b); }

QString ValuesObject::combine(const QString &a, const QString &b) { return QStringLiteral("QString,QString ") + a + b; }

QString ValuesObject::optional(int a, int b, int c) { return QStringLiteral("%1 %2 %3").arg(a).arg(b).arg(c); }

int ValuesObject::countArguments(int a, const QString &b, double c, bool d, const QVariantList &e,
                                 const QVariantMap &f) {
    return (a != 0) + !b.isEmpty() + (c != 0) + d + !e.isEmpty() + !f.isEmpty();
}

void ValuesObject::emitSeveral(int number, const QString &text) { Q_EMIT emitted(number, text, this); }

void ValuesObject::emitFromThread(int number, const QString &text) {
    std::thread other([this, number, text] { Q_EMIT emitted(number, text, this); });
    other.join();
}

QObject *ValuesObject::makeChild(const QString &name) {
    auto *child = new QObject(this);
    child->setObjectName(name);
    return child;
}

bool ValuesObject::dropChild(const QString &name) {
    QObject *child = findChild<QObject *>(name, Qt::FindDirectChildrenOnly);
    delete child;
    return child != nullptr;
}

int ValuesObject::sleepMs(int ms) {
    QThread::msleep(static_cast<unsigned long>(ms));
    return ms;
}

void ValuesObject::warn(const QString &message) { qWarning("%s", qUtf8Printable(message)); }

int ValuesObject::openModalDialog() {
    QDialog dialog(m_widget ? m_widget->window() : nullptr);
    dialog.setObjectName(QStringLiteral("valuesDialog"));
    dialog.setWindowTitle(QStringLiteral("Opened by a method"));
    auto *close = named(new QPushButton(QStringLiteral("Close"), &dialog), "valuesDialogButton");
    QObject::connect(close, &QPushButton::clicked, &dialog, &QDialog::accept);
    auto *layout = new QVBoxLayout(&dialog);
    layout->addWidget(close);
    return dialog.exec();
}

void ValuesObject::doNothing() {}
