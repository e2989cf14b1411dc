//! The proof: start the app without a display, wait for its probe, ask how it is, end it.

use super::report::Report;
use qtmcp_client::{Launch, LaunchError};
use serde_json::{Value, json};
use std::time::Duration;

/// How long an app may take to come up; large ones on a slow disk take several seconds.
const UP_WITHIN: Duration = Duration::from_secs(20);

/// How long an app may take to end when its windows are closed, and then when it is asked to.
const END_WITHIN: Duration = Duration::from_secs(3);

/// Tries it, and reports what came of it.
pub(super) async fn examine(report: &mut Report, words: &[String]) {
    let Some((program, arguments)) = words.split_first() else { return };
    let launch = Launch::new(program).args(arguments).platform("offscreen").deadline(UP_WITHIN);
    match launch.launch().await {
        Ok(mut app) => {
            let status = app.client.call("status", json!({})).await.unwrap_or(Value::Null);
            let toolkit = status["qtVersion"].as_str().unwrap_or(&app.qt_version).to_owned();
            report.good(
                "try",
                format!("started without a display: the probe answers (Qt {toolkit}, process {})", app.pid),
            );
            // Whatever it takes: dropping it kills what is left.
            let _ = app.end_politely(END_WITHIN, END_WITHIN).await;
        }
        Err(error @ LaunchError::Silent { .. }) => {
            report.problem("try", error.to_string(), "Is this the program that shows the windows? Name that one.");
        }
        Err(error) => {
            report.problem("try", error.to_string(), "Start it by itself first, to see whether it runs at all.")
        }
    }
}
