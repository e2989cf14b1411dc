//! Doing the actions of `computer` that touch the app; each tells what was done, for its mode to put into words.

use super::action::{Action, Distance, Ticks};
use super::drag::drag;
use super::spot::{Met, Pointing, Spot};
use super::{Rules, Voice};
use crate::a11y::{Ref, Refs, States, WindowKind};
use crate::arguments::RefArgument;
use crate::pointer::{self, Press};
use crate::target::{self, blocked};
use crate::{
    Aim, Code, ElementId, Fault, Held, MouseButton, MouseEvent, MouseKind, Session, Step, hold_key, keyboard, tab,
};
use qtmcp_vision::keys::Modifiers;
use std::time::Duration;

/// Tool tips come after 700 ms at rest, and a little later on a busy machine.
const TOOL_TIP_LOOKS: u32 = 24;
const TOOL_TIP_PAUSE: Duration = Duration::from_millis(50);

/// Widgets scroll three lines of twenty pixels for a tick of the wheel.
const PIXELS_PER_TICK: f64 = 60.0;

/// What was done.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Done {
    Clicked { press: Press, at: Met },
    Dragged { from: Met, to: Met },
    Hovered { at: Met },
    Scrolled { ticks: Ticks, at: Met },
    ScrolledTo { target: Ref, name: String },
    Pressed { keys: String, is_secret: bool, chords: usize, repeat: u32 },
    Held { keys: String, seconds: f64 },
    Typed { text: String, into: Option<Focus> },
    Waited { seconds: f64 },
    ButtonDown { at: Met },
    ButtonUp { at: Met },
}

/// What had the keyboard.
#[derive(Clone, Debug)]
pub struct Focus {
    /// Which element.
    pub element: ElementId,
    /// For a sentence.
    pub name: String,
    /// Whether it is a field to type into.
    pub takes_text: bool,
    /// Whether what was typed must not be repeated.
    pub is_secret: bool,
}

impl Done {
    /// Calls what was met as it is called since the app was looked at: a field that was hit before has the name of the
    /// label beside it only then.
    pub fn rename(&mut self, refs: &Refs, voice: Voice) {
        let all: Vec<&mut Met> = match self {
            Done::Clicked { at, .. }
            | Done::Hovered { at }
            | Done::Scrolled { at, .. }
            | Done::ButtonDown { at }
            | Done::ButtonUp { at } => vec![at],
            Done::Dragged { from, to } => vec![from, to],
            Done::Typed { into: Some(focus), .. } => {
                if let Some(name) = target::known(refs, focus.element, voice) {
                    focus.name = name;
                }
                return;
            }
            _ => return,
        };
        for met in all {
            met.rename(refs, voice);
        }
    }
}

/// Does it. A look does nothing here.
pub async fn perform(session: &Session, action: Action, rules: Rules, voice: Voice) -> Result<Done, Fault> {
    let pointing = || Pointing::begin(session, rules, voice);
    Ok(match action {
        Action::Click { at, press } => {
            let pointing = pointing().await?;
            pointing.refuse_while_held()?;
            let at = pointing.aim(at, press.modifiers).await?;
            pointer::click_at(session, at.at, press).await?;
            Done::Clicked { press, at }
        }
        Action::Drag { from, to, modifiers } => drag(&pointing().await?, (from, to), modifiers).await?,
        Action::Hover { at } => {
            let at = pointing().await?.hover(at).await?;
            if !session.is_holding() {
                await_tool_tip(session, &at.at).await?;
            }
            Done::Hovered { at }
        }
        Action::Scroll { at, ticks, modifiers } => scroll(&pointing().await?, at, ticks, modifiers).await?,
        Action::ScrollTo { target } => scroll_to(session, target, voice).await?,
        Action::Key { keys, chords, repeat, tab } => {
            activate(session, tab, voice).await?;
            let is_secret = focus(session, voice).await?.is_some_and(|focus| focus.is_secret);
            for _ in 0..repeat {
                keyboard::press_chords(session, &chords).await?;
            }
            Done::Pressed { keys, is_secret, chords: chords.len(), repeat }
        }
        Action::HoldKey { chord, keys, seconds, tab } => {
            activate(session, tab, voice).await?;
            hold_key(&session.shared_app(), session.timeout(), chord, Duration::from_secs_f64(seconds)).await?;
            Done::Held { keys, seconds }
        }
        Action::Type { text, tab } => {
            activate(session, tab, voice).await?;
            let into = type_into_focus(session, &text, voice).await?;
            Done::Typed { text, into }
        }
        Action::Wait { seconds } => {
            session.app().sleep(Duration::from_secs_f64(seconds)).await;
            Done::Waited { seconds }
        }
        Action::MouseDown => mouse_down(&pointing().await?).await?,
        Action::MouseUp => mouse_up(&pointing().await?).await?,
        Action::Look(_) => return Err(Fault::new(Code::Internal, "this action looks and does nothing")),
    })
}

/// Where the mouse is, in pixels of the last screenshot.
pub async fn cursor_position(session: &Session, rules: Rules, voice: Voice) -> Result<(u32, u32), Fault> {
    let pointing = Pointing::begin(session, rules, voice).await?;
    Ok(pointing.space.logical_to_pixel(pointing.here().await?))
}

async fn scroll(pointing: &Pointing<'_>, at: Spot, ticks: Ticks, modifiers: Modifiers) -> Result<Done, Fault> {
    let at = pointing.aim(at, modifiers).await?;
    let (right, down) = ticks.direction.vector();
    let turn = |far: f64| {
        let kind = MouseKind::Wheel { right: right * far, down: down * far };
        Step::Mouse(MouseEvent { at: at.at, kind, modifiers })
    };
    let steps = match ticks.distance {
        Distance::Ticks(count) => vec![turn(1.0); count as usize],
        Distance::Pixels(pixels) => {
            // As a person's wheel does: one tick after the other, and the rest.
            let ticks = pixels / PIXELS_PER_TICK;
            let rest = Some(ticks.fract()).filter(|rest| *rest > 0.0);
            let mut steps = vec![turn(1.0); ticks as usize];
            steps.extend(rest.map(turn));
            steps
        }
    };
    pointer::send(pointing.session, &steps).await?;
    Ok(Done::Scrolled { ticks, at })
}

async fn scroll_to(session: &Session, number: Ref, voice: Voice) -> Result<Done, Fault> {
    let dialect = voice.dialect;
    let element = target::element(session, number, dialect)?;
    let app = session.shared_app();
    let name = session.app().visit(session.deadline(), move |ui| {
        let refs = app.refs();
        target::describe(ui, refs, element, number, dialect)?;
        ui.reveal(element).map_err(|obstacle| blocked(ui, refs, (element, number), obstacle, dialect))?;
        Ok(target::called(ui, refs, element, voice))
    });
    Ok(Done::ScrolledTo { target: number, name: name.await?? })
}

/// Keys go to the active window: another one is brought to the front first.
async fn activate(session: &Session, tab: Option<RefArgument>, voice: Voice) -> Result<(), Fault> {
    let Some(tab) = tab else { return Ok(()) };
    let wanted = tab::window(session, tab, voice.dialect).await?;
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

/// Types and tells where the text began. A tab or a line's end may lead into another field, and what is typed into a secret
/// one must not be repeated: then all of it counts as secret.
async fn type_into_focus(session: &Session, text: &str, voice: Voice) -> Result<Option<Focus>, Fault> {
    let mut into: Option<Focus> = None;
    for (nth, part) in text.split_inclusive(['\t', '\n']).enumerate() {
        let now = focus(session, voice).await;
        // What was typed so far may have closed the last window.
        let now = if nth == 0 { now? } else { now.ok().flatten() };
        match &now {
            Some(focus) if !focus.takes_text => keyboard::type_keys(session, part).await?,
            _ => keyboard::type_text(session, part).await?,
        }
        match now {
            now if nth == 0 => into = now,
            Some(now) if now.is_secret => into.get_or_insert(now).is_secret = true,
            _ => {}
        }
    }
    Ok(into)
}

async fn focus(session: &Session, voice: Voice) -> Result<Option<Focus>, Fault> {
    let app = session.shared_app();
    let focus = session.app().visit(session.deadline(), move |ui| {
        let focused: ElementId = ui.focused()?;
        let states = ui.describe(focused)?.states;
        let name = target::called(ui, app.refs(), focused, voice);
        let takes_text = states.contains(States::EDITABLE);
        Some(Focus { element: focused, name, takes_text, is_secret: states.contains(States::PASSWORD) })
    });
    focus.await
}

async fn mouse_down(pointing: &Pointing<'_>) -> Result<Done, Fault> {
    let session = pointing.session;
    pointing.refuse_while_held()?;
    if pointing.rules == Rules::Chrome && session.pointer().is_none() {
        return Err(Fault::new(Code::BadArgument, "The mouse has not been moved by this client yet.")
            .next("Call `computer` with action mouse_move and a coordinate first."));
    }
    let at = pointing.aim(Spot::Here, Modifiers::default()).await?;
    let press = button(at.at, MouseKind::Press(MouseButton::Left));
    session.keep_held(Held::begin(&session.shared_app(), session.timeout(), press).await?);
    Ok(Done::ButtonDown { at })
}

async fn mouse_up(pointing: &Pointing<'_>) -> Result<Done, Fault> {
    let session = pointing.session;
    let (Some(at), Some(held)) = (session.pointer(), session.take_held()) else {
        return Err(Fault::new(Code::BadArgument, "No mouse button is down.")
            .next("Call `computer` with action left_mouse_down first."));
    };
    let at = pointing.met_at(at).await?;
    held.end(session.timeout(), button(at.at, MouseKind::Release(MouseButton::Left))).await?;
    Ok(Done::ButtonUp { at })
}

fn button(at: Aim, kind: MouseKind) -> Step {
    Step::Mouse(MouseEvent { at, kind, modifiers: Modifiers::default() })
}

/// Whoever hovers over an element that has a tool tip wants to see it.
async fn await_tool_tip(session: &Session, at: &Aim) -> Result<(), Fault> {
    let point = at.screen;
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
