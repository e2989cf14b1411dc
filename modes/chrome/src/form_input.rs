//! `form_input`: sets the value of any kind of input as a person would, and tells what it was and what it is then.

mod assigned;
mod cell;
mod change;
mod choice;
mod editor;
mod field;
mod items;
mod tabs;
#[cfg(test)]
mod tests;
mod toggle;
mod typed;
mod wanted;

use crate::dialect;
use crate::outcome::Before;
use change::Change;
use field::Field;
use qtmcp_tool::a11y::{Input, RawNode, Role, States};
use qtmcp_tool::arguments::{DialectArgument, RefArgument};
use qtmcp_tool::{BoxFuture, Effect, Fault, Response, Session, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use wanted::Wanted;

/// Set a field, choice, check box, slider, date, tab, list or cell; tells the value before and after.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FormInput {
    /// Element reference from read_page or find.
    #[schemars(extend("x-unlisted" = "description"))]
    #[serde(rename = "ref")]
    target: RefArgument,
    /// Text, number, option's text, or true/false to check/uncheck
    ///
    /// Text to type, a number, an option's or item's text, or true/false to check and uncheck; "mixed" for a box of three
    /// states.
    value: Wanted,
    /// Ignored: a ref says which window it is in.
    #[schemars(with = "Option<u64>", extend("x-unlisted" = "description"))]
    #[serde(rename = "tabId", alias = "tab_id")]
    _tab_id: Option<RefArgument>,
    /// How the answer is written.
    dialect: Option<DialectArgument>,
}

impl Tool for FormInput {
    const NAME: &'static str = "form_input";
    const EFFECT: Effect = Effect::Acts;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let RefArgument(number) = self.target;
        let field = Field::of(session, number, dialect(session, self.dialect))?;
        let raw = field.usable().await?;
        let before = Before::look(session).await?;
        let change = set(&field, &raw, &self.value).await?;
        let said = change.said(&field.name().await, field.dialect);
        let mut outcome = before.compare_without(session, field.dialect, said, Some(number)).await?;
        for (member, json) in change.members() {
            outcome = outcome.with(member, json);
        }
        Ok(outcome.into())
    }
}

fn is_editor(raw: &RawNode) -> bool {
    let takes_keys = raw.states.contains(States::EDITABLE | States::FOCUSABLE);
    raw.role == Role::EditableText && takes_keys && !raw.states.contains(States::READ_ONLY)
}

/// Sets an input of whichever kind. Boxed, because the editor of a cell is an input itself.
fn set<'a>(field: &'a Field<'_>, raw: &'a RawNode, wanted: &'a Wanted) -> BoxFuture<'a, Result<Change, Fault>> {
    Box::pin(async move {
        match raw.input {
            // An editor of the app's own, which tells accessibility that it is one.
            Input::None if is_editor(raw) => typed::text(field, raw, wanted).await,
            Input::None => Err(field.unsupported(raw).await),
            Input::Text | Input::MultiLine => typed::text(field, raw, wanted).await,
            Input::Number => typed::number(field, raw, wanted).await,
            Input::Keys => typed::keys(field, wanted).await,
            Input::Choice | Input::EditableChoice => choice::choose(field, raw, wanted).await,
            Input::Toggle => toggle::switch(field, raw, wanted).await,
            Input::Radio => toggle::pick(field, raw, wanted).await,
            Input::Range | Input::DateTime | Input::Other => assigned::assign(field, raw, wanted).await,
            Input::Tabs => tabs::open(field, wanted).await,
            Input::Items => items::select(field, raw, wanted).await,
            Input::Item => cell::set(field, raw, wanted).await,
        }
    })
}
