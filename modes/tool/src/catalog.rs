//! All tools of all modes, and which of them a name means.

use crate::{CONNECTION_TOOLS, ToolDef};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Which tools a client is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Qt objects, properties, methods and signals.
    #[default]
    Native,
    /// Screenshots and coordinates.
    ComputerUse,
    /// An accessibility tree with refs.
    Chrome,
    /// Every tool of every mode.
    All,
}

impl Mode {
    /// Every mode.
    pub const ALL: [Mode; 4] = [Mode::Native, Mode::ComputerUse, Mode::Chrome, Mode::All];

    /// The name in `QTMCP_MODE` and on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Mode::Native => "native",
            Mode::ComputerUse => "computer_use",
            Mode::Chrome => "chrome",
            Mode::All => "all",
        }
    }
}

impl std::str::FromStr for Mode {
    type Err = UnknownMode;

    fn from_str(name: &str) -> Result<Self, UnknownMode> {
        Self::ALL.into_iter().find(|mode| mode.as_str() == name).ok_or_else(|| UnknownMode(name.to_owned()))
    }
}

/// A name that is no mode.
#[derive(Debug)]
pub struct UnknownMode(String);

impl std::fmt::Display for UnknownMode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<_> = Mode::ALL.into_iter().map(Mode::as_str).collect();
        write!(f, "`{}` is no mode; the modes are {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownMode {}

/// The tools of every mode this build has.
#[derive(Clone, Copy)]
pub struct Catalog {
    /// Each mode with its tools; [`Mode::All`] has no entry of its own.
    pub modes: &'static [(Mode, &'static [ToolDef])],
}

impl Catalog {
    /// The tools shown in `mode`.
    pub fn tools(&self, mode: Mode) -> impl Iterator<Item = &'static ToolDef> {
        self.modes.iter().filter(move |(of, _)| mode == Mode::All || mode == *of).flat_map(|(_, tools)| *tools)
    }

    /// What `name` means to a client in `mode`. Every method answers in every mode; where two modes share a name, the
    /// arguments decide (`id` is native's, `ref` is Chrome's), and then the mode.
    #[must_use]
    pub fn find(&self, mode: Mode, name: &str, arguments: &Value) -> Option<&'static ToolDef> {
        let named = |of: Mode| {
            let (_, tools) = self.modes.iter().find(|(known, _)| *known == of)?;
            tools.iter().find(|tool| tool.name == name)
        };
        let by_argument = if arguments.get("ref").is_some() {
            named(Mode::Chrome)
        } else if arguments.get("id").is_some() {
            named(Mode::Native)
        } else {
            None
        };
        by_argument
            .or_else(|| named(mode))
            .or_else(|| CONNECTION_TOOLS.iter().find(|tool| tool.name == name))
            .or_else(|| self.modes.iter().find_map(|(of, _)| named(*of)))
    }

    /// Every method's name, for an answer to an unknown one.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        CONNECTION_TOOLS.iter().chain(self.tools(Mode::All)).map(|tool| tool.name)
    }
}
