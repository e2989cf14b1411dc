//! `file_upload`: answers the app's open file dialog with paths, in one step.

use crate::dialect;
use crate::outcome::watched;
use qtmcp_tool::a11y::{self, Dialect, Node, Page, Ref, Role, States, WindowKind};
use qtmcp_tool::arguments::{DialectArgument, RefArgument};
use qtmcp_tool::keyboard;
use qtmcp_tool::pointer::{self, Press};
use qtmcp_tool::snapshot::{Extent, Limits, snapshot};
use qtmcp_tool::target::spelled;
use qtmcp_tool::{Code, Effect, Fault, ObjectId, Response, Session, Tool, Value};
use schemars::JsonSchema;
use serde::Deserialize;
use std::time::{Duration, Instant};

/// Between two looks at the dialog.
const PAUSE: Duration = Duration::from_millis(20);

/// A file dialog reads its directory before it shows itself.
const OPENS_WITHIN: Duration = Duration::from_secs(5);

/// Answer the file dialog, to open or save, with absolute paths.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FileUpload {
    /// Absolute paths; several only where the dialog takes several.
    #[schemars(extend("x-unlisted" = "description"))]
    paths: Vec<String>,
    /// Clicked first, to open the dialog
    ///
    /// What to click first to open the dialog; not needed when it is open.
    #[serde(rename = "ref")]
    opener: Option<RefArgument>,
    /// Ignored: the dialog that is open is meant.
    #[schemars(with = "Option<u64>", extend("x-unlisted" = "description"))]
    #[serde(rename = "tabId", alias = "tab_id")]
    _tab_id: Option<RefArgument>,
    /// How the answer is written.
    dialect: Option<DialectArgument>,
}

impl Tool for FileUpload {
    const NAME: &'static str = "file_upload";
    const EFFECT: Effect = Effect::Acts;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let dialect = dialect(session, self.dialect);
        check(&self.paths)?;
        watched(session, dialect, async {
            let dialog = match (find_dialog(session).await?, self.opener) {
                (Some(dialog), _) => dialog,
                (None, Some(RefArgument(number))) => {
                    pointer::click_ref(session, number, Press::CLICK, dialect).await?;
                    wait_for_dialog(session, number, dialect).await?
                }
                (None, None) => return Err(no_dialog()),
            };
            answer(session, dialog, &self.paths, dialect).await
        })
        .await
    }
}

fn check(paths: &[String]) -> Result<(), Fault> {
    if paths.is_empty() {
        return Err(Fault::new(Code::BadArgument, "file_upload: paths is empty."));
    }
    match paths.iter().find(|path| path.is_empty() || path.contains(['"', '\n', '\0'])) {
        Some(path) => {
            let message = format!("file_upload: `{}` cannot be typed into a file dialog.", a11y::sanitize(path, 200));
            Err(Fault::new(Code::BadArgument, message))
        }
        None => Ok(()),
    }
}

fn no_dialog() -> Fault {
    Fault::new(Code::NotFound, "No file dialog of the app is open.").next(
        "Click what opens it, or give its ref. In a dialog that is not the toolkit's own, set its name field with \
             `form_input` and press Return with `computer`.",
    )
}

/// The file dialog that is shown, if any.
async fn find_dialog(session: &Session) -> Result<Option<ObjectId>, Fault> {
    let look = session.app().visit(session.deadline(), |ui| {
        let windows = ui.windows();
        let is_dialog = |class: &String| class == "QFileDialog" || class.contains("FileDialogImpl");
        windows
            .into_iter()
            .map(|window| window.id)
            .find(|id| ui.inheritance(*id).is_ok_and(|classes| classes.iter().any(is_dialog)))
    });
    look.await
}

async fn wait_for_dialog(session: &Session, opener: Ref, dialect: Dialect) -> Result<ObjectId, Fault> {
    let give_up = Instant::now() + OPENS_WITHIN;
    loop {
        if let Some(dialog) = find_dialog(session).await? {
            return Ok(dialog);
        }
        if Instant::now() >= give_up {
            let message = format!("{} was clicked, but opened no file dialog.", spelled(opener, dialect));
            return Err(Fault::new(Code::NotFound, message).next("Call `read_page` to see what it did."));
        }
        session.app().sleep(PAUSE).await;
    }
}

/// Answers the dialog, and says whether that was enough for it.
async fn answer(session: &Session, dialog: ObjectId, paths: &[String], dialect: Dialect) -> Result<String, Fault> {
    check_count(session, dialog, paths).await?;
    let text = match paths {
        [path] => path.clone(),
        several => several.iter().map(|path| format!("\"{path}\"")).collect::<Vec<_>>().join(" "),
    };
    let mut state = give(session, dialog, &text, dialect).await?;
    if state == State::Emptied {
        // A directory that was chosen before is taken in place of what is typed, once.
        state = give(session, dialog, &text, dialect).await?;
    }
    let shown: Vec<String> = paths.iter().map(|path| a11y::sanitize(path, 200)).collect();
    let shown = shown.join(", ");
    Ok(match (state, dialect) {
        (State::Closed, Dialect::Qt) => format!("Answered the file dialog with {shown}."),
        (State::Closed, Dialect::Chrome) => format!("Uploaded {} file(s): {shown}", paths.len()),
        (_, Dialect::Qt) => format!("The file dialog was given {shown} and is still open."),
        (_, Dialect::Chrome) => format!("Not uploaded yet: the file dialog was given {shown} and is still open"),
    })
}

/// What a dialog makes of an answer.
#[derive(Clone, Copy, PartialEq)]
enum State {
    Closed,
    /// It went into a directory, and wants another name.
    Emptied,
    /// It asks something, or says what is wrong.
    Open,
}

/// Types where the name goes and presses the button that accepts.
async fn give(session: &Session, dialog: ObjectId, text: &str, dialect: Dialect) -> Result<State, Fault> {
    let page = look(session, dialog).await?;
    let field = find(&page, |node| node.raw.object_name == "fileNameEdit" || is_name_field(node))
        .ok_or_else(|| Fault::new(Code::Unsupported, "The file dialog has no field for a name."))?;
    let element = field.element;
    keyboard::replace_text(session, (element, field.number), text, dialect).await?;
    close_completions(session).await?;
    let page = look(session, dialog).await?;
    let accept = find(&page, |node| node.raw.role == Role::Button && node.raw.states.contains(States::DEFAULT))
        .or_else(|| find(&page, is_accept))
        .filter(|button| !button.raw.states.contains(States::DISABLED));
    match accept {
        Some(button) => pointer::click_ref(session, button.number, Press::CLICK, dialect).await.map(drop)?,
        // For a name it does not know the dialog only takes the key, and then says what is wrong.
        None => keyboard::press(session, "Return").await.map(drop)?,
    }
    session.app().settle().await;
    let look = session.app().visit(session.deadline(), move |ui| {
        let Some(window) = ui.windows().into_iter().find(|window| window.id == dialog) else {
            return State::Closed;
        };
        let is_empty = ui.describe(element).is_some_and(|raw| raw.value.is_none_or(|value| value.is_empty()));
        if window.blocked_by.is_none() && is_empty { State::Emptied } else { State::Open }
    });
    look.await
}

/// A dialog for one file would take the first of several and say nothing.
async fn check_count(session: &Session, dialog: ObjectId, paths: &[String]) -> Result<(), Fault> {
    if paths.len() < 2 {
        return Ok(());
    }
    let mode = session.app().visit(session.deadline(), move |ui| ui.property(dialog, "fileMode")).await?;
    match mode {
        Ok(Value::Enum { name, .. }) if name != "ExistingFiles" => {
            let message = format!("file_upload: the dialog takes one path, not {}.", paths.len());
            Err(Fault::new(Code::BadArgument, message).next("Call `file_upload` with one of the paths."))
        }
        _ => Ok(()),
    }
}

async fn look(session: &Session, dialog: ObjectId) -> Result<Page, Fault> {
    snapshot(session.app(), session.deadline(), Extent::Window(dialog), Limits::OUTCOME).await
}

fn find(page: &Page, test: impl Fn(&Node) -> bool) -> Option<&Node> {
    page.tree.nodes().iter().find(|node| test(node))
}

fn is_name_field(node: &Node) -> bool {
    node.raw.role == Role::EditableText && node.raw.label.to_lowercase().contains("name")
}

fn is_accept(node: &Node) -> bool {
    const NAMES: [&str; 4] = ["Open", "Save", "Choose", "OK"];
    node.raw.role == Role::Button && NAMES.contains(&node.name.as_str())
}

/// Typing a path opens a list of what it could become, which would take the next click.
async fn close_completions(session: &Session) -> Result<(), Fault> {
    session.app().settle().await;
    let is_open = session
        .app()
        .visit(session.deadline(), |ui| ui.windows().iter().any(|window| window.kind == WindowKind::Popup));
    if is_open.await? {
        keyboard::press(session, "Escape").await?;
        session.app().settle().await;
    }
    Ok(())
}
