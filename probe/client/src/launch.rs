//! Starts an app with the probe in it, waits until the probe listens, and connects.

use crate::announcement::{Announcement, Place};
use crate::launched::{DRAIN, Inner};
use crate::output::Output;
use crate::tie::Tie;
use crate::{Client, LaunchError, LaunchedApp, Libraries, registry, spawning};
use rustix::process::{Pid, Signal, kill_process_group};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use tokio::process::{Child, Command};
use tokio::time::{Instant, MissedTickBehavior, interval};

/// How often the announcement is looked for; a probe takes some tens of milliseconds to come up.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// How long an app may take to come up after the program that was started for it has ended well.
const BEHIND_LAUNCHER: Duration = Duration::from_secs(2);

/// An app to be started with the probe in it.
///
/// The app gets no stdin. Its output is read, and the last megabyte of each stream is kept.
#[derive(Clone, Debug)]
pub struct Launch {
    program: OsString,
    args: Vec<OsString>,
    env: Vec<(OsString, Option<OsString>)>,
    dir: Option<PathBuf>,
    libraries: Option<Libraries>,
    deadline: Duration,
    is_owned: bool,
    refs: Option<u32>,
    query: Vec<String>,
}

impl Launch {
    /// A program by its path or, without a slash, by its name in `PATH`.
    pub fn new(program: impl Into<OsString>) -> Self {
        Self {
            program: program.into(),
            args: Vec::new(),
            env: Vec::new(),
            dir: None,
            libraries: None,
            deadline: Duration::from_secs(20),
            is_owned: false,
            refs: None,
            query: Vec::new(),
        }
    }

    /// One more argument.
    #[must_use]
    pub fn arg(mut self, arg: impl Into<OsString>) -> Self {
        self.args.push(arg.into());
        self
    }

    /// More arguments.
    #[must_use]
    pub fn args(mut self, args: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }

    /// A variable for the app. `QTMCP_PORT` is `auto` unless it is set here, or the app is owned.
    #[must_use]
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.env.push((name.into(), Some(value.into())));
        self
    }

    /// A variable that the app does not inherit.
    #[must_use]
    pub fn env_remove(mut self, name: impl Into<OsString>) -> Self {
        self.env.push((name.into(), None));
        self
    }

    /// The Qt platform, such as `offscreen`.
    #[must_use]
    pub fn platform(self, name: &str) -> Self {
        self.env("QT_QPA_PLATFORM", name)
    }

    /// The directory that the app starts in.
    #[must_use]
    pub fn current_dir(mut self, dir: impl Into<PathBuf>) -> Self {
        self.dir = Some(dir.into());
        self
    }

    /// The probe's libraries; without this, those of [`Libraries::find`].
    #[must_use]
    pub fn libraries(mut self, libraries: Libraries) -> Self {
        self.libraries = Some(libraries);
        self
    }

    /// How long the app may take until its probe listens; 20 s without this.
    #[must_use]
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = deadline;
        self
    }

    /// Whether the app ends when this process ends, however that happens. Such an app has no TCP port: it is reached by its
    /// Unix socket, unless there is no directory for one.
    #[must_use]
    pub fn owned(mut self, is_owned: bool) -> Self {
        self.is_owned = is_owned;
        self
    }

    /// The block that the refs of the connection are from; without this, the app's own.
    #[must_use]
    pub fn refs(mut self, block: u32) -> Self {
        self.refs = Some(block);
        self
    }

    /// What else the connection asks for, as a query has it: `access=read`.
    #[must_use]
    pub fn asking(mut self, query: &str) -> Self {
        self.query.push(query.to_owned());
        self
    }

    /// Starts the app and connects to its probe. When this fails, the app is gone.
    pub async fn launch(self) -> Result<LaunchedApp, LaunchError> {
        let give_up = Instant::now() + self.deadline;
        let place = Place::new()?;
        let tie = self.is_owned.then(Tie::new).transpose()?;
        let command = self.command(&place, tie.as_ref())?;
        let program = self.program.to_string_lossy().into_owned();
        let started = spawning::spawn(command, tie).await;
        let (mut child, tie) = started.map_err(|source| LaunchError::Start { program: program.clone(), source })?;
        let unfinished = Unfinished(child.id().filter(|_| self.is_owned));
        let pipe = |name| std::io::Error::other(format!("the app has no {name}"));
        let stdout = Output::of(child.stdout.take().ok_or_else(|| pipe("stdout"))?);
        let mut stderr = Output::of(child.stderr.take().ok_or_else(|| pipe("stderr"))?);
        let waited = tokio::time::timeout_at(give_up, announced(&place, &mut child)).await;
        let announcement = match waited {
            Ok(Ok(Up::Announced(announcement))) => announcement,
            Ok(Ok(Up::Ended(status))) => {
                stderr.drain(DRAIN).await;
                return Err(LaunchError::Ended { program, status, stderr: stderr.text() });
            }
            Ok(Err(error)) => return Err(error.into()),
            Err(_) => return Err(LaunchError::Silent { program, after: self.deadline, stderr: stderr.text() }),
        };
        let Announcement { pid, url, socket, qt_version } = announcement;
        let inner = (child.id() != Some(pid)).then(|| Inner::new(pid));
        let by_socket = socket.as_ref().map(|socket| format!("unix:{}", socket.display()));
        let nowhere = || std::io::Error::other("the probe says that it listens nowhere");
        let url = url.or(by_socket).ok_or_else(nowhere)?;
        let asked: Vec<_> =
            self.refs.map(|block| format!("refs={block}")).into_iter().chain(self.query.clone()).collect();
        let query = if asked.is_empty() { String::new() } else { format!("?{}", asked.join("&")) };
        let client = Client::connect_with(&format!("{url}{query}"), |address| self.token(address)).await?;
        unfinished.finish();
        Ok(LaunchedApp { client, url, socket, pid, qt_version, child, stdout, stderr, inner, _tie: tie })
    }

    fn command(&self, place: &Place, tie: Option<&Tie>) -> Result<Command, LaunchError> {
        let libraries = match &self.libraries {
            Some(libraries) => libraries.clone(),
            None => Libraries::find()?,
        };
        let preloaded = match self.setting("LD_PRELOAD") {
            Some(set_here) => set_here.map(OsStr::to_owned),
            None => std::env::var_os("LD_PRELOAD"),
        };
        let mut command = Command::new(&self.program);
        command.args(&self.args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        if let Some(dir) = &self.dir {
            command.current_dir(dir);
        }
        command.env("QTMCP_PORT", "auto");
        if let Some(tie) = tie {
            // Named, so that an app with directories of its own has its socket where we find it.
            if let Some(dir) = registry::usable_dir() {
                command.env("QTMCP_PORT", "off").env("QTMCP_REGISTRY", dir);
            }
            let (pid, start_time) = (std::process::id(), registry::start_time(std::process::id()));
            command.env("QTMCP_OWNER", format!("{pid}:{}:{}", start_time.unwrap_or_default(), tie.name()?));
            // What is typed at our terminal, Ctrl+C above all, is for us and not for the app.
            command.process_group(0);
        }
        for (name, value) in &self.env {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command.env("QTMCP_ANNOUNCE", place.file());
        command.env("LD_PRELOAD", libraries.ld_preload(preloaded.as_deref())?);
        Ok(command)
    }

    /// What the app will take for its token: what it was told, or what it has written into the registry that it was told of.
    fn token(&self, address: &str) -> Option<String> {
        let of_app = |name: &str| match self.setting(name) {
            Some(set_here) => set_here.map(OsStr::to_owned),
            None if self.is_owned && name == "QTMCP_REGISTRY" => registry::usable_dir().map(Into::into),
            None => std::env::var_os(name),
        };
        let of_entry = || {
            let dir = qtmcp_wire::registry::directory(of_app, qtmcp_guard::private::user())?;
            registry::token_of(&dir, address)
        };
        of_entry().or_else(|| of_app("QTMCP_TOKEN")?.into_string().ok().filter(|token| !token.is_empty()))
    }

    /// What was said here about a variable last: nothing, that it goes, or its value.
    fn setting(&self, name: &str) -> Option<Option<&OsStr>> {
        let said = self.env.iter().rev().find(|(known, _)| known == name)?;
        Some(said.1.as_deref())
    }
}

/// A launch that has not come to its end: what a wrapper has started by then goes with the wrapper.
struct Unfinished(Option<u32>);

impl Unfinished {
    fn finish(mut self) {
        self.0 = None;
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Some(group) = self.0.and_then(|pid| Pid::from_raw(i32::try_from(pid).ok()?)) {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

enum Up {
    Announced(Announcement),
    Ended(ExitStatus),
}

async fn announced(place: &Place, child: &mut Child) -> std::io::Result<Up> {
    let mut behind_launcher = None;
    let mut tick = interval(POLL_INTERVAL);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        // Asked first: an app may announce itself and end before the next look.
        let ended = child.try_wait()?;
        match (place.read()?, ended) {
            (Some(announcement), _) => return Ok(Up::Announced(announcement)),
            // What starts an app in the background ends before the app is up.
            (None, Some(status)) if status.success() => {
                let since = *behind_launcher.get_or_insert_with(Instant::now);
                if since.elapsed() > BEHIND_LAUNCHER {
                    return Ok(Up::Ended(status));
                }
            }
            (None, Some(status)) => return Ok(Up::Ended(status)),
            (None, None) => {}
        }
    }
}
