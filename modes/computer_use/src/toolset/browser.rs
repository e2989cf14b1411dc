//! The members of `browser_toolset_20260801`: calls of Chrome mode's tools, the app's windows being the tabs. Every answer
//! but an error ends with the windows there are then.

use super::answer::Answer;
use super::input::{
    Coordinate, CoordinateTarget, Direction, FieldValue, RefTarget, Region, Target, Whole, check_repeat,
};
use super::member::{Call, Deed, Input, Kind, Member, Plan};
use super::windows::{self, Windows};
use super::{Family, MOST_ECHOED};
use qtmcp_tool::a11y::sanitize;
use qtmcp_tool::{Code, Fault, Session};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};

pub(super) const MEMBERS: &[Member] = &[
    Member::of::<Navigate>("navigate", Kind::Navigation),
    Member::of::<ListTabs>("list_tabs", Kind::Windows),
    Member::of::<NewTab>("new_tab", Kind::Missing),
    Member::of::<SwitchTab>("switch_tab", Kind::Windows),
    Member::of::<CloseTab>("close_tab", Kind::Windows),
    Member::of::<ReadPage>("read_page", Kind::Text),
    Member::of::<GetPageText>("get_page_text", Kind::Text),
    Member::of::<ReadConsole>("read_console", Kind::Text),
    Member::of::<ReadNetwork>("read_network", Kind::Missing),
    Member::of::<Find>("find", Kind::Text),
    Member::of::<FormInput>("form_input", Kind::Act("Set the value of {ref}.")),
    Member::of::<FileUpload>("file_upload", Kind::Act("Uploaded.")),
    Member::of::<ScrollTo>("scroll_to", Kind::Act("Scrolled to {ref}.")),
    Member::of::<Screenshot>("screenshot", Kind::Picture),
    Member::of::<Zoom>("zoom", Kind::Picture),
    Member::of::<Click>("left_click", Kind::Act("Clicked.")),
    Member::of::<Click>("right_click", Kind::Act("Right-clicked.")),
    Member::of::<Click>("middle_click", Kind::Act("Middle-clicked.")),
    Member::of::<Click>("double_click", Kind::Act("Double-clicked.")),
    Member::of::<Click>("triple_click", Kind::Act("Triple-clicked.")),
    Member::of::<Hover>("hover", Kind::Act("Hovered.")),
    Member::of::<Drag>("left_click_drag", Kind::Act("Dragged.")),
    Member::of::<Button>("left_mouse_down", Kind::Act("Mouse button pressed.")),
    Member::of::<Button>("left_mouse_up", Kind::Act("Mouse button released.")),
    Member::of::<Move>("mouse_move", Kind::Act("Moved the mouse.")),
    Member::of::<Scroll>("scroll", Kind::Act("Scrolled {scroll_direction}.")),
    Member::of::<Typing>("type", Kind::Act("Typed.")),
    Member::of::<Keys>("key", Kind::Act("Pressed {text}.")),
    Member::of::<Hold>("hold_key", Kind::Act("Held {text} for {duration}s.")),
    Member::of::<Wait>("wait", Kind::Act("Waited {duration}s.")),
    Member::of::<JavaScript>("javascript_exec", Kind::Missing),
];

/// Carries out a plan in the window it is for.
pub(super) async fn carry_out(
    session: &Session,
    member: &Member,
    mut plan: Plan,
    said: Option<String>,
) -> Result<Answer, Fault> {
    let before = Windows::look(session).await?;
    let tab = plan.tab.take().map(|tab| before.number(&tab)).transpose()?;
    let is_read = member.kind == Kind::Text;
    if let (Deed::Calls(calls), Some(tab), true) = (&mut plan.deed, tab, is_read) {
        calls.iter_mut().for_each(|call| call.arguments["tabId"] = json!(tab));
    }
    let answer = match plan.deed {
        Deed::ListTabs => None,
        Deed::SwitchTab => {
            windows::turn_to(session, tab.ok_or_else(no_tab)?).await?;
            None
        }
        Deed::CloseTab => {
            windows::close(session, tab.ok_or_else(no_tab)?).await?;
            None
        }
        Deed::Navigate(url) => {
            if let Some(tab) = tab {
                windows::turn_to(session, tab).await?;
            }
            navigate(session, &before, &url).await?;
            let now = Windows::look(session).await?;
            return Ok(Answer::text(format!("Navigated to {}", now.place())).and(now.state(Some(&before))));
        }
        deed => {
            if let (Some(tab), false) = (tab, is_read) {
                windows::turn_to(session, tab).await?;
            }
            Some(Family::Browser.carry_out(session, member, deed, said).await?)
        }
    };
    Ok(match (answer, Windows::look(session).await) {
        (None, now) => Answer::only(now?.state(Some(&before))),
        (Some(answer), Ok(now)) => answer.and(now.state(Some(&before))),
        // What was done is done, whether or not the windows can be told.
        (Some(answer), Err(_)) => answer,
    })
}

fn no_tab() -> Fault {
    Fault::new(Code::BadArgument, "tab_id is empty; give one from list_tabs.")
}

async fn navigate(session: &Session, windows: &Windows, url: &str) -> Result<(), Fault> {
    let word = url.trim().to_lowercase();
    if matches!(&*word, "back" | "forward") {
        let call = Call::new("navigate", json!({"url": word, "dialect": "chrome"}));
        return super::dispatch(session, Family::Browser.mode(), call).await.map(drop);
    }
    if let Some(number) = windows.at(url.trim()) {
        return windows::turn_to(session, number).await;
    }
    let message = format!("This is an app, which has no address \"{}\".", sanitize(url, MOST_ECHOED));
    let instead = "navigate takes back, forward or an app:// address from list_tabs; for menus and pages click what is in read_page.";
    Err(Fault::new(Code::BadArgument, format!("unsupported: {message} {instead}")))
}

fn chrome(tool: &'static str, mut arguments: Json) -> Call {
    arguments["dialect"] = json!("chrome");
    Call::new(tool, arguments)
}

fn computer(action: &str, mut arguments: Json) -> Call {
    arguments["action"] = json!(action);
    chrome("computer", arguments)
}

/// Declares what members take and what is to be done: `struct` is the input, with `tab_id` where it says so.
macro_rules! inputs {
    ($($name:ident { $($(#[$note:meta])* $field:ident: $type:ty),* } $given:ident, $member:ident => $plan:expr;)*) => {$(
        #[derive(Deserialize, JsonSchema)]
        struct $name {
            $($(#[$note])* $field: $type,)*
        }

        impl Input for $name {
            fn plan(self, $member: &'static str) -> Result<Plan, String> {
                let $given = self;
                $plan
            }
        }
    )*};
}

inputs! {
    Navigate { url: String, tab_id: Option<String> } given, _member =>
        Ok(Plan::of(Deed::Navigate(given.url)).in_tab(given.tab_id));
    ListTabs {} _given, _member => Ok(Plan::of(Deed::ListTabs));
    NewTab {} _given, _member => missing("An app opens its windows itself: use what opens one, then list_tabs.");
    SwitchTab { tab_id: String } given, _member => Ok(Plan::of(Deed::SwitchTab).in_tab(Some(given.tab_id)));
    CloseTab { tab_id: String } given, _member => Ok(Plan::of(Deed::CloseTab).in_tab(Some(given.tab_id)));
    ReadPage { filter: Option<Filter>, depth: Option<Whole>, #[serde(rename = "ref")] root: Option<String>, tab_id: Option<String> }
        given, _member => {
            let filter = given.filter.map(Filter::word);
            let arguments = json!({"filter": filter, "depth": depth(given.depth)?, "ref_id": given.root});
            Ok(Plan::calls(vec![chrome("read_page", arguments)]).in_tab(given.tab_id).at(given.root))
        };
    GetPageText { tab_id: Option<String> } given, _member =>
        Ok(Plan::calls(vec![chrome("get_page_text", json!({}))]).in_tab(given.tab_id));
    ReadConsole { tab_id: Option<String> } given, _member =>
        Ok(Plan::calls(vec![chrome("read_console_messages", json!({}))]).in_tab(given.tab_id));
    ReadNetwork { #[serde(rename = "tab_id")] _tab_id: Option<String> } _given, _member =>
        missing("An app's requests are not seen; read_console may tell of them.");
    Find { query: String, tab_id: Option<String> } given, _member =>
        Ok(Plan::calls(vec![chrome("find", json!({"query": given.query}))]).in_tab(given.tab_id));
    FormInput { target: RefTarget, value: FieldValue, tab_id: Option<String> } given, _member => {
        let RefTarget::Ref { number } = given.target;
        let call = chrome("form_input", json!({"ref": number, "value": given.value}));
        Ok(Plan::calls(vec![call]).in_tab(given.tab_id).at(Some(number)))
    };
    FileUpload { target: RefTarget, paths: Option<Vec<String>>, document_ids: Option<Vec<String>>, tab_id: Option<String> }
        given, _member => {
            let RefTarget::Ref { number } = given.target;
            let paths = given.paths.unwrap_or_default();
            if paths.is_empty() && given.document_ids.is_some_and(|ids| !ids.is_empty()) {
                return missing("Documents are not staged here: give paths of files on the app's machine.");
            }
            if paths.is_empty() {
                return Err("paths: required".to_owned());
            }
            let call = chrome("file_upload", json!({"ref": number, "paths": paths}));
            Ok(Plan::calls(vec![call]).in_tab(given.tab_id).at(Some(number)))
        };
    ScrollTo { target: RefTarget, tab_id: Option<String> } given, member => {
        let RefTarget::Ref { number } = given.target;
        Ok(Plan::calls(vec![computer(member, json!({"ref": number}))]).in_tab(given.tab_id).at(Some(number)))
    };
    Screenshot { tab_id: Option<String> } given, member =>
        Ok(Plan::calls(vec![computer(member, json!({}))]).in_tab(given.tab_id));
    Zoom { region: Region, tab_id: Option<String> } given, member =>
        Ok(Plan::calls(vec![computer(member, json!({"region": given.region}))]).in_tab(given.tab_id));
    Click { target: Target, modifiers: Option<String>, tab_id: Option<String> } given, member =>
        Ok(pointed(member, given.target, json!({"modifiers": given.modifiers})).in_tab(given.tab_id));
    Hover { target: Target, tab_id: Option<String> } given, member =>
        Ok(pointed(member, given.target, json!({})).in_tab(given.tab_id));
    Drag { from: CoordinateTarget, target: CoordinateTarget, tab_id: Option<String> } given, member => {
        let arguments = json!({"start_coordinate": given.from.coordinate(), "coordinate": given.target.coordinate()});
        Ok(Plan::calls(vec![computer(member, arguments)]).in_tab(given.tab_id))
    };
    Button { target: CoordinateTarget, tab_id: Option<String> } given, member => {
        let there = moved(given.target.coordinate());
        Ok(Plan::calls(vec![there, computer(member, json!({}))]).in_tab(given.tab_id))
    };
    Move { target: CoordinateTarget, tab_id: Option<String> } given, _member =>
        Ok(Plan::calls(vec![moved(given.target.coordinate())]).in_tab(given.tab_id));
    Scroll { target: CoordinateTarget, scroll_direction: Direction, scroll_amount: Option<Whole>, tab_id: Option<String> }
        given, member => {
            let arguments = json!({
                "coordinate": given.target.coordinate(),
                "scroll_direction": given.scroll_direction,
                "scroll_amount": given.scroll_amount,
            });
            Ok(Plan::calls(vec![computer(member, arguments)]).in_tab(given.tab_id))
        };
    Typing { text: String, tab_id: Option<String> } given, member =>
        Ok(Plan::calls(vec![computer(member, json!({"text": given.text}))]).in_tab(given.tab_id));
    Keys { text: String, repeat: Option<Whole>, tab_id: Option<String> } given, member => {
        check_repeat(given.repeat)?;
        let call = computer(member, json!({"text": given.text, "repeat": given.repeat}));
        Ok(Plan::calls(vec![call]).in_tab(given.tab_id))
    };
    Hold { text: String, duration: f64, tab_id: Option<String> } given, member => {
        let call = computer(member, json!({"text": given.text, "duration": given.duration}));
        Ok(Plan::calls(vec![call]).in_tab(given.tab_id))
    };
    Wait { duration: f64, #[serde(rename = "tab_id")] _tab_id: Option<String> } given, member =>
        Ok(Plan::calls(vec![computer(member, json!({"duration": given.duration}))]));
    JavaScript { #[serde(rename = "text")] _text: String, #[serde(rename = "tab_id")] _tab_id: Option<String> }
        _given, _member => missing("An app runs no scripts: use read_page, find and form_input.");
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Filter {
    All,
    Interactive,
}

impl Filter {
    fn word(self) -> &'static str {
        match self {
            Filter::All => "all",
            Filter::Interactive => "interactive",
        }
    }
}

fn depth(depth: Option<Whole>) -> Result<Option<u32>, String> {
    let read = |Whole(number)| u32::try_from(number).map_err(|_| "depth: expected a whole number from 0".to_owned());
    depth.map(read).transpose()
}

fn missing(instead: &'static str) -> Result<Plan, String> {
    Ok(Plan::of(Deed::Missing(instead)))
}

fn moved(to: Coordinate) -> Call {
    computer("mouse_move", json!({"coordinate": to}))
}

fn pointed(action: &str, target: Target, mut arguments: Json) -> Plan {
    let (name, place, element) = target.argument();
    arguments[name] = place;
    Plan::calls(vec![computer(action, arguments)]).at(element)
}
