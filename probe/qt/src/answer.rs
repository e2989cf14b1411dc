//! What a request is answered with.

use crate::caller::Caller;
use crate::veil;
use base64::Engine as _;
use futures_util::FutureExt;
use qtmcp_modes::CATALOG;
use qtmcp_tool::{Code, Fault, Response};
use qtmcp_wire::{Invalid, Reply, Request, error_code};
use serde_json::Value;
use std::panic::AssertUnwindSafe;

/// Does what a request asks for; `None` where nobody waits for the answer.
pub(crate) async fn reply_to(request: Result<Request, Invalid>, caller: &Caller) -> Option<Reply> {
    let session = &caller.session;
    let request = match request {
        Ok(request) => request,
        Err(Invalid(reply)) => return Some(*reply),
    };
    let noting = caller.note(&request.method, &request.params);
    let Some(tool) = CATALOG.find(session.mode(), &request.method, &request.params) else {
        if let Some(noting) = noting {
            noting.ended("unknown_method");
        }
        let id = request.id?;
        return Some(Reply::error(id, error_code::METHOD_NOT_FOUND, unknown(&request.method)));
    };
    let mut params = request.params;
    let outcome = match veil::understand(&mut params) {
        Ok(()) => {
            // A client that gets no answer waits for ever, so a fault of ours is told as well.
            let outcome = AssertUnwindSafe(tool.call(params, session)).catch_unwind().await;
            outcome.unwrap_or_else(|_| Err(Fault::new(Code::Internal, "The probe failed in this call.")))
        }
        Err(fault) => Err(fault),
    };
    let outcome = veil::masked(outcome);
    if let Some(noting) = noting {
        noting.ended(outcome.as_ref().map_or_else(|fault| fault.code.as_str(), |_| "ok"));
    }
    let id = request.id?;
    Some(match outcome {
        Ok(response) => Reply::result(id, veil::noted(&request.method, with_images(response))),
        Err(fault) if fault.code == Code::BadArgument => {
            let mut reply = Reply::fault(id, fault);
            if let Some(error) = &mut reply.error {
                error.code = error_code::INVALID_PARAMS;
            }
            reply
        }
        Err(fault) => Reply::fault(id, fault),
    })
}

/// A name of a method that is longer is not looked at any closer.
const LONGEST_NAME: usize = 80;

fn unknown(method: &str) -> String {
    // Comparing takes time for each character, and nobody misspells so long a name.
    let is_short = method.len() <= LONGEST_NAME;
    let near = CATALOG
        .names()
        .filter(|_| is_short)
        .map(|name| (strsim::jaro_winkler(&name.to_lowercase(), &method.to_lowercase()), name))
        .filter(|(likeness, _)| *likeness > 0.8)
        .max_by(|a, b| a.0.total_cmp(&b.0));
    match near {
        Some((_, name)) => format!("there is no method `{method}`; did you mean `{name}`?"),
        None => format!("there is no method `{method}`; listTools names them all"),
    }
}

/// Over the WebSocket pictures are base64 at the place the tool named.
fn with_images(response: Response) -> Value {
    response.with_pictures_inside(|bytes| base64::engine::general_purpose::STANDARD.encode(bytes))
}
