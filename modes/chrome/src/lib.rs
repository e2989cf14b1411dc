//! Chrome mode: an app read and driven like a page, by refs. One tool per file; this crate knows neither Qt nor the
//! transport.

mod browser_batch;
mod click;
mod computer;
mod file_upload;
mod find;
mod form_input;
mod get_page_text;
mod navigate;
mod outcome;
mod pages;
mod read_console_messages;
mod read_page;
mod resize_window;
mod tabs_context;
#[cfg(test)]
mod testing;
mod wait_for;

use qtmcp_tool::a11y::Dialect;
use qtmcp_tool::arguments::DialectArgument;
use qtmcp_tool::{Code, Session, ToolDef, tools};

/// The tools of Chrome mode.
pub const TOOLS: &[ToolDef] = tools![advice;
    read_page::ReadPage,
    click::Click,
    form_input::FormInput,
    navigate::Navigate,
    file_upload::FileUpload,
    find::Find,
    get_page_text::GetPageText,
    computer::Computer,
    tabs_context::TabsContext,
    tabs_context::TabsContextMcp,
    read_console_messages::ReadConsoleMessages,
    wait_for::WaitFor,
    resize_window::ResizeWindow,
    browser_batch::BrowserBatch,
];

/// The dialect a call asks for, or the session's.
fn dialect(session: &Session, asked: Option<DialectArgument>) -> Dialect {
    asked.map_or(session.dialect(), Dialect::from)
}

/// The next call after each kind of fault; tool names stand in backticks.
fn advice(code: Code) -> &'static str {
    match code {
        Code::BadArgument => "Call `listTools` for the parameters of each tool.",
        Code::UnknownRef => "Call `read_page` or `find` for the refs there are.",
        Code::StaleRef => "Call `read_page` to see the page as it is now.",
        Code::NotFound => "Call `read_page` to see what there is.",
        Code::Ambiguous => "Use one of those listed.",
        Code::NotVisible => "Open the window, tab or menu it is in, then `read_page`.",
        Code::Disabled => "Do first what enables it; `read_page` shows what there is.",
        Code::Covered => "Act on what covers it first, or close that.",
        Code::BlockedByDialog => "Answer the dialog first: `read_page` shows it.",
        Code::NoWindow => "Wait until the app shows a window, then `read_page`.",
        Code::NotConnected => "Start the app with the probe in it, then connect.",
        Code::AppGone => "Start the app again and connect anew.",
        Code::AppBusy => "Call `status` to see for how long the app has been blocked, then try again.",
        Code::Timeout => "Call `read_page` to see what there is, or wait longer.",
        Code::Unsupported => "Look for another element with `read_page`.",
        Code::Denied => "The access rules of this server forbid it; ask whoever runs it.",
        Code::Internal => "Call `status`; if the app is well, try once more.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use qtmcp_tool::CONNECTION_TOOLS;
    use serde_json::json;

    #[test]
    fn every_tool_that_advice_names_exists() {
        let exists = |name: &str| TOOLS.iter().chain(CONNECTION_TOOLS).any(|tool| tool.name == name);
        for code in Code::ALL {
            let advice = advice(*code);
            for name in advice.split('`').skip(1).step_by(2) {
                assert!(exists(name), "the advice for {code} names `{name}`");
            }
            let bare = advice
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .find(|word| word.contains('_') && !advice.contains(&format!("`{word}`")));
            assert_eq!(bare, None, "the advice for {code} names a tool without backticks");
        }
    }

    #[test]
    fn what_models_are_not_shown_is_accepted_all_the_same() {
        let client = testing::Client::new("QApplication\n  QMainWindow#main");
        let mut unlisted = 0;
        for tool in TOOLS {
            let schema = tool.documented_schema();
            for (name, property) in schema["properties"].as_object().unwrap() {
                if property["x-unlisted"] != true {
                    continue;
                }
                // Of a wrong kind, so that the answer tells whether the name is known.
                let (code, message) = client.fail(tool.name, json!({ name: {"no": "value"} }));
                assert_eq!(code, Code::BadArgument, "{message}");
                assert!(message.starts_with(&format!("{}: {name}: ", tool.name)), "{message}");
                assert!(!message.contains("unknown field"), "{message}");
                unlisted += 1;
            }
        }
        assert!(unlisted > 10, "{unlisted}");
    }

    #[test]
    fn no_two_tools_share_a_name() {
        let mut names: Vec<_> = TOOLS.iter().map(|tool| tool.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), TOOLS.len());
    }
}
