//! What one `qtmcp serve` is, whoever is connected to it: its mode, its apps, and which of them is selected.

use crate::app::{App, AppCommand};
use crate::events::Change;
use crate::policy::Policy;
use crate::watching::{Watchers, Watching};
use crate::{console, launching, words};
use qtmcp_client::{Client, registry};
use qtmcp_guard::token::masked;
use qtmcp_modes::CATALOG;
use qtmcp_tool::a11y::Refs;
use qtmcp_tool::{Access, Code, Effect, Fault, Mode, Permits};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Mutex as AsyncMutex, broadcast};

/// Changes a slow connection may leave unread; it is then told of the last ones only.
const CHANGES_KEPT: usize = 64;

/// The server behind every connection.
pub(crate) struct Server {
    state: Mutex<State>,
    changes: broadcast::Sender<Change>,
    /// Held while an app is being launched, so that the calls for it wait.
    launching: Arc<AsyncMutex<()>>,
    watchers: Watchers,
    pub(crate) policy: Policy,
}

struct State {
    mode: Mode,
    apps: BTreeMap<u32, Arc<App>>,
    last_number: u32,
    selected: Option<u32>,
    /// What `launch_app` without arguments starts.
    command: Option<AppCommand>,
    /// Why the app of the command line is not there.
    not_started: Option<Fault>,
}

impl Server {
    /// A server without an app; `command` is what `launch_app` starts when it is not told anything else.
    pub(crate) fn new(mode: Mode, command: Option<AppCommand>, policy: Policy) -> Self {
        let state = State { mode, apps: BTreeMap::new(), last_number: 0, selected: None, command, not_started: None };
        Self {
            state: Mutex::new(state),
            changes: broadcast::Sender::new(CHANGES_KEPT),
            launching: Arc::default(),
            watchers: Watchers::new(),
            policy,
        }
    }

    /// Starts the app of the command line, or connects to the one that was named, while the first requests are answered
    /// already; calls for the app wait for it.
    pub(crate) fn begin(self: &Arc<Self>, connect: Option<String>) {
        let Ok(held) = Arc::clone(&self.launching).try_lock_owned() else { return };
        let server = Arc::clone(self);
        tokio::spawn(async move {
            let command = server.state().command.clone();
            let begun = match (connect, command) {
                (Some(address), _) => server.connect_now(&address).await,
                (None, Some(command)) => server.launch_now(command).await,
                (None, None) => return,
            };
            if let Err(fault) = &begun {
                server.state().not_started = Some(fault.clone());
            }
            drop(held);
            if let Err(fault) = begun {
                console::note(fault);
            }
        });
    }

    /// The mode now.
    pub(crate) fn mode(&self) -> Mode {
        self.state().mode
    }

    /// Changes the mode for everybody.
    pub(crate) fn set_mode(&self, mode: Mode) {
        let before = std::mem::replace(&mut self.state().mode, mode);
        if before != mode {
            self.tell(Change::Tools);
        }
    }

    /// What changes from now on.
    pub(crate) fn changes(&self) -> broadcast::Receiver<Change> {
        self.changes.subscribe()
    }

    /// The apps, the oldest first.
    pub(crate) fn apps(&self) -> Vec<Arc<App>> {
        self.state().apps.values().cloned().collect()
    }

    /// The number of the selected app.
    pub(crate) fn selected_number(&self) -> Option<u32> {
        self.state().selected
    }

    /// The app of this number, or the selected one.
    pub(crate) async fn app(&self, number: Option<u32>) -> Result<Arc<App>, Fault> {
        // Only whoever has nothing else to talk to waits for an app that is coming up.
        if number.or(self.selected_number()).is_none() {
            drop(self.launching.lock().await);
        }
        let state = self.state();
        let Some(number) = number.or(state.selected) else {
            if let Some(fault) = &state.not_started {
                return Err(fault.clone());
            }
            return Err(Fault::new(Code::NotConnected, "No app is running.")
                .next("Call `launch_app` with a program, or `list_apps` and `select_app` for one that runs."));
        };
        state.apps.get(&number).cloned().ok_or_else(|| {
            Fault::new(Code::NotFound, format!("There is no app {number}.")).next("Call `list_apps` for their numbers.")
        })
    }

    /// Calls a tool of the mode in the selected app.
    pub(crate) async fn call_tool(&self, name: &str, arguments: Value) -> Result<Value, Fault> {
        let app = self.app(None).await?;
        let wanted = asked_ref(&arguments);
        let mode = self.mode();
        let params = json!({"name": name, "arguments": arguments, "mode": mode});
        let was_there = app.is_connected();
        let fault = match app.call("callTool", params).await {
            Ok(answer) => return Ok(answer),
            Err(fault) => fault,
        };
        let acts = CATALOG.own(mode, name).is_some_and(|tool| tool.effect != Effect::Reads);
        if fault.code == Code::AppGone && was_there && acts && app.has_ended_well().await {
            // To quit, or to answer the last question, is an act like another.
            let text = format!("{} ended with exit code 0 while this was done.", app.name());
            return Ok(json!({"content": [{"type": "text", "text": text}]}));
        }
        let next = words::for_mcp(&fault.next, mode, name);
        let fault = fault.next(next);
        Err(match wanted {
            Some(number) if fault.code == Code::UnknownRef => self.whose(number, &app, fault),
            _ => fault,
        })
    }

    /// Launches an app and selects it.
    pub(crate) async fn launch(&self, command: AppCommand) -> Result<Arc<App>, Fault> {
        let _held = self.launching.lock().await;
        self.launch_now(command).await
    }

    /// Connects to an app that runs and selects it.
    pub(crate) async fn connect(&self, address: &str) -> Result<Arc<App>, Fault> {
        let _held = self.launching.lock().await;
        self.connect_now(address).await
    }

    /// Selects an app of this server.
    pub(crate) async fn select(&self, number: u32) -> Result<Arc<App>, Fault> {
        let app = self.app(Some(number)).await?;
        self.state().selected = Some(number);
        self.tell_selected(number);
        Ok(app)
    }

    /// What to start when nothing is named: the selected app again, or the command line's.
    pub(crate) fn command(&self) -> Option<AppCommand> {
        let state = self.state();
        let selected = state.selected.and_then(|number| state.apps.get(&number));
        selected.and_then(|app| app.command.clone()).or_else(|| state.command.clone())
    }

    /// Has the apps tell of changes, until this is dropped.
    pub(crate) fn watch(&self) -> Watching {
        self.watchers.begin()
    }

    /// Ends the apps that this server launched and lets go of the others.
    pub(crate) async fn end(&self) {
        let end = |app: Arc<App>| async move {
            let is_there = app.is_connected() || app.has_process().await;
            (is_there, app.name(), if is_there { app.end_it().await } else { String::new() })
        };
        let ends: Vec<_> = self.apps().into_iter().map(|app| tokio::spawn(end(app))).collect();
        for end in ends {
            if let Ok((true, name, told)) = end.await {
                console::note(format!("{name} {told}"));
            }
        }
    }

    async fn launch_now(&self, command: AppCommand) -> Result<Arc<App>, Fault> {
        let number = self.next_number();
        let launched = launching::launch(&command, App::block(number), &self.policy.query()).await?;
        self.state().command = Some(command.clone());
        let app = App::launched(number, command, launched, &self.watchers, &self.changes);
        app.show_itself().await;
        if app.is_connected() {
            return Ok(self.add(app));
        }
        let fault = app.gone().await;
        Err(if app.has_ended_well().await { fault.next(launching::RUNS_ALREADY) } else { fault })
    }

    async fn connect_now(&self, address: &str) -> Result<Arc<App>, Fault> {
        let number = self.next_number();
        let separator = if address.contains('?') { '&' } else { '?' };
        let with_block = format!("{address}{separator}refs={}&{}", App::block(number), self.policy.query());
        // A token in it is nobody's business.
        let (shown, shown_whole) = (masked(address), masked(&with_block));
        let failed = |why: String| {
            Fault::new(Code::NotConnected, format!("No connection to {shown}: {why}."))
                .next("Call `list_apps` for the apps that run.")
        };
        let client = Client::connect(&with_block)
            .await
            .map_err(|error| failed(error.to_string().replace(&*shown_whole, &shown)))?;
        let app = App::connected(number, client, &self.watchers, &self.changes)
            .await
            .map_err(|error| failed(error.to_string()))?;
        Ok(self.add(app))
    }

    fn add(&self, app: App) -> Arc<App> {
        let app = Arc::new(app);
        {
            let mut state = self.state();
            state.apps.insert(app.number, Arc::clone(&app));
            state.selected = Some(app.number);
            state.not_started = None;
        }
        self.tell_selected(app.number);
        app
    }

    fn tell_selected(&self, number: u32) {
        self.tell(Change::Page(number));
        self.tell(Change::Console(number));
    }

    /// A number is never used twice, not even for a launch that failed: refs go by it.
    fn next_number(&self) -> u32 {
        let mut state = self.state();
        state.last_number += 1;
        state.last_number
    }

    /// A ref that the selected app never gave may be another app's.
    fn whose(&self, number: u64, selected: &App, fault: Fault) -> Fault {
        let owner = u32::try_from(Refs::block_of(number) + 1).ok();
        let owner = owner.and_then(|owner| self.state().apps.get(&owner).cloned());
        match owner {
            Some(owner) if owner.number != selected.number => {
                let (name, selected) = (owner.name(), selected.name());
                let (what, next) = if owner.is_connected() {
                    let next = format!("Call `select_app` with app {}, or read the selected app anew.", owner.number);
                    (format!("which is not selected: {selected} is"), next)
                } else {
                    (format!("which has ended; {selected} is selected"), "Read the selected app anew.".to_owned())
                };
                Fault::new(fault.code, format!("Ref {number} is an element of {name}, {what}.")).next(next)
            }
            _ => fault,
        }
    }

    /// Tells every connection.
    pub(crate) fn tell(&self, change: Change) {
        // Fails when nobody is connected.
        let _ = self.changes.send(change);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Permits for Server {
    fn access(&self) -> Access {
        self.policy.access
    }
}

/// The apps that announce themselves and that this server has no connection to.
pub(crate) fn others(server: &Server) -> Vec<registry::Entry> {
    let ours: Vec<_> = server.apps().iter().filter(|app| app.is_connected()).map(|app| app.pid).collect();
    registry::list().into_iter().filter(|entry| !ours.contains(&entry.pid)).collect()
}

/// The tool of another mode that was called, as a fault that says how to get there.
pub(crate) fn of_another_mode(mode: Mode, name: &str) -> Option<Fault> {
    let other = CATALOG.elsewhere(mode, name)?;
    let message = format!("`{name}` is a tool of {} mode, and this is {} mode.", other.as_str(), mode.as_str());
    let or_all = if other == Mode::All { "" } else { ", or all" };
    Some(Fault::new(Code::Unsupported, message).next(format!("Call `set_mode` with mode {}{or_all}.", other.as_str())))
}

fn asked_ref(arguments: &Value) -> Option<u64> {
    match arguments.get("ref")? {
        Value::Number(number) => number.as_u64(),
        Value::String(text) => text.trim_start_matches("ref_").parse().ok(),
        _ => None,
    }
}
