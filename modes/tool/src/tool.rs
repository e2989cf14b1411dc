//! A tool: its arguments are a struct, its schema comes from the struct's documentation, its handler is `run`.

use crate::{BoxFuture, Code, Fault, Response, Session};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;
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
    /// What it does to the app.
    const EFFECT: Effect;
    /// Does the work.
    fn run(self, on: &S) -> impl Future<Output = Result<Response, Fault>> + Send;
}

/// A tool as a value, made by [`tools!`](crate::tools).
pub struct ToolDef<S: ?Sized + 'static = Session> {
    /// The method's name.
    pub name: &'static str,
    /// What it does to the app.
    pub effect: Effect,
    schema: fn() -> Value,
    run: for<'a> fn(Value, &'a S) -> BoxFuture<'a, Result<Response, Fault>>,
    advice: Advice,
}

impl<S: ?Sized> Clone for ToolDef<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: ?Sized> Copy for ToolDef<S> {}

impl<S: ?Sized + Sync> ToolDef<S> {
    /// The definition of `T`, with its mode's advice for faults.
    #[must_use]
    pub const fn of<T: Tool<S>>(advice: Advice) -> Self {
        Self { name: T::NAME, effect: T::EFFECT, schema: schema::<T>, run: run::<T, S>, advice }
    }

    /// What the tool is for: the first sentences of its documentation.
    #[must_use]
    pub fn description(&self) -> String {
        (self.schema)()["description"].as_str().unwrap_or_default().to_owned()
    }

    /// The JSON schema of its arguments.
    #[must_use]
    pub fn input_schema(&self) -> Value {
        let mut schema = (self.schema)();
        if let Value::Object(fields) = &mut schema {
            for noise in ["$schema", "title", "description"] {
                fields.remove(noise);
            }
            fields.entry("properties").or_insert_with(|| Value::Object(Default::default()));
        }
        schema
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

fn schema<T: JsonSchema>() -> Value {
    let settings =
        schemars::generate::SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

fn run<T: Tool<S>, S: ?Sized + Sync>(arguments: Value, on: &S) -> BoxFuture<'_, Result<Response, Fault>> {
    Box::pin(async move {
        let tool: T = serde_path_to_error::deserialize(arguments).map_err(|error| {
            let place = error.path().to_string();
            let place = if place == "." { String::new() } else { format!(" {place}:") };
            Fault::new(Code::BadArgument, format!("{}:{place} {}.", T::NAME, error.inner()))
        })?;
        tool.run(on).await
    })
}

/// The tools of a mode: `tools![advice; ReadPage, Find, Click]`.
#[macro_export]
macro_rules! tools {
    ($advice:expr; $($tool:ty),* $(,)?) => { &[$($crate::ToolDef::of::<$tool>($advice)),*] };
}
