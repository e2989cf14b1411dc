//! What the environment asks for.

use crate::owner::Owner;
use crate::policy::Policy;
use qtmcp_guard::private::user;
use qtmcp_guard::rules::Rules;
use qtmcp_tool::Mode;
use qtmcp_tool::a11y::Dialect;
use qtmcp_tool::vision::{Budget, Size};
use qtmcp_wire::registry::directory;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// The probe's settings, read once at start.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Settings {
    /// `0` for any free port, `None` for no port at all.
    pub(crate) port: Option<u16>,
    pub(crate) bind: IpAddr,
    pub(crate) mode: Mode,
    pub(crate) dialect: Dialect,
    pub(crate) log_level: tracing::Level,
    pub(crate) timeout: Duration,
    pub(crate) max_message_bytes: usize,
    /// Who gets in, and how much he may send.
    pub(crate) rules: Rules,
    /// What may be done and seen.
    pub(crate) policy: Policy,
    pub(crate) announce: Option<PathBuf>,
    /// Where the probe says that it is there.
    pub(crate) registry: Option<PathBuf>,
    pub(crate) socket: SocketPlace,
    /// The process that the app must not outlive.
    pub(crate) owner: Option<Owner>,
    /// Whether the app's children get the probe too.
    pub(crate) children: bool,
    pub(crate) capture: Capture,
    /// The size of the app's own screen; the real one's without it.
    pub(crate) screen: Option<Size>,
    pub(crate) fit: Budget,
    pub(crate) input: InputPath,
    /// The file of named secrets.
    pub(crate) secrets: Option<PathBuf>,
    /// Whether password fields are shown as any others.
    pub(crate) reveal: bool,
}

/// Where the Unix socket is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum SocketPlace {
    /// In the registry, by the process's number.
    #[default]
    Registry,
    /// Here.
    File(PathBuf),
    /// Nowhere.
    Off,
}

/// What a screenshot of the screen shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Capture {
    /// All windows of the app and nothing else.
    #[default]
    Private,
    /// The active window and what has popped up from it.
    Window,
    /// The real screen.
    Screen,
}

/// Which way mouse and keys go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum InputPath {
    /// Into the app.
    #[default]
    App,
    /// Through the desktop, as a person's do.
    Desktop,
}

/// Text that names none of the choices.
pub(crate) struct Unknown;

impl FromStr for Capture {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        match text {
            "private" => Ok(Capture::Private),
            "window" => Ok(Capture::Window),
            "screen" => Ok(Capture::Screen),
            _ => Err(Unknown),
        }
    }
}

impl FromStr for InputPath {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        match text {
            "app" => Ok(InputPath::App),
            "desktop" => Ok(InputPath::Desktop),
            _ => Err(Unknown),
        }
    }
}

/// A size such as `1280x800`. More than this and a picture of it would be larger than what anybody can look at.
struct ScreenSize(Size);

const LONGEST_SIDE: u32 = 16_384;
/// As many pixels as 7680x4320 has. A picture takes four bytes of the app's memory for each, times the ratio squared.
const MOST_PIXELS: u64 = 7680 * 4320;

impl FromStr for ScreenSize {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        let (width, height) = text.split_once(['x', 'X']).ok_or(Unknown)?;
        let side = |text: &str| text.trim().parse().ok().filter(|side| (1..=LONGEST_SIDE).contains(side));
        let size = Size { width: side(width).ok_or(Unknown)?, height: side(height).ok_or(Unknown)? };
        let pixels = u64::from(size.width) * u64::from(size.height);
        if pixels > MOST_PIXELS { Err(Unknown) } else { Ok(ScreenSize(size)) }
    }
}

impl Settings {
    /// Reads the variables through `get`. What cannot be understood keeps its default, with a line for the log.
    pub(crate) fn read(get: impl Fn(&str) -> Option<String>) -> (Self, Vec<String>) {
        let mut complaints = Vec::new();
        let port = match get("QTMCP_PORT").as_deref() {
            Some("off") => None,
            Some("auto") => Some(0),
            other => Some(parsed("QTMCP_PORT", other, 9999, "a port from 0 to 65535, auto or off", &mut complaints)),
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
        let (rules, of_rules) = Rules::read(&get);
        complaints.extend(of_rules);
        let socket = match get("QTMCP_SOCKET").as_deref() {
            None | Some("") => SocketPlace::Registry,
            Some("off") => SocketPlace::Off,
            Some(file) => SocketPlace::File(file.into()),
        };
        let policy = Policy::read(&get, &mut complaints);
        let capture = get("QTMCP_CAPTURE");
        let captures = "private, window or screen";
        let capture = parsed("QTMCP_CAPTURE", capture.as_deref(), Capture::Private, captures, &mut complaints);
        let screen = get("QTMCP_SCREEN").filter(|text| !text.is_empty()).and_then(|text| {
            let size = text.parse::<ScreenSize>().ok().map(|size| size.0);
            if size.is_none() {
                complaints.push(format!("QTMCP_SCREEN={text} is not a size such as 1280x800; the real one's is used"));
            }
            size
        });
        let budgets = "xga, wxga, fwxga, standard, hires, full or a size such as 1280x800";
        let fit = parsed("QTMCP_FIT", get("QTMCP_FIT").as_deref(), Budget::default(), budgets, &mut complaints);
        let input = get("QTMCP_INPUT");
        let input = parsed("QTMCP_INPUT", input.as_deref(), InputPath::App, "app or desktop", &mut complaints);
        let owner = get("QTMCP_OWNER").filter(|text| !text.is_empty()).and_then(|text| {
            let owner = text.parse().ok();
            if owner.is_none() {
                complaints.push(format!(
                    "QTMCP_OWNER={text} is not <pid>:<start time>[:<descriptor>:<inode>]; the app is nobody's"
                ));
            }
            owner
        });
        let settings = Self {
            port,
            bind,
            mode,
            dialect,
            log_level,
            timeout: Duration::from_millis(timeout_ms),
            max_message_bytes: rules.limits.message_bytes,
            rules,
            policy,
            announce: get("QTMCP_ANNOUNCE").map(PathBuf::from),
            registry: directory(|name| get(name).map(Into::into), user()),
            socket,
            owner,
            children: get("QTMCP_CHILDREN").as_deref() == Some("1"),
            capture,
            screen,
            fit,
            input,
            secrets: get("QTMCP_SECRETS").filter(|path| !path.is_empty()).map(PathBuf::from),
            reveal: get("QTMCP_REVEAL").as_deref() == Some("1"),
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
        assert_eq!((settings.port, settings.bind.to_string().as_str()), (Some(9999), "127.0.0.1"));
        assert_eq!((settings.mode, settings.timeout.as_secs()), (Mode::Native, 5));
        assert!(complaints.is_empty());
    }

    #[test]
    fn auto_and_zero_mean_any_port() {
        assert_eq!(read(&[("QTMCP_PORT", "auto")]).0.port, Some(0));
        assert_eq!(read(&[("QTMCP_PORT", "0")]).0.port, Some(0));
    }

    #[test]
    fn port_and_registry_can_be_off() {
        let (settings, complaints) = read(&[("QTMCP_PORT", "off"), ("QTMCP_REGISTRY", "off")]);
        assert_eq!((settings.port, settings.registry, complaints.len()), (None, None, 0));
        assert_eq!(read(&[("QTMCP_REGISTRY", "/r")]).0.registry, Some("/r".into()));
    }

    #[test]
    fn the_socket_has_a_place_of_its_own_or_none() {
        assert_eq!(read(&[]).0.socket, SocketPlace::Registry);
        assert_eq!(read(&[("QTMCP_SOCKET", "off")]).0.socket, SocketPlace::Off);
        assert_eq!(read(&[("QTMCP_SOCKET", "/r/my.sock")]).0.socket, SocketPlace::File("/r/my.sock".into()));
    }

    #[test]
    fn an_app_has_an_owner_where_one_is_named() {
        assert_eq!(read(&[("QTMCP_OWNER", "")]).0.owner, None);
        assert!(read(&[("QTMCP_OWNER", "42:98765")]).0.owner.is_some());
        let (settings, complaints) = read(&[("QTMCP_OWNER", "me")]);
        assert_eq!((settings.owner, complaints.len()), (None, 1));
    }

    #[test]
    fn the_screen_is_private_and_as_large_as_asked_for() {
        let settings = read(&[]).0;
        assert_eq!((settings.capture, settings.screen, settings.input), (Capture::Private, None, InputPath::App));
        assert_eq!(settings.fit, Budget::Standard);
        let asked = [("QTMCP_CAPTURE", "window"), ("QTMCP_SCREEN", "1280x800"), ("QTMCP_FIT", "xga")];
        let (settings, complaints) = read(&asked);
        assert_eq!((settings.capture, settings.fit), (Capture::Window, Budget::Xga));
        assert_eq!(settings.screen, Some(Size { width: 1280, height: 800 }));
        assert!(complaints.is_empty());
        for nonsense in ["0x800", "1280", "1280x", "99999x800", "axb"] {
            let (settings, complaints) = read(&[("QTMCP_SCREEN", nonsense)]);
            assert_eq!((settings.screen, complaints.len()), (None, 1), "{nonsense}");
        }
    }

    #[test]
    fn nonsense_keeps_the_default_and_is_told() {
        let (settings, complaints) = read(&[("QTMCP_PORT", "99999"), ("QTMCP_MODE", "crome")]);
        assert_eq!((settings.port, settings.mode), (Some(9999), Mode::Native));
        assert_eq!(complaints.len(), 2);
        assert!(complaints[0].contains("QTMCP_PORT=99999"));
    }
}
