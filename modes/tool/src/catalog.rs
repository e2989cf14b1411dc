//! All tools of all modes, and which of them a name means.

use crate::{Access, CONNECTION_TOOLS, ToolDef};
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

/// What native mode's tools are called among all tools, where another mode's ways go by the same word.
const RENAMED_AMONG_ALL: &[(&str, &str)] = &[("qt_click", "click"), ("qt_screenshot", "screenshot")];

/// The tools of every mode this build has.
#[derive(Clone, Copy)]
pub struct Catalog {
    /// Each mode with its tools; [`Mode::All`] has no entry of its own.
    pub modes: &'static [(Mode, &'static [ToolDef])],
    /// Methods of every mode that none of them lists as a tool: what agent loops call on behalf of a model.
    pub beside: &'static [ToolDef],
}

impl Catalog {
    /// The tools shown in `mode`. Among all of them Chrome's `computer`, which takes refs too, stands for both.
    pub fn tools(&self, mode: Mode) -> impl Iterator<Item = &'static ToolDef> {
        let is_double = move |of: Mode, name: &str| {
            mode == Mode::All && of == Mode::ComputerUse && self.named(Mode::Chrome, name).is_some()
        };
        let shown = self.modes.iter().filter(move |(of, _)| mode == Mode::All || mode == *of);
        shown.flat_map(move |(of, tools)| tools.iter().filter(move |tool| !is_double(*of, tool.name)))
    }

    /// The tools shown in `mode`, each under the name it has there: among all of them a name that Chrome mode or Computer
    /// Use mode knows is theirs, and native's has `qt_` before it.
    pub fn listed(&self, mode: Mode) -> impl Iterator<Item = (&'static str, &'static ToolDef)> {
        let name = move |tool: &'static ToolDef| {
            let renamed = RENAMED_AMONG_ALL.iter().find(|(_, name)| mode == Mode::All && self.is_native(tool, name));
            renamed.map_or(tool.name, |(among_all, _)| *among_all)
        };
        self.tools(mode).filter(|tool| tool.listed).map(move |tool| (name(tool), tool))
    }

    /// Those of [`Catalog::listed`] that a client with this access can do something with.
    pub fn offered(&self, mode: Mode, access: Access) -> impl Iterator<Item = (&'static str, &'static ToolDef)> {
        self.listed(mode).filter(move |(_, tool)| tool.is_offered(access))
    }

    /// The tool that `mode` has under this name, also one that is not shown.
    #[must_use]
    pub fn own(&self, mode: Mode, name: &str) -> Option<&'static ToolDef> {
        let listed = self.listed(mode).find(|(known, _)| *known == name).map(|(_, tool)| tool);
        listed.or_else(|| self.tools(mode).find(|tool| !tool.listed && tool.name == name))
    }

    /// Whether `name` is a tool of `mode`.
    #[must_use]
    pub fn has(&self, mode: Mode, name: &str) -> bool {
        self.own(mode, name).is_some()
    }

    /// A mode that has a tool of this name, when `mode` has none.
    #[must_use]
    pub fn elsewhere(&self, mode: Mode, name: &str) -> Option<Mode> {
        if self.has(mode, name) {
            return None;
        }
        Mode::ALL.into_iter().find(|other| self.has(*other, name))
    }

    /// What the words of the tool `name` must call other tools by in `mode`, instead of as they call them: pairs of the name
    /// there and their own.
    #[must_use]
    pub fn renamed(&self, mode: Mode, name: &str) -> &'static [(&'static str, &'static str)] {
        let tool = self.listed(mode).find(|(known, _)| *known == name);
        let is_natives = tool.is_some_and(|(_, tool)| self.is_native(tool, tool.name));
        if mode == Mode::All && is_natives { RENAMED_AMONG_ALL } else { &[] }
    }

    fn is_native(&self, tool: &ToolDef, name: &str) -> bool {
        self.named(Mode::Native, name).is_some_and(|native| std::ptr::eq(native, tool))
    }

    /// The methods every connection has.
    pub fn connection_tools(&self) -> impl Iterator<Item = &'static ToolDef> {
        CONNECTION_TOOLS.iter().chain(self.beside)
    }

    fn named(&self, of: Mode, name: &str) -> Option<&'static ToolDef> {
        let (_, tools) = self.modes.iter().find(|(known, _)| *known == of)?;
        tools.iter().find(|tool| tool.name == name)
    }

    /// What `name` means to a client in `mode`. Every method answers in every mode; where two modes share a name, the
    /// arguments decide (`id` is native's, `ref` is Chrome's), and then the mode.
    #[must_use]
    pub fn find(&self, mode: Mode, name: &str, arguments: &Value) -> Option<&'static ToolDef> {
        if let Some((_, native)) = RENAMED_AMONG_ALL.iter().find(|(among_all, _)| *among_all == name) {
            return self.named(Mode::Native, native);
        }
        let named = |of: Mode| self.named(of, name);
        let by_argument = if mode == Mode::ComputerUse && named(mode).is_some() {
            // It takes refs too: the numbers of marks.
            named(mode)
        } else if arguments.get("ref").is_some() {
            named(Mode::Chrome)
        } else if arguments.get("id").is_some() {
            named(Mode::Native)
        } else {
            None
        };
        by_argument
            .or_else(|| named(mode))
            .or_else(|| self.connection_tools().find(|tool| tool.name == name))
            .or_else(|| self.listed(mode).find(|(known, _)| *known == name).map(|(_, tool)| tool))
            .or_else(|| self.modes.iter().find_map(|(of, _)| named(*of)))
    }

    /// Every method's name, for an answer to an unknown one.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.connection_tools().chain(self.tools(Mode::All)).map(|tool| tool.name)
    }
}
