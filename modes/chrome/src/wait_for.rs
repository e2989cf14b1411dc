//! `wait_for`: a text, an element or a window that is still to come, or still to go.

mod goal;

use crate::{dialect, find, pages};
use goal::{Goal, Met};
use pages::Pages;
use qtmcp_tool::a11y::{Dialect, sanitize};
use qtmcp_tool::arguments::{DialectArgument, RefArgument};
use qtmcp_tool::{Code, Effect, Fault, Response, Session, Tool};
use qtmcp_tool::{snapshot, target};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use std::time::{Duration, Instant};

const USUAL_TIMEOUT_MS: u64 = 10_000;
const MOST_TIMEOUT_MS: u64 = 60_000;
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_millis(200);

/// What a timeout tells of what there is instead.
const MOST_NEAR: usize = 3;
const MOST_WINDOWS: usize = 5;

/// Wait until a text, element or window (part of its title) appears or goes: give one.
///
/// Give one of `text`, `textGone`, `ref`, `element`, `window`, `windowGone`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct WaitFor {
    /// Part of a text that should be shown.
    #[schemars(extend("x-unlisted" = "description"))]
    text: Option<String>,
    /// Part of a text that should no longer be shown.
    #[schemars(extend("x-unlisted" = "description"))]
    text_gone: Option<String>,
    /// Element reference; see state.
    #[schemars(extend("x-unlisted" = "description"))]
    #[serde(rename = "ref")]
    target: Option<RefArgument>,
    /// As for find
    ///
    /// Description of an element, as for find; see state.
    element: Option<String>,
    /// What the element should become.
    #[schemars(extend("default" = "visible", "x-unlisted" = "description"))]
    state: Option<State>,
    /// Part of the title of a window that should open.
    #[schemars(extend("x-unlisted" = "description"))]
    window: Option<String>,
    /// Part of the title of a window that should close.
    #[schemars(extend("x-unlisted" = "description"))]
    window_gone: Option<String>,
    /// How long to wait.
    #[schemars(extend("default" = USUAL_TIMEOUT_MS, "maximum" = MOST_TIMEOUT_MS, "x-unlisted" = "description"))]
    #[serde(alias = "timeout")]
    timeout_ms: Option<u64>,
    /// Look in this window only, from tabs_context.
    #[schemars(extend("x-unlisted" = true))]
    #[serde(alias = "tab_id")]
    tab_id: Option<RefArgument>,
    /// How the answer is written.
    dialect: Option<DialectArgument>,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum State {
    Visible,
    Hidden,
    Enabled,
    Gone,
}

impl Tool for WaitFor {
    const NAME: &'static str = "wait_for";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let dialect = dialect(session, self.dialect);
        let timeout_ms = self.timeout_ms.unwrap_or(USUAL_TIMEOUT_MS);
        if timeout_ms > MOST_TIMEOUT_MS {
            return Err(bad(format!("timeoutMs is at most {MOST_TIMEOUT_MS}, not {timeout_ms}.")));
        }
        let tab = self.tab_id;
        let goal = Goal::of(self, session, dialect)?;
        let began = Instant::now();
        let wait = Wait { session, goal: &goal, tab, dialect, deadline: began + Duration::from_millis(timeout_ms) };
        let Some(met) = wait.poll().await? else {
            let instead = wait.instead().await;
            let message = format!("Waited {timeout_ms} ms for {}; {instead}", goal.words(dialect));
            return Err(Fault::new(Code::Timeout, message));
        };
        // What came may be half built; whoever waited acts on it next.
        session.app().settle().await;
        let elapsed = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let text = format!("{} After {elapsed} ms.", met.text);
        let mut result = json!({"success": true, "elapsedMs": elapsed, "text": text});
        if let Some(number) = met.number {
            result["ref"] = json!(number);
        }
        Ok(Response::told(text, result))
    }
}

/// One wait under way. It holds nothing in the app, so that it can be given up at any time.
struct Wait<'a> {
    session: &'a Session,
    goal: &'a Goal,
    tab: Option<RefArgument>,
    dialect: Dialect,
    deadline: Instant,
}

impl Wait<'_> {
    /// Looks again and again; `None` when the time is up.
    async fn poll(&self) -> Result<Option<Met>, Fault> {
        let mut pause = FIRST_PAUSE;
        loop {
            match self.look().await {
                Ok(Some(met)) => return Ok(Some(met)),
                // A busy app, or one between two windows, may come to it yet.
                Ok(None) => {}
                Err(fault) if matches!(fault.code, Code::AppBusy | Code::NoWindow) => {}
                Err(fault) => return Err(fault),
            }
            let left = self.deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            self.session.app().sleep(pause.min(left)).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    async fn look(&self) -> Result<Option<Met>, Fault> {
        // The last look comes when the time is up, and still needs some.
        let deadline = self.deadline.max(Instant::now() + Duration::from_secs(1));
        self.goal.look(self.session, deadline, self.tab, self.dialect).await
    }

    /// What there is instead of what was waited for.
    async fn instead(&self) -> String {
        let limits = snapshot::Limits::OUTCOME;
        let read = Pages::read(self.session, self.session.deadline(), self.tab, limits, self.dialect).await;
        let Ok(pages) = read else { return "the app shows no window, or does not answer.".to_owned() };
        let near: Vec<String> = match self.goal.sought() {
            Some(words) => {
                find::find(&pages, words).iter().take(MOST_NEAR).map(|found| found.line(self.dialect)).collect()
            }
            None => Vec::new(),
        };
        if let Some(now) = self.goal.now(self.session, self.dialect).await {
            return now;
        }
        if !near.is_empty() {
            return format!("nearest now: {}.", near.join(", "));
        }
        let windows = pages.first.windows.iter().take(MOST_WINDOWS);
        let titles: Vec<String> = windows
            .map(|(number, window)| {
                let spelled = target::spelled(*number, self.dialect);
                format!("{} \"{}\" {spelled}", pages::kind(window.kind), sanitize(&window.title, 60))
            })
            .collect();
        format!("the windows now: {}.", titles.join(", "))
    }
}

fn bad(message: impl Into<String>) -> Fault {
    Fault::new(Code::BadArgument, message)
}

#[cfg(test)]
mod tests {
    use crate::testing::Client;
    use qtmcp_tool::{Code, Value};
    use serde_json::json;

    const FIXTURE: &str = r##"
QApplication
 QMainWindow#main windowTitle="Main" at=0,0,640,480
  QLabel#status text="Working" at=10,10,100,20
  QPushButton#next text="Next" at=10,40,80,20 disabled
  QPushButton#late text="Late" at=10,70,80,20 hidden
 QDialog#done windowTitle="All done" at=0,0,100,100 hidden
"##;

    fn status(text: &str) -> Value {
        Value::Text(text.to_owned())
    }

    #[test]
    fn a_text_that_comes_is_told_with_its_element() {
        let client = Client::new(FIXTURE);
        client.app.during_sleep(3, |app| app.set("#status", "text", status("Upload   FINISHED now")));
        let answer = client.call("wait_for", json!({"text": "upload finished"}));
        assert_eq!(answer["ref"], client.give("#status"));
        assert!(answer["text"].as_str().unwrap().contains("QLabel \"Upload FINISHED now\""), "{answer}");
    }

    #[test]
    fn a_text_that_goes_is_waited_for_as_well() {
        let client = Client::new(FIXTURE);
        client.app.during_sleep(2, |app| app.set("#status", "text", status("Idle")));
        assert_eq!(client.call("wait_for", json!({"textGone": "working"}))["success"], true);
    }

    #[test]
    fn an_element_becomes_visible_enabled_hidden_or_gone() {
        let client = Client::new(FIXTURE);
        let (next, late) = (client.give("#next"), client.give("#late"));
        client.app.during_sleep(1, |app| app.show("#late", true));
        assert_eq!(client.call("wait_for", json!({"ref": late}))["ref"], late);
        assert_eq!(client.call("wait_for", json!({"element": "late button"}))["ref"], late);
        client.app.during_sleep(1, |app| app.show("#late", false));
        client.call("wait_for", json!({"element": "late button", "state": "hidden"}));
        client.app.during_sleep(1, |app| app.remove("#late"));
        client.call("wait_for", json!({"ref": late, "state": "gone"}));
        let (code, message) = client.fail("wait_for", json!({"ref": next, "state": "enabled", "timeoutMs": 0}));
        assert_eq!(code, Code::Timeout);
        assert!(message.contains("is disabled"), "{message}");
        assert_eq!(client.fail("wait_for", json!({"ref": late})).0, Code::StaleRef);
        assert_eq!(client.fail("wait_for", json!({"ref": 4711})).0, Code::UnknownRef);
    }

    #[test]
    fn a_window_opens_and_closes() {
        let client = Client::new(FIXTURE);
        client.app.during_sleep(1, |app| app.show("#done", true));
        assert_eq!(client.call("wait_for", json!({"window": "all done"}))["ref"], client.give("#done"));
        client.app.during_sleep(1, |app| app.show("#done", false));
        client.call("wait_for", json!({"windowGone": "All done"}));
    }

    #[test]
    fn a_timeout_says_what_there_is_instead() {
        let client = Client::new(FIXTURE);
        let (code, message) =
            client.fail("wait_for", json!({"element": "next button", "state": "enabled", "timeout": 0}));
        assert_eq!(code, Code::Timeout);
        assert!(message.contains("\"Next\"") && message.contains("is disabled"), "{message}");
        let (_, message) = client.fail("wait_for", json!({"text": "Wroking", "timeoutMs": 0}));
        assert!(message.contains("nearest now: ") && message.contains("\"Working\""), "{message}");
        let (_, message) = client.fail("wait_for", json!({"window": "Report", "timeoutMs": 0, "dialect": "chrome"}));
        assert!(message.contains("the windows now: window \"Main\" [ref_"), "{message}");
    }

    #[test]
    fn exactly_one_thing_is_waited_for() {
        let client = Client::new(FIXTURE);
        for arguments in [
            json!({}),
            json!({"text": "a", "window": "b"}),
            json!({"text": "a", "state": "gone"}),
            json!({"text": " "}),
            json!({"text": "a", "timeoutMs": 60_001}),
        ] {
            assert_eq!(client.fail("wait_for", arguments).0, Code::BadArgument);
        }
    }

    #[test]
    fn a_busy_app_is_waited_for() {
        let client = Client::new(FIXTURE);
        client.app.be_busy(3);
        assert_eq!(client.call("wait_for", json!({"text": "Working"}))["success"], true);
    }
}
