//! Who calls: the client's session, and the line that each call of it leaves behind.

use crate::handshake::Stream;
use crate::veil;
use qtmcp_guard::audit::{Audit, Call, process_at};
use qtmcp_guard::peer;
use qtmcp_guard::rules::Came;
use qtmcp_tool::Session;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// One client.
pub(crate) struct Caller {
    pub(crate) session: Session,
    notes: Option<Notes>,
}

/// Where the calls of one client are noted, and under which name.
#[derive(Clone)]
pub(crate) struct Notes {
    audit: Arc<Audit>,
    client: String,
}

impl Caller {
    /// A client whose calls are noted, where they are.
    pub(crate) fn new(session: Session, notes: Option<Notes>) -> Self {
        Self { session, notes }
    }

    /// Begins to note a call. It is noted also when nobody waits for its end.
    pub(crate) fn note(&self, tool: &str, arguments: &Value) -> Option<Noting> {
        let notes = self.notes.clone()?;
        let (tool, mut arguments) = (tool.to_owned(), arguments.clone());
        veil::mask(&mut arguments);
        Some(Noting { notes, tool, arguments, outcome: "cancelled", began: Instant::now() })
    }
}

impl Notes {
    /// The notes of a client that came this way.
    pub(crate) fn of(audit: Arc<Audit>, came: &Came, stream: &impl Stream) -> Self {
        let client = match came {
            Came::Unix => match process_at(stream) {
                Some((pid, uid)) => format!("unix pid {pid} uid {uid}"),
                None => "unix".to_owned(),
            },
            Came::Tcp { ours, theirs, .. } => match peer::owner(*theirs, *ours) {
                Some(uid) => format!("{theirs} uid {uid}"),
                None => theirs.to_string(),
            },
        };
        Self { audit, client }
    }

    /// Says that the calls of this client are noted by itself, and so not here.
    pub(crate) fn leave(&self) {
        let call = Call {
            client: &self.client,
            tool: "connect",
            arguments: &json!({"audited": true}),
            outcome: "ok",
            took: Duration::ZERO,
        };
        self.write(&call);
    }

    fn write(&self, call: &Call<'_>) {
        if let Err(error) = self.audit.note(call) {
            tracing::error!("calls are not noted any more: QTMCP_AUDIT: {error}");
        }
    }
}

/// A call under way.
pub(crate) struct Noting {
    notes: Notes,
    tool: String,
    arguments: Value,
    outcome: &'static str,
    began: Instant,
}

impl Noting {
    /// How the call ended: `ok`, or the code of its fault.
    pub(crate) fn ended(mut self, outcome: &'static str) {
        self.outcome = outcome;
    }
}

impl Drop for Noting {
    fn drop(&mut self) {
        let call = Call {
            client: &self.notes.client,
            tool: &self.tool,
            arguments: &self.arguments,
            outcome: self.outcome,
            took: self.began.elapsed(),
        };
        self.notes.write(&call);
    }
}
