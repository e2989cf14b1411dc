//! A WebSocket by hand, for what no well-behaved client sends: broken frames, half handshakes, and reading nothing.

use crate::{PATIENCE, Value};
use std::io;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// The key of the specification's own example.
const KEY: &str = "dGhlIHNhbXBsZSBub25jZQ==";

/// What a frame carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The rest of a message that came in parts.
    Continuation = 0,
    /// UTF-8.
    Text = 1,
    /// Bytes.
    Binary = 2,
    /// Goodbye.
    Close = 8,
    /// Are you there.
    Ping = 9,
    /// I am.
    Pong = 10,
}

/// Whether a frame ends its message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fin {
    /// It does.
    Last,
    /// More frames follow.
    More,
}

/// A bare TCP connection to a probe.
pub struct RawSocket {
    stream: TcpStream,
}

impl RawSocket {
    /// A TCP connection without a handshake.
    pub async fn tcp(url: &str) -> Self {
        let stream = TcpStream::connect(url.trim_start_matches("ws://")).await;
        Self { stream: stream.unwrap_or_else(|error| panic!("{url}: {error}")) }
    }

    /// A WebSocket connection.
    pub async fn open(url: &str) -> Self {
        let mut socket = Self::tcp(url).await;
        let answer = socket.handshake(&[]).await;
        assert!(answer.starts_with("HTTP/1.1 101 "), "{answer}");
        socket
    }

    /// Asks for a WebSocket, with more headers, and answers with the head of the reply.
    pub async fn handshake(&mut self, headers: &[&str]) -> String {
        let mut request = format!(
            "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {KEY}\r\n"
        );
        for header in headers {
            request += &format!("{header}\r\n");
        }
        self.send(format!("{request}\r\n").as_bytes()).await.unwrap_or_else(|error| panic!("{error}"));
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            match timeout(PATIENCE, self.stream.read_u8()).await {
                Ok(Ok(byte)) => head.push(byte),
                _ => break,
            }
        }
        String::from_utf8_lossy(&head).into_owned()
    }

    /// Sends bytes as they are.
    pub async fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes).await
    }

    /// Sends one frame.
    pub async fn send_frame(&mut self, fin: Fin, kind: Kind, payload: &[u8]) -> io::Result<()> {
        let mut frame = frame_head(fin, kind, payload.len());
        frame.extend_from_slice(payload);
        self.send(&frame).await
    }

    /// Sends a text message.
    pub async fn send_text(&mut self, text: &str) -> io::Result<()> {
        self.send_frame(Fin::Last, Kind::Text, text.as_bytes()).await
    }

    /// The next frame; `None` once the connection has ended.
    pub async fn next_frame(&mut self) -> Option<(Kind, Vec<u8>)> {
        let read = async {
            let head = self.stream.read_u16().await?;
            let length = match head & 0x7f {
                126 => u64::from(self.stream.read_u16().await?),
                127 => self.stream.read_u64().await?,
                short => u64::from(short),
            };
            let mut payload = vec![0; usize::try_from(length).map_err(io::Error::other)?];
            self.stream.read_exact(&mut payload).await?;
            let kind = match (head >> 8) & 0xf {
                1 => Kind::Text,
                8 => Kind::Close,
                9 => Kind::Ping,
                10 => Kind::Pong,
                other => panic!("a probe sends no frame of kind {other}"),
            };
            io::Result::Ok((kind, payload))
        };
        timeout(PATIENCE, read).await.unwrap_or_else(|_| panic!("no frame came")).ok()
    }

    /// The next text message, as JSON.
    pub async fn next_json(&mut self) -> Value {
        let Some((Kind::Text, text)) = self.next_frame().await else { panic!("the connection ended") };
        serde_json::from_slice(&text).unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&text)))
    }

    /// Waits until the other side has ended the connection, whatever it sent before.
    pub async fn ended(&mut self) {
        let mut rest = Vec::new();
        let read = timeout(PATIENCE, self.stream.read_to_end(&mut rest)).await;
        assert!(read.is_ok(), "the connection stays open");
    }

    /// Waits until the other side has closed, and answers with the code it gave, if it gave one.
    pub async fn closed(&mut self) -> Option<u16> {
        while let Some((kind, payload)) = self.next_frame().await {
            if let (Kind::Close, [high, low, ..]) = (kind, &payload[..]) {
                return Some(u16::from_be_bytes([*high, *low]));
            }
        }
        None
    }
}

/// The head of a frame from a client. A mask of zeros leaves the payload as it is.
#[must_use]
pub fn frame_head(fin: Fin, kind: Kind, length: usize) -> Vec<u8> {
    let first = kind as u8 | if fin == Fin::Last { 0x80 } else { 0 };
    let mut head = vec![first];
    match length {
        0..126 => head.push(0x80 | length as u8),
        126..0x1_0000 => {
            head.push(0x80 | 126);
            head.extend_from_slice(&(length as u16).to_be_bytes());
        }
        _ => {
            head.push(0x80 | 127);
            head.extend_from_slice(&(length as u64).to_be_bytes());
        }
    }
    head.extend_from_slice(&[0; 4]);
    head
}
