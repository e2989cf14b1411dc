//! Doing the actions of `computer` that touch the app; each answers with a sentence about what was done.

use super::Direction;
use super::action::{Action, Spot, Ticks};
use super::drag::drag;
use super::spot::{aim, here};
use crate::arguments::RefArgument;
use crate::pointer::{self, Press};
use crate::target::{self, blocked, named};
use crate::{keyboard, tab};
use qtmcp_tool::a11y::{Dialect, Ref, States, WindowKind, sanitize};
use qtmcp_tool::vision::keys::{Chord, Modifiers};
use qtmcp_tool::{Aim, Code, ElementId, Fault, Held, MouseButton, MouseEvent, MouseKind, Session, Step};
use std::time::Duration;

/// Tool tips come after 700 ms at rest, and a little later on a busy machine.
const TOOL_TIP_LOOKS: u32 = 24;
const TOOL_TIP_PAUSE: Duration = Duration::from_millis(50);

/// How much of a typed text the answer repeats.
const MOST_ECHOED: usize = 200;

/// Does it.
pub(super) async fn perform(session: &Session, action: Action, dialect: Dialect) -> Result<String, Fault> {
    let none = Modifiers::default();
    Ok(match action {
        Action::Click { at, press } => click(session, at, press, dialect).await?,
        Action::Drag { from, to, modifiers } => drag(session, (from, to), modifiers, dialect).await?,
        Action::Hover { at } => {
            let aimed = aim(session, at, none, dialect).await?;
            await_tool_tip(session, &aimed.at).await?;
            match (at, dialect) {
                (Spot::Element(_), Dialect::Chrome) => format!("Hovered {}", aimed.told(dialect, "over")),
                (Spot::Element(_), Dialect::Qt) => format!("Hovered over {}.", aimed.told(dialect, "")),
                (Spot::Point(_), _) => sentence(dialect, format!("Hovered {}", aimed.told(dialect, "over"))),
            }
        }
        Action::Scroll { at, ticks, modifiers } => scroll(session, at, ticks, modifiers, dialect).await?,
        Action::ScrollTo { target } => scroll_to(session, target, dialect).await?,
        Action::Key { keys, repeat, tab } => {
            activate(session, tab, dialect).await?;
            let mut pressed = 0;
            for _ in 0..repeat {
                pressed = keyboard::press(session, &keys).await?;
            }
            let plural = if pressed == 1 { "key" } else { "keys" };
            let again = if repeat > 1 { format!(" (repeated {repeat} times)") } else { String::new() };
            sentence(dialect, format!("Pressed {pressed} {plural}: {}{again}", sanitize(&keys, MOST_ECHOED)))
        }
        Action::HoldKey { chord, keys, seconds, tab } => {
            activate(session, tab, dialect).await?;
            hold_key(session, chord, seconds).await?;
            format!("Held {} for {seconds}s.", sanitize(&keys, MOST_ECHOED))
        }
        Action::Type { text, tab } => {
            activate(session, tab, dialect).await?;
            type_text(session, &text, dialect).await?
        }
        Action::Wait { seconds } => {
            session.app().sleep(Duration::from_secs_f64(seconds)).await;
            let plural = if seconds == 1.0 { "second" } else { "seconds" };
            sentence(dialect, format!("Waited for {seconds} {plural}"))
        }
        Action::MouseDown => {
            let at = pressed_at(session)?;
            let step = Step::Mouse(MouseEvent { at, kind: MouseKind::Press(MouseButton::Left), modifiers: none });
            let held = Held::begin(&session.shared_app(), session.timeout(), step).await?;
            session.keep_held(held);
            "Left mouse button pressed.".to_owned()
        }
        Action::MouseUp => {
            let at = pressed_at(session)?;
            let step = Step::Mouse(MouseEvent { at, kind: MouseKind::Release(MouseButton::Left), modifiers: none });
            let held = session.take_held().ok_or_else(|| {
                Fault::new(Code::BadArgument, "No mouse button is down.")
                    .next("Call `computer` with action left_mouse_down first.")
            })?;
            held.end(session.timeout(), step).await?;
            "Left mouse button released.".to_owned()
        }
        Action::CursorPosition | Action::Screenshot { .. } | Action::Zoom { .. } => {
            return Err(Fault::new(Code::Internal, "this action looks and does nothing"));
        }
    })
}

async fn click(session: &Session, at: Spot, press: Press, dialect: Dialect) -> Result<String, Fault> {
    let aimed = aim(session, at, press.modifiers, dialect).await?;
    pointer::click_at(session, aimed.at, press).await?;
    let verb = match (press.button, press.count) {
        (MouseButton::Right, _) => "Right-clicked",
        (MouseButton::Middle, _) => "Middle-clicked",
        (MouseButton::Left, 2) => "Double-clicked",
        (MouseButton::Left, 3) => "Triple-clicked",
        (MouseButton::Left, _) => "Clicked",
    };
    Ok(sentence(dialect, format!("{verb} {}", aimed.told(dialect, "on"))))
}

async fn scroll(
    session: &Session,
    at: Option<Spot>,
    Ticks { direction, count }: Ticks,
    modifiers: Modifiers,
    dialect: Dialect,
) -> Result<String, Fault> {
    let aimed = match at {
        Some(spot) => aim(session, spot, modifiers, dialect).await?,
        None => here(session, dialect).await?,
    };
    let (word, right, down) = match direction {
        Direction::Up => ("up", 0.0, -1.0),
        Direction::Down => ("down", 0.0, 1.0),
        Direction::Left => ("left", -1.0, 0.0),
        Direction::Right => ("right", 1.0, 0.0),
    };
    let tick = Step::Mouse(MouseEvent { at: aimed.at, kind: MouseKind::Wheel { right, down }, modifiers });
    pointer::send(session, &vec![tick; count as usize]).await?;
    let plural = if count == 1 { "tick" } else { "ticks" };
    Ok(sentence(dialect, format!("Scrolled {word} by {count} {plural} {}", aimed.place(dialect))))
}

async fn scroll_to(session: &Session, number: Ref, dialect: Dialect) -> Result<String, Fault> {
    let element = target::element(session, number, dialect)?;
    let app = session.shared_app();
    let name = session.app().visit(session.deadline(), move |ui| {
        let refs = app.refs();
        target::describe(ui, refs, element, number, dialect)?;
        ui.reveal(element).map_err(|obstacle| blocked(ui, refs, (element, number), obstacle, dialect))?;
        Ok(named(ui, refs, element, dialect))
    });
    let name = name.await??;
    Ok(match dialect {
        Dialect::Chrome => format!("Scrolled to element with reference: ref_{number}"),
        Dialect::Qt => format!("Scrolled to {name}."),
    })
}

/// Keys go to the active window: another one is brought to the front first.
async fn activate(session: &Session, tab: Option<RefArgument>, dialect: Dialect) -> Result<(), Fault> {
    let Some(tab) = tab else { return Ok(()) };
    let wanted = tab::window(session, tab, dialect).await?;
    let raised = session.app().visit(session.deadline(), move |ui| {
        let windows = ui.windows();
        let is_popup = |kind| matches!(kind, WindowKind::Popup | WindowKind::ToolTip);
        // A popup has the keyboard whatever is active, and what lies above a window belongs to it or blocks it.
        let needs_none = windows.iter().any(|window| window.active && window.id == wanted)
            || windows.iter().any(|window| is_popup(window.kind) || window.parent == Some(wanted));
        if needs_none { Ok(false) } else { ui.raise(wanted).map(|()| true) }
    });
    if raised.await?? {
        session.app().settle().await;
    }
    Ok(())
}

async fn type_text(session: &Session, text: &str, dialect: Dialect) -> Result<String, Fault> {
    let app = session.shared_app();
    let into = session.app().visit(session.deadline(), move |ui| {
        let focused: ElementId = ui.focused()?;
        let is_secret = ui.describe(focused)?.states.contains(States::PASSWORD);
        Some((named(ui, app.refs(), focused, dialect), is_secret))
    });
    let into = into.await?;
    keyboard::type_text(session, text).await?;
    let typed = match &into {
        Some((_, true)) => format!("Typed {} characters", text.chars().count()),
        _ => format!("Typed \"{}\"", sanitize(text, MOST_ECHOED)),
    };
    let place = into.map_or(" though nothing has the focus".to_owned(), |(name, _)| format!(" into {name}"));
    Ok(sentence(dialect, typed + &place))
}

async fn hold_key(session: &Session, chord: Chord, seconds: f64) -> Result<(), Fault> {
    let held = Held::begin(&session.shared_app(), session.timeout(), Step::KeyDown(chord)).await?;
    session.app().sleep(Duration::from_secs_f64(seconds)).await;
    held.end(session.timeout(), Step::KeyUp(chord)).await
}

fn pressed_at(session: &Session) -> Result<Aim, Fault> {
    session.pointer().ok_or_else(|| {
        Fault::new(Code::BadArgument, "The mouse has not been moved by this client yet.")
            .next("Call `computer` with action mouse_move and a coordinate first.")
    })
}

/// Whoever hovers over an element that has a tool tip wants to see it.
async fn await_tool_tip(session: &Session, at: &Aim) -> Result<(), Fault> {
    let point = at.global;
    for _ in 0..TOOL_TIP_LOOKS {
        let due = session.app().visit(session.deadline(), move |ui| {
            if ui.windows().iter().any(|window| window.kind == WindowKind::ToolTip) {
                return false;
            }
            let mut elements = ui.element_at(point).into_iter().collect::<Vec<_>>();
            // A widget without a tip of its own shows its parent's.
            while let Some(outer) =
                elements.last().and_then(|inner| ui.container(*inner)).filter(|_| elements.len() < 4)
            {
                elements.push(outer);
            }
            elements.into_iter().any(|element| ui.describe(element).is_some_and(|raw| !raw.tool_tip.is_empty()))
        });
        if !due.await? {
            return Ok(());
        }
        session.app().sleep(TOOL_TIP_PAUSE).await;
    }
    Ok(())
}

/// The browser's tool ends without a full stop.
fn sentence(dialect: Dialect, words: String) -> String {
    match dialect {
        Dialect::Chrome => words,
        Dialect::Qt => words + ".",
    }
}
