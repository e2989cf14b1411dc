//! Tabs and pages by name: tab bars, tool boxes, stacks, and lists that serve as such.

use super::{listed, plain};
use qtmcp_tool::a11y::{self, Dialect, Input, Node, Page, Role, States};
use qtmcp_tool::pointer::{self, Press};
use qtmcp_tool::snapshot::{Extent, Limits, snapshot};
use qtmcp_tool::target::spelled;
use qtmcp_tool::{Code, ElementId, Fault, Session, Value};

/// Opens the tab or page of that name and answers with what was opened.
pub(super) async fn open(session: &Session, name: &str, dialect: Dialect) -> Result<String, Fault> {
    let page = snapshot(session.app(), session.deadline(), Extent::Active, Limits::OUTCOME).await?;
    for candidates in [tabs(&page), pages(&page), items(&page)] {
        let Some(node) = only(&candidates, name, dialect)? else { continue };
        let number = spelled(node.number, dialect);
        let is_open = node.raw.role == Role::PageTab && node.raw.states.contains(States::SELECTED);
        if is_open && dialect == Dialect::Qt {
            return Ok(format!("The tab \"{}\" {number} is open already.", a11y::sanitize(&node.name, 100)));
        }
        if !is_open {
            pointer::click_ref(session, node.number, Press::CLICK, dialect).await?;
        }
        return Ok(opened(&node.name, &format!(" {number}"), dialect));
    }
    if let Some(name) = elsewhere(session, &page, name, dialect).await? {
        return Ok(opened(&name, "", dialect));
    }
    Err(no_tab(session, &page, name).await?)
}

/// The fault for a name that nothing has, with those there are.
async fn no_tab(session: &Session, page: &Page, name: &str) -> Result<Fault, Fault> {
    let holders = holders(page);
    let look = session.app().visit(session.deadline(), move |ui| -> Vec<String> {
        holders.into_iter().flat_map(|holder| ui.options(holder)).collect()
    });
    let hidden = look.await?;
    let mut shown: Vec<&Node> = tabs(page);
    shown.extend(pages(page));
    if shown.is_empty() && hidden.is_empty() {
        shown = items(page);
    }
    let mut names: Vec<String> = Vec::new();
    for name in shown.into_iter().map(|node| &node.name).chain(&hidden).map(|name| a11y::sanitize(name, 100)) {
        if !name.is_empty() && names.iter().all(|other| plain(other) != plain(&name)) {
            names.push(name);
        }
    }
    let message = format!("There is no tab \"{name}\" in the active window; it has {}.", listed(&names));
    let next = match names[..] {
        [] => "Call `read_page` to see what it has instead.",
        [..] => "Call `navigate` with one of those, or `read_page`.",
    };
    Ok(Fault::new(Code::NotFound, message).next(next))
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

/// What shows one of several pages at a time. The stack inside a tab widget is left out: its pages are the tabs'.
fn holders(page: &Page) -> Vec<ElementId> {
    let nodes = page.tree.nodes();
    let holds = |index: usize| nodes[index].raw.input == Input::Tabs;
    let is_inner = |index: usize| page.tree.ancestors(index).next().is_some_and(holds);
    let found = (0..nodes.len()).filter(|index| holds(*index) && !is_inner(*index));
    found.map(|index| nodes[index].element).collect()
}

/// Tabs that are scrolled away, and pages of stacks that have no tabs to click. Answers with the name of what opened.
async fn elsewhere(session: &Session, page: &Page, name: &str, dialect: Dialect) -> Result<Option<String>, Fault> {
    for holder in holders(page) {
        let wanted = name.to_owned();
        let find = session.app().visit(session.deadline(), move |ui| {
            let item = ui.item_named(holder, &wanted, None)?;
            let names = ui.options(holder);
            let name = names.into_iter().find(|name| plain(name) == plain(&wanted)).unwrap_or(wanted);
            Some((item, name))
        });
        let Some((item, name)) = find.await? else { continue };
        let value = Value::Text(name.clone());
        let assigned = session.app().start(session.deadline(), move |ui| ui.assign(holder, &value)).await?;
        if assigned.is_some_and(|assigned| assigned.is_err()) {
            let number = session.app().refs().give(item, || format!("tab \"{name}\""));
            pointer::click_ref(session, number, Press::CLICK, dialect).await?;
        }
        return Ok(Some(name));
    }
    Ok(None)
}
