//! A bare WebSocket connection, so that a measurement has nothing in it but the exchange.

use anyhow::{Context, Result, ensure};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// One connection.
pub(crate) struct Socket {
    stream: WebSocketStream<TcpStream>,
}

impl Socket {
    pub(crate) async fn connect(url: &str) -> Result<Self> {
        let address = url.trim_start_matches("ws://").trim_end_matches('/');
        let stream = TcpStream::connect(address).await.with_context(|| format!("cannot connect to {url}"))?;
        stream.set_nodelay(true)?;
        let (stream, _) = tokio_tungstenite::client_async(format!("ws://{address}/"), stream).await?;
        Ok(Self { stream })
    }

    /// Sends a text and waits for the next.
    pub(crate) async fn exchange(&mut self, request: &str) -> Result<String> {
        self.send(request).await?;
        self.receive().await
    }

    pub(crate) async fn send(&mut self, request: &str) -> Result<()> {
        Ok(self.stream.send(Message::text(request)).await?)
    }

    /// The next text; an error once the connection has ended.
    pub(crate) async fn receive(&mut self) -> Result<String> {
        loop {
            match self.stream.next().await.context("the connection ended")?? {
                Message::Text(text) => return Ok(text.as_str().to_owned()),
                Message::Close(reason) => anyhow::bail!("the connection was closed: {reason:?}"),
                _ => {}
            }
        }
    }

    /// Says goodbye, and waits until the other side has.
    pub(crate) async fn close(mut self) -> Result<()> {
        self.stream.close(None).await?;
        while let Some(Ok(_)) = self.stream.next().await {}
        Ok(())
    }

    /// A call's result; events that come before it are passed over.
    pub(crate) async fn call(&mut self, method: &str, params: Value) -> Result<Value> {
        let request = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string();
        let mut reply: Value = serde_json::from_str(&self.exchange(&request).await?)?;
        while reply.get("id").is_none() {
            reply = serde_json::from_str(&self.receive().await?)?;
        }
        ensure!(reply.get("error").is_none(), "{method}: {}", reply["error"]);
        Ok(reply["result"].take())
    }

    /// The id of the only object of that name.
    pub(crate) async fn id_of(&mut self, name: &str) -> Result<Value> {
        let mut found = self.call("findByObjectName", json!({"name": name})).await?;
        let id = found["objects"][0]["id"].take();
        ensure!(id.is_string(), "the gallery has no `{name}`");
        Ok(id)
    }
}
