// A widget painted by hand, of which accessibility knows nothing: clicks leave dots, drags leave strokes.
#pragma once

#include <QPolygon>
#include <QVector>
#include <QWidget>

class Canvas : public QWidget {
    Q_OBJECT
    Q_PROPERTY(int clicks READ clicks NOTIFY clicksChanged)
    Q_PROPERTY(QString lastInput READ lastInput NOTIFY input)

public:
    explicit Canvas(QWidget *parent = nullptr);

    int clicks() const;
    QString lastInput() const;
    QSize sizeHint() const override;

public Q_SLOTS:
    void clear();

Q_SIGNALS:
    // What happened, in words: `hover 10 20`, `press 10 20 left`, `wheel 10 20 -120` …
    void input(const QString &what);
    void clicksChanged(int clicks);

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void press(QPoint at, Qt::MouseButton button);
    void report(const QString &kind, QPoint at, const QString &detail = {});

    QVector<QPolygon> m_strokes;
    int m_clicks = 0;
    QString m_lastInput;
};
