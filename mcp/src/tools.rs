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
