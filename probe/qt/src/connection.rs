//! One client: its requests run side by side, its replies and events go out in one stream.

use crate::answer;
use crate::app::QtApp;
use crate::calls::Calls;
use crate::engine::Engine;
use crate::fork::ClosedInChildren;
use crate::presence::Presence;
use crate::settings::Settings;
use futures_util::{SinkExt, StreamExt};
use qtmcp_modes::CATALOG;
use qtmcp_tool::{Event, EventSink, Session};
use qtmcp_wire::{Incoming, Reply, error_code};
use serde_json::{Value, json};
use std::os::fd::AsRawFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::{CapacityError, Error};
use tokio_tungstenite::tungstenite::handshake::server::{ErrorResponse, Request as Upgrade, Response as Upgraded};
use tokio_tungstenite::tungstenite::http::StatusCode;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Message, WebSocketConfig};

/// Messages of one client that are not answered yet, or whose answer it has not read; further ones wait unread.
const MAX_IN_FLIGHT: usize = 64;

/// The notification that ends a call, by the id of its request.
const CANCEL: &str = "cancel";

/// Events a slow client may leave unread; further ones are counted and dropped.
const MAX_EVENTS: usize = 10_000;

/// How long a client may take to become a WebSocket; one that never does must not keep others out.
const HANDSHAKE_WITHIN: Duration = Duration::from_secs(5);

type Outbox = mpsc::UnboundedSender<Outgoing>;

/// A message's place among those in flight, given back once its reply is written.
type Place = OwnedSemaphorePermit;

enum Outgoing {
    Reply(String, Place),
    Event(String),
    Close(CloseCode, &'static str),
}

/// Serves one client until it goes.
pub(crate) async fn serve(stream: impl Stream, engine: &Arc<Engine>, settings: &Settings) {
    let _closed_in_children = ClosedInChildren::new(&stream);
    let limits = WebSocketConfig::default()
        .max_message_size(Some(settings.max_message_bytes))
        .max_frame_size(Some(settings.max_message_bytes));
    let mut app = None;
    #[allow(clippy::result_large_err)]
    let admit = |upgrade: &Upgrade, response: Upgraded| {
        app = Some(admit(upgrade, engine)?);
        Ok(response)
    };
    let accepting = tokio_tungstenite::accept_hdr_async_with_config(stream, admit, Some(limits));
    let socket = match tokio::time::timeout(HANDSHAKE_WITHIN, accepting).await {
        Ok(Ok(socket)) => socket,
        Ok(Err(error)) => return tracing::debug!("no WebSocket: {error}"),
        Err(_) => return tracing::debug!("no WebSocket: no handshake within {} s", HANDSHAKE_WITHIN.as_secs()),
    };
    let Some(app) = app else { return };
    let _presence = Presence::new(engine);
    let (outbox, inbox) = mpsc::unbounded_channel();
    let backlog = Arc::new(Backlog::default());
    let most_bytes = settings.max_message_bytes;
    let events = event_sink(outbox.clone(), Arc::clone(&backlog), most_bytes);
    let session = Session::new(Arc::new(app), CATALOG, settings.mode, settings.timeout, events)
        .with_dialect(settings.dialect)
        .with_budget(settings.fit);
    let session = Arc::new(session);
    let (writer, reader) = socket.split();
    tokio::select! {
        () = write(writer, inbox, backlog) => {}
        () = read(reader, &session, &outbox) => {}
    }
}

/// What a client comes through.
pub(crate) trait Stream: AsyncRead + AsyncWrite + AsRawFd + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + AsRawFd + Send + Unpin> Stream for T {}

/// The app as this client is to see it. Web pages may not talk to apps: a browser names the page it acts for, every
/// other client names none.
#[allow(clippy::result_large_err)]
fn admit(upgrade: &Upgrade, engine: &Arc<Engine>) -> Result<QtApp, ErrorResponse> {
    let refused = |status: StatusCode, why: &str| {
        let mut refusal = ErrorResponse::new(Some(why.to_owned()));
        *refusal.status_mut() = status;
        refusal
    };
    if upgrade.headers().contains_key("origin") {
        return Err(refused(StatusCode::FORBIDDEN, "Requests from web pages are refused."));
    }
    let query = upgrade.uri().query().unwrap_or_default();
    let Some(block) = query.split('&').find_map(|part| part.strip_prefix("refs=")) else {
        return Ok(QtApp::new(engine));
    };
    let app = block.parse().ok().and_then(|block| QtApp::with_refs(engine, block));
    app.ok_or_else(|| refused(StatusCode::BAD_REQUEST, "`refs` is the number of a block, from 0 to 99999."))
}

#[derive(Default)]
struct Backlog {
    events: AtomicUsize,
    bytes: AtomicUsize,
    dropped: AtomicU64,
}

/// Where the events of a session go. What waits for a slow client is bounded in number and in bytes.
fn event_sink(outbox: Outbox, backlog: Arc<Backlog>, most_bytes: usize) -> EventSink {
    Arc::new(move |event| {
        if backlog.events.load(Ordering::Relaxed) >= MAX_EVENTS || backlog.bytes.load(Ordering::Relaxed) >= most_bytes {
            backlog.dropped.fetch_add(1, Ordering::Relaxed);
            return;
        }
        let text = event.to_json().to_string();
        backlog.events.fetch_add(1, Ordering::Relaxed);
        backlog.bytes.fetch_add(text.len(), Ordering::Relaxed);
        let _ = outbox.send(Outgoing::Event(text));
    })
}

type Writer<S> = futures_util::stream::SplitSink<WebSocketStream<S>, Message>;
type Reader<S> = futures_util::stream::SplitStream<WebSocketStream<S>>;

async fn write(mut writer: Writer<impl Stream>, mut inbox: mpsc::UnboundedReceiver<Outgoing>, backlog: Arc<Backlog>) {
    while let Some(outgoing) = inbox.recv().await {
        let sent = match outgoing {
            Outgoing::Reply(text, place) => {
                let sent = writer.send(Message::text(text)).await;
                drop(place);
                sent
            }
            Outgoing::Event(text) => {
                backlog.events.fetch_sub(1, Ordering::Relaxed);
                backlog.bytes.fetch_sub(text.len(), Ordering::Relaxed);
                let dropped = backlog.dropped.swap(0, Ordering::Relaxed);
                if dropped > 0 {
                    let count = Event { kind: "eventsDropped".to_owned(), data: json!({"count": dropped}) };
                    let _ = writer.feed(Message::text(count.to_json().to_string())).await;
                }
                writer.send(Message::text(text)).await
            }
            Outgoing::Close(code, reason) => {
                let frame = CloseFrame { code, reason: reason.into() };
                let _ = writer.send(Message::Close(Some(frame))).await;
                return;
            }
        };
        if sent.is_err() {
            return;
        }
    }
}

async fn read(mut reader: Reader<impl Stream>, session: &Arc<Session>, outbox: &Outbox) {
    let mut calls = Calls::default();
    let places = Arc::new(Semaphore::new(MAX_IN_FLIGHT));
    loop {
        let Some(message) = reader.next().await else { return };
        let incoming = match message {
            Ok(Message::Text(text)) => qtmcp_wire::parse(text.as_str()),
            Ok(Message::Binary(_)) => {
                let message = "binary frames are not taken; send JSON as text";
                Err(Box::new(Reply::error(Value::Null, error_code::INVALID_REQUEST, message)))
            }
            Ok(Message::Close(_)) | Err(Error::ConnectionClosed) => return,
            Ok(_) => continue,
            Err(error) => return refuse(&error, outbox, &places).await,
        };
        // Not in need of a place: it may be what gives one back.
        let incoming = match incoming {
            Ok(Incoming::One(Ok(request))) if request.method == CANCEL => {
                let is_cancelled = request.params.get("id").is_some_and(|id| calls.cancel(id));
                let Some(id) = request.id else { continue };
                Err(Box::new(Reply::result(id, json!({"cancelled": is_cancelled}))))
            }
            other => other,
        };
        // Before the next message is read: a client that sends and never reads is held by TCP, not by our memory.
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        match incoming {
            Err(reply) => send(outbox, &reply, place),
            Ok(Incoming::One(request)) => {
                let id = request.as_ref().ok().and_then(|request| request.id.clone());
                let (session, outbox) = (Arc::clone(session), outbox.clone());
                calls.begin(id.as_ref(), async move {
                    if let Some(reply) = answer::reply_to(request, &session).await {
                        send(&outbox, &reply, place);
                    }
                });
            }
            Ok(Incoming::Batch(requests)) => {
                let (session, outbox) = (Arc::clone(session), outbox.clone());
                calls.begin(None, async move {
                    let mut replies = Vec::new();
                    for request in requests {
                        replies.extend(answer::reply_to(request, &session).await);
                    }
                    if !replies.is_empty() {
                        send(&outbox, &replies, place);
                    }
                });
            }
        }
    }
}

/// Tells a client why no more of it is read, and lets the writer close the connection.
async fn refuse(error: &Error, outbox: &Outbox, places: &Arc<Semaphore>) {
    let (reply, code, reason) = match error {
        Error::Capacity(CapacityError::MessageTooLong { max_size, .. }) => {
            let message = format!("the message is larger than {max_size} bytes");
            let reply = Reply::error(Value::Null, error_code::INVALID_REQUEST, message);
            (reply, CloseCode::Size, "message too large")
        }
        Error::Utf8(_) => {
            let reply = Reply::error(Value::Null, error_code::PARSE, "the text is not UTF-8");
            (reply, CloseCode::Invalid, "not UTF-8")
        }
        _ => return,
    };
    let Ok(place) = Arc::clone(places).acquire_owned().await else { return };
    send(outbox, &reply, place);
    let _ = outbox.send(Outgoing::Close(code, reason));
    std::future::pending().await
}

fn send(outbox: &Outbox, reply: &impl serde::Serialize, place: Place) {
    match serde_json::to_string(reply) {
        Ok(text) => drop(outbox.send(Outgoing::Reply(text, place))),
        Err(error) => tracing::error!("a reply could not be written: {error}"),
    }
}
