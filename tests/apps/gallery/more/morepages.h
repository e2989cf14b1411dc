// The pages beyond the tabs: each is a window of its own, opened from the tab "More" or at the start by `--page`.
#pragma once

#include <QString>
#include <QStringList>

class QLabel;
class QWidget;

// The titles of all pages, in the order of the tab's buttons.
QStringList morePageTitles();

// Makes a page by its title, in any case, its signals logged if that is on; null if there is no such page. The caller
// shows and owns it.
QWidget *makeMorePage(const QString &title, QWidget *parent = nullptr);

// The tab: a button for each page.
QWidget *makeMoreTab(QWidget *parent);

// Prints a line and shows it in a label.
void report(QLabel *label, const QString &line);

// A page with a number of widgets, its containers counted too.
QWidget *makeNodesPage(int count);

// Makes the application's own message handler the current one.
void installOwnHandler();

QWidget *makeButtonsPage();
QWidget *makeColoursPage();
QWidget *makeConsolePage();
QWidget *makeContainersPage();
QWidget *makeDocksPage();
QWidget *makeDragPage();
QWidget *makeDrawPage();
QWidget *makeFieldsPage();
QWidget *makeGraphicsPage();
QWidget *makeGridPage();
QWidget *makeHostilePage();
QWidget *makeMdiPage();
QWidget *makeMillionPage();
QWidget *makeRecordsPage();
QWidget *makeRefsPage();
QWidget *makeWizardPage();
