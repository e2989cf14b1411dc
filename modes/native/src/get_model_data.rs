//! `getModelData`: a page of an item model, given the model or a view that shows it.

use crate::json::Writer;
use crate::resolve::visit_object;
use qtmcp_tool::{Code, Effect, Fault, ModelCell, ModelPage, ModelQuery, ObjectId, Response, Session, Tool, Ui};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};

const DEFAULT_ROWS: i32 = 50;
const MOST_ROWS: i32 = 1000;
const DEFAULT_COLUMNS: i32 = 50;
const MOST_COLUMNS: i32 = 1000;
/// Cells read between two looks at the clock.
const CELLS_AT_ONCE: i32 = 500;

/// Read rows of an item model. Cells are display text, or {role: value} when roles are given or there is no display role.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct GetModelData {
    /// Path of a model, or of a view or combo box that shows one.
    id: String,
    /// Row numbers down to the parent row, in trees.
    #[serde(default)]
    parent: Vec<i32>,
    /// First row.
    #[serde(default)]
    offset: i32,
    /// Rows, default 50, at most 1000.
    limit: Option<i32>,
    /// First column.
    #[serde(default)]
    column_offset: i32,
    /// Columns, default 50.
    column_limit: Option<i32>,
    /// Role names, such as display, edit, checkState.
    #[serde(default)]
    roles: Vec<String>,
}

impl Tool for GetModelData {
    const NAME: &'static str = "getModelData";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let rows = self.limit.unwrap_or(DEFAULT_ROWS);
        let columns = self.column_limit.unwrap_or(DEFAULT_COLUMNS);
        check("offset", self.offset, i32::MAX)?;
        check("columnOffset", self.column_offset, i32::MAX)?;
        check("limit", rows, MOST_ROWS)?;
        check("columnLimit", columns, MOST_COLUMNS)?;
        let is_plain = self.roles.is_empty() || self.roles == ["display"];
        let query = ModelQuery {
            parent: self.parent,
            first_row: self.offset,
            rows,
            first_column: self.column_offset,
            columns,
            roles: self.roles,
        };
        let (app, deadline) = (session.app(), session.deadline());
        let reading =
            Reading { query, is_plain, page: None, rows: Vec::new(), has_children: Vec::new(), goes_on: true };
        let begin = move |ui: &mut dyn Ui, id| Ok((id, reading.slice(ui, id)?));
        let (id, mut reading) = visit_object(app, deadline, &self.id, begin).await?;
        while reading.goes_on {
            reading = app.visit(deadline, move |ui| reading.slice(ui, id)).await??;
        }
        Ok(Response::json(reading.into_result(self.offset)))
    }
}

fn check(name: &str, value: i32, most: i32) -> Result<(), Fault> {
    if (0..=most).contains(&value) {
        return Ok(());
    }
    Err(Fault::new(Code::BadArgument, format!("{name} is between 0 and {most}, not {value}.")))
}

/// A page being read, a few rows at a time.
struct Reading {
    /// What is still to be read.
    query: ModelQuery,
    is_plain: bool,
    /// The counts, names and headers, from the first part.
    page: Option<(ModelPage, Json)>,
    rows: Vec<Json>,
    has_children: Vec<bool>,
    goes_on: bool,
}

impl Reading {
    fn slice(mut self, ui: &mut dyn Ui, id: ObjectId) -> Result<Self, Fault> {
        loop {
            let at_once = (CELLS_AT_ONCE / self.query.columns.max(1)).max(1).min(self.query.rows);
            let page = ui.model_page(id, &ModelQuery { rows: at_once, ..self.query.clone() })?;
            let mut writer = Writer::new(ui);
            for row in &page.rows {
                self.has_children.push(row.iter().any(|cell| cell.has_children));
                self.rows.push(row.iter().map(|cell| write_cell(cell, self.is_plain, &mut writer)).collect());
            }
            let read = i32::try_from(page.rows.len()).unwrap_or(i32::MAX);
            self.query.first_row = self.query.first_row.saturating_add(read);
            self.query.rows -= read;
            self.goes_on = read == at_once && self.query.rows > 0 && self.query.first_row < page.row_count;
            if self.page.is_none() {
                let headers = page.headers.iter().map(|header| writer.write(header)).collect();
                self.page = Some((ModelPage { rows: Vec::new(), ..page }, headers));
            }
            if !self.goes_on || ui.is_over_budget() {
                return Ok(self);
            }
        }
    }

    fn into_result(self, offset: i32) -> Json {
        let (page, headers) = self.page.unwrap_or_default();
        let mut result = json!({
            "rowCount": page.row_count,
            "columnCount": page.column_count,
            "canFetchMore": page.can_fetch_more,
            "roles": page.role_names,
            "headers": headers,
            "offset": offset,
            "rows": self.rows,
        });
        if self.has_children.contains(&true) {
            result["hasChildren"] = json!(self.has_children);
        }
        result
    }
}

fn write_cell(cell: &ModelCell, is_plain: bool, writer: &mut Writer<'_>) -> Json {
    match &cell.values[..] {
        [(_, value)] if is_plain => writer.write(value),
        [] if is_plain => Json::Null,
        values => {
            let fields = values.iter().map(|(role, value)| (role.clone(), writer.write(value)));
            Json::Object(fields.collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Client;
    use qtmcp_tool::Code;
    use serde_json::{Value as Json, json};

    const FIXTURE: &str = r#"
QApplication
 QTableView#table headers=["Name","Age"] rows=[["Ada",36],["Tom",{"display":"41","edit":41}],["Eve",5]]
 QTreeView#tree rows=[{"cells":["src"],"rows":[["lib.rs"],["path.rs"]]},["README"]]
 QLabel#label
"#;

    fn rows(client: &Client, arguments: Json) -> Json {
        client.call("getModelData", arguments)["rows"].clone()
    }

    #[test]
    fn a_page_has_counts_headers_and_display_texts() {
        assert_eq!(
            Client::new(FIXTURE).call("getModelData", json!({"id": "#table"})),
            json!({
                "rowCount": 3, "columnCount": 2, "canFetchMore": false, "roles": ["display", "edit"],
                "headers": ["Name", "Age"], "offset": 0, "rows": [["Ada", 36], ["Tom", "41"], ["Eve", 5]],
            })
        );
    }

    #[test]
    fn rows_columns_and_roles_can_be_chosen() {
        let client = Client::new(FIXTURE);
        assert_eq!(rows(&client, json!({"id": "#table", "offset": 1, "limit": 1})), json!([["Tom", "41"]]));
        assert_eq!(
            rows(&client, json!({"id": "#table", "columnOffset": 1, "roles": ["display"]})),
            json!([[36], ["41"], [5]])
        );
        assert_eq!(
            rows(
                &client,
                json!({"id": "#table", "offset": 1, "limit": 1, "columnOffset": 1, "roles": ["edit", "display"]})
            ),
            json!([[{"edit": 41, "display": "41"}]])
        );
        assert_eq!(rows(&client, json!({"id": "#table", "offset": 9})), json!([]));
        assert_eq!(rows(&client, json!({"id": "#table", "limit": 0})), json!([]));
    }

    #[test]
    fn tree_rows_say_whether_they_have_children() {
        let client = Client::new(FIXTURE);
        let top = client.call("getModelData", json!({"id": "#tree"}));
        assert_eq!((&top["rows"], &top["hasChildren"]), (&json!([["src"], ["README"]]), &json!([true, false])));
        let below = client.call("getModelData", json!({"id": "#tree", "parent": [0]}));
        assert_eq!((&below["rows"], below.get("hasChildren")), (&json!([["lib.rs"], ["path.rs"]]), None));
    }

    #[test]
    fn a_page_is_the_same_in_many_slices() {
        let client = Client::new(FIXTURE);
        client.app.set_budget(0);
        let all = rows(&client, json!({"id": "#table", "columnLimit": 1000}));
        assert_eq!(all, json!([["Ada", 36], ["Tom", "41"], ["Eve", 5]]));
        assert_eq!(client.app.visits(), 3);
    }

    #[test]
    fn what_is_out_of_range_or_no_model_says_so() {
        let client = Client::new(FIXTURE);
        assert_eq!(client.fail("getModelData", json!({"id": "#table", "limit": 1001})).0, Code::BadArgument);
        assert_eq!(client.fail("getModelData", json!({"id": "#table", "offset": -1})).0, Code::BadArgument);
        assert_eq!(client.fail("getModelData", json!({"id": "#label"})).0, Code::Unsupported);
        assert_eq!(client.fail("getModelData", json!({"id": "#tree", "parent": [7]})).0, Code::NotFound);
    }
}
