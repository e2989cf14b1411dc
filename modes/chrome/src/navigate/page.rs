//! Tabs and pages by name: tab bars, tool boxes, stacks, and lists that serve as such.

use super::{listed, plain};
use crate::pointer::{self, Press};
use crate::snapshot::{Extent, Limits, snapshot};
use crate::target::spelled;
use qtmcp_tool::a11y::{self, Dialect, Input, Node, Page, Role};
use qtmcp_tool::{Code, ElementId, Fault, Session, Value};

/// Opens the tab or page of that name and answers with what was opened.
pub(super) async fn open(session: &Session, name: &str, dialect: Dialect) -> Result<String, Fault> {
    let page = snapshot(session.app(), session.deadline(), Extent::Active, Limits::OUTCOME).await?;
    for candidates in [tabs(&page), pages(&page), items(&page)] {
        if let Some(node) = only(&candidates, name, dialect)? {
            pointer::click_ref(session, node.number, Press::CLICK, dialect).await?;
            return Ok(opened(&node.name, &format!(" {}", spelled(node.number, dialect)), dialect));
        }
    }
    if elsewhere(session, &page, name, dialect).await? {
        return Ok(opened(name, "", dialect));
    }
    let names: Vec<String> =
        tabs(&page).iter().chain(&pages(&page)).map(|node| a11y::sanitize(&node.name, 100)).collect();
    let message = format!("There is no tab \"{name}\" in the active window; it has {}.", listed(&names));
    Err(Fault::new(Code::NotFound, message).next("Call `navigate` with one of those, or `read_page`."))
}

fn opened(name: &str, number: &str, dialect: Dialect) -> String {
    let name = a11y::sanitize(name, 100);
    match dialect {
        Dialect::Qt => format!("Opened the tab \"{name}\"{number}."),
        Dialect::Chrome => format!("Navigated to {name}"),
    }
}

fn with(page: &Page, test: impl Fn(&Node) -> bool) -> Vec<&Node> {
    page.tree.nodes().iter().filter(|node| test(node)).collect()
}

fn tabs(page: &Page) -> Vec<&Node> {
    with(page, |node| node.raw.role == Role::PageTab)
}

/// A tool box shows its pages as buttons of a class of their own.
fn pages(page: &Page) -> Vec<&Node> {
    with(page, |node| node.raw.class == "QToolBoxButton")
}

/// Settings often have a list at their side in place of tabs.
fn items(page: &Page) -> Vec<&Node> {
    with(page, |node| matches!(node.raw.role, Role::ListItem | Role::TreeItem) && node.raw.input == Input::Item)
}

fn only<'a>(nodes: &[&'a Node], name: &str, dialect: Dialect) -> Result<Option<&'a Node>, Fault> {
    let wanted = plain(name);
    let found: Vec<_> = nodes.iter().copied().filter(|node| plain(&node.name) == wanted).collect();
    match found[..] {
        [] => Ok(None),
        [node] => Ok(Some(node)),
        [..] => {
            let refs: Vec<_> = found.iter().map(|node| spelled(node.number, dialect)).collect();
            let message = format!("{} tabs are called \"{name}\": {}.", found.len(), refs.join(", "));
            Err(Fault::new(Code::Ambiguous, message).next("Call `click` with the ref of one of them."))
        }
    }
}

/// Tabs that are scrolled away, and pages of stacks that have no tabs to click.
async fn elsewhere(session: &Session, page: &Page, name: &str, dialect: Dialect) -> Result<bool, Fault> {
    let holders: Vec<ElementId> =
        with(page, |node| node.raw.input == Input::Tabs).into_iter().map(|node| node.element).collect();
    for holder in holders {
        let wanted = name.to_owned();
        let found = session.app().visit(session.deadline(), move |ui| {
            let item = ui.item_named(holder, &wanted, None)?;
            Some((item, ui.assign(holder, &Value::Text(wanted)).is_ok()))
        });
        match found.await? {
            Some((_, true)) => return Ok(true),
            Some((item, false)) => {
                let number = session.app().refs().give(item, || format!("tab \"{name}\""));
                pointer::click_ref(session, number, Press::CLICK, dialect).await?;
                return Ok(true);
            }
            None => {}
        }
    }
    Ok(false)
}
