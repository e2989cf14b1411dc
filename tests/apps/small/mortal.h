// What the app `mortal` is made of: things that are made anew as soon as they are gone, and things that go when they
// are looked at.
#pragma once

#include <QAbstractItemModel>
#include <QApplication>
#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <functional>

// Calls `make` now, and again whenever what it made is gone.
inline void keep(const std::function<QObject *()> &make) {
    const QObject *made = make();
    QObject::connect(made, &QObject::destroyed, qApp, [make] { QTimer::singleShot(0, qApp, [make] { keep(make); }); });
}

// The object that its own members delete. Each way deletes it at once, in the very call.
class Mortal : public QObject {
    Q_OBJECT
    Q_PROPERTY(int value READ value WRITE setValue NOTIFY valueChanged)
    Q_PROPERTY(int lastLook READ lastLook)
    Q_PROPERTY(int afterwards READ afterwards)

public:
    explicit Mortal(QObject *parent) : QObject(parent) { setObjectName(QStringLiteral("mortal")); }

    int value() const { return m_value; }
    void setValue(int value);
    // Whoever reads this is the last to do so.
    int lastLook() const;
    int afterwards() const { return m_value; }

    Q_INVOKABLE int die();
    Q_INVOKABLE QObject *dieAndAnswer();
    Q_INVOKABLE void dieLater() { deleteLater(); }

Q_SIGNALS:
    void valueChanged(int value);

private:
    int m_value = 7;
};

// A model whose rows are new after each so many looks. An index from before is an error of whoever uses it.
class FleetingModel : public QAbstractListModel {
    Q_OBJECT

public:
    FleetingModel(const QString &name, QObject *parent);

    // Also goes itself when it was filled so many times; 0: never.
    int lives = 0;

    int rowCount(const QModelIndex &parent) const override;
    QModelIndex index(int row, int column, const QModelIndex &parent) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    int m_fill = 1;
    int m_looks = 0;
};

// Twenty children of all kinds, of which a timer deletes one and makes another each millisecond.
class Churn : public QWidget {
public:
    explicit Churn(QWidget *parent);

    // Also when somebody looks, in the middle of it.
    void replaceOne();

private:
    QPointer<QWidget> m_children[20];
    unsigned m_turn = 0;
};

// mortalwindows.cpp: the windows that go in the middle of what is done to them.
void keepWindows();
