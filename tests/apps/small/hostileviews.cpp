// Widgets that Qt allows and hardly any app has, one kind each by `--page NAME`: a tree without end (`deep`), fields
// that hide what they hold (`secrets`), accessibility that is gone or goes round in a circle (`accessible`), views that
// take long to say what is at a point (`slow`), a model that is filled anew while it is read (`restless`).
#include "show.h"

#include <QAbstractListModel>
#include <QAccessible>
#include <QAccessibleWidget>
#include <QComboBox>
#include <QLayout>
#include <QLineEdit>
#include <QListView>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QThread>
#include <QTreeView>

namespace {

// Each item of its first branch has one child, without end. The second branch has a leaf.
class EndlessModel : public QAbstractItemModel {
public:
    QModelIndex index(int row, int column, const QModelIndex &parent) const override {
        if (row < 0 || row >= rowCount(parent) || column)
            return {};
        if (!parent.isValid())
            return createIndex(row, 0, row ? other : quintptr(1));
        return createIndex(0, 0, parent.internalId() == other ? leaf : parent.internalId() + 1);
    }
    QModelIndex parent(const QModelIndex &index) const override {
        if (index.internalId() == leaf)
            return createIndex(1, 0, other);
        return index.internalId() <= 1 ? QModelIndex() : createIndex(0, 0, index.internalId() - 1);
    }
    int rowCount(const QModelIndex &parent) const override {
        return !parent.isValid() ? 2 : parent.internalId() == leaf ? 0 : 1;
    }
    int columnCount(const QModelIndex &) const override { return 1; }
    QVariant data(const QModelIndex &index, int role) const override {
        if (role != Qt::DisplayRole)
            return {};
        return index.internalId() == other  ? QStringLiteral("other branch")
               : index.internalId() == leaf ? QStringLiteral("leaf")
                                            : QStringLiteral("level %1").arg(index.internalId());
    }

private:
    // Other numbers are depths in the first branch.
    static constexpr quintptr other = 0;
    static constexpr quintptr leaf = quintptr(-1);
};

// Is filled anew whenever so many texts were asked for.
class RestlessModel : public QAbstractListModel {
public:
    int rowCount(const QModelIndex &parent) const override { return parent.isValid() ? 0 : int(m_texts.size()); }
    QVariant data(const QModelIndex &index, int role) const override {
        if (role != Qt::DisplayRole)
            return {};
        auto *self = const_cast<RestlessModel *>(this);
        const QString text = m_texts.value(index.row());
        if (++self->m_asked % 23 == 0) {
            self->beginResetModel();
            self->endResetModel();
        }
        return text;
    }

private:
    QStringList m_texts = {QStringLiteral("one"), QStringLiteral("two"), QStringLiteral("three")};
    int m_asked = 0;
};

// As slow as one that is written in Python.
class SlowList : public QListView {
protected:
    QModelIndex indexAt(const QPoint &point) const override {
        QThread::usleep(50);
        return QListView::indexAt(point);
    }
};

// Accessible without an object: a part that is there, is gone, or has itself for a child.
class Part : public QAccessibleInterface {
public:
    enum Kind { There, Gone, Round };

    Part(QAccessibleInterface *around, Kind kind) : m_around(around), m_kind(kind) {}

    bool isValid() const override { return m_kind != Gone; }
    QObject *object() const override { return nullptr; }
    QAccessibleInterface *childAt(int, int) const override { return nullptr; }
    QAccessibleInterface *parent() const override { return m_around; }
    QAccessibleInterface *child(int) const override { return const_cast<Part *>(this); }
    int childCount() const override { return m_kind == Round ? 1 : 0; }
    int indexOfChild(const QAccessibleInterface *) const override { return -1; }
    void setText(QAccessible::Text, const QString &) override {}
    QAccessible::State state() const override { return {}; }
    QRect rect() const override { return {10, 10, 20, 20}; }
    QAccessible::Role role() const override {
        check();
        return QAccessible::Button;
    }
    QString text(QAccessible::Text kind) const override {
        check();
        if (kind != QAccessible::Name)
            return {};
        return m_kind == Round ? QStringLiteral("round") : QStringLiteral("there");
    }

private:
    // What has lost its object has nothing to answer with.
    void check() const {
        if (!isValid())
            qFatal("an interface that is not valid was asked");
    }

    QAccessibleInterface *m_around;
    Kind m_kind;
};

class PartsInterface : public QAccessibleWidget {
public:
    explicit PartsInterface(QWidget *widget)
        : QAccessibleWidget(widget, QAccessible::Grouping, QStringLiteral("parts")), m_parts{{this, Part::Gone},
                                                                                             {this, Part::There},
                                                                                             {this, Part::Round}} {}

    int childCount() const override { return 3; }
    QAccessibleInterface *child(int place) const override { return const_cast<Part *>(&m_parts[place]); }

private:
    Part m_parts[3];
};

QAccessibleInterface *makeParts(const QString &, QObject *object) {
    const bool isIt = object && object->isWidgetType() && object->objectName() == QLatin1String("partsWidget");
    return isIt ? new PartsInterface(static_cast<QWidget *>(object)) : nullptr;
}

template <typename Widget>
Widget *add(QWidget &window, const char *name) {
    auto *widget = new Widget;
    widget->setObjectName(QLatin1String(name));
    window.layout()->addWidget(widget);
    return widget;
}

void addSecrets(QWidget &window) {
    auto *combo = add<QComboBox>(window, "secretCombo");
    combo->setEditable(true);
    combo->lineEdit()->setEchoMode(QLineEdit::Password);
    combo->addItem(QStringLiteral("xyzzy old"));
    combo->setEditText(QStringLiteral("xyzzy combo"));
    auto *edit = add<QLineEdit>(window, "secretEdit");
    edit->setEchoMode(QLineEdit::Password);
    edit->setText(QStringLiteral("xyzzy line"));
    add<QLineEdit>(window, "emptyEdit")->setEchoMode(QLineEdit::Password);
    auto *spin = add<QSpinBox>(window, "secretSpin");
    spin->setMaximum(9999);
    spin->setValue(4711);
    spin->findChild<QLineEdit *>()->setEchoMode(QLineEdit::Password);
}

void addSlow(QWidget &window) {
    auto *model = new QStandardItemModel(&window);
    for (int row = 0; row < 3000; ++row) {
        auto *item = new QStandardItem(QStringLiteral("icon %1").arg(row));
        item->setSizeHint({150, 100});
        model->appendRow(item);
    }
    auto *icons = add<SlowList>(window, "slowIcons");
    icons->setViewMode(QListView::IconMode);
    icons->setGridSize({400, 150});
    icons->setModel(model);
    add<SlowList>(window, "emptyList")->setModel(new QStandardItemModel(&window));
}

}  // namespace

int main(int argc, char **argv) {
    const QApplication app(argc, argv);
    const QString page = optionValue(QStringLiteral("--page"));
    QWidget window;
    window.setObjectName(QStringLiteral("hostileWindow"));
    window.setWindowTitle(QStringLiteral("Hostile views"));
    window.resize(1200, 800);
    new QVBoxLayout(&window);
    if (page == QLatin1String("deep")) {
        add<QTreeView>(window, "deepTree")->setModel(new EndlessModel);
    } else if (page == QLatin1String("secrets")) {
        addSecrets(window);
    } else if (page == QLatin1String("accessible")) {
        QAccessible::installFactory(makeParts);
        add<QWidget>(window, "partsWidget");
    } else if (page == QLatin1String("slow")) {
        addSlow(window);
    } else if (page == QLatin1String("restless")) {
        add<QListView>(window, "restlessList")->setModel(new RestlessModel);
    }
    return showWindow(window);
}
