//! One application that this server drives: launched by it, or one that ran already.

use crate::events::{Change, Events};
use crate::watching::Watchers;
use crate::words;
use qtmcp_client::{CallError, Client, Ended, Event, HAS_SECRETS, How, LaunchedApp, registry};
use qtmcp_tool::{Code, Fault};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{Mutex as AsyncMutex, broadcast};
use tokio::time::{MissedTickBehavior, interval_at, sleep, timeout};

/// The probe ends every call by itself, a wait after as long as its caller asked for. This is for what nobody thought of.
const LONGEST_CALL: Duration = Duration::from_secs(900);
/// How often a call that takes long looks whether anybody is there at all.
const ALIVE_EVERY: Duration = Duration::from_secs(5);
/// The probe answers `ping` from a thread of its own, whatever the app does.
const ALIVE_WITHIN: Duration = Duration::from_secs(5);
/// The probe answers `status` at once as well.
const STATUS_WITHIN: Duration = Duration::from_secs(2);
/// From the end of the connection to the end of the process.
const EXIT_WITHIN: Duration = Duration::from_secs(2);
/// How long an app may take to end once its windows are closed.
const CLOSE_WITHIN: Duration = Duration::from_secs(3);
/// The same when it must end, and from SIGTERM to SIGKILL: clients do not wait long for a server to be gone.
const CLOSE_SOON: Duration = Duration::from_secs(1);
const TERM_WITHIN: Duration = Duration::from_secs(1);
/// How long an app with a window still open may take to end after all.
const LAST_LOOK: Duration = Duration::from_millis(300);
/// How long an app may take to show its first window before it is taken for one that has none.
const WINDOW_WITHIN: Duration = Duration::from_secs(5);
const A_MOMENT: Duration = Duration::from_millis(20);

/// What is told in the place of lines that may have a password in them. The app's messages are there without it.
const UNTOLD: &str =
    "(not told: what its password fields hold may be in it; read_console_messages has its messages without that)";

/// How to start an app.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct AppCommand {
    pub(crate) program: String,
    pub(crate) args: Vec<String>,
    pub(crate) env: Vec<(String, String)>,
    pub(crate) dir: Option<String>,
}

/// An app with its connection. It stays known when it has ended, so that calls can be told what became of it.
pub(crate) struct App {
    /// Counts the apps of this server from 1.
    pub(crate) number: u32,
    pub(crate) program: String,
    pub(crate) pid: u32,
    pub(crate) qt_version: String,
    /// How to start it again; `None` for an app that somebody else started.
    pub(crate) command: Option<AppCommand>,
    client: Client,
    process: Option<AsyncMutex<LaunchedApp>>,
    end: Mutex<Option<String>>,
    /// Whether its password fields were ever seen to hold something.
    has_secrets: AtomicBool,
    events: Events,
}

impl App {
    /// The app that was launched as `command`.
    pub(crate) fn launched(
        number: u32,
        command: AppCommand,
        app: LaunchedApp,
        watchers: &Watchers,
        changes: &broadcast::Sender<Change>,
    ) -> Self {
        let program = words::program_name(&command.program);
        let (pid, qt_version, client) = (app.pid, app.qt_version.clone(), app.client.clone());
        Self {
            number,
            program,
            pid,
            qt_version,
            command: Some(command),
            events: Events::of(number, &client, watchers, changes),
            client,
            process: Some(AsyncMutex::new(app)),
            end: Mutex::new(None),
            has_secrets: AtomicBool::new(false),
        }
    }

    /// An app that ran already, at the other end of `client`.
    pub(crate) async fn connected(
        number: u32,
        client: Client,
        watchers: &Watchers,
        changes: &broadcast::Sender<Change>,
    ) -> Result<Self, CallError> {
        let status = client.call_within(ALIVE_WITHIN, "status", json!({})).await?;
        let text = |name: &str| status[name].as_str().unwrap_or_default().to_owned();
        Ok(Self {
            number,
            program: words::title(&text("program")),
            pid: status["pid"].as_u64().and_then(|pid| u32::try_from(pid).ok()).unwrap_or_default(),
            qt_version: text("qtVersion"),
            command: None,
            events: Events::of(number, &client, watchers, changes),
            client,
            process: None,
            end: Mutex::new(None),
            has_secrets: AtomicBool::new(false),
        })
    }

    /// The block its refs are from.
    pub(crate) fn block(number: u32) -> u32 {
        number - 1
    }

    /// How agents know it: `kcalc (app 1)`.
    pub(crate) fn name(&self) -> String {
        format!("{} (app {})", self.program, self.number)
    }

    /// Calls a method of its probe.
    pub(crate) async fn call(&self, method: &str, params: Value) -> Result<Value, Fault> {
        let call = self.client.call_within(LONGEST_CALL, method, params);
        tokio::pin!(call);
        let mut alive = interval_at(tokio::time::Instant::now() + ALIVE_EVERY, ALIVE_EVERY);
        alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let answer = loop {
            tokio::select! {
                answer = &mut call => break answer,
                _ = alive.tick() => {
                    let ping = self.client.call_within(ALIVE_WITHIN, "ping", json!({}));
                    tokio::select! {
                        answer = &mut call => break answer,
                        pong = ping => if let Err(CallError::Timeout { .. }) = pong {
                            return Err(self.silent());
                        }
                    }
                }
            }
        };
        match answer {
            Ok(value) => Ok(self.learned(value)),
            Err(CallError::Rpc { fault: Some(fault), .. }) if fault.code == Code::AppGone => Err(self.gone().await),
            // One that is about to end has lost its application object already.
            Err(CallError::Rpc { fault: Some(fault), .. })
                if fault.code == Code::NoWindow && timeout(LAST_LOOK, self.closed()).await.is_ok() =>
            {
                Err(self.gone().await)
            }
            Err(CallError::Rpc { fault: Some(fault), .. }) => Err(fault),
            Err(CallError::Rpc { message, .. }) => Err(Fault::new(Code::Internal, message)),
            Err(CallError::Closed { .. }) => Err(self.gone().await),
            Err(CallError::Timeout { .. }) => Err(self.silent()),
        }
    }

    /// An answer without what is not for clients.
    fn learned(&self, mut answer: Value) -> Value {
        if answer.as_object_mut().and_then(|members| members.remove(HAS_SECRETS)).is_some() {
            self.has_secrets.store(true, Ordering::Relaxed);
        }
        answer
    }

    /// Whether the process that this server started for it is still there.
    pub(crate) async fn has_process(&self) -> bool {
        match &self.process {
            Some(process) => process.lock().await.ended().is_none(),
            None => false,
        }
    }

    /// Whether its process has ended with exit code 0.
    pub(crate) async fn has_ended_well(&self) -> bool {
        match &self.process {
            Some(process) => process.lock().await.ended().is_some_and(|status| status.success()),
            None => false,
        }
    }

    /// How it is, at once; a fault when it does not answer.
    pub(crate) async fn status(&self) -> Result<Value, Fault> {
        let answer = self.client.call_within(STATUS_WITHIN, "status", json!({})).await;
        match answer {
            Ok(status) => Ok(self.learned(status)),
            Err(CallError::Closed { .. }) => Err(self.gone().await),
            Err(_) => Err(self.silent()),
        }
    }

    /// How its process ended, or that its connection is lost; `None` while all is well.
    pub(crate) async fn end(&self) -> Option<String> {
        self.client.closed()?;
        if let Some(known) = self.known_end() {
            return Some(known);
        }
        let told = match &self.process {
            Some(process) => match process.lock().await.wait_exit(EXIT_WITHIN).await {
                Ok(status) => words::ended(status),
                Err(_) => return Some("lost its connection, though its process still runs".to_owned()),
            },
            None if registry::is_running(self.pid) => "closed the connection".to_owned(),
            None => "ended".to_owned(),
        };
        Some(self.has_ended(told))
    }

    /// Whether there is a connection to it.
    pub(crate) fn is_connected(&self) -> bool {
        self.client.closed().is_none()
    }

    /// The last of what the app wrote: stdout and stderr, without the probe's own lines.
    pub(crate) async fn output(&self) -> Option<(String, String)> {
        let process = self.process.as_ref()?.lock().await;
        let is_told = !self.has_secrets.load(Ordering::Relaxed);
        let told = |text: String| match words::last_lines(&text) {
            lines if is_told || lines.is_empty() => lines,
            _ => UNTOLD.to_owned(),
        };
        Some((told(process.stdout()), told(process.stderr())))
    }

    /// The events that came since this was last asked, and how many more there were.
    pub(crate) fn take_events(&self) -> (Vec<Event>, u64) {
        self.events.take()
    }

    /// Closes its windows and waits for its end. What is still open when it does not end is the fault.
    pub(crate) async fn close(&self) -> Result<String, Fault> {
        let mut open = self.open_windows(json!({})).await?;
        // Where nothing is open any more it is about to end.
        let patience = if open.told.is_empty() { CLOSE_WITHIN } else { LAST_LOOK };
        if timeout(patience, self.closed()).await.is_ok() {
            return Ok(self.end().await.unwrap_or_default());
        }
        if open.told.is_empty() {
            open = self.open_windows(json!({"ask": true})).await?;
        }
        let name = self.name();
        let fault = if open.told.is_empty() {
            Fault::new(Code::Unsupported, format!("{name} has closed its windows and runs on."))
                .next("Call `close_app` with force true to end it.")
        } else {
            let told = open.told;
            let asks = if open.asked.is_empty() { " If it asks something, that is in its window." } else { "" };
            Fault::new(Code::BlockedByDialog, format!("{name} does not close. {told}{asks}")).next(
                "Answer what it asks and call `close_app` again, or call `close_app` with force true: what is not \
                 saved is then lost.",
            )
        };
        Err(fault)
    }

    /// Waits until the app shows a window, as most do soon after they have come up; for some time only, since some never
    /// do.
    pub(crate) async fn show_itself(&self) {
        let has_none = async || match self.client.call_within(ALIVE_WITHIN, "closeWindows", json!({"ask": true})).await
        {
            Ok(answer) => answer["open"].as_array().is_some_and(Vec::is_empty),
            Err(error) => error.fault_code() == Some(Code::AppBusy),
        };
        let shown = async {
            while has_none().await {
                sleep(A_MOMENT).await;
            }
        };
        let _ = timeout(WINDOW_WITHIN, shown).await;
    }

    async fn open_windows(&self, params: Value) -> Result<Open, Fault> {
        match self.call("closeWindows", params).await {
            Ok(answer) => Ok(Open::read(&answer)),
            Err(fault) if fault.code == Code::AppGone => Ok(Open::default()),
            Err(fault) => Err(fault),
        }
    }

    /// Ends an app of ours: its windows are closed, then SIGTERM, then SIGKILL; what it asked about is told. An app of
    /// somebody else is let go.
    pub(crate) async fn end_it(&self) -> String {
        let Some(process) = &self.process else {
            self.client.close().await;
            return self.has_ended("was let go and runs on".to_owned());
        };
        let open = timeout(CLOSE_SOON, self.open_windows(json!({}))).await;
        let open = open.ok().and_then(Result::ok);
        if open.as_ref().is_some_and(|open| open.told.is_empty()) {
            let _ = timeout(CLOSE_SOON, self.closed()).await;
        }
        let open = open.unwrap_or_default();
        let ended = process.lock().await.end_politely(Duration::ZERO, TERM_WITHIN).await;
        let mut told = match ended {
            Ok(Ended { how: How::Already | How::Windows, status }) => words::ended(status),
            Ok(Ended { how: How::Terminated, .. }) => "was terminated".to_owned(),
            Ok(Ended { how: How::Killed, .. }) => "was killed".to_owned(),
            Err(error) => format!("could not be ended: {error}"),
        };
        if !open.asked.is_empty() {
            told = format!("{told}; it had asked: {}", open.asked);
        }
        self.has_ended(told)
    }

    /// The fault of a call to an app that has ended.
    pub(crate) async fn gone(&self) -> Fault {
        let end = self.end().await.unwrap_or_else(|| "is ending".to_owned());
        let said = match self.output().await {
            Some((stdout, stderr)) if stderr.is_empty() => stdout,
            Some((_, stderr)) => stderr,
            None => String::new(),
        };
        let said = words::quoted(&said);
        let next = match self.command {
            Some(_) => "Call `launch_app` without arguments to start it again.",
            None => "Call `list_apps` to see what runs, then `select_app` or `launch_app`.",
        };
        Fault::new(Code::AppGone, format!("{} {end}.{said}", self.name())).next(next)
    }

    fn silent(&self) -> Fault {
        Fault::new(Code::AppBusy, format!("{} does not answer at all: its process may be stopped.", self.name()))
            .next("Wait and try again, or call `close_app` with force true and then `launch_app`.")
    }

    /// What becomes known of its end first is what is told from then on.
    fn has_ended(&self, told: String) -> String {
        self.end.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(told).clone()
    }

    fn known_end(&self) -> Option<String> {
        self.end.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn closed(&self) {
        while self.client.closed().is_none() {
            sleep(A_MOMENT).await;
        }
    }
}

/// What is still open after an app's windows were closed.
#[derive(Default)]
struct Open {
    /// All of it, with refs to answer by; empty when nothing is.
    told: String,
    /// What the app asks, in its own words.
    asked: String,
}

impl Open {
    fn read(answer: &Value) -> Self {
        let question = |window: &Value| {
            let buttons: Vec<_> = window.get("buttons")?.as_array()?.iter().filter_map(Value::as_str).collect();
            let text = window["text"].as_str().unwrap_or_default().replace('\n', " ");
            Some(format!("\"{text}\" ({})", buttons.join(", ")))
        };
        let asked: Vec<_> = answer["open"].as_array().into_iter().flatten().filter_map(question).collect();
        Self { told: answer["text"].as_str().unwrap_or_default().to_owned(), asked: asked.join("; ") }
    }
}
