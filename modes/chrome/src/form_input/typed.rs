//! Inputs that are typed into: text fields, editors, spin boxes, key-sequence fields.

use super::assigned;
use super::change::{Change, Holds, Kind, quoted};
use super::field::{Field, Look, holds};
use super::wanted::{Wanted, spelled};
use qtmcp_tool::a11y::{Gauge, Input, RawNode, States, WindowKind};
use qtmcp_tool::pointer;
use qtmcp_tool::vision::keys::{self, Named};
use qtmcp_tool::{Code, ElementId, Fault, Step, Ui, Value};

/// Numbers that differ by less than this part of themselves are the same, written with fewer digits.
const SAME: f64 = 1e-9;

/// What is said when the rest would have gone elsewhere.
const STOPPED: &str = "Typing stopped there: something else took the focus.";

/// Types text in place of what a field holds.
pub(super) async fn text(field: &Field<'_>, raw: &RawNode, wanted: &Wanted) -> Result<Change, Fault> {
    let asked = wanted.text()?;
    let kind = if raw.input == Input::MultiLine { Kind::TextArea } else { Kind::Text };
    let text = if kind == Kind::TextArea { asked.replace("\r\n", "\n").replace('\r', "\n") } else { one_line(&asked) };
    let before = field.present().await?;
    let is_all = replace(field, &text).await?;
    let after = complete(field, &text).await?;
    let took = after.as_ref().is_none_or(|look| has_taken(look, &text));
    let shown = if raw.states.contains(States::PASSWORD) { "all of it".to_owned() } else { quoted(&text) };
    let mut change = Change::new(kind, before.holds(), holds(after.as_ref())).expect(took, || shown);
    if text != asked && kind == Kind::Text {
        change.notes.push("The field has one line: line breaks and tabs were typed as spaces.".to_owned());
    }
    if !is_all {
        change.notes.push(STOPPED.to_owned());
    }
    if after.is_some_and(|look| look.raw.states.contains(States::INVALID)) {
        change.notes.push("The field marks this as not acceptable.".to_owned());
    }
    Ok(change)
}

/// Types a number, and makes it the value as leaving the field would.
pub(super) async fn number(field: &Field<'_>, raw: &RawNode, wanted: &Wanted) -> Result<Change, Fault> {
    let text = wanted.text()?;
    let number = wanted.number();
    if let (Some(number), Some(gauge)) = (number, raw.gauge) {
        in_range(field, number, gauge).await?;
    }
    if !raw.states.contains(States::EDITABLE) {
        return assigned::assign(field, raw, wanted).await;
    }
    let before = field.present().await?;
    let is_all = replace(field, &text).await?;
    let element = field.element;
    close_popups(field).await?;
    field.session.app().start(field.session.deadline(), move |ui| ui.commit(element)).await?;
    let mut after = field.settled().await?;
    let is_now = |look: &Option<Look>| match (look.as_ref().and_then(|look| look.raw.gauge), number) {
        (Some(gauge), Some(number)) => is_same(gauge.value, number),
        _ => look.as_ref().is_none_or(|look| look.text.trim() == text.trim()),
    };
    // A decimal comma or a suffix that is part of the text: what keys cannot say, the box itself is told.
    let unchanged = after.as_ref().is_some_and(|look| look.holds() == before.holds());
    if number.is_some() && unchanged && !is_now(&after) {
        let value = wanted.value();
        let told = field.session.app().start(field.session.deadline(), move |ui| ui.assign(element, &value)).await?;
        if told.unwrap_or(Ok(())).is_ok() {
            after = field.settled().await?;
        }
    }
    // What a hidden field has taken cannot be seen.
    let took = raw.states.contains(States::PASSWORD) || is_now(&after);
    let asked = || number.map_or_else(|| quoted(&text), spelled);
    let mut change = Change::new(Kind::Number, before.holds(), holds(after.as_ref())).expect(took, asked);
    if !is_all {
        change.notes.push(STOPPED.to_owned());
    }
    Ok(change)
}

/// Presses a key combination in a field that records them.
pub(super) async fn keys(field: &Field<'_>, wanted: &Wanted) -> Result<Change, Fault> {
    let text = wanted.text()?;
    let before = field.present().await?;
    field.reachable().await?;
    let element = field.element;
    if text.trim().is_empty() {
        let empty = wanted.value();
        field.ask(move |ui| ui.assign(element, &empty)).await??;
    } else {
        let chords = keys::sequence(&text).map_err(|unknown| {
            Fault::new(Code::BadArgument, format!("form_input: value: {unknown}; a combination is such as \"Ctrl+K\"."))
        })?;
        field.focus().await?;
        let steps: Vec<Step> = chords.iter().flat_map(|chord| [Step::KeyDown(*chord), Step::KeyUp(*chord)]).collect();
        pointer::send(field.session, &steps).await?;
        field.session.app().start(field.session.deadline(), move |ui| ui.commit(element)).await?;
        // The field waits a second for more keys, and says so behind those it has.
        field.until(move |ui| is_recorded(ui, element).then_some(())).await?;
    }
    let after = field.settled().await?;
    let plain = |text: &str| text.to_lowercase().replace([' ', ','], "");
    let took = after.as_ref().is_none_or(|look| plain(&look.text) == plain(&text));
    Ok(Change::new(Kind::Keys, before.holds(), holds(after.as_ref())).expect(took, || quoted(&text)))
}

/// Whether what a field for keys shows is what it holds, and no more.
fn is_recorded(ui: &mut dyn Ui, element: ElementId) -> bool {
    let Some(held) = ui.describe(element).and_then(|raw| raw.value) else { return true };
    let inside = ui.children(element.object);
    inside.into_iter().all(|part| match ui.property(part, "text") {
        Ok(Value::Text(shown)) => shown == held,
        _ => true,
    })
}

/// Types text in place of what a field holds; an empty one deletes that. Says whether all of it was typed.
pub(super) async fn replace(field: &Field<'_>, text: &str) -> Result<bool, Fault> {
    field.focus().await?;
    field.press("ctrl+a").await?;
    if text.is_empty() {
        return field.press("Delete").await.map(|()| true);
    }
    field.type_text(text).await
}

/// What the field holds when it has come to rest, with the offers to complete it gone.
pub(super) async fn complete(field: &Field<'_>, text: &str) -> Result<Option<Look>, Fault> {
    field.session.app().settle().await;
    close_popups(field).await?;
    let after = field.settled().await?;
    // Completion in the line has appended what it believes to follow, selected so that Delete takes it out again.
    let is_completed = !text.is_empty()
        && after.as_ref().is_some_and(|look| look.text.len() > text.len() && look.text.starts_with(text));
    if !is_completed {
        return Ok(after);
    }
    field.press("Delete").await?;
    field.settled().await
}

/// Closes the list that offers to complete what was typed. Escape goes to the list, so whatever the field is in stays
/// open: looking and pressing are one visit. No other popup is open, since it would have been in the way.
pub(super) async fn close_popups(field: &Field<'_>) -> Result<(), Fault> {
    let is_open = |ui: &mut dyn Ui| ui.windows().iter().any(|window| window.kind == WindowKind::Popup);
    if field.press_if(Named::Escape, is_open).await? {
        field.session.app().settle().await;
    }
    Ok(())
}

/// The fault for a number that the input does not have.
pub(super) async fn in_range(field: &Field<'_>, number: f64, gauge: Gauge) -> Result<(), Fault> {
    if gauge.minimum > gauge.maximum || (gauge.minimum..=gauge.maximum).contains(&number) {
        return Ok(());
    }
    let range = format!("{} to {}", spelled(gauge.minimum), spelled(gauge.maximum));
    Err(field.bad(&format!("{} is out of range; it takes {range}.", spelled(number))).await)
}

/// A number as good as another.
pub(super) fn is_same(one: f64, other: f64) -> bool {
    (one - other).abs() <= SAME * one.abs().max(other.abs()).max(1.0)
}

fn one_line(text: &str) -> String {
    text.replace("\r\n", " ").replace(['\n', '\r', '\t'], " ")
}

fn has_taken(look: &Look, text: &str) -> bool {
    match look.holds() {
        Holds::Secret(length) => length.is_none_or(|length| length == text.chars().count()),
        _ => look.text == text,
    }
}
