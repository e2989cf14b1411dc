//! `qtmcp doctor`: whether the probe would get into an app, and if not why, each with what to do.

mod attempt;
mod elf;
mod installation;
mod linker;
mod privileges;
mod program;
mod qt;
mod report;
mod script;
mod surroundings;

use crate::console::{self, Stop, Style};
use crate::exit::{Exit, exit_codes};
use crate::options;
use clap::Args;
use report::{Level, Report};
use std::ffi::OsString;

/// Find out whether an app can be driven, and what to do if not
///
/// Reads the program without running it: which Qt it has, what stands before it, and what would keep the probe out.
/// Without an app it looks at the installation and at the apps that run.
#[derive(Args)]
#[command(after_help = concat!("Examples:
  qtmcp doctor
  qtmcp doctor kcalc
  qtmcp doctor --try -- ./build/myapp --its-own-option
  qtmcp doctor --json kcalc

✓ is well, ! is good to know, ✗ must be mended.

", exit_codes!()))]
pub(crate) struct Doctor {
    /// If nothing is wrong, start the app without a display, wait for its probe and end it
    #[arg(long = "try", requires = "app")]
    attempt: bool,

    /// Print the findings as JSON
    #[arg(long)]
    json: bool,

    /// The application and its arguments
    #[arg(value_name = "APP")]
    app: Vec<OsString>,
}

impl Doctor {
    pub(crate) fn run(self) -> Result<Exit, Stop> {
        let words: Vec<String> = self.app.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        let mut report = Report::default();
        report.section("Installation");
        let installation = installation::examine(&mut report);
        report.section("Surroundings");
        surroundings::examine_settings(&mut report);
        if words.is_empty() {
            surroundings::examine_registry(&mut report);
        } else {
            surroundings::examine_display(&mut report);
            report.section(words.join(" "));
            program::examine(&mut report, &installation, &words);
            if self.attempt && !report.has_problem() {
                options::block_on(async {
                    attempt::examine(&mut report, &words).await;
                    Ok(())
                })?;
            }
        }
        if self.json {
            console::print(&format!("{:#}", report.to_json()))?;
        } else {
            console::print(&format!("{}\n{}", report.to_text(Style::of_stdout()), verdict(&report, &words)))?;
        }
        Ok(if report.has_problem() { Exit::Failure } else { Exit::Success })
    }
}

fn verdict(report: &Report, words: &[String]) -> String {
    match (report.count(Level::Problem), words.is_empty()) {
        (0, true) => "All is well. `qtmcp doctor APP` looks at an app.".to_owned(),
        (0, false) => format!("Nothing keeps the probe out: qtmcp run -- {}", words.join(" ")),
        (1, _) => "There is 1 problem.".to_owned(),
        (count, _) => format!("There are {count} problems."),
    }
}
