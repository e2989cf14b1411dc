//! What can go wrong between here and the app, each with what a reader needs to act on it.

use crate::LibrariesError;
use qtmcp_wire::{Code, ErrorObject, Fault, error_code};
use serde::Deserialize;
use std::fmt;
use std::io;
use std::process::ExitStatus;
use std::time::Duration;

/// Why a call has no result.
#[derive(Clone, Debug, PartialEq)]
pub enum CallError {
    /// The probe answered with an error.
    Rpc {
        /// JSON-RPC's number.
        code: i64,
        /// What happened.
        message: String,
        /// The fault, where the method itself failed.
        fault: Option<Fault>,
    },
    /// The connection is gone.
    Closed {
        /// Who closed it, and why.
        reason: String,
    },
    /// Nothing came in time.
    Timeout {
        /// What was waited for.
        what: String,
        /// How long.
        after: Duration,
    },
}

impl CallError {
    /// The code of the fault, where the method itself failed.
    #[must_use]
    pub fn fault_code(&self) -> Option<Code> {
        match self {
            CallError::Rpc { fault: Some(fault), .. } => Some(fault.code),
            _ => None,
        }
    }
}

impl From<ErrorObject> for CallError {
    fn from(error: ErrorObject) -> Self {
        #[derive(Deserialize)]
        struct Data {
            code: Code,
            #[serde(default)]
            next: String,
        }
        // Parameters that a method refuses are a fault of the call as well, under JSON-RPC's own number for them.
        let faults = [error_code::FAULT, error_code::INVALID_PARAMS, error_code::NOT_AUTHENTICATED];
        let data = error.data.filter(|_| faults.contains(&error.code));
        let data = data.and_then(|data| serde_json::from_value::<Data>(data).ok());
        let fault = data.map(|Data { code, next }| Fault { code, message: error.message.clone(), next });
        CallError::Rpc { code: error.code, message: error.message, fault }
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CallError::Rpc { fault: Some(fault), .. } => fault.fmt(f),
            CallError::Rpc { code, message, .. } => write!(f, "{message} (JSON-RPC error {code})"),
            CallError::Closed { reason } => write!(f, "the connection to the app is closed: {reason}"),
            CallError::Timeout { what, after } => write!(f, "no {what} within {after:?}"),
        }
    }
}

impl std::error::Error for CallError {}

/// Why there is no connection.
#[derive(Debug)]
pub enum ConnectError {
    /// The address is neither `ws://host:port` nor `unix:/path`.
    BadUrl(String),
    /// Nobody listens there.
    Unreachable {
        /// The address.
        url: String,
        /// What the system says.
        source: io::Error,
    },
    /// A probe listens, and does not let this client in.
    Refused {
        /// The address.
        url: String,
        /// The status of HTTP.
        status: u16,
        /// What the probe says: why, and what to do.
        words: String,
    },
    /// Somebody listens, but it is no probe.
    Handshake {
        /// The address.
        url: String,
        /// What went wrong.
        reason: String,
    },
}

impl fmt::Display for ConnectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConnectError::BadUrl(url) => {
                write!(f, "`{url}` is not an address such as ws://127.0.0.1:9999 or unix:/run/user/1000/qtmcp/42.sock")
            }
            ConnectError::Unreachable { url, source } => write!(f, "cannot reach {url}: {source}"),
            ConnectError::Refused { url, status, words } => {
                write!(f, "{url} refuses the connection ({status}): {words}")
            }
            ConnectError::Handshake { url, reason } => write!(f, "what listens at {url} is no probe: {reason}"),
        }
    }
}

impl std::error::Error for ConnectError {}

/// Why an app did not come up, or did not end.
#[derive(Debug)]
pub enum LaunchError {
    /// The probe's libraries are not there.
    Libraries(LibrariesError),
    /// The program could not be started.
    Start {
        /// The program.
        program: String,
        /// What the system says.
        source: io::Error,
    },
    /// The program ended before its probe answered.
    Ended {
        /// The program.
        program: String,
        /// How it ended.
        status: ExitStatus,
        /// The end of what it wrote to stderr.
        stderr: String,
    },
    /// The program runs, but no probe answered from it.
    Silent {
        /// The program.
        program: String,
        /// How long was waited.
        after: Duration,
        /// The end of what it wrote to stderr.
        stderr: String,
    },
    /// The probe answered and then could not be reached.
    Connect(ConnectError),
    /// The app was expected to end and did not.
    StillRunning {
        /// How long was waited.
        after: Duration,
    },
    /// A file or process operation of ours failed.
    Io(io::Error),
}

impl fmt::Display for LaunchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LaunchError::Libraries(error) => error.fmt(f),
            LaunchError::Start { program, source } => write!(f, "cannot start `{program}`: {source}"),
            LaunchError::Ended { program, status, stderr } => {
                write!(f, "`{program}` ended with {status} before a probe answered from it{}", Quoted(stderr))
            }
            LaunchError::Silent { program, after, stderr } => write!(
                f,
                "`{program}` runs, but no probe answered from it within {after:?}: is it a Qt 5 or Qt 6 program that \
                 loads its Qt as shared libraries?{}",
                Quoted(stderr)
            ),
            LaunchError::Connect(error) => error.fmt(f),
            LaunchError::StillRunning { after } => write!(f, "the app still runs after {after:?}"),
            LaunchError::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LaunchError {}

impl From<LibrariesError> for LaunchError {
    fn from(error: LibrariesError) -> Self {
        LaunchError::Libraries(error)
    }
}

impl From<ConnectError> for LaunchError {
    fn from(error: ConnectError) -> Self {
        LaunchError::Connect(error)
    }
}

impl From<io::Error> for LaunchError {
    fn from(error: io::Error) -> Self {
        LaunchError::Io(error)
    }
}

struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.trim_end() {
            "" => f.write_str("; it wrote nothing to stderr"),
            text => write!(f, "; its stderr:\n{text}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn error(code: i64, data: Option<serde_json::Value>) -> CallError {
        ErrorObject { code, message: "no object `x`".into(), data }.into()
    }

    #[test]
    fn a_fault_keeps_its_code_and_next_step() {
        let error = error(error_code::FAULT, Some(json!({"code": "not_found", "next": "call getObjectTree"})));
        assert_eq!(error.fault_code(), Some(Code::NotFound));
        assert_eq!(error.to_string(), "not_found: no object `x` Next: call getObjectTree");
    }

    #[test]
    fn refused_parameters_are_a_fault_too() {
        let refused = |data| error(error_code::INVALID_PARAMS, data).fault_code();
        assert_eq!(refused(Some(json!({"code": "bad_argument", "next": ""}))), Some(Code::BadArgument));
        assert_eq!(refused(None), None);
    }

    #[test]
    fn a_protocol_error_or_a_code_from_the_future_is_no_fault() {
        assert_eq!(error(error_code::METHOD_NOT_FOUND, Some(json!({"code": "not_found"}))).fault_code(), None);
        assert_eq!(error(error_code::FAULT, Some(json!({"code": "brand_new"}))).fault_code(), None);
        assert_eq!(error(error_code::FAULT, None).to_string(), "no object `x` (JSON-RPC error -32000)");
    }
}
