//! `find`: elements by what a person would call them.

use crate::dialect;
use crate::pages::Pages;
use qtmcp_tool::a11y::{self, Dialect, Match, Node, Page, sanitize};
use qtmcp_tool::arguments::{DialectArgument, RefArgument};
use qtmcp_tool::snapshot::Limits;
use qtmcp_tool::{Code, Effect, Fault, Response, Scope, Session, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};

const MOST_MATCHES: usize = 20;
const MOST_ELEMENTS: usize = 30_000;

/// An equal match in a window behind is a little less likely to be meant.
const OTHER_WINDOW: f64 = 0.9;

/// A match as good as this is not bettered by what is hidden.
const GOOD: f64 = 0.8;

/// Names of the elements around a match that are told.
const MOST_AROUND: usize = 2;

/// Find elements by description, such as "submit button"; best first.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Find {
    /// What to look for, in plain words.
    #[schemars(extend("x-unlisted" = "description"))]
    query: String,
    /// Look in this window only, from tabs_context.
    #[schemars(with = "Option<u64>", extend("x-unlisted" = "description"))]
    #[serde(rename = "tabId", alias = "tab_id")]
    tab_id: Option<RefArgument>,
    /// How the answer is written.
    dialect: Option<DialectArgument>,
}

impl Tool for Find {
    const NAME: &'static str = "find";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let dialect = dialect(session, self.dialect);
        if self.query.trim().is_empty() {
            return Err(Fault::new(
                Code::BadArgument,
                "query is empty; say what to look for, such as \"save button\".",
            ));
        }
        let read = async |scope| {
            let limits = Limits { scope, nodes: MOST_ELEMENTS };
            Pages::read(session, session.deadline(), self.tab_id, limits, dialect).await
        };
        let mut pages = read(Scope::Shown).await?;
        // Items of closed menus, and what is asked for as hidden: seldom meant, and there may be many.
        if find(&pages, &self.query).first().is_none_or(|best| best.confidence < GOOD) {
            pages = read(Scope::Everything).await?;
        }
        let found = find(&pages, &self.query);
        let matches: Vec<Json> = found.iter().map(Found::json).collect();
        let text = match (found.len(), dialect) {
            (0, _) => "No matching elements found".to_owned(),
            (count, Dialect::Chrome) => {
                let plural = if count == 1 { "" } else { "s" };
                let lines: Vec<String> = found.iter().map(Found::chrome_line).collect();
                format!("Found {count} matching element{plural}\n\n{}", lines.join("\n"))
            }
            (_, Dialect::Qt) => found.iter().map(Found::qt_line).collect::<Vec<_>>().join("\n"),
        };
        Ok(Response::told(text.clone(), json!({"matches": matches, "text": text})))
    }
}

/// A match and the page it is in.
pub(crate) struct Found<'a> {
    page: &'a Page,
    index: usize,
    pub(crate) node: &'a Node,
    pub(crate) confidence: f64,
    reason: String,
    is_elsewhere: bool,
}

/// The best matches of all pages, each element once.
pub(crate) fn find<'a>(pages: &'a Pages, query: &str) -> Vec<Found<'a>> {
    let mut all: Vec<Found<'a>> = Vec::new();
    for (nth, page) in pages.all().enumerate() {
        for Match { index, confidence, reason, .. } in a11y::find(page, query) {
            let Some(node) = page.tree.get(index) else { continue };
            if all.iter().any(|known| known.node.number == node.number) {
                continue;
            }
            let is_elsewhere = nth > 0;
            let confidence = if is_elsewhere { confidence * OTHER_WINDOW } else { confidence };
            all.push(Found { page, index, node, confidence, reason, is_elsewhere });
        }
    }
    all.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    all.truncate(MOST_MATCHES);
    all
}

impl Found<'_> {
    fn json(&self) -> Json {
        let node = self.node;
        let mut json = json!({
            "ref": node.number,
            "class": node.raw.class,
            "text": node.label,
            "confidence": (self.confidence * 100.0).round() / 100.0,
            "role": node.role().name(),
            "where": self.place(),
        });
        for (member, holds) in [("otherWindow", self.is_elsewhere), ("hidden", self.node.is_hidden())] {
            if holds {
                json[member] = json!(true);
            }
        }
        json
    }

    /// The element in one line with its ref, as pages have it.
    pub(crate) fn line(&self, dialect: Dialect) -> String {
        a11y::line(&self.page.tree, self.index, dialect)
    }

    fn qt_line(&self) -> String {
        format!("{} - {} ({:.2}){}", self.line(Dialect::Qt), self.reason, self.confidence, self.told_place())
    }

    fn chrome_line(&self) -> String {
        let role = self.node.role().name();
        let name = match self.node.label.is_empty() {
            true => String::new(),
            false => format!(" \"{}\"", sanitize(&self.node.label, 100)),
        };
        format!("- ref_{}: {role}{name} ({role}) - {}{}", self.node.number, self.reason, self.told_place())
    }

    fn told_place(&self) -> String {
        let place = self.place();
        let told = match (self.is_elsewhere, place.is_empty()) {
            (true, _) => format!(", in another window: {place}"),
            (false, false) => format!(", in {place}"),
            (false, true) => String::new(),
        };
        if self.node.is_hidden() { told + ", hidden" } else { told }
    }

    /// The names of what is around it, the outermost first: `dialog "Save" > group "Options"`.
    fn place(&self) -> String {
        let tree = &self.page.tree;
        // Object names say little to whoever looks for a place.
        let named = |node: &&Node| !node.is_internal() && !node.raw.name.trim().is_empty();
        let around: Vec<&Node> = tree.ancestors(self.index).filter_map(|index| tree.get(index)).filter(named).collect();
        // The window says most, then what is nearest.
        let nearest = around.iter().take(MOST_AROUND - 1);
        let window = around.last().filter(|_| around.len() >= MOST_AROUND);
        let told: Vec<&&Node> = window.into_iter().chain(nearest).collect();
        let words = |node: &&&Node| format!("{} \"{}\"", node.role().name(), sanitize(&node.raw.name, 60));
        told.iter().map(words).collect::<Vec<_>>().join(" > ")
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Client;
    use qtmcp_tool::Code;
    use serde_json::json;

    const FIXTURE: &str = r##"
QApplication
 QMainWindow#back windowTitle="Back" at=0,0,640,480
  QPushButton#save2 text="Save" at=10,10,80,20
  QPushButton#print text="Print" at=10,40,80,20
 QMainWindow#main windowTitle="Main" at=0,0,640,480
  QGroupBox#group title="Account" at=0,0,600,400
   QLineEdit#mail text="" label="E-mail" at=10,10,100,20
   QPushButton#save text="Save" at=10,40,80,20
   QPushButton#ghost text="Ghost" at=10,70,80,20 hidden
"##;

    #[test]
    fn the_best_match_is_first_and_says_where_it_is() {
        let client = Client::new(FIXTURE);
        let answer = client.call("find", json!({"query": "the save button"}));
        let best = &answer["matches"][0];
        assert_eq!(
            (&best["class"], &best["text"], &best["role"]),
            (&json!("QPushButton"), &json!("Save"), &json!("button"))
        );
        assert_eq!(best["ref"], client.give("#save"));
        assert!(best["confidence"].as_f64().unwrap() > 0.9, "{answer}");
        assert_eq!(best["where"], "window \"Main\" > group \"Account\"");
        let text = answer["text"].as_str().unwrap();
        assert!(text.contains("in window \"Main\" > group \"Account\""), "{text}");
    }

    #[test]
    fn other_windows_come_after_and_are_marked() {
        let client = Client::new(FIXTURE);
        let answer = client.call("find", json!({"query": "save button"}));
        let matches = answer["matches"].as_array().unwrap();
        assert_eq!((&matches[1]["ref"], &matches[1]["otherWindow"]), (&json!(client.give("#save2")), &json!(true)));
        let print = client.call("find", json!({"query": "print"}));
        assert_eq!(print["matches"][0]["otherWindow"], true);
        let main = client.give("#main");
        let nothing = client.call("find", json!({"query": "print", "tabId": main}));
        assert_eq!((&nothing["matches"], &nothing["text"]), (&json!([]), &json!("No matching elements found")));
    }

    #[test]
    fn the_browsers_form_has_a_line_for_each() {
        let client = Client::new(FIXTURE);
        let text = client.read("find", json!({"query": "email field", "dialect": "chrome"}));
        let expected =
            format!("Found 1 matching element\n\n- ref_{}: textbox \"E-mail\" (textbox) - ", client.give("#mail"));
        assert!(text.starts_with(&expected), "{text}");
    }

    #[test]
    fn hidden_elements_are_found_when_asked_for() {
        let client = Client::new(FIXTURE);
        assert_eq!(client.call("find", json!({"query": "ghost button"}))["matches"], json!([]));
        let hidden = client.call("find", json!({"query": "hidden ghost button"}));
        let best = &hidden["matches"][0];
        assert_eq!((&best["ref"], &best["hidden"]), (&json!(client.give("#ghost")), &json!(true)));
        assert!(hidden["text"].as_str().unwrap().ends_with(", hidden"), "{hidden}");
        assert_eq!(client.fail("find", json!({"query": " "})).0, Code::BadArgument);
    }
}
