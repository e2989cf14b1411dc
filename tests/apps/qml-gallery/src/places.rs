//! The model behind the gallery's tree: three countries of two towns of two streets.

use std::collections::HashMap;

use qmetaobject::{QAbstractItemModel, QByteArray, QModelIndex, QObject, QString, QVariant, qt_base_class};

const DISPLAY_ROLE: i32 = 0;
const COUNTRIES: i32 = 3;
const CHILDREN: i32 = 2;
/// Where the id of a street keeps its town; all below is the country.
const TOWN: usize = 100;

/// A tree of one column with the role `display`. The id of an index says who its parents are: nothing for a country,
/// `country + 1` for a town, and with `TOWN * (town + 1)` added for a street.
#[derive(QObject, Default)]
#[allow(dead_code, reason = "the base class is used by the generated code alone")]
pub(crate) struct Places {
    base: qt_base_class!(trait QAbstractItemModel),
}

impl QAbstractItemModel for Places {
    fn index(&self, row: i32, column: i32, parent: QModelIndex) -> QModelIndex {
        if !parent.is_valid() {
            return self.create_index(row, column, 0);
        }
        let above = parent.row() as usize + 1;
        let id = if parent.id() == 0 { above } else { parent.id() + TOWN * above };
        self.create_index(row, column, id)
    }

    fn parent(&self, index: QModelIndex) -> QModelIndex {
        match index.id() {
            0 => QModelIndex::default(),
            id if id < TOWN => self.create_index(id as i32 - 1, 0, 0),
            id => self.create_index((id / TOWN) as i32 - 1, 0, id % TOWN),
        }
    }

    fn row_count(&self, parent: QModelIndex) -> i32 {
        match parent.id() {
            _ if !parent.is_valid() => COUNTRIES,
            id if id < TOWN => CHILDREN,
            _ => 0,
        }
    }

    fn column_count(&self, _parent: QModelIndex) -> i32 {
        1
    }

    fn data(&self, index: QModelIndex, role: i32) -> QVariant {
        if role != DISPLAY_ROLE || !index.is_valid() {
            return QVariant::default();
        }
        let number = index.row() + 1;
        let text = match index.id() {
            0 => format!("Country {number}"),
            id if id < TOWN => format!("Town {id}.{number}"),
            id => format!("Street {}.{}.{number}", id % TOWN, id / TOWN),
        };
        QString::from(text).into()
    }

    fn role_names(&self) -> HashMap<i32, QByteArray> {
        HashMap::from([(DISPLAY_ROLE, "display".into())])
    }
}
