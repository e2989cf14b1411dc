//! What a client can read without calling a tool: the page, the screenshot, the console, the object tree.

use crate::events::Change;
use crate::server::Server;
use qtmcp_tool::{Code, Fault, Mode};
use rmcp::model::{Resource, ResourceContents, ResourceTemplate};
use serde_json::{Value, json};

/// One resource of the selected app.
struct Kind {
    name: &'static str,
    title: &'static str,
    description: &'static str,
    media_type: &'static str,
    /// The tool that reads it.
    tool: &'static str,
    mode: Mode,
    changes_with: With,
}

/// What a resource changes with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum With {
    Page,
    Console,
}

const SCHEME: &str = "qtmcp://";

const KINDS: &[Kind] = &[
    Kind {
        name: "page",
        title: "Page",
        description: "The elements of the selected app's windows with their refs, as read_page gives them.",
        media_type: "text/plain",
        tool: "read_page",
        mode: Mode::Chrome,
        changes_with: With::Page,
    },
    Kind {
        name: "screenshot",
        title: "Screenshot",
        description: "The selected app's screen.",
        media_type: "image/png",
        tool: "screenshot",
        mode: Mode::Native,
        changes_with: With::Page,
    },
    Kind {
        name: "console",
        title: "Console",
        description: "What the selected app has said: qDebug, qWarning and the like.",
        media_type: "text/plain",
        tool: "read_console_messages",
        mode: Mode::Chrome,
        changes_with: With::Console,
    },
    Kind {
        name: "objects",
        title: "Object tree",
        description: "The selected app's Qt objects by their paths.",
        media_type: "application/json",
        tool: "getObjectTree",
        mode: Mode::Native,
        changes_with: With::Page,
    },
];

/// Everything there is to read.
pub(crate) fn list() -> Vec<Resource> {
    let resource = |kind: &Kind| {
        Resource::new(format!("{SCHEME}{}", kind.name), kind.name)
            .with_title(kind.title)
            .with_description(kind.description)
            .with_mime_type(kind.media_type)
    };
    KINDS.iter().map(resource).collect()
}

/// The same of any app of the server, by its number.
pub(crate) fn templates() -> Vec<ResourceTemplate> {
    let template = |kind: &Kind| {
        ResourceTemplate::new(format!("{SCHEME}app/{{number}}/{}", kind.name), format!("app-{}", kind.name))
            .with_title(format!("{} of one app", kind.title))
            .with_description(
                kind.description
                    .replace("the selected app", "app {number}")
                    .replace("The selected app", "App {number}"),
            )
            .with_mime_type(kind.media_type)
    };
    KINDS.iter().map(template).collect()
}

/// The addresses that a change is about, when `selected` is the number of the selected app.
pub(crate) fn changed(change: Change, selected: Option<u32>) -> Vec<String> {
    let (with, number) = match change {
        Change::Tools => return Vec::new(),
        Change::Page(number) => (With::Page, number),
        Change::Console(number) => (With::Console, number),
    };
    let names = KINDS.iter().filter(|kind| kind.changes_with == with).map(|kind| kind.name);
    let addresses = names.flat_map(|name| {
        let of_selected = (selected == Some(number)).then(|| format!("{SCHEME}{name}"));
        of_selected.into_iter().chain([format!("{SCHEME}app/{number}/{name}")])
    });
    addresses.collect()
}

/// Whether there is such a resource.
pub(crate) fn exists(uri: &str) -> bool {
    parse(uri).is_some()
}

/// Reads one; `None` when there is no such resource.
pub(crate) async fn read(server: &Server, uri: &str) -> Option<Result<ResourceContents, Fault>> {
    let (kind, number) = parse(uri)?;
    Some(read_kind(server, kind, number, uri).await)
}

async fn read_kind(server: &Server, kind: &Kind, number: Option<u32>, uri: &str) -> Result<ResourceContents, Fault> {
    let app = server.app(number).await?;
    let params = json!({"name": kind.tool, "arguments": {}, "mode": kind.mode});
    let mut answer = app.call("callTool", params).await?;
    let block = |name: &str, answer: &mut Value| {
        let blocks = answer["content"].as_array_mut()?;
        blocks.iter_mut().find_map(|block| block.get_mut(name).map(Value::take))
    };
    let is_picture = kind.media_type.starts_with("image/");
    let found = block(if is_picture { "data" } else { "text" }, &mut answer);
    let Some(Value::String(found)) = found else {
        return Err(Fault::new(Code::Internal, format!("{uri} could not be read.")));
    };
    let contents = if is_picture { ResourceContents::blob(found, uri) } else { ResourceContents::text(found, uri) };
    Ok(contents.with_mime_type(kind.media_type))
}

/// `qtmcp://page`, or `qtmcp://app/2/page`.
fn parse(uri: &str) -> Option<(&'static Kind, Option<u32>)> {
    let path = uri.strip_prefix(SCHEME)?;
    let (number, name) = match path.strip_prefix("app/") {
        Some(rest) => {
            let (number, name) = rest.split_once('/')?;
            (Some(number.parse().ok()?), name)
        }
        None => (None, path),
    };
    KINDS.iter().find(|kind| kind.name == name).map(|kind| (kind, number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use qtmcp_modes::CATALOG;

    #[test]
    fn an_address_is_a_kind_of_the_selected_or_of_a_numbered_app() {
        let parsed = |uri| parse(uri).map(|(kind, number)| (kind.name, number));
        assert_eq!(parsed("qtmcp://page"), Some(("page", None)));
        assert_eq!(parsed("qtmcp://app/2/console"), Some(("console", Some(2))));
        assert_eq!([parsed("qtmcp://nothing"), parsed("qtmcp://app/x/page"), parsed("file:///page")], [None; 3]);
    }

    #[test]
    fn a_change_is_of_one_app_and_of_the_selected_one_if_it_is_that() {
        assert_eq!(changed(Change::Console(2), Some(1)), ["qtmcp://app/2/console"]);
        assert_eq!(changed(Change::Console(2), Some(2)), ["qtmcp://console", "qtmcp://app/2/console"]);
        assert_eq!(changed(Change::Page(1), None).len(), 3);
        assert_eq!(changed(Change::Tools, Some(1)), Vec::<String>::new());
    }

    #[test]
    fn every_resource_is_read_by_a_tool_that_only_reads() {
        for kind in KINDS {
            let tool = CATALOG.find(kind.mode, kind.tool, &json!({})).unwrap();
            assert_eq!(tool.effect, qtmcp_tool::Effect::Reads, "{}", kind.name);
        }
    }
}
