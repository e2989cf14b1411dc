//! The model behind the gallery's table: two hundred rows of four columns, made when asked for.

use std::collections::HashMap;

use qmetaobject::{QAbstractTableModel, QByteArray, QModelIndex, QObject, QString, QVariant, qt_base_class};

const ROWS: i32 = 200;
const COLUMNS: i32 = 4;
const DISPLAY_ROLE: i32 = 0;

/// Cells with the role `display`, such as `B7`.
#[derive(QObject, Default)]
#[allow(dead_code, reason = "the base class is used by the generated code alone")]
pub(crate) struct Cells {
    base: qt_base_class!(trait QAbstractTableModel),
}

impl QAbstractTableModel for Cells {
    fn row_count(&self) -> i32 {
        ROWS
    }

    fn column_count(&self) -> i32 {
        COLUMNS
    }

    fn data(&self, index: QModelIndex, role: i32) -> QVariant {
        if role != DISPLAY_ROLE {
            return QVariant::default();
        }
        let column = ["A", "B", "C", "D"].get(index.column() as usize).unwrap_or(&"?");
        QString::from(format!("{column}{}", index.row() + 1)).into()
    }

    fn role_names(&self) -> HashMap<i32, QByteArray> {
        HashMap::from([(DISPLAY_ROLE, "display".into())])
    }
}
