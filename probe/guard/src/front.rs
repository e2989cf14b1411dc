//! `Origin` and `Host`: whether a request comes from a web page, and whether it was meant for this machine at all. Decided
//! by the head of the request alone, before anything else of it is read.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

/// Which web pages, and which names for this machine, are let in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Front {
    origins: Vec<Origin>,
    hosts: Vec<String>,
}

/// Why a request is not for us, in a line that says what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Where a request came in, and what is said of that.
#[derive(Clone, Copy, Debug)]
pub struct Arrived<'a> {
    /// The address that the connection was made to; `None` for a Unix socket.
    pub at: Option<IpAddr>,
    /// How web pages are allowed there, such as `QTMCP_ALLOW_ORIGIN`.
    pub origins_by: &'a str,
    /// How names are allowed there.
    pub hosts_by: &'a str,
}

impl Front {
    /// Lets pages of these origins in, and requests that call this machine by one of these names. The first that is
    /// neither is the error.
    pub fn new<'a>(
        origins: impl IntoIterator<Item = &'a str>,
        hosts: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, String> {
        let no_origin =
            |text: &str| format!("`{text}` is not an origin such as http://localhost:6274 or http://localhost:*");
        let no_host = |text: &str| format!("`{text}` is not the name of a host, such as build.example");
        let origin = |text: &'a str| Origin::allowed(text).ok_or_else(|| no_origin(text));
        let host = |text: &'a str| if is_name(text) { Ok(text.to_owned()) } else { Err(no_host(text)) };
        Ok(Self {
            origins: origins.into_iter().map(origin).collect::<Result<_, _>>()?,
            hosts: hosts.into_iter().map(host).collect::<Result<_, _>>()?,
        })
    }

    /// Lets pages of these origins in as well.
    pub fn allow_origins<'a>(&mut self, origins: impl IntoIterator<Item = &'a str>) -> Result<(), String> {
        self.origins.extend(Self::new(origins, [])?.origins);
        Ok(())
    }

    /// Looks at all `Origin` and `Host` headers of a request, and at the host that its first line names, if it names one.
    pub fn check<'a>(
        &self,
        arrived: Arrived<'_>,
        origins: impl IntoIterator<Item = &'a [u8]>,
        hosts: impl IntoIterator<Item = &'a [u8]>,
        first_line: Option<&str>,
    ) -> Result<(), Refused> {
        let mut origins = origins.into_iter();
        if let Some(origin) = origins.next() {
            self.check_origin(origin, origins.next().is_some(), arrived.origins_by)?;
        }
        let mut hosts = hosts.into_iter();
        match (hosts.next(), hosts.next(), arrived.at) {
            (Some(host), None, _) => self.check_host(host, arrived)?,
            // What comes by a socket file cannot be meant for another machine.
            (None, _, None) => {}
            (None, _, Some(_)) => return Err(Refused("The request has no Host header.".to_owned())),
            (Some(_), Some(_), _) => return Err(Refused("The request has more than one Host header.".to_owned())),
        }
        first_line.map_or(Ok(()), |host| self.check_host(host.as_bytes(), arrived))
    }

    fn check_origin(&self, origin: &[u8], is_followed: bool, by: &str) -> Result<(), Refused> {
        if is_followed {
            return Err(Refused("The request has more than one Origin header.".to_owned()));
        }
        let parsed = std::str::from_utf8(origin).ok().and_then(|text| Some((text, Origin::sent(text)?)));
        match parsed {
            Some((_, origin)) if self.origins.iter().any(|allowed| allowed.includes(&origin)) => Ok(()),
            Some((text, _)) => {
                Err(Refused(format!("Requests of the web page {text} are refused; {by} can allow them.")))
            }
            None => Err(Refused(format!("Requests of web pages are refused; {by} can allow those of an origin."))),
        }
    }

    fn check_host(&self, host: &[u8], arrived: Arrived<'_>) -> Result<(), Refused> {
        let text = std::str::from_utf8(host).ok();
        let named = text.and_then(host_of);
        let is_ours = match (&named, arrived.at) {
            // It was looked at by a file's rights and by its user: a name says nothing more.
            (Some(_), None) => true,
            (Some(Host::Address(ip)), Some(at)) => ip.is_loopback() || *ip == at.to_canonical(),
            (Some(Host::Name(name)), _) => {
                let is_it = |known: &str| known.eq_ignore_ascii_case(name);
                is_it("localhost") || self.hosts.iter().any(|known| is_it(known))
            }
            (None, _) => false,
        };
        if is_ours {
            return Ok(());
        }
        Err(Refused(match named {
            Some(named) => format!(
                "The Host header names {named}, which is not this machine; use its IP address or localhost, or allow the \
                 name with {}.",
                arrived.hosts_by
            ),
            None => "The Host header is not a name or an address, each with or without a port.".to_owned(),
        }))
    }
}

enum Host<'a> {
    Address(IpAddr),
    Name(&'a str),
}

impl fmt::Display for Host<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Host::Address(ip) => ip.fmt(f),
            Host::Name(name) => f.write_str(name),
        }
    }
}

/// The host of a `host[:port]`; `None` for what is written in any way that two readers could understand differently.
fn host_of(text: &str) -> Option<Host<'_>> {
    split_port(text).map(|(host, _)| host)
}

fn split_port(text: &str) -> Option<(Host<'_>, Option<u16>)> {
    if let Some(rest) = text.strip_prefix('[') {
        let (address, rest) = rest.split_once(']')?;
        let address: Ipv6Addr = address.parse().ok()?;
        return Some((Host::Address(IpAddr::V6(address).to_canonical()), port(rest)?));
    }
    let end = text.find(':').unwrap_or(text.len());
    let (host, rest) = text.split_at(end);
    let port = port(rest)?;
    // Only four decimal numbers without leading zeros: 2130706433, 0x7f000001 and 0177.0.0.1 are no addresses here.
    match host.parse() {
        Ok(address) => Some((Host::Address(IpAddr::V4(address)), port)),
        Err(_) => is_name(host).then_some((Host::Name(host), port)),
    }
}

/// What follows a host: nothing, or a colon and a number.
fn port(text: &str) -> Option<Option<u16>> {
    if text.is_empty() {
        return Some(None);
    }
    let digits = text.strip_prefix(':')?;
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { digits.parse().ok().map(Some) } else { None }
}

/// Labels of letters, digits and hyphens with dots between them, and not only digits at the end: that would be a number that
/// some take for an address.
fn is_name(text: &str) -> bool {
    let is_label = |label: &str| {
        !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    };
    let last = text.rsplit('.').next().unwrap_or_default();
    let is_number = last.as_bytes().first().is_none_or(u8::is_ascii_digit);
    text.len() <= 253 && text.split('.').all(is_label) && !is_number
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Origin {
    scheme: String,
    host: String,
    port: Port,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Port {
    Any,
    One(u16),
}

impl Origin {
    /// As somebody writes it who allows it: `*` stands for every port.
    fn allowed(text: &str) -> Option<Self> {
        match text.strip_suffix(":*") {
            Some(rest) => Self::sent(rest)
                .filter(|_| !rest.ends_with(|end: char| end.is_ascii_digit() && has_port(rest)))
                .map(|origin| Self { port: Port::Any, ..origin }),
            None => Self::sent(text),
        }
    }

    /// As a browser writes it.
    fn sent(text: &str) -> Option<Self> {
        let (scheme, rest) = text.split_once("://")?;
        let is_scheme = scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
        let (host, port) = split_port(rest).filter(|_| is_scheme && !scheme.is_empty())?;
        let scheme = scheme.to_ascii_lowercase();
        let usual = match scheme.as_str() {
            "http" | "ws" => Some(80),
            "https" | "wss" => Some(443),
            _ => None,
        };
        let port = Port::One(port.or(usual).unwrap_or_default());
        Some(Self { scheme, host: host.to_string().to_ascii_lowercase(), port })
    }

    fn includes(&self, sent: &Self) -> bool {
        self.scheme == sent.scheme && self.host == sent.host && (self.port == Port::Any || self.port == sent.port)
    }
}

fn has_port(origin: &str) -> bool {
    origin.rsplit_once("://").is_some_and(|(_, rest)| rest.rsplit(']').next().unwrap_or_default().contains(':'))
}

#[cfg(test)]
mod tests;
