//! What the person who started the server allows: how much may be done, which programs may be launched, where calls are
//! noted.

use crate::allowed::Allowed;
use crate::console::{self, Stop};
use qtmcp_guard::audit::{Audit, Call};
use qtmcp_guard::{Deny, Secrets};
use qtmcp_tool::Access;
use serde_json::Value;
use std::path::Path;
use std::sync::LazyLock;
use std::time::Instant;

/// The rules of one server.
#[derive(Default)]
pub(crate) struct Policy {
    pub(crate) access: Access,
    pub(crate) allowed: Allowed,
    audit: Option<Audit>,
}

/// The named secrets, of which nothing may be said; none where their file was not taken, and then nobody is served.
pub(crate) fn secrets() -> &'static Secrets {
    static NONE: LazyLock<Secrets> = LazyLock::new(Secrets::default);
    SECRETS.as_ref().unwrap_or(&NONE)
}

static SECRETS: LazyLock<Result<Secrets, String>> = LazyLock::new(|| {
    let path = std::env::var_os("QTMCP_SECRETS").filter(|path| !path.is_empty());
    path.map_or_else(|| Ok(Secrets::default()), |path| Secrets::read(Path::new(&path)))
});

impl Policy {
    /// Reads the environment. A rule that is not understood, or cannot be kept, ends the server before anybody is served.
    pub(crate) fn read(access: Option<Access>, allowed: Allowed) -> Result<Self, Stop> {
        let get = |name: &str| {
            let value = std::env::var_os(name).map(|value| value.to_string_lossy().into_owned());
            value.filter(|value| !value.is_empty())
        };
        let of_environment = get("QTMCP_ACCESS").map(|text| text.parse::<Access>()).transpose();
        let of_environment = of_environment.map_err(|error| Stop::usage(format!("QTMCP_ACCESS: {error}")))?;
        // The app sees the environment too, and the lesser of both holds there.
        let access = access.unwrap_or_default().min(of_environment.unwrap_or_default());
        Deny::parse(&get("QTMCP_DENY").unwrap_or_default())
            .map_err(|error| Stop::usage(format!("QTMCP_DENY: {error}")))?;
        let open = |file: String| {
            Audit::open(Path::new(&file)).map_err(|error| Stop::failure(format!("QTMCP_AUDIT={file}: {error}")))
        };
        let audit = get("QTMCP_AUDIT").map(open).transpose()?;
        SECRETS.as_ref().map_err(|why| Stop::failure(why.clone()))?;
        Ok(Self { access, allowed, audit })
    }

    /// What the connection to an app asks for, as the query of its address has it.
    pub(crate) fn query(&self) -> String {
        let mut query = format!("access={}", self.access.as_str());
        if self.audit.is_some() {
            query += "&audited=1";
        }
        query
    }

    /// Begins to note a call; it is noted when this is dropped, however the call ends.
    pub(crate) fn note<'a>(&'a self, client: String, tool: &'a str, arguments: &Value) -> Option<Noting<'a>> {
        let audit = self.audit.as_ref()?;
        let mut arguments = arguments.clone();
        secrets().mask(&mut arguments);
        Some(Noting { audit, client, tool, arguments, outcome: "cancelled", began: Instant::now() })
    }
}

/// A call under way.
pub(crate) struct Noting<'a> {
    audit: &'a Audit,
    client: String,
    tool: &'a str,
    arguments: Value,
    outcome: &'static str,
    began: Instant,
}

impl Noting<'_> {
    /// How the call ended: `ok`, or the code of its fault.
    pub(crate) fn ended(mut self, outcome: &'static str) {
        self.outcome = outcome;
    }
}

impl Drop for Noting<'_> {
    fn drop(&mut self) {
        let (client, tool, outcome) = (&self.client, self.tool, self.outcome);
        let call = Call { client, tool, arguments: &self.arguments, outcome, took: self.began.elapsed() };
        if let Err(error) = self.audit.note(&call) {
            console::note(format!("calls are not noted any more: QTMCP_AUDIT: {error}"));
        }
    }
}
