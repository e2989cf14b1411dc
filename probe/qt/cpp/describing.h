// What the files that describe elements share.
#pragma once

#include "elements.h"
#include "parts.h"

class QLineEdit;
class QTextDocument;

namespace qtmcp {

// controls.cpp: what a widget of a known kind holds: its name, value, and how a person sets it. False: of no known
// kind.
bool describeControl(QWidget *widget, Accessible *accessible);

// fields.cpp: the same for what has a value.
bool describeField(QWidget *widget, Accessible *accessible);
// The field that is typed into: the widget itself, or that of a box around one; null for others.
QLineEdit *fieldOf(const QWidget *widget);
// Whether it hides what is typed into it, or did so once.
bool isSecret(const QWidget *widget);
// The first characters of a document, without making all of its text.
QString startOf(const QTextDocument *document, int length);

// describeparts.cpp. False when the app's code has changed the model meanwhile.
bool describePart(const Part &part, Accessible *accessible);

// A title without the place for the mark of unsaved changes.
QString titleOf(const QWidget *widget);

// Texts of pages, as their tabs or titles have them.
QStringList pageNames(const QWidget *widget);
int currentPage(const QWidget *widget);

}  // namespace qtmcp
