//! The real screen: what is on it, whoever drew it, and input that goes the way a person's does.

use super::{QtUi, rect};
use crate::abi;
use crate::settings::{Capture, InputPath};
use qtmcp_desktop::{MOVE, Mouse, PRESS, RELEASE, WHEEL, pack};
use qtmcp_tool::vision::{Point, Rect};
use qtmcp_tool::{Aim, Code, Fault, MouseButton, MouseEvent, MouseKind, ObjectId, Obstacle, Screen, Shot};

/// A position of the app's own screen counts as real when it is this near to where Qt has the window.
const SAME: f64 = 0.01;

impl QtUi<'_> {
    pub(super) fn captures_real_screen(&self) -> bool {
        self.engine.settings.capture == Capture::Screen
    }

    pub(super) fn input_is_real(&self) -> bool {
        self.engine.settings.input == InputPath::Desktop
    }

    pub(super) fn real_screen(&self) -> Result<Screen, Fault> {
        let (_, area, ratio) = self.primary()?;
        Ok(Screen { area, ratio })
    }

    pub(super) fn real_shot(&mut self) -> Result<Shot, Fault> {
        let (corner, area, _) = self.primary()?;
        let desktop = self.engine.desktop()?;
        let mut frame = desktop.capture(corner.x as i32, corner.y as i32)?;
        frame.ratio = f64::from(frame.width) / area.width;
        self.cover_real(&mut frame, corner, area);
        let pointer = if self.input_is_real() { desktop.pointer() } else { self.pointer() };
        Ok(Shot { frame, area, pointer })
    }

    /// Any place of the screen can be met by real input. What of the app is there counts only if it really is there:
    /// other applications may lie over it, and on the app's own screen a window may stand elsewhere.
    pub(super) fn aim_on_desktop(&self, point: Point, in_app: Result<Aim, Obstacle>) -> Result<Aim, Obstacle> {
        let (corner, area, _) = self.primary().map_err(|fault| Obstacle::Unsupported(fault.message))?;
        if !area.contains(point) {
            return Err(Obstacle::Outside);
        }
        let global = Point { x: corner.x + point.x, y: corner.y + point.y };
        let is_there = |aim: &Aim| (aim.global.x - global.x).abs() < SAME && (aim.global.y - global.y).abs() < SAME;
        match in_app {
            Ok(aim) if is_there(&aim) && self.is_ours_at(global) => return Ok(aim),
            // A native dialog lies over the window that it blocks; where it does not, nothing would come of it.
            Err(Obstacle::Modal(dialog)) if self.is_ours_at(global) => return Err(Obstacle::Modal(dialog)),
            _ => {}
        }
        let window = self.application_id().ok_or(Obstacle::Outside)?;
        Ok(Aim { window, local: point, global, screen: point })
    }

    /// Whether an aim is at something that is not the app's.
    pub(super) fn is_foreign(&self, aim: &Aim) -> bool {
        self.input_is_real() && Some(aim.window) == self.application_id()
    }

    pub(super) fn move_real_mouse(&self, event: &MouseEvent) -> Result<(), Fault> {
        let gui = self.gui()?;
        let (mut x, mut y) = (0, 0);
        // Without X11 there are no such pixels.
        self.primary()?;
        // SAFETY: on the GUI thread.
        unsafe { (gui.device_pixel)(event.at.global.x, event.at.global.y, &mut x, &mut y) };
        let nothing = Mouse { x, y, act: MOVE, button: 0, right: 0, down: 0, modifiers: pack(event.modifiers) };
        let mouse = match event.kind {
            MouseKind::Move { .. } => nothing,
            MouseKind::Press(button) | MouseKind::DoublePress(button) => {
                Mouse { act: PRESS, button: number(button), ..nothing }
            }
            MouseKind::Release(button) => Mouse { act: RELEASE, button: number(button), ..nothing },
            MouseKind::Wheel { right, down } => {
                Mouse { act: WHEEL, right: right.round() as i32, down: down.round() as i32, ..nothing }
            }
        };
        self.engine.desktop()?.mouse(mouse, event.at.screen)
    }

    fn application_id(&self) -> Option<ObjectId> {
        // SAFETY: on the GUI thread.
        self.id_or_none(unsafe { (self.engine.parts.core.application)() })
    }

    fn is_ours_at(&self, global: Point) -> bool {
        // SAFETY: on the GUI thread.
        self.engine.parts.gui().is_some_and(|gui| unsafe { (gui.is_ours_at)(global.x, global.y) })
    }

    /// The top left of the primary screen in Qt's coordinates, its area as the client has it, and its ratio.
    fn primary(&self) -> Result<(Point, Rect, f64), Fault> {
        let mut screen = abi::Screen::default();
        // SAFETY: on the GUI thread.
        if !unsafe { (self.gui()?.real_screen)(&mut screen) } {
            let message = "The app is not on an X11 desktop, so its real screen cannot be reached.";
            let next =
                "Start the app with QT_QPA_PLATFORM=xcb, or without QTMCP_CAPTURE=screen and QTMCP_INPUT=desktop.";
            return Err(Fault::new(Code::Unsupported, message).next(next));
        }
        let real = rect(screen.area);
        Ok((Point { x: real.x, y: real.y }, Rect { x: 0.0, y: 0.0, ..real }, screen.ratio))
    }
}

/// X's numbers.
fn number(button: MouseButton) -> u32 {
    match button {
        MouseButton::Left => 1,
        MouseButton::Middle => 2,
        MouseButton::Right => 3,
    }
}
