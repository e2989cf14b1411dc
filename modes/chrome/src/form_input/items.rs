//! Lists, trees and tables, as an input: one of their items is selected by its text or its row.

use super::change::{Change, Holds, Kind};
use super::choice::no_option;
use super::field::Field;
use super::wanted::Wanted;
use qtmcp_tool::a11y::{RawNode, Role, States};
use qtmcp_tool::pointer::Press;
use qtmcp_tool::{Code, ElementId, Fault, Scope, Ui};

/// Items named when none has the text asked for; one more tells that there are others.
const MOST_NAMED: usize = 200;

/// Selects an item.
pub(super) async fn select(field: &Field<'_>, raw: &RawNode, wanted: &Wanted) -> Result<Change, Fault> {
    let previous = selected(field).await?;
    let Some((item, about)) = find(field, wanted).await? else {
        return Err(no_item(field, wanted).await?);
    };
    unfold(field, &wanted.text()?).await?;
    let chosen = field.other(item, &about);
    chosen.click(None, Press::CLICK).await.map_err(|fault| match fault.code {
        Code::NotVisible => {
            fault.next("Call `form_input` with its path, levels joined by \" > \", to open what it is in.")
        }
        _ => fault,
    })?;
    let after = chosen.settled().await?;
    // Where nothing can be selected, the click is all there is.
    let took = after
        .is_none_or(|look| !look.raw.states.contains(States::SELECTABLE) || look.raw.states.contains(States::SELECTED));
    let value = if took { Holds::Text(text_of(&about)) } else { selected(field).await? };
    let mut change = Change::new(Kind::Item, previous, value).expect(took, || wanted.to_string());
    if raw.states.contains(States::MULTI_SELECTABLE) {
        change
            .notes
            .push("Only this one is selected now; `computer` left_click with modifiers ctrl adds others.".to_owned());
    }
    Ok(change)
}

/// Opens the levels of a tree that a path goes through.
async fn unfold(field: &Field<'_>, path: &str) -> Result<(), Fault> {
    const JOINT: &str = " > ";
    let levels: Vec<&str> = path.split(JOINT).collect();
    for depth in 1..levels.len() {
        let (view, upper) = (field.element, levels[..depth].join(JOINT));
        let app = field.session.app();
        let open = move |ui: &mut dyn Ui| {
            let level = ui.item_named(view, &upper, None);
            // One that cannot be opened is open, or is no level of a tree.
            level.is_some_and(|level| ui.expand(level, true).is_ok())
        };
        app.start(field.session.deadline(), open).await?;
    }
    if levels.len() > 1 {
        field.session.app().settle().await;
    }
    Ok(())
}

/// The item that is meant: by its text, otherwise by its row, counted from 1.
pub(super) async fn find(field: &Field<'_>, wanted: &Wanted) -> Result<Option<(ElementId, RawNode)>, Fault> {
    let text = wanted.text()?;
    let row = wanted.number().filter(|number| number.fract() == 0.0 && *number >= 1.0).map(|number| number as u64 - 1);
    let view = field.element;
    field
        .ask(move |ui| {
            let named = ui.item_named(view, &text, None);
            let item = named.or_else(|| beginning(ui, view, &text)).or_else(|| ui.item_at(view, row?, 0))?;
            Some((item, ui.describe(item)?))
        })
        .await
}

/// The only item in sight that begins so.
fn beginning(ui: &mut dyn Ui, view: ElementId, text: &str) -> Option<ElementId> {
    let lower = text.trim().to_lowercase();
    if lower.is_empty() || lower.parse::<u64>().is_ok() {
        return None;
    }
    let shown = ui.contents(view, Scope::Shown);
    let begins = |ui: &mut dyn Ui, item: ElementId| {
        ui.describe(item).is_some_and(|raw| {
            raw.position.is_some() && !is_header(&raw) && text_of(&raw).trim().to_lowercase().starts_with(&lower)
        })
    };
    let mut found = shown.into_iter().filter(|item| begins(ui, *item));
    let only = found.next()?;
    found.next().is_none().then_some(only)
}

fn is_header(raw: &RawNode) -> bool {
    matches!(raw.role, Role::ColumnHeader | Role::RowHeader)
}

/// What an item shows.
pub(super) fn text_of(raw: &RawNode) -> String {
    match &raw.value {
        Some(value) if !value.is_empty() => value.clone(),
        _ => raw.name.clone(),
    }
}

/// What is selected of what is in sight.
pub(super) async fn selected(field: &Field<'_>) -> Result<Holds, Fault> {
    const MOST_TOLD: usize = 3;
    let view = field.element;
    let names: Vec<String> = field
        .ask(move |ui| {
            let shown = ui.contents(view, Scope::Shown);
            let described = shown.into_iter().take(MOST_NAMED).filter_map(|item| ui.describe(item));
            described.filter(|raw| raw.states.contains(States::SELECTED)).map(|raw| text_of(&raw)).collect()
        })
        .await?;
    let more = names.len().saturating_sub(MOST_TOLD);
    Ok(match names.as_slice() {
        [] => Holds::Nothing,
        all if more == 0 => Holds::Text(all.join(", ")),
        all => Holds::Text(format!("{} and {more} more", all[..MOST_TOLD].join(", "))),
    })
}

/// The fault for an item that there is none of, with those there are.
pub(super) async fn no_item(field: &Field<'_>, wanted: &Wanted) -> Result<Fault, Fault> {
    let view = field.element;
    let names: Vec<String> = field
        .ask(move |ui| {
            let shown = ui.contents(view, Scope::Shown);
            let described = shown.into_iter().take(MOST_NAMED).filter_map(|item| ui.describe(item));
            let items = described.filter(|raw| raw.position.is_some() && !is_header(raw));
            items.map(|raw| text_of(&raw)).filter(|text| !text.is_empty()).collect()
        })
        .await?;
    Ok(no_option(&wanted.text()?, &names, field.dialect))
}
