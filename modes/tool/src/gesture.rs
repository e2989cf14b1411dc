//! Gestures: input as a list of steps, each one a visit of its own, because any of them may open a dialog that runs an
//! event loop inside the step.

use crate::{Aim, App, Code, Fault, MouseButton, MouseEvent, MouseKind, ObjectId, Stroke};
use qtmcp_vision::Point;
use qtmcp_vision::keys::{self, Chord, Key, Modifiers, Named};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// One input event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// The mouse moves, a button goes down or up, or the wheel turns.
    Mouse(MouseEvent),
    /// A key goes down.
    KeyDown(Chord),
    /// A key that is down says so once more.
    KeyRepeat(Chord),
    /// A key comes up.
    KeyUp(Chord),
    /// A character is typed.
    Character(char),
}

/// A gesture that ended early.
#[derive(Clone, Debug, PartialEq)]
pub struct Broken {
    /// How many steps were sent before.
    pub done: usize,
    /// Why no more were.
    pub fault: Fault,
}

/// Performs the steps in order and stops at the first that fails; each has `step_timeout` to be taken. What went down
/// comes up again, also when the gesture breaks off or its caller goes in the middle of it.
pub async fn perform(app: &Arc<dyn App>, step_timeout: Duration, steps: &[Step]) -> Result<(), Broken> {
    perform_in(app, step_timeout, None, steps).await
}

/// As [`perform`], for what is meant for one window: once that is gone, the rest goes to no other.
pub async fn perform_in(
    app: &Arc<dyn App>,
    step_timeout: Duration,
    window: Option<ObjectId>,
    steps: &[Step],
) -> Result<(), Broken> {
    let mut down = Held { app: Arc::clone(app), up: None };
    for (done, step) in steps.iter().copied().enumerate() {
        let broken = |fault| Broken { done, fault };
        down.up = step.opposite().or(down.up.take());
        // What is down comes up wherever that is.
        let meant_for = window.filter(|_| !step.is_up());
        match send_to(&**app, Instant::now() + step_timeout, meant_for, step).await {
            // It never went down.
            Err(fault) if fault.code == Code::AppBusy && step.opposite().is_some() => {
                down.up = None;
                return Err(broken(fault));
            }
            // A key that ends the app, or a click that closes it, has nowhere to come up.
            Err(fault) if fault.code == Code::NoWindow && step.is_up() => down.up = None,
            sent => sent.map_err(broken)?,
        }
        if step.is_up() {
            down.up = None;
        }
    }
    Ok(())
}

async fn send(app: &dyn App, deadline: Instant, step: Step) -> Result<(), Fault> {
    send_to(app, deadline, None, step).await
}

async fn send_to(app: &dyn App, deadline: Instant, window: Option<ObjectId>, step: Step) -> Result<(), Fault> {
    let sent = app.start(deadline, move |ui| {
        if window.is_some_and(|window| ui.identity(window).is_none()) {
            return Err(Fault::new(Code::NotFound, "The window is gone."));
        }
        match step {
            Step::Mouse(event) => ui.mouse(&event),
            Step::KeyDown(chord) => ui.key(chord, Stroke::Press),
            Step::KeyRepeat(chord) => ui.key(chord, Stroke::Repeat),
            Step::KeyUp(chord) => ui.key(chord, Stroke::Release),
            Step::Character(character) => ui.type_character(character),
        }
    });
    sent.await?.unwrap_or(Ok(()))
}

/// A key or mouse button that is down. It comes up when this is dropped, or at a place of one's own with [`Held::end`].
pub struct Held {
    app: Arc<dyn App>,
    up: Option<Step>,
}

impl Held {
    /// Sends a step that puts something down.
    pub async fn begin(app: &Arc<dyn App>, step_timeout: Duration, step: Step) -> Result<Self, Fault> {
        // Made before the step is sent: a caller that goes meanwhile must not leave it down.
        let mut held = Self { app: Arc::clone(app), up: step.opposite() };
        let sent = send(&**app, Instant::now() + step_timeout, step).await;
        if sent.as_ref().is_err_and(|fault| fault.code == Code::AppBusy) {
            held.up = None;
        }
        sent.map(|()| held)
    }

    /// Sends the step that lets go of it, instead of the one that would be sent by itself.
    pub async fn end(mut self, step_timeout: Duration, up: Step) -> Result<(), Fault> {
        self.up = Some(up);
        let sent = send(&*self.app, Instant::now() + step_timeout, up).await;
        if sent.is_ok() {
            self.up = None;
        }
        sent
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let Some(up) = self.up.take() else { return };
        // However long the app is busy, what is held down comes up when it goes on.
        const WHENEVER: Duration = Duration::from_secs(3600);
        let app = Arc::clone(&self.app);
        self.app.spawn(Box::pin(async move {
            for step in up.without_effect() {
                let _ = send(&*app, Instant::now() + WHENEVER, step).await;
            }
        }));
    }
}

impl Step {
    /// What undoes a step that holds something down.
    fn opposite(self) -> Option<Step> {
        match self {
            Step::Mouse(event) => match event.kind {
                MouseKind::Press(button) | MouseKind::DoublePress(button) => {
                    Some(Step::Mouse(MouseEvent { kind: MouseKind::Release(button), ..event }))
                }
                _ => None,
            },
            Step::KeyDown(chord) => Some(Step::KeyUp(chord)),
            Step::KeyRepeat(_) | Step::KeyUp(_) | Step::Character(_) => None,
        }
    }

    /// What lets go where nobody meant anything by it: a button that comes up over what it went down on is a click.
    fn without_effect(self) -> Vec<Step> {
        match self {
            Step::Mouse(MouseEvent { at, kind: MouseKind::Release(button), modifiers }) => {
                const FAR: f64 = 10_000.0;
                let away = |point: Point| Point { x: point.x - FAR, y: point.y - FAR };
                let at =
                    Aim { window: at.window, local: away(at.local), global: away(at.global), screen: away(at.screen) };
                let step = |kind| Step::Mouse(MouseEvent { at, kind, modifiers });
                vec![step(MouseKind::Move { held: Some(button) }), step(MouseKind::Release(button))]
            }
            other => vec![other],
        }
    }

    fn is_up(self) -> bool {
        matches!(self, Step::KeyUp(_) | Step::Mouse(MouseEvent { kind: MouseKind::Release(_), .. }))
    }
}

/// Keyboards begin to repeat a key after this, and then go on at this pace; X's own defaults.
const REPEATS_AFTER: Duration = Duration::from_millis(500);
const REPEATS_EVERY: Duration = Duration::from_millis(33);

/// Holds a key down for a while; as on a keyboard it repeats, unless it is a modifier. It comes up also when the caller
/// goes meanwhile.
pub async fn hold_key(
    app: &Arc<dyn App>,
    step_timeout: Duration,
    chord: Chord,
    duration: Duration,
) -> Result<(), Fault> {
    let held = Held::begin(app, step_timeout, Step::KeyDown(chord)).await?;
    let begun = Instant::now();
    let until = async |due: Duration| {
        let left = due.saturating_sub(begun.elapsed());
        if !left.is_zero() {
            app.sleep(left).await;
        }
    };
    let mut due = REPEATS_AFTER;
    while due < duration && repeats(chord.key) {
        until(due).await;
        let sent = send(&**app, Instant::now() + step_timeout, Step::KeyRepeat(chord)).await;
        match sent.map_err(|fault| fault.code) {
            // An app at work misses some of them, as it does with a keyboard.
            Ok(()) | Err(Code::AppBusy) => due = (due + REPEATS_EVERY).max(begun.elapsed()),
            // The key has closed the last window.
            Err(_) => break,
        }
    }
    until(duration).await;
    match held.end(step_timeout, Step::KeyUp(chord)).await {
        Err(fault) if fault.code == Code::NoWindow => Ok(()),
        ended => ended,
    }
}

fn repeats(key: Key) -> bool {
    !matches!(
        key,
        Key::Named(
            Named::Shift
                | Named::Control
                | Named::Alt
                | Named::Meta
                | Named::CapsLock
                | Named::NumLock
                | Named::ScrollLock
        )
    )
}

/// Presses and releases at a place the mouse has been moved to; every second press of a series is a double click's.
#[must_use]
pub fn click_steps(at: Aim, button: MouseButton, count: u32, modifiers: Modifiers) -> Vec<Step> {
    let step = |kind| Step::Mouse(MouseEvent { at, kind, modifiers });
    (0..count)
        .flat_map(|nth| {
            let press = if nth % 2 == 1 { MouseKind::DoublePress(button) } else { MouseKind::Press(button) };
            [step(press), step(MouseKind::Release(button))]
        })
        .collect()
}

/// Presses keys one after the other. A dead key waits for the character after it; what they make together is typed, as
/// keyboards do it.
#[must_use]
pub fn key_steps(chords: &[Chord]) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut waiting = None;
    for chord in chords {
        match (waiting.take(), chord.key, character_of(*chord)) {
            (Some(mark), _, Some(character)) => {
                steps.extend(keys::compose(mark, character).chars().map(Step::Character));
                continue;
            }
            (Some(mark), key, None) => {
                steps.push(Step::Character(keys::accent(mark)));
                if key == Key::Dead(mark) {
                    continue;
                }
            }
            (None, ..) => {}
        }
        match chord.key {
            Key::Dead(mark) => waiting = Some(mark),
            _ => steps.extend([Step::KeyDown(*chord), Step::KeyUp(*chord)]),
        }
    }
    steps.extend(waiting.map(|mark| Step::Character(keys::accent(mark))));
    steps
}

/// What a key types, alone or with Shift.
fn character_of(Chord { key, modifiers }: Chord) -> Option<char> {
    if modifiers.ctrl || modifiers.alt || modifiers.meta {
        return None;
    }
    match key {
        Key::Char(character) => {
            let mut upper = character.to_uppercase();
            let capital = upper.next().filter(|_| modifiers.shift && upper.next().is_none());
            Some(capital.unwrap_or(character))
        }
        Key::Named(Named::Space) => Some(' '),
        _ => None,
    }
}

/// Types text as a person would: line ends are Return, tabs are Tab, everything else is the character itself.
#[must_use]
pub fn typing_steps(text: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let named = match character {
            '\r' if characters.peek() == Some(&'\n') => continue,
            '\n' | '\r' => Named::Return,
            '\t' => Named::Tab,
            _ => {
                steps.push(Step::Character(character));
                continue;
            }
        };
        let chord = Chord { key: Key::Named(named), modifiers: Modifiers::default() };
        steps.extend([Step::KeyDown(chord), Step::KeyUp(chord)]);
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::{FakeApp, block_on};

    #[test]
    fn what_went_down_comes_up_when_the_gesture_breaks_off() {
        let app = FakeApp::new("QApplication\n QWidget#w at=0,0,99,99");
        let window = app.id("#w");
        let place = Point { x: 1.0, y: 2.0 };
        let at = Aim { window, local: place, global: place, screen: place };
        let steps = click_steps(at, MouseButton::Left, 1, Modifiers::default());
        app.before_visit(2, |app| app.be_busy(1));
        let shared: Arc<dyn App> = Arc::new(app.clone());
        let broken = block_on(perform(&shared, Duration::from_secs(9), &steps)).unwrap_err();
        assert_eq!((broken.done, broken.fault.code), (1, Code::AppBusy));
        let input = app.take_input();
        assert_eq!((input.matches("press").count(), input.matches("release").count()), (1, 1), "{input}");

        app.be_busy(1);
        block_on(perform(&shared, Duration::from_secs(9), &steps)).unwrap_err();
        assert_eq!(app.take_input(), "", "what never went down is not let go of");
    }

    #[test]
    fn what_is_meant_for_a_window_goes_to_no_other_once_it_is_gone() {
        let app = FakeApp::new("QApplication\n QWidget#w at=0,0,99,99\n QWidget#other at=0,0,99,99");
        let window = app.id("#w");
        app.before_visit(3, |app| app.remove("#w"));
        let shared: Arc<dyn App> = Arc::new(app.clone());
        let steps = typing_steps("abc");
        let broken = block_on(perform_in(&shared, Duration::from_secs(9), Some(window), &steps)).unwrap_err();
        assert_eq!((broken.done, broken.fault.code), (2, Code::NotFound));
        assert_eq!(app.take_input(), "type a\ntype b\n");
    }

    #[test]
    fn what_is_held_comes_up_where_it_is_told_to_or_else_by_itself() {
        let app = FakeApp::new("QApplication\n QWidget#w at=0,0,99,99");
        let shared: Arc<dyn App> = Arc::new(app.clone());
        let place = |x| Point { x, y: 2.0 };
        let at = |x| Aim { window: app.id("#w"), local: place(x), global: place(x), screen: place(x) };
        let step = |x, kind| Step::Mouse(MouseEvent { at: at(x), kind, modifiers: Modifiers::default() });
        let press = step(1.0, MouseKind::Press(MouseButton::Left));
        let begin = || block_on(Held::begin(&shared, Duration::from_secs(9), press));
        let held = begin().unwrap();
        assert_eq!(app.take_input(), "press Left 1,2\n");
        block_on(held.end(Duration::from_secs(9), step(5.0, MouseKind::Release(MouseButton::Left)))).unwrap();
        assert_eq!(app.take_input(), "release Left 5,2\n");
        drop(begin().unwrap());
        let away = "press Left 1,2\nmove -9999,-9998\nrelease Left -9999,-9998\n";
        assert_eq!(app.take_input(), away, "whoever goes in the middle of it has clicked nothing");
        app.be_busy(1);
        assert!(begin().is_err());
        assert_eq!(app.take_input(), "", "what never went down is not let go of");
    }

    #[test]
    fn a_key_that_is_held_repeats_and_a_modifier_does_not() {
        let app = FakeApp::new("QApplication\n QWidget#w at=0,0,99,99");
        let shared: Arc<dyn App> = Arc::new(app.clone());
        let hold = |key, milliseconds| {
            let chord = Chord { key, modifiers: Modifiers::default() };
            block_on(hold_key(&shared, Duration::from_secs(9), chord, Duration::from_millis(milliseconds))).unwrap();
            app.take_input()
        };
        let (down, again, up) = ("key down a\n", "key repeat a\n", "key up a\n");
        assert_eq!(hold(Key::Char('a'), 500), format!("{down}{up}"));
        assert_eq!(hold(Key::Char('a'), 560), format!("{down}{again}{again}{up}"));
        assert_eq!(hold(Key::Named(Named::Shift), 2000), "key down Shift\nkey up Shift\n");
    }

    #[test]
    fn a_dead_key_waits_for_the_character_after_it() {
        let typed = |text: &str| {
            let step = |step| match step {
                Step::Character(character) => character.to_string(),
                Step::KeyDown(chord) => format!("<{:?}>", chord.key),
                _ => String::new(),
            };
            key_steps(&keys::sequence(text).unwrap()).into_iter().map(step).collect::<String>()
        };
        assert_eq!(typed("dead_acute e"), "é");
        assert_eq!(typed("dead_diaeresis U dead_circumflex o"), "Üô");
        assert_eq!((typed("dead_acute space"), typed("dead_grave dead_grave")), ("´".to_owned(), "`".to_owned()));
        assert_eq!((typed("dead_tilde x"), typed("dead_tilde")), ("~x".to_owned(), "~".to_owned()));
        assert_eq!(typed("dead_acute Return a"), "´<Named(Return)><Char('a')>");
        assert_eq!(typed("dead_acute ctrl+e"), "´<Char('e')>");
    }

    #[test]
    fn line_ends_and_tabs_are_keys() {
        let enter = Chord { key: Key::Named(Named::Return), modifiers: Modifiers::default() };
        let tab = Chord { key: Key::Named(Named::Tab), modifiers: Modifiers::default() };
        assert_eq!(
            typing_steps("é\r\n\t"),
            [Step::Character('é'), Step::KeyDown(enter), Step::KeyUp(enter), Step::KeyDown(tab), Step::KeyUp(tab)]
        );
    }
}
