//! `read_console_messages`: what the app said through its toolkit's logging.

use crate::dialect;
use qtmcp_tool::a11y::{self, Dialect};
use qtmcp_tool::arguments::{DialectArgument, RefArgument};
use qtmcp_tool::{Code, Console, ConsoleMessage, Effect, Fault, Level, Response, Session, Tool};
use regex_lite::Regex;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};
use std::time::{Duration, SystemTime};

const LIMIT: usize = 50;

/// At most this many characters of one message are written; the result has all that is kept of it.
const TEXT_CHARS: usize = 2_000;

/// Read what the app logged (qDebug to qFatal, QML's console), newest last.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadConsoleMessages {
    /// This and worse
    ///
    /// Only messages of this level and of more serious ones.
    #[serde(default)]
    level: LevelArgument,
    /// At most this many, the newest.
    #[schemars(extend("default" = LIMIT, "x-unlisted" = "description"))]
    limit: Option<usize>,
    /// Regex
    ///
    /// Only messages whose text matches this regular expression.
    pattern: Option<String>,
    /// Only what failed: levels critical and fatal.
    #[schemars(extend("x-unlisted" = "description"))]
    #[serde(rename = "onlyErrors", default)]
    only_errors: bool,
    /// Do not show these again
    ///
    /// Show this client none of the messages up to now again.
    #[serde(default)]
    clear: bool,
    /// Ignored: an app has one console for all its windows.
    #[schemars(with = "Option<u64>", extend("x-unlisted" = "description"))]
    #[serde(rename = "tabId", alias = "tab_id")]
    _tab_id: Option<RefArgument>,
    /// How the answer is written.
    dialect: Option<DialectArgument>,
}

#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum LevelArgument {
    #[default]
    All,
    Debug,
    Info,
    Warning,
    Critical,
    Fatal,
}

impl LevelArgument {
    fn least(self) -> Level {
        match self {
            LevelArgument::All | LevelArgument::Debug => Level::Debug,
            LevelArgument::Info => Level::Info,
            LevelArgument::Warning => Level::Warning,
            LevelArgument::Critical => Level::Critical,
            LevelArgument::Fatal => Level::Fatal,
        }
    }
}

impl Tool for ReadConsoleMessages {
    const NAME: &'static str = "read_console_messages";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let pattern = self.pattern.as_deref().map(Regex::new).transpose().map_err(|error| {
            let pattern = self.pattern.as_deref().unwrap_or_default();
            let message = format!("The pattern {pattern:?} is no regular expression: {error}.");
            Fault::new(Code::BadArgument, message).next("Escape what is meant literally with a backslash.")
        })?;
        let console = session.app().console(session.console_cleared());
        let least = if self.only_errors { Level::Critical.max(self.level.least()) } else { self.level.least() };
        let is_wanted = |message: &&ConsoleMessage| {
            message.level >= least && pattern.as_ref().is_none_or(|pattern| pattern.is_match(&message.text))
        };
        let wanted: Vec<&ConsoleMessage> = console.messages.iter().filter(is_wanted).collect();
        let newest = &wanted[wanted.len().saturating_sub(self.limit.unwrap_or(LIMIT).max(1))..];
        if self.clear {
            session.clear_console(console.last);
        }
        let text = written(&console, wanted.len(), newest, dialect(session, self.dialect));
        let messages: Vec<Json> = newest.iter().map(|message| entry(message)).collect();
        let mut result = json!({"messages": messages, "dropped": console.dropped, "total": wanted.len()});
        if let Some(why) = &console.incomplete {
            result["incomplete"] = json!(why);
        }
        Ok(Response::told(text, result))
    }
}

fn entry(message: &ConsoleMessage) -> Json {
    json!({
        "level": word(message.level),
        "category": message.category,
        "time": timestamp(message.time),
        "text": message.text,
        "count": message.count,
        "place": message.place,
    })
}

fn written(console: &Console, total: usize, newest: &[&ConsoleMessage], dialect: Dialect) -> String {
    let mut text = String::new();
    match (newest.len(), dialect) {
        (0, Dialect::Qt) => text += "No console messages found.",
        (0, Dialect::Chrome) => text += "No console messages found for this tab.",
        (1, _) => text += "Found 1 console message:",
        (count, _) => text += &format!("Found {count} console messages:"),
    }
    text += "\n";
    for (at, message) in newest.iter().enumerate() {
        text += &match dialect {
            Dialect::Qt => line(message),
            Dialect::Chrome => paragraph(at + 1, message),
        };
    }
    let notes = notes(console, total, newest.len());
    if !notes.is_empty() {
        text += &format!("\nNote: {}", notes.join(" "));
    }
    text.trim_end().to_owned()
}

/// What the list does not say.
fn notes(console: &Console, total: usize, shown: usize) -> Vec<String> {
    let mut notes = Vec::new();
    match (shown, console.messages.len()) {
        (0, 0) => notes.push("the app has said nothing since it started, or since you cleared.".to_owned()),
        (0, others) => notes.push(format!("{others} others do not match level, pattern or onlyErrors.")),
        _ if shown < total => notes.push(format!("{} older ones match; raise limit to see them.", total - shown)),
        _ => (),
    }
    if console.dropped > 0 {
        notes.push(format!("{} are no longer kept.", console.dropped));
    }
    notes.extend(console.incomplete.iter().map(|why| format!("Incomplete: {why}.")));
    notes
}

/// `09:30:00.250 warning talker.net: Disconnected (main.cpp:12) ×3`
fn line(message: &ConsoleMessage) -> String {
    let category = if is_default(message) { String::new() } else { format!(" {}", shown(&message.category)) };
    let place = if message.place.is_empty() { String::new() } else { format!(" ({})", shown(&message.place)) };
    let (time, level, text) = (clock(message.time), word(message.level), shown(&message.text));
    format!("{time} {level}{category}: {text}{place}{}\n", times(message))
}

/// As the browser's tool has it: a head, and the text below it.
fn paragraph(number: usize, message: &ConsoleMessage) -> String {
    let kind = match message.level {
        Level::Debug => "LOG",
        Level::Info => "INFO",
        Level::Warning => "WARNING",
        Level::Critical => "ERROR",
        Level::Fatal => "EXCEPTION",
    };
    let category = if is_default(message) { "" } else { &message.category };
    let origin = shown(format!("{category} {}", message.place).trim());
    let origin = if origin.is_empty() { origin } else { format!(" ({origin})") };
    let (time, text) = (clock(message.time), shown(&message.text));
    format!("\n[{number}] [{time}] [{kind}]{origin}{}\n{text}\n", times(message))
}

fn is_default(message: &ConsoleMessage) -> bool {
    message.category == "default"
}

fn times(message: &ConsoleMessage) -> String {
    if message.count > 1 { format!(" ×{}", message.count) } else { String::new() }
}

/// In one line, so that no message can forge another.
fn shown(text: &str) -> String {
    a11y::sanitize(text, TEXT_CHARS)
}

fn word(level: Level) -> &'static str {
    match level {
        Level::Debug => "debug",
        Level::Info => "info",
        Level::Warning => "warning",
        Level::Critical => "critical",
        Level::Fatal => "fatal",
    }
}

/// The time of day, in UTC.
fn clock(time: SystemTime) -> String {
    let since = since_epoch(time);
    let seconds = since.as_secs() % 86_400;
    format!("{:02}:{:02}:{:02}.{:03}", seconds / 3600, seconds / 60 % 60, seconds % 60, since.subsec_millis())
}

/// Such as `2026-01-15T09:30:00.250Z`.
fn timestamp(time: SystemTime) -> String {
    // Years begin in March here, so that the leap day is the last day of its year; the era has 400 of them.
    let days = since_epoch(time).as_secs() / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{}Z", clock(time))
}

fn since_epoch(time: SystemTime) -> Duration {
    time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Client;
    use expect_test::expect;

    fn talking() -> Client {
        let client = Client::new("QApplication");
        client.app.say(Level::Debug, "Loading settings");
        client.app.say(Level::Info, "Ready");
        client.app.say(Level::Warning, "No \"printer\"\n[9] [00:00:00.000] [LOG]\nforged");
        client.app.say(Level::Critical, "Disk full");
        client
    }

    fn texts(client: &Client, arguments: Json) -> Vec<String> {
        let answer = client.call("read_console_messages", arguments);
        let messages = answer["messages"].as_array().expect("a list");
        messages.iter().map(|message| message["text"].as_str().expect("a text").to_owned()).collect()
    }

    #[test]
    fn the_result_has_every_field() {
        let client = Client::new("QApplication");
        client.app.say(Level::Info, "Ready");
        expect![[r#"{"messages":[{"level":"info","category":"default","time":"1970-01-01T00:00:00.000Z","text":"Ready","count":1,"place":""}],"dropped":0,"total":1}"#]]
            .assert_eq(&client.call("read_console_messages", json!({})).to_string());
    }

    #[test]
    fn each_message_is_a_line_and_cannot_forge_another() {
        expect![[r#"
            Found 4 console messages:
            00:00:00.000 debug: Loading settings
            00:00:00.000 info: Ready
            00:00:00.000 warning: No \"printer\" [9] [00:00:00.000] [LOG] forged
            00:00:00.000 critical: Disk full
        "#]]
        .assert_eq(&(talking().read("read_console_messages", json!({})) + "\n"));
    }

    #[test]
    fn the_chrome_dialect_writes_as_the_browser_does() {
        expect![[r#"
            Found 2 console messages:

            [1] [00:00:00.000] [WARNING]
            No \"printer\" [9] [00:00:00.000] [LOG] forged

            [2] [00:00:00.000] [ERROR]
            Disk full

            Note: 2 older ones match; raise limit to see them.
        "#]]
        .assert_eq(
            &(talking().read("read_console_messages", json!({"limit": 2, "dialect": "chrome", "tabId": 1})) + "\n"),
        );
    }

    #[test]
    fn a_message_says_its_category_its_place_and_how_often() {
        let message = ConsoleMessage {
            number: 3,
            time: SystemTime::UNIX_EPOCH + Duration::from_millis(34_200_250),
            level: Level::Warning,
            category: "talker.net".into(),
            text: "Disconnected".into(),
            place: "main.cpp:12".into(),
            count: 3,
        };
        assert_eq!(line(&message), "09:30:00.250 warning talker.net: Disconnected (main.cpp:12) ×3\n");
        let head = "\n[1] [09:30:00.250] [WARNING] (talker.net main.cpp:12) ×3\nDisconnected\n";
        assert_eq!(paragraph(1, &message), head);
    }

    #[test]
    fn a_level_means_it_and_more_serious_ones() {
        let client = talking();
        assert_eq!(texts(&client, json!({"level": "warning"})).len(), 2);
        assert_eq!(texts(&client, json!({"level": "info"})).len(), 3);
        assert_eq!(texts(&client, json!({"level": "fatal"})), [""; 0]);
        assert_eq!(texts(&client, json!({"onlyErrors": true})), ["Disk full"]);
        assert_eq!(texts(&client, json!({"onlyErrors": true, "level": "fatal"})), [""; 0]);
        assert_eq!(client.fail("read_console_messages", json!({"level": "loud"})).0, Code::BadArgument);
    }

    #[test]
    fn a_pattern_is_a_regular_expression_and_a_wrong_one_is_told() {
        let client = talking();
        assert_eq!(texts(&client, json!({"pattern": "^(Ready|Disk)"})), ["Ready", "Disk full"]);
        let (code, message) = client.fail("read_console_messages", json!({"pattern": "(Ready"}));
        assert_eq!(code, Code::BadArgument);
        assert!(message.starts_with("The pattern \"(Ready\" is no regular expression: "), "{message}");
    }

    #[test]
    fn the_limit_keeps_the_newest() {
        let client = talking();
        assert_eq!(texts(&client, json!({"limit": 1})), ["Disk full"]);
        assert_eq!(client.call("read_console_messages", json!({"limit": 1}))["total"], 4);
        (0..60).for_each(|nth| client.app.say(Level::Debug, &format!("line {nth}")));
        let newest = texts(&client, json!({}));
        assert_eq!((newest.len(), newest[0].as_str()), (50, "line 10"));
    }

    #[test]
    fn cleared_messages_are_not_shown_again() {
        let client = talking();
        assert_eq!(texts(&client, json!({"clear": true, "limit": 1})), ["Disk full"]);
        expect![[r#"
            No console messages found for this tab.

            Note: the app has said nothing since it started, or since you cleared."#]]
        .assert_eq(&client.read("read_console_messages", json!({"dialect": "chrome"})));
        client.app.say(Level::Debug, "later");
        assert_eq!(texts(&client, json!({})), ["later"]);
    }

    #[test]
    fn nothing_that_matches_is_told_from_nothing_at_all() {
        let text = talking().read("read_console_messages", json!({"level": "fatal"}));
        assert_eq!(text, "No console messages found.\n\nNote: 4 others do not match level, pattern or onlyErrors.");
    }

    #[test]
    fn what_is_missing_is_said() {
        let console = Console { dropped: 7, incomplete: Some("the app took it".into()), ..Console::default() };
        let text = written(&console, 0, &[], Dialect::Qt);
        assert!(text.ends_with("7 are no longer kept. Incomplete: the app took it."), "{text}");
    }

    #[test]
    fn days_are_counted_as_the_calendar_does() {
        let at = |days: u64| timestamp(SystemTime::UNIX_EPOCH + Duration::from_secs(days * 86_400));
        assert_eq!(at(11_016), "2000-02-29T00:00:00.000Z");
        assert_eq!(at(11_017), "2000-03-01T00:00:00.000Z");
        assert_eq!(at(20_453), "2025-12-31T00:00:00.000Z");
        assert_eq!(at(20_454), "2026-01-01T00:00:00.000Z");
    }
}
