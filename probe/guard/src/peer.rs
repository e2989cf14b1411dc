//! Whose socket is at the other end of a connection within this machine, by what the kernel knows of it.

use crate::private::user;
use rustix::fd::AsFd;
use rustix::io::Result;
use rustix::net::{AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, netlink, sockopt};
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

/// Whether both ends are on loopback and the other one, at `theirs`, belongs to our own user. What cannot be found out is a
/// stranger.
#[must_use]
pub fn is_ours(ours: SocketAddr, theirs: SocketAddr) -> bool {
    let is_local = |address: SocketAddr| address.ip().to_canonical().is_loopback();
    is_local(ours) && is_local(theirs) && owner(theirs, ours) == Some(user()) && !is_also_for_others(user())
}

/// The user who owns the socket at `end` that is connected to `other`. Only a socket that is in use counts: one that was
/// closed has no owner any more, and the kernel then says 0, which is root.
#[must_use]
pub fn owner(end: SocketAddr, other: SocketAddr) -> Option<u32> {
    let pair = Pair::new(end, other)?;
    // Without it, in a sandbox for one, the tables tell the same.
    asked(&pair).ok().flatten().or_else(|| listed(&pair))
}

/// Has the kernel find out when the other side has vanished without a word, within some two minutes.
pub fn watch(connection: impl AsFd) -> Result<()> {
    sockopt::set_socket_keepalive(&connection, true)?;
    sockopt::set_tcp_keepidle(&connection, Duration::from_secs(60))?;
    sockopt::set_tcp_keepintvl(&connection, Duration::from_secs(15))?;
    sockopt::set_tcp_keepcnt(&connection, 4)
}

/// Both ends, in one family: an IPv4 address may come in the form that IPv6 sockets have for it.
struct Pair {
    end: (IpAddr, u16),
    other: (IpAddr, u16),
}

impl Pair {
    fn new(end: SocketAddr, other: SocketAddr) -> Option<Self> {
        let plain = |address: SocketAddr| (address.ip().to_canonical(), address.port());
        let pair = Self { end: plain(end), other: plain(other) };
        (pair.end.0.is_ipv4() == pair.other.0.is_ipv4()).then_some(pair)
    }
}

const AF_INET: u8 = 2;
const AF_INET6: u8 = 10;
const IPPROTO_TCP: u8 = 6;
const TCP_ESTABLISHED: u8 = 1;
const SOCK_DIAG_BY_FAMILY: u16 = 20;
const NLM_F_REQUEST: u16 = 1;
const HEAD_BYTES: usize = 16;
/// The family, two ports, two addresses, an interface and a cookie.
const REQUEST_BYTES: usize = 56;
const ANSWER_BYTES: usize = 72;

/// Asks for this one socket by `sock_diag(7)`: no table is read, however many connections there are.
fn asked(pair: &Pair) -> Result<Option<u32>> {
    let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
    let socket = rustix::net::socket_with(AddressFamily::NETLINK, SocketType::DGRAM, flags, Some(netlink::SOCK_DIAG))?;
    rustix::net::send(&socket, &request(pair), SendFlags::empty())?;
    // The kernel has answered by the time `send` returns.
    let mut answer = [0; 1024];
    let (length, _) = rustix::net::recv(&socket, &mut answer[..], RecvFlags::empty())?;
    Ok(answer.get(..length).and_then(|answer| owner_in(answer, pair)))
}

fn request(pair: &Pair) -> Vec<u8> {
    let mut message = Vec::with_capacity(HEAD_BYTES + REQUEST_BYTES);
    message.extend(((HEAD_BYTES + REQUEST_BYTES) as u32).to_ne_bytes());
    message.extend(SOCK_DIAG_BY_FAMILY.to_ne_bytes());
    message.extend(NLM_F_REQUEST.to_ne_bytes());
    message.extend([0; 8]);
    message.extend([family(pair), IPPROTO_TCP, 0, 0]);
    message.extend(u32::MAX.to_ne_bytes());
    message.extend(identity(pair));
    message.extend([0; 4]);
    // No cookie: whichever socket it is.
    message.extend([0xff; 8]);
    message
}

fn owner_in(answer: &[u8], pair: &Pair) -> Option<u32> {
    let kind = u16::from_ne_bytes(answer.get(4..6)?.try_into().ok()?);
    let body = answer.get(HEAD_BYTES..HEAD_BYTES + ANSWER_BYTES)?;
    let number = |at: usize| Some(u32::from_ne_bytes(body.get(at..at + 4)?.try_into().ok()?));
    // A listener on the same port would be found as well where the connection is gone.
    let is_it = kind == SOCK_DIAG_BY_FAMILY && body[1] == TCP_ESTABLISHED && body.get(4..8)? == &identity(pair)[..4];
    let (uid, inode) = (number(64)?, number(68)?);
    (is_it && inode != 0).then_some(uid)
}

fn family(pair: &Pair) -> u8 {
    if pair.end.0.is_ipv4() { AF_INET } else { AF_INET6 }
}

/// Ports and addresses as `struct inet_diag_sockid` has them.
fn identity(pair: &Pair) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(36);
    bytes.extend(pair.end.1.to_be_bytes());
    bytes.extend(pair.other.1.to_be_bytes());
    for ip in [pair.end.0, pair.other.0] {
        let from = bytes.len();
        match ip {
            IpAddr::V4(ip) => bytes.extend(ip.octets()),
            IpAddr::V6(ip) => bytes.extend(ip.octets()),
        }
        bytes.resize(from + 16, 0);
    }
    bytes
}

fn listed(pair: &Pair) -> Option<u32> {
    ["tcp", "tcp6"].into_iter().find_map(|table| {
        let lines = BufReader::new(fs::File::open(format!("/proc/thread-self/net/{table}")).ok()?).lines();
        lines.map_while(std::result::Result::ok).find_map(|line| owner_on(&line, pair))
    })
}

/// The owner, if this line of `/proc/net/tcp` is of this connection.
fn owner_on(line: &str, pair: &Pair) -> Option<u32> {
    let mut fields = line.split_ascii_whitespace().skip(1);
    let is_end =
        |field: &str, (ip, port): (IpAddr, u16)| spellings(ip).iter().any(|ip| *field == format!("{ip}:{port:04X}"));
    let is_it = is_end(fields.next()?, pair.end) && is_end(fields.next()?, pair.other) && fields.next()? == "01";
    let uid = fields.nth(3)?.parse().ok()?;
    (is_it && fields.nth(1)? != "0").then_some(uid)
}

/// An address as the tables write it: words in the machine's own order. One of IPv4 may stand in either table.
fn spellings(ip: IpAddr) -> Vec<String> {
    let words = |octets: &[u8]| -> String {
        octets
            .chunks_exact(4)
            .map(|word| format!("{:08X}", u32::from_ne_bytes([word[0], word[1], word[2], word[3]])))
            .collect()
    };
    match ip {
        IpAddr::V4(ip) => vec![words(&ip.octets()), words(&ip.to_ipv6_mapped().octets())],
        IpAddr::V6(ip) => vec![words(&ip.octets())],
    }
}

/// Whether the kernel may say this number of users that our namespace has no number for. Then it says nothing of who it is.
fn is_also_for_others(user: u32) -> bool {
    let overflow = fs::read_to_string("/proc/sys/kernel/overflowuid");
    if overflow.ok().and_then(|text| text.trim().parse().ok()).unwrap_or(65534) != user {
        return false;
    }
    let map = fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
    let mut numbers = map.split_ascii_whitespace();
    let has_all = numbers.next() == Some("0") && numbers.next() == Some("0") && numbers.next() == Some("4294967295");
    !has_all
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{TcpListener, TcpStream};

    fn connected(at: &str, to: &str) -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind(at).unwrap();
        let port = listener.local_addr().unwrap().port();
        let theirs = TcpStream::connect((to, port)).unwrap();
        (listener.accept().unwrap().0, theirs)
    }

    #[test]
    fn both_ways_find_the_owner_of_a_connected_socket() {
        for (at, to) in
            [("127.0.0.1:0", "127.0.0.1"), ("[::1]:0", "::1"), ("[::]:0", "127.0.0.1"), ("0.0.0.0:0", "127.0.0.2")]
        {
            let (ours, _theirs) = connected(at, to);
            let (local, peer) = (ours.local_addr().unwrap(), ours.peer_addr().unwrap());
            let pair = Pair::new(peer, local).unwrap();
            assert_eq!(asked(&pair), Ok(Some(user())), "{at}");
            assert_eq!(listed(&pair), Some(user()), "{at}");
            assert!(is_ours(local, peer), "{at}");
        }
    }

    #[test]
    fn a_socket_that_was_closed_is_nobodys() {
        let (ours, theirs) = connected("127.0.0.1:0", "127.0.0.1");
        let (local, peer) = (ours.local_addr().unwrap(), ours.peer_addr().unwrap());
        drop(theirs);
        let pair = Pair::new(peer, local).unwrap();
        // The other end has said goodbye and waits for ours: the tables have it, as root's.
        assert_eq!((asked(&pair).unwrap(), listed(&pair)), (None, None));
        drop(ours);
        assert_eq!((asked(&pair).ok().flatten(), listed(&pair), is_ours(local, peer)), (None, None, false));
    }

    #[test]
    fn a_listener_on_the_port_of_a_connection_that_is_gone_is_not_taken_for_it() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let gone = Pair::new(listener.local_addr().unwrap(), "127.0.0.1:1".parse().unwrap()).unwrap();
        assert_eq!((asked(&gone).ok().flatten(), listed(&gone)), (None, None));
    }

    #[test]
    fn a_line_of_the_table_is_read_by_its_columns() {
        let end = |port: u16| SocketAddr::from(([127, 0, 0, 1], port));
        let pair = Pair::new(end(0xd69c), end(0xe81b)).unwrap();
        let loopback = spellings(end(0).ip())[0].clone();
        let line = |state: &str, inode: &str| {
            format!(
                "  1: {loopback}:D69C {loopback}:E81B {state} 00000000:00000000 03:0000176E 00000000  1000  0 {inode} 3 0"
            )
        };
        assert_eq!(owner_on(&line("01", "77"), &pair), Some(1000));
        assert_eq!(owner_on(&line("06", "77"), &pair), None, "it waits for its end");
        assert_eq!(owner_on(&line("01", "0"), &pair), None, "nobody has it open");
        assert_eq!(owner_on("  sl  local_address rem_address   st", &pair), None);
        assert_eq!(owner_on("", &pair), None);
    }

    #[test]
    fn addresses_elsewhere_are_never_ours() {
        let (ours, theirs) = ("192.0.2.1:80".parse().unwrap(), "127.0.0.1:80".parse().unwrap());
        assert!(!is_ours(ours, theirs) && !is_ours(theirs, ours));
        assert_eq!(owner("[::1]:80".parse().unwrap(), theirs), None, "of two families");
    }

    #[test]
    fn a_watched_connection_has_its_timer() {
        let (ours, _theirs) = connected("127.0.0.1:0", "127.0.0.1");
        watch(&ours).unwrap();
        assert!(sockopt::socket_keepalive(&ours).unwrap());
        assert_eq!(sockopt::tcp_keepidle(&ours).unwrap(), Duration::from_secs(60));
    }
}
