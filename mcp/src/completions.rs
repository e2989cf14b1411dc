//! `qtmcp completions`: what a shell needs to complete this command's own words.

use crate::console::{self, Stop};
use crate::exit::Exit;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

/// Print a completion script for your shell
#[derive(Args)]
#[command(after_help = "Examples:
  qtmcp completions bash > ~/.local/share/bash-completion/completions/qtmcp
  qtmcp completions zsh > ~/.zfunc/_qtmcp          (with `fpath+=~/.zfunc` before `compinit` in ~/.zshrc)
  qtmcp completions fish > ~/.config/fish/completions/qtmcp.fish")]
pub(crate) struct Completions {
    /// The shell to write it for
    shell: Shell,
}

impl Completions {
    pub(crate) fn run<C: CommandFactory>(self) -> Result<Exit, Stop> {
        // Into memory first: the generator panics where it cannot write, as into a pipe that nobody reads.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut C::command(), "qtmcp", &mut script);
        console::print(&String::from_utf8_lossy(&script))?;
        Ok(Exit::Success)
    }
}
