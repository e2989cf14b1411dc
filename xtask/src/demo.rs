//! `cargo xtask demo`: starts the gallery without a screen and does with it what an agent would, every call shown.

use crate::build::{self, Apps, Profile};
use crate::layout::{Layout, Qt};
use crate::mcp::Mcp;
use crate::packages::Group;
use crate::setup;
use anyhow::{Context, Result, bail, ensure};
use base64::Engine;
use qtmcp_client::{Code, Launch, LaunchedApp, Libraries};
use serde_json::{Value, json};
use std::ffi::OsStr;
use std::path::Path;
use std::time::Duration;

const LONGEST_SHOWN: usize = 200;
/// The tab with the buttons that open dialogs.
const DIALOGS_TAB: u32 = 6;

#[derive(clap::Args)]
pub(crate) struct Demo {
    /// Which Qt the demo app is built with.
    #[arg(long, default_value = "6")]
    qt: Qt,
}

impl Demo {
    pub(crate) fn run(self, layout: &Layout) -> Result<()> {
        setup::ensure(layout, &[Group::Build, Group::Demo])?;
        build::build(layout, Profile::Release, Apps::Widgets)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(drive(layout, self.qt))?;
        eprintln!("\nThe demo went through; the screenshot is in {}.", layout.short(&picture(layout)));
        Ok(())
    }
}

fn picture(layout: &Layout) -> std::path::PathBuf {
    layout.target("demo.png")
}

async fn drive(layout: &Layout, qt: Qt) -> Result<()> {
    heading("Start the app with the probe in it");
    let program = layout.apps(qt).join("gallery");
    let libraries = Libraries::in_dir(layout.product("lib"))?;
    eprintln!("  LD_PRELOAD={} {}", layout.short(&layout.product("lib/libqtmcp.so")), layout.short(&program));
    let app = Launch::new(&program).libraries(libraries).platform("offscreen").launch().await?;
    eprintln!("  it runs Qt {} and answers on {}", app.qt_version, app.url);
    let mut agent = Agent { app };

    heading("Look around");
    agent.call("waitFor", json!({"id": "#mainWindow", "state": "visible"})).await?;
    agent.call("status", json!({})).await?;
    agent.show_tree().await?;
    let found = agent.call("findByText", json!({"text": "submit"})).await?;
    ensure!(found.to_string().contains("#submitButton"), "there should be a button to submit with");

    heading("Fill the form");
    agent.click("#nameEdit").await?;
    agent.call("sendKeys", json!({"text": "Ada Lovelace, née Byron"})).await?;
    agent.set("#ageSpin", "value", json!(36)).await?;
    agent.set("#colourCombo", "currentText", json!("Green")).await?;
    agent.call("sendKeys", json!({"id": "#agreeCheck", "keys": "Space"})).await?;
    agent.expect("#agreeCheck", "checked", json!(true)).await?;
    agent.click("#submitButton").await?;
    agent.expect("#resultLabel", "text", json!("Submitted Ada Lovelace, née Byron")).await?;

    heading("Take a picture");
    agent.photograph(layout).await?;

    heading("The same as an agent does it: a page with refs, and what each act did");
    agent.tell("read_page", json!({"filter": "interactive", "dialect": "chrome"})).await?;
    let found = agent.call("find", json!({"query": "name field"})).await?;
    let name = found["matches"][0]["ref"].clone();
    agent.tell("form_input", json!({"ref": name, "value": "Grace Hopper"})).await?;
    let found = agent.call("find", json!({"query": "submit button"})).await?;
    let said = agent.tell("click", json!({"ref": found["matches"][0]["ref"]})).await?;
    ensure!(said.contains("Submitted Grace Hopper"), "the click should tell what it changed");

    heading("The same by looking: a screenshot, and a click on one of its pixels");
    agent.call("setMode", json!({"mode": "computer_use"})).await?;
    let shot = agent.call("computer", json!({"action": "screenshot", "marks": true})).await?;
    save(&shot["screenshot"]["data"], &layout.target("demo-marks.png"))?;
    let marks = shot["marks"].as_array().context("the screenshot has no marks")?;
    let is_clear = |mark: &&Value| mark["element"].as_str().is_some_and(|line| line.starts_with("button \"Clear\""));
    let clear = marks.iter().find(is_clear).context("there should be a button to clear with")?;
    let click = json!({"action": "left_click", "coordinate": [clear["x"], clear["y"]]});
    let said = agent.tell("computer", click).await?;
    ensure!(said.contains("button \"Clear\""), "the click should say what it hit");
    agent.expect("#nameEdit", "text", json!("")).await?;
    agent.call("setMode", json!({"mode": "native"})).await?;

    heading("Open a modal dialog and answer it");
    agent.set("#tabs", "currentIndex", json!(DIALOGS_TAB)).await?;
    agent.click("#modalButton").await?;
    agent.refused("#okButton", Code::BlockedByDialog).await?;
    agent.call("sendKeys", json!({"id": "#dialogEdit", "text": "forty-two"})).await?;
    agent.click("#dialogOkButton").await?;
    agent.expect("#dialogResult", "text", json!("modal accepted forty-two")).await?;

    heading("Leave");
    // The app may be gone before it can answer; its exit code tells whether it got the keys.
    let _ = agent.call("sendKeys", json!({"id": "#mainWindow", "keys": "Ctrl+Q"})).await;
    let status = agent.app.wait_exit(Duration::from_secs(10)).await?;
    eprintln!("  the app ended with {status}");
    ensure!(status.success(), "the app should have ended with 0");
    through_mcp(layout, &program).await
}

/// As Claude does it, with one line of configuration.
async fn through_mcp(layout: &Layout, program: &Path) -> Result<()> {
    heading("Through MCP, as Claude does it: qtmcp serve --mode chrome -- gallery");
    let args = ["--mode", "chrome", "--"].map(OsStr::new).into_iter().chain([program.as_os_str()]);
    let mut claude = Mcp::start(layout, args).await?;
    let listed = claude.call("tools/list", json!({})).await?;
    let names: Vec<_> =
        listed["tools"].as_array().into_iter().flatten().filter_map(|tool| tool["name"].as_str()).collect();
    eprintln!("  it is offered {} tools: {}", names.len(), names.join(" "));
    let mut tell = async |tool: &str, arguments: Value| -> Result<String> {
        eprintln!("  → {}", shortened(&json!({"name": tool, "arguments": arguments}).to_string()));
        let result = claude.tool(tool, &arguments).await?;
        let text = result["content"][0]["text"].as_str().context("the answer has no text")?.to_owned();
        text.lines().for_each(|line| eprintln!("    {line}"));
        Ok(text)
    };
    let found = tell("find", json!({"query": "name field"})).await?;
    tell("form_input", json!({"ref": first_ref(&found)?, "value": "Annie Easley"})).await?;
    let found = tell("find", json!({"query": "submit button"})).await?;
    let said = tell("click", json!({"ref": first_ref(&found)?})).await?;
    ensure!(said.contains("Submitted Annie Easley"), "the click should tell what it changed");
    claude.end().await?;
    eprintln!("  the server ended when its stdin closed, and the app with it");
    Ok(())
}

/// The number in `[7] QLineEdit "Name"`.
fn first_ref(found: &str) -> Result<u64> {
    let number = found.strip_prefix('[').and_then(|rest| rest.split(']').next());
    number.and_then(|number| number.parse().ok()).with_context(|| format!("no ref in: {found}"))
}

/// Calls the app and shows what it says.
struct Agent {
    app: LaunchedApp,
}

impl Agent {
    async fn call(&self, method: &str, params: Value) -> Result<Value> {
        eprintln!("  → {}", shortened(&json!({"method": method, "params": params}).to_string()));
        let result = self.app.client.call(method, params).await.with_context(|| format!("{method} failed"))?;
        eprintln!("  ← {}", shortened(&result.to_string()));
        Ok(result)
    }

    /// A call of an agent, shown as the text that a model reads.
    async fn tell(&self, method: &str, params: Value) -> Result<String> {
        const SHOWN: usize = 12;
        eprintln!("  → {}", shortened(&json!({"method": method, "params": params}).to_string()));
        let result = self.app.client.call(method, params).await.with_context(|| format!("{method} failed"))?;
        let text = result["text"].as_str().or(result["tree"].as_str()).context("the answer has no text")?;
        for line in text.lines().take(SHOWN) {
            eprintln!("    {line}");
        }
        let more = text.lines().count().saturating_sub(SHOWN);
        if more > 0 {
            eprintln!("    … and {more} more");
        }
        Ok(text.to_owned())
    }

    async fn click(&self, id: &str) -> Result<()> {
        self.call("click", json!({"id": id})).await.map(drop)
    }

    /// A click that must not get through.
    async fn refused(&self, id: &str, code: Code) -> Result<()> {
        let params = json!({"id": id});
        eprintln!("  → {}", shortened(&json!({"method": "click", "params": params}).to_string()));
        match self.app.client.call("click", params).await {
            Err(error) if error.fault_code() == Some(code) => {
                eprintln!("  ← {}", shortened(&error.to_string()));
                Ok(())
            }
            other => bail!("a click on {id} should be refused as {code}, but: {other:?}"),
        }
    }

    async fn set(&self, id: &str, property: &str, value: Value) -> Result<()> {
        let result = self.call("setProperty", json!({"id": id, "property": property, "value": value})).await?;
        ensure!(result["newValue"] == value, "`{property}` of {id} should be {value} now");
        Ok(())
    }

    async fn expect(&self, id: &str, property: &str, value: Value) -> Result<()> {
        let result = self.call("getProperty", json!({"id": id, "property": property})).await?;
        ensure!(result["value"] == value, "`{property}` of {id} should be {value}, not {}", result["value"]);
        Ok(())
    }

    async fn show_tree(&self) -> Result<()> {
        let result = self.call("getObjectTree", json!({"depth": 4})).await?;
        let mut lines = Vec::new();
        outline(&result["tree"], 0, &mut lines);
        ensure!(lines.len() > 10, "the tree should have more than {} objects", lines.len());
        const SHOWN: usize = 25;
        for line in lines.iter().take(SHOWN) {
            eprintln!("    {line}");
        }
        if lines.len() > SHOWN {
            eprintln!("    … and {} more", lines.len() - SHOWN);
        }
        Ok(())
    }

    async fn photograph(&self, layout: &Layout) -> Result<()> {
        let shot = self.call("screenshot", json!({"id": "#mainWindow", "format": "png"})).await?;
        save(&shot["data"], &picture(layout))
    }
}

fn save(data: &Value, file: &Path) -> Result<()> {
    let data = data.as_str().context("the screenshot has no data")?;
    let bytes = base64::engine::general_purpose::STANDARD.decode(data).context("the data is not base64")?;
    ensure!(bytes.starts_with(b"\x89PNG"), "the data is no PNG");
    std::fs::write(file, &bytes)?;
    eprintln!("  a picture of {} kB, saved", bytes.len() / 1000);
    Ok(())
}

/// The tree, one indented line per object.
fn outline(node: &Value, depth: usize, lines: &mut Vec<String>) {
    let id = node["id"].as_str().unwrap_or_default();
    lines.push(format!("{}{}", "  ".repeat(depth), id.rsplit('/').next().unwrap_or(id)));
    for child in node["children"].as_array().into_iter().flatten() {
        outline(child, depth + 1, lines);
    }
}

fn heading(text: &str) {
    eprintln!("\n{text}");
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST_SHOWN) {
        Some((at, _)) => format!("{}… ({} bytes)", &text[..at], text.len()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_answer_is_cut_between_characters() {
        let text = "é".repeat(LONGEST_SHOWN + 1);
        assert_eq!(shortened(&text), format!("{}… ({} bytes)", "é".repeat(LONGEST_SHOWN), 2 * (LONGEST_SHOWN + 1)));
        assert_eq!(shortened("short"), "short");
    }

    #[test]
    fn the_tree_is_indented() {
        let tree = json!({"id": "QApplication", "children": [{"id": "QApplication/QMainWindow#main", "children": []}]});
        let mut lines = Vec::new();
        outline(&tree, 0, &mut lines);
        assert_eq!(lines, ["QApplication", "  QMainWindow#main"]);
    }
}
