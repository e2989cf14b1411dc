//! A fault says what happened, with the value at fault, and what to do next.

use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// What kind of thing went wrong; the class a caller may decide on.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Code { $($(#[$doc])* #[serde(rename = $name)] $variant,)* }

        impl Code {
            /// Every code, for tests that walk them.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)*];

            /// The name on the wire.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }
        }
    };
}

codes! {
    /// An argument is missing, of the wrong type or out of range.
    BadArgument = "bad_argument",
    /// A ref that was never given.
    UnknownRef = "unknown_ref",
    /// A ref whose element is gone.
    StaleRef = "stale_ref",
    /// Nothing matches.
    NotFound = "not_found",
    /// More than one thing matches.
    Ambiguous = "ambiguous",
    /// The element is hidden.
    NotVisible = "not_visible",
    /// The element is disabled.
    Disabled = "disabled",
    /// Another element lies over it.
    Covered = "covered",
    /// A modal dialog takes the input.
    BlockedByDialog = "blocked_by_dialog",
    /// The app has no window, or no application object yet.
    NoWindow = "no_window",
    /// No app is connected.
    NotConnected = "not_connected",
    /// The app ended.
    AppGone = "app_gone",
    /// The app's GUI thread did not answer before the deadline.
    AppBusy = "app_busy",
    /// What was waited for did not come.
    Timeout = "timeout",
    /// This toolkit or element cannot do that.
    Unsupported = "unsupported",
    /// The access rules forbid it.
    Denied = "denied",
    /// A fault of ours.
    Internal = "internal",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What went wrong and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The class of the fault.
    pub code: Code,
    /// What happened, with the value at fault.
    pub message: String,
    /// The next call to make. Where it is empty, the mode's own advice for the code stands in.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub next: String,
}

impl Fault {
    /// A fault whose next step is the mode's usual one for `code`.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), next: String::new() }
    }

    /// The same fault with a next step of its own.
    #[must_use]
    pub fn next(mut self, next: impl Into<String>) -> Self {
        self.next = next.into();
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)?;
        if !self.next.is_empty() {
            write!(f, " Next: {}", self.next)?;
        }
        Ok(())
    }
}

impl std::error::Error for Fault {}
