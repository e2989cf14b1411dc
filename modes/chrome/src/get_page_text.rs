//! `get_page_text`: what the active window says, as text to be read.

use crate::dialect;
use crate::pages::full_texts;
use qtmcp_tool::a11y::{self, PageText};
use qtmcp_tool::arguments::{DialectArgument, RefArgument};
use qtmcp_tool::snapshot::{Limits, snapshot};
use qtmcp_tool::tab;
use qtmcp_tool::{Effect, Fault, Response, Scope, Session, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

/// What a model can take in at once, as the browser's tool has it.
const MAX_CHARS: usize = 50_000;

/// More elements than this have more text than anybody reads.
const MOST_ELEMENTS: usize = 20_000;

/// Get all text of the active window, long texts in full.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GetPageText {
    /// The window to read, from tabs_context; the active one if omitted.
    #[schemars(with = "Option<u64>", extend("x-unlisted" = "description"))]
    #[serde(rename = "tabId", alias = "tab_id")]
    tab_id: Option<RefArgument>,
    /// Cut the answer at this many characters; 50000 if omitted.
    #[schemars(extend("x-unlisted" = "description"))]
    max_chars: Option<usize>,
    /// How the answer is written.
    dialect: Option<DialectArgument>,
}

impl Tool for GetPageText {
    const NAME: &'static str = "get_page_text";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let dialect = dialect(session, self.dialect);
        let (app, deadline) = (session.app(), session.deadline());
        let extent = tab::extent(session, self.tab_id, dialect).await?;
        let page = snapshot(app, deadline, extent, Limits { scope: Scope::Shown, nodes: MOST_ELEMENTS }).await?;
        let full = full_texts(app, deadline, &page).await?;
        let name = app.visit(deadline, tab::app_name).await?;
        let first = page.tree.get(0).map(|root| root.element.object);
        let title = page.windows.iter().find(|(_, window)| Some(window.id) == first).map(|(_, window)| &*window.title);
        let url = tab::url(&name, title.unwrap_or_default());
        let max_chars = self.max_chars.unwrap_or(MAX_CHARS).max(1);
        let text = a11y::page_text(&page, dialect, &PageText { url: &url, full: &full, max_chars });
        let result = json!({"text": text});
        Ok(Response::told(text, result))
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Client;
    use expect_test::expect;
    use serde_json::json;

    const FIXTURE: &str = r##"
QApplication applicationName="gallery"
 QMainWindow#main windowTitle="My Application" at=0,0,640,480
  QLabel#label text="Enter your name:" at=10,10,100,20
  QLineEdit#edit text="" at=10,40,100,20
  QPushButton#ok text="Submit" at=10,70,80,20
  QLabel#secret text="Hidden" at=10,90,80,20 hidden
 QDialog#other windowTitle="Other" at=0,0,100,100 hidden
  QLabel#there text="Over there" at=0,0,50,20
"##;

    #[test]
    fn the_text_is_as_a_person_would_read_it() {
        let client = Client::new(FIXTURE);
        expect![[r#"
            My Application

            Enter your name:
            [________________]

            [Submit]
        "#]]
        .assert_eq(&(client.read("get_page_text", json!({})) + "\n"));
        let chrome = client.read("get_page_text", json!({"dialect": "chrome"}));
        let head = "Title: My Application\nURL: app://gallery/my-application\nSource element: <main>\n---\n";
        assert!(chrome.starts_with(head), "{chrome}");
    }

    #[test]
    fn another_window_is_read_by_its_id_and_a_long_text_is_cut_where_asked() {
        let client = Client::new(FIXTURE);
        client.app.show("#other", true);
        let id = client.give("#main");
        let text = client.read("get_page_text", json!({"tabId": id}));
        assert!(text.contains("Enter your name:"), "{text}");
        let text = client.read("get_page_text", json!({"tabId": id, "max_chars": 20}));
        assert!(text.contains("more characters"), "{text}");
        let (_, message) = client.fail("get_page_text", json!({"tabId": 4711, "dialect": "chrome"}));
        assert_eq!(message, "No tab with id: 4711");
    }
}
