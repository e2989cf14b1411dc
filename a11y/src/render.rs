//! Writes a page as text, in either dialect.

mod chrome;
mod element;
mod hint;
mod outline;
mod qt;
mod rows;
#[cfg(test)]
mod tests;

use crate::{Dialect, Page, Ref, Tree, Window};
pub use element::line;
pub(crate) use element::{chrome_head, level, push_shown_value, qt_head, row_range, shown_value, window_role};
use outline::Outline;
use qtmcp_vision::{Rect, Space};
pub(crate) use rows::{cells, text as cell_text};
use std::fmt::Write;

/// Which elements are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Filter {
    /// What a person can see, or could by scrolling.
    #[default]
    Visible,
    /// Of those, only what one can act on, as a flat list.
    Interactive,
    /// Hidden ones too.
    All,
}

/// What of a page is wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Which elements.
    pub filter: Filter,
    /// How many levels below the root; all when `None`.
    pub depth: Option<u32>,
    /// The element to begin at; the whole page when `None`, or when the tree has no such element.
    pub root: Option<Ref>,
    /// The text is no longer than this many characters, apart from what is said of the rest.
    pub max_chars: usize,
    /// Only the elements: no options of choices and no list of hints.
    pub brief: bool,
    /// The pixels that places are told in; logical ones when `None`.
    pub space: Option<Space>,
}

impl Default for View {
    fn default() -> Self {
        Self { filter: Filter::Visible, depth: None, root: None, max_chars: 50_000, brief: false, space: None }
    }
}

/// A page as text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rendered {
    /// What agents read, without a line end at the end.
    pub text: String,
    /// The elements whose refs the text names, in its order.
    pub refs: Vec<Shown>,
    /// How many elements of the view are not in the text, because of its depth or its length.
    pub left_out: usize,
}

/// An element that is shown with its ref.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// Its ref.
    pub number: Ref,
    /// Its class.
    pub class: String,
    /// Its role, as the `chrome` dialect calls it.
    pub role: &'static str,
    /// Its name as the text has it, without escapes.
    pub name: String,
    /// Its middle, in logical pixels of the screen.
    pub x: i64,
    /// Its middle, in logical pixels of the screen.
    pub y: i64,
    /// Whether one can act on it.
    pub interactive: bool,
}

/// Writes a page. The text names no tool that Chrome mode does not have.
#[must_use]
pub fn render(page: &Page, dialect: Dialect, view: &View) -> Rendered {
    let job = Job::new(page, view);
    match dialect {
        Dialect::Qt => qt::render(&job),
        Dialect::Chrome => chrome::render(&job),
    }
}

/// What both dialects work with.
struct Job<'a> {
    page: &'a Page,
    tree: &'a Tree,
    view: &'a View,
    /// The indices of the elements to write.
    start: usize,
    end: usize,
    /// The element the view begins at, if it is not the page.
    root: Option<usize>,
}

impl<'a> Job<'a> {
    fn new(page: &'a Page, view: &'a View) -> Self {
        let tree = &page.tree;
        let is_window = |root: usize| {
            let element = tree.nodes()[root].element;
            element.part == 0 && page.windows.iter().any(|(_, window)| window.id == element.object)
        };
        // A page may be of one element, which was asked for.
        let mut roots = tree.roots();
        let part = roots.next().filter(|first| roots.next().is_none() && !is_window(*first));
        let root = view.root.and_then(|number| tree.index_of(number)).or(part);
        let (start, end) = root.map_or((0, tree.nodes().len()), |root| (root, tree.nodes()[root].end));
        Self { page, tree, view, start, end, root }
    }

    fn is_wanted(&self, index: usize) -> bool {
        self.view.filter == Filter::All || !self.tree.nodes()[index].is_hidden()
    }

    fn outline(&self) -> Outline {
        Outline::new(self.view.max_chars)
    }

    /// The window a root of the tree is, with its ref.
    fn window(&self, index: usize) -> Option<&'a Window> {
        let node = &self.tree.nodes()[index];
        let id = (node.depth == 0 && node.element.part == 0).then_some(node.element.object)?;
        self.page.windows.iter().map(|(_, window)| window).find(|window| window.id == id)
    }

    /// The windows that were not read.
    fn other_windows(&self) -> impl Iterator<Item = &'a (Ref, Window)> {
        let read: std::collections::HashSet<_> =
            self.tree.roots().map(|root| self.tree.nodes()[root].element.object).collect();
        let whole = self.root.is_none();
        self.page.windows.iter().filter(move |(_, window)| whole && !read.contains(&window.id))
    }

    /// The ref of the window that takes a window's input.
    fn blocker(&self, window: &Window) -> Option<Ref> {
        let blocked_by = window.blocked_by?;
        self.page.windows.iter().find(|(_, other)| other.id == blocked_by).map(|(number, _)| *number)
    }

    /// How many elements of the view there are in a range.
    fn count(&self, range: std::ops::Range<usize>) -> usize {
        let counts = |index: &usize| !self.tree.nodes()[*index].is_internal() && self.is_wanted(*index);
        range.filter(counts).count()
    }

    /// Says how much is missing, and how to see it.
    fn push_left_out(&self, text: &mut String, is_full: bool, left_out: usize) {
        let unread = self.page.unread;
        if is_full {
            let most = self.view.max_chars;
            let _ = writeln!(
                text,
                "… {left_out} more elements: read_page with the ref_id of one of the above, a depth, filter interactive, \
                 or max_chars above {most}"
            );
        } else if left_out > 0 {
            let _ = writeln!(text, "… {left_out} elements lie deeper: read_page with a ref_id, or a larger depth");
        }
        if unread > 0 {
            let least = if self.page.uncounted { "at least " } else { "" };
            let _ =
                writeln!(text, "… {least}{unread} more elements were not read: read_page with the ref_id of a part");
        }
    }

    /// The middle of a rectangle as a pixel; rounded down, so that it is inside even of the thinnest.
    #[allow(clippy::cast_possible_truncation)]
    fn place(&self, bounds: Rect) -> (i64, i64) {
        let middle = bounds.center();
        let (x, y) = match self.view.space {
            Some(space) => {
                let middle = space.to_image(middle);
                (middle.x, middle.y)
            }
            None => (middle.x, middle.y),
        };
        (x.floor() as i64, y.floor() as i64)
    }

    fn shown(&self, index: usize, name: &str) -> Shown {
        let node = &self.tree.nodes()[index];
        let (x, y) = self.place(node.raw.bounds);
        let interactive = self.tree.is_interactive(index);
        Shown {
            number: node.number,
            class: node.raw.class.clone(),
            role: node.role().name(),
            name: crate::sanitize::one_line(name),
            x,
            y,
            interactive,
        }
    }
}
