//! The model behind the gallery's list: a thousand rows made when asked for.

use std::collections::HashMap;

use qmetaobject::{QAbstractListModel, QByteArray, QModelIndex, QObject, QString, QVariant, USER_ROLE, qt_base_class};

const ROWS: i32 = 1000;
const NAME_ROLE: i32 = USER_ROLE;
const SQUARE_ROLE: i32 = USER_ROLE + 1;

/// Rows with the roles `name` and `square`.
#[derive(QObject, Default)]
#[allow(dead_code, reason = "the base class is used by the generated code alone")]
pub(crate) struct Rows {
    base: qt_base_class!(trait QAbstractListModel),
}

impl QAbstractListModel for Rows {
    fn row_count(&self) -> i32 {
        ROWS
    }

    fn data(&self, index: QModelIndex, role: i32) -> QVariant {
        let row = index.row();
        match role {
            NAME_ROLE => QString::from(format!("Row {row}")).into(),
            SQUARE_ROLE => (row * row).into(),
            _ => QVariant::default(),
        }
    }

    fn role_names(&self) -> HashMap<i32, QByteArray> {
        HashMap::from([(NAME_ROLE, "name".into()), (SQUARE_ROLE, "square".into())])
    }
}
