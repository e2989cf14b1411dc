//! What the environment asks for.

use qtmcp_tool::Mode;
use qtmcp_tool::a11y::Dialect;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// The probe's settings, read once at start.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Settings {
    /// `0` for any free port.
    pub(crate) port: u16,
    pub(crate) bind: IpAddr,
    pub(crate) mode: Mode,
    pub(crate) dialect: Dialect,
    pub(crate) log_level: tracing::Level,
    pub(crate) timeout: Duration,
    pub(crate) max_message_bytes: usize,
    pub(crate) announce: Option<PathBuf>,
    /// Whether the app's children get the probe too.
    pub(crate) children: bool,
}

impl Settings {
    /// Reads the variables through `get`. What cannot be understood keeps its default, with a line for the log.
    pub(crate) fn read(get: impl Fn(&str) -> Option<String>) -> (Self, Vec<String>) {
        let mut complaints = Vec::new();
        let port = match get("QTMCP_PORT").as_deref() {
            Some("auto") => 0,
            other => parsed("QTMCP_PORT", other, 9999, "a port from 0 to 65535, or auto", &mut complaints),
        };
        let bind = match get("QTMCP_BIND").as_deref() {
            Some("localhost") => IpAddr::V4(Ipv4Addr::LOCALHOST),
            other => {
                let default = IpAddr::V4(Ipv4Addr::LOCALHOST);
                parsed("QTMCP_BIND", other, default, "an IP address", &mut complaints)
            }
        };
        let modes = "native, computer_use, chrome or all";
        let mode = parsed("QTMCP_MODE", get("QTMCP_MODE").as_deref(), Mode::Native, modes, &mut complaints);
        let dialect = get("QTMCP_DIALECT");
        let dialect = parsed("QTMCP_DIALECT", dialect.as_deref(), Dialect::Qt, "qt or chrome", &mut complaints);
        let levels = "trace, debug, info, warn or error";
        let level = get("QTMCP_LOG_LEVEL");
        let log_level = parsed("QTMCP_LOG_LEVEL", level.as_deref(), tracing::Level::INFO, levels, &mut complaints);
        let timeout = get("QTMCP_TIMEOUT_MS");
        let timeout_ms = parsed("QTMCP_TIMEOUT_MS", timeout.as_deref(), 5000, "milliseconds", &mut complaints);
        let limit = get("QTMCP_MAX_MESSAGE_BYTES");
        let four_mib = 4 << 20;
        let bytes = "a number of bytes";
        let max_message_bytes = parsed("QTMCP_MAX_MESSAGE_BYTES", limit.as_deref(), four_mib, bytes, &mut complaints);
        let settings = Self {
            port,
            bind,
            mode,
            dialect,
            log_level,
            timeout: Duration::from_millis(timeout_ms),
            max_message_bytes,
            announce: get("QTMCP_ANNOUNCE").map(PathBuf::from),
            children: get("QTMCP_CHILDREN").as_deref() == Some("1"),
        };
        (settings, complaints)
    }
}

fn parsed<T: FromStr>(name: &str, text: Option<&str>, default: T, expected: &str, complaints: &mut Vec<String>) -> T {
    match text {
        None | Some("") => default,
        Some(text) => text.parse().unwrap_or_else(|_| {
            complaints.push(format!("{name}={text} is not {expected}; the default is used"));
            default
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> (Settings, Vec<String>) {
        let find = |name: &str| pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        Settings::read(find)
    }

    #[test]
    fn the_defaults_are_the_specifications() {
        let (settings, complaints) = read(&[]);
        assert_eq!((settings.port, settings.bind.to_string().as_str()), (9999, "127.0.0.1"));
        assert_eq!((settings.mode, settings.timeout.as_secs()), (Mode::Native, 5));
        assert!(complaints.is_empty());
    }

    #[test]
    fn auto_and_zero_mean_any_port() {
        assert_eq!(read(&[("QTMCP_PORT", "auto")]).0.port, 0);
        assert_eq!(read(&[("QTMCP_PORT", "0")]).0.port, 0);
    }

    #[test]
    fn nonsense_keeps_the_default_and_is_told() {
        let (settings, complaints) = read(&[("QTMCP_PORT", "99999"), ("QTMCP_MODE", "crome")]);
        assert_eq!((settings.port, settings.mode), (9999, Mode::Native));
        assert_eq!(complaints.len(), 2);
        assert!(complaints[0].contains("QTMCP_PORT=99999"));
    }
}
