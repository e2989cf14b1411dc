//! `subscribeChanges`: an event when what is seen has changed and come to rest, and when the app has said something.

use crate::{Change, Code, Effect, Event, Fault, Response, Session, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;

/// Get an event `changed` with `page` true whenever what the app shows has changed and come to rest, and one with `console`
/// true whenever it has said something; at most a few in a second.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SubscribeChanges {}

impl Tool for SubscribeChanges {
    const NAME: &'static str = "subscribeChanges";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let subscription = session.next_subscription()?;
        let (id, events) = (subscription.clone(), session.events());
        let tell = move |change| {
            let what = match change {
                Change::Page => "page",
                Change::Console => "console",
            };
            events(Event { kind: "changed".to_owned(), data: json!({what: true, "subscriptionId": id}) });
        };
        let connection = session.app().watch_changes(Arc::new(tell))?;
        session.subscribe(subscription.clone(), connection);
        Ok(Response::json(json!({"success": true, "subscriptionId": subscription})))
    }
}

/// End a subscription to changes.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct UnsubscribeChanges {
    subscription_id: String,
}

impl Tool for UnsubscribeChanges {
    const NAME: &'static str = "unsubscribeChanges";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        if session.unsubscribe(&self.subscription_id) {
            return Ok(Response::json(json!({"success": true})));
        }
        let message = format!("This connection has no subscription `{}`.", self.subscription_id);
        Err(Fault::new(Code::NotFound, message)
            .next("Use the subscriptionId that subscribeChanges gave on this connection."))
    }
}
