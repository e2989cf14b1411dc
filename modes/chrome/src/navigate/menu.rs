//! Menus by path: each step clicks what a person would click, and waits until the next menu is open.

use super::{listed, plain};
use qtmcp_tool::a11y::{self, Dialect, Node, Page, Ref, Role, States, Tree, WindowKind};
use qtmcp_tool::pointer::{self, Press};
use qtmcp_tool::snapshot::{Extent, Limits, snapshot};
use qtmcp_tool::target::{self, spelled};
use qtmcp_tool::vision::keys::{Chord, Key, Modifiers, Named};
use qtmcp_tool::{Code, Fault, Session, Step};
use std::time::{Duration, Instant};

/// Between two looks whether a menu has opened.
const PAUSE: Duration = Duration::from_millis(10);

/// Menus within menus, at most.
const DEEPEST: usize = 8;

/// Menus open at once, and some of them after an animation.
const OPENS_WITHIN: Duration = Duration::from_secs(3);

/// Chooses an item by its path and answers with what was chosen.
pub(super) async fn choose(session: &Session, path: &str, dialect: Dialect) -> Result<String, Fault> {
    let steps: Vec<&str> = path.split(['>', '→', '▸']).map(str::trim).filter(|step| !step.is_empty()).collect();
    let Some((last, menus)) = steps.split_last() else {
        return Err(Fault::new(Code::BadArgument, "navigate: the menu path is empty."));
    };
    let start = Level::start(session, steps[0], dialect).await?;
    let result = walk(session, start, menus, last, dialect).await;
    if result.as_ref().is_err_and(|fault| fault.code != Code::Ambiguous) {
        // A menu left open would take the next click.
        let _ = close_menus(session).await;
    }
    result
}

/// The entries that a step of the path is one of.
struct Level {
    page: Page,
    entries: Vec<usize>,
    /// What they are in, for a sentence.
    within: String,
}

impl Level {
    /// Where the path begins: in the menu bar, or in a menu that is open when only that one has the first step.
    async fn start(session: &Session, first: &str, dialect: Dialect) -> Result<Self, Fault> {
        for _ in 0..DEEPEST {
            let page = look(session).await?;
            let (bar, open) = (bar_items(&page.tree), open_items(&page.tree));
            let named = |entries: &[usize]| {
                let mut nodes = entries.iter().map(|index| &page.tree.nodes()[*index]);
                nodes.find(|node| plain(&node.name).starts_with(&plain(first)))
            };
            if open.is_empty() || (!bar.is_empty() && (named(&open).is_none() || named(&bar).is_some())) {
                break;
            }
            let is_unfolded = named(&open).is_some_and(|node| node.raw.states.contains(States::EXPANDED));
            if !is_unfolded {
                return Ok(Level { page, entries: open, within: "the open menu".to_owned() });
            }
            // Its menu is open already, and has to be opened by this path to be known as its own.
            escape(session).await?;
        }
        close_menus(session).await?;
        let page = look(session).await?;
        let entries = bar_items(&page.tree);
        if entries.is_empty() {
            return Err(no_bar(&page, dialect));
        }
        Ok(Level { page, entries, within: "the menu bar".to_owned() })
    }

    /// Opens the menu of an entry.
    async fn descend(self, session: &Session, step: &str, dialect: Dialect) -> Result<(Self, String), Fault> {
        let node = self.pick(step, dialect)?;
        let (number, name) = (node.number, a11y::sanitize(&node.name, 100));
        let is_menu = node.raw.states.intersects(States::HAS_POPUP | States::EXPANDABLE);
        // Titles in the bar are clicked in any case: some have their menu made when they are.
        if !is_menu && !self.is_bar() {
            let message = format!("\"{name}\" {} in {} has no menu of its own.", spelled(number, dialect), self.within);
            return Err(Fault::new(Code::NotFound, message).next("Call `navigate` with the path up to there."));
        }
        let known = open_refs(&self.page);
        open_menu(session, number, dialect).await?;
        let page = opened(session, &known).await.ok_or_else(|| {
            let message = format!("\"{name}\" in {} opened no menu.", self.within);
            Fault::new(Code::NotFound, message).next("Call `read_page` to see what it did.")
        })?;
        let mut entries = open_items(&page.tree);
        entries.retain(|index| page.tree.get(*index).is_some_and(|node| !known.contains(&node.number)));
        Ok((Level { page, entries, within: format!("the menu \"{name}\"") }, name))
    }

    fn is_bar(&self) -> bool {
        self.entries.first().is_some_and(|index| is_in(&self.page.tree, *index, Role::MenuBar))
    }

    /// The entry of that name: exactly, or the only one that begins with it.
    fn pick(&self, wanted: &str, dialect: Dialect) -> Result<&Node, Fault> {
        let nodes: Vec<_> = self.entries.iter().filter_map(|index| self.page.tree.get(*index)).collect();
        let (wanted_plain, within) = (plain(wanted), &self.within);
        let named = |test: &dyn Fn(&str) -> bool| -> Vec<_> {
            nodes.iter().copied().filter(|node| test(&plain(&node.name))).collect()
        };
        let mut found = named(&|name| name == wanted_plain);
        if found.is_empty() {
            found = named(&|name| name.starts_with(&wanted_plain));
        }
        match found[..] {
            [node] if node.raw.states.contains(States::DISABLED) => {
                let name = a11y::sanitize(&node.name, 100);
                let message = format!("\"{name}\" {} in {within} is disabled.", spelled(node.number, dialect));
                Err(Fault::new(Code::Disabled, message))
            }
            [node] => Ok(node),
            [] => {
                let names = nodes.iter().map(|node| a11y::sanitize(&node.name, 100));
                let names: Vec<String> = names.filter(|name| !name.is_empty()).collect();
                let message = format!("There is no \"{wanted}\" in {within}; it has {}.", listed(&names));
                Err(Fault::new(Code::NotFound, message).next("Call `navigate` with one of those."))
            }
            [..] => {
                let one =
                    |node: &&Node| format!("\"{}\" {}", a11y::sanitize(&node.name, 100), spelled(node.number, dialect));
                let several: Vec<String> = found.iter().map(one).collect();
                let message = format!("\"{wanted}\" in {within} may be {}.", several.join(", "));
                Err(Fault::new(Code::Ambiguous, message).next("Call `click` with one of those refs: they are in view."))
            }
        }
    }
}

async fn walk(session: &Session, start: Level, menus: &[&str], last: &str, dialect: Dialect) -> Result<String, Fault> {
    let mut level = start;
    let mut chosen = Vec::new();
    for step in menus {
        let (next, name) = level.descend(session, step, dialect).await?;
        level = next;
        chosen.push(name);
    }
    let node = level.pick(last, dialect)?;
    chosen.push(a11y::sanitize(&node.name, 100));
    pointer::click_ref(session, node.number, Press::CLICK, dialect).await?;
    let switched = switched(session, node).await?.map(|word| format!(", now {word}")).unwrap_or_default();
    Ok(match dialect {
        Dialect::Qt => format!("Chose {} {}{switched}.", chosen.join(" > "), spelled(node.number, dialect)),
        Dialect::Chrome => format!("Navigated to {}{switched}", chosen.join(" > ")),
    })
}

/// What became of an entry that can be checked: its menu has closed, so no page tells.
async fn switched(session: &Session, node: &Node) -> Result<Option<&'static str>, Fault> {
    if !node.raw.states.contains(States::CHECKABLE) {
        return Ok(None);
    }
    session.app().settle().await;
    let element = node.element;
    let after = session.app().visit(session.deadline(), move |ui| ui.describe(element)).await?;
    let word = |on: bool| if on { "checked" } else { "not checked" };
    Ok(after.map(|raw| word(raw.states.contains(States::CHECKED))))
}

/// The fault for a window that has no menus to choose from.
fn no_bar(page: &Page, dialect: Dialect) -> Fault {
    let line = page.tree.roots().next().map(|index| a11y::line(&page.tree, index, dialect)).unwrap_or_default();
    let number = page.tree.nodes().first().map(|node| node.number);
    let is_modal = page.windows.iter().any(|(window, about)| Some(*window) == number && about.modal);
    if is_modal {
        return Fault::new(Code::BlockedByDialog, format!("{line} is open and has no menu bar."));
    }
    Fault::new(Code::NotFound, format!("{line} has no menu bar."))
        .next("Call `click` on what opens its menu, then `navigate` with the path inside that.")
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

fn is_in(tree: &Tree, index: usize, role: Role) -> bool {
    tree.ancestors(index).any(|around| tree.nodes()[around].raw.role == role)
}

fn items(tree: &Tree) -> impl Iterator<Item = usize> + '_ {
    (0..tree.nodes().len()).filter(|index| tree.nodes()[*index].raw.role == Role::MenuItem)
}

/// The titles in menu bars.
fn bar_items(tree: &Tree) -> Vec<usize> {
    items(tree).filter(|index| is_in(tree, *index, Role::MenuBar)).collect()
}

/// The entries of menus that are open.
fn open_items(tree: &Tree) -> Vec<usize> {
    items(tree).filter(|index| is_in(tree, *index, Role::PopupMenu) && !is_in(tree, *index, Role::MenuBar)).collect()
}

/// Closes what is open of menus, so that the path starts at the bar, and gives the focus back that the bar has then.
async fn close_menus(session: &Session) -> Result<(), Fault> {
    for _ in 0..DEEPEST {
        let page = match look(session).await {
            Ok(page) => page,
            Err(fault) if fault.code == Code::NoWindow => return Ok(()),
            Err(fault) => return Err(fault),
        };
        let is_popup = page.windows.iter().any(|(_, window)| window.kind == WindowKind::Popup);
        if !is_popup && open_items(&page.tree).is_empty() && !is_bar_focused(&page.tree) {
            return Ok(());
        }
        escape(session).await?;
    }
    Ok(())
}

/// Escape, and what the app does about it.
async fn escape(session: &Session) -> Result<(), Fault> {
    let escape = Chord { key: Key::Named(Named::Escape), modifiers: Modifiers::default() };
    pointer::send(session, &[Step::KeyDown(escape), Step::KeyUp(escape)]).await?;
    session.app().settle().await;
    Ok(())
}

fn is_bar_focused(tree: &Tree) -> bool {
    let is_focused = |node: &Node| node.raw.states.contains(States::FOCUSED);
    let is_bar = |index: usize| tree.nodes()[index].raw.role == Role::MenuBar || is_in(tree, index, Role::MenuBar);
    tree.nodes().iter().enumerate().any(|(index, node)| is_focused(node) && is_bar(index))
}
