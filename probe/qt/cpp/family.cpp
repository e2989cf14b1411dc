// Which widgets belong together.

#include "family.h"

#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QAbstractScrollArea>
#include <QtWidgets/QAbstractSpinBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QFocusFrame>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QKeySequenceEdit>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QRubberBand>
#include <QtWidgets/QSizeGrip>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QTabWidget>

namespace qtmcp {

namespace {

bool isNamedAsHelper(const QWidget *widget) {
    const QString name = widget->objectName();
    // Apps use the prefix as well, and much of what Qt names so is seen and used by people.
    for (const char *known :
         {"qt_scrollarea_", "qt_spinbox_lineedit", "qt_tabwidget_stackedwidget", "qt_rubberband", "qt_qmainwindow_"}) {
        if (name.startsWith(QLatin1String(known)))
            return true;
    }
    return false;
}

bool isViewport(const QWidget *widget) {
    const auto *area = qobject_cast<const QAbstractScrollArea *>(widget->parentWidget());
    return area && area->viewport() == widget;
}

}  // namespace

bool isInternal(const QWidget *widget) {
    if (widget->isWindow())
        return false;
    if (isViewport(widget) || qobject_cast<const QSizeGrip *>(widget) ||
        qobject_cast<const QSplitterHandle *>(widget) || qobject_cast<const QFocusFrame *>(widget) ||
        qobject_cast<const QRubberBand *>(widget) || qobject_cast<const QHeaderView *>(widget) ||
        widget->inherits("QTableCornerButton"))
        return true;
    return isNamedAsHelper(widget);
}

bool isWhole(const QWidget *widget) {
    return qobject_cast<const QComboBox *>(widget) || qobject_cast<const QAbstractSpinBox *>(widget) ||
           qobject_cast<const QKeySequenceEdit *>(widget);
}

QWidget *ownerOf(QWidget *widget) {
    QWidget *owner = widget;
    for (QWidget *around = widget->isWindow() ? nullptr : widget->parentWidget(); around;
         around = around->isWindow() ? nullptr : around->parentWidget()) {
        if (isWhole(around))
            owner = around;
    }
    return owner;
}

QAbstractItemView *viewOfViewport(const QWidget *viewport) {
    auto *view = qobject_cast<QAbstractItemView *>(viewport->parentWidget());
    return view && view->viewport() == viewport && !qobject_cast<QHeaderView *>(view) ? view : nullptr;
}

}  // namespace qtmcp
