//! `subscribeSignals`: a `signalEmitted` event for each emission.

use crate::near::{hint, nearest};
use crate::path::PathBook;
use crate::relay::Relay;
use crate::resolve::visit_object;
use qtmcp_tool::{Code, Connection, Effect, Fault, Method, MethodKind, Response, Session, Tool, Ui};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

/// Get a signalEmitted event whenever the object emits one of these signals.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SubscribeSignals {
    /// Object path.
    id: String,
    /// Names, or signatures such as clicked(bool).
    signals: Vec<String>,
}

impl Tool for SubscribeSignals {
    const NAME: &'static str = "subscribeSignals";
    const EFFECT: Effect = Effect::Reads;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        if self.signals.is_empty() {
            return Err(Fault::new(Code::BadArgument, "signals is empty; name at least one.")
                .next("Call listSignals for the signals there are."));
        }
        let subscription = session.next_subscription()?;
        let (app, events, number) = (session.shared_app(), session.events(), subscription.clone());
        let names = self.signals;
        let connect = move |ui: &mut dyn Ui, id| {
            let methods = ui.methods(id)?;
            let mut signals: Vec<Method> = Vec::new();
            for name in &names {
                for signal in signals_named(&methods, name)? {
                    if signals.iter().all(|known| known.index != signal.index) {
                        signals.push(signal);
                    }
                }
            }
            let path = PathBook::default().path(ui, id).unwrap_or_default();
            let relay = Relay::new(app, events, number, path.to_string());
            let connect = |signal: Method| ui.connect(id, signal.index, relay.listener(signal));
            let connections: Vec<Connection> = signals.into_iter().map(connect).collect::<Result<_, _>>()?;
            Ok((relay.end(), connections))
        };
        let kept = visit_object(session.app(), session.deadline(), &self.id, connect).await?;
        session.subscribe(subscription.clone(), Box::new(kept));
        Ok(Response::json(json!({"success": true, "subscriptionId": subscription})))
    }
}

/// The signals a name or signature means. Of overloads that differ in trailing arguments alone only the longest counts:
/// the shorter ones are what moc makes of default arguments, and would tell of the same emission twice.
pub(crate) fn signals_named(methods: &[Method], wanted: &str) -> Result<Vec<Method>, Fault> {
    let signals: Vec<&Method> = methods.iter().filter(|method| method.kind == MethodKind::Signal).collect();
    let normal: String = wanted.chars().filter(|character| !character.is_whitespace()).collect();
    if let Some(exact) = signals.iter().find(|signal| signal.signature == normal) {
        return Ok(vec![(*exact).clone()]);
    }
    let named: Vec<&Method> = signals.iter().copied().filter(|signal| signal.name == normal).collect();
    if named.is_empty() {
        let is_signature = normal.contains('(');
        let names = signals.iter().map(|signal| if is_signature { &signal.signature } else { &signal.name });
        let near = hint(&nearest(wanted, names.cloned()));
        return Err(Fault::new(Code::NotFound, format!("No signal `{wanted}`{near}."))
            .next("Call listSignals for the signals there are."));
    }
    let types = |signal: &Method| signal.parameters.iter().map(|it| it.type_name.clone()).collect::<Vec<_>>();
    let is_shorter = |signal: &Method| {
        named
            .iter()
            .any(|other| other.parameters.len() > signal.parameters.len() && types(other).starts_with(&types(signal)))
    };
    Ok(named.iter().filter(|signal| !is_shorter(signal)).map(|signal| (*signal).clone()).collect())
}

#[cfg(test)]
mod tests {
    use crate::testing::Client;
    use qtmcp_tool::{Code, Value};
    use serde_json::json;

    const FIXTURE: &str = r#"
QApplication
 QWidget#w
  QPushButton#ok signal="clicked(bool)" signal="clicked()" signal="pressed()" signal="moved(QObject*)"
"#;

    #[test]
    fn emissions_arrive_with_their_arguments_until_unsubscribed() {
        let client = Client::new(FIXTURE);
        let answer = client.call("subscribeSignals", json!({"id": "#ok", "signals": ["clicked", "pressed()"]}));
        assert_eq!(answer, json!({"success": true, "subscriptionId": "sub_1"}));
        client.app.fire("#ok", "clicked(bool)", &[Value::Bool(true)]);
        client.app.fire("#ok", "clicked()", &[]);
        client.app.fire("#ok", "pressed", &[]);
        let event = |signal: &str, signature: &str, args| {
            let data = json!({
                "subscriptionId": "sub_1", "object": "QApplication/QWidget#w/QPushButton#ok",
                "signal": signal, "signature": signature, "args": args,
            });
            ("signalEmitted".to_owned(), data)
        };
        let expected = [event("clicked", "clicked(bool)", json!([true])), event("pressed", "pressed()", json!([]))];
        assert_eq!(client.events(), expected);
        assert_eq!(client.call("unsubscribeSignals", json!({"subscriptionId": "sub_1"})), json!({"success": true}));
        client.app.fire("#ok", "pressed", &[]);
        assert_eq!((client.events().len(), client.app.connections()), (0, 0));
    }

    #[test]
    fn objects_among_the_arguments_become_paths_in_order() {
        let client = Client::new(FIXTURE);
        client.call("subscribeSignals", json!({"id": "#ok", "signals": ["moved", "pressed"]}));
        let window = client.app.id("#w");
        client.app.fire("#ok", "moved", &[Value::Object(window)]);
        client.app.fire("#ok", "pressed", &[]);
        // An object whose name cannot be asked for is null; the emission itself is not lost.
        client.app.be_busy(1);
        client.app.fire("#ok", "moved", &[Value::Object(window)]);
        let args: Vec<_> = client.events().into_iter().map(|(_, data)| data["args"].clone()).collect();
        assert_eq!(args, [json!(["QApplication/QWidget#w"]), json!([]), json!([null])]);
    }

    #[test]
    fn unknown_signals_bring_near_ones_and_connect_nothing() {
        let client = Client::new(FIXTURE);
        let (code, message) = client.fail("subscribeSignals", json!({"id": "#ok", "signals": ["pressed", "clickd"]}));
        assert_eq!((code, &*message), (Code::NotFound, "No signal `clickd`; near: clicked."));
        assert_eq!(client.fail("subscribeSignals", json!({"id": "#ok", "signals": []})).0, Code::BadArgument);
        assert_eq!(client.app.connections(), 0);
    }

    #[test]
    fn the_end_of_a_session_ends_its_subscriptions() {
        let client = Client::new(FIXTURE);
        let other = Client::of(client.app.clone());
        client.call("subscribeSignals", json!({"id": "#ok", "signals": ["pressed"]}));
        other.call("subscribeSignals", json!({"id": "#ok", "signals": ["clicked"]}));
        let app = client.app.clone();
        drop(client);
        assert_eq!(app.connections(), 1);
        app.fire("#ok", "clicked", &[Value::Bool(false)]);
        assert_eq!(other.events().len(), 1);
    }
}
