//! Buttons that are down for a moment: one that is pressed by a key, or by the app itself as calculators do, comes up and
//! does its work only after a while, during which nothing else happens.

use crate::Session;
use crate::snapshot::{Extent, Limits, snapshot};
use qtmcp_a11y::{Page, Ref, States, WindowKind};
use std::collections::HashSet;
use std::time::{Duration, Instant};

const PAUSE: Duration = Duration::from_millis(20);
const LONGEST: Duration = Duration::from_millis(400);

/// The buttons of a page that are down; those that stay down are none.
#[must_use]
pub fn pressed(page: &Page) -> HashSet<Ref> {
    let is_down = |states: States| states.contains(States::PRESSED) && !states.contains(States::CHECKABLE);
    page.tree.nodes().iter().filter(|node| is_down(node.raw.states)).map(|node| node.number).collect()
}

/// The app as it is once no button is down but those `known` to be. A button with an open menu stays down as long as that.
pub async fn released(session: &Session, known: &HashSet<Ref>) -> Page {
    let give_up = Instant::now() + LONGEST;
    loop {
        let page = snapshot(session.app(), session.deadline(), Extent::Everything, Limits::OUTCOME).await;
        let page = page.unwrap_or_default();
        let has_popup = page.windows.iter().any(|(_, window)| window.kind == WindowKind::Popup);
        if has_popup || pressed(&page).is_subset(known) || Instant::now() >= give_up {
            return page;
        }
        session.app().sleep(PAUSE).await;
    }
}
