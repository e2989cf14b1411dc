// The gallery's main window: menus, toolbar, status bar and one tab per page.
#pragma once

struct Options;
class QMainWindow;

// A plain QMainWindow named `mainWindow`; the caller owns it.
QMainWindow *makeMainWindow(const Options &options);
