//! The one place that writes to stdout, which belongs to MCP in `qtmcp serve`, and to the terminal's colours. A reader that
//! goes away, as `head` does, is no error.

use crate::exit::Exit;
use std::fmt;
use std::io::{self, IsTerminal, Write};

/// Writes a result to stdout, with a line's end if it has none.
pub(crate) fn print(text: &str) -> Result<Reader, Stop> {
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    let text = if io::stdout().is_terminal() { harmless(text) } else { text.to_owned() };
    write(&format!("{text}{end}"))
}

/// Clears the terminal, so that what comes next stands at its top.
pub(crate) fn clear() -> Result<Reader, Stop> {
    write("\u{1b}[H\u{1b}[2J\u{1b}[3J")
}

/// Whether anybody still reads what is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reader {
    There,
    Gone,
}

fn write(text: &str) -> Result<Reader, Stop> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Ok(()) => Ok(Reader::There),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Reader::Gone),
        Err(error) => Err(Stop::failure(format!("cannot write to stdout: {error}"))),
    }
}

/// Tells the user something beside the result, on stderr.
pub(crate) fn note(text: impl fmt::Display) {
    // Nobody is left to be told that stderr is gone.
    let _ = writeln!(io::stderr(), "qtmcp: {}", harmless(&text.to_string()));
}

/// Why a command ends without a result: what to say on stderr, and the exit code.
#[derive(Debug)]
pub(crate) struct Stop {
    pub(crate) exit: Exit,
    pub(crate) message: String,
}

impl Stop {
    pub(crate) fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self { exit, message: message.into() }
    }

    pub(crate) fn failure(message: impl Into<String>) -> Self {
        Self::new(Exit::Failure, message)
    }

    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::new(Exit::Usage, message)
    }
}

/// Ends a command: says what there is to say, and answers with the exit code.
pub(crate) fn end(ended: Result<Exit, Stop>) -> Exit {
    ended.unwrap_or_else(|stop| {
        note(stop.message);
        stop.exit
    })
}

/// What the terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Plain,
    Coloured,
}

impl Style {
    /// Coloured on a terminal, unless `NO_COLOR` is set or the terminal is a dumb one.
    pub(crate) fn of_stdout() -> Self {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let is_dumb = set("TERM").is_some_and(|term| term == "dumb");
        match io::stdout().is_terminal() && set("NO_COLOR").is_none() && !is_dumb {
            true => Style::Coloured,
            false => Style::Plain,
        }
    }

    pub(crate) fn paint(self, ink: Ink, text: &str) -> String {
        match self {
            Style::Plain => text.to_owned(),
            Style::Coloured => format!("{}{text}{RESET}", ink.start()),
        }
    }
}

/// How a word is set off from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    Bold,
    Dim,
    Red,
    Green,
    Yellow,
    Cyan,
}

const RESET: &str = "\u{1b}[0m";

impl Ink {
    const ALL: [Ink; 6] = [Ink::Bold, Ink::Dim, Ink::Red, Ink::Green, Ink::Yellow, Ink::Cyan];

    fn start(self) -> &'static str {
        match self {
            Ink::Bold => "\u{1b}[1m",
            Ink::Dim => "\u{1b}[2m",
            Ink::Red => "\u{1b}[31m",
            Ink::Green => "\u{1b}[32m",
            Ink::Yellow => "\u{1b}[33m",
            Ink::Cyan => "\u{1b}[36m",
        }
    }
}

/// Text as a terminal may have it. Texts of an app could move the cursor or worse, so of all control characters only line
/// ends, tabs and our own colours stay; the others are written as JSON writes them.
pub(crate) fn harmless(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let ours = Ink::ALL.map(Ink::start).into_iter().chain([RESET]).find(|code| rest.starts_with(code));
        let length = ours.map_or(first.len_utf8(), str::len);
        match ours {
            Some(code) => clean.push_str(code),
            None if first.is_control() && !matches!(first, '\n' | '\t') => {
                clean.push_str(&format!("\\u{:04x}", u32::from(first)));
            }
            None => clean.push(first),
        }
        rest = &rest[length..];
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_an_app_cannot_command_the_terminal() {
        assert_eq!(harmless("a\u{1b}[2J\u{9b}2J\u{7f}\r b\tc\n"), "a\\u001b[2J\\u009b2J\\u007f\\u000d b\tc\n");
        let painted = Style::Coloured.paint(Ink::Red, "✗");
        assert_eq!(harmless(&painted), painted);
    }

    #[test]
    fn plain_text_has_no_colours() {
        assert_eq!(Style::Plain.paint(Ink::Bold, "word"), "word");
    }
}
