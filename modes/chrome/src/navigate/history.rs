//! Back and forward, where the app has them: a button, a stack of pages, or the usual shortcut.

use super::plain;
use crate::pointer::{self, Press};
use crate::snapshot::{Extent, Limits, snapshot};
use crate::target::spelled;
use qtmcp_tool::a11y::{self, Dialect, Node, Page, Role, States};
use qtmcp_tool::vision::keys::{Chord, Key, Modifiers, Named};
use qtmcp_tool::{Code, Fault, ObjectId, Session, Step, Ui, Value};

/// Which way.
#[derive(Clone, Copy, PartialEq)]
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

    fn names(self) -> &'static [&'static str] {
        match self {
            Direction::Back => &["back", "go back", "previous", "previous page", "‹", "<", "←"],
            Direction::Forward => &["forward", "go forward", "next", "next page", "›", ">", "→"],
        }
    }

    fn icons(self) -> &'static [&'static str] {
        match self {
            Direction::Back => &["go-previous", "arrow-left", "back"],
            Direction::Forward => &["go-next", "arrow-right", "forward"],
        }
    }

    fn chord(self) -> Chord {
        let key = if self == Direction::Back { Named::Left } else { Named::Right };
        Chord { key: Key::Named(key), modifiers: Modifiers { alt: true, ..Modifiers::default() } }
    }
}

/// Goes there and answers with how.
pub(super) async fn go(session: &Session, direction: Direction, dialect: Dialect) -> Result<String, Fault> {
    let page = look(session).await?;
    if let Some(button) = button(&page, direction) {
        pointer::click_ref(session, button.number, Press::CLICK, dialect).await?;
        let name = a11y::sanitize(&button.name, 100);
        return Ok(went(direction, &format!(" with \"{name}\" {}", spelled(button.number, dialect)), dialect));
    }
    if direction == Direction::Back && pop(session, &page).await? {
        return Ok(went(direction, " by one page of the stack", dialect));
    }
    let chord = direction.chord();
    pointer::send(session, &[Step::KeyDown(chord), Step::KeyUp(chord)]).await?;
    session.app().settle().await;
    let after = look(session).await?;
    if a11y::diff(&page, &after, dialect).is_empty() {
        let word = direction.word();
        let message = format!("The active window has no way {word}: no button, no stack of pages, no shortcut.");
        return Err(Fault::new(Code::Unsupported, message));
    }
    Ok(went(direction, " by shortcut", dialect))
}

fn went(direction: Direction, how: &str, dialect: Dialect) -> String {
    match dialect {
        Dialect::Qt => format!("Went {}{how}.", direction.word()),
        Dialect::Chrome => format!("Navigated {}", direction.word()),
    }
}

async fn look(session: &Session) -> Result<Page, Fault> {
    snapshot(session.app(), session.deadline(), Extent::Active, Limits::OUTCOME).await
}

fn button(page: &Page, direction: Direction) -> Option<&Node> {
    let is_button = |node: &&Node| {
        matches!(node.raw.role, Role::Button | Role::ButtonMenu | Role::ButtonDropDown)
            && !node.raw.states.contains(States::DISABLED)
    };
    let has_icon = |node: &Node| direction.icons().iter().any(|icon| node.raw.icon == *icon);
    let is_named = |node: &Node| direction.names().contains(&plain(&node.name).as_str());
    page.tree.nodes().iter().filter(is_button).find(|node| is_named(node) || has_icon(node))
}

/// Takes a page off a stack that shows more than its first.
async fn pop(session: &Session, page: &Page) -> Result<bool, Fault> {
    let stacks: Vec<ObjectId> =
        page.tree.nodes().iter().filter(|node| node.raw.class == "StackView").map(|node| node.element.object).collect();
    session
        .app()
        .visit(session.deadline(), move |ui: &mut dyn Ui| {
            stacks.into_iter().any(|stack| {
                let is_deep = matches!(ui.property(stack, "depth"), Ok(Value::Int(depth)) if depth > 1);
                let methods = if is_deep { ui.methods(stack).unwrap_or_default() } else { Vec::new() };
                let pops = methods.into_iter().filter(|method| method.name == "pop");
                let pop = pops.min_by_key(|method| method.parameters.len());
                pop.is_some_and(|pop| {
                    let arguments = vec![Value::Null; pop.parameters.len()];
                    ui.invoke(stack, pop.index, &arguments).is_ok()
                })
            })
        })
        .await
}
