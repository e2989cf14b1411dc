//! Menus by path: each step clicks what a person would click, and waits until the next menu is open.

use super::{listed, plain};
use crate::pointer::{self, Press};
use crate::snapshot::{Extent, Limits, snapshot};
use crate::target::{self, spelled};
use qtmcp_tool::a11y::{self, Dialect, Page, Ref, Role, States, Tree, WindowKind};
use qtmcp_tool::vision::keys::{Chord, Key, Modifiers, Named};
use qtmcp_tool::{Code, Fault, Session, Step};
use std::time::{Duration, Instant};

/// Between two looks whether a menu has opened.
const PAUSE: Duration = Duration::from_millis(10);

/// Menus open at once, and some of them after an animation.
const OPENS_WITHIN: Duration = Duration::from_secs(3);

/// Chooses an item by its path and answers with what was chosen.
pub(super) async fn choose(session: &Session, path: &str, dialect: Dialect) -> Result<String, Fault> {
    let steps: Vec<&str> = path.split(['>', '→', '▸']).map(str::trim).filter(|step| !step.is_empty()).collect();
    let Some((last, menus)) = steps.split_last() else {
        return Err(Fault::new(Code::BadArgument, "navigate: the menu path is empty."));
    };
    close_menus(session).await?;
    let result = walk(session, menus, last, dialect).await;
    if result.is_err() {
        // A menu left open would take the next click.
        let _ = close_menus(session).await;
    }
    result
}

async fn walk(session: &Session, menus: &[&str], last: &str, dialect: Dialect) -> Result<String, Fault> {
    let mut page = look(session).await?;
    let mut open: Vec<usize> = bar_items(&page.tree);
    let mut within = "the menu bar".to_owned();
    let mut chosen = Vec::new();
    for step in menus {
        let number = pick(&page, &open, step, &within, dialect)?;
        chosen.push(name_of(&page, number));
        let known = open_refs(&page);
        open_menu(session, number, dialect).await?;
        page = opened(session, &known).await.ok_or_else(|| {
            let message = format!("\"{step}\" in {within} opened no menu.");
            Fault::new(Code::NotFound, message).next("Call `read_page` to see what it did.")
        })?;
        open = open_items(&page.tree);
        open.retain(|index| page.tree.get(*index).is_some_and(|node| !known.contains(&node.number)));
        within = format!("the menu \"{step}\"");
    }
    let number = pick(&page, &open, last, &within, dialect)?;
    chosen.push(name_of(&page, number));
    pointer::click_ref(session, number, Press::CLICK, dialect).await?;
    Ok(match dialect {
        Dialect::Qt => format!("Chose {} {}.", chosen.join(" > "), spelled(number, dialect)),
        Dialect::Chrome => format!("Navigated to {}", chosen.join(" > ")),
    })
}

/// Clicks what opens a menu. A menu bar that something else lies over still opens as by the keyboard.
async fn open_menu(session: &Session, number: Ref, dialect: Dialect) -> Result<(), Fault> {
    match pointer::click_ref(session, number, Press::CLICK, dialect).await {
        Err(fault) if matches!(fault.code, Code::Covered | Code::NotVisible) => {
            let element = target::element(session, number, dialect)?;
            let expanded = session.app().start(session.deadline(), move |ui| ui.expand(element, true)).await?;
            expanded.unwrap_or(Ok(())).map_err(|_| fault)
        }
        clicked => clicked.map(drop),
    }
}

async fn look(session: &Session) -> Result<Page, Fault> {
    snapshot(session.app(), session.deadline(), Extent::Active, Limits::OUTCOME).await
}

/// The refs of the entries of open menus; they stay the same from page to page.
fn open_refs(page: &Page) -> Vec<Ref> {
    open_items(&page.tree).into_iter().filter_map(|index| page.tree.get(index)).map(|node| node.number).collect()
}

/// Waits until items are shown that were not there before.
async fn opened(session: &Session, known: &[Ref]) -> Option<Page> {
    let give_up = Instant::now() + OPENS_WITHIN;
    loop {
        if let Ok(page) = look(session).await
            && open_refs(&page).iter().any(|number| !known.contains(number))
        {
            return Some(page);
        }
        if Instant::now() >= give_up {
            return None;
        }
        session.app().sleep(PAUSE).await;
    }
}

fn is_inside(tree: &Tree, index: usize, role: Role) -> bool {
    tree.ancestors(index).any(|around| tree.nodes()[around].raw.role == role)
}

fn items(tree: &Tree) -> impl Iterator<Item = usize> + '_ {
    (0..tree.nodes().len()).filter(|index| tree.nodes()[*index].raw.role == Role::MenuItem)
}

/// The titles in menu bars.
fn bar_items(tree: &Tree) -> Vec<usize> {
    items(tree).filter(|index| is_inside(tree, *index, Role::MenuBar)).collect()
}

/// The entries of menus that are open.
fn open_items(tree: &Tree) -> Vec<usize> {
    items(tree)
        .filter(|index| is_inside(tree, *index, Role::PopupMenu) && !is_inside(tree, *index, Role::MenuBar))
        .collect()
}

fn name_of(page: &Page, number: Ref) -> String {
    let node = page.tree.index_of(number).and_then(|index| page.tree.get(index));
    node.map(|node| a11y::sanitize(&node.name, 100)).unwrap_or_default()
}

/// The item of that name: exactly, or the only one that begins with it.
fn pick(page: &Page, items: &[usize], wanted: &str, within: &str, dialect: Dialect) -> Result<Ref, Fault> {
    let nodes: Vec<_> = items.iter().filter_map(|index| page.tree.get(*index)).collect();
    let wanted_plain = plain(wanted);
    let named = |test: &dyn Fn(&str) -> bool| -> Vec<_> {
        nodes.iter().copied().filter(|node| test(&plain(&node.name))).collect()
    };
    let mut found = named(&|name| name == wanted_plain);
    if found.is_empty() {
        found = named(&|name| name.starts_with(&wanted_plain));
    }
    let names = |nodes: &[&a11y::Node]| -> Vec<String> {
        nodes.iter().map(|node| a11y::sanitize(&node.name, 100)).filter(|name| !name.is_empty()).collect()
    };
    match found[..] {
        [node] if node.raw.states.contains(States::DISABLED) => {
            let message = format!("\"{}\" {} in {within} is disabled.", wanted, spelled(node.number, dialect));
            Err(Fault::new(Code::Disabled, message))
        }
        [node] => Ok(node.number),
        [] => {
            let message = format!("There is no \"{wanted}\" in {within}; it has {}.", listed(&names(&nodes)));
            Err(Fault::new(Code::NotFound, message).next("Call `navigate` with one of those."))
        }
        [..] => {
            let message = format!("\"{wanted}\" in {within} may be {}.", listed(&names(&found)));
            Err(Fault::new(Code::Ambiguous, message))
        }
    }
}

/// Closes what is open of menus, as Escape does, so that the path starts at the bar.
async fn close_menus(session: &Session) -> Result<(), Fault> {
    const DEEPEST: usize = 8;
    let escape = Chord { key: Key::Named(Named::Escape), modifiers: Modifiers::default() };
    for _ in 0..DEEPEST {
        let page = match look(session).await {
            Ok(page) => page,
            Err(fault) if fault.code == Code::NoWindow => return Ok(()),
            Err(fault) => return Err(fault),
        };
        let is_popup = page.windows.iter().any(|(_, window)| window.kind == WindowKind::Popup);
        if !is_popup && open_items(&page.tree).is_empty() {
            return Ok(());
        }
        pointer::send(session, &[Step::KeyDown(escape), Step::KeyUp(escape)]).await?;
        session.app().settle().await;
    }
    Ok(())
}
