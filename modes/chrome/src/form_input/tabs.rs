//! Tab bars, stacks and tool boxes, as an input: one of their pages is chosen by name.

use super::change::{Change, Holds, Kind, quoted};
use super::field::Field;
use super::wanted::Wanted;
use super::{assigned, items};
use qtmcp_tool::a11y::{self, RawNode, Role, States};
use qtmcp_tool::pointer::Press;
use qtmcp_tool::{Code, Fault, Value};

/// Brings a tab or page to the front.
pub(super) async fn open(field: &Field<'_>, wanted: &Wanted) -> Result<Change, Fault> {
    let previous = current(field).await?;
    let Some((item, raw)) = items::find(field, wanted).await? else {
        return assign(field, wanted, previous).await;
    };
    // A page is not called what its tab is; then the one who knows the page's names is asked.
    let name = if is_handle(&raw) { raw.name.clone() } else { wanted.text()? };
    let is_open = raw.states.contains(States::SELECTED) || previous == Holds::text(&name);
    if is_open {
        return Ok(Change::new(Kind::Tab, previous.clone(), previous));
    }
    let tab = field.other(item, &raw);
    let clicked = if is_handle(&raw) { Some(tab.click(None, Press::CLICK).await) } else { None };
    match clicked {
        Some(Ok(())) => {}
        Some(Err(fault)) if !matches!(fault.code, Code::NotVisible | Code::Unsupported) => return Err(fault),
        // Tabs that are scrolled away, and the pages of stacks, have nothing to be clicked.
        _ => assigned::give(field, Value::Text(name.clone())).await?,
    }
    let after = tab.settled().await?;
    let value = current(field).await?;
    let took = after.is_none_or(|look| look.raw.states.contains(States::SELECTED)) || value != previous;
    Ok(Change::new(Kind::Tab, previous, value).expect(took, || quoted(&name)))
}

/// Whether this is what one clicks to open a page, and not the page.
fn is_handle(raw: &RawNode) -> bool {
    matches!(a11y::role_of(raw), Role::PageTab | Role::Button | Role::RadioButton)
}

/// The page that is shown.
async fn current(field: &Field<'_>) -> Result<Holds, Fault> {
    let look = field.look().await?;
    match look.filter(|look| !look.text.is_empty()) {
        Some(look) => Ok(Holds::Text(look.text)),
        None => items::selected(field).await,
    }
}

/// A stack whose pages are no elements may know them by name all the same.
async fn assign(field: &Field<'_>, wanted: &Wanted, previous: Holds) -> Result<Change, Fault> {
    match assigned::give(field, wanted.value()).await {
        Ok(()) => {
            field.session.app().settle().await;
            Ok(Change::new(Kind::Tab, previous, current(field).await?))
        }
        Err(_) => Err(items::no_item(field, wanted).await?),
    }
}
