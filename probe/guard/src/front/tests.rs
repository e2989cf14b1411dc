//! Every spelling of `Host` and `Origin` that was ever used to get in, and those that must go on working.

use super::*;

fn at(ip: &str) -> Arrived<'static> {
    Arrived { at: Some(ip.parse().unwrap()), origins_by: "QTMCP_ALLOW_ORIGIN", hosts_by: "QTMCP_ALLOW_HOST" }
}

fn host_at(ip: &str, host: &str) -> bool {
    Front::default().check(at(ip), [], [host.as_bytes()], None).is_ok()
}

fn origin(allowed: &[&str], sent: &str) -> bool {
    let front = Front::new(allowed.iter().copied(), []).unwrap();
    front.check(at("127.0.0.1"), [sent.as_bytes()], [&b"localhost"[..]], None).is_ok()
}

#[test]
fn every_name_of_this_machines_loopback_is_taken_with_any_port() {
    for host in [
        "127.0.0.1",
        "127.0.0.1:9999",
        "localhost",
        "localhost:1",
        "LOCALHOST",
        "LocalHost:80",
        "127.8.7.6",
        "[::1]",
        "[::1]:9999",
        "[0:0:0:0:0:0:0:1]",
        "[::ffff:127.0.0.1]:9",
        "localhost:65535",
    ] {
        assert!(host_at("127.0.0.1", host) && host_at("::1", host), "{host}");
    }
}

#[test]
fn every_other_spelling_of_a_host_is_refused() {
    for host in [
        "",
        " ",
        ":",
        ":9999",
        "evil.example",
        "localhost.evil",
        "localhost.evil.example:80",
        "127.0.0.1.evil",
        "evil.127.0.0.1",
        "localhost.",
        "127.0.0.1.",
        "2130706433",
        "0x7f000001",
        "0x7f.0.0.1",
        "017700000001",
        "0177.0.0.1",
        "127.1",
        "127.0.1",
        "127.0.0.01",
        "0",
        "0.0.0.0",
        "[::]",
        "::1",
        "[::1",
        "[::1]evil",
        "[::1]]",
        "[127.0.0.1]",
        "[::1%lo]",
        "user@localhost",
        "localhost@evil",
        "user:pw@127.0.0.1",
        "localhost:",
        "localhost:x",
        "localhost:+1",
        "localhost:65536",
        "localhost:80:80",
        "localhost, localhost",
        "localhost,evil",
        "localhost evil",
        "localhost/",
        "http://localhost",
        "localhost#",
        "localhost%2e",
        "%6cocalhost",
        "lo\u{440}calhost",
        "*",
        "foo.localhost",
        "localhost..",
        ".localhost",
        "192.0.2.1",
        "[2001:db8::1]",
        "[::ffff:192.0.2.1]",
    ] {
        assert!(!host_at("127.0.0.1", host), "{host}");
    }
    assert!(!host_at("127.0.0.1", "localhost\0") && !host_at("127.0.0.1", "localhost\t"));
    let not_utf8 = Front::default().check(at("127.0.0.1"), [], [&b"localhost\xff"[..]], None);
    assert!(not_utf8.is_err());
}

#[test]
fn the_address_that_a_connection_arrived_at_is_this_machine() {
    assert!(host_at("192.0.2.7", "192.0.2.7:9999") && !host_at("192.0.2.7", "192.0.2.8"));
    assert!(host_at("2001:db8::1", "[2001:db8::1]:1") && host_at("::ffff:192.0.2.7", "192.0.2.7"));
    assert!(!host_at("192.0.2.7", "0.0.0.0") && host_at("192.0.2.7", "127.0.0.1"));
}

#[test]
fn other_names_get_in_when_they_are_allowed() {
    let front = Front::new([], ["Build.example"]).unwrap();
    let check = |host: &str| front.check(at("192.0.2.7"), [], [host.as_bytes()], None);
    assert!(check("build.example").is_ok() && check("BUILD.example:80").is_ok());
    let refused = check("evil.example").unwrap_err();
    assert!(refused.0.contains("evil.example") && refused.0.contains("QTMCP_ALLOW_HOST"), "{refused}");
    assert!(check("build.example.").is_err() && check("x.build.example").is_err());
    for bad in ["", "*", "a b", "http://x", "1.2.3.4", "x:80"] {
        assert!(Front::new([], [bad]).is_err(), "{bad}");
    }
}

#[test]
fn there_is_one_host_and_only_a_socket_file_needs_none() {
    let front = Front::default();
    let (tcp, one) = (at("127.0.0.1"), &b"localhost"[..]);
    assert!(front.check(tcp, [], [], None).is_err(), "none");
    assert!(front.check(tcp, [], [one, one], None).is_err(), "two, though equal");
    assert!(front.check(tcp, [], [one], Some("localhost:9999")).is_ok());
    assert!(front.check(tcp, [], [one], Some("evil.example")).is_err(), "in the first line");
    let unix = Arrived { at: None, ..tcp };
    assert!(front.check(unix, [], [], None).is_ok() && front.check(unix, [], [one], None).is_ok());
    assert!(front.check(unix, [], [one, one], None).is_err());
    assert!(front.check(unix, [&b"http://evil.example"[..]], [one], None).is_err(), "a page stays a page");
}

#[test]
fn web_pages_are_refused_unless_their_origin_is_allowed() {
    for sent in [
        "https://example.org",
        "http://127.0.0.1",
        "http://localhost:9999",
        "null",
        "",
        "file://",
        "NULL",
        "*",
        "http://localhost, http://evil",
        "chrome-extension://abc",
    ] {
        assert!(!origin(&[], sent), "{sent}");
        assert!(!origin(&["http://localhost:6274"], sent), "{sent}");
    }
    assert!(origin(&["http://localhost:6274"], "http://localhost:6274"));
    assert!(
        origin(&["http://localhost:*"], "http://localhost:1") && origin(&["http://localhost:*"], "http://localhost")
    );
    assert!(origin(&["http://a.example", "https://b.example"], "https://B.example:443"));
    assert!(origin(&["http://[::1]:*"], "http://[::1]:80"));
    assert!(origin(&["chrome-extension://abc"], "chrome-extension://abc"));
}

#[test]
fn an_allowed_origin_lets_no_other_in() {
    for sent in [
        "https://localhost:6274",
        "http://localhost:6275",
        "http://localhost",
        "http://localhost:6274/",
        "http://localhost:6274.evil",
        "http://localhost.:6274",
        "http://localhost.evil:6274",
        "http://127.0.0.1:6274",
        "http://user@localhost:6274",
        "http://localhost:06274x",
        "http://localhost:6274 ",
        " http://localhost:6274",
    ] {
        assert!(!origin(&["http://localhost:6274"], sent), "{sent}");
    }
    let front = Front::new(["http://localhost:6274"], []).unwrap();
    let (allowed, host) = (&b"http://localhost:6274"[..], &b"localhost"[..]);
    assert!(front.check(at("127.0.0.1"), [allowed, allowed], [host], None).is_err(), "twice");
    for bad in
        ["", "*", "null", "localhost", "http://", "http://*", "http://localhost:80:*", "http://localhost/", "://x"]
    {
        assert!(Front::new([bad], []).is_err(), "{bad}");
    }
}

#[test]
fn a_refusal_says_what_to_do() {
    let refused = Front::default().check(at("127.0.0.1"), [&b"https://example.org"[..]], [&b"localhost"[..]], None);
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("https://example.org") && refused.contains("QTMCP_ALLOW_ORIGIN"), "{refused}");
}
