//! From a bare connection to a client: what it asks for is looked at before anything it says is read, and nothing that it
//! does before it is let in reaches the app.

use crate::app::QtApp;
use crate::engine::Engine;
use crate::settings::Settings;
use futures_util::{SinkExt, StreamExt};
use qtmcp_guard::door::{PATIENCE, Place, Turned, Visitor, Who};
use qtmcp_guard::front::Arrived;
use qtmcp_guard::head::{Head, Read};
use qtmcp_guard::rules::Came;
use qtmcp_guard::token::Offer;
use qtmcp_tool::Access;
use qtmcp_tool::a11y::Refs;
use qtmcp_wire::{Code, Fault, Incoming, PROTOCOL, Reply, error_code};
use serde_json::{Value, json};
use std::io;
use std::os::fd::{AsFd, AsRawFd};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Message, Role, WebSocketConfig};

/// The method that shows the token.
pub(crate) const AUTHENTICATE: &str = "authenticate";

/// What somebody may send before he has shown the token.
const BEFORE_TOKEN_BYTES: usize = 8 << 10;

/// How long the rest of a refused request is read, so that the refusal is not lost with the connection.
const FAREWELL: Duration = Duration::from_millis(500);

/// What a client comes through.
pub(crate) trait Stream: AsyncRead + AsyncWrite + AsRawFd + AsFd + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + AsRawFd + AsFd + Send + Unpin> Stream for T {}

/// A client that is in.
pub(crate) struct Admitted<S> {
    pub(crate) socket: WebSocketStream<Metered<S>>,
    /// The app as this client is to see it.
    pub(crate) app: QtApp,
    pub(crate) place: Place,
    pub(crate) asked: Asked,
}

/// What a client asks for itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    /// The most it wants to be allowed.
    pub(crate) access: Access,
    /// Whether it notes its calls itself.
    pub(crate) is_audited: bool,
}

/// A client on its way in.
pub(crate) struct Newcomer<'a> {
    pub(crate) came: Came,
    pub(crate) who: Who,
    pub(crate) visitor: Visitor,
    pub(crate) engine: &'a Arc<Engine>,
    pub(crate) settings: &'a Settings,
}

/// Why a request is not served: the status, a line of words, and headers that belong to the status.
struct Refusal {
    status: &'static str,
    words: String,
    headers: &'static str,
}

impl Refusal {
    fn new(status: &'static str, words: impl Into<String>) -> Self {
        Self { status, words: words.into(), headers: "" }
    }
}

/// What a request that is served asks for.
struct Wish {
    accept: String,
    /// The block that its refs are from.
    block: Option<u32>,
    asked: Asked,
    /// `None` for one that is still to show the token.
    place: Option<Place>,
}

impl Newcomer<'_> {
    /// Lets the client in, or tells it why not.
    pub(crate) async fn admit<S: Stream>(&self, mut stream: S) -> Option<Admitted<S>> {
        let deciding = async {
            let (read, rest) = head_of(&mut stream).await.ok()?;
            let refusal = match read {
                Ok(head) => match self.decide(&head) {
                    Ok(wish) => return Some((wish, rest)),
                    Err(refusal) => refusal,
                },
                Err(why) => Refusal::new("400 Bad Request", format!("This is a WebSocket, and {why}.")),
            };
            tracing::debug!("refused with {}: {}", refusal.status, refusal.words);
            let _ = refuse(&mut stream, &refusal).await;
            None
        };
        let (wish, rest) = tokio::select! {
            decided = deciding => decided?,
            turned = self.visitor.turned_away() => {
                tracing::debug!("no WebSocket: {}", told(turned));
                return None;
            }
        };
        let answer = format!(
            "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: {}\r\n\r\n",
            wish.accept
        );
        stream.write_all(answer.as_bytes()).await.ok()?;
        let limits = WebSocketConfig::default()
            .max_message_size(Some(self.settings.max_message_bytes))
            .max_frame_size(Some(self.settings.max_message_bytes));
        let left = if wish.place.is_some() { None } else { Some(BEFORE_TOKEN_BYTES) };
        let stream = Metered { stream, left };
        let mut socket = WebSocketStream::from_partially_read(stream, rest, Role::Server, Some(limits)).await;
        let place = match wish.place {
            Some(place) => place,
            None => self.authenticate(&mut socket).await?,
        };
        socket.get_mut().left = None;
        let app = match wish.block {
            Some(block) => QtApp::with_refs(self.engine, block)?,
            None => QtApp::new(self.engine),
        };
        Some(Admitted { socket, app, place, asked: wish.asked })
    }

    fn decide(&self, head: &Head) -> Result<Wish, Refusal> {
        let (settings, rules) = (self.settings, &self.settings.rules);
        let arrived = Arrived { at: self.came.at(), origins_by: "QTMCP_ALLOW_ORIGIN", hosts_by: "QTMCP_ALLOW_HOST" };
        let checked = rules.front.check(arrived, head.all("origin"), head.all("host"), head.host_in_target());
        checked.map_err(|refused| Refusal::new("403 Forbidden", refused.0))?;
        let accept = accept_key(head)?;
        if let Some(spoken) = head.parameter("protocol").filter(|spoken| spoken.parse() != Ok(PROTOCOL)) {
            let version = env!("CARGO_PKG_VERSION");
            let spoken: String = spoken.chars().take(16).filter(char::is_ascii_alphanumeric).collect();
            let words = format!(
                "The client asks for protocol {spoken} and the probe, of qtmcp {version}, speaks protocol {PROTOCOL}. Use \
                 qtmcp and libqtmcp.so of the same version, and start the app anew with it."
            );
            return Err(Refusal::new("400 Bad Request", words));
        }
        let offer =
            rules.token.as_ref().map_or(Offer::Nothing, |token| token.offered(head.all("authorization"), head.query()));
        let is_in = self.who == Who::Own || offer == Offer::Right;
        if !is_in && offer == Offer::Wrong {
            let headers = "WWW-Authenticate: Bearer realm=\"qtmcp\", error=\"invalid_token\"\r\n";
            return Err(Refusal { headers, ..Refusal::new("401 Unauthorized", WRONG_TOKEN) });
        }
        let block = match head.parameter("refs").map(str::parse) {
            None => None,
            Some(Ok(block)) if Refs::in_block(block).is_some() => Some(block),
            Some(_) => {
                return Err(Refusal::new("400 Bad Request", "`refs` is the number of a block, from 0 to 99999."));
            }
        };
        let access = match head.parameter("access").map(str::parse) {
            None => Access::Full,
            Some(Ok(access)) => access,
            Some(Err(_)) => return Err(Refusal::new("400 Bad Request", "`access` is full, act or read.")),
        };
        let is_audited = head.parameter("audited") == Some("1");
        let full = || Refusal {
            headers: "Retry-After: 1\r\n",
            ..Refusal::new("503 Service Unavailable", all_taken(settings))
        };
        let place = if is_in { Some(self.visitor.enter().ok_or_else(full)?) } else { None };
        Ok(Wish { accept, block, asked: Asked { access, is_audited }, place })
    }

    /// Waits for the token as the first message, and reads nothing else.
    async fn authenticate<S: Stream>(&self, socket: &mut WebSocketStream<Metered<S>>) -> Option<Place> {
        let outcome = tokio::select! {
            message = socket.next() => match message {
                Some(Ok(Message::Text(text))) => self.check_first(text.as_str()),
                Some(Ok(Message::Close(_))) | Some(Err(_)) | None => return None,
                Some(Ok(_)) => Err(denied(Value::Null, NO_TOKEN)),
            },
            turned = self.visitor.turned_away() => {
                tracing::debug!("not authenticated: {}", told(turned));
                Err(denied(Value::Null, format!("{} {NO_TOKEN}", sentence(turned))))
            }
        };
        let (reply, place) = match outcome {
            Ok((reply, place)) => (reply, Some(place)),
            Err(reply) => (*reply, None),
        };
        let text = serde_json::to_string(&reply).ok()?;
        // Somebody who does not read is not waited for.
        let sending = async {
            socket.send(Message::text(text)).await.ok()?;
            if place.is_none() {
                let reason = "not authenticated".into();
                let _ = socket.close(Some(CloseFrame { code: CloseCode::Policy, reason })).await;
            }
            place
        };
        tokio::time::timeout(PATIENCE, sending).await.ok().flatten()
    }

    fn check_first(&self, text: &str) -> Result<(Reply, Place), Box<Reply>> {
        let Ok(Incoming::One(Ok(request))) = qtmcp_wire::parse(text) else {
            return Err(denied(Value::Null, NO_TOKEN));
        };
        let id = request.id.clone().unwrap_or(Value::Null);
        if request.method != AUTHENTICATE {
            return Err(denied(id, NO_TOKEN));
        }
        let reply = authenticated(id.clone(), &request.params, self.settings)?;
        let place = self.visitor.enter().ok_or_else(|| denied(id, all_taken(self.settings)))?;
        Ok((reply, place))
    }
}

const NO_TOKEN: &str = "The first message must be `authenticate` with the token.";
const WRONG_TOKEN: &str = "The token is not that of this app. It is in the file <pid>.json of the app's registry directory, or \
                           what QTMCP_TOKEN was set to.";

/// The answer to `authenticate`.
pub(crate) fn authenticated(id: Value, params: &Value, settings: &Settings) -> Result<Reply, Box<Reply>> {
    let given = params.get("token").and_then(Value::as_str).unwrap_or_default();
    match &settings.rules.token {
        Some(token) if token.is(given.as_bytes()) => Ok(Reply::result(id, json!({"authenticated": true}))),
        _ => Err(denied(id, WRONG_TOKEN)),
    }
}

fn denied(id: Value, message: impl Into<String>) -> Box<Reply> {
    let next =
        "Connect with the token: the header `Authorization: Bearer …`, `?token=…`, or the message `authenticate`.";
    let mut reply = Reply::fault(id, Fault::new(Code::Denied, message).next(next));
    if let Some(error) = &mut reply.error {
        error.code = error_code::NOT_AUTHENTICATED;
    }
    Box::new(reply)
}

fn all_taken(settings: &Settings) -> String {
    let most = settings.rules.limits.connections;
    format!("All {most} connections are taken: close one, or start the app with a larger QTMCP_MAX_CONNECTIONS.")
}

fn told(turned: Turned) -> &'static str {
    match turned {
        Turned::Late => "it took too long",
        Turned::Pushed => "others came",
    }
}

fn sentence(turned: Turned) -> &'static str {
    match turned {
        Turned::Late => "It took too long.",
        Turned::Pushed => "Too many wait for the same.",
    }
}

/// Reads a head, and whatever came with it; the reason where it is none.
async fn head_of(stream: &mut impl Stream) -> io::Result<(Result<Head, String>, Vec<u8>)> {
    let mut bytes = Vec::new();
    loop {
        match Head::read(&bytes) {
            Read::Whole(head, length) => return Ok((Ok(head), bytes.split_off(length))),
            Read::Malformed(why) => return Ok((Err(why), Vec::new())),
            Read::Part if stream.read_buf(&mut bytes).await? > 0 => {}
            Read::Part => return Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

fn accept_key(head: &Head) -> Result<String, Refusal> {
    let bad = |words: &str| Refusal::new("400 Bad Request", words);
    let is_upgrade = head.lists("upgrade", "websocket") && head.lists("connection", "upgrade");
    if head.method != "GET" || !is_upgrade {
        return Err(bad("This is a WebSocket: connect to it with a WebSocket client, as ws://host:port."));
    }
    if head.one("sec-websocket-version") != Some(b"13") {
        let headers = "Sec-WebSocket-Version: 13\r\n";
        return Err(Refusal {
            headers,
            ..Refusal::new("426 Upgrade Required", "Only version 13 of WebSocket is spoken.")
        });
    }
    let key = head.one("sec-websocket-key").filter(|key| key.len() == 24);
    key.map(derive_accept_key).ok_or_else(|| bad("The header Sec-WebSocket-Key is missing, or is none."))
}

async fn refuse(stream: &mut impl Stream, refusal: &Refusal) -> io::Result<()> {
    let Refusal { status, words, headers } = refusal;
    let length = words.len() + 1;
    let answer = format!(
        "HTTP/1.1 {status}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {length}\r\n\
         {headers}\r\n{words}\n"
    );
    stream.write_all(answer.as_bytes()).await?;
    stream.shutdown().await?;
    // Closed with something unread, the connection would take the answer with it.
    let mut nowhere = [0; 4096];
    let rest = async { while stream.read(&mut nowhere).await.is_ok_and(|read| read > 0) {} };
    let _ = tokio::time::timeout(FAREWELL, rest).await;
    Ok(())
}

/// A stream of which only so much is read until its client is known.
pub(crate) struct Metered<S> {
    stream: S,
    left: Option<usize>,
}

impl<S: AsyncRead + Unpin> AsyncRead for Metered<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.left == Some(0) {
            return Poll::Ready(Err(io::Error::new(io::ErrorKind::InvalidData, "too much before the token")));
        }
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        let came = buffer.filled().len() - before;
        self.left = self.left.map(|left| left.saturating_sub(came));
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Metered<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
