//! The element that is set: looking at it, pointing at it, and the faults that come before anything is done.

use super::change::{Holds, quoted};
use super::wanted::Check;
use qtmcp_tool::a11y::{self, Dialect, Input, RawNode, Read, Ref, Refs, Role, States, Tree};
use qtmcp_tool::keyboard;
use qtmcp_tool::pointer::{self, Press};
use qtmcp_tool::target::{self, blocked, named};
use qtmcp_tool::vision::Point;
use qtmcp_tool::vision::keys::{Chord, Key, Modifiers, Named};
use qtmcp_tool::{Code, ElementId, Fault, ObjectId, Obstacle, Scope, Session, Stroke, Ui};
use std::time::Duration;

/// Between two looks at something that opens or closes.
const PAUSE: Duration = Duration::from_millis(20);

/// How often it is looked at: popups of QML fade for up to half a second.
const LOOKS: usize = 75;

/// An element by its ref, in a session.
pub(crate) struct Field<'a> {
    pub(crate) session: &'a Session,
    pub(crate) element: ElementId,
    pub(crate) number: Ref,
    pub(crate) dialect: Dialect,
}

/// What an element was at a look.
#[derive(Clone, Debug)]
pub(crate) struct Look {
    pub(crate) raw: RawNode,
    /// All of its text.
    pub(crate) text: String,
    /// How long a secret is.
    secret: Option<usize>,
}

impl<'a> Field<'a> {
    pub(crate) fn of(session: &'a Session, number: Ref, dialect: Dialect) -> Result<Self, Fault> {
        Ok(Self { session, element: target::element(session, number, dialect)?, number, dialect })
    }

    /// Another element of the same app.
    pub(crate) fn other(&self, element: ElementId, raw: &RawNode) -> Field<'a> {
        let refs = self.session.app().refs();
        // Read like a page of one element, so that its ref remembers what it is.
        let tree = Tree::new(vec![Read { element, depth: 0, raw: raw.clone() }], refs);
        let number = tree.nodes().first().map_or_else(|| refs.give(element, String::new), |node| node.number);
        Field { session: self.session, element, number, dialect: self.dialect }
    }

    /// What the element is called, for a sentence.
    pub(crate) async fn name(&self) -> String {
        let (element, dialect, app) = (self.element, self.dialect, self.session.shared_app());
        let name = self.ask(move |ui| named(ui, app.refs(), element, dialect)).await;
        name.unwrap_or_else(|_| target::spelled(self.number, self.dialect))
    }

    /// One visit.
    pub(crate) async fn ask<R: Send + 'static>(
        &self,
        job: impl FnOnce(&mut dyn Ui) -> R + Send + 'static,
    ) -> Result<R, Fault> {
        self.session.app().visit(self.session.deadline(), job).await
    }

    /// What the element is, if it can be set at all.
    pub(crate) async fn usable(&self) -> Result<RawNode, Fault> {
        let (element, number, dialect) = (self.element, self.number, self.dialect);
        let app = self.session.shared_app();
        self.ask(move |ui| {
            let refs = app.refs();
            let raw = target::describe(ui, refs, element, number, dialect)?;
            let obstacle = match raw.states {
                states if states.contains(States::INVISIBLE) => Some(Obstacle::Hidden),
                states if states.contains(States::DISABLED) => Some(Obstacle::Disabled),
                _ => None,
            };
            match obstacle {
                // What takes no value says that first.
                Some(obstacle) if raw.input != Input::None => {
                    Err(blocked(ui, refs, (element, number), obstacle, dialect))
                }
                _ if is_read_only(&raw) => Err(read_only(ui, refs, element, &raw, dialect)),
                _ => Ok(raw),
            }
        })
        .await?
    }

    /// The fault for an element that takes no value.
    pub(crate) async fn unsupported(&self, raw: &RawNode) -> Fault {
        let message = match self.dialect {
            Dialect::Qt => format!("{} takes no value.", self.name().await),
            Dialect::Chrome => format!("Element type \"{}\" is not a supported form input", raw.class),
        };
        let next = match a11y::role_of(raw) {
            Role::Button | Role::MenuItem | Role::Link | Role::PageTab => "Call `click` to press it.",
            _ => "Call `read_page` with filter interactive for the inputs there are.",
        };
        Fault::new(Code::Unsupported, message).next(next)
    }

    /// The element as it is now; `None` when it is gone.
    pub(crate) async fn look(&self) -> Result<Option<Look>, Fault> {
        let element = self.element;
        self.ask(move |ui| look(ui, element)).await
    }

    /// The element as it was just before it is set.
    pub(crate) async fn present(&self) -> Result<Look, Fault> {
        let look = self.look().await?;
        look.ok_or_else(|| target::stale(self.session.app().refs(), self.number, self.dialect))
    }

    /// What the element holds once the app has come to rest.
    pub(crate) async fn settled(&self) -> Result<Option<Look>, Fault> {
        self.session.app().settle().await;
        self.look().await
    }

    /// The fault for what is in the way of a person who wants to point at the element.
    pub(crate) async fn reachable(&self) -> Result<(), Fault> {
        let (element, number, dialect) = (self.element, self.number, self.dialect);
        let app = self.session.shared_app();
        self.ask(move |ui| match ui.reveal(element) {
            Ok(()) | Err(Obstacle::Unsupported(_)) => Ok(()),
            Err(obstacle) => Err(blocked(ui, app.refs(), (element, number), obstacle, dialect)),
        })
        .await?
    }

    /// Clicks the element, at `place` from its top left or in its middle.
    pub(crate) async fn click(&self, place: Option<Point>, press: Press) -> Result<(), Fault> {
        let target = (self.element, self.number);
        let (at, _) = pointer::point_at(self.session, target, place, press.modifiers, self.dialect.into()).await?;
        pointer::click_at(self.session, at, press).await
    }

    /// Gives the element the keyboard focus, and makes sure that it has it: keys must not go elsewhere.
    pub(crate) async fn focus(&self) -> Result<(), Fault> {
        self.reachable().await?;
        keyboard::focus(self.session, (self.element, self.number), self.dialect).await?;
        if self.has_focus().await? {
            return Ok(());
        }
        self.click(None, Press::CLICK).await?;
        self.session.app().settle().await;
        if self.has_focus().await? {
            return Ok(());
        }
        let message = format!("{} does not take the keyboard focus.", self.name().await);
        Err(Fault::new(Code::Unsupported, message).next("Call `computer` with action screenshot to see why."))
    }

    async fn has_focus(&self) -> Result<bool, Fault> {
        let element = self.element;
        self.ask(move |ui| has_focus(ui, element)).await
    }

    /// Presses keys, once the element has the focus.
    pub(crate) async fn press(&self, chords: &str) -> Result<(), Fault> {
        keyboard::press(self.session, chords).await.map(drop)
    }

    /// Presses a key only if something is so, without anything happening in between. Says whether it was pressed.
    pub(crate) async fn press_if(
        &self,
        key: Named,
        is_so: impl FnOnce(&mut dyn Ui) -> bool + Send + 'static,
    ) -> Result<bool, Fault> {
        let chord = Chord { key: Key::Named(key), modifiers: Modifiers::default() };
        let press = move |ui: &mut dyn Ui| {
            if !is_so(ui) {
                return Ok(false);
            }
            // Both in one visit: whoever asked may go, and no key stays down.
            ui.key(chord, Stroke::Press)?;
            ui.key(chord, Stroke::Release).map(|()| true)
        };
        self.session.app().start(self.session.deadline(), press).await?.unwrap_or(Ok(true))
    }

    /// Types characters for as long as the element has the focus. Says whether all were typed: a character may open a
    /// dialog, or fill a field that hands on to the next, and the rest must go to neither.
    pub(crate) async fn type_text(&self, text: &str) -> Result<bool, Fault> {
        let element = self.element;
        let app = self.session.app();
        for character in text.chars() {
            let typed = match character {
                '\n' => self.press_if(Named::Return, move |ui| has_focus(ui, element)).await?,
                _ => {
                    let job = move |ui: &mut dyn Ui| {
                        if has_focus(ui, element) { ui.type_character(character).map(|()| true) } else { Ok(false) }
                    };
                    // Without an answer, the character runs an event loop of its own.
                    app.start(self.session.deadline(), job).await?.unwrap_or(Ok(false))?
                }
            };
            if !typed {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Looks again and again until there is an answer; `None` when it does not come.
    pub(crate) async fn until<R: Send + 'static>(
        &self,
        look: impl Fn(&mut dyn Ui) -> Option<R> + Clone + Send + 'static,
    ) -> Result<Option<R>, Fault> {
        for _ in 0..LOOKS {
            let again = look.clone();
            if let Some(found) = self.ask(move |ui| again(ui)).await? {
                return Ok(Some(found));
            }
            self.session.app().sleep(PAUSE).await;
        }
        Ok(None)
    }

    /// The windows there are.
    pub(crate) async fn windows(&self) -> Result<Vec<ObjectId>, Fault> {
        self.ask(|ui| ui.windows().into_iter().map(|window| window.id).collect()).await
    }

    /// A toolkit's or our own fault about a value, with the element's name.
    pub(crate) async fn bad(&self, why: &str) -> Fault {
        Fault::new(Code::BadArgument, format!("{}: {why}", self.name().await))
            .next("Call `form_input` with a value that fits.")
    }
}

impl Look {
    /// What it holds, by what kind of input it is.
    pub(crate) fn holds(&self) -> Holds {
        if self.raw.states.contains(States::PASSWORD) {
            return Holds::Secret(self.secret);
        }
        match (self.raw.input, self.raw.gauge) {
            // A slider with two handles is told by both.
            (Input::Range, Some(_)) if is_pair(&self.text) => Holds::Text(self.text.clone()),
            (Input::Number | Input::Range, Some(gauge)) => Holds::Number(gauge.value),
            (Input::Other, _) if self.raw.states.contains(States::CHECKABLE) => Holds::Check(self.check()),
            _ => Holds::Text(self.text.clone()),
        }
    }

    pub(crate) fn check(&self) -> Check {
        check(&self.raw)
    }
}

/// Whether a slider's value is that of two handles: `20 to 80`.
fn is_pair(text: &str) -> bool {
    text.split_once(" to ").is_some_and(|(low, high)| low.parse::<f64>().is_ok() && high.parse::<f64>().is_ok())
}

/// What an element holds that may be gone.
pub(crate) fn holds(look: Option<&Look>) -> Holds {
    look.map_or(Holds::Gone, Look::holds)
}

pub(crate) fn check(raw: &RawNode) -> Check {
    match raw.states {
        states if states.contains(States::MIXED) => Check::Mixed,
        states if states.contains(States::CHECKED) => Check::On,
        _ => Check::Off,
    }
}

/// The element as it is now, with all of its text.
pub(crate) fn look(ui: &mut dyn Ui, element: ElementId) -> Option<Look> {
    let raw = ui.describe(element)?;
    if raw.states.contains(States::PASSWORD) {
        let secret = ui.secret_length(element);
        return Some(Look { raw, text: String::new(), secret });
    }
    let shown = raw.value.clone().unwrap_or_default();
    let is_cut = raw.value_length > shown.chars().count() as u64;
    let text = if is_cut { ui.full_text(element).unwrap_or(shown) } else { shown };
    Some(Look { raw, text, secret: None })
}

/// Whether keys go to the element.
fn has_focus(ui: &mut dyn Ui, element: ElementId) -> bool {
    let Some(focused) = ui.focused() else { return true };
    // The line edit of a spin box may answer for it, and the view for a widget in a scene.
    focused == element
        || is_inside(ui, focused, element)
        || is_inside(ui, element, focused)
        || ui.describe(element).is_some_and(|raw| raw.states.contains(States::FOCUSED))
}

/// Whether an element is somewhere inside another.
pub(crate) fn is_inside(ui: &mut dyn Ui, element: ElementId, outer: ElementId) -> bool {
    const DEEPEST: usize = 1000;
    std::iter::successors(ui.container(element), |inner| ui.container(*inner))
        .take(DEEPEST)
        .any(|around| around == outer)
}

fn is_read_only(raw: &RawNode) -> bool {
    let is_typed = matches!(
        raw.input,
        Input::Text
            | Input::MultiLine
            | Input::Number
            | Input::EditableChoice
            | Input::DateTime
            | Input::Keys
            | Input::Other
    );
    // A read-only field may be told as one that takes no input at all.
    let is_field = raw.input == Input::None && a11y::role_of(raw) == Role::EditableText;
    raw.states.contains(States::READ_ONLY) && (is_typed || is_field)
}

fn read_only(ui: &mut dyn Ui, refs: &Refs, element: ElementId, raw: &RawNode, dialect: Dialect) -> Fault {
    let name = named(ui, refs, element, dialect);
    let held = match &raw.value {
        Some(value) if !raw.states.contains(States::PASSWORD) => format!(": it has {}", quoted(value)),
        _ => String::new(),
    };
    Fault::new(Code::Unsupported, format!("{name} is read-only{held}."))
        .next("Its value cannot be changed here; `read_page` shows what else there is.")
}

/// Where a list may open: as a window, or inside whatever the element is in, where QML has its popups.
pub(crate) fn surfaces(ui: &mut dyn Ui, around: ElementId) -> Vec<ElementId> {
    const DEEPEST: usize = 100;
    let mut surfaces: Vec<ElementId> = ui.windows().iter().map(|window| window.id.into()).collect();
    let mut inner = around;
    for _ in 0..DEEPEST {
        let Some(outer) = ui.container(inner) else { break };
        surfaces.extend(ui.contents(outer, Scope::Shown));
        inner = outer;
    }
    surfaces
}
