//! Everything one does with this repository: `cargo xtask setup`, `build`, `demo`, `test` and so on.

mod bench;
mod build;
mod demo;
#[cfg(target_os = "linux")]
mod dist;
mod docs;
mod gallery;
mod layout;
mod mcp;
mod packages;
mod process;
mod setup;
mod soak;
mod socket;
mod step;
mod test;
mod tidy;

use clap::{Parser, Subcommand};
use layout::Layout;
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Everything one does with this repository.")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Install the Debian packages and tools that are missing.
    Setup(setup::Setup),
    /// Build the probe for Qt 5 and Qt 6 and the `qtmcp` command into `target/qtmcp`.
    Build(build::Build),
    /// Install what is missing, build, and show what an agent would do with an app.
    Demo(demo::Demo),
    /// Install what is missing, build, and run every test on both Qt versions.
    Test(test::Test),
    /// Measure what the probe costs, beside the floor of each figure.
    Bench(bench::Bench),
    /// Keep a busy app under load for a while and watch it.
    Soak(soak::Soak),
    /// Pack the tree: an archive, a Debian package, a desktop extension.
    #[cfg(target_os = "linux")]
    Dist(dist::Dist),
    /// Write the pages that are made from code.
    Docs(docs::Docs),
    /// Check the rules of this repository that no compiler checks.
    Tidy(tidy::Tidy),
    #[command(hide = true)]
    BareServer(bench::BareServer),
}

fn main() -> ExitCode {
    let layout = Layout::of_this_repository();
    let outcome = match Arguments::parse().task {
        Task::Setup(task) => task.run(&layout),
        Task::Build(task) => task.run(&layout),
        Task::Demo(task) => task.run(&layout),
        Task::Test(task) => task.run(&layout),
        Task::Bench(task) => task.run(&layout),
        Task::Soak(task) => task.run(&layout),
        #[cfg(target_os = "linux")]
        Task::Dist(task) => task.run(&layout),
        Task::Docs(task) => task.run(&layout),
        Task::Tidy(task) => task.run(&layout),
        Task::BareServer(task) => task.run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
