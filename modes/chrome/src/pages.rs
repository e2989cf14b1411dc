//! Every window of the app as pages: the one that is asked for or active first, then the others, each element once.

use qtmcp_tool::a11y::{self, Dialect, Page, WindowKind};
use qtmcp_tool::arguments::RefArgument;
use qtmcp_tool::snapshot::{Extent, Limits, snapshot};
use qtmcp_tool::tab;
use qtmcp_tool::{App, ElementId, Fault, ObjectId, Session};
use std::collections::{HashMap, HashSet};
use std::time::Instant;

/// What one look at the app shows.
pub(crate) struct Pages {
    /// The page that was asked for; without a tab id, the active window with its popups and dialogs.
    pub(crate) first: Page,
    /// Other windows; none when a tab was asked for.
    pub(crate) others: Vec<Page>,
}

impl Pages {
    /// Reads them.
    pub(crate) async fn read(
        session: &Session,
        deadline: Instant,
        tab: Option<RefArgument>,
        limits: Limits,
        dialect: Dialect,
    ) -> Result<Self, Fault> {
        let extent = tab::extent(session, tab, dialect).await?;
        let first = snapshot(session.app(), deadline, extent, limits).await?;
        let mut others = Vec::new();
        if tab.is_some() {
            return Ok(Self { first, others });
        }
        let mut read: HashSet<ObjectId> = roots(&first).collect();
        let windows: Vec<ObjectId> = first.windows.iter().map(|(_, window)| window.id).collect();
        for window in windows {
            if !read.contains(&window) {
                let page = snapshot(session.app(), deadline, Extent::Window(window), limits).await?;
                read.extend(roots(&page));
                others.push(page);
            }
        }
        Ok(Self { first, others })
    }

    /// The asked page first.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Page> {
        std::iter::once(&self.first).chain(&self.others)
    }
}

fn roots(page: &Page) -> impl Iterator<Item = ObjectId> + '_ {
    page.tree.roots().filter_map(|root| page.tree.get(root)).map(|node| node.element.object)
}

/// The texts of a page that were cut when it was read, in full.
pub(crate) async fn full_texts(
    app: &dyn App,
    deadline: Instant,
    page: &Page,
) -> Result<HashMap<ElementId, String>, Fault> {
    let mut texts = HashMap::new();
    for element in a11y::long_texts(page) {
        // One visit each: a text may be very long.
        if let Some(text) = app.visit(deadline, move |ui| ui.full_text(element)).await? {
            texts.insert(element, text);
        }
    }
    Ok(texts)
}

/// A window's kind as agents read it.
pub(crate) fn kind(kind: WindowKind) -> &'static str {
    match kind {
        WindowKind::Window => "window",
        WindowKind::Dialog => "dialog",
        WindowKind::Popup => "popup",
        WindowKind::ToolTip => "tooltip",
        WindowKind::Tool => "tool",
    }
}
