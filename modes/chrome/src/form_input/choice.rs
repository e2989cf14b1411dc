//! Choices: the list is opened, the row clicked, and the list gone again before the answer.

use super::change::{Change, Kind, quoted};
use super::field::{Field, holds, surfaces};
use super::wanted::Wanted;
use super::{assigned, typed};
use qtmcp_tool::a11y::{Dialect, Input, RawNode, States};
use qtmcp_tool::pointer::Press;
use qtmcp_tool::vision::Point;
use qtmcp_tool::vision::keys::Named;
use qtmcp_tool::{Code, ElementId, Fault, Scope, Ui, Value};
use std::collections::{HashSet, VecDeque};

/// Options listed when there is none of the name asked for.
const MOST_LISTED: usize = 20;

/// Elements looked at for the list in a popup.
const MOST_SEARCHED: usize = 500;

/// Chooses the option of that text; where one may type, any other text is typed.
pub(super) async fn choose(field: &Field<'_>, raw: &RawNode, wanted: &Wanted) -> Result<Change, Fault> {
    let text = wanted.text()?;
    let element = field.element;
    let options = field.ask(move |ui| ui.options(element)).await?;
    let is_editable = raw.input == Input::EditableChoice;
    let option = match (matching(&options, &text, is_editable), is_editable) {
        (Some(option), _) => option,
        (None, true) => return write(field, &text, &options).await,
        (None, false) => return Err(no_option(&text, &options, field.dialect)),
    };
    let before = field.present().await?;
    if before.text == option {
        return Ok(Change::new(Kind::Choice, before.holds(), before.holds()));
    }
    field.reachable().await?;
    match open(field, raw).await? {
        Some(list) => pick(field, list, &option).await?,
        // A choice that shows no list of its own, or one we cannot see into.
        None => assigned::give(field, Value::Text(option.clone())).await?,
    }
    let after = field.settled().await?;
    let took = after.as_ref().is_none_or(|look| look.text == option);
    Ok(Change::new(Kind::Choice, before.holds(), holds(after.as_ref())).expect(took, || quoted(&option)))
}

async fn write(field: &Field<'_>, text: &str, options: &[String]) -> Result<Change, Fault> {
    let before = field.present().await?;
    typed::replace(field, text).await?;
    let after = typed::complete(field, text).await?;
    if before.raw.states.contains(States::PASSWORD) {
        // What a secret has become is not to be seen, and neither is what else it could be.
        return Ok(Change::new(Kind::Text, before.holds(), holds(after.as_ref())));
    }
    let took = after.as_ref().is_none_or(|look| look.text == text);
    let is_untouched = after.as_ref().is_some_and(|look| look.text == before.text);
    if !took && is_untouched {
        // One may choose there, but not type.
        return Err(no_option(text, options, field.dialect));
    }
    Ok(Change::new(Kind::Text, before.holds(), holds(after.as_ref())).expect(took, || quoted(text)))
}

/// The option that is meant: of that text, in another case, or, where text is not typed, the only one that begins so.
fn matching(options: &[String], text: &str, is_editable: bool) -> Option<String> {
    let wanted = text.trim();
    let lower = wanted.to_lowercase();
    let exact =
        options.iter().find(|option| *option == text).or_else(|| options.iter().find(|option| option.trim() == wanted));
    if exact.is_some() || is_editable || wanted.is_empty() {
        return exact.cloned();
    }
    let alike = options.iter().find(|option| option.trim().to_lowercase() == lower);
    alike.cloned().or_else(|| {
        let mut begin = options.iter().filter(|option| option.trim().to_lowercase().starts_with(&lower));
        begin.next().filter(|_| begin.next().is_none()).cloned()
    })
}

pub(super) fn no_option(text: &str, options: &[String], dialect: Dialect) -> Fault {
    let listed: Vec<String> = options.iter().take(MOST_LISTED).map(|option| quoted(option)).collect();
    let more = options.len().saturating_sub(MOST_LISTED);
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    let listed = if listed.is_empty() { "none".to_owned() } else { listed.join(", ") };
    let asked = quoted(text);
    let message = match dialect {
        Dialect::Qt => format!("Option {asked} not found. Available options: {listed}{more}."),
        Dialect::Chrome => format!("Option {asked} not found. Available options: {listed}{more}"),
    };
    Fault::new(Code::NotFound, message).next("Call `form_input` with one of the options.")
}

/// Where a list has opened, and what in it holds the options.
#[derive(Clone, Copy, Debug)]
struct Opened {
    surface: ElementId,
    view: Option<ElementId>,
}

/// Opens the list; `None` when none comes.
async fn open(field: &Field<'_>, raw: &RawNode) -> Result<Option<Opened>, Fault> {
    let element = field.element;
    let known = field.ask(move |ui| surfaces(ui, element)).await?;
    let size = raw.bounds;
    let at_end = |x: f64| Point { x, y: (size.height / 2.0).floor() };
    // The arrow is at one end; in the middle of an editable one is its text.
    let ends = [at_end((size.width - 8.0).max(1.0).floor()), at_end(8.0_f64.min(size.width / 2.0).floor())];
    let ways: &[Option<Point>] = match raw.input {
        Input::EditableChoice => &ends.map(Some),
        _ => &[None],
    };
    for way in ways {
        field.click(*way, Press::CLICK).await?;
        field.session.app().settle().await;
        if let Some(opened) = appeared(field, &known).await? {
            return Ok(Some(opened));
        }
    }
    let app = field.session.app();
    let expanded = app.start(field.session.deadline(), move |ui| ui.expand(element, true)).await?;
    if expanded.is_some_and(|done| done.is_err()) {
        return Ok(None);
    }
    app.settle().await;
    let opened = appeared(field, &known).await?;
    if opened.is_none() {
        // Whatever has opened unseen is not left open.
        app.start(field.session.deadline(), move |ui| ui.expand(element, false)).await?;
    }
    Ok(opened)
}

async fn appeared(field: &Field<'_>, known: &[ElementId]) -> Result<Option<Opened>, Fault> {
    let known: HashSet<ElementId> = known.iter().copied().collect();
    let element = field.element;
    field
        .ask(move |ui| {
            let surface = surfaces(ui, element).into_iter().find(|surface| !known.contains(surface))?;
            Some(Opened { surface, view: search(ui, surface, |raw| raw.input == Input::Items) })
        })
        .await
}

/// Clicks the option in the open list and waits until the list is gone.
async fn pick(field: &Field<'_>, list: Opened, option: &str) -> Result<(), Fault> {
    let (element, wanted) = (field.element, option.to_owned());
    let found = field
        .ask(move |ui| {
            let in_view = list.view.and_then(|view| ui.item_named(view, &wanted, None));
            // A list made of plain items has no rows to be asked for.
            let item = in_view.or_else(|| search(ui, list.surface, |raw| raw.name.trim() == wanted.trim()))?;
            Some((item, ui.describe(item)?))
        })
        .await?;
    let Some((item, raw)) = found else {
        close(field, list).await?;
        return assigned::give(field, Value::Text(option.to_owned())).await;
    };
    if raw.states.contains(States::DISABLED) {
        close(field, list).await?;
        let message = format!("The option {} is disabled.", quoted(option));
        return Err(Fault::new(Code::Disabled, message));
    }
    let clicked = field.other(item, &raw).click(None, Press::CLICK).await;
    if let Err(fault) = clicked {
        close(field, list).await?;
        return Err(fault);
    }
    field.session.app().settle().await;
    // A list that has only just opened takes the first release for the end of the click that opened it.
    field.press_if(Named::Return, move |ui| is_shown(ui, element, list.surface)).await?;
    if field.until(move |ui| (!is_shown(ui, element, list.surface)).then_some(())).await?.is_none() {
        close(field, list).await?;
    }
    Ok(())
}

async fn close(field: &Field<'_>, list: Opened) -> Result<(), Fault> {
    let element = field.element;
    field.press_if(Named::Escape, move |ui| is_shown(ui, element, list.surface)).await?;
    field.until(move |ui| (!is_shown(ui, element, list.surface)).then_some(())).await?;
    Ok(())
}

fn is_shown(ui: &mut dyn Ui, around: ElementId, surface: ElementId) -> bool {
    let is_visible = ui.describe(surface).is_some_and(|raw| !raw.states.contains(States::INVISIBLE));
    is_visible && surfaces(ui, around).contains(&surface)
}

/// The first element of a kind in another, the nearest to its top.
fn search(ui: &mut dyn Ui, from: ElementId, is_it: impl Fn(&RawNode) -> bool) -> Option<ElementId> {
    let mut open = VecDeque::from([from]);
    let mut searched = 0;
    while let Some(element) = open.pop_front() {
        searched += 1;
        if searched > MOST_SEARCHED {
            return None;
        }
        if ui.describe(element).is_some_and(|raw| is_it(&raw)) {
            return Some(element);
        }
        open.extend(ui.contents(element, Scope::Shown));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn an_option_is_meant_exactly_then_in_any_case_then_by_its_beginning() {
        let options = options(&["red", "Red", "Dark green", "Dark blue", " Grey "]);
        let meant = |text| matching(&options, text, false);
        assert_eq!(meant("Red").as_deref(), Some("Red"));
        assert_eq!(meant("RED").as_deref(), Some("red"));
        assert_eq!(meant("dark g").as_deref(), Some("Dark green"));
        assert_eq!(meant("Grey").as_deref(), Some(" Grey "));
        assert_eq!(meant("dark"), None, "two begin so");
        assert_eq!(meant(""), None);
        assert_eq!(matching(&options, "dark g", true), None, "this is typed");
    }

    #[test]
    fn a_wrong_option_lists_what_there_is_and_counts_the_rest() {
        let many: Vec<String> = (0..25).map(|n| format!("o{n}")).collect();
        let fault = no_option("x", &many, Dialect::Chrome);
        assert!(
            fault.message.starts_with("Option \"x\" not found. Available options: \"o0\", \"o1\""),
            "{}",
            fault.message
        );
        assert!(fault.message.ends_with("\"o19\", and 5 more"), "{}", fault.message);
    }
}
