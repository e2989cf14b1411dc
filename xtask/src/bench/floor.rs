//! The floor of a round trip: a WebSocket server in a process of its own that does nothing but answer.

use anyhow::{Context, Result};
use futures_util::{SinkExt, StreamExt};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use tokio::net::TcpListener;
use tokio_tungstenite::tungstenite::Message;

/// The server, as a hidden subcommand: it says its port on stdout and answers until its stdin closes.
#[derive(clap::Args)]
pub(crate) struct BareServer {}

impl BareServer {
    pub(crate) fn run(self) -> Result<()> {
        // Ends with whoever started it, however that ended.
        std::thread::spawn(|| {
            let _ = std::io::stdin().lines().count();
            std::process::exit(0);
        });
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await?;
            writeln!(std::io::stdout(), "{}", listener.local_addr()?.port())?;
            serve(listener).await
        })
    }
}

async fn serve(listener: TcpListener) -> Result<()> {
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let mut socket = tokio_tungstenite::accept_async(stream).await?;
        while let Some(Ok(message)) = socket.next().await {
            let Message::Text(text) = message else { continue };
            let length = text.split(' ').next().and_then(|number| number.parse().ok()).unwrap_or(text.len());
            if socket.send(Message::text("x".repeat(length))).await.is_err() {
                break;
            }
        }
    }
}

/// A request of `length` bytes that the bare server answers with `reply_length` bytes.
pub(super) fn bare_request(length: usize, reply_length: usize) -> String {
    format!("{reply_length} {:x<1$}", "", length.saturating_sub(reply_length.to_string().len() + 1))
}

/// The bare server, as long as this is kept.
pub(super) struct Bare {
    pub(super) url: String,
    child: Child,
}

impl Drop for Bare {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(super) fn start() -> Result<Bare> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("bare-server").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().context("cannot start the bare server")?;
    let stdout = child.stdout.take().context("the bare server has no stdout")?;
    let mut port = String::new();
    BufReader::new(stdout).read_line(&mut port)?;
    Ok(Bare { url: format!("ws://127.0.0.1:{}", port.trim()), child })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::socket::Socket;

    #[test]
    fn the_bare_server_answers_with_as_many_bytes_as_asked_for() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let url = format!("ws://{}", listener.local_addr().unwrap());
            let server = async { serve(listener).await.unwrap() };
            let client = async {
                let mut socket = Socket::connect(&url).await.unwrap();
                assert_eq!(socket.exchange(&bare_request(60, 100_000)).await.unwrap().len(), 100_000);
                assert_eq!(socket.exchange("hello").await.unwrap().len(), 5);
            };
            tokio::select! { () = server => {}, () = client => {} }
        });
    }

    #[test]
    fn the_bare_request_is_as_long_as_the_real_one() {
        assert_eq!(bare_request(20, 1234), "1234 xxxxxxxxxxxxxxx");
        assert_eq!(bare_request(2, 1234), "1234 ");
    }
}
