//! Elements without the hidden ones: they are not listed, not described, not found, not aimed at.

use super::{Hiding, shown_element};
use qtmcp_tool::a11y::{RawNode, Window};
use qtmcp_tool::vision::Point;
use qtmcp_tool::{Aim, Code, ElementId, Elements, Fault, ObjectId, Obstacle, Scope, Value};

impl Elements for Hiding<'_> {
    fn windows(&mut self) -> Vec<Window> {
        let windows = self.ui.windows().into_iter();
        let shown = windows.filter_map(|window| {
            self.shown(window.id)?;
            Some(Window {
                blocked_by: window.blocked_by.and_then(|id| self.shown(id)),
                parent: window.parent.and_then(|id| self.shown(id)),
                title: if self.is_title_hidden(window.id) { String::new() } else { window.title },
                ..window
            })
        });
        shown.collect()
    }

    fn describe(&mut self, element: ElementId) -> Option<RawNode> {
        shown_element(self, element)?;
        let mut node = self.ui.describe(element)?;
        node.labels = node.labels.and_then(|labelled| shown_element(self, labelled));
        if element.part == 0 {
            self.without_properties(element.object, &mut node);
        }
        Some(node)
    }

    fn contents(&mut self, of: ElementId, scope: Scope) -> Vec<ElementId> {
        if self.is_hidden(of.object) {
            return Vec::new();
        }
        let contents = self.ui.contents(of, scope);
        contents.into_iter().filter_map(|element| shown_element(self, element)).collect()
    }

    fn container(&mut self, of: ElementId) -> Option<ElementId> {
        shown_element(self, of)?;
        let around = self.ui.container(of)?;
        shown_element(self, around)
    }

    fn focused(&mut self) -> Option<ElementId> {
        let focused = self.ui.focused()?;
        shown_element(self, focused)
    }

    fn element_at(&mut self, point: Point) -> Option<ElementId> {
        let there = self.ui.element_at(point)?;
        shown_element(self, there)
    }

    fn full_text(&mut self, of: ElementId) -> Option<String> {
        shown_element(self, of)?;
        if self.is_value_hidden(of.object) {
            return None;
        }
        self.ui.full_text(of)
    }

    fn secret_length(&mut self, of: ElementId) -> Option<usize> {
        shown_element(self, of)?;
        if self.is_value_hidden(of.object) {
            return None;
        }
        self.ui.secret_length(of)
    }

    fn options(&mut self, of: ElementId) -> Vec<String> {
        if self.is_hidden(of.object) || self.is_value_hidden(of.object) {
            return Vec::new();
        }
        self.ui.options(of)
    }

    fn item_named(&mut self, of: ElementId, text: &str, column: Option<u32>) -> Option<ElementId> {
        shown_element(self, of)?;
        let item = self.ui.item_named(of, text, column)?;
        shown_element(self, item)
    }

    fn item_at(&mut self, of: ElementId, row: u64, column: u32) -> Option<ElementId> {
        shown_element(self, of)?;
        let item = self.ui.item_at(of, row, column)?;
        shown_element(self, item)
    }

    fn assign(&mut self, element: ElementId, value: &Value) -> Result<(), Fault> {
        self.require(element.object)?;
        if self.is_value_hidden(element.object) {
            return Err(Fault::new(Code::Denied, "QTMCP_DENY hides the value of this element."));
        }
        self.forget();
        self.ui.assign(element, value)
    }

    fn commit(&mut self, element: ElementId) {
        if shown_element(self, element).is_some() {
            self.ui.commit(element);
            self.forget();
        }
    }

    fn expand(&mut self, element: ElementId, open: bool) -> Result<(), Fault> {
        self.require(element.object)?;
        self.forget();
        self.ui.expand(element, open)
    }

    fn check_place(&mut self, element: ElementId) -> Option<Point> {
        shown_element(self, element)?;
        self.ui.check_place(element)
    }

    fn reveal(&mut self, element: ElementId) -> Result<(), Obstacle> {
        shown_element(self, element).ok_or(Obstacle::Gone)?;
        let revealed = self.ui.reveal(element);
        self.forget();
        revealed.map_err(|obstacle| self.unnamed(obstacle))
    }

    fn aim_at(&mut self, element: ElementId, place: Option<Point>) -> Result<Aim, Obstacle> {
        shown_element(self, element).ok_or(Obstacle::Gone)?;
        let aimed = self.ui.aim_at(element, place);
        self.forget();
        self.allowed(aimed)
    }

    fn aim_at_point(&mut self, point: Point) -> Result<Aim, Obstacle> {
        let aimed = self.ui.aim_at_point(point);
        self.allowed(aimed)
    }

    fn focus_on(&mut self, element: ElementId) -> Result<(), Obstacle> {
        shown_element(self, element).ok_or(Obstacle::Gone)?;
        let focused = self.ui.focus_on(element);
        self.forget();
        focused.map_err(|obstacle| self.unnamed(obstacle))
    }

    fn raise(&mut self, window: ObjectId) -> Result<(), Fault> {
        self.require(window)?;
        self.forget();
        self.ui.raise(window)
    }

    fn resize(&mut self, window: ObjectId, width: u32, height: u32) -> Result<(u32, u32), Fault> {
        self.require(window)?;
        self.forget();
        self.ui.resize(window, width, height)
    }

    fn close(&mut self, window: ObjectId) -> Result<(), Fault> {
        self.require(window)?;
        self.forget();
        self.ui.close(window)
    }
}

impl Hiding<'_> {
    /// An aim, unless it is at something hidden.
    fn allowed(&mut self, aimed: Result<Aim, Obstacle>) -> Result<Aim, Obstacle> {
        match aimed {
            Ok(aim) if self.is_hidden_at(&aim) => Err(Obstacle::Denied),
            Ok(aim) => Ok(aim),
            Err(obstacle) => Err(self.unnamed(obstacle)),
        }
    }

    /// An obstacle that names nothing hidden.
    fn unnamed(&mut self, obstacle: Obstacle) -> Obstacle {
        match obstacle {
            Obstacle::Covered(by) | Obstacle::Popup(by) | Obstacle::Modal(by) if self.is_hidden(by) => Obstacle::Denied,
            other => other,
        }
    }

    fn is_title_hidden(&mut self, window: ObjectId) -> bool {
        let hidden = self.hidden_properties(window);
        hidden.hides("windowTitle") || hidden.hides("title")
    }
}
