// A widget that logs every input event it sees, in words, and has a context menu.
#pragma once

#include <QStringList>
#include <QWidget>

class QContextMenuEvent;

class InputLab : public QWidget {
    Q_OBJECT
    // One line per event, oldest first: `enter`, `press left 10,20 Ctrl`, `key press A text "a"` …
    Q_PROPERTY(QStringList eventLog READ eventLog NOTIFY eventLogged)
    // All text typed into it.
    Q_PROPERTY(QString typed READ typed)

public:
    explicit InputLab(QWidget *parent = nullptr);

    QStringList eventLog() const;
    QString typed() const;
    QSize sizeHint() const override;
    QVariant inputMethodQuery(Qt::InputMethodQuery query) const override;

public Q_SLOTS:
    void clearLog();

Q_SIGNALS:
    void eventLogged(const QString &line);

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void log(const QString &line);
    void logMouse(const QString &kind, QEvent *event);
    void logKey(const QString &kind, QEvent *event);
    void showMenu(const QContextMenuEvent *event);

    QStringList m_log;
    QString m_typed;
};
