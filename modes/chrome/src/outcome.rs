//! What an act did: which windows opened and closed, what changed, where the focus is, what the app complained about.

use qtmcp_tool::a11y::{self, Dialect, Page, Ref, View};
use qtmcp_tool::release::{pressed, released};
use qtmcp_tool::snapshot::{Extent, Limits, snapshot};
use qtmcp_tool::{ConsoleMessage, Fault, Level, Response, Session, Settled};
use serde_json::{Value as Json, json};
use std::future::Future;

/// Windows that opened are shown with at most this much of their content.
const OPENED_CHARS: usize = 1500;

/// Warnings told of at most.
const MOST_WARNINGS: usize = 5;

/// How the app was before an act.
pub(crate) struct Before {
    page: Option<Page>,
    console: u64,
}

impl Before {
    /// Looks at the app before something is done to it. An app without a window has nothing to be compared.
    pub(crate) async fn look(session: &Session) -> Result<Self, Fault> {
        let console = session.app().console(u64::MAX).last;
        let page = snapshot(session.app(), session.deadline(), Extent::Everything, Limits::OUTCOME).await;
        let page = match page {
            Ok(page) => Some(page),
            Err(fault) if fault.code == qtmcp_tool::Code::NoWindow => None,
            Err(fault) => return Err(fault),
        };
        Ok(Self { page, console })
    }

    /// Waits until the app has come to rest and tells what is different. `did` is a sentence about the act itself.
    pub(crate) async fn compare(self, session: &Session, dialect: Dialect, did: String) -> Result<Outcome, Fault> {
        self.compare_without(session, dialect, did, None).await
    }

    /// As [`Before::compare`], without the line about an element that `did` tells of already.
    pub(crate) async fn compare_without(
        self,
        session: &Session,
        dialect: Dialect,
        did: String,
        told: Option<Ref>,
    ) -> Result<Outcome, Fault> {
        let settled = session.app().settle().await;
        let warnings = self.warnings(session);
        let before = self.page.unwrap_or_default();
        let page = released(session, &pressed(&before)).await;
        Ok(Outcome::of((&before, &page), dialect, did, told, settled, warnings))
    }

    fn warnings(&self, session: &Session) -> Vec<String> {
        let said = session.app().console(self.console).messages;
        let serious = said.into_iter().filter(|message| message.level >= Level::Warning && !is_about_platform(message));
        let line = |message: ConsoleMessage| {
            let times = if message.count > 1 { format!(" (×{})", message.count) } else { String::new() };
            a11y::sanitize(&message.text, 200) + &times
        };
        serious.map(line).collect()
    }
}

/// What the window system's plugin cannot do is no news about the app.
fn is_about_platform(message: &ConsoleMessage) -> bool {
    message.text.starts_with("This plugin does not support ")
}

/// Does something and tells what came of it.
pub(crate) async fn watched(
    session: &Session,
    dialect: Dialect,
    act: impl Future<Output = Result<String, Fault>>,
) -> Result<Response, Fault> {
    let before = Before::look(session).await?;
    let did = act.await?;
    Ok(before.compare(session, dialect, did).await?.into())
}

/// What an act did.
pub(crate) struct Outcome {
    text: String,
    result: Json,
}

impl Outcome {
    fn of(
        (before, after): (&Page, &Page),
        dialect: Dialect,
        did: String,
        told: Option<Ref>,
        settled: Settled,
        warnings: Vec<String>,
    ) -> Self {
        let diff = a11y::diff(before, after, dialect);
        let is_news = |line: &String| told.is_none_or(|number| !is_about(line, number, dialect));
        let changed: Vec<String> = diff.changed.into_iter().filter(is_news).collect();
        let mut lines = vec![did];
        for (number, _) in &diff.opened {
            let view = View { root: Some(*number), max_chars: OPENED_CHARS, brief: true, ..View::default() };
            let shown = a11y::render(after, dialect, &view).text;
            lines.push(format!("Opened {}", shown.trim_end()));
        }
        lines.extend(diff.closed.iter().map(|(_, window)| format!("Closed {window}.")));
        lines.extend(turned_to(before, after, dialect).map(|window| format!("Active: {window}")));
        lines.extend(changed.iter().cloned());
        lines.extend(diff.focus.iter().filter(|focus| is_news(focus)).map(|focus| format!("Focus: {focus}")));
        let more = warnings.len().saturating_sub(MOST_WARNINGS);
        lines.extend(warnings.iter().take(MOST_WARNINGS).map(|warning| format!("Console: {warning}")));
        if more > 0 {
            lines.push(format!("Console: {more} more; call read_console_messages."));
        }
        let mut result = json!({"success": true, "settled": settled.word()});
        if let Settled::StillBusy(with) = &settled {
            lines.push(format!("The app is still busy ({with}); wait_for tells when it is done."));
            result["busyWith"] = json!(with);
        }
        if settled == Settled::Ending {
            lines.push("The app is ending.".to_owned());
        }
        let windows = |windows: &[(a11y::Ref, String)]| -> Vec<Json> {
            windows.iter().map(|(number, described)| json!({"ref": number, "window": described})).collect()
        };
        for (member, list) in [("opened", windows(&diff.opened)), ("closed", windows(&diff.closed))] {
            if !list.is_empty() {
                result[member] = json!(list);
            }
        }
        if !changed.is_empty() {
            result["changed"] = json!(changed);
        }
        if let Some(focus) = &diff.focus {
            result["focus"] = json!(focus);
        }
        if !warnings.is_empty() {
            result["warnings"] = json!(warnings);
        }
        let text = lines.join("\n");
        result["text"] = json!(text);
        Self { text, result }
    }

    /// Adds a member to the result, before the text.
    pub(crate) fn with(mut self, member: &str, value: Json) -> Self {
        let text = self.result["text"].take();
        if let Json::Object(members) = &mut self.result {
            members.remove("text");
        }
        self.result[member] = value;
        self.result["text"] = text;
        self
    }
}

/// The window that is active now, where another was and this one was there too.
fn turned_to(before: &Page, after: &Page, dialect: Dialect) -> Option<String> {
    let active = |page: &Page| {
        let windows: Vec<_> = page.windows.iter().map(|(_, window)| window.clone()).collect();
        let id = qtmcp_tool::snapshot::active(&windows)?.id;
        page.windows.iter().find(|(_, window)| window.id == id).map(|(number, _)| *number)
    };
    let (was, is) = (active(before)?, active(after)?);
    let is_known = before.windows.iter().any(|(number, _)| *number == is);
    let index = after.tree.index_of(is).filter(|_| was != is && is_known)?;
    Some(a11y::line(&after.tree, index, dialect))
}

/// Whether a line of changes tells of an element. What stands in quotes is the app's and says nothing.
fn is_about(line: &str, number: Ref, dialect: Dialect) -> bool {
    let mut is_quoted = false;
    let mut is_escaped = false;
    let plain: String = line
        .chars()
        .filter(|character| {
            match character {
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                '"' => is_quoted = !is_quoted,
                _ => return !is_quoted,
            }
            false
        })
        .collect();
    plain.contains(&qtmcp_tool::target::spelled(number, dialect))
}

impl From<Outcome> for Response {
    fn from(outcome: Outcome) -> Self {
        Response::told(outcome.text, outcome.result)
    }
}
