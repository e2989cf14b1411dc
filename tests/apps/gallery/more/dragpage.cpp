// The page "Drag": rows, texts and other things to be dragged and dropped, and who got them.
#include "eventtext.h"
#include "morepages.h"
#include "output.h"

#include <QApplication>
#include <QDrag>
#include <QDragEnterEvent>
#include <QGridLayout>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QMimeData>
#include <QMouseEvent>
#include <QPointer>
#include <QTextEdit>
#include <QTimer>
#include <QTreeWidget>

namespace {

QString nameOf(Qt::DropAction action) {
    switch (action) {
    case Qt::CopyAction:
        return QStringLiteral("copy");
    case Qt::MoveAction:
        return QStringLiteral("move");
    case Qt::LinkAction:
        return QStringLiteral("link");
    default:
        return QStringLiteral("nothing");
    }
}

QString nameOf(const QObject *object) { return object ? object->objectName() : QStringLiteral("nobody"); }

// Something that can be dragged by its middle; says what became of it.
class Grip : public QLabel {
public:
    Grip(const QString &text, QWidget *parent) : QLabel(text, parent) {
        setFrameStyle(QFrame::Panel | QFrame::Raised);
        setAlignment(Qt::AlignCenter);
        setMinimumHeight(40);
    }

protected:
    void mousePressEvent(QMouseEvent *event) override { m_pressed = positionOf(event); }

    void mouseMoveEvent(QMouseEvent *event) override {
        const bool isFar = (positionOf(event) - m_pressed).manhattanLength() >= QApplication::startDragDistance();
        if (!(event->buttons() & Qt::LeftButton) || !isFar)
            return;
        auto *drag = new QDrag(this);
        auto *data = new QMimeData;
        data->setText(text());
        drag->setMimeData(data);
        QObject::connect(drag, &QDrag::targetChanged, drag,
                         [](QObject *target) { say(QStringLiteral("DRAG over %1").arg(nameOf(target))); });
        QObject::connect(drag, &QDrag::actionChanged, drag,
                         [](Qt::DropAction action) { say(QStringLiteral("DRAG would %1").arg(nameOf(action))); });
        QObject::connect(drag, &QObject::destroyed, qApp, [] { say(QStringLiteral("DRAG gone")); });
        say(QStringLiteral("DRAG begins"));
        const QPointer<Grip> alive(this);
        const QPointer<QDrag> dragAlive(drag);
        const Qt::DropAction taken = drag->exec(Qt::CopyAction | Qt::MoveAction, Qt::MoveAction);
        say(QStringLiteral("DRAG ends %1%2 buttons %3")
                .arg(nameOf(taken), alive && dragAlive ? QString() : QStringLiteral(" orphaned"))
                .arg(int(QGuiApplication::mouseButtons())));
    }

    void mouseReleaseEvent(QMouseEvent *) override { say(QStringLiteral("GRIP released")); }

private:
    QPoint m_pressed;
};

enum class Manners { Takes, Asks };

// Takes texts; one that asks opens a menu first.
class Field : public QLabel {
public:
    Field(const QString &text, Manners manners, QWidget *parent) : QLabel(text, parent), m_manners(manners) {
        setFrameStyle(QFrame::Panel | QFrame::Sunken);
        setAlignment(Qt::AlignCenter);
        setMinimumHeight(60);
        setAcceptDrops(true);
    }

protected:
    void dragEnterEvent(QDragEnterEvent *event) override {
        say(QStringLiteral("ENTER %1 from %2").arg(objectName(), nameOf(event->source())));
        if (event->mimeData()->hasText())
            event->acceptProposedAction();
    }

    void dragLeaveEvent(QDragLeaveEvent *) override { say(QStringLiteral("LEAVE %1").arg(objectName())); }

    void dropEvent(QDropEvent *event) override {
        const QString text = event->mimeData()->text();
        if (m_manners == Manners::Asks && !isAgreed()) {
            event->ignore();
            return;
        }
        event->acceptProposedAction();
        setText(text);
        say(QStringLiteral("DROP %1 %2 %3").arg(objectName(), nameOf(event->dropAction()), text));
    }

private:
    bool isAgreed() {
        QMenu menu(this);
        menu.setObjectName(QStringLiteral("dropMenu"));
        const QAction *yes = menu.addAction(QStringLiteral("&Take it"));
        menu.addAction(QStringLiteral("&Leave it"));
        return menu.exec(mapToGlobal(rect().center())) == yes;
    }

    Manners m_manners;
};

QStringList textsOf(const QAbstractItemModel *model, const QModelIndex &parent = {}) {
    QStringList texts;
    for (int row = 0; row < model->rowCount(parent); ++row) {
        const QModelIndex index = model->index(row, 0, parent);
        QString text = index.data().toString();
        if (model->hasChildren(index))
            text += QLatin1Char('(') + textsOf(model, index).join(QLatin1Char(' ')) + QLatin1Char(')');
        texts << text;
    }
    return texts;
}

// Says what the rows are whenever they have changed and are at rest.
void tellRows(QAbstractItemView *view) {
    auto *rest = new QTimer(view);
    rest->setSingleShot(true);
    const auto changed = [rest] { rest->start(0); };
    const QAbstractItemModel *model = view->model();
    QObject::connect(model, &QAbstractItemModel::rowsInserted, rest, changed);
    QObject::connect(model, &QAbstractItemModel::rowsRemoved, rest, changed);
    QObject::connect(model, &QAbstractItemModel::rowsMoved, rest, changed);
    QObject::connect(rest, &QTimer::timeout, view, [view, model] {
        say(QStringLiteral("ROWS %1 %2").arg(view->objectName(), textsOf(model).join(QLatin1Char(' '))));
    });
}

QListWidget *makeList(const char *name, const QStringList &rows, QAbstractItemView::DragDropMode mode,
                      QWidget *parent) {
    auto *list = named(new QListWidget(parent), name);
    list->addItems(rows);
    list->setDragDropMode(mode);
    list->setDefaultDropAction(Qt::MoveAction);
    list->setAccessibleName(list->objectName());
    tellRows(list);
    return list;
}

QTreeWidget *makeTree(QWidget *parent) {
    auto *tree = named(new QTreeWidget(parent), "moveTree");
    tree->setHeaderHidden(true);
    tree->setDragDropMode(QAbstractItemView::InternalMove);
    for (const QStringList &group :
         {QStringList{QStringLiteral("Fruit"), QStringLiteral("Apple"), QStringLiteral("Pear")},
          QStringList{QStringLiteral("Roots"), QStringLiteral("Carrot")}}) {
        auto *top = new QTreeWidgetItem(tree, {group.first()});
        for (const QString &name : group.mid(1))
            new QTreeWidgetItem(top, {name});
    }
    tree->expandAll();
    tellRows(tree);
    return tree;
}

QTextEdit *makeText(const char *name, const QString &text, QWidget *parent) {
    auto *edit = named(new QTextEdit(text, parent), name);
    edit->setAccessibleName(edit->objectName());
    QObject::connect(edit, &QTextEdit::textChanged, edit,
                     [edit] { say(QStringLiteral("TEXT %1 %2").arg(edit->objectName(), edit->toPlainText())); });
    return edit;
}

}  // namespace

QWidget *makeDragPage() {
    auto *page = named(new QWidget, "dragPage");
    auto *grid = new QGridLayout(page);
    const QStringList numbers = QStringLiteral("One Two Three Four Five").split(QLatin1Char(' '));
    grid->addWidget(makeList("orderList", numbers, QAbstractItemView::InternalMove, page), 0, 0);
    grid->addWidget(
        makeList("leftList", {QStringLiteral("Ada"), QStringLiteral("Ben")}, QAbstractItemView::DragDrop, page), 0, 1);
    grid->addWidget(makeList("rightList", {QStringLiteral("Cleo")}, QAbstractItemView::DragDrop, page), 0, 2);
    grid->addWidget(makeTree(page), 1, 0);
    grid->addWidget(makeText("sourceText", QStringLiteral("move these words"), page), 1, 1);
    grid->addWidget(makeText("targetText", QString(), page), 1, 2);
    grid->addWidget(named(new Grip(QStringLiteral("A thing"), page), "grip"), 2, 0);
    grid->addWidget(named(new Field(QStringLiteral("Takes it"), Manners::Takes, page), "taker"), 2, 1);
    grid->addWidget(named(new Field(QStringLiteral("Asks first"), Manners::Asks, page), "asker"), 2, 2);
    page->resize(720, 560);
    return page;
}
