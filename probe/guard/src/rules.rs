//! Who gets in and how much he may send, as the environment asks for it: the same for the probe and for the server.

use crate::door::Who;
use crate::front::Front;
use crate::peer;
use crate::token::{SHORTEST_TOKEN, Token};
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

/// The deepest nesting that the parser behind the scan takes.
const DEEPEST: usize = 127;

/// The rules of one listener.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// Who needs the token.
    pub auth: Auth,
    /// The token; `None` when there is none, and then nobody gets in who needs it.
    pub token: Option<Token>,
    /// Whether somebody chose the token, and so knows it.
    pub is_token_given: bool,
    /// Which web pages and host names are let in.
    pub front: Front,
    /// How much is taken.
    pub limits: Limits,
}

/// Who needs the token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Auth {
    /// Everybody but this user on loopback.
    #[default]
    Auto,
    /// Everybody.
    Token,
    /// Nobody, on loopback.
    None,
}

impl FromStr for Auth {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "auto" => Ok(Auth::Auto),
            "token" => Ok(Auth::Token),
            "none" => Ok(Auth::None),
            _ => Err(()),
        }
    }
}

/// How much is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest message.
    pub message_bytes: usize,
    /// The deepest nesting of its JSON.
    pub depth: usize,
    /// Clients at a time.
    pub connections: usize,
    /// Calls of one client that run at a time.
    pub in_flight: usize,
}

/// The way somebody came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Came {
    /// By a Unix socket that only its user may open; whose process it is was looked at.
    Unix,
    /// Over TCP.
    Tcp {
        /// The address that is listened on.
        bound: IpAddr,
        /// Our end of the connection.
        ours: SocketAddr,
        /// The other end.
        theirs: SocketAddr,
    },
}

impl Came {
    /// The address the connection was made to.
    #[must_use]
    pub fn at(&self) -> Option<IpAddr> {
        match self {
            Came::Unix => None,
            Came::Tcp { ours, .. } => Some(ours.ip()),
        }
    }
}

impl Came {
    /// Whether it is a process of our own user that came.
    #[must_use]
    pub fn is_ours(&self) -> bool {
        match self {
            Came::Unix => true,
            Came::Tcp { ours, theirs, .. } => peer::is_ours(*ours, *theirs),
        }
    }
}

impl Rules {
    /// Reads the variables through `get`. What cannot be understood keeps its default, or for a list nobody in it gets in,
    /// with a line for the log.
    pub fn read(get: impl Fn(&str) -> Option<String>) -> (Self, Vec<String>) {
        let mut complaints = Vec::new();
        let get = |name: &str| get(name).filter(|text| !text.is_empty());
        let auth = get("QTMCP_AUTH").map(|text| {
            text.parse().unwrap_or_else(|()| {
                complaints.push(format!("QTMCP_AUTH={text} is not auto, token or none; the token is required"));
                Auth::Token
            })
        });
        let given = get("QTMCP_TOKEN").map(|text| Token::new(&text));
        let is_token_given = matches!(given, Some(Some(_)));
        let token = match given {
            Some(Some(token)) => Some(token),
            Some(None) => {
                complaints.push(format!(
                    "QTMCP_TOKEN is not {SHORTEST_TOKEN} to 512 letters, digits and signs without spaces; another one is made"
                ));
                Token::generate()
            }
            None => Token::generate(),
        };
        let (origins, hosts) = (get("QTMCP_ALLOW_ORIGIN"), get("QTMCP_ALLOW_HOST"));
        let list = |text: &Option<String>| -> Vec<String> {
            let items = text.iter().flat_map(|text| text.split([',', ' '])).filter(|item| !item.is_empty());
            items.map(str::to_owned).collect()
        };
        let (origins, hosts) = (list(&origins), list(&hosts));
        let front = Front::new(origins.iter().map(String::as_str), hosts.iter().map(String::as_str));
        let front = front.unwrap_or_else(|error| {
            complaints.push(format!("QTMCP_ALLOW_ORIGIN and QTMCP_ALLOW_HOST allow nothing: {error}"));
            Front::default()
        });
        let mut number = |name: &str, default: usize, most: usize| match get(name) {
            None => default,
            Some(text) => text.parse().ok().filter(|number| (1..=most).contains(number)).unwrap_or_else(|| {
                complaints.push(format!("{name}={text} is not a number from 1 to {most}; the default is used"));
                default
            }),
        };
        let limits = Limits {
            message_bytes: number("QTMCP_MAX_MESSAGE_BYTES", 4 << 20, 1 << 30),
            depth: number("QTMCP_MAX_DEPTH", 64, DEEPEST),
            connections: number("QTMCP_MAX_CONNECTIONS", 128, 10_000),
            in_flight: number("QTMCP_MAX_IN_FLIGHT", 8, 1000),
        };
        (Self { auth: auth.unwrap_or_default(), token, is_token_given, front, limits }, complaints)
    }

    /// Whether somebody who came this way must show the token. On any address but a loopback one everybody must.
    #[must_use]
    pub fn who(&self, came: &Came) -> Who {
        let is_open = match (self.auth, came) {
            (Auth::Token, _) => false,
            (_, Came::Unix) => true,
            (_, Came::Tcp { bound, .. }) if !is_loopback(*bound) => false,
            (Auth::None, Came::Tcp { theirs, .. }) => is_loopback(theirs.ip()),
            (Auth::Auto, Came::Tcp { .. }) => came.is_ours(),
        };
        if is_open { Who::Own } else { Who::Stranger }
    }

    /// What is to be said to whoever starts a listener on this address; nothing where all is as usual.
    #[must_use]
    pub fn warning(&self, bound: IpAddr) -> Option<String> {
        match self.auth {
            Auth::None if is_loopback(bound) => {
                Some("QTMCP_AUTH=none: every user of this machine gets in without a token".to_owned())
            }
            Auth::None => {
                Some(format!("QTMCP_AUTH=none is for loopback addresses alone: on {bound} the token is required"))
            }
            Auth::Auto | Auth::Token => None,
        }
    }

    /// Whether everybody on this address must show the token, so that it is good to know where it is.
    #[must_use]
    pub fn is_token_required(&self, bound: IpAddr) -> bool {
        self.auth == Auth::Token || !is_loopback(bound)
    }
}

fn is_loopback(ip: IpAddr) -> bool {
    ip.to_canonical().is_loopback()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{TcpListener, TcpStream};

    fn rules(pairs: &[(&str, &str)]) -> (Rules, Vec<String>) {
        Rules::read(|name| pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
    }

    fn of_ours(bound: &str) -> (Came, [TcpStream; 2]) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let theirs = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (ours, _) = listener.accept().unwrap();
        let (here, there) = (ours.local_addr().unwrap(), ours.peer_addr().unwrap());
        (Came::Tcp { bound: bound.parse().unwrap(), ours: here, theirs: there }, [ours, theirs])
    }

    #[test]
    fn by_default_our_own_user_on_loopback_needs_no_token_and_everybody_else_does() {
        let (rules, complaints) = rules(&[]);
        assert!(complaints.is_empty() && rules.token.is_some());
        let (own, _open) = of_ours("127.0.0.1");
        assert_eq!((rules.who(&own), rules.who(&Came::Unix)), (Who::Own, Who::Own));
        let unknown = Came::Tcp {
            bound: [127, 0, 0, 1].into(),
            ours: ([127, 0, 0, 1], 1).into(),
            theirs: ([127, 0, 0, 1], 2).into(),
        };
        assert_eq!(rules.who(&unknown), Who::Stranger);
        let (exposed, _open) = of_ours("0.0.0.0");
        assert_eq!(rules.who(&exposed), Who::Stranger);
        assert!(rules.is_token_required([0, 0, 0, 0].into()) && !rules.is_token_required([127, 0, 0, 1].into()));
    }

    #[test]
    fn the_token_can_be_demanded_always_or_on_loopback_never() {
        let (own, _open) = of_ours("127.0.0.1");
        let (exposed, _open_too) = of_ours("0.0.0.0");
        let always = rules(&[("QTMCP_AUTH", "token")]).0;
        assert_eq!([own, exposed, Came::Unix].map(|came| always.who(&came)), [Who::Stranger; 3]);
        let never = rules(&[("QTMCP_AUTH", "none")]).0;
        let unknown = Came::Tcp {
            bound: [127, 0, 0, 1].into(),
            ours: ([127, 0, 0, 1], 1).into(),
            theirs: ([127, 0, 0, 1], 2).into(),
        };
        assert_eq!(
            [own, unknown, Came::Unix, exposed].map(|came| never.who(&came)),
            [Who::Own, Who::Own, Who::Own, Who::Stranger]
        );
        assert!(never.warning([127, 0, 0, 1].into()).unwrap().contains("every user"));
        assert!(never.warning([0, 0, 0, 0].into()).unwrap().contains("required"));
    }

    #[test]
    fn nonsense_opens_nothing() {
        let asked =
            [("QTMCP_AUTH", "nobody"), ("QTMCP_TOKEN", "short"), ("QTMCP_ALLOW_ORIGIN", "*"), ("QTMCP_MAX_DEPTH", "0")];
        let (rules, complaints) = rules(&asked);
        assert_eq!((rules.auth, rules.limits.depth, complaints.len()), (Auth::Token, 64, 4), "{complaints:?}");
        assert!(rules.token.is_some_and(|token| !token.is(b"short")));
        assert_eq!(rules.front, Front::default());
    }

    #[test]
    fn limits_and_lists_are_read() {
        let asked = [
            ("QTMCP_MAX_MESSAGE_BYTES", "1000"),
            ("QTMCP_MAX_CONNECTIONS", "2"),
            ("QTMCP_MAX_IN_FLIGHT", "3"),
            ("QTMCP_ALLOW_ORIGIN", "http://a.example, http://localhost:*"),
            ("QTMCP_ALLOW_HOST", "a.example"),
        ];
        let (rules, complaints) = rules(&asked);
        assert_eq!(rules.limits, Limits { message_bytes: 1000, depth: 64, connections: 2, in_flight: 3 });
        assert_eq!(rules.front, Front::new(["http://a.example", "http://localhost:*"], ["a.example"]).unwrap());
        assert!(complaints.is_empty(), "{complaints:?}");
    }
}
