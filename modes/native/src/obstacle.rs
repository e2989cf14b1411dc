//! What keeps an object from being acted on, in words, with paths.

use crate::json::length;
use crate::path::PathBook;
use qtmcp_tool::{Code, Fault, ObjectId, Obstacle, Ui, Value};

/// The fault for an obstacle in the way of `target`.
pub(crate) fn fault(ui: &mut dyn Ui, target: ObjectId, obstacle: Obstacle) -> Fault {
    let mut book = PathBook::default();
    let mut name =
        |ui: &mut dyn Ui, id| book.path(ui, id).map_or_else(|| "an object".into(), |path| format!("`{path}`"));
    let object = name(ui, target);
    match obstacle {
        Obstacle::Gone => Fault::new(Code::NotFound, "The object is gone."),
        Obstacle::Hidden if is_action(ui, target) => {
            Fault::new(Code::NotVisible, format!("No open menu and no tool bar shows {object}."))
                .next("Click its menu first, or call invokeMethod with method trigger.")
        }
        Obstacle::Hidden => Fault::new(Code::NotVisible, format!("{object} is hidden or has no size.")),
        Obstacle::Disabled => Fault::new(Code::Disabled, format!("{object} is disabled.")),
        Obstacle::Covered(by) => {
            Fault::new(Code::Covered, format!("{object} is covered by {} at that point.", name(ui, by)))
        }
        Obstacle::Popup(popup) => {
            let popup = name(ui, popup);
            Fault::new(Code::Covered, format!("The open popup {popup} takes the input meant for {object}."))
                .next("Click in the popup, or close it with sendKeys and keys Escape.")
        }
        Obstacle::Modal(dialog) => {
            let title = title(ui, dialog);
            let message = format!("The dialog {}{title} takes the input, so {object} gets none.", name(ui, dialog));
            Fault::new(Code::BlockedByDialog, message)
        }
        Obstacle::Denied => Obstacle::denied(),
        Obstacle::Outside => {
            let size = ui.placement(target).unwrap_or_default().local;
            let (width, height) = (length(size.width), length(size.height));
            Fault::new(Code::BadArgument, format!("The position is outside {object}, which is {width}×{height}."))
        }
        Obstacle::Unsupported(why) => {
            Fault::new(Code::Unsupported, format!("{object} cannot be acted on as by a person: {why}."))
                .next("Use invokeMethod; listMethods shows what it has.")
        }
    }
}

fn is_action(ui: &mut dyn Ui, target: ObjectId) -> bool {
    ui.inheritance(target).is_ok_and(|classes| classes.iter().any(|class| class == "QAction"))
}

fn title(ui: &mut dyn Ui, of: ObjectId) -> String {
    let titles = ["windowTitle", "title"].into_iter().filter_map(|name| Some(ui.own_property(of, name)?.value));
    let title = titles.filter_map(|value| if let Value::Text(text) = value { Some(text) } else { None });
    title.filter(|text| !text.is_empty()).map(|text| format!(" (“{text}”)")).next().unwrap_or_default()
}
