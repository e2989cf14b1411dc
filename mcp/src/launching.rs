//! Starting an app for the server, and what to tell when that fails.

use crate::app::AppCommand;
use crate::words;
use qtmcp_client::{Launch, LaunchError, LaunchedApp};
use qtmcp_tool::{Code, Fault};
use std::io;

/// What may be so when a program ends at once and well.
pub(crate) const RUNS_ALREADY: &str = "If it runs already and passes new starts on to that one, `list_apps` and `select_app` \
                                       that one, or end it first. If it is no Qt program, it cannot be driven.";

/// Starts the app with the probe in it; it ends with this process. Its refs are of `block`, and the connection asks for what
/// `query` says.
pub(crate) async fn launch(command: &AppCommand, block: u32, query: &str) -> Result<LaunchedApp, Fault> {
    let mut launch = Launch::new(&command.program).args(&command.args).owned(true).refs(block).asking(query);
    let is_set = |name: &str| {
        let here = command.env.iter().any(|(known, _)| known == name);
        here || std::env::var_os(name).is_some_and(|value| !value.is_empty())
    };
    // Qt apps abort without a screen; for an agent the app's own screen is as good.
    if !["QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"].into_iter().any(is_set) {
        launch = launch.platform("offscreen");
    }
    for (name, value) in &command.env {
        launch = launch.env(name, value);
    }
    if let Some(dir) = &command.dir {
        launch = launch.current_dir(dir);
    }
    launch.launch().await.map_err(|error| fault(&command.program, error))
}

fn fault(program: &str, error: LaunchError) -> Fault {
    let doctor = format!("`qtmcp doctor {program}` in a terminal tells why the probe does not load");
    match error {
        LaunchError::Start { source, .. } if source.kind() == io::ErrorKind::NotFound => Fault::new(
            Code::NotFound,
            format!("There is no program `{program}`, or not the directory it should start in."),
        )
        .next("Call `launch_app` with the path of the program."),
        LaunchError::Start { source, .. } => {
            Fault::new(Code::Unsupported, format!("`{program}` cannot be started: {source}."))
                .next("Call `launch_app` with another program.")
        }
        LaunchError::Ended { status, stderr, .. } => {
            let said = words::quoted(&words::last_lines(&stderr));
            let message = format!("`{program}` {} before its probe answered.{said}", words::ended(status));
            let next = if status.success() {
                RUNS_ALREADY.to_owned()
            } else {
                format!("Correct what it complains about; {doctor}.")
            };
            Fault::new(Code::AppGone, message).next(next)
        }
        LaunchError::Silent { after, stderr, .. } => {
            let said = words::quoted(&words::last_lines(&stderr));
            let message = format!(
                "`{program}` ran, but no probe answered from it within {} s: is it a Qt 5 or Qt 6 program with shared \
                 libraries?{said}",
                after.as_secs()
            );
            Fault::new(Code::Unsupported, message).next(format!("Launch another program; {doctor}."))
        }
        other => Fault::new(Code::Internal, other.to_string()).next(format!("{doctor}.")),
    }
}
