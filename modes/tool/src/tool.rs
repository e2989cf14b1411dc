//! A tool: its arguments are a struct, its schema comes from the struct's documentation, its handler is `run`.

use crate::{Access, BoxFuture, Code, Fault, Permits, Response, Session, schema};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::future::Future;

/// What a tool does to the app: it drives the annotations clients see and the access levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Looks only.
    Reads,
    /// Does what a person at the screen could do.
    Acts,
    /// Changes the app behind its user interface.
    Alters,
}

/// A mode's advice for each kind of fault: the next call to make. Written as an exhaustive match.
pub type Advice = fn(Code) -> &'static str;

/// A tool is a struct whose fields are its arguments. `S` is what its work is done on: for the tools of the modes, one
/// client's session with an app.
pub trait Tool<S: ?Sized = Session>: DeserializeOwned + JsonSchema + Send + 'static {
    /// The method's name.
    const NAME: &'static str;
    /// What it does to the app: the most it may do.
    const EFFECT: Effect;
    /// The least that a call of it may do; it is offered to whoever may do that.
    const LEAST: Effect = Self::EFFECT;
    /// Whether an act of it may lose or overwrite something; a client may then ask its user first.
    const DESTRUCTIVE: bool = true;
    /// Whether models are shown it. One that is not is found by its name all the same.
    const LISTED: bool = true;

    /// What this call does to the app. A tool that has others do its work answers what it does besides.
    fn effect(&self) -> Effect {
        Self::EFFECT
    }

    /// Does the work.
    fn run(self, on: &S) -> impl Future<Output = Result<Response, Fault>> + Send;
}

/// A tool as a value, made by [`tools!`](crate::tools).
pub struct ToolDef<S: ?Sized + 'static = Session> {
    /// The method's name.
    pub name: &'static str,
    /// What it does to the app: the most it may do.
    pub effect: Effect,
    least: Effect,
    /// Whether models are shown it.
    pub listed: bool,
    destructive: bool,
    schema: fn() -> Value,
    effect_of: fn(&Value) -> Effect,
    run: for<'a> fn(Value, &'a S) -> BoxFuture<'a, Result<Response, Fault>>,
    advice: Advice,
}

impl<S: ?Sized> Clone for ToolDef<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: ?Sized> Copy for ToolDef<S> {}

impl<S: ?Sized + Sync + Permits> ToolDef<S> {
    /// The definition of `T`, with its mode's advice for faults.
    #[must_use]
    pub const fn of<T: Tool<S>>(advice: Advice) -> Self {
        Self {
            name: T::NAME,
            effect: T::EFFECT,
            least: T::LEAST,
            listed: T::LISTED,
            destructive: T::DESTRUCTIVE,
            schema: schema::of::<T>,
            effect_of: effect_of::<T, S>,
            run: run::<T, S>,
            advice,
        }
    }

    /// Whether a client with this access is shown the tool: there is something it may do with it.
    #[must_use]
    pub fn is_offered(&self, access: Access) -> bool {
        access.permits(self.least)
    }

    /// `denied` when a call with these arguments is not allowed; for calls that are made up to the first that fails.
    pub fn check(&self, arguments: &Value, access: Access) -> Result<(), Fault> {
        access.check((self.effect_of)(arguments), self.name)
    }

    /// What the tool is for, as models read it: the first paragraph of its documentation.
    #[must_use]
    pub fn description(&self) -> String {
        schema::first_paragraph(&self.documentation())
    }

    /// All that is told of the tool, for people.
    #[must_use]
    pub fn documentation(&self) -> String {
        (self.schema)()["description"].as_str().unwrap_or_default().to_owned()
    }

    /// The JSON schema of its arguments, as short as models need it.
    #[must_use]
    pub fn input_schema(&self) -> Value {
        let mut schema = self.documented_schema();
        schema::compact(&mut schema);
        schema
    }

    /// The JSON schema with everything that is told of its arguments, and with those that models are not shown.
    #[must_use]
    pub fn documented_schema(&self) -> Value {
        schema::arguments((self.schema)())
    }

    /// MCP's hints about what the tool does. Left out is what MCP takes for granted: a tool is no read, nor safe to repeat,
    /// and may reach anywhere, as an app may with what it is told to do.
    #[must_use]
    pub fn annotations(&self) -> Value {
        match self.effect {
            Effect::Reads => json!({"readOnlyHint": true}),
            Effect::Acts | Effect::Alters => json!({"destructiveHint": self.destructive}),
        }
    }

    /// The entry of MCP's `tools/list`, under the name that the tool has there.
    #[must_use]
    pub fn definition(&self, name: &str) -> Value {
        json!({
            "name": name,
            "description": self.description(),
            "inputSchema": self.input_schema(),
            "annotations": self.annotations(),
        })
    }

    /// What to do after a fault of this kind, in this tool's mode.
    #[must_use]
    pub fn advice(&self, code: Code) -> &'static str {
        (self.advice)(code)
    }

    /// Runs the tool. A fault always carries a next step.
    pub async fn call(&self, arguments: Value, on: &S) -> Result<Response, Fault> {
        let arguments = if arguments.is_null() { Value::Object(Default::default()) } else { arguments };
        (self.run)(arguments, on).await.map_err(|fault| {
            if fault.next.is_empty() {
                let next = self.advice(fault.code);
                return fault.next(next);
            }
            fault
        })
    }
}

/// What cannot be understood does the least: it is refused for what is wrong with it.
fn effect_of<T: Tool<S>, S: ?Sized>(arguments: &Value) -> Effect {
    T::deserialize(arguments).map_or(T::LEAST, |tool| tool.effect())
}

fn run<T: Tool<S>, S: ?Sized + Sync + Permits>(arguments: Value, on: &S) -> BoxFuture<'_, Result<Response, Fault>> {
    Box::pin(async move {
        // Before the arguments are looked at: to correct them would be of no use.
        on.access().check(T::LEAST, T::NAME)?;
        let tool: T = serde_path_to_error::deserialize(arguments).map_err(|error| {
            let place = error.path().to_string();
            let place = if place == "." { String::new() } else { format!(" {place}:") };
            Fault::new(Code::BadArgument, format!("{}:{place} {}.", T::NAME, error.inner()))
        })?;
        on.access().check(tool.effect(), T::NAME)?;
        tool.run(on).await
    })
}

/// The tools of a mode: `tools![advice; ReadPage, Find, Click]`.
#[macro_export]
macro_rules! tools {
    ($advice:expr; $($tool:ty),* $(,)?) => { &[$($crate::ToolDef::of::<$tool>($advice)),*] };
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    fn advice(_: Code) -> &'static str {
        "Look."
    }

    macro_rules! tool {
        ($name:ident, $effect:ident $(, $constant:ident)?) => {
            /// Do it
            /// well.
            ///
            /// And more of this.
            #[derive(Deserialize, JsonSchema)]
            #[serde(deny_unknown_fields)]
            struct $name {}

            impl Tool<()> for $name {
                const NAME: &'static str = "it";
                const EFFECT: Effect = Effect::$effect;
                $(const $constant: bool = false;)?

                async fn run(self, _: &()) -> Result<Response, Fault> {
                    Ok(Response::json(json!({})))
                }
            }
        };
    }
    impl Permits for () {
        fn access(&self) -> Access {
            Access::Full
        }
    }

    tool!(Read, Reads);
    tool!(Act, Acts);
    tool!(Move, Acts, DESTRUCTIVE);
    tool!(Alter, Alters);
    tool!(Alias, Reads, LISTED);
    const TOOLS: &[ToolDef<()>] = tools![advice; Read, Act, Move, Alter, Alias];

    #[test]
    fn a_read_says_so_and_an_act_is_destructive_unless_the_tool_says_otherwise() {
        let hints: Vec<Value> = TOOLS.iter().take(4).map(ToolDef::annotations).collect();
        let (act, moves) = (json!({"destructiveHint": true}), json!({"destructiveHint": false}));
        assert_eq!(hints, [json!({"readOnlyHint": true}), act.clone(), moves, act]);
    }

    #[test]
    fn a_tool_is_listed_unless_it_says_otherwise() {
        let listed: Vec<bool> = TOOLS.iter().map(|tool| tool.listed).collect();
        assert_eq!(listed, [true, true, true, true, false]);
    }

    #[test]
    fn a_definition_has_the_first_paragraph_and_the_rest_is_documentation() {
        let definition = TOOLS[0].definition("other");
        let expected = json!({
            "name": "other",
            "description": "Do it well.",
            "inputSchema": {"type": "object", "properties": {}},
            "annotations": {"readOnlyHint": true},
        });
        assert_eq!(definition, expected);
        assert_eq!(TOOLS[0].documentation(), "Do it\nwell.\n\nAnd more of this.");
        assert_eq!(TOOLS[0].documented_schema()["additionalProperties"], false);
    }
}
