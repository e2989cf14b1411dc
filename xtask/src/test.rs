//! `cargo xtask test`: everything the tests need, then the tests, on both Qt versions.

use crate::build::{self, Apps, Profile};
use crate::layout::{Layout, Qt};
use crate::packages::Group;
use crate::{setup, step};
use anyhow::Result;
use std::process::Command;

#[derive(clap::Args)]
pub(crate) struct Test {
    /// Only tests of one Qt version (by the `qt5` or `qt6` in their names) and those that use none.
    #[arg(long)]
    qt: Option<Qt>,
    /// Passed on to nextest: filters and options.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    nextest: Vec<String>,
}

impl Test {
    pub(crate) fn run(self, layout: &Layout) -> Result<()> {
        setup::ensure(layout, &Group::ALL)?;
        build::build(layout, Profile::Release, Apps::All)?;
        build::build_desktop(layout, Profile::Release)?;
        let mut nextest = Command::new("cargo");
        nextest.current_dir(layout.root()).args(["nextest", "run", "--workspace"]);
        if let Some(qt) = self.qt {
            let other = Qt::ALL.into_iter().find(|other| *other != qt).unwrap_or(qt);
            nextest.args(["--filterset", &format!("not test(/qt{}/)", other.major())]);
        }
        step::show(nextest.args(&self.nextest))?;
        // nextest does not run documentation tests.
        if self.nextest.is_empty() {
            step::show(Command::new("cargo").current_dir(layout.root()).args([
                "test",
                "--workspace",
                "--doc",
                "--quiet",
            ]))?;
        }
        Ok(())
    }
}
