//! The messages themselves, and the lenient reading of what a client sends.

use crate::Fault;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The numbers JSON-RPC 2.0 gives to protocol errors, and ours for faults.
pub mod error_code {
    /// The text is not JSON.
    pub const PARSE: i64 = -32700;
    /// The JSON is no request.
    pub const INVALID_REQUEST: i64 = -32600;
    /// There is no such method.
    pub const METHOD_NOT_FOUND: i64 = -32601;
    /// The parameters do not fit the method.
    pub const INVALID_PARAMS: i64 = -32602;
    /// The method ran and answered with a fault, which is in `data`.
    pub const FAULT: i64 = -32000;
    /// The client has not shown that it may call anything.
    pub const NOT_AUTHENTICATED: i64 = -32001;
}

/// The version of this protocol. A client that names another one, by `?protocol=` in its address, is refused.
pub const PROTOCOL: u32 = 1;

/// Requests in one batch. Each earns a reply, and replies are larger than the least request: a batch without a limit
/// would cost the app many times the size of the message.
pub const LARGEST_BATCH: usize = 1000;

/// The member of an answer to `callTool` which says that password fields of the app hold something: what it writes to its
/// own output may be that.
pub const HAS_SECRETS: &str = "hasSecrets";

/// One call. Without an id it is a notification and gets no reply.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Any JSON scalar the client chose; `None` for a notification.
    pub id: Option<Value>,
    /// The method's name.
    pub method: String,
    /// An object, or `Null` when there were none.
    pub params: Value,
}

/// What one text frame held.
#[derive(Debug, PartialEq)]
pub enum Incoming {
    /// A single message.
    One(Result<Request, Invalid>),
    /// A batch, in the client's order; the replies go out together.
    Batch(Vec<Result<Request, Invalid>>),
}

/// A message that is no request, with the reply it earns.
#[derive(Debug, PartialEq)]
pub struct Invalid(pub Box<Reply>);

/// The answer to one request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    /// Always "2.0".
    pub jsonrpc: String,
    /// The request's id, or null where it could not be read.
    pub id: Value,
    /// The result, when the call succeeded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
    /// The error, when it did not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorObject>,
}

/// JSON-RPC's error object.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ErrorObject {
    /// One of [`error_code`].
    pub code: i64,
    /// What happened.
    pub message: String,
    /// For faults: `{code, next}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
}

impl Reply {
    /// A successful reply.
    #[must_use]
    pub fn result(id: Value, result: Value) -> Self {
        Self { jsonrpc: "2.0".into(), id, result: Some(result), error: None }
    }

    /// A protocol error.
    #[must_use]
    pub fn error(id: Value, code: i64, message: impl Into<String>) -> Self {
        let error = ErrorObject { code, message: message.into(), data: None };
        Self { jsonrpc: "2.0".into(), id, result: None, error: Some(error) }
    }

    /// A fault of the called method.
    #[must_use]
    pub fn fault(id: Value, fault: Fault) -> Self {
        let mut reply = Self::error(id, error_code::FAULT, fault.message);
        if let Some(error) = &mut reply.error {
            error.data = Some(json!({"code": fault.code, "next": fault.next}));
        }
        reply
    }

    /// The result, or the fault this error stands for.
    pub fn into_result(self) -> Result<Value, ErrorObject> {
        match self.error {
            Some(error) => Err(error),
            None => Ok(self.result.unwrap_or(Value::Null)),
        }
    }
}

/// A message the probe sends on its own: `{"method": "event", "params": {"type": …, "data": …}}`.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Such as `signalEmitted`.
    pub kind: String,
    /// What the event carries.
    pub data: Value,
}

impl Event {
    /// The JSON that goes out.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({"jsonrpc": "2.0", "method": "event", "params": {"type": self.kind, "data": self.data}})
    }

    /// Reads what [`Event::to_json`] wrote; `None` for any other message.
    #[must_use]
    pub fn from_json(message: &Value) -> Option<Self> {
        if message.get("method")? != "event" {
            return None;
        }
        let params = message.get("params")?;
        Some(Self { kind: params.get("type")?.as_str()?.to_owned(), data: params.get("data")?.clone() })
    }
}

/// Reads one text frame. Text that is not JSON earns a reply; it is never silently dropped.
pub fn parse(text: &str) -> Result<Incoming, Box<Reply>> {
    let refused = |code, message: String| Err(Box::new(Reply::error(Value::Null, code, message)));
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => return refused(error_code::PARSE, format!("not JSON: {error}")),
    };
    match value {
        Value::Array(items) if items.is_empty() => refused(error_code::INVALID_REQUEST, "an empty batch".to_owned()),
        Value::Array(items) if items.len() > LARGEST_BATCH => {
            let message = format!("a batch of {} requests; {LARGEST_BATCH} is the most", items.len());
            refused(error_code::INVALID_REQUEST, message)
        }
        Value::Array(items) => Ok(Incoming::Batch(items.into_iter().map(request).collect())),
        other => Ok(Incoming::One(request(other))),
    }
}

fn request(value: Value) -> Result<Request, Invalid> {
    let invalid = |id: Value, message: &str| Invalid(Box::new(Reply::error(id, error_code::INVALID_REQUEST, message)));
    let Value::Object(mut fields) = value else {
        return Err(invalid(Value::Null, "a request is a JSON object"));
    };
    // The specification's own examples leave `jsonrpc` out, so only a wrong version is refused.
    let id = fields.remove("id");
    let known = id.clone().unwrap_or(Value::Null);
    if fields.get("jsonrpc").is_some_and(|version| version != "2.0") {
        return Err(invalid(known, "`jsonrpc` must be \"2.0\""));
    }
    let method = match fields.remove("method") {
        Some(Value::String(method)) => method,
        Some(_) => return Err(invalid(known, "`method` must be a string")),
        None => return Err(invalid(known, "`method` is missing")),
    };
    let params = match fields.remove("params") {
        None | Some(Value::Null) => Value::Null,
        Some(params @ Value::Object(_)) => params,
        Some(Value::Array(items)) if items.is_empty() => Value::Null,
        Some(_) => {
            let message = format!("`params` of `{method}` must be an object of named parameters");
            return Err(Invalid(Box::new(Reply::error(known, error_code::INVALID_PARAMS, message))));
        }
    };
    Ok(Request { id, method, params })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Result<Request, i64> {
        match parse(text) {
            Ok(Incoming::One(Ok(request))) => Ok(request),
            Ok(Incoming::One(Err(Invalid(reply)))) | Err(reply) => Err(reply.error.unwrap().code),
            Ok(Incoming::Batch(_)) => panic!("a batch"),
        }
    }

    #[test]
    fn the_specifications_short_form_is_a_request() {
        let request = one(r#"{"method": "setMode", "params": {"mode": "chrome"}}"#).unwrap();
        assert_eq!((request.id, request.method.as_str()), (None, "setMode"));
    }

    #[test]
    fn ids_of_any_json_type_come_back_as_they_were() {
        for id in ["1", "-1.5", "\"a\"", "null", "true", "[1]", "{\"a\":1}"] {
            let request = one(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#)).unwrap();
            assert_eq!(request.id.unwrap().to_string(), id);
        }
    }

    #[test]
    fn misuse_has_the_standard_codes() {
        assert_eq!(one("{"), Err(error_code::PARSE));
        assert_eq!(one("[]"), Err(error_code::INVALID_REQUEST));
        assert_eq!(one("7"), Err(error_code::INVALID_REQUEST));
        assert_eq!(one(r#"{"id":1}"#), Err(error_code::INVALID_REQUEST));
        assert_eq!(one(r#"{"id":1,"method":7}"#), Err(error_code::INVALID_REQUEST));
        assert_eq!(one(r#"{"id":1,"jsonrpc":"1.0","method":"ping"}"#), Err(error_code::INVALID_REQUEST));
        assert_eq!(one(r#"{"id":1,"method":"ping","params":[1]}"#), Err(error_code::INVALID_PARAMS));
    }

    #[test]
    fn deep_nesting_is_a_parse_error() {
        assert_eq!(one(&"[".repeat(100_000)), Err(error_code::PARSE));
    }

    #[test]
    fn a_batch_has_a_limit() {
        let batch = |count: usize| parse(&json!(vec![7; count]).to_string());
        assert!(matches!(batch(LARGEST_BATCH), Ok(Incoming::Batch(_))));
        assert_eq!(batch(LARGEST_BATCH + 1).unwrap_err().error.unwrap().code, error_code::INVALID_REQUEST);
    }

    #[test]
    fn a_fault_carries_its_code_and_next_step() {
        let fault = Fault::new(crate::Code::NotFound, "no object `x`").next("call getObjectTree");
        let reply = serde_json::to_value(Reply::fault(json!(1), fault)).unwrap();
        assert_eq!(reply["error"]["data"], json!({"code": "not_found", "next": "call getObjectTree"}));
    }
}
