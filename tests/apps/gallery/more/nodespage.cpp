// The windows for measuring: as many widgets as asked for, all inside the window, and a table of a million rows.
#include "models.h"
#include "morepages.h"
#include "output.h"

#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <cmath>

namespace {

const int branches = 10;
const int largestSide = 3600;

// Makes `count` widgets inside an area: up to ten as leaves side by side, more of them in ten boxes.
class Builder {
public:
    void build(QWidget *parent, QSize size, int count, Qt::Orientation along) {
        const int parts = qMin(count, branches);
        const int inside = count - parts;
        for (int i = 0; i < parts; ++i) {
            const int below = inside / parts + (i < inside % parts ? 1 : 0);
            QRect area(QPoint(0, 0), size);
            if (along == Qt::Horizontal) {
                area.setLeft(size.width() * i / parts);
                area.setRight(size.width() * (i + 1) / parts - 1);
            } else {
                area.setTop(size.height() * i / parts);
                area.setBottom(size.height() * (i + 1) / parts - 1);
            }
            QWidget *made = below > 0 ? makeBox(parent) : makeLeaf(parent);
            // A fixed size keeps buttons from asking for a layout, which takes quadratic time in all.
            made->setFixedSize(area.size());
            made->move(area.topLeft());
            if (below > 0)
                build(made, area.size(), below, along == Qt::Horizontal ? Qt::Vertical : Qt::Horizontal);
        }
    }

private:
    QWidget *makeBox(QWidget *parent) {
        auto *box = new QWidget(parent);
        box->setObjectName(QStringLiteral("box%1").arg(++m_boxes));
        return box;
    }

    QWidget *makeLeaf(QWidget *parent) {
        const int number = ++m_leaves;
        if (number % 2 == 0) {
            auto *button = new QPushButton(QStringLiteral("Button %1").arg(number), parent);
            button->setObjectName(QStringLiteral("nodeButton%1").arg(number));
            return button;
        }
        auto *label = new QLabel(QStringLiteral("Label %1").arg(number), parent);
        label->setObjectName(QStringLiteral("nodeLabel%1").arg(number));
        return label;
    }

    int m_boxes = 0;
    int m_leaves = 0;
};

}  // namespace

QWidget *makeNodesPage(int count) {
    auto *page = named(new QWidget, "nodesPage");
    page->setWindowTitle(QStringLiteral("%1 nodes").arg(count));
    // About 80 by 24 pixels each, as long as the window stays small enough to be painted.
    const int side = qMin(largestSide, qMax(400, int(std::sqrt(count * 80.0 * 24.0))));
    Builder().build(page, QSize(side, side), count, Qt::Vertical);
    page->resize(side, side);
    return page;
}

QWidget *makeMillionPage() {
    auto *page = named(new QWidget, "millionPage");
    auto *table = named(new QTableView(page), "millionTable");
    table->setModel(named(new MillionRowsModel(table), "millionModel"));
    auto *layout = new QVBoxLayout(page);
    layout->addWidget(table);
    page->resize(600, 500);
    return page;
}
