//! `qtmcp inspect`: what an app shows, or the objects it is made of, as a tree to read in the terminal.

mod outline;

use crate::console::{self, Reader, Stop, Style};
use crate::exit::{Exit, exit_codes};
use crate::options;
use crate::target::{Target, call_failed};
use clap::{ArgGroup, Args};
use outline::Outline;
use qtmcp_client::Client;
use serde_json::{Map, Value, json};
use std::collections::HashSet;
use std::io::{self, IsTerminal};
use std::time::Duration;

/// More than the objects of the largest apps; what the probe gives unless asked for more.
const MOST_OBJECTS: u64 = 20_000;

/// An app that shows nothing new may do so for as long as it likes.
const UNTIL_CHANGED: Duration = Duration::from_secs(24 * 60 * 60);

/// Show an app's window as a readable tree
///
/// The page is what an agent in Chrome mode reads: every element with its ref, which `qtmcp call click ref=7` takes.
/// With --objects it is the tree of Qt objects instead, with class and name; hidden ones are dimmed or marked.
#[derive(Args)]
#[command(group = ArgGroup::new("what"), after_help = concat!("Examples:
  qtmcp inspect
  qtmcp inspect --app kcalc --depth 3
  qtmcp inspect --objects --root '#centralWidget'
  qtmcp inspect --objects | grep QPushButton
  qtmcp inspect --watch

", exit_codes!()))]
pub(crate) struct Inspect {
    #[command(flatten)]
    target: Target,

    /// The active window with a ref for each element (the default)
    #[arg(long, alias = "chrome", group = "what")]
    page: bool,

    /// The tree of Qt objects
    #[arg(long, visible_alias = "native", group = "what")]
    objects: bool,

    /// Levels to show
    #[arg(long, value_name = "N")]
    depth: Option<u32>,

    /// Where to begin: a ref, or with --objects the path of an object
    #[arg(long, value_name = "REF|PATH")]
    root: Option<String>,

    /// Show hidden elements of the page, too
    #[arg(long, conflicts_with = "objects")]
    hidden: bool,

    /// Show it again whenever it has changed, until interrupted
    #[arg(long)]
    watch: bool,
}

impl Inspect {
    pub(crate) fn run(self) -> Result<Exit, Stop> {
        options::block_on(async {
            let client = self.target.connect().await?;
            let ended = if self.watch { self.follow(&client).await } else { self.show(&client).await };
            client.close().await;
            ended
        })?;
        Ok(Exit::Success)
    }

    async fn show(&self, client: &Client) -> Result<(), Stop> {
        console::print(&self.read(client).await?)?;
        Ok(())
    }

    /// Shows the tree each time the app has changed and come to rest.
    async fn follow(&self, client: &Client) -> Result<(), Stop> {
        client.call("subscribeChanges", json!({})).await.map_err(call_failed)?;
        let mut shown = String::new();
        loop {
            let tree = self.read(client).await?;
            if tree != shown {
                if io::stdout().is_terminal() {
                    console::clear()?;
                } else if !shown.is_empty() {
                    console::print("\n")?;
                }
                if console::print(&tree)? == Reader::Gone {
                    return Ok(());
                }
                shown = tree;
            }
            while client.next_event(UNTIL_CHANGED).await.map_err(call_failed)?.data["page"] != true {}
        }
    }

    async fn read(&self, client: &Client) -> Result<String, Stop> {
        if self.objects { self.read_objects(client).await } else { self.read_page(client).await }
    }

    async fn read_page(&self, client: &Client) -> Result<String, Stop> {
        let mut arguments = Map::new();
        if let Some(depth) = self.depth {
            arguments.insert("depth".into(), depth.into());
        }
        if let Some(root) = &self.root {
            arguments.insert("ref_id".into(), root.as_str().into());
        }
        if self.hidden {
            arguments.insert("filter".into(), "all".into());
        }
        let page = client.call("read_page", Value::Object(arguments)).await.map_err(call_failed)?;
        Ok(outline::page(page["tree"].as_str().unwrap_or_default(), Style::of_stdout()))
    }

    async fn read_objects(&self, client: &Client) -> Result<String, Stop> {
        let mut arguments = Map::new();
        if let Some(depth) = self.depth {
            arguments.insert("depth".into(), depth.into());
        }
        if let Some(root) = &self.root {
            arguments.insert("root".into(), root.as_str().into());
        }
        let tree = client.call("getObjectTree", Value::Object(arguments)).await.map_err(call_failed)?;
        let hidden = json!({"property": "visible", "value": false, "limit": MOST_OBJECTS});
        let hidden = client.call("findByProperty", hidden).await.map_err(call_failed)?;
        let hidden: HashSet<&str> =
            hidden["objects"].as_array().into_iter().flatten().filter_map(|object| object["id"].as_str()).collect();
        let mut drawn = Outline { hidden, style: Style::of_stdout() }.draw(&tree["tree"]);
        if tree["truncated"] == true {
            drawn.push_str("… there is more: use --root or --depth\n");
        }
        Ok(drawn)
    }
}
