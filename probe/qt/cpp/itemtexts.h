// The texts people read on QML items.
#pragma once

#include "itemkinds.h"

#include <QtCore/QString>
#include <QtCore/QStringList>

namespace qtmcp {

// What an item is called: as the app tells accessibility, or what stands on it.
QString nameOf(QQuickItem *item, const Look &look);
QString nameOfPopup(const QObject *popup);
// What a text shows, without its markup.
QString shownText(const QQuickItem *text);
// The texts that lie in an item and belong to nothing in it that has a name of its own; of an item that holds only such
// things, their names.
QStringList textsIn(QQuickItem *item);
// What a row shows, as one line; and as a mark by which it is known again: that line, then each of its texts on a line
// of its own, without what people type and choose.
QString rowName(QQuickItem *delegate);
QString fingerprintOf(QQuickItem *delegate);
QString toolTipOf(const QQuickItem *item);
QString iconOf(QQuickItem *item);

}  // namespace qtmcp
