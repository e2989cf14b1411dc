//! Windows as tabs: a window's ref is its tab id.

use crate::a11y::Dialect;
use crate::arguments::RefArgument;
use crate::snapshot::Extent;
use crate::target;
use crate::{Code, Fault, ObjectId, Session, Ui, Value};

/// What a tab id asks for; without one, the active window.
pub async fn extent(session: &Session, tab: Option<RefArgument>, dialect: Dialect) -> Result<Extent, Fault> {
    match tab {
        Some(tab) => Ok(Extent::Window(window(session, tab, dialect).await?)),
        None => Ok(Extent::Active),
    }
}

/// The window with this tab id, which is the ref of its root. Any other element's ref means the window it is in.
pub async fn window(session: &Session, RefArgument(number): RefArgument, dialect: Dialect) -> Result<ObjectId, Fault> {
    let element = target::element(session, number, dialect).map_err(|_| no_tab(number, dialect))?;
    let found = session
        .app()
        .visit(session.deadline(), move |ui| {
            let root = std::iter::successors(Some(element), |inner| ui.container(*inner)).take(1000).last()?;
            ui.windows().into_iter().find(|window| window.id == root.object).map(|window| window.id)
        })
        .await?;
    found.ok_or_else(|| no_tab(number, dialect))
}

fn no_tab(number: u64, dialect: Dialect) -> Fault {
    let message = match dialect {
        Dialect::Qt => format!("There is no window with id {number} now."),
        Dialect::Chrome => format!("No tab with id: {number}"),
    };
    Fault::new(Code::NotFound, message).next("Call `tabs_context` for the windows there are.")
}

/// What the app calls itself.
pub fn app_name(ui: &mut dyn Ui) -> String {
    let Some(application) = ui.application() else { return String::new() };
    match ui.own_property(application, "applicationName").map(|property| property.value) {
        Some(Value::Text(name)) => name,
        _ => String::new(),
    }
}

/// A window's address, for clients that expect one: `app://gallery/settings`.
pub fn url(app: &str, title: &str) -> String {
    format!("app://{}/{}", slug(app, "app"), slug(title, "window"))
}

/// Letters and digits of any script, with a dash for whatever stands between.
fn slug(text: &str, otherwise: &str) -> String {
    let words: Vec<String> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    let slug: String = words.join("-").chars().take(60).collect();
    if slug.is_empty() { otherwise.to_owned() } else { slug }
}
