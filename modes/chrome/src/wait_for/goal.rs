//! What is waited for, and one look whether it has come.

use super::{State, WaitFor, bad};
use crate::find::{Found, find};
use crate::pages::{Pages, full_texts};
use qtmcp_tool::a11y::{self, Dialect, Node, Page, RawNode, Ref, States, sanitize};
use qtmcp_tool::arguments::RefArgument;
use qtmcp_tool::snapshot::Limits;
use qtmcp_tool::target;
use qtmcp_tool::{ElementId, Fault, Scope, Session};
use std::time::Instant;

/// A description is met by an element that is at least this likely meant.
const SURE: f64 = 0.5;

const MOST_ELEMENTS: usize = 20_000;

pub(super) enum Goal {
    Text { text: String, gone: bool },
    Window { title: String, gone: bool },
    Ref { number: Ref, element: ElementId, state: State },
    Element { query: String, state: State },
}

/// What was waited for, for the answer.
pub(super) struct Met {
    pub(super) text: String,
    pub(super) number: Option<Ref>,
}

impl Goal {
    pub(super) fn of(given: WaitFor, session: &Session, dialect: Dialect) -> Result<Self, Fault> {
        let takes_state = given.target.is_some() || given.element.is_some();
        if given.state.is_some() && !takes_state {
            return Err(bad("state goes with ref or element."));
        }
        let state = given.state.unwrap_or(State::Visible);
        let mut goals = Vec::new();
        goals.extend(given.text.map(|text| Goal::Text { text: plain(&text), gone: false }));
        goals.extend(given.text_gone.map(|text| Goal::Text { text: plain(&text), gone: true }));
        goals.extend(given.window.map(|title| Goal::Window { title: plain(&title), gone: false }));
        goals.extend(given.window_gone.map(|title| Goal::Window { title: plain(&title), gone: true }));
        goals.extend(given.element.map(|query| Goal::Element { query, state }));
        if let Some(RefArgument(number)) = given.target {
            goals.push(Goal::Ref { number, element: target::element(session, number, dialect)?, state });
        }
        let goal = if goals.len() == 1 { goals.pop() } else { None };
        let goal =
            goal.ok_or_else(|| bad("Give exactly one of text, textGone, ref, element, window and windowGone."))?;
        if goal.sought().is_some_and(|words| words.trim().is_empty()) {
            return Err(bad("The text to wait for is empty."));
        }
        Ok(goal)
    }

    pub(super) fn words(&self, dialect: Dialect) -> String {
        let quoted = |text: &str| format!("\"{}\"", sanitize(text, 100));
        match self {
            Goal::Text { text, gone: false } => format!("the text {}", quoted(text)),
            Goal::Text { text, gone: true } => format!("the text {} to go", quoted(text)),
            Goal::Window { title, gone: false } => format!("a window titled {}", quoted(title)),
            Goal::Window { title, gone: true } => format!("the window titled {} to close", quoted(title)),
            Goal::Ref { number, state, .. } => format!("{} to be {}", target::spelled(*number, dialect), word(*state)),
            Goal::Element { query, state } => format!("{} to be {}", quoted(query), word(*state)),
        }
    }

    /// What is looked for in words, where it is.
    pub(super) fn sought(&self) -> Option<&str> {
        match self {
            Goal::Text { text: words, .. } | Goal::Window { title: words, .. } | Goal::Element { query: words, .. } => {
                Some(words)
            }
            Goal::Ref { .. } => None,
        }
    }

    /// One look.
    pub(super) async fn look(
        &self,
        session: &Session,
        deadline: Instant,
        tab: Option<RefArgument>,
        dialect: Dialect,
    ) -> Result<Option<Met>, Fault> {
        if let Goal::Ref { number, element, state } = self {
            return look_at(session, deadline, (*element, *number), *state, dialect).await;
        }
        let limits = Limits { scope: Scope::Shown, nodes: MOST_ELEMENTS };
        let pages = match Pages::read(session, deadline, tab, limits, dialect).await {
            // Without a window there is no text, no element and no window.
            Err(fault) if fault.code == qtmcp_tool::Code::NoWindow && self.is_met_by_nothing() => {
                return Ok(Some(Met { text: self.gone(), number: None }));
            }
            read => read?,
        };
        match self {
            Goal::Text { text, gone } => {
                let mut shown = None;
                for page in pages.all() {
                    shown = shown.or(text_in(session, deadline, page, text, dialect).await?);
                }
                Ok(self.came_or_went(shown, *gone))
            }
            Goal::Window { title, gone } => {
                let is_meant = |(_, window): &&(Ref, a11y::Window)| plain(&window.title).contains(title.as_str());
                let shown = pages.first.windows.iter().find(is_meant).map(|(number, window)| Met {
                    text: format!(
                        "Window \"{}\" {} is open.",
                        sanitize(&window.title, 100),
                        target::spelled(*number, dialect)
                    ),
                    number: Some(*number),
                });
                Ok(self.came_or_went(shown, *gone))
            }
            Goal::Element { query, state } => {
                let found = find(&pages, query);
                let best = found.iter().find(|found| found.confidence >= SURE);
                let met = |found: &Found<'_>, what: &str| Met {
                    text: format!("{} is {what}.", found.line(dialect)),
                    number: Some(found.node.number),
                };
                Ok(match (best, state) {
                    (Some(found), State::Visible) => Some(met(found, "visible")),
                    (Some(found), State::Enabled) if is_enabled(&found.node.raw) => Some(met(found, "enabled")),
                    (None, State::Hidden | State::Gone) => Some(Met { text: self.gone(), number: None }),
                    _ => None,
                })
            }
            Goal::Ref { .. } => Ok(None),
        }
    }

    /// How the element of the goal is now, for a timeout.
    pub(super) async fn now(&self, session: &Session, dialect: Dialect) -> Option<String> {
        let element = match self {
            Goal::Ref { element, .. } => *element,
            Goal::Element { query, .. } => {
                let pages = Pages::read(session, session.deadline(), None, Limits::OUTCOME, dialect).await.ok()?;
                find(&pages, query).first().filter(|found| found.confidence >= SURE)?.node.element
            }
            Goal::Text { .. } | Goal::Window { .. } => return None,
        };
        let app = session.shared_app();
        let now = session.app().visit(session.deadline(), move |ui| {
            let raw = ui.describe(element)?;
            let state = match () {
                () if raw.states.contains(States::INVISIBLE) => "hidden",
                () if !is_enabled(&raw) => "disabled",
                () => "visible and enabled",
            };
            Some(format!("{} is {state} now.", target::named(ui, app.refs(), element, dialect)))
        });
        now.await.ok().flatten()
    }

    fn is_met_by_nothing(&self) -> bool {
        match self {
            Goal::Text { gone, .. } | Goal::Window { gone, .. } => *gone,
            Goal::Element { state, .. } | Goal::Ref { state, .. } => matches!(state, State::Hidden | State::Gone),
        }
    }

    fn came_or_went(&self, shown: Option<Met>, gone: bool) -> Option<Met> {
        match (shown, gone) {
            (Some(met), false) => Some(met),
            (None, true) => Some(Met { text: self.gone(), number: None }),
            _ => None,
        }
    }

    fn gone(&self) -> String {
        let quoted = self.sought().map(|words| format!("\"{}\"", sanitize(words, 100))).unwrap_or_default();
        match self {
            Goal::Window { .. } => format!("No window titled {quoted} is open."),
            _ => format!("{quoted} is not shown."),
        }
    }
}

async fn look_at(
    session: &Session,
    deadline: Instant,
    (element, number): (ElementId, Ref),
    state: State,
    dialect: Dialect,
) -> Result<Option<Met>, Fault> {
    let app = session.shared_app();
    let seen = session.app().visit(deadline, move |ui| {
        let raw = ui.describe(element)?;
        Some((raw, target::named(ui, app.refs(), element, dialect)))
    });
    let Some((raw, named)) = seen.await? else {
        return match state {
            State::Gone | State::Hidden => {
                let given = session.app().refs().get(number).map(|given| given.described).unwrap_or_default();
                Ok(Some(Met { text: format!("{} ({given}) is gone.", target::spelled(number, dialect)), number: None }))
            }
            State::Visible | State::Enabled => Err(target::stale(session.app().refs(), number, dialect)),
        };
    };
    let is_shown = !raw.states.contains(States::INVISIBLE);
    let is_met = match state {
        State::Visible => is_shown,
        State::Hidden => !is_shown,
        State::Enabled => is_shown && is_enabled(&raw),
        State::Gone => false,
    };
    Ok(is_met.then(|| Met { text: format!("{named} is {}.", word(state)), number: Some(number) }))
}

/// The first element of a page that shows a text.
async fn text_in(
    session: &Session,
    deadline: Instant,
    page: &Page,
    text: &str,
    dialect: Dialect,
) -> Result<Option<Met>, Fault> {
    let shows = |node: &Node| {
        let raw = &node.raw;
        let texts = [Some(&raw.name), raw.value.as_ref(), Some(&raw.placeholder)];
        texts.into_iter().flatten().any(|shown| plain(shown).contains(text))
    };
    let visible = |node: &Node| !node.is_hidden();
    let nodes = page.tree.nodes();
    // The innermost says best which element it is: a window may be called like what is in it.
    let mut at = nodes.iter().rposition(|node| visible(node) && shows(node));
    if at.is_none() {
        // Logs are long, and what is waited for stands at their end.
        let full = full_texts(session.app(), deadline, page).await?;
        let in_full = |node: &Node| full.get(&node.element).is_some_and(|shown| plain(shown).contains(text));
        at = nodes.iter().position(in_full);
    }
    Ok(at.map(|index| Met {
        text: format!("{} shows it.", a11y::line(&page.tree, index, dialect)),
        number: Some(nodes[index].number),
    }))
}

fn is_enabled(raw: &RawNode) -> bool {
    !raw.states.contains(States::DISABLED)
}

/// For comparing: lower case, single spaces.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

fn word(state: State) -> &'static str {
    match state {
        State::Visible => "visible",
        State::Hidden => "hidden",
        State::Enabled => "enabled",
        State::Gone => "gone",
    }
}
