//! One item, row or cell, as an input: it is selected, checked, or its text edited.

use super::change::{Change, Holds, Kind};
use super::field::{Field, check};
use super::items::text_of;
use super::wanted::{Check, Wanted};
use super::{editor, toggle};
use qtmcp_tool::a11y::{RawNode, States};
use qtmcp_tool::pointer::Press;
use qtmcp_tool::target::spelled;
use qtmcp_tool::vision::keys::Modifiers;
use qtmcp_tool::{Code, ElementId, Fault, Scope};

/// Cells of a row that are named in a fault.
const MOST_CELLS: usize = 12;

/// Selects, checks or edits.
pub(super) async fn set(field: &Field<'_>, raw: &RawNode, wanted: &Wanted) -> Result<Change, Fault> {
    let is_word = matches!(wanted, Wanted::Text(text) if text.trim().eq_ignore_ascii_case("selected"));
    if is_word {
        return select(field, raw, true).await;
    }
    let cells = cells(field).await?;
    let checkable = match raw.states.contains(States::CHECKABLE) {
        true => Some((field.element, raw.clone())),
        false => {
            let mut boxes = cells.iter().filter(|(_, cell)| cell.states.contains(States::CHECKABLE));
            boxes.next().filter(|_| boxes.next().is_none()).cloned()
        }
    };
    match (checkable, wanted.check(), wanted) {
        (Some((element, about)), Some(state), _) => tick(&field.other(element, &about), &about, state).await,
        (None, _, Wanted::Bool(on)) => select(field, raw, *on).await,
        _ if raw.states.contains(States::EDITABLE) => editor::edit(field, raw, wanted).await,
        _ => Err(not_editable(field, &cells).await),
    }
}

async fn tick(field: &Field<'_>, raw: &RawNode, wanted: Check) -> Result<Change, Fault> {
    field.reachable().await?;
    let element = field.element;
    // Where the box is can be told once the item is in sight.
    let place = field.ask(move |ui| ui.check_place(element)).await?;
    let (before, after) = match place {
        Some(_) => toggle::turn(field, raw, wanted).await?,
        // A click would select and no more; Space checks the current item.
        None if check(raw) != wanted => {
            field.click(None, Press::CLICK).await?;
            field.press("Space").await?;
            let after = field.settled().await?;
            (check(raw), after.map_or(wanted, |look| look.check()))
        }
        None => (wanted, wanted),
    };
    let word = if wanted == Check::On { "true" } else { "false" };
    let change = Change::new(Kind::Check, Holds::Check(before), Holds::Check(after));
    Ok(change.expect(after == wanted, || word.to_owned()))
}

async fn select(field: &Field<'_>, raw: &RawNode, on: bool) -> Result<Change, Fault> {
    let was = raw.states.contains(States::SELECTED);
    let holds = |selected: bool| if selected { Holds::Text(text_of(raw)) } else { Holds::Nothing };
    if was != on {
        // Without Ctrl nothing is ever deselected, only others selected.
        let modifiers = Modifiers { ctrl: !on, ..Modifiers::default() };
        field.click(None, Press { modifiers, ..Press::CLICK }).await?;
    }
    let after = field.settled().await?;
    let is = after.map_or(on, |look| look.raw.states.contains(States::SELECTED));
    let word = if on { "to be selected" } else { "to be deselected" };
    Ok(Change::new(Kind::Item, holds(was), holds(is)).expect(is == on, || word.to_owned()))
}

async fn cells(field: &Field<'_>) -> Result<Vec<(ElementId, RawNode)>, Fault> {
    let row = field.element;
    field
        .ask(move |ui| {
            let inside = ui.contents(row, Scope::Shown);
            let cells = inside.into_iter().take(MOST_CELLS).filter_map(|cell| Some((cell, ui.describe(cell)?)));
            cells.collect()
        })
        .await
}

async fn not_editable(field: &Field<'_>, cells: &[(ElementId, RawNode)]) -> Fault {
    let name = field.name().await;
    let named = |(element, raw): &(ElementId, RawNode)| {
        let number = field.other(*element, raw).number;
        format!("{} {}", super::change::quoted(&text_of(raw)), spelled(number, field.dialect))
    };
    let editable: Vec<String> =
        cells.iter().filter(|(_, cell)| cell.states.contains(States::EDITABLE)).map(named).collect();
    if editable.is_empty() {
        return Fault::new(Code::Unsupported, format!("{name} cannot be edited."))
            .next("Call `form_input` with true to select it, or `click` it.");
    }
    Fault::new(Code::BadArgument, format!("{name} has several cells: {}.", editable.join(", ")))
        .next("Call `form_input` with the ref of one of its cells.")
}
