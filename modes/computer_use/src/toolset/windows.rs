//! The app's windows as the tabs of a browser: which there are, the block that tells of them, bringing one to the front,
//! closing one.

use super::member::Call;
use super::{Family, MOST_ECHOED, answer, dispatch};
use qtmcp_tool::a11y::{Ref, Window, WindowKind, sanitize};
use qtmcp_tool::{Code, Effect, Fault, ObjectId, Permits, Session, Ui};
use serde_json::{Value as Json, json};

/// What the API takes at most.
const MOST_TABS: usize = 100;

/// The windows of one moment, the topmost first.
pub(super) struct Windows {
    tabs: Vec<Tab>,
}

struct Tab {
    number: Ref,
    title: String,
    url: String,
    active: bool,
}

impl Windows {
    pub(super) async fn look(session: &Session) -> Result<Self, Fault> {
        let call = Call::new("tabs_context_mcp", json!({}));
        let listed = dispatch(session, Family::Browser.mode(), call).await?.result;
        let selected = listed["selectedTabId"].as_u64();
        let tab = |tab: &Json| {
            let number = tab["tabId"].as_u64()?;
            let text = |member: &str| answer::field(tab[member].as_str().unwrap_or_default());
            Some(Tab { number, title: text("title"), url: text("url"), active: selected == Some(number) })
        };
        let mut tabs: Vec<Tab> = listed["availableTabs"].as_array().into_iter().flatten().filter_map(tab).collect();
        // The active one must be among those told.
        tabs.sort_by_key(|tab| !tab.active);
        tabs.truncate(MOST_TABS);
        if let Some(first) = tabs.first_mut() {
            first.active = true;
        }
        Ok(Self { tabs })
    }

    /// The window with this id.
    pub(super) fn number(&self, id: &str) -> Result<Ref, Fault> {
        let bare = id.trim();
        let number: Option<Ref> = bare.strip_prefix("ref_").unwrap_or(bare).parse().ok();
        let is_there = |number: &Ref| self.tabs.iter().any(|tab| tab.number == *number);
        number.filter(is_there).ok_or_else(|| {
            let message = format!("No tab with id: {}. Call list_tabs for those there are.", sanitize(id, MOST_ECHOED));
            Fault::new(Code::BadArgument, message)
        })
    }

    /// The window with this address.
    pub(super) fn at(&self, url: &str) -> Option<Ref> {
        self.tabs.iter().find(|tab| tab.url == url).map(|tab| tab.number)
    }

    /// Where one is: address and title of the active window.
    pub(super) fn place(&self) -> String {
        let active = self.tabs.iter().find(|tab| tab.active);
        active.map_or_else(String::new, |tab| format!("{} — {}", tab.url, tab.title))
    }

    /// The block that tells of them, and of those that were not there before.
    pub(super) fn state(&self, before: Option<&Windows>) -> Json {
        let tab = |tab: &Tab| {
            let mut entry = json!({"tab_id": tab.number.to_string(), "title": tab.title, "url": tab.url});
            if tab.active {
                entry["active"] = json!(true);
            }
            entry
        };
        let tabs: Vec<Json> = self.tabs.iter().map(tab).collect();
        let mut state = json!({"type": "browser_state", "tabs": tabs});
        let was_there = |tab: &&Tab| before.is_none_or(|before| before.tabs.iter().any(|old| old.number == tab.number));
        let opened: Vec<Json> = self
            .tabs
            .iter()
            .filter(|tab| !was_there(tab))
            .map(|tab| json!({"type": "tab_opened", "tab_id": tab.number.to_string()}))
            .collect();
        if !opened.is_empty() {
            state["state_changes"] = json!(opened);
        }
        state
    }
}

/// Brings a window to the front, unless it is there.
pub(super) async fn turn_to(session: &Session, number: Ref) -> Result<(), Fault> {
    session.access().check(Effect::Acts, "Bringing a window to the front")?;
    let id = object(session, number)?;
    let raised = session.app().start(session.deadline(), move |ui: &mut dyn Ui| {
        let windows = ui.windows();
        let window = usable(&windows, id)?;
        if window.active { Ok(()) } else { ui.raise(id) }
    });
    // It may have opened an event loop of its own; then it is in front.
    raised.await?.unwrap_or(Ok(()))?;
    session.app().settle().await;
    Ok(())
}

/// Closes a window as the button in its frame would. The app may ask before it does.
pub(super) async fn close(session: &Session, number: Ref) -> Result<(), Fault> {
    session.access().check(Effect::Acts, "Closing a window")?;
    let id = object(session, number)?;
    let closed = session.app().start(session.deadline(), move |ui: &mut dyn Ui| {
        let windows = ui.windows();
        let window = usable(&windows, id)?;
        if is_last(&windows, window) {
            let message =
                format!("unsupported: {} is the app's last window, and closing it would end the app.", named(window));
            return Err(Fault::new(Code::BadArgument, message));
        }
        let close = ui.methods(id)?.into_iter().find(|method| method.signature == "close()");
        let close =
            close.ok_or_else(|| Fault::new(Code::Unsupported, format!("{} cannot be closed.", named(window))))?;
        ui.invoke(id, close.index, &[]).map(drop)
    });
    closed.await?.unwrap_or(Ok(()))?;
    session.app().settle().await;
    let left = session.app().visit(session.deadline(), move |ui: &mut dyn Ui| {
        let windows = ui.windows();
        windows.iter().find(|window| window.id == id).map(named)
    });
    match left.await? {
        None => Ok(()),
        Some(name) => Err(Fault::new(Code::BlockedByDialog, format!("The app did not close {name}."))),
    }
}

fn object(session: &Session, number: Ref) -> Result<ObjectId, Fault> {
    let given = session.app().refs().get(number);
    given.map(|given| given.element.object).ok_or_else(|| gone(&number.to_string()))
}

fn gone(id: &str) -> Fault {
    Fault::new(Code::BadArgument, format!("No tab with id: {id}. Call list_tabs for those there are."))
}

/// The window, when nothing takes its input.
fn usable(windows: &[Window], id: ObjectId) -> Result<&Window, Fault> {
    let find = |id: ObjectId| windows.iter().find(|window| window.id == id);
    let window = find(id).ok_or_else(|| Fault::new(Code::NotFound, "That window has been closed."))?;
    match window.blocked_by.and_then(find) {
        Some(by) => Err(Fault::new(Code::BlockedByDialog, format!("{} is blocked by {}.", named(window), named(by)))),
        None => Ok(window),
    }
}

/// Whether no window of its own standing would be left without this one.
fn is_last(windows: &[Window], window: &Window) -> bool {
    let stands = |other: &&Window| {
        let is_passing = matches!(other.kind, WindowKind::Popup | WindowKind::ToolTip);
        other.id != window.id && other.parent.is_none() && !is_passing
    };
    window.parent.is_none() && !windows.iter().any(|other| stands(&other))
}

fn named(window: &Window) -> String {
    let kind = if window.kind == WindowKind::Dialog { "dialog" } else { "window" };
    format!("{kind} \"{}\"", sanitize(&window.title, 100))
}
