//! The server's own tools, the same in every mode: which app, which mode.

mod app_status;
mod close_app;
mod launch_app;
mod list_apps;
mod select_app;
mod set_mode;

use crate::server::Server;
use qtmcp_tool::{Code, ToolDef, tools};

/// The tools of the server itself.
pub(crate) const SESSION_TOOLS: &[ToolDef<Server>] = tools![advice;
    launch_app::LaunchApp,
    list_apps::ListApps,
    select_app::SelectApp,
    close_app::CloseApp,
    app_status::AppStatus,
    set_mode::SetMode,
];

fn advice(code: Code) -> &'static str {
    match code {
        Code::BadArgument => "Correct the argument and call the tool again.",
        Code::NotFound => "Call `list_apps` to see what there is.",
        _ => "Call `app_status` to see how the app is.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_about_the_server_names_all_that_there_is() {
        let page = include_str!("../../docs/mcp.md");
        let prompts = qtmcp_prompts::PROMPTS.iter().map(|prompt| prompt.name.to_owned());
        let resources = crate::resources::list().into_iter().map(|resource| resource.uri);
        let tools = SESSION_TOOLS.iter().map(|tool| tool.name.to_owned());
        for name in tools.chain(prompts).chain(resources) {
            assert!(page.contains(&format!("`{name}`")), "docs/mcp.md does not name {name}");
        }
    }

    #[test]
    fn every_tool_that_advice_names_is_one_of_these() {
        for code in Code::ALL {
            for name in advice(*code).split('`').skip(1).step_by(2) {
                assert!(SESSION_TOOLS.iter().any(|tool| tool.name == name), "{name}");
            }
        }
    }
}
