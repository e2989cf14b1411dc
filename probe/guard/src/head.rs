//! The head of an HTTP request: its first line and its headers, read from bytes that may not all be there yet.

/// A head that is longer than this is none.
pub const LARGEST_HEAD_BYTES: usize = 16 << 10;

const MOST_HEADERS: usize = 100;

/// What a request asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// Such as `GET`.
    pub method: String,
    /// What stands between the method and the version, as it was sent.
    pub target: String,
    headers: Vec<(String, Vec<u8>)>,
}

/// What the bytes so far are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Read {
    /// The beginning of a head.
    Part,
    /// A whole one, and how many bytes it takes.
    Whole(Head, usize),
    /// Nothing that could become one, with the reason.
    Malformed(String),
}

impl Head {
    /// Reads what has come so far.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Read {
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut request = httparse::Request::new(&mut headers);
        match request.parse(bytes) {
            Ok(httparse::Status::Complete(length)) if length <= LARGEST_HEAD_BYTES => {
                let text = |part: Option<&str>| part.unwrap_or_default().to_owned();
                if request.version != Some(1) {
                    return Read::Malformed("the request is not HTTP/1.1".to_owned());
                }
                let headers = request.headers.iter().map(|header| (header.name.to_owned(), header.value.to_vec()));
                let headers = headers.collect();
                Read::Whole(Head { method: text(request.method), target: text(request.path), headers }, length)
            }
            Ok(httparse::Status::Partial) if bytes.len() < LARGEST_HEAD_BYTES => Read::Part,
            Ok(_) => Read::Malformed(format!("the head of the request is larger than {LARGEST_HEAD_BYTES} bytes")),
            Err(error) => Read::Malformed(format!("this is no HTTP request: {error}")),
        }
    }

    /// Every header of this name, which may be written in any case.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a [u8]> {
        self.headers
            .iter()
            .filter(move |(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_slice())
    }

    /// The only header of this name; `None` where there are several.
    #[must_use]
    pub fn one<'a>(&'a self, name: &'a str) -> Option<&'a [u8]> {
        let mut all = self.all(name);
        all.next().filter(|_| all.next().is_none())
    }

    /// Whether a header that is a list has this word in it.
    #[must_use]
    pub fn lists(&self, name: &str, word: &str) -> bool {
        let is_it = |part: &[u8]| part.trim_ascii().eq_ignore_ascii_case(word.as_bytes());
        self.all(name).any(|value| value.split(|byte| *byte == b',').any(is_it))
    }

    /// What follows the `?` in the target.
    #[must_use]
    pub fn query(&self) -> Option<&str> {
        self.target.split_once('?').map(|(_, query)| query)
    }

    /// The value of a parameter in the query.
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<&str> {
        let named = |part: &&str| part.split_once('=').is_some_and(|(known, _)| known == name);
        self.query()?.split('&').find(named).and_then(|part| part.split_once('=')).map(|(_, value)| value)
    }

    /// The host, where the target is a whole address; what follows it decides nothing.
    #[must_use]
    pub fn host_in_target(&self) -> Option<&str> {
        let (_, rest) = self.target.split_once("://").filter(|_| !self.target.starts_with('/'))?;
        rest.split(['/', '?', '#']).next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(text: &str) -> Head {
        match Head::read(text.as_bytes()) {
            Read::Whole(head, length) if length == text.len() => head,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_head_is_read_as_soon_as_it_is_whole() {
        let text = "GET /?refs=2&token=a HTTP/1.1\r\nHost: a\r\nHOST: b\r\nConnection: keep-alive, Upgrade\r\n\r\n";
        for end in 0..text.len() {
            assert_eq!(Head::read(&text.as_bytes()[..end]), Read::Part, "{end}");
        }
        let head = head(text);
        assert_eq!((head.method.as_str(), head.query()), ("GET", Some("refs=2&token=a")));
        assert_eq!(head.all("host").collect::<Vec<_>>(), [b"a", b"b"]);
        assert_eq!((head.one("host"), head.one("origin")), (None, None));
        assert!(head.lists("connection", "upgrade") && !head.lists("connection", "up"));
        assert_eq!(
            (head.parameter("refs"), head.parameter("ref"), head.parameter("token")),
            (Some("2"), None, Some("a"))
        );
        assert_eq!(head.host_in_target(), None);
    }

    #[test]
    fn a_whole_address_names_its_host() {
        let host = |target: &str| head(&format!("GET {target} HTTP/1.1\r\n\r\n")).host_in_target().map(str::to_owned);
        assert_eq!(host("http://evil.example/x?a=b"), Some("evil.example".into()));
        assert_eq!(host("http://evil.example?x"), Some("evil.example".into()));
        assert_eq!(host("/?u=http://evil.example/"), None);
    }

    #[test]
    fn what_cannot_become_a_head_is_known_early() {
        for bytes in [
            &b"\x16\x03\x01\x02\x00"[..],
            b"GET / HTTP/1.0\r\n\r\n",
            b"GET / HTTP/2\r\n\r\n",
            b"{\"id\":1}\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost : a\r\n\r\n",
            b"GET / HTTP/1.1\r\n a\r\n\r\n",
            b"\0",
        ] {
            assert!(matches!(Head::read(bytes), Read::Malformed(_)), "{}", String::from_utf8_lossy(bytes));
        }
        let long = format!("GET / HTTP/1.1\r\nA: {}", "x".repeat(LARGEST_HEAD_BYTES));
        assert!(matches!(Head::read(long.as_bytes()), Read::Malformed(why) if why.contains("larger")));
        let many = format!("GET / HTTP/1.1\r\n{}\r\n", "A: b\r\n".repeat(MOST_HEADERS + 1));
        assert!(matches!(Head::read(many.as_bytes()), Read::Malformed(_)));
    }
}
