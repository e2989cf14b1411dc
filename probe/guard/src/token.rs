//! The token that lets a client in: made of the kernel's randomness or given, compared in constant time, never shown.

use rustix::rand::{GetRandomFlags, getrandom};
use std::borrow::Cow;
use std::fmt;
use subtle::{Choice, ConstantTimeEq};

/// Shorter ones could be guessed.
pub const SHORTEST_TOKEN: usize = 16;
const LONGEST_TOKEN: usize = 512;
const RANDOM_BYTES: usize = 32;

/// A secret that opens the door.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// What a client has brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// No token at all.
    Nothing,
    /// The right one.
    Right,
    /// Another one.
    Wrong,
}

impl Token {
    /// The token that somebody chose; `None` where it is too short to be one, or has what no header can carry.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let fits = (SHORTEST_TOKEN..=LONGEST_TOKEN).contains(&text.len());
        (fits && text.bytes().all(|byte| byte.is_ascii_graphic())).then(|| Self(text.to_owned()))
    }

    /// 256 random bits, as hexadecimal digits; `None` when the kernel has none to give.
    #[must_use]
    pub fn generate() -> Option<Self> {
        let mut bytes = [0; RANDOM_BYTES];
        let given = getrandom(&mut bytes[..], GetRandomFlags::empty()).ok()?;
        (given == RANDOM_BYTES).then(|| Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// Whether this is it. The time that takes tells the length of what was given and nothing of the token.
    #[must_use]
    pub fn is(&self, given: &[u8]) -> bool {
        let own = self.0.as_bytes();
        let mut is_equal: Choice = own.len().ct_eq(&given.len());
        for (byte, own) in given.iter().zip(own.iter().cycle()) {
            is_equal &= byte.ct_eq(own);
        }
        is_equal.into()
    }

    /// The token itself, for the file that only its user may read.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What a request brings: `Authorization: Bearer …`, or `token=` in its query.
    pub fn offered<'a>(&self, authorization: impl IntoIterator<Item = &'a [u8]>, query: Option<&str>) -> Offer {
        let mut authorization = authorization.into_iter();
        let given = match (authorization.next(), authorization.next()) {
            (None, _) => in_query(query.unwrap_or_default()),
            (Some(header), None) => Some(bearer(header).unwrap_or_default().to_vec()),
            // Nobody needs two, and which one counts must not be left to chance.
            (Some(_), Some(_)) => Some(Vec::new()),
        };
        match given {
            None => Offer::Nothing,
            Some(given) if self.is(&given) => Offer::Right,
            Some(_) => Offer::Wrong,
        }
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// An address without the token in its query, and with everything else.
#[must_use]
pub fn without_token(address: &str) -> (String, Option<String>) {
    let Some((place, query)) = address.split_once('?') else { return (address.to_owned(), None) };
    let token = in_query(query).map(|token| String::from_utf8_lossy(&token).into_owned());
    let rest: Vec<_> = query.split('&').filter(|part| !part.starts_with("token=")).collect();
    let separator = if rest.is_empty() { "" } else { "?" };
    (format!("{place}{separator}{}", rest.join("&")), token)
}

/// The text with every `token=…` in it made unreadable.
#[must_use]
pub fn masked(text: &str) -> Cow<'_, str> {
    const NAME: &str = "token=";
    if !text.contains(NAME) {
        return Cow::Borrowed(text);
    }
    let mut parts = text.split(NAME);
    let mut masked = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|end: char| end.is_whitespace() || "&#\"'`<>,;)".contains(end)).unwrap_or(part.len());
        masked = masked + NAME + "…" + &part[end..];
    }
    Cow::Owned(masked)
}

fn bearer(header: &[u8]) -> Option<&[u8]> {
    let (scheme, token) = header.split_at_checked("Bearer ".len())?;
    scheme.eq_ignore_ascii_case(b"Bearer ").then(|| token.trim_ascii())
}

fn in_query(query: &str) -> Option<Vec<u8>> {
    query.split('&').find_map(|part| part.strip_prefix("token=")).map(unescaped)
}

fn unescaped(text: &str) -> Vec<u8> {
    let (mut bytes, mut rest) = (Vec::with_capacity(text.len()), text.as_bytes());
    while let Some((first, after)) = rest.split_first() {
        let digits = after.get(..2).filter(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        let digits = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.filter(|_| *first == b'%').and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token() -> Token {
        Token::new("0123456789abc+ef").unwrap()
    }

    #[test]
    fn a_token_is_equal_to_itself_alone() {
        let token = token();
        assert!(token.is(b"0123456789abc+ef"));
        for other in
            ["", "0", "0123456789abc+e", "0123456789abc+eF", "0123456789abc+ef0", "0123456789abc+ef0123456789abc+ef"]
        {
            assert!(!token.is(other.as_bytes()), "{other}");
        }
    }

    #[test]
    fn a_generated_token_is_long_and_never_the_same() {
        let (one, other) = (Token::generate().unwrap(), Token::generate().unwrap());
        assert!(one != other && one.reveal().len() == 64);
        assert_eq!(Token::new(one.reveal()).as_ref(), Some(&one));
        assert_eq!(format!("{one:?}"), "Token(…)");
    }

    #[test]
    fn what_is_short_or_cannot_be_sent_is_no_token() {
        for bad in ["", "short", "0123456789abcde", "0123456789 abcdef", "0123456789abcdé", &"x".repeat(513)] {
            assert_eq!(Token::new(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_token_comes_in_a_header_or_in_the_query() {
        let offered = |headers: &[&str], query| token().offered(headers.iter().map(|header| header.as_bytes()), query);
        assert_eq!(offered(&[], None), Offer::Nothing);
        assert_eq!(offered(&[], Some("refs=2")), Offer::Nothing);
        for header in ["Bearer 0123456789abc+ef", "bearer  0123456789abc+ef "] {
            assert_eq!(offered(&[header], None), Offer::Right, "{header}");
        }
        for header in ["", "Bearer", "Bearer ", "Basic 0123456789abc+ef", "0123456789abc+ef", "Bearer0123456789abc+ef"]
        {
            assert_eq!(offered(&[header], None), Offer::Wrong, "{header}");
        }
        assert_eq!(offered(&[], Some("refs=2&token=0123456789abc%2Bef")), Offer::Right);
        assert_eq!(offered(&[], Some("token=0123456789abc+ef")), Offer::Right);
        assert_eq!(offered(&[], Some("token=")), Offer::Wrong);
        assert_eq!(offered(&[], Some("token=%")), Offer::Wrong);
        let right = "Bearer 0123456789abc+ef";
        assert_eq!(offered(&[right, right], None), Offer::Wrong, "one header too many");
        assert_eq!(offered(&["Bearer x"], Some("token=0123456789abc+ef")), Offer::Wrong);
    }

    #[test]
    fn a_token_is_taken_out_of_an_address_and_out_of_words() {
        let split = |address: &str| without_token(address);
        assert_eq!(split("ws://h:1"), ("ws://h:1".into(), None));
        assert_eq!(split("ws://h:1/?token=a%20b"), ("ws://h:1/".into(), Some("a b".into())));
        assert_eq!(split("unix:/a?refs=2&token=x&b=1"), ("unix:/a?refs=2&b=1".into(), Some("x".into())));
        assert_eq!(
            masked("cannot reach ws://h:1?token=abc&refs=2: no, `token=d`"),
            "cannot reach ws://h:1?token=…&refs=2: no, `token=…`"
        );
        assert_eq!(masked("nothing"), "nothing");
    }
}
