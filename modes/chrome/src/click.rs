//! `click`: a mouse click on an element, by its ref, and what came of it.

use crate::dialect;
use crate::outcome::watched;
use qtmcp_tool::arguments::{DialectArgument, RefArgument};
use qtmcp_tool::pointer;
use qtmcp_tool::vision::keys::Modifiers;
use qtmcp_tool::{Effect, Fault, MouseButton, Response, Session, Tool};
use schemars::JsonSchema;
use serde::Deserialize;

/// Click an element; tells what that did.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Click {
    /// From read_page or find: 7 or "ref_7"
    #[serde(rename = "ref")]
    target: RefArgument,
    /// Which mouse button.
    #[schemars(extend("x-unlisted" = "description"))]
    #[serde(default)]
    button: Button,
    /// Ignored: a ref says which window it is in.
    #[schemars(extend("x-unlisted" = true))]
    #[serde(rename = "tabId")]
    _tab_id: Option<RefArgument>,
    /// How the answer is written.
    dialect: Option<DialectArgument>,
}

#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Button {
    #[default]
    Left,
    Right,
    Middle,
}

impl Tool for Click {
    const NAME: &'static str = "click";
    const EFFECT: Effect = Effect::Acts;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let dialect = dialect(session, self.dialect);
        let button = match self.button {
            Button::Left => MouseButton::Left,
            Button::Right => MouseButton::Right,
            Button::Middle => MouseButton::Middle,
        };
        let RefArgument(number) = self.target;
        watched(session, dialect, async {
            let press = pointer::Press { button, count: 1, modifiers: Modifiers::default() };
            pointer::click_ref(session, number, press, dialect).await
        })
        .await
    }
}
