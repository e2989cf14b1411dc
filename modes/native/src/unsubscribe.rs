//! `unsubscribeSignals` and `unsubscribeLifecycle`: the end of a subscription, of either kind.

use qtmcp_tool::{Code, Effect, Fault, Response, Session, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

/// End a signal subscription.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct UnsubscribeSignals {
    subscription_id: String,
}

impl Tool for UnsubscribeSignals {
    const NAME: &'static str = "unsubscribeSignals";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        end(session, &self.subscription_id)
    }
}

/// End a lifecycle subscription.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct UnsubscribeLifecycle {
    subscription_id: String,
}

impl Tool for UnsubscribeLifecycle {
    const NAME: &'static str = "unsubscribeLifecycle";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        end(session, &self.subscription_id)
    }
}

fn end(session: &Session, id: &str) -> Result<Response, Fault> {
    if session.unsubscribe(id) {
        return Ok(Response::json(json!({"success": true})));
    }
    Err(Fault::new(Code::NotFound, format!("This connection has no subscription `{id}`."))
        .next("Use the subscriptionId that subscribeSignals or subscribeLifecycle gave on this connection."))
}

#[cfg(test)]
mod tests {
    use crate::testing::Client;
    use qtmcp_tool::Code;
    use serde_json::json;

    #[test]
    fn an_unknown_subscription_is_not_found() {
        let client = Client::new("QApplication");
        for method in ["unsubscribeSignals", "unsubscribeLifecycle"] {
            assert_eq!(client.fail(method, json!({"subscriptionId": "sub_9"})).0, Code::NotFound);
        }
    }
}
