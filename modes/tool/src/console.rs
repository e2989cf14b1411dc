//! What the app says on its console.

use std::time::SystemTime;

/// How serious a message is, in Qt's order of seriousness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// For developers.
    Debug,
    /// For information.
    Info,
    /// Something is not as it should be.
    Warning,
    /// Something failed.
    Critical,
    /// The app ended by it.
    Fatal,
}

/// A message, or several in a row that are alike.
#[derive(Clone, Debug, PartialEq)]
pub struct ConsoleMessage {
    /// Grows with every message, repeats included; the number of the last of them.
    pub number: u64,
    /// When, of the last of them.
    pub time: SystemTime,
    /// How serious.
    pub level: Level,
    /// Such as `qt.qpa.input`, or `default`.
    pub category: String,
    /// The text.
    pub text: String,
    /// Where in the app's source, where that is known: `main.cpp:12`.
    pub place: String,
    /// How often in a row.
    pub count: u64,
}

/// What is kept of the console.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Console {
    /// The messages after the number asked for, the oldest first.
    pub messages: Vec<ConsoleMessage>,
    /// The number of the newest message there is, whether it was asked for or not.
    pub last: u64,
    /// How many are no longer kept.
    pub dropped: u64,
    /// Whether the app's messages may go past the probe unseen, and why.
    pub incomplete: Option<String>,
}
