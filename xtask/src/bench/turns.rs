//! Round trips timed in turns, so that whatever else the machine does falls on all that are compared.

use crate::socket::Socket;
use anyhow::{Result, ensure};
use serde_json::{Value, json};
use std::time::Instant;

const TURNS: usize = 10;

/// A call as it goes over the wire.
pub(super) fn request(method: &str, params: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string()
}

/// Makes a call once and gives its reply as it came; a fault is an error.
pub(super) async fn try_out(socket: &mut Socket, request: &str) -> Result<String> {
    let reply = socket.exchange(request).await?;
    let parsed: Value = serde_json::from_str(&reply)?;
    ensure!(parsed.get("error").is_none(), "{request}: {}", parsed["error"]);
    Ok(reply)
}

/// Microseconds of `count` exchanges of each of the requests, each on the socket of that index.
pub(super) async fn time<const N: usize>(
    sockets: &mut [&mut Socket],
    requests: [(usize, &str); N],
    count: usize,
) -> Result<[Vec<f64>; N]> {
    let mut times = [const { Vec::new() }; N];
    for _ in 0..TURNS.min(count) {
        for ((socket, request), times) in requests.iter().zip(&mut times) {
            for _ in 0..(count / TURNS).max(1) {
                let began = Instant::now();
                sockets[*socket].exchange(request).await?;
                times.push(began.elapsed().as_secs_f64() * 1e6);
            }
        }
    }
    Ok(times)
}
