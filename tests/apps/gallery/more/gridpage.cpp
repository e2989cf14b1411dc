// The page "Grid": two hundred things to click, small and large, plain, nested and in views, at places without a
// system.
#include "morepages.h"
#include "output.h"

#include <QCheckBox>
#include <QFrame>
#include <QHeaderView>
#include <QListWidget>
#include <QPushButton>
#include <QStyleOption>
#include <QTableWidget>
#include <QToolButton>

namespace {

const int cellWidth = 42;
const int cellHeight = 48;
const int columns = 20;
const int loose = 160;
const int listRows = 20;
const int tableRows = 5;
const int tableColumns = 4;

void click(int number) { say(QStringLiteral("CLICK grid%1").arg(number)); }

// Where the thing of this number is in its cell: at least 12 pixels on each side, spread by primes over what is left.
QRect areaOf(int number) {
    const QSize size(12 + number * 7 % 26, 12 + number * 11 % 31);
    const QPoint spare(cellWidth - size.width() - 1, cellHeight - size.height() - 1);
    const QPoint corner((number - 1) % columns * cellWidth, (number - 1) / columns * cellHeight);
    return QRect(corner + QPoint(number * 13 % spare.x(), number * 17 % spare.y()), size);
}

// A check box is as large as its box and text, whatever room it has.
QRect clickable(const QAbstractButton *button) {
    if (!qobject_cast<const QCheckBox *>(button))
        return button->rect();
    QStyleOptionButton option;
    option.initFrom(button);
    return button->style()->subElementRect(QStyle::SE_CheckBoxClickRect, &option, button);
}

}  // namespace

class Grid : public QWidget {
    Q_OBJECT

public:
    Grid() {
        for (int number = 1; number <= loose; ++number)
            addLoose(number);
        addList();
        addTable();
        setFixedSize(columns * cellWidth, loose / columns * cellHeight + 320);
    }

    // A line for each of the two hundred: its name, x, y, width and height in the window.
    Q_INVOKABLE QString places() const {
        QStringList lines;
        const auto add = [&lines](const QRect &area) {
            const int number = int(lines.size()) + 1;
            lines << QStringLiteral("grid%1 %2 %3 %4 %5")
                         .arg(number)
                         .arg(area.x())
                         .arg(area.y())
                         .arg(area.width())
                         .arg(area.height());
        };
        for (const QAbstractButton *button : m_loose)
            add(clickable(button).translated(button->mapTo(window(), QPoint())));
        for (int row = 0; row < listRows; ++row)
            add(m_list->visualItemRect(m_list->item(row)).translated(m_list->viewport()->mapTo(window(), QPoint())));
        for (int i = 0; i < tableRows * tableColumns; ++i) {
            const QTableWidgetItem *item = m_table->item(i / tableColumns, i % tableColumns);
            add(m_table->visualItemRect(item).translated(m_table->viewport()->mapTo(window(), QPoint())));
        }
        return lines.join(QLatin1Char('\n'));
    }

private:
    void addLoose(int number) {
        const QRect area = areaOf(number);
        QWidget *parent = this;
        QAbstractButton *button = nullptr;
        switch (number % 8) {
        case 0:
            button = new QToolButton(this);
            break;
        case 3:
            button = new QCheckBox(this);
            break;
        case 5:
            parent = frameAround(area);
            button = new QPushButton(parent);
            break;
        default:
            button = new QPushButton(this);
        }
        button->setObjectName(QStringLiteral("grid%1").arg(number));
        button->setAccessibleName(button->objectName());
        button->setGeometry(QRect(parent->mapFrom(this, area.topLeft()), area.size()));
        connect(button, &QAbstractButton::clicked, this, [number] { click(number); });
        m_loose << button;
    }

    // Two widgets, one in the other, whose places are not the window's.
    QWidget *frameAround(const QRect &area) {
        auto *outer = new QFrame(this);
        outer->setGeometry(area.adjusted(-2, -2, 2, 2) &
                           QRect(0, 0, columns * cellWidth, loose / columns * cellHeight));
        auto *inner = new QFrame(outer);
        inner->setGeometry(QRect(outer->mapFrom(this, area.topLeft()), area.size()).adjusted(-1, -1, 1, 1));
        return inner;
    }

    void addList() {
        m_list = named(new QListWidget(this), "gridList");
        for (int row = 0; row < listRows; ++row) {
            auto *item = new QListWidgetItem(QStringLiteral("grid%1").arg(loose + 1 + row), m_list);
            item->setSizeHint(QSize(60, 14));
        }
        m_list->setGeometry(7, loose / columns * cellHeight + 9, 233, 20 * 14 + 8);
        m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        connect(m_list, &QListWidget::itemClicked, this,
                [this](QListWidgetItem *item) { click(loose + 1 + m_list->row(item)); });
    }

    void addTable() {
        m_table = named(new QTableWidget(tableRows, tableColumns, this), "gridTable");
        for (int i = 0; i < tableRows * tableColumns; ++i) {
            auto *item = new QTableWidgetItem(QStringLiteral("grid%1").arg(loose + listRows + 1 + i));
            m_table->setItem(i / tableColumns, i % tableColumns, item);
        }
        m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
        m_table->verticalHeader()->hide();
        m_table->verticalHeader()->setMinimumSectionSize(12);
        m_table->verticalHeader()->setDefaultSectionSize(19);
        m_table->horizontalHeader()->setDefaultSectionSize(71);
        m_table->setGeometry(301, loose / columns * cellHeight + 21, 4 * 71 + 20, 5 * 19 + 60);
        connect(m_table, &QTableWidget::cellClicked, this,
                [](int row, int column) { click(loose + listRows + 1 + row * tableColumns + column); });
    }

    QList<QAbstractButton *> m_loose;
    QListWidget *m_list = nullptr;
    QTableWidget *m_table = nullptr;
};

QWidget *makeGridPage() { return named(new Grid, "gridPage"); }

#include "gridpage.moc"
