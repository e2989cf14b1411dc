//! `navigate`: menus by path, tabs and pages by name, back and forward where the app has them.

mod history;
mod menu;
mod page;
mod shortcut;

use crate::dialect;
use crate::outcome::watched;
use history::Direction;
use qtmcp_tool::arguments::{DialectArgument, RefArgument};
use qtmcp_tool::{Code, Effect, Fault, Response, Session, Tool};
use schemars::JsonSchema;
use serde::Deserialize;

/// Choose a menu entry by path, open a tab or page by name, or go back or forward.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Navigate {
    /// What to do; `menu` when only a target is given.
    #[schemars(extend("default" = "menu", "x-unlisted" = "description"))]
    action: Option<Action>,
    /// Tab name, or path: File > Export > PDF
    ///
    /// Tab name, or menu path such as `File > Export > PDF`.
    target: Option<String>,
    /// back or forward
    ///
    /// `back` or `forward`, as the browser's tool has it.
    url: Option<String>,
    /// Ignored: the active window is meant.
    #[schemars(with = "Option<u64>", extend("x-unlisted" = "description"))]
    #[serde(rename = "tabId", alias = "tab_id")]
    _tab_id: Option<RefArgument>,
    /// How the answer is written.
    dialect: Option<DialectArgument>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Action {
    Back,
    Forward,
    Tab,
    Menu,
}

impl Tool for Navigate {
    const NAME: &'static str = "navigate";
    const EFFECT: Effect = Effect::Acts;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let dialect = dialect(session, self.dialect);
        let action = match (self.action, self.url.as_deref()) {
            (Some(action), _) => action,
            (None, Some("back")) => Action::Back,
            (None, Some("forward")) => Action::Forward,
            (None, Some(url)) => return Err(no_address(url)),
            (None, None) if self.target.is_some() => Action::Menu,
            (None, None) => return Err(Fault::new(Code::BadArgument, "navigate: action or url is missing.")),
        };
        let target = self.target.unwrap_or_default();
        let is_missing = matches!(action, Action::Tab | Action::Menu) && target.trim().is_empty();
        if is_missing {
            let message = "navigate: target is missing: a tab's name, or a menu path such as \"File > Save\".";
            return Err(Fault::new(Code::BadArgument, message));
        }
        watched(session, dialect, async {
            match action {
                Action::Menu => menu::choose(session, &target, dialect).await,
                Action::Tab => page::open(session, &target, dialect).await,
                Action::Back => history::go(session, Direction::Back, dialect).await,
                Action::Forward => history::go(session, Direction::Forward, dialect).await,
            }
        })
        .await
    }
}

fn no_address(url: &str) -> Fault {
    let message = format!("navigate: an app has no addresses, so it cannot go to `{url}`.");
    Fault::new(Code::BadArgument, message)
        .next("Use action menu with a path such as \"File > Open\", action tab with a name, or url \"back\".")
}

/// Names as people compare them: mnemonics, ellipses, shortcuts and case aside.
fn plain(name: &str) -> String {
    let name = name.split('\t').next().unwrap_or_default();
    let name: String = name.chars().filter(|character| *character != '&').collect();
    let name = name.trim().trim_end_matches(['…', '.', ':']).trim_end();
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// `"Open", "Save" and 3 more`.
fn listed(names: &[String]) -> String {
    const MOST: usize = 20;
    if names.is_empty() {
        return "nothing".to_owned();
    }
    let quoted: Vec<_> = names.iter().take(MOST).map(|name| format!("\"{name}\"")).collect();
    let more = names.len().saturating_sub(MOST);
    let tail = if more > 0 { format!(" and {more} more") } else { String::new() };
    quoted.join(", ") + &tail
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mnemonics_ellipses_and_case_do_not_count() {
        for name in ["&Export…", "export...", " Export ", "EXPORT:", "Export\tCtrl+E"] {
            assert_eq!(plain(name), "export");
        }
        assert_eq!(plain("Save &As…"), "save as");
    }

    #[test]
    fn long_lists_are_cut() {
        let names: Vec<_> = (0..22).map(|n| n.to_string()).collect();
        assert!(listed(&names).ends_with("\"19\" and 2 more"));
        assert_eq!(listed(&[]), "nothing");
    }
}
