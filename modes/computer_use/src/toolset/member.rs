//! A member of a toolset: its name, how its result is given, what it takes, and how that becomes calls of tools.

use super::input;
use qtmcp_tool::Effect;
use qtmcp_tool::a11y::sanitize;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};

/// How the result of a member is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// By these words, in which `{…}` is an argument.
    Act(&'static str),
    /// By a text.
    Text,
    /// By a picture.
    Picture,
    /// By where one is then.
    Navigation,
    /// By the windows there are then.
    Windows,
    /// Not at all: an app cannot have it.
    Missing,
}

/// One member.
pub(super) struct Member {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    #[cfg(test)]
    pub(super) schema: fn() -> Json,
    plan: fn(&'static str, Json) -> Result<Plan, String>,
}

/// What a member takes.
pub(super) trait Input: DeserializeOwned + JsonSchema {
    /// What is to be done, or what is wrong with an argument.
    fn plan(self, member: &'static str) -> Result<Plan, String>;
}

/// What is to be done.
pub(super) struct Plan {
    pub(super) deed: Deed,
    /// The window it is for; the active one if there is none.
    pub(super) tab: Option<String>,
    /// The element it is for, as the model spelled it.
    pub(super) target: Option<String>,
}

pub(super) enum Deed {
    /// Calls of tools, one after the other.
    Calls(Vec<Call>),
    ListTabs,
    SwitchTab,
    CloseTab,
    Navigate(String),
    /// Nothing; what can be used instead.
    Missing(&'static str),
}

/// A call of a tool.
pub(super) struct Call {
    pub(super) tool: &'static str,
    pub(super) arguments: Json,
}

impl Member {
    pub(super) const fn of<I: Input>(name: &'static str, kind: Kind) -> Self {
        Self {
            name,
            kind,
            #[cfg(test)]
            schema: || schemars::schema_for!(I).to_value(),
            plan: |member, json| input::read::<I>(json)?.plan(member),
        }
    }

    pub(super) fn plan(&self, input: Json) -> Result<Plan, String> {
        (self.plan)(self.name, input)
    }

    /// What it does to the app.
    pub(super) fn effect(&self) -> Effect {
        let looks = matches!(self.kind, Kind::Text | Kind::Picture) || matches!(self.name, "wait" | "list_tabs");
        if looks { Effect::Reads } else { Effect::Acts }
    }

    /// Whether a tool has more to tell than the words for having done it.
    pub(super) fn tells_more(&self) -> bool {
        !matches!(self.kind, Kind::Act(words) if words.contains("{text}") || words.contains("{duration}"))
    }

    /// The words for having done it.
    pub(super) fn acknowledgement(&self, input: &Json) -> Option<String> {
        let Kind::Act(words) = self.kind else { return None };
        let Some((before, rest)) = words.split_once('{') else { return Some(words.to_owned()) };
        let mut said = before.to_owned();
        for part in rest.split('{') {
            let (argument, after) = part.split_once('}').unwrap_or((part, ""));
            let value = if argument == "ref" { &input["target"]["ref"] } else { &input[argument] };
            said += &match (value.as_str(), value.as_f64()) {
                (Some(text), _) => sanitize(text, super::MOST_ECHOED),
                (None, Some(number)) => number.to_string(),
                (None, None) => String::new(),
            };
            said += after;
        }
        Some(said)
    }
}

impl Plan {
    pub(super) fn calls(calls: Vec<Call>) -> Self {
        Self::of(Deed::Calls(calls))
    }

    pub(super) fn of(deed: Deed) -> Self {
        Self { deed, tab: None, target: None }
    }

    pub(super) fn in_tab(self, tab: Option<String>) -> Self {
        // An empty one means the active window, as to the browser.
        Self { tab: tab.filter(|tab| !tab.is_empty()), ..self }
    }

    pub(super) fn at(self, target: Option<String>) -> Self {
        Self { target, ..self }
    }
}

impl Call {
    /// Arguments that are `null` are left out.
    pub(super) fn new(tool: &'static str, arguments: Json) -> Self {
        let given: Map<String, Json> = match arguments {
            Json::Object(all) => all.into_iter().filter(|(_, value)| !value.is_null()).collect(),
            _ => Map::new(),
        };
        Self { tool, arguments: Json::Object(given) }
    }
}
