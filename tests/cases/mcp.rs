//! `qtmcp serve` with rmcp's own client: every transport and era, modes, apps, whole conversations, and its end.

mod apps;
mod clients;
mod conversation;
mod ends;
mod http;
mod launching;
mod modes;
mod results;
mod stdio;

use qtmcp_tests::{Answer, Era, Mcp, Qt, Serve, Transport, built, json};

/// `qtmcp serve` in Chrome mode with the Widgets gallery on this tab.
fn gallery(qt: Qt, mode: &str, tab: &str) -> Serve {
    let app = built(qt, "gallery").into_os_string();
    let args = ["--mode", mode, "--"].map(Into::into).into_iter().chain([app, "--tab".into(), tab.into()]);
    Serve::new(args)
}

/// The same, connected to: with Qt 5 and Qt 6 by turns, so that each transport and each era meets both.
async fn connected(transport: Transport, era: Era, mode: &str, tab: &str) -> Mcp {
    let qt = match (transport, era) {
        (Transport::Stdio, Era::Initialize) | (Transport::Http, Era::Discover) => Qt::Five,
        (Transport::Http, Era::Initialize) | (Transport::Stdio, Era::Discover) => Qt::Six,
    };
    gallery(qt, mode, tab).start_by(transport, era).await
}

/// The process of the selected app.
async fn app_pid(mcp: &Mcp) -> u32 {
    let status = mcp.call("app_status", json!({})).await.structure;
    u32::try_from(status["pid"].as_u64().unwrap_or_default()).unwrap_or_default()
}

/// What an app's number is.
fn number(answer: &Answer) -> u64 {
    answer.structure["app"].as_u64().unwrap_or_else(|| panic!("no number: {}", answer.text))
}
