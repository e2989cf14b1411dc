//! Where a probe is: `ws://host:port` or `unix:/path/to.sock`, each with a query such as `?refs=2` behind it.

use crate::ConnectError;
use qtmcp_guard::token::{masked, without_token};
use qtmcp_wire::PROTOCOL;
use std::path::PathBuf;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, UnixStream};

/// A stream of either kind.
pub(crate) type Stream = Box<dyn Duplex>;

pub(crate) trait Duplex: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Duplex for T {}

/// An address that was understood.
#[derive(Debug, PartialEq)]
pub(crate) struct Address {
    place: Place,
    /// What the handshake asks for, as the WebSocket's own address. The token is not in it.
    pub(crate) request: String,
    /// Without its query, as the registry knows it.
    pub(crate) plain: String,
    /// The token that was in the query.
    pub(crate) token: Option<String>,
}

#[derive(Debug, PartialEq)]
enum Place {
    Tcp(String),
    Unix(PathBuf),
}

impl Address {
    pub(crate) fn parse(url: &str) -> Result<Self, ConnectError> {
        let bad_url = || ConnectError::BadUrl(masked(url).into_owned());
        let (url, token) = without_token(url);
        let (address, query) = match url.split_once('?') {
            Some((address, query)) if query.split('&').any(|part| part.starts_with("protocol=")) => {
                (address, format!("?{query}"))
            }
            Some((address, query)) => (address, format!("?{query}&protocol={PROTOCOL}")),
            None => (url.as_str(), format!("?protocol={PROTOCOL}")),
        };
        let plain = address.to_owned();
        if let Some(path) = address.strip_prefix("unix:") {
            let place = Place::Unix(PathBuf::from(path));
            let request = at("localhost", &query);
            return if path.is_empty() { Err(bad_url()) } else { Ok(Self { place, request, plain, token }) };
        }
        let authority = address.strip_prefix("ws://").ok_or_else(bad_url)?;
        let authority = authority.split('/').next().filter(|part| part.contains(':')).ok_or_else(bad_url)?;
        Ok(Self { place: Place::Tcp(authority.to_owned()), request: at(authority, &query), plain, token })
    }

    pub(crate) async fn open(&self) -> std::io::Result<Stream> {
        match &self.place {
            Place::Tcp(authority) => {
                let stream = TcpStream::connect(authority).await?;
                // Small requests must not wait for the acknowledgement of the one before.
                stream.set_nodelay(true)?;
                Ok(Box::new(stream))
            }
            Place::Unix(path) => Ok(Box::new(UnixStream::connect(path).await?)),
        }
    }
}

fn at(authority: &str, query: &str) -> String {
    format!("ws://{authority}/{query}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(url: &str) -> (Place, String) {
        let address = Address::parse(url).unwrap();
        (address.place, address.request)
    }

    #[test]
    fn both_kinds_take_a_query() {
        let tcp = |authority: &str| Place::Tcp(authority.into());
        assert_eq!(parsed("ws://127.0.0.1:9999"), (tcp("127.0.0.1:9999"), "ws://127.0.0.1:9999/?protocol=1".into()));
        assert_eq!(parsed("ws://[::1]:1/?refs=2"), (tcp("[::1]:1"), "ws://[::1]:1/?refs=2&protocol=1".into()));
        assert_eq!(parsed("ws://h:1?protocol=7"), (tcp("h:1"), "ws://h:1/?protocol=7".into()));
        let unix = |path: &str| Place::Unix(path.into());
        assert_eq!(parsed("unix:/run/a b.sock"), (unix("/run/a b.sock"), "ws://localhost/?protocol=1".into()));
        assert_eq!(
            parsed("unix:/run/1.sock?refs=2"),
            (unix("/run/1.sock"), "ws://localhost/?refs=2&protocol=1".into())
        );
    }

    #[test]
    fn a_token_is_taken_out_of_the_address() {
        let address = Address::parse("ws://h:1/?token=abc&refs=2").unwrap();
        assert_eq!((address.request.as_str(), address.token.as_deref()), ("ws://h:1/?refs=2&protocol=1", Some("abc")));
        assert_eq!(address.plain, "ws://h:1/");
        let refused = Address::parse("http://h:1?token=abc").unwrap_err().to_string();
        assert!(refused.contains("http://h:1?token=…"), "{refused}");
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for url in ["", "127.0.0.1:9999", "http://h:1", "ws://host", "unix:", "unix:?refs=1", "/run/1.sock"] {
            assert!(matches!(Address::parse(url), Err(ConnectError::BadUrl(_))), "{url}");
        }
    }
}
