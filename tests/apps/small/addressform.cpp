// The two windows that the specification shows: "My Application" of the `read_page` example, element for element and
// place for place, and with `--pattern` the form "My App" of its usage patterns with a widget painted by hand.
#include "show.h"

#include <QAction>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QStatusBar>
#include <QTextEdit>
#include <QToolBar>

// No focus, no accessibility of its own, no child: only its pixels say what it is.
class CustomCanvas : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    void showSuccess() {
        m_ground = QColor(0x2d, 0xa4, 0x4e);
        m_text = QStringLiteral("Submitted");
        update();
    }

protected:
    void mousePressEvent(QMouseEvent *event) override {
        m_dot = event->pos();
        say(QStringLiteral("CANVAS %1 %2").arg(m_dot.x()).arg(m_dot.y()));
        update();
    }

    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        painter.fillRect(rect(), m_ground);
        painter.setPen(Qt::white);
        painter.drawText(rect(), Qt::AlignCenter, m_text);
        painter.setBrush(Qt::yellow);
        painter.drawEllipse(m_dot, 4, 4);
    }

private:
    QPoint m_dot{-10, -10};
    QColor m_ground{0x1f, 0x6f, 0xeb};
    QString m_text = QStringLiteral("Draw here");
};

namespace {

// Places are given by their middle, as the specification's list of elements has them. All sizes are odd, so that the
// middle is a pixel.
void place(QWidget *widget, QPoint middle, QSize size) {
    QRect area(QPoint(), size);
    area.moveCenter(middle);
    widget->setGeometry(area);
}

// Without a frame, which would move it: a place in the window is a place on the screen, as in the specification.
void placeAtCorner(QWidget &window, QSize size) {
    window.setWindowFlag(Qt::FramelessWindowHint);
    window.setGeometry(QRect(QPoint(), size));
}

QAction *addAction(QWidget *owner, const char *name, const QString &text) {
    auto *action = new QAction(text, owner);
    action->setObjectName(QString::fromLatin1(name));
    QObject::connect(action, &QAction::triggered, owner,
                     [action] { say(QStringLiteral("ACTION ") + action->objectName()); });
    return action;
}

void addMenus(QMainWindow &window, QAction *newAction, QAction *open) {
    QMenuBar *bar = window.menuBar();
    bar->setFixedHeight(30);
    QMenu *file = bar->addMenu(QStringLiteral("&File"));
    file->addActions({newAction, open});
    file->addAction(addAction(&window, "saveAction", QStringLiteral("&Save")));
    file->addSeparator();
    QAction *quit = addAction(&window, "quitAction", QStringLiteral("&Quit"));
    QObject::connect(quit, &QAction::triggered, &window, &QWidget::close);
    file->addAction(quit);
    QMenu *edit = bar->addMenu(QStringLiteral("&Edit"));
    edit->addAction(addAction(&window, "copyAction", QStringLiteral("&Copy")));
    edit->addAction(addAction(&window, "pasteAction", QStringLiteral("&Paste")));
    QMenu *help = bar->addMenu(QStringLiteral("&Help"));
    help->addAction(addAction(&window, "aboutAction", QStringLiteral("&About")));
}

void addTools(QMainWindow &window, QAction *newAction, QAction *open) {
    auto *tools = new QToolBar(&window);
    window.addToolBar(tools);
    tools->setMovable(false);
    tools->addActions({newAction, open});
    // The same on all sides: QToolBar's layout mixes up unequal ones.
    tools->layout()->setContentsMargins(30, 30, 30, 30);
    tools->layout()->setSpacing(0);
    tools->widgetForAction(newAction)->setFixedSize(41, 41);
    tools->widgetForAction(open)->setFixedSize(39, 41);
}

// As in the example, only the central widget has an object name, and the label is nobody's buddy.
void addForm(QMainWindow &window) {
    auto *central = new QWidget(&window);
    central->setObjectName(QStringLiteral("centralWidget"));
    auto *label = new QLabel(QStringLiteral("Enter your name:"), central);
    auto *edit = new QLineEdit(central);
    auto *submit = new QPushButton(QStringLiteral("Submit"), central);
    submit->setToolTip(QStringLiteral("submit form"));
    auto *text = new QTextEdit(central);
    text->setPlainText(QStringLiteral("Welcome to the application. Please enter your information above."));
    text->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    text->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

    const QPoint corner(0, 131);  // of the central widget, below menus and tools
    place(label, QPoint(65, 150) - corner, {121, 29});
    place(edit, QPoint(200, 150) - corner, {141, 29});
    place(submit, QPoint(200, 200) - corner, {101, 29});
    place(text, QPoint(50, 250) - corner, {91, 59});
    QObject::connect(submit, &QPushButton::clicked, &window, [&window, edit] {
        say(QStringLiteral("SUBMIT ") + edit->text());
        window.statusBar()->showMessage(QStringLiteral("Submitted %1").arg(edit->text()));
    });
    window.setCentralWidget(central);
    edit->setFocus();
}

int showApplication() {
    QMainWindow window;
    window.setWindowTitle(QStringLiteral("My Application"));
    QAction *newAction = addAction(&window, "newAction", QStringLiteral("New"));
    newAction->setToolTip(QStringLiteral("click to create new document"));
    QAction *open = addAction(&window, "openAction", QStringLiteral("Open"));
    open->setToolTip(QStringLiteral("click to open file"));
    addMenus(window, newAction, open);
    addTools(window, newAction, open);
    addForm(window);
    window.statusBar()->setSizeGripEnabled(false);
    window.statusBar()->showMessage(QStringLiteral("Ready"));
    placeAtCorner(window, {1920, 1080});
    return showWindow(window);
}

int showPattern() {
    QMainWindow window;
    window.setWindowTitle(QStringLiteral("My App"));
    window.setContextMenuPolicy(Qt::NoContextMenu);
    auto *name = new QLineEdit(&window);
    name->setObjectName(QStringLiteral("nameInput"));
    auto *email = new QLineEdit(&window);
    email->setObjectName(QStringLiteral("emailInput"));
    auto *submit = new QPushButton(QStringLiteral("Submit"), &window);
    submit->setObjectName(QStringLiteral("submitButton"));
    auto *canvas = new CustomCanvas(&window);
    canvas->setObjectName(QStringLiteral("canvas"));
    place(name, {200, 150}, {241, 29});
    place(email, {200, 200}, {241, 29});
    place(submit, {280, 250}, {81, 29});
    place(canvas, {400, 300}, {141, 59});
    QObject::connect(submit, &QPushButton::clicked, &window, [name, email, canvas] {
        say(QStringLiteral("SUBMIT %1|%2").arg(name->text(), email->text()));
        canvas->showSuccess();
    });
    placeAtCorner(window, {640, 480});
    return showWindow(window);
}

}  // namespace

int main(int argc, char **argv) {
    QApplication app(argc, argv);
    // In pixels, so that every text fits its place on both Qt versions.
    QFont font = QApplication::font();
    font.setPixelSize(12);
    QApplication::setFont(font);
    return QCoreApplication::arguments().contains(QStringLiteral("--pattern")) ? showPattern() : showApplication();
}

#include "addressform.moc"
