// The page "Buttons": things to press, of which some say by a text, some by a tool tip and some by nothing what they
// do.
#include "morepages.h"
#include "output.h"

#include <QAction>
#include <QCheckBox>
#include <QCommandLinkButton>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QMenu>
#include <QPixmap>
#include <QPushButton>
#include <QSpinBox>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

namespace {

const int lateMs = 800;

void reportClicks(QAbstractButton *button, QLabel *result) {
    QObject::connect(button, &QAbstractButton::clicked, result,
                     [button, result] { report(result, QStringLiteral("CLICK ") + button->objectName()); });
}

QAction *addAction(QMenu *menu, const char *name, const QString &text, QLabel *result) {
    QAction *action = named(menu->addAction(text), name);
    QObject::connect(action, &QAction::triggered, result,
                     [action, result] { report(result, QStringLiteral("ACTION ") + action->objectName()); });
    return action;
}

QIcon squareIcon(const QColor &colour) {
    QPixmap pixmap(16, 16);
    pixmap.fill(colour);
    return pixmap;
}

QToolButton *makeToolButton(QWidget *page, const char *name, QLabel *result) {
    auto *button = named(new QToolButton(page), name);
    reportClicks(button, result);
    return button;
}

// Icons only; what they mean is in the tool tip, in the name of the icon, in the action, or nowhere.
QLayout *makeIconRow(QWidget *page, QLabel *result) {
    auto *row = new QHBoxLayout;
    QToolButton *tip = makeToolButton(page, "tooltipIconButton", result);
    tip->setIcon(squareIcon(Qt::darkGreen));
    tip->setToolTip(QStringLiteral("Refresh"));
    QToolButton *theme = makeToolButton(page, "themeIconButton", result);
    // No icon theme need be installed for this one, but one must be named for Qt to look at all.
    QIcon::setFallbackSearchPaths({QStringLiteral(":/gallery/icons")});
    if (QIcon::themeName().isEmpty())
        QIcon::setThemeName(QStringLiteral("hicolor"));
    theme->setIcon(QIcon::fromTheme(QStringLiteral("document-save")));
    QToolButton *fromAction = makeToolButton(page, "actionIconButton", result);
    auto *archive = named(new QAction(squareIcon(Qt::darkYellow), QStringLiteral("Archive"), page), "archiveAction");
    fromAction->setDefaultAction(archive);
    QToolButton *nothing = makeToolButton(page, "nothingButton", result);
    nothing->setIcon(squareIcon(Qt::darkRed));
    for (QToolButton *button : {tip, theme, fromAction, nothing}) {
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        row->addWidget(button);
    }
    row->addStretch();
    return row;
}

QMenu *makeToolMenu(QWidget *owner, const char *name, const QByteArray &prefix, QLabel *result) {
    auto *menu = named(new QMenu(owner), name);
    addAction(menu, prefix + "FirstAction", QStringLiteral("First tool"), result);
    addAction(menu, prefix + "SecondAction", QStringLiteral("Second tool"), result);
    return menu;
}

QLayout *makeMenuRow(QWidget *page, QLabel *result) {
    auto *row = new QHBoxLayout;
    QToolButton *instant = makeToolButton(page, "menuToolButton", result);
    instant->setText(QStringLiteral("Tools"));
    instant->setPopupMode(QToolButton::InstantPopup);
    instant->setMenu(makeToolMenu(instant, "toolMenu", "tool", result));
    QToolButton *split = makeToolButton(page, "splitToolButton", result);
    split->setText(QStringLiteral("Run"));
    split->setPopupMode(QToolButton::MenuButtonPopup);
    split->setMenu(makeToolMenu(split, "splitMenu", "split", result));
    auto *push = named(new QPushButton(QStringLiteral("Menu button"), page), "menuPushButton");
    push->setMenu(makeToolMenu(push, "pushMenu", "push", result));
    for (QWidget *button :
         {static_cast<QWidget *>(instant), static_cast<QWidget *>(split), static_cast<QWidget *>(push)})
        row->addWidget(button);
    row->addStretch();
    return row;
}

QLabel *makeLinks(QWidget *page, QLabel *result) {
    auto *label = named(new QLabel(page), "linkLabel");
    label->setText(QStringLiteral("Read the <a href=\"https://example.org/help\">help page</a> or open the "
                                  "<a href=\"app:settings\">settings</a>."));
    label->setTextInteractionFlags(Qt::TextBrowserInteraction);
    QObject::connect(label, &QLabel::linkActivated, result,
                     [result](const QString &target) { report(result, QStringLiteral("LINK ") + target); });
    return label;
}

QLabel *makeMenuArea(QWidget *page, const char *name, const QString &text) {
    auto *area = named(new QLabel(text, page), name);
    area->setFrameShape(QFrame::StyledPanel);
    area->setAlignment(Qt::AlignCenter);
    area->setMinimumHeight(48);
    return area;
}

// Two context menus: one that the application opens, one that Qt makes from the actions of a widget.
QLayout *makeContextMenus(QWidget *page, QLabel *result) {
    auto *row = new QHBoxLayout;
    QLabel *custom = makeMenuArea(page, "contextArea", QStringLiteral("Right click here"));
    auto *menu = named(new QMenu(custom), "areaMenu");
    addAction(menu, "cutAction", QStringLiteral("Cu&t"), result);
    addAction(menu, "copyAction", QStringLiteral("&Copy"), result);
    addAction(menu, "pasteAction", QStringLiteral("&Paste"), result)->setEnabled(false);
    QMenu *more = named(menu->addMenu(QStringLiteral("&More")), "areaMoreMenu");
    addAction(more, "duplicateAction", QStringLiteral("&Duplicate"), result);
    custom->setContextMenuPolicy(Qt::CustomContextMenu);
    QObject::connect(custom, &QWidget::customContextMenuRequested, menu,
                     [custom, menu](QPoint at) { menu->popup(custom->mapToGlobal(at)); });

    QLabel *fromActions = makeMenuArea(page, "actionsArea", QStringLiteral("Or here"));
    auto *mark = named(new QAction(QStringLiteral("&Mark"), fromActions), "markAction");
    mark->setCheckable(true);
    QObject::connect(mark, &QAction::toggled, result, [result](bool on) {
        report(result, QStringLiteral("ACTION markAction %1").arg(on ? QStringLiteral("on") : QStringLiteral("off")));
    });
    fromActions->addAction(mark);
    fromActions->setContextMenuPolicy(Qt::ActionsContextMenu);
    row->addWidget(custom);
    row->addWidget(fromActions);
    return row;
}

QGroupBox *makeGroup(QWidget *page, QLabel *result) {
    auto *group = named(new QGroupBox(QStringLiteral("Ad&vanced"), page), "advancedGroup");
    group->setCheckable(true);
    group->setChecked(false);
    auto *verbose = named(new QCheckBox(QStringLiteral("&Verbose"), group), "verboseCheck");
    auto *level = named(new QSpinBox(group), "levelSpin");
    level->setPrefix(QStringLiteral("Level "));
    auto *row = new QHBoxLayout(group);
    row->addWidget(verbose);
    row->addWidget(level);
    row->addStretch();
    QObject::connect(group, &QGroupBox::toggled, result, [result](bool on) {
        report(result, QStringLiteral("GROUP %1").arg(on ? QStringLiteral("on") : QStringLiteral("off")));
    });
    return group;
}

// What takes its time: a label that comes later, and the same that goes.
QLayout *makeLateRow(QWidget *page, QLabel *result) {
    auto *row = new QHBoxLayout;
    auto *load = named(new QPushButton(QStringLiteral("Load"), page), "loadButton");
    auto *unload = named(new QPushButton(QStringLiteral("Unload"), page), "unloadButton");
    auto *late = named(new QLabel(QStringLiteral("Loaded at last"), page), "lateLabel");
    late->hide();
    reportClicks(load, result);
    reportClicks(unload, result);
    QObject::connect(load, &QPushButton::clicked, late, [late] { QTimer::singleShot(lateMs, late, &QWidget::show); });
    QObject::connect(unload, &QPushButton::clicked, late, [late] { QTimer::singleShot(lateMs, late, &QWidget::hide); });
    row->addWidget(load);
    row->addWidget(unload);
    row->addWidget(late);
    row->addStretch();
    return row;
}

QDialogButtonBox *makeButtonBox(QWidget *page, QLabel *result) {
    auto *box = named(new QDialogButtonBox(page), "buttonBox");
    const auto add = [box, result](QDialogButtonBox::StandardButton which, const char *name) {
        reportClicks(named(box->addButton(which), name), result);
    };
    add(QDialogButtonBox::Save, "saveButton");
    add(QDialogButtonBox::Discard, "discardButton");
    add(QDialogButtonBox::Apply, "applyButton");
    add(QDialogButtonBox::Reset, "resetButton");
    add(QDialogButtonBox::Help, "helpButton");
    return box;
}

}  // namespace

QWidget *makeButtonsPage() {
    auto *page = named(new QWidget, "buttonsPage");
    auto *result = named(new QLabel(QStringLiteral("Nothing pressed yet"), page), "buttonsResult");
    auto *link =
        named(new QCommandLinkButton(QStringLiteral("Continue"), QStringLiteral("Goes on to the next step"), page),
              "commandLink");
    reportClicks(link, result);
    auto *bold = named(new QPushButton(QStringLiteral("Bold"), page), "boldButton");
    bold->setCheckable(true);
    QObject::connect(bold, &QPushButton::toggled, result, [result](bool on) {
        report(result, QStringLiteral("BOLD %1").arg(on ? QStringLiteral("on") : QStringLiteral("off")));
    });
    auto *hover = named(new QPushButton(QStringLiteral("Hover here"), page), "hoverButton");
    hover->setToolTip(QStringLiteral("A tool tip that explains"));
    hover->setWhatsThis(QStringLiteral("A longer explanation"));
    reportClicks(hover, result);

    auto *plain = new QHBoxLayout;
    plain->addWidget(bold);
    plain->addWidget(hover);
    plain->addStretch();
    auto *layout = new QVBoxLayout(page);
    layout->addWidget(link);
    layout->addLayout(plain);
    layout->addLayout(makeIconRow(page, result));
    layout->addLayout(makeMenuRow(page, result));
    layout->addWidget(makeLinks(page, result));
    layout->addLayout(makeContextMenus(page, result));
    layout->addWidget(makeGroup(page, result));
    layout->addLayout(makeLateRow(page, result));
    layout->addStretch();
    layout->addWidget(makeButtonBox(page, result));
    layout->addWidget(result);
    page->resize(640, 560);
    return page;
}
