//! `cargo xtask docs`: the pages that are made from code, so that they cannot differ from it. `--check`, and a test, fail
//! when one is stale.

mod schema;

use crate::layout::Layout;
use anyhow::{Context, Result, bail};
use qtmcp_tool::{CONNECTION_TOOLS, Effect, ToolDef};
use qtmcp_wire::SETTINGS;
use std::fmt::Write;
use std::path::PathBuf;

pub(crate) use schema::{first_sentence, one_line};

const TOOLS_BEGIN: &str = "<!-- tools: begin -->\n";
const TOOLS_END: &str = "<!-- tools: end -->";

#[derive(clap::Args)]
pub(crate) struct Docs {
    /// Write nothing; fail when a page is stale.
    #[arg(long)]
    check: bool,
}

impl Docs {
    pub(crate) fn run(self, layout: &Layout) -> Result<()> {
        let stale = stale_pages(layout)?;
        if stale.is_empty() {
            eprintln!("docs: every page is fresh");
            return Ok(());
        }
        if self.check {
            let names: Vec<_> = stale.iter().map(|page| layout.short(&page.path).to_string()).collect();
            bail!("stale: {}; `cargo xtask docs` writes them", names.join(", "));
        }
        for page in stale {
            if let Some(directory) = page.path.parent() {
                std::fs::create_dir_all(directory)?;
            }
            std::fs::write(&page.path, page.text)?;
            eprintln!("docs: wrote {}", layout.short(&page.path));
        }
        Ok(())
    }
}

struct Page {
    path: PathBuf,
    text: String,
}

fn stale_pages(layout: &Layout) -> Result<Vec<Page>> {
    let pages = [
        Page { path: layout.at("docs/tools/native.md"), text: tools_page(NATIVE, qtmcp_native::TOOLS) },
        Page { path: layout.at("docs/tools/chrome.md"), text: tools_page(CHROME, qtmcp_chrome::TOOLS) },
        Page {
            path: layout.at("docs/tools/computer_use.md"),
            text: tools_page(COMPUTER_USE, qtmcp_computer_use::TOOLS),
        },
        Page { path: layout.at("docs/settings.md"), text: settings_page() },
        Page { path: layout.at("README.md"), text: readme(layout)? },
    ];
    let is_stale = |page: &Page| std::fs::read_to_string(&page.path).ok().as_deref() != Some(&page.text);
    Ok(pages.into_iter().filter(is_stale).collect())
}

/// The README as it is, with the table between the marks made anew.
fn readme(layout: &Layout) -> Result<String> {
    let text = std::fs::read_to_string(layout.at("README.md")).context("cannot read README.md")?;
    let (before, rest) = text.split_once(TOOLS_BEGIN).context("README.md has lost the mark before its tools")?;
    let (_, after) = rest.split_once(TOOLS_END).context("README.md has lost the mark behind its tools")?;
    let chrome = table(qtmcp_chrome::TOOLS, "docs/tools/chrome.md");
    let computer_use = table(qtmcp_computer_use::TOOLS, "docs/tools/computer_use.md");
    let native = table(qtmcp_native::TOOLS, "docs/tools/native.md");
    let tables =
        format!("**Chrome mode**\n\n{chrome}\n**Computer Use mode**\n\n{computer_use}\n**Native mode**\n\n{native}");
    Ok(format!("{before}{TOOLS_BEGIN}{tables}{TOOLS_END}{after}"))
}

const NATIVE: &str = "# Native mode\n\nQt's own objects: find them, read and set their properties, call their methods, \
                      listen to their signals, click and type.";

const CHROME: &str = "# Chrome mode\n\nThe app as a page: read its elements with their refs, act by ref, and be told what \
                      the act did.";

const COMPUTER_USE: &str = "# Computer Use mode\n\nThe app as a screen: look at it, point at its pixels, type. The tool \
                            is the one models know from Anthropic's computer use.";

fn tools_page(introduction: &str, tools: &[ToolDef]) -> String {
    let mut page = format!(
        "{introduction}\nEach tool is a JSON-RPC method of the same name; [the protocol](../protocol.md) tells how they \
         are called. This page is made from the code by `cargo xtask docs`.\n\n"
    );
    page.push_str(&table(tools, ""));
    page.push_str("\nEvery connection has these as well, whatever its mode:\n\n");
    let connection: Vec<ToolDef> =
        CONNECTION_TOOLS.iter().chain(qtmcp_computer_use::AGENT_LOOP_TOOLS).copied().collect();
    page.push_str(&table(&connection, ""));
    for tool in tools.iter().chain(&connection) {
        page.push_str(&section(tool));
    }
    page
}

fn table(tools: &[ToolDef], page: &str) -> String {
    let mut table = String::from("| Tool | What it does | |\n|---|---|---|\n");
    for tool in tools {
        let name = tool.name;
        let anchor = name.to_lowercase();
        let description = schema::one_line(&tool.description());
        let description = schema::first_sentence(&description);
        // Writing to a string cannot fail.
        let _ = writeln!(table, "| [`{name}`]({page}#{anchor}) | {description} | {} |", effect(tool.effect));
    }
    table
}

fn section(tool: &ToolDef) -> String {
    let mut section = format!("\n## {}\n\n{}\n\n", tool.name, tool.documentation().trim());
    let parameters = schema::parameters(&tool.documented_schema());
    if parameters.is_empty() {
        section.push_str("No parameters.\n");
        return section;
    }
    section.push_str("| Parameter | Type | Default | Meaning |\n|---|---|---|---|\n");
    for parameter in parameters {
        let schema::Parameter { name, kind, default, meaning } = parameter;
        let _ = writeln!(section, "| `{name}` | {kind} | {default} | {meaning} |");
    }
    section
}

fn effect(effect: Effect) -> &'static str {
    match effect {
        Effect::Reads => "reads",
        Effect::Acts => "acts",
        Effect::Alters => "alters",
    }
}

fn settings_page() -> String {
    let mut page = String::from(
        "# Settings\n\nEvery setting is an environment variable of the app. This page is made from the code by \
         `cargo xtask docs`.\n\n| Variable | Default | Values | Meaning |\n|---|---|---|---|\n",
    );
    for setting in SETTINGS {
        let default = if setting.default.is_empty() { "none".to_owned() } else { format!("`{}`", setting.default) };
        let _ = writeln!(page, "| `{}` | {default} | {} | {} |", setting.name, setting.values, setting.meaning);
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_made_from_code_are_fresh() {
        let layout = Layout::of_this_repository();
        let update = std::env::var_os("UPDATE_EXPECT").is_some();
        Docs { check: !update }.run(&layout).unwrap();
    }

    #[test]
    fn the_protocol_page_names_every_fault() {
        let page = std::fs::read_to_string(Layout::of_this_repository().at("docs/protocol.md")).unwrap();
        for code in qtmcp_wire::Code::ALL {
            assert!(page.contains(&format!("`{code}`")), "{code}");
        }
    }
}
