//! MCP over HTTP: who connects is looked at as the probe looks at its clients, by the same rules.

mod guest;
mod token_file;

use crate::console;
use crate::handler::Handler;
use guest::{Guest, Shared};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use qtmcp_guard::door::Door;
use qtmcp_guard::peer;
use qtmcp_guard::rules::{Came, Rules};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use token_file::TokenFile;
use tokio::net::{TcpListener, TcpStream};

/// How long a client of the older protocol may say nothing: its user may be at lunch.
const KEEP_ALIVE: Duration = Duration::from_secs(12 * 3600);

/// How long a connection that is in may go without a request, or take for the head of one. Longer than clients keep theirs.
const IDLE: Duration = Duration::from_secs(120);

const LARGEST_HEAD_BYTES: usize = 64 << 10;

/// Where to listen: an address with a port, or a port on 127.0.0.1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Address(SocketAddr);

impl std::str::FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let port = text.strip_prefix(':').unwrap_or(text).parse().ok().map(|port| (Ipv4Addr::LOCALHOST, port).into());
        let named = text.strip_prefix("localhost:").and_then(|port| port.parse().ok());
        let named = named.map(|port| (Ipv4Addr::LOCALHOST, port).into());
        let address = port
            .or(named)
            .or_else(|| text.parse().ok())
            .ok_or("an address is a port, or an IP address and a port such as 127.0.0.1:8765")?;
        Ok(Self(address))
    }
}

/// Serves until `until` completes. Of web pages only those of `origins` get in.
pub(crate) async fn serve(
    address: Address,
    origins: Vec<String>,
    handler: Handler,
    until: impl Future<Output = ()>,
) -> io::Result<()> {
    let (mut rules, complaints) = Rules::read(|name| std::env::var(name).ok());
    complaints.iter().for_each(console::note);
    rules.front.allow_origins(origins.iter().map(String::as_str)).map_err(io::Error::other)?;
    let taken = |error: io::Error| io::Error::new(error.kind(), format!("cannot listen on {}: {error}", address.0));
    let listener = TcpListener::bind(address.0).await.map_err(taken)?;
    let bound = listener.local_addr()?;
    // Host and Origin are looked at before a request gets this far.
    let config = StreamableHttpServerConfig::default()
        .disable_allowed_hosts()
        .disable_allowed_origins()
        .with_max_request_body_bytes(rules.limits.message_bytes);
    let stop = config.cancellation_token.clone();
    let make = move || Ok(handler.anew());
    let mut sessions = LocalSessionManager::default();
    sessions.session_config.keep_alive = Some(KEEP_ALIVE);
    let service = StreamableHttpService::new(make, Arc::new(sessions), config);
    console::note(format!("listening on http://{bound}/mcp"));
    let _token_file = tell_of_token(&rules, bound);
    let shared = Arc::new(Shared { door: Door::new(rules.limits.connections), rules, service });
    tokio::select! {
        () = accept(&listener, bound, &shared) => {}
        () = until => stop.cancel(),
    }
    Ok(())
}

/// Writes the token where only this user can read it. What it is, nobody is told.
fn tell_of_token(rules: &Rules, bound: SocketAddr) -> Option<TokenFile> {
    if let Some(warning) = rules.warning(bound.ip()) {
        console::note(warning);
    }
    let file = rules.token.as_ref().map(|token| TokenFile::write(&format!("http://{bound}/mcp"), token));
    if rules.is_token_required(bound.ip()) && !rules.is_token_given {
        match &file {
            Some(Ok(file)) => console::note(format!("clients need the token in {}", file.path().display())),
            _ => console::note("clients need a token that nobody knows: set QTMCP_TOKEN"),
        }
    }
    file?.ok()
}

async fn accept(listener: &TcpListener, bound: SocketAddr, shared: &Arc<Shared>) {
    loop {
        let accepted = listener.accept().await;
        let came = accepted.and_then(|(stream, theirs)| {
            let came = Came::Tcp { bound: bound.ip(), ours: stream.local_addr()?, theirs };
            Ok((stream, came))
        });
        match came {
            Ok((stream, came)) => {
                let guest = Guest::new(came, shared).await;
                tokio::spawn(serve_one(stream, guest));
            }
            Err(error) => {
                // Out of descriptors, most likely, which passes.
                console::note(format!("a connection could not be taken: {error}"));
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

async fn serve_one(stream: TcpStream, guest: Guest) {
    // Small answers must not wait for the acknowledgement of the ones before.
    let _ = stream.set_nodelay(true);
    let _ = peer::watch(&stream);
    let guest = Arc::new(guest);
    let answering = Arc::clone(&guest);
    let service = service_fn(move |request| {
        let guest = Arc::clone(&answering);
        async move { Ok::<_, Infallible>(guest.answer(request).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(IDLE)
        .max_buf_size(LARGEST_HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service);
    tokio::select! {
        // However it ended, there is nobody left to tell.
        _ = connection => {}
        _ = guest.turned_away() => {}
    }
}
