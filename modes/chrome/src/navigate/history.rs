//! Back and forward, where the app has them: a button, a shortcut, or a stack of pages.

use super::{plain, shortcut};
use qtmcp_tool::a11y::{self, Dialect, Node, Page, Role, States};
use qtmcp_tool::pointer::{self, Press};
use qtmcp_tool::snapshot::{Extent, Limits, snapshot};
use qtmcp_tool::target::spelled;
use qtmcp_tool::{Code, ElementId, Fault, ObjectId, Session, Step, Ui, Value};

/// Which way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Direction {
    Back,
    Forward,
}

impl Direction {
    fn word(self) -> &'static str {
        match self {
            Direction::Back => "back",
            Direction::Forward => "forward",
        }
    }

    /// What buttons are called that go this way: surely, and maybe.
    fn names(self) -> [&'static [&'static str]; 2] {
        match self {
            Direction::Back => [&["back", "go back"], &["previous", "previous page", "‹", "<", "←"]],
            Direction::Forward => [&["forward", "go forward"], &["next", "next page", "›", ">", "→"]],
        }
    }

    fn icons(self) -> [&'static [&'static str]; 2] {
        match self {
            Direction::Back => [&["go-previous", "back"], &["arrow-left"]],
            Direction::Forward => [&["go-next", "forward"], &["arrow-right"]],
        }
    }
}

/// Goes there and answers with how.
pub(super) async fn go(session: &Session, direction: Direction, dialect: Dialect) -> Result<String, Fault> {
    let page = snapshot(session.app(), session.deadline(), Extent::Active, Limits::OUTCOME).await?;
    if let Some(button) = button(&page, direction) {
        let (name, number) = (a11y::sanitize(&button.name, 100), spelled(button.number, dialect));
        if button.raw.states.contains(States::DISABLED) {
            let message = format!("\"{name}\" {number} is disabled: there is no way {} now.", direction.word());
            return Err(Fault::new(Code::Disabled, message));
        }
        pointer::click_ref(session, button.number, Press::CLICK, dialect).await?;
        return Ok(went(direction, &format!("with \"{name}\" {number}"), dialect));
    }
    let windows: Vec<ObjectId> = page.tree.roots().filter_map(|index| page.tree.get(index)).map(object).collect();
    if let Some(chord) = shortcut::find(session, windows, direction).await? {
        pointer::send(session, &[Step::KeyDown(chord), Step::KeyUp(chord)]).await?;
        return Ok(went(direction, "with the app's shortcut", dialect));
    }
    if direction == Direction::Back && pop(session, &page).await? {
        return Ok(went(direction, "by one page of the stack", dialect));
    }
    let word = direction.word();
    let message = format!("The active window has no way {word}: no button, no shortcut, no stack of pages.");
    Err(Fault::new(Code::Unsupported, message))
}

fn object(node: &Node) -> ObjectId {
    node.element.object
}

fn went(direction: Direction, how: &str, dialect: Dialect) -> String {
    match dialect {
        Dialect::Qt => format!("Went {} {how}.", direction.word()),
        Dialect::Chrome => format!("Navigated {}", direction.word()),
    }
}

/// The button that goes this way: the surest name wins, and of those one that is enabled.
fn button(page: &Page, direction: Direction) -> Option<&Node> {
    let is_button = |node: &&Node| matches!(node.raw.role, Role::Button | Role::ButtonMenu | Role::ButtonDropDown);
    let buttons: Vec<&Node> = page.tree.nodes().iter().filter(is_button).collect();
    direction.names().into_iter().zip(direction.icons()).find_map(|(names, icons)| {
        let goes = |node: &&&Node| names.contains(&unarrowed(&node.name).as_str()) || icons.contains(&&*node.raw.icon);
        let mut all = buttons.iter().filter(goes);
        let first = all.clone().next();
        all.find(|node| !node.raw.states.contains(States::DISABLED)).or(first).copied()
    })
}

/// A name without the arrows around it, as wizards have them: `< Back`; arrows alone stay.
fn unarrowed(name: &str) -> String {
    let name = plain(name);
    let bare = name.trim_matches(['<', '>', '‹', '›', '«', '»', '←', '→', ' ']);
    if bare.is_empty() { name } else { bare.to_owned() }
}

/// Takes a page off a stack that shows more than its first; of stacks within stacks, the innermost.
async fn pop(session: &Session, page: &Page) -> Result<bool, Fault> {
    let stacks: Vec<ElementId> =
        page.tree.nodes().iter().rev().filter(|node| node.raw.class == "StackView").map(|node| node.element).collect();
    let popped = session.app().start(session.deadline(), move |ui: &mut dyn Ui| {
        stacks.into_iter().any(|stack| {
            let is_deep = matches!(ui.property(stack.object, "depth"), Ok(Value::Int(depth)) if depth > 1);
            is_deep && ui.expand(stack, false).is_ok()
        })
    });
    // What the app does about it may take an event loop of its own; then the page has gone.
    Ok(popped.await?.unwrap_or(true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_around_a_name_do_not_count_and_arrows_alone_do() {
        assert_eq!((unarrowed("< &Back"), unarrowed("&Next >")), ("back".to_owned(), "next".to_owned()));
        assert_eq!((unarrowed("←"), unarrowed("‹")), ("←".to_owned(), "‹".to_owned()));
    }
}
