//! Which app a command talks to: the one that is named, or the only one that runs.

use crate::console::Stop;
use crate::exit::Exit;
use clap::Args;
use qtmcp_client::registry::{self, Entry};
use qtmcp_client::{CallError, Client};

/// The option that names an app.
#[derive(Args)]
pub(crate) struct Target {
    /// The app: its process id, program, window title (or a part of it), or address
    ///
    /// Without it, the only app that runs with the probe. Addresses are ws://HOST:PORT and unix:/PATH/TO.sock.
    #[arg(long, visible_alias = "connect", value_name = "PID|PROGRAM|TITLE|URL")]
    app: Option<String>,
}

impl Target {
    /// Connects to the app that is meant.
    pub(crate) async fn connect(&self) -> Result<Client, Stop> {
        Client::connect(&address(self.app.as_deref())?).await.map_err(|error| Stop::new(Exit::NoApp, error.to_string()))
    }
}

/// The address of the app that is named: by its address, or as it has announced itself.
pub(crate) fn address(wanted: Option<&str>) -> Result<String, Stop> {
    match wanted {
        Some(address) if is_address(address) => Ok(address.to_owned()),
        wanted => Ok(choose(wanted, &registry::list())?.address()),
    }
}

/// What a failed call ends with. A fault goes over several lines, so that its next step is seen.
pub(crate) fn call_failed(error: CallError) -> Stop {
    match error {
        CallError::Rpc { fault: Some(fault), .. } => {
            let next = if fault.next.is_empty() { String::new() } else { format!("\n  next: {}", fault.next) };
            Stop::failure(format!("{}: {}{next}", fault.code, fault.message))
        }
        CallError::Rpc { .. } => Stop::failure(error.to_string()),
        CallError::Closed { .. } | CallError::Timeout { .. } => Stop::new(Exit::NoAnswer, error.to_string()),
    }
}

/// One line for an app, as it is listed for a choice.
pub(crate) fn describe(entry: &Entry) -> String {
    let title = if entry.title.is_empty() { String::new() } else { format!("  \"{}\"", entry.title) };
    format!("{:>7}  {}{title}  (Qt {})", entry.pid, entry.program, entry.qt_version)
}

fn is_address(text: &str) -> bool {
    text.starts_with("ws://") || text.starts_with("unix:")
}

fn choose<'a>(wanted: Option<&str>, running: &'a [Entry]) -> Result<&'a Entry, Stop> {
    let stop = |message: String| Err(Stop::new(Exit::NoApp, message));
    let list = |entries: &[&Entry]| entries.iter().map(|entry| format!("\n{}", describe(entry))).collect::<String>();
    if running.is_empty() {
        return stop("no app with the probe is running: start one with `qtmcp run -- APP`".to_owned());
    }
    let Some(wanted) = wanted else {
        return match running {
            [only] => Ok(only),
            several => {
                let all: Vec<_> = several.iter().collect();
                stop(format!("{} apps are running: choose one with --app{}", all.len(), list(&all)))
            }
        };
    };
    // From the strictest reading to the laxest, so that an app with a longer name does not stand in the way.
    let folded = wanted.to_lowercase();
    let is_part = |text: &str| text.to_lowercase().contains(&folded);
    let readings: [&dyn Fn(&Entry) -> bool; 3] = [
        &|entry| wanted.parse() == Ok(entry.pid),
        &|entry| entry.program == wanted || entry.title == wanted,
        &|entry| is_part(&entry.program) || is_part(&entry.title),
    ];
    for reading in readings {
        let found: Vec<_> = running.iter().filter(|entry| reading(entry)).collect();
        match found.as_slice() {
            [] => {}
            [only] => return Ok(only),
            several => {
                let message =
                    format!("`{wanted}` fits {} apps: name one by its process id{}", several.len(), list(several));
                return stop(message);
            }
        }
    }
    let all: Vec<_> = running.iter().collect();
    stop(format!("no running app is called `{wanted}`. There is:{}", list(&all)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(pid: u32, program: &str, title: &str) -> Entry {
        Entry {
            pid,
            start_time: 1,
            socket: Some(format!("/r/{pid}.sock").into()),
            url: None,
            program: program.to_owned(),
            title: title.to_owned(),
            qt_version: "6.4.2".to_owned(),
            version: "0.1.0".to_owned(),
            protocol: 1,
            token: None,
        }
    }

    fn chosen(wanted: Option<&str>, running: &[Entry]) -> Result<u32, String> {
        choose(wanted, running).map(|entry| entry.pid).map_err(|stop| {
            assert_eq!(stop.exit, Exit::NoApp);
            stop.message
        })
    }

    #[test]
    fn the_only_app_needs_no_name() {
        assert_eq!(chosen(None, &[entry(7, "kcalc", "")]), Ok(7));
        assert!(chosen(None, &[]).unwrap_err().contains("qtmcp run -- APP"));
    }

    #[test]
    fn of_several_apps_the_strictest_reading_of_a_name_decides() {
        let running =
            [entry(12, "kcalc", "KCalc"), entry(34, "kcalc-devel", "Sums"), entry(56, "editor", "12 notes - Editor")];
        assert_eq!(chosen(Some("12"), &running), Ok(12));
        assert_eq!(chosen(Some("kcalc"), &running), Ok(12));
        assert_eq!(chosen(Some("devel"), &running), Ok(34));
        assert_eq!(chosen(Some("NOTES"), &running), Ok(56));
    }

    #[test]
    fn what_is_not_clear_is_answered_with_the_choice() {
        let running = [entry(12, "kcalc", "KCalc"), entry(34, "kcalc", "")];
        let listed = "     12  kcalc  \"KCalc\"  (Qt 6.4.2)\n     34  kcalc  (Qt 6.4.2)";
        assert_eq!(chosen(None, &running).unwrap_err(), format!("2 apps are running: choose one with --app\n{listed}"));
        assert!(chosen(Some("kcalc"), &running).unwrap_err().contains("name one by its process id"));
        assert!(chosen(Some("gimp"), &running).unwrap_err().ends_with(listed));
    }
}
