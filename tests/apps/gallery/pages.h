// The tabs of the gallery: each function makes one page, owned by the given parent.
#pragma once

class QWidget;

QWidget *makeFormPage(QWidget *parent);
QWidget *makeTablePage(QWidget *parent);
QWidget *makeTreePage(QWidget *parent);
QWidget *makeListPage(QWidget *parent);
QWidget *makeCanvasPage(QWidget *parent);
QWidget *makeInputLabPage(QWidget *parent);
QWidget *makeDialogsPage(QWidget *parent);
QWidget *makeThreadsPage(QWidget *parent);
QWidget *makeScrollPage(QWidget *parent);
QWidget *makeValuesPage(QWidget *parent);
