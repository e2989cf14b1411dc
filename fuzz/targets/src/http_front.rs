//! The head of a request to the door: whatever is sent, only a request that names this machine, that no web page made and
//! that has the token is let in. What should come out is found here in another, simpler way.

use crate::bytes::Bytes;
use qtmcp_guard::front::{Arrived, Front};
use qtmcp_guard::head::{Head, LARGEST_HEAD_BYTES, Read};
use qtmcp_guard::token::{Offer, Token, masked, without_token};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

const TOKEN: &str = "0123456789abcdef-secret";
const PAGE: &str = "http://localhost:6274";
const NAME: &str = "build.example";

/// Reads a request, as it came or made of pieces, and looks whether it is let in.
pub fn http_front(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let choice = bytes.byte();
    let at = match choice >> 1 & 3 {
        0 => None,
        1 => Some(IpAddr::V6(Ipv6Addr::LOCALHOST)),
        2 => Some(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 7))),
        _ => Some(IpAddr::V4(Ipv4Addr::LOCALHOST)),
    };
    let request = if choice & 1 == 0 { bytes.rest().to_vec() } else { made(&mut bytes) };
    let head = match Head::read(&request) {
        Read::Whole(head, length) => {
            assert!((1..=request.len().min(LARGEST_HEAD_BYTES)).contains(&length));
            // What follows a head does not change it.
            let followed = [&request[..length], b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"].concat();
            assert_eq!(Head::read(&followed), Read::Whole(head.clone(), length));
            head
        }
        Read::Part => return assert!(request.len() < LARGEST_HEAD_BYTES),
        Read::Malformed(why) => return assert!(!why.is_empty()),
    };
    for allows in [false, true] {
        let (origins, hosts) = if allows { (vec![PAGE], vec![NAME]) } else { (Vec::new(), Vec::new()) };
        let front = Front::new(origins, hosts).expect("an origin and a name");
        let arrived = Arrived { at, origins_by: "A", hosts_by: "B" };
        let checked = front.check(arrived, head.all("origin"), head.all("host"), head.host_in_target());
        match checked {
            Ok(()) => assert!(is_welcome(&head, at, allows), "let in: {head:?}"),
            Err(refused) => assert!(!refused.0.is_empty() && !refused.0.contains(['\r', '\n'])),
        }
    }
    token(&head);
}

/// A request of the right form, with what matters chosen by the input.
fn made(bytes: &mut Bytes<'_>) -> Vec<u8> {
    const TARGETS: &[&str] =
        &["/", "/?token=", "/?refs=", "http://", "http://localhost/", "//evil.example/", "/?a&token=%"];
    const NAMES: &[&str] = &["Host", "HOST", "Origin", "oRiGiN", "Authorization", "X-Forwarded-Host"];
    const VALUES: &[&str] = &[
        "localhost",
        "LocalHost:80",
        "localhost.",
        "localhost.evil",
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "[::1]",
        "[::1]:1",
        "[::ffff:127.0.0.1]",
        "::1",
        "evil.example",
        NAME,
        "192.0.2.7:99",
        "null",
        PAGE,
        "http://localhost",
        "http://localhost:6274/",
        "http://localhost:6274@evil",
        "Bearer ",
        "bearer 0123456789abcdef-secret",
        TOKEN,
        "",
        " ",
        ",",
        "localhost, evil",
        "localhost:+80",
        "localhost:99999",
        "[::1%lo]",
        "user@localhost",
    ];
    let piece = |bytes: &mut Bytes<'_>| match bytes.byte() {
        0..200 => (*bytes.pick(VALUES)).to_owned(),
        _ => bytes.text().replace(['\r', '\n', '\0'], ""),
    };
    let mut request = format!("GET {}{} HTTP/1.1\r\n", bytes.pick(TARGETS), piece(bytes).replace(' ', "%20"));
    for _ in 0..bytes.below(5) {
        let name = bytes.pick(NAMES);
        let value = piece(bytes) + &piece(bytes);
        request += &format!("{name}: {value}\r\n");
    }
    (request + "\r\n").into_bytes()
}

/// Whether a request may come in at all: each host it names is this machine, and a page is the one that is allowed.
fn is_welcome(head: &Head, at: Option<IpAddr>, allows: bool) -> bool {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).to_ascii_lowercase();
    let origins: Vec<_> = head.all("origin").map(text).collect();
    let page_is_fine = origins.is_empty() || allows && origins == [PAGE];
    let hosts: Vec<_> = head.all("host").map(text).chain(head.host_in_target().map(str::to_ascii_lowercase)).collect();
    // A name means nothing where the connection was made to a file.
    let is_this_machine = |host: &String| at.is_none() || is_this_machine(host, at, allows);
    let count = head.all("host").count();
    page_is_fine && count <= 1 && (count == 1 || at.is_none()) && hosts.iter().all(is_this_machine)
}

fn is_this_machine(host: &str, at: Option<IpAddr>, allows: bool) -> bool {
    let bare = match host.rsplit_once(':') {
        Some((bare, port)) if !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) => bare,
        _ => host,
    };
    let address: Option<IpAddr> = match bare.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(inside) => inside.parse::<Ipv6Addr>().ok().map(|address| IpAddr::V6(address).to_canonical()),
        None => bare.parse::<Ipv4Addr>().ok().map(IpAddr::V4),
    };
    let is_known = address.is_some_and(|address| address.is_loopback() || Some(address) == at);
    is_known || bare == "localhost" || allows && bare == NAME
}

/// The token is taken only as it is, and is nowhere in what is written of a request.
fn token(head: &Head) {
    let token = Token::new(TOKEN).expect("long enough");
    let offer = token.offered(head.all("authorization"), head.query());
    let headers: Vec<_> = head.all("authorization").collect();
    match offer {
        Offer::Right => {
            let is_in_header = matches!(headers[..], [one] if one.ends_with(TOKEN.as_bytes()));
            let is_in_query = headers.is_empty() && head.query().is_some_and(|query| decoded(query).contains(TOKEN));
            assert!(is_in_header || is_in_query, "{head:?}");
        }
        Offer::Nothing => assert!(headers.is_empty() && !head.query().unwrap_or_default().contains("&token=")),
        Offer::Wrong => {}
    }
    if let Some((before, after)) = head.target.split_once("token=")
        && !format!("{before}token=").contains(TOKEN)
    {
        let told = format!("{before}token={TOKEN}");
        assert!(!masked(&told).contains(TOKEN), "{told}");
        assert!(!masked(&format!("{told}&{after}")).split("token=…").next().unwrap_or_default().contains(TOKEN));
    }
    let (address, taken) = without_token(&head.target);
    if let (Some(_), Some(query)) = (taken, head.query()) {
        assert!(query.contains("token=") && address.len() < head.target.len());
    }
    let _ = head.parameter("refs").and_then(|block| block.parse().ok()).map(qtmcp_tool::a11y::Refs::in_block);
}

/// A query without its percent signs; a sign that two digits do not follow stays.
fn decoded(query: &str) -> String {
    let mut parts = query.split('%');
    let mut text = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let digits = part.get(..2).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                text.push(byte);
                text.extend(&part.as_bytes()[2..]);
            }
            None => {
                text.push(b'%');
                text.extend(part.as_bytes());
            }
        }
    }
    String::from_utf8_lossy(&text).into_owned()
}
