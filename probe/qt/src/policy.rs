//! What the person who started the app allows: how much may be done, what stays hidden, where calls are noted, how much is
//! kept. What cannot be understood of it opens nothing.

use qtmcp_guard::{Audit, Deny};
use qtmcp_tool::Access;
use qtmcp_tool::a11y::Refs;
use std::path::PathBuf;
use std::sync::Arc;

/// Events that a slow client may leave unread, unless something else is asked for.
pub(crate) const MAX_EVENTS: usize = 10_000;

/// Messages of the app that are kept, unless something else is asked for.
pub(crate) const MAX_LOG_LINES: usize = 2_000;

/// The rules of this process.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Policy {
    pub(crate) access: Access,
    pub(crate) deny: Arc<Deny>,
    pub(crate) audit: Option<PathBuf>,
    pub(crate) max_refs: usize,
    pub(crate) max_events: usize,
    pub(crate) max_log_lines: usize,
    /// Why nobody gets in: a rule was not understood.
    refusal: Option<String>,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            access: Access::Full,
            deny: Arc::default(),
            audit: None,
            max_refs: Refs::MOST,
            max_events: MAX_EVENTS,
            max_log_lines: MAX_LOG_LINES,
            refusal: None,
        }
    }
}

impl Policy {
    /// Reads the variables through `get`. A limit that is no number keeps its default, with a line for the log.
    pub(crate) fn read(get: impl Fn(&str) -> Option<String>, complaints: &mut Vec<String>) -> Self {
        let get = |name: &str| get(name).filter(|text| !text.is_empty());
        let mut refusal = None;
        let access = match get("QTMCP_ACCESS").as_deref().map(str::parse) {
            None => Access::Full,
            Some(Ok(access)) => access,
            Some(Err(error)) => {
                refusal = Some(format!("QTMCP_ACCESS: {error}"));
                Access::Read
            }
        };
        let deny = Deny::parse(&get("QTMCP_DENY").unwrap_or_default()).unwrap_or_else(|error| {
            refusal = Some(format!("QTMCP_DENY: {error}"));
            Deny::default()
        });
        let mut limit = |name: &str, default: usize| {
            let Some(text) = get(name) else { return default };
            text.parse().ok().filter(|most| *most > 0).unwrap_or_else(|| {
                complaints.push(format!("{name}={text} is not a number above 0; the default is used"));
                default
            })
        };
        Self {
            access,
            deny: Arc::new(deny),
            audit: get("QTMCP_AUDIT").map(PathBuf::from),
            max_refs: limit("QTMCP_MAX_REFS", Refs::MOST),
            max_events: limit("QTMCP_MAX_EVENTS", MAX_EVENTS),
            max_log_lines: limit("QTMCP_MAX_LOG_LINES", MAX_LOG_LINES),
            refusal,
        }
    }

    /// Opens the file that calls are noted in, if there is to be one. The reason where nobody may get in.
    pub(crate) fn begin(&self) -> Result<Option<Audit>, String> {
        if let Some(refusal) = &self.refusal {
            return Err(refusal.clone());
        }
        let open =
            |path: &PathBuf| Audit::open(path).map_err(|error| format!("QTMCP_AUDIT={}: {error}", path.display()));
        self.audit.as_ref().map(open).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> (Policy, Vec<String>) {
        let mut complaints = Vec::new();
        let find = |name: &str| pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        (Policy::read(find, &mut complaints), complaints)
    }

    #[test]
    fn everything_is_allowed_unless_something_else_is_asked_for() {
        let (policy, complaints) = read(&[("QTMCP_ACCESS", ""), ("QTMCP_DENY", "")]);
        assert_eq!((&policy, complaints.len()), (&Policy::default(), 0));
        assert!(matches!(policy.begin(), Ok(None)));
        let asked = [("QTMCP_ACCESS", "read"), ("QTMCP_DENY", "QLabel"), ("QTMCP_MAX_REFS", "10")];
        let (policy, _) = read(&asked);
        assert_eq!((policy.access, policy.deny.is_empty(), policy.max_refs), (Access::Read, false, 10));
    }

    #[test]
    fn a_rule_that_is_not_understood_opens_nothing() {
        for (name, value) in [("QTMCP_ACCESS", "readonly"), ("QTMCP_DENY", "QLabel#"), ("QTMCP_DENY", "\u{fffd}")] {
            let refusal = read(&[(name, value)]).0.begin().unwrap_err();
            assert!(refusal.starts_with(name), "{refusal}");
        }
        let refusal = read(&[("QTMCP_AUDIT", "/")]).0.begin().unwrap_err();
        assert!(refusal.starts_with("QTMCP_AUDIT=/: "), "{refusal}");
    }

    #[test]
    fn a_limit_that_is_none_is_told_of() {
        let (policy, complaints) = read(&[("QTMCP_MAX_EVENTS", "0"), ("QTMCP_MAX_LOG_LINES", "many")]);
        assert_eq!((policy.max_events, policy.max_log_lines, complaints.len()), (MAX_EVENTS, MAX_LOG_LINES, 2));
    }
}
