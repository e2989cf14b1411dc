//! The desktop extension: a zip file with a manifest that says how to start the server and what to ask the user.

use super::Release;
use super::contents::{Contents, Entry};
use super::product::{Product, VERSION, read};
use crate::docs::{first_sentence, one_line};
use crate::layout::Layout;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

pub(super) fn make(layout: &Layout, product: &Product, release: &Release, tree: &Path, to: &Path) -> Result<PathBuf> {
    let mut contents = Contents::default();
    contents.include("", &product.programs);
    contents.include("", &product.licences);
    contents.add("icon.png", Entry::File(read(&layout.at("dist/mcpb/icon.png"))?));
    let manifest = manifest(layout, tree)?;
    contents.add("manifest.json", Entry::File(format!("{manifest:#}\n").into_bytes()));

    let bundle = to.join(format!("{}.mcpb", release.name()));
    let file = File::create(&bundle).with_context(|| format!("cannot write {}", bundle.display()))?;
    let mut zip = ZipWriter::new(file);
    // Without a time: it would be in nobody's time zone.
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (path, entry) in contents.iter() {
        let options = options.unix_permissions(entry.mode());
        match entry {
            Entry::File(bytes) | Entry::Program(bytes) => {
                zip.start_file(path, options)?;
                zip.write_all(bytes)?;
            }
            Entry::Link(target) => zip.add_symlink(path, target.as_str(), options)?,
        }
    }
    zip.finish()?;
    Ok(bundle)
}

/// The template with the version and the tools that the server offers when nobody chose another mode.
fn manifest(layout: &Layout, tree: &Path) -> Result<Value> {
    let mut manifest: Value = serde_json::from_slice(&read(&layout.at("dist/mcpb/manifest.json"))?)?;
    let mode = manifest["user_config"]["mode"]["default"].as_str().context("the manifest has no default mode")?;
    let tools = tools(tree, mode)?;
    manifest["version"] = json!(VERSION);
    manifest["tools"] = tools.into_iter().collect();
    Ok(manifest)
}

/// As the server itself lists them, its own for launching and choosing apps included.
fn tools(tree: &Path, mode: &str) -> Result<Vec<Value>> {
    let program = tree.join("bin/qtmcp");
    let mut server = Command::new(&program)
        .args(["serve", "--mode", mode])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot run {}", program.display()))?;
    let mut stdin = server.stdin.take().context("no way to the server")?;
    let client = json!({"name": "xtask", "version": VERSION});
    let requests = [
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize",
            "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client}}),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}),
    ];
    for request in requests {
        writeln!(stdin, "{request}")?;
    }
    let lines = BufReader::new(server.stdout.take().context("no way from the server")?).lines();
    let mut messages = lines.map_while(Result::ok).filter_map(|line| serde_json::from_str::<Value>(&line).ok());
    let answer = messages.find(|message| message["id"] == 2);
    // The end of its input ends the server.
    drop(stdin);
    server.wait()?;
    let answer = answer.with_context(|| format!("{} serve lists no tools", program.display()))?;
    let tools = answer["result"]["tools"].as_array();
    let tools = tools.with_context(|| format!("{} serve: {}", program.display(), answer["error"]))?;
    ensure!(answer["result"].get("nextCursor").is_none(), "the server lists its tools in pages, and one was read");
    Ok(tools.iter().map(in_short).collect())
}

/// A tool as the manifest has it, for people.
fn in_short(tool: &Value) -> Value {
    let description = one_line(tool["description"].as_str().unwrap_or_default());
    json!({"name": tool["name"], "description": first_sentence(&description)})
}
