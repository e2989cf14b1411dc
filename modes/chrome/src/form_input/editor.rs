//! Editing a cell: its editor is opened, set as the input it is, and closed with Return.

use super::change::{Change, Holds, Kind, quoted};
use super::field::{Field, is_inside, look};
use super::items::text_of;
use super::typed::is_same;
use super::wanted::Wanted;
use qtmcp_tool::a11y::{Input, RawNode, States};
use qtmcp_tool::pointer::Press;
use qtmcp_tool::vision::keys::Named;
use qtmcp_tool::{Code, ElementId, Fault, Ui};

/// Writes a value into a cell.
pub(super) async fn edit(field: &Field<'_>, raw: &RawNode, wanted: &Wanted) -> Result<Change, Fault> {
    let text = wanted.text()?;
    let before = text_of(raw);
    let Some((element, about)) = open(field).await? else {
        let message = format!("{} opens no editor: neither F2 nor a double click did.", field.name().await);
        return Err(Fault::new(Code::Unsupported, message)
            .next("Call `computer` with action screenshot to see how it is edited."));
    };
    let editor = field.other(element, &about);
    let set = super::set(&editor, &about, wanted).await;
    if let Err(fault) = set {
        close(field, element, Named::Escape).await?;
        return Err(fault);
    }
    if about.input == Input::MultiLine {
        // There Return is a line end; what is edited is kept when the focus goes.
        let view = ElementId::from(field.element.object);
        field.ask(move |ui| ui.focus_on(view).is_ok()).await?;
    }
    if !close(field, element, Named::Return).await? {
        close(field, element, Named::Escape).await?;
    }
    let after = field.settled().await?;
    let value = after.as_ref().map_or(Holds::Gone, |look| Holds::Text(text_of(&look.raw)));
    let took = after.is_none_or(|look| is_it(&text_of(&look.raw), &text));
    Ok(Change::new(Kind::Cell, Holds::Text(before), value).expect(took, || quoted(&text)))
}

/// Opens the editor: F2 first, since a double click may be the app's own gesture for something else.
async fn open(field: &Field<'_>) -> Result<Option<(ElementId, RawNode)>, Fault> {
    let cell = field.element;
    field.click(None, Press::CLICK).await?;
    field.session.app().settle().await;
    let there = field.ask(move |ui| editor(ui, cell)).await?;
    if there.is_some() {
        return Ok(there);
    }
    field.press("F2").await?;
    field.session.app().settle().await;
    let there = field.ask(move |ui| editor(ui, cell)).await?;
    if there.is_some() {
        return Ok(there);
    }
    field.click(None, Press { count: 2, ..Press::CLICK }).await?;
    field.session.app().settle().await;
    field.ask(move |ui| editor(ui, cell)).await
}

/// The input inside the view that has the focus.
fn editor(ui: &mut dyn Ui, cell: ElementId) -> Option<(ElementId, RawNode)> {
    let view = ElementId::from(cell.object);
    let focused = ui.focused()?;
    if focused.object == view.object || !is_inside(ui, focused, view) {
        return None;
    }
    let raw = ui.describe(focused)?;
    let is_input = !matches!(raw.input, Input::None | Input::Tabs | Input::Items | Input::Item);
    is_input.then_some((focused, raw))
}

/// Presses a key in the editor while it is there, and waits until it is gone. Says whether it is.
async fn close(field: &Field<'_>, editor: ElementId, key: Named) -> Result<bool, Fault> {
    let is_open =
        move |ui: &mut dyn Ui| look(ui, editor).is_some_and(|look| !look.raw.states.contains(States::INVISIBLE));
    field.press_if(key, is_open).await?;
    Ok(field.until(move |ui| (!is_open(ui)).then_some(())).await?.is_some())
}

/// Whether a cell shows what was asked for; numbers it may write in its own way.
fn is_it(shown: &str, asked: &str) -> bool {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    shown == asked || matches!((number(shown), number(asked)), (Some(one), Some(other)) if is_same(one, other))
}
