//! `invokeMethod`: calls a method, the overload that fits its arguments best first.

use crate::json::{Writer, read};
use crate::near::{hint, nearest};
use crate::resolve::start_on_object;
use qtmcp_tool::{Code, Effect, Fault, Method, MethodKind, ObjectId, Response, Session, Tool, Ui, Value};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};

/// Call a slot or invokable method. running: true when it opened a dialog and goes on.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct InvokeMethod {
    /// Object path.
    id: String,
    /// Name, or signature such as setValue(int).
    method: String,
    /// As in setProperty.
    #[serde(default)]
    args: Vec<Json>,
}

impl Tool for InvokeMethod {
    const NAME: &'static str = "invokeMethod";
    const EFFECT: Effect = Effect::Alters;

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let (wanted, arguments) = (self.method, self.args);
        let call = move |ui: &mut dyn Ui, id| {
            let value = invoke(ui, id, &wanted, &arguments)?;
            let mut result = json!({"success": true, "result": null});
            match &value {
                Value::Opaque(type_name) => result["unsupported"] = json!(type_name),
                value => result["result"] = Writer::new(ui).write(value),
            }
            Ok(result)
        };
        let answered = start_on_object(session.app(), session.deadline(), &self.id, call).await?;
        Ok(Response::json(answered.unwrap_or_else(|| json!({"success": true, "result": null, "running": true}))))
    }
}

fn invoke(ui: &mut dyn Ui, id: ObjectId, wanted: &str, arguments: &[Json]) -> Result<Value, Fault> {
    let methods = ui.methods(id)?;
    let mut refused = None;
    for method in overloads(&methods, wanted, arguments)? {
        let values: Result<Vec<Value>, Fault> = arguments
            .iter()
            .zip(&method.parameters)
            .map(|(argument, parameter)| read(ui, argument, &parameter.type_name))
            .collect();
        let called = values.and_then(|values| ui.invoke(id, method.index, &values));
        match called {
            Ok(value) => return Ok(value),
            // Nothing was called: another overload may take what this one refused. The best fit's reason is kept.
            Err(fault) if fault.code == Code::BadArgument => refused = refused.or(Some((method, fault))),
            Err(fault) => return Err(fault),
        }
    }
    Err(match refused {
        Some((method, fault)) => {
            let message = format!("{} does not take these arguments: {}", method.signature, fault.message);
            Fault::new(Code::BadArgument, message)
        }
        None => Fault::new(Code::Internal, "no overload was tried"),
    })
}

/// The methods that may be meant and take so many arguments, the best fit first.
fn overloads<'a>(methods: &'a [Method], wanted: &str, arguments: &[Json]) -> Result<Vec<&'a Method>, Fault> {
    let is_signature = wanted.contains('(');
    let normal = normalized(wanted);
    let is_meant = |method: &&Method| {
        if is_signature { normalized(&method.signature) == normal } else { method.name == normal }
    };
    let mut meant: Vec<&Method> = methods.iter().filter(is_meant).collect();
    // Emitting a signal is rarely what is meant when there is a method of that name.
    if meant.iter().any(|method| method.kind != MethodKind::Signal) {
        meant.retain(|method| method.kind != MethodKind::Signal);
    }
    if meant.is_empty() {
        let callable = methods.iter().filter(|method| method.kind != MethodKind::Signal);
        let names = callable.map(|method| if is_signature { method.signature.clone() } else { method.name.clone() });
        let near = hint(&nearest(wanted, names));
        return Err(Fault::new(Code::NotFound, format!("No method `{wanted}`{near}."))
            .next("Call listMethods for the methods there are."));
    }
    let signatures: Vec<_> = meant.iter().map(|method| method.signature.clone()).collect();
    meant.retain(|method| method.parameters.len() == arguments.len());
    if meant.is_empty() {
        let message =
            format!("`{wanted}` does not take {} arguments; there is {}.", arguments.len(), signatures.join(", "));
        return Err(Fault::new(Code::BadArgument, message));
    }
    let misfit = |method: &&Method| -> u32 {
        let each = method.parameters.iter().zip(arguments);
        each.map(|(parameter, argument)| misfit(argument, &parameter.type_name)).sum::<u32>() * 2
            + u32::from(!method.public)
    };
    meant.sort_by_key(misfit);
    Ok(meant)
}

/// `setText(const QString &)` is `setText(QString)`.
fn normalized(text: &str) -> String {
    text.replace("const ", "").chars().filter(|character| !character.is_whitespace() && *character != '&').collect()
}

/// How badly JSON fits a parameter; 0 is what was surely meant.
fn misfit(json: &Json, type_name: &str) -> u32 {
    let is_integer =
        matches!(type_name, "int" | "qlonglong" | "uint" | "qulonglong" | "short" | "ushort" | "long" | "ulong");
    let is_text = matches!(type_name, "QString" | "QStringView" | "QAnyStringView");
    match json {
        _ if matches!(type_name, "QVariant" | "QJSValue" | "QJsonValue") => 4,
        Json::Null => {
            if type_name.ends_with('*') {
                0
            } else {
                6
            }
        }
        Json::Bool(_) => match type_name {
            "bool" => 0,
            _ if is_integer => 5,
            _ => 7,
        },
        Json::Number(number) if !number.is_f64() => match type_name {
            "int" => {
                if number.as_i64().is_some_and(|value| i32::try_from(value).is_ok()) {
                    0
                } else {
                    8
                }
            }
            "qlonglong" | "long" => {
                if number.is_i64() {
                    1
                } else {
                    8
                }
            }
            "uint" | "qulonglong" | "ulong" => {
                if number.is_u64() {
                    2
                } else {
                    8
                }
            }
            "double" | "float" => 3,
            _ if is_integer => 4,
            "bool" => 7,
            _ if is_text => 6,
            // An enumerator may be given by its number.
            _ => 5,
        },
        Json::Number(_) => match type_name {
            "double" => 0,
            "float" => 1,
            _ if is_text => 6,
            _ if is_integer => 7,
            _ => 8,
        },
        Json::String(_) => match type_name {
            _ if is_text => 0,
            _ if is_integer => 7,
            "double" | "float" | "bool" => 7,
            "QByteArray" => 3,
            _ => 2,
        },
        Json::Array(items) => match type_name {
            "QStringList" | "QList<QString>" => {
                if items.iter().all(Json::is_string) {
                    0
                } else {
                    5
                }
            }
            "QVariantList" | "QList<QVariant>" => 1,
            _ if type_name.starts_with("QList<") || type_name.starts_with("QVector<") => 2,
            _ if is_text || is_integer => 8,
            _ => 3,
        },
        Json::Object(_) => match type_name {
            "QVariantMap" | "QMap<QString,QVariant>" => 1,
            _ if is_text || is_integer => 8,
            // Points, sizes, rectangles.
            _ => 2,
        },
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Client;
    use qtmcp_tool::Code;
    use serde_json::{Value as Json, json};

    const FIXTURE: &str = r##"
QApplication
 QWidget#w
  QObject#o method="int combine(int,int) = 7" method="QString combine(QString,QString) = \"ab\"" method="double half(double) = 0.5" method="void put(QString)" method="void put(int)" method="void put(double)" method="void put(bool)" method="void take(QWidget*)" method="QIcon icon() = null" slot="int exec() nests" signal="changed(int)" signal="put(int)" method="QObject* me() = null"
"##;

    fn invoke(client: &Client, method: &str, args: Json) -> (Json, String) {
        let result = client.call("invokeMethod", json!({"id": "#o", "method": method, "args": args}));
        (result["result"].clone(), client.app.take_input())
    }

    #[test]
    fn overloads_are_chosen_by_count_and_kind_of_argument() {
        let client = Client::new(FIXTURE);
        assert_eq!(invoke(&client, "combine", json!([1, 2])).0, json!(7));
        assert_eq!(invoke(&client, "combine", json!(["a", "b"])).0, json!("ab"));
        assert_eq!(invoke(&client, "half", json!([1])).0, json!(0.5));
        for (argument, chosen) in [
            (json!(1), "put(int)"),
            (json!(1.5), "put(double)"),
            (json!("1"), "put(QString)"),
            (json!(true), "put(bool)"),
        ] {
            assert!(invoke(&client, "put", json!([argument])).1.starts_with(&format!("invoke {chosen} ")));
        }
    }

    #[test]
    fn a_signature_chooses_for_itself() {
        let client = Client::new(FIXTURE);
        assert!(invoke(&client, "put( const QString & )", json!(["x"])).1.starts_with("invoke put(QString)"));
        assert!(invoke(&client, "changed(int)", json!([3])).1.starts_with("invoke changed(int)"));
    }

    #[test]
    fn objects_are_given_by_path() {
        let client = Client::new(FIXTURE);
        assert!(invoke(&client, "take", json!(["QWidget#w"])).1.contains("Object("));
        assert_eq!(
            client.fail("invokeMethod", json!({"id": "#o", "method": "take", "args": ["#x"]})).0,
            Code::NotFound
        );
    }

    #[test]
    fn a_method_that_opens_a_dialog_does_not_hold_the_reply() {
        let client = Client::new(FIXTURE);
        let answer = client.call("invokeMethod", json!({"id": "#o", "method": "exec"}));
        assert_eq!(answer, json!({"success": true, "result": null, "running": true}));
        client.app.end_nested();
    }

    #[test]
    fn wrong_names_counts_and_types_say_what_there_is() {
        let client = Client::new(FIXTURE);
        let fail =
            |method: &str, args: Json| client.fail("invokeMethod", json!({"id": "#o", "method": method, "args": args}));
        assert_eq!(fail("combin", json!([])), (Code::NotFound, "No method `combin`; near: combine.".into()));
        let (code, message) = fail("combine", json!([1]));
        assert_eq!(code, Code::BadArgument);
        assert!(message.contains("combine(int,int), combine(QString,QString)"), "{message}");
        let (code, message) = fail("combine", json!([1, "b"]));
        assert_eq!(code, Code::BadArgument);
        assert!(message.contains("does not take these arguments"), "{message}");
    }
}
