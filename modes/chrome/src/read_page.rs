//! `read_page`: the active window as a tree of elements with refs.

use crate::dialect;
use qtmcp_tool::a11y::{self, Filter, Node, View};
use qtmcp_tool::arguments::{DialectArgument, RefArgument};
use qtmcp_tool::snapshot::{Extent, Limits, snapshot};
use qtmcp_tool::{Code, Effect, Fault, Response, Scope, Session, Tool, computer, tab, target};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

/// What a model can take in at once, as the browser's tool has it.
const MAX_CHARS: usize = 50_000;

/// No element takes fewer characters than this, so more elements than this allows need not be described.
const LEAST_CHARS: usize = 8;

/// Get the active window's accessibility tree with refs; other windows are a line each.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadPage {
    /// Show hidden elements as well.
    #[schemars(extend("x-unlisted" = "description"))]
    #[serde(default)]
    include_invisible: bool,
    /// all: hidden too
    ///
    /// `interactive` shows only what can be acted on, as a flat list; `all` shows hidden elements too.
    filter: Option<FilterArgument>,
    /// How deep to go.
    #[schemars(extend("x-unlisted" = "description"))]
    depth: Option<u32>,
    /// Only this subtree
    ///
    /// Show only this element and what it contains.
    #[serde(alias = "ref")]
    ref_id: Option<RefArgument>,
    /// Cut the answer at this many characters.
    #[schemars(extend("default" = MAX_CHARS, "x-unlisted" = "description"))]
    max_chars: Option<usize>,
    /// The window to read, from tabs_context; the active one if omitted.
    #[schemars(with = "Option<u64>", extend("x-unlisted" = "description"))]
    #[serde(rename = "tabId", alias = "tab_id")]
    tab_id: Option<RefArgument>,
    /// How the answer is written.
    dialect: Option<DialectArgument>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema, PartialEq)]
#[serde(rename_all = "lowercase")]
enum FilterArgument {
    Interactive,
    All,
    Visible,
}

impl Tool for ReadPage {
    const NAME: &'static str = "read_page";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let dialect = dialect(session, self.dialect);
        let (app, deadline) = (session.app(), session.deadline());
        let extent = match self.ref_id {
            Some(RefArgument(number)) => Extent::Element(target::element(session, number, dialect)?),
            None => tab::extent(session, self.tab_id, dialect).await?,
        };
        let filter = match self.filter {
            Some(FilterArgument::Interactive) => Filter::Interactive,
            Some(FilterArgument::All) => Filter::All,
            Some(FilterArgument::Visible) | None if self.include_invisible => Filter::All,
            Some(FilterArgument::Visible) | None => Filter::Visible,
        };
        let scope = if filter == Filter::All { Scope::Everything } else { Scope::Shown };
        let max_chars = self.max_chars.unwrap_or(MAX_CHARS).max(1);
        let limits = Limits { scope, nodes: max_chars / LEAST_CHARS + 1 };
        let page = snapshot(app, deadline, extent, limits).await?;
        if let (Some(RefArgument(number)), true) = (self.ref_id, page.tree.nodes().is_empty()) {
            return Err(target::stale(app.refs(), number, dialect));
        }
        let is_hidden = |page: &a11y::Page| page.tree.nodes().first().is_some_and(Node::is_hidden);
        if let (Some(RefArgument(number)), true, true) = (self.ref_id, scope == Scope::Shown, is_hidden(&page)) {
            let line = app.refs().get(number).map(|given| given.line(number, dialect)).unwrap_or_default();
            return Err(Fault::new(Code::NotVisible, format!("{line} is hidden."))
                .next("Call `read_page` with filter all to see it all the same, or open what it is in."));
        }
        // A page can be read where no picture can be taken.
        let space = computer::space(session).await.ok();
        let view = View { filter, depth: self.depth, max_chars, space, ..View::default() };
        let rendered = a11y::render(&page, dialect, &view);
        let mut refs = Map::new();
        for shown in &rendered.refs {
            let about =
                json!({"class": shown.class, "role": shown.role, "name": shown.name, "x": shown.x, "y": shown.y});
            refs.insert(shown.number.to_string(), about);
        }
        let result = json!({"tree": rendered.text, "refs": Json::Object(refs)});
        Ok(Response::told(rendered.text, result))
    }
}
