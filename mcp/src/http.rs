//! MCP over HTTP, for programs on this machine: loopback only, and no web page gets in.

use crate::console;
use crate::handler::Handler;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use std::future::Future;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// How long a client of the older protocol may say nothing: its user may be at lunch.
const KEEP_ALIVE: Duration = Duration::from_secs(12 * 3600);

/// Where to listen: an address with a port, or a port on 127.0.0.1. Only loopback: whoever reaches it controls the app.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Address(SocketAddr);

impl std::str::FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let port = text.strip_prefix(':').unwrap_or(text).parse().ok().map(|port| (Ipv4Addr::LOCALHOST, port).into());
        let named = text.strip_prefix("localhost:").and_then(|port| port.parse().ok());
        let named = named.map(|port| (Ipv4Addr::LOCALHOST, port).into());
        let address: SocketAddr = port
            .or(named)
            .or_else(|| text.parse().ok())
            .ok_or("an address is a port, or an IP address and a port such as 127.0.0.1:8765")?;
        if !address.ip().is_loopback() {
            return Err("without authentication only loopback addresses are served, such as 127.0.0.1:8765; from \
                        another machine use an SSH tunnel"
                .to_owned());
        }
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
    let taken = |error: io::Error| io::Error::new(error.kind(), format!("cannot listen on {}: {error}", address.0));
    let listener = TcpListener::bind(address.0).await.map_err(taken)?;
    // Without validation an empty list would let every page in.
    let config = StreamableHttpServerConfig::default().with_allowed_origins(origins).enforce_origin_validation();
    let stop = config.cancellation_token.clone();
    let make = move || Ok(handler.anew());
    let mut sessions = LocalSessionManager::default();
    sessions.session_config.keep_alive = Some(KEEP_ALIVE);
    let service = StreamableHttpService::new(make, Arc::new(sessions), config);
    let router = axum::Router::new().route_service("/mcp", service.clone()).route_service("/", service);
    console::note(format!("listening on http://{}/mcp", listener.local_addr()?));
    let serving = axum::serve(listener, router);
    tokio::select! {
        served = serving.into_future() => served,
        () = until => {
            stop.cancel();
            Ok(())
        }
    }
}
