//! `waitFor`: an object, a property's value or a signal that is still to come.

use crate::caught::Caught;
use crate::find_by_text::Wanted;
use crate::get_property::with_near;
use crate::json::{Writer, equals};
use crate::path::{PathBook, plain_class};
use crate::presence::Presence;
use crate::resolve::visit_object;
use crate::subscribe_signals::signals_named;
use crate::walk::{Ended, Flow, walk};
use qtmcp_tool::{App, Code, Connection, Effect, Fault, Identity, ObjectId, Response, Session, Tool, Ui, Value};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value as Json, json};
use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

const DEFAULT_TIMEOUT_MS: u64 = 5000;
const MOST_TIMEOUT_MS: u64 = 600_000;
const FIRST_PAUSE: Duration = Duration::from_millis(10);
const LONGEST_PAUSE: Duration = Duration::from_millis(100);

/// Wait until an object reaches a state, a property a value, or a signal is emitted.
/// Give id with state, property and value, or signal; or objectName, className, text with state.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct WaitFor {
    /// Object path; need not exist yet.
    id: Option<String>,
    object_name: Option<String>,
    class_name: Option<String>,
    /// Part of a shown text.
    text: Option<String>,
    /// Default exists; hidden is also met by gone.
    state: Option<State>,
    property: Option<String>,
    /// The value the property should take.
    #[serde(default, deserialize_with = "present")]
    value: Option<Json>,
    /// Name or signature.
    signal: Option<String>,
    /// Default 5000, at most 600000.
    timeout_ms: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum State {
    Exists,
    Gone,
    Visible,
    Hidden,
    Enabled,
    Disabled,
}

/// A null that was given is a value to wait for.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Json>, D::Error> {
    Json::deserialize(deserializer).map(Some)
}

impl Tool for WaitFor {
    const NAME: &'static str = "waitFor";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let timeout_ms = self.timeout_ms.unwrap_or(DEFAULT_TIMEOUT_MS);
        if timeout_ms > MOST_TIMEOUT_MS {
            return Err(bad(format!("timeoutMs is at most {MOST_TIMEOUT_MS}, not {timeout_ms}.")));
        }
        let goal = self.goal()?;
        let began = Instant::now();
        let deadline = began + Duration::from_millis(timeout_ms);
        let mut wait = Wait { app: session.app(), deadline, seen: "nothing yet".into() };
        let reached = match &goal {
            Goal::Signal { id, signal } => wait.signal(id, signal).await?,
            polled => wait.poll(polled).await?,
        };
        let Some(mut result) = reached else {
            let message = format!("Waited {timeout_ms} ms for {}; last seen: {}.", goal.describe(), wait.seen);
            return Err(Fault::new(Code::Timeout, message));
        };
        result.insert("success".into(), json!(true));
        result.insert("elapsedMs".into(), json!(u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX)));
        Ok(Response::json(Json::Object(result)))
    }
}

fn bad(message: impl Into<String>) -> Fault {
    Fault::new(Code::BadArgument, message)
}

/// What is waited for.
enum Goal {
    State { id: String, state: State },
    Property { id: String, property: String, value: Json },
    Signal { id: String, signal: String },
    Match { filter: Arc<Filter>, state: State },
}

/// Which objects a search means; all that is given must fit.
struct Filter {
    object_name: Option<String>,
    class: Option<String>,
    text: Option<(String, Wanted)>,
}

impl WaitFor {
    fn goal(self) -> Result<Goal, Fault> {
        let searches = self.object_name.is_some() || self.class_name.is_some() || self.text.is_some();
        let watches = self.property.is_some() || self.value.is_some() || self.signal.is_some();
        let state = self.state.unwrap_or(State::Exists);
        match (self.id, searches, watches) {
            (Some(_), true, _) => Err(bad("Give either id, or objectName, className and text, not both.")),
            (None, false, _) => Err(bad("Give id, or one of objectName, className and text.")),
            (None, true, true) => Err(bad("A property or signal is waited for on one object: give its id.")),
            (Some(id), false, false) => Ok(Goal::State { id, state }),
            (None, true, false) => {
                let class = self.class_name.map(|class| plain_class(&class).to_owned());
                let text = self.text.map(|text| (text.clone(), Wanted::new(text, false)));
                Ok(Goal::Match { filter: Arc::new(Filter { object_name: self.object_name, class, text }), state })
            }
            (Some(_), false, true) if self.state.is_some() => {
                Err(bad("Give one of state, property with value, and signal."))
            }
            (Some(id), false, true) => match (self.property, self.value, self.signal) {
                (Some(property), Some(value), None) => Ok(Goal::Property { id, property, value }),
                (None, None, Some(signal)) => Ok(Goal::Signal { id, signal }),
                (Some(_), None, None) => Err(bad("property needs the value to wait for.")),
                _ => Err(bad("Give one of state, property with value, and signal.")),
            },
        }
    }
}

impl Goal {
    fn describe(&self) -> String {
        match self {
            Goal::State { id, state } => format!("`{id}` to be {}", word(*state)),
            Goal::Property { id, property, value } => format!("`{property}` of `{id}` to be {value}"),
            Goal::Signal { id, signal } => format!("`{signal}` of `{id}`"),
            Goal::Match { filter, state } => format!("an object with {} to be {}", filter.describe(), word(*state)),
        }
    }
}

fn word(state: State) -> &'static str {
    match state {
        State::Exists => "there",
        State::Gone => "gone",
        State::Visible => "visible",
        State::Hidden => "hidden",
        State::Enabled => "enabled",
        State::Disabled => "disabled",
    }
}

impl Filter {
    fn describe(&self) -> String {
        let parts = [
            self.object_name.as_ref().map(|name| format!("objectName `{name}`")),
            self.class.as_ref().map(|class| format!("className `{class}`")),
            self.text.as_ref().map(|(text, _)| format!("text `{text}`")),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    fn fits(&self, ui: &mut dyn Ui, id: ObjectId, identity: &Identity) -> bool {
        self.object_name.as_ref().is_none_or(|name| identity.object_name == *name || identity.qml_id == *name)
            && self.class.as_ref().is_none_or(|class| {
                identity.class == *class || ui.inheritance(id).is_ok_and(|bases| bases.contains(class))
            })
            && self.text.as_ref().is_none_or(|(_, wanted)| wanted.shown_on(ui, id).is_some())
    }
}

/// What a look at the app found: the answer's fields once the goal is reached, otherwise what there was instead.
type Look = Result<Map<String, Json>, String>;

struct Wait<'a> {
    app: &'a dyn App,
    deadline: Instant,
    seen: String,
}

impl Wait<'_> {
    /// Looks again and again until the goal is reached; `None` when the time is up.
    async fn poll(&mut self, goal: &Goal) -> Result<Option<Map<String, Json>>, Fault> {
        let mut pause = FIRST_PAUSE;
        loop {
            let look = match goal {
                Goal::State { id, state } => self.state(id, *state).await,
                Goal::Property { id, property, value } => self.property(id, property, value).await,
                Goal::Match { filter, state } => self.matching(filter, *state).await,
                Goal::Signal { .. } => return Err(Fault::new(Code::Internal, "signals are not polled")),
            };
            match look {
                Ok(Ok(result)) => return Ok(Some(result)),
                Ok(Err(seen)) => self.seen = seen,
                Err(fault) => self.outlast(fault)?,
            }
            if !self.rest(&mut pause).await {
                return Ok(None);
            }
        }
    }

    /// Lets the app go on before the next look, each time a little longer; `false` when the deadline has passed.
    async fn rest(&self, pause: &mut Duration) -> bool {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return false;
        }
        self.app.sleep((*pause).min(left)).await;
        *pause = (*pause * 3 / 2).min(LONGEST_PAUSE);
        true
    }

    /// A busy app is waited out while there is time; any other fault ends the wait.
    fn outlast(&mut self, fault: Fault) -> Result<(), Fault> {
        if fault.code != Code::AppBusy || Instant::now() >= self.deadline {
            return Err(fault);
        }
        self.seen = "the GUI thread was busy".into();
        Ok(())
    }

    /// Until when one look may take: a little past the end, so that the last look still sees how things are then.
    fn look_until(&self) -> Instant {
        self.deadline.max(Instant::now() + LONGEST_PAUSE)
    }

    async fn state(&self, id: &str, state: State) -> Result<Look, Fault> {
        let found = visit_object(self.app, self.look_until(), id, |ui: &mut dyn Ui, id| Ok(Sighting::of(ui, id))).await;
        match (found, state) {
            (Ok(sighting), _) => Ok(sighting.look(state)),
            (Err(fault), State::Gone | State::Hidden) if is_missing(&fault) => Ok(Ok(Map::new())),
            (Err(fault), State::Exists) if fault.code == Code::Ambiguous => Ok(Ok(Map::new())),
            (Err(fault), State::Gone) if fault.code == Code::Ambiguous => Ok(Err(fault.message)),
            (Err(fault), _) => missing(fault),
        }
    }

    async fn property(&self, id: &str, property: &str, wanted: &Json) -> Result<Look, Fault> {
        let (name, wanted) = (property.to_owned(), wanted.clone());
        let read = move |ui: &mut dyn Ui, id| {
            // A misspelt name would never come true, so it ends the wait; that is told apart from a missing object.
            let value = match ui.property(id, &name) {
                Ok(value) => value,
                Err(fault) => return Ok(Err(with_near(ui, id, &name, fault))),
            };
            let mut writer = Writer::new(ui);
            let written = writer.write(&value);
            if !equals(&value, &wanted, &mut writer) {
                return Ok(Ok(Err(written.to_string())));
            }
            Ok(Ok(Ok(Map::from_iter([("id".into(), writer.path(id)), ("value".into(), written)]))))
        };
        match visit_object(self.app, self.look_until(), id, read).await {
            Ok(looked) => looked,
            Err(fault) => missing(fault),
        }
    }

    async fn matching(&self, filter: &Arc<Filter>, state: State) -> Result<Look, Fault> {
        let filter = Arc::clone(filter);
        let look = move |sightings: &mut Sightings, ui: &mut dyn Ui, _: &mut PathBook, id: ObjectId| {
            let Some(identity) = ui.identity(id) else { return Flow::Descend };
            if !filter.fits(ui, id, &identity) {
                return Flow::Descend;
            }
            let look = Sighting::of(ui, id).look(state);
            match (look, state) {
                // These are about all objects that match: one that does not fit decides.
                (Err(seen), State::Gone | State::Hidden) => sightings.against = Some(seen),
                (Ok(_), State::Gone | State::Hidden) => return Flow::Descend,
                (Ok(result), _) => sightings.met = Some(result),
                (Err(seen), _) => {
                    sightings.against = Some(seen);
                    return Flow::Descend;
                }
            }
            Flow::Stop
        };
        let (sightings, ended) = walk(self.app, self.look_until(), None, Sightings::default(), look).await?;
        Ok(match (sightings.met, sightings.against, state) {
            (Some(result), ..) => Ok(result),
            (None, Some(seen), _) => Err(seen),
            (None, None, _) if ended == Ended::Early => Err("more objects than there was time to look at".into()),
            (None, None, State::Gone | State::Hidden) => Ok(Map::new()),
            (None, None, _) => Err("no such object".into()),
        })
    }

    async fn signal(&mut self, id: &str, signal: &str) -> Result<Option<Map<String, Json>>, Fault> {
        let caught = Arc::new(Caught::default());
        let Some(_connections) = self.listen(id, signal, &caught).await? else { return Ok(None) };
        self.seen = "no emission".into();
        loop {
            let left = self.deadline.saturating_duration_since(Instant::now());
            let mut pause = self.app.sleep(left);
            let heard = poll_fn(|context| match caught.poll(context) {
                Poll::Ready(arguments) => Poll::Ready(Some(arguments)),
                Poll::Pending => pause.as_mut().poll(context).map(|()| None),
            })
            .await;
            if let Some(arguments) = heard {
                return self.describe_arguments(arguments).await.map(Some);
            }
            if left.is_zero() {
                return Ok(None);
            }
        }
    }

    /// Connects once the object is there.
    async fn listen(&mut self, id: &str, signal: &str, caught: &Arc<Caught>) -> Result<Option<Vec<Connection>>, Fault> {
        let mut pause = FIRST_PAUSE;
        loop {
            let (wanted, listener) = (signal.to_owned(), Caught::listener(caught));
            let connect = move |ui: &mut dyn Ui, id| {
                let signals = ui.methods(id).and_then(|methods| signals_named(&methods, &wanted));
                let connect = |signal: qtmcp_tool::Method| ui.connect(id, signal.index, Arc::clone(&listener));
                Ok(signals.and_then(|signals| signals.into_iter().map(connect).collect::<Result<Vec<_>, _>>()))
            };
            match visit_object(self.app, self.look_until(), id, connect).await {
                Ok(connections) => return connections.map(Some),
                Err(fault) if is_missing(&fault) => self.seen = fault.message.trim_end_matches('.').to_owned(),
                Err(fault) => self.outlast(fault)?,
            }
            if !self.rest(&mut pause).await {
                return Ok(None);
            }
        }
    }

    async fn describe_arguments(&self, arguments: Vec<Value>) -> Result<Map<String, Json>, Fault> {
        let write = move |ui: &mut dyn Ui| {
            let mut writer = Writer::new(ui);
            arguments.iter().map(|value| writer.write(value)).collect::<Json>()
        };
        // The signal came in time; naming its arguments may take a moment more.
        let deadline = self.deadline.max(Instant::now() + Duration::from_millis(DEFAULT_TIMEOUT_MS));
        Ok(Map::from_iter([("args".into(), self.app.visit(deadline, write).await?)]))
    }
}

fn is_missing(fault: &Fault) -> bool {
    matches!(fault.code, Code::NotFound | Code::NoWindow)
}

/// An object that is not there is something seen; any other fault is one.
fn missing(fault: Fault) -> Result<Look, Fault> {
    if is_missing(&fault) { Ok(Err(fault.message.trim_end_matches('.').to_owned())) } else { Err(fault) }
}

#[derive(Default)]
struct Sightings {
    met: Option<Map<String, Json>>,
    against: Option<String>,
}

/// An object that was found, as it was then.
struct Sighting {
    path: Json,
    visible: bool,
    enabled: bool,
}

impl Sighting {
    fn of(ui: &mut dyn Ui, id: ObjectId) -> Self {
        let presence = Presence::of(ui, id);
        Self { path: Writer::new(ui).path(id), visible: presence.visible, enabled: presence.enabled }
    }

    fn look(&self, state: State) -> Look {
        let is_so = match state {
            State::Exists => true,
            State::Gone => false,
            State::Visible => self.visible,
            State::Hidden => !self.visible,
            State::Enabled => self.enabled,
            State::Disabled => !self.enabled,
        };
        if is_so {
            return Ok(Map::from_iter([("id".into(), self.path.clone())]));
        }
        let (visible, enabled) = (word(if self.visible { State::Visible } else { State::Hidden }), self.enabled);
        Err(format!("{} is {visible} and {}", self.path, if enabled { "enabled" } else { "disabled" }))
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Client;
    use qtmcp_tool::{Code, Value};
    use serde_json::{Value as Json, json};

    const FIXTURE: &str = r#"
QApplication
 QMainWindow#main at=0,0,99,99
  QPushButton#ok text="Save" count=1 signal="clicked(bool)" signal="moved(QObject*)"
  QLabel#late hidden disabled
"#;

    fn wait(client: &Client, arguments: Json) -> Json {
        let mut answer = client.call("waitFor", arguments);
        assert!(answer["elapsedMs"].is_u64());
        answer.as_object_mut().unwrap().remove("elapsedMs");
        answer
    }

    #[test]
    fn what_is_so_already_answers_at_once() {
        let client = Client::new(FIXTURE);
        let late = json!({"success": true, "id": "QApplication/QMainWindow#main/QLabel#late"});
        for state in ["exists", "hidden", "disabled"] {
            assert_eq!(wait(&client, json!({"id": "#late", "state": state})), late);
            assert_eq!(wait(&client, json!({"objectName": "late", "state": state}))["success"], json!(true));
        }
        assert_eq!(wait(&client, json!({"id": "#none", "state": "gone"})), json!({"success": true}));
        assert_eq!(wait(&client, json!({"id": "#none", "state": "hidden"})), json!({"success": true}));
        assert_eq!(wait(&client, json!({"className": "QDialog", "state": "gone"})), json!({"success": true}));
    }

    #[test]
    fn what_comes_later_is_waited_for() {
        let client = Client::new(FIXTURE);
        client.app.during_sleep(3, |app| app.show("#late", true));
        assert_eq!(wait(&client, json!({"id": "#late", "state": "visible"}))["success"], json!(true));
        client.app.during_sleep(3, |app| {
            app.add("#main", "QDialog#ask title=\"Sure?\"");
        });
        let ask = json!({"success": true, "id": "QApplication/QMainWindow#main/QDialog#ask"});
        assert_eq!(wait(&client, json!({"className": "QWidget", "text": "sure", "state": "exists"})), ask);
        client.app.during_sleep(2, |app| app.remove("#ask"));
        assert_eq!(wait(&client, json!({"id": "#ask", "state": "gone"})), json!({"success": true}));
        client.app.during_sleep(2, |app| app.set("#ok", "count", Value::Int(2)));
        assert_eq!(wait(&client, json!({"id": "#ok", "property": "count", "value": 2}))["value"], json!(2));
    }

    #[test]
    fn a_signal_is_caught_with_its_arguments() {
        let client = Client::new(FIXTURE);
        client.app.during_sleep(1, |app| app.fire("#ok", "clicked", &[Value::Bool(true)]));
        assert_eq!(wait(&client, json!({"id": "#ok", "signal": "clicked"})), json!({"success": true, "args": [true]}));
        client.app.during_sleep(1, |app| {
            let window = app.id("#main");
            app.fire("#ok", "moved", &[Value::Object(window)]);
        });
        let moved = wait(&client, json!({"id": "#ok", "signal": "moved(QObject*)"}));
        assert_eq!(moved["args"], json!(["QApplication/QMainWindow#main"]));
        assert_eq!(client.app.connections(), 0);
    }

    #[test]
    fn a_busy_app_is_waited_out() {
        let client = Client::new(FIXTURE);
        client.app.be_busy(3);
        assert_eq!(wait(&client, json!({"id": "#ok"}))["success"], json!(true));
    }

    #[test]
    fn a_passed_deadline_says_what_was_seen_last() {
        let client = Client::new(FIXTURE);
        let fail = |mut arguments: Json| {
            arguments["timeoutMs"] = json!(20);
            client.fail("waitFor", arguments)
        };
        let path = "\"QApplication/QMainWindow#main/QLabel#late\"";
        let expected = format!("Waited 20 ms for `#late` to be visible; last seen: {path} is hidden and disabled.");
        assert_eq!(fail(json!({"id": "#late", "state": "visible"})), (Code::Timeout, expected));
        let (code, message) = fail(json!({"id": "#ok", "property": "text", "value": "Saved"}));
        assert_eq!(code, Code::Timeout);
        assert!(message.ends_with("to be \"Saved\"; last seen: \"Save\"."), "{message}");
        assert!(fail(json!({"id": "#ok", "signal": "clicked"})).1.ends_with("last seen: no emission."));
        assert!(fail(json!({"text": "Nothing like it"})).1.ends_with("last seen: no such object."));
        assert!(fail(json!({"id": "#o", "signal": "clicked"})).1.contains("last seen: No object `#o`"));
    }

    #[test]
    fn an_app_that_is_busy_to_the_end_is_called_so() {
        let client = Client::new(FIXTURE);
        client.app.be_busy(1000);
        assert_eq!(client.fail("waitFor", json!({"id": "#ok", "timeoutMs": 0})).0, Code::AppBusy);
    }

    #[test]
    fn what_can_never_come_is_refused_at_once() {
        let client = Client::new(FIXTURE);
        for (arguments, code) in [
            (json!({}), Code::BadArgument),
            (json!({"id": "#ok", "text": "x"}), Code::BadArgument),
            (json!({"id": "#ok", "property": "count"}), Code::BadArgument),
            (json!({"id": "#ok", "state": "visible", "signal": "clicked"}), Code::BadArgument),
            (json!({"text": "x", "signal": "clicked"}), Code::BadArgument),
            (json!({"id": "#ok", "timeoutMs": 600_001}), Code::BadArgument),
            (json!({"id": "#ok", "state": "open"}), Code::BadArgument),
            (json!({"id": "#ok", "property": "cuont", "value": null}), Code::NotFound),
            (json!({"id": "#ok", "signal": "clickd"}), Code::NotFound),
        ] {
            assert_eq!(client.fail("waitFor", arguments).0, code);
        }
    }
}
