//! From a ref to its element, and from what is in an element's way to the words for it.

use crate::a11y::{self, Dialect, RawNode, Read, Ref, Refs, States, Tree};
use crate::computer::{Voice, written};
use crate::vision::Space;
use crate::{Code, ElementId, Fault, ObjectId, Obstacle, Session, Ui};

/// A ref as this dialect writes it.
pub fn spelled(number: Ref, dialect: Dialect) -> String {
    match dialect {
        Dialect::Qt => format!("[{number}]"),
        Dialect::Chrome => format!("[ref_{number}]"),
    }
}

/// The element a ref was given to; `unknown_ref` when it never was.
pub fn element(session: &Session, number: Ref, dialect: Dialect) -> Result<ElementId, Fault> {
    let refs = session.app().refs();
    refs.get(number).map(|given| given.element).ok_or_else(|| {
        if refs.is_forgotten(number) {
            let message = format!(
                "Ref {} is too old: so many elements were seen since that it is forgotten.",
                spelled(number, dialect)
            );
            return Fault::new(Code::StaleRef, message).next("Read the page again for new refs.");
        }
        let last = refs.last();
        let known = match last {
            0 => "none was given yet".to_owned(),
            _ => format!("refs go up to {last}"),
        };
        let message = match dialect {
            Dialect::Qt => format!("There is no element {}: {known}.", spelled(number, dialect)),
            Dialect::Chrome => {
                format!("No element found with reference: \"ref_{number}\". It was never given; {known}.")
            }
        };
        Fault::new(Code::UnknownRef, message)
    })
}

/// What the element is, in the visit that acts on it; `stale_ref` when it is gone.
pub fn describe(
    ui: &mut dyn Ui,
    refs: &Refs,
    element: ElementId,
    number: Ref,
    dialect: Dialect,
) -> Result<RawNode, Fault> {
    ui.describe(element).ok_or_else(|| stale(refs, number, dialect))
}

/// The fault for a ref whose element is gone.
pub fn stale(refs: &Refs, number: Ref, dialect: Dialect) -> Fault {
    let was = refs.get(number).map(|given| given.line(number, dialect)).unwrap_or_default();
    let message = match dialect {
        Dialect::Qt => format!("{was} is gone: the app has removed it."),
        Dialect::Chrome => format!(
            "No element found with reference: \"ref_{number}\". The element may have been removed from the page. It was {was}."
        ),
    };
    Fault::new(Code::StaleRef, message)
}

/// An element by role, name and ref, for a sentence.
pub fn named(ui: &mut dyn Ui, refs: &Refs, element: ElementId, dialect: Dialect) -> String {
    if let Some(line) = known(refs, element, dialect.into()) {
        return line;
    }
    match ui.describe(element) {
        Some(raw) => a11y::line(&Tree::new(vec![Read { element, depth: 0, raw }], refs), 0, dialect),
        None => "an element that is gone".to_owned(),
    }
}

/// An element as `voice` calls it, if it was ever looked at. A window that was only listed has a ref, but was not.
#[must_use]
pub fn known(refs: &Refs, element: ElementId, voice: Voice) -> Option<String> {
    let number = refs.of(element)?;
    let given = refs.get(number).filter(|given| !given.class.is_empty())?;
    if !voice.role_first {
        return Some(given.line(number, voice.dialect));
    }
    let line = given.line(number, Dialect::Chrome);
    Some(line.replace(&spelled(number, Dialect::Chrome), &spelled(number, voice.dialect)))
}

/// An element as `voice` calls it, for a sentence.
pub fn called(ui: &mut dyn Ui, refs: &Refs, element: ElementId, voice: Voice) -> String {
    if !voice.role_first {
        return named(ui, refs, element, voice.dialect);
    }
    let line = named(ui, refs, element, Dialect::Chrome);
    match refs.of(element) {
        Some(number) => line.replace(&spelled(number, Dialect::Chrome), &spelled(number, voice.dialect)),
        None => line,
    }
}

/// A dialog that is in the way: `dialog "Save" [31]`. What it is comes first in both dialects, as it says what to do.
pub fn dialog_named(ui: &mut dyn Ui, refs: &Refs, dialog: ObjectId, dialect: Dialect) -> String {
    called(ui, refs, dialog.into(), Voice { dialect, role_first: true })
}

/// The fault for what is in the way of an element.
pub fn blocked(
    ui: &mut dyn Ui,
    refs: &Refs,
    (element, number): (ElementId, Ref),
    obstacle: Obstacle,
    dialect: Dialect,
) -> Fault {
    let target = if obstacle == Obstacle::Gone { String::new() } else { named(ui, refs, element, dialect) };
    match obstacle {
        Obstacle::Gone => stale(refs, number, dialect),
        Obstacle::Hidden => Fault::new(Code::NotVisible, format!("{target} is hidden.")),
        Obstacle::Disabled => Fault::new(Code::Disabled, format!("{target} is disabled.")),
        Obstacle::Covered(by) => {
            let cover = cover(ui, element, by.into());
            Fault::new(Code::Covered, format!("{target} is covered by {}.", named(ui, refs, cover, dialect)))
        }
        Obstacle::Popup(popup) => {
            let popup = named(ui, refs, popup.into(), dialect);
            Fault::new(Code::Covered, format!("{target} is covered by the open popup {popup}."))
                .next("Choose in the popup, or close it with `computer` action key text Escape.")
        }
        Obstacle::Modal(dialog) => {
            let dialog = dialog_named(ui, refs, dialog, dialect);
            Fault::new(Code::BlockedByDialog, format!("{target} is covered by {dialog}."))
        }
        Obstacle::Denied => Obstacle::denied(),
        Obstacle::Outside => Fault::new(Code::BadArgument, format!("The point is outside {target}.")),
        Obstacle::Unsupported(why) => Fault::new(Code::Unsupported, format!("{target} cannot be used: {why}.")),
    }
}

/// What covers an element, as a person would call it: a part without a name goes by what it is a part of.
fn cover(ui: &mut dyn Ui, element: ElementId, by: ElementId) -> ElementId {
    let mut around_both = vec![element];
    while let Some(around) = around_both.last().and_then(|inner| ui.container(*inner)) {
        around_both.push(around);
    }
    let mut part = by;
    loop {
        if ui.describe(part).is_some_and(|raw| !raw.name.is_empty()) {
            return part;
        }
        match ui.container(part) {
            Some(around) if !around_both.contains(&around) => part = around,
            _ => return by,
        }
    }
}

/// Whether nothing is known about the element that a click could be meant for: an area the app paints by itself.
pub fn is_opaque(raw: &RawNode) -> bool {
    raw.states.contains(States::CUSTOM_PAINTED)
        && raw.actions.is_empty()
        && !raw.states.intersects(States::FOCUSABLE | States::CLICKABLE)
}

/// The fault for an element that only coordinates can reach, which are pixels of the client's `space`.
pub fn not_interactable(
    ui: &mut dyn Ui,
    refs: &Refs,
    (element, raw): (ElementId, &RawNode),
    space: Space,
    dialect: Dialect,
) -> Fault {
    let place = written(space.logical_to_pixel(raw.bounds.center()));
    let name = named(ui, refs, element, dialect);
    let message = format!("Element not interactable: {name} is custom-painted; use computer with coordinate {place}.");
    Fault::new(Code::Unsupported, message).next(format!(
        "Call `computer` with action screenshot to see it, then left_click with coordinate near {place}."
    ))
}
