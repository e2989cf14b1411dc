//! One client: its requests run side by side, its replies and events go out in one stream.

use crate::answer;
use crate::caller::{Caller, Notes};
use crate::calls::{Calls, Kind};
use crate::fork::ClosedInChildren;
use crate::handshake::{self, AUTHENTICATE, Admitted, Metered, Newcomer, Stream};
use crate::presence::Presence;
use crate::settings::Settings;
use crate::veil;
use futures_util::{SinkExt, StreamExt};
use qtmcp_guard::door::Who;
use qtmcp_guard::nesting;
use qtmcp_modes::CATALOG;
use qtmcp_tool::{Event, EventSink, Session};
use qtmcp_wire::{Incoming, Invalid, Reply, Request, error_code};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::{CapacityError, Error};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Message};

/// Messages of one client that are not answered yet, or whose answer it has not read; further ones wait unread. More than
/// run at a time, so that what cancels them is heard.
const MOST_READ: usize = 64;

/// The answers to a batch wait for each other in the app's memory; past this the rest of it is not done.
const LARGEST_ANSWER: usize = 32 << 20;

/// The notification that ends a call, by the id of its request.
const CANCEL: &str = "cancel";

type Outbox = mpsc::UnboundedSender<Outgoing>;

/// A message's place among those in flight, given back once its reply is written.
type Place = OwnedSemaphorePermit;

enum Outgoing {
    Reply(String, Place),
    Event(String),
    Close(CloseCode, &'static str),
}

/// Serves one client until it goes.
pub(crate) async fn serve(stream: impl Stream, newcomer: Newcomer<'_>) {
    let _closed_in_children = ClosedInChildren::new(&stream);
    let Newcomer { engine, settings, who, .. } = newcomer;
    let is_ours = newcomer.came.is_ours();
    let notes = engine.audit.get().map(|(audit, _)| Notes::of(Arc::clone(audit), &newcomer.came, &stream));
    let Some(Admitted { socket, app, place: _place, asked }) = newcomer.admit(stream).await else { return };
    drop(newcomer);
    let _presence = Presence::new(engine);
    let (outbox, inbox) = mpsc::unbounded_channel();
    let backlog = Arc::new(Backlog::default());
    let most = (settings.policy.max_events, settings.max_message_bytes);
    let events = event_sink(outbox.clone(), Arc::clone(&backlog), most);
    let session = Session::new(Arc::new(app), CATALOG, settings.mode, settings.timeout, events)
        .with_dialect(settings.dialect)
        .with_budget(settings.fit)
        .with_access(asked.access.min(settings.policy.access));
    // Only who could end us anyway is believed.
    let notes = notes.filter(|notes| {
        let is_elsewhere = asked.is_audited && who == Who::Own && is_ours;
        if is_elsewhere {
            notes.leave();
        }
        !is_elsewhere
    });
    let caller = Arc::new(Caller::new(session, notes));
    let (writer, reader) = socket.split();
    tokio::select! {
        () = write(writer, inbox, backlog) => {}
        () = read(reader, &caller, &outbox, settings) => {}
    }
}

#[derive(Default)]
struct Backlog {
    events: AtomicUsize,
    bytes: AtomicUsize,
    dropped: AtomicU64,
}

/// Where the events of a session go. What waits for a slow client is bounded in number and in bytes.
fn event_sink(outbox: Outbox, backlog: Arc<Backlog>, (most, most_bytes): (usize, usize)) -> EventSink {
    Arc::new(move |event| {
        if backlog.events.load(Ordering::Relaxed) >= most || backlog.bytes.load(Ordering::Relaxed) >= most_bytes {
            backlog.dropped.fetch_add(1, Ordering::Relaxed);
            return;
        }
        let mut json = event.to_json();
        veil::mask(&mut json);
        let text = json.to_string();
        backlog.events.fetch_add(1, Ordering::Relaxed);
        backlog.bytes.fetch_add(text.len(), Ordering::Relaxed);
        let _ = outbox.send(Outgoing::Event(text));
    })
}

type Writer<S> = futures_util::stream::SplitSink<WebSocketStream<Metered<S>>, Message>;
type Reader<S> = futures_util::stream::SplitStream<WebSocketStream<Metered<S>>>;

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

async fn read(mut reader: Reader<impl Stream>, caller: &Arc<Caller>, outbox: &Outbox, settings: &Settings) {
    let limits = settings.rules.limits;
    let mut calls = Calls::new(limits.in_flight);
    let places = Arc::new(Semaphore::new(MOST_READ.max(limits.in_flight)));
    loop {
        let Some(message) = reader.next().await else { return };
        let incoming = match message {
            Ok(Message::Text(text)) if !nesting::is_within(text.as_bytes(), limits.depth) => {
                let message = format!("the JSON is nested deeper than {} levels (QTMCP_MAX_DEPTH)", limits.depth);
                Err(Box::new(Reply::error(Value::Null, error_code::INVALID_REQUEST, message)))
            }
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
            // It is in already, and may be glad to hear that.
            Ok(Incoming::One(Ok(request))) if request.method == AUTHENTICATE => {
                let Some(id) = request.id else { continue };
                Err(handshake::authenticated(id, &request.params, settings).map_or_else(|denied| denied, Box::new))
            }
            other => other,
        };
        // Before the next message is read: a client that sends and never reads is held by TCP, not by our memory.
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        match incoming {
            Err(reply) => send(outbox, &reply, place),
            Ok(Incoming::One(request)) => {
                let id = request.as_ref().ok().and_then(|request| request.id.clone());
                let (caller, outbox) = (Arc::clone(caller), outbox.clone());
                let kind = kind(&request);
                calls.begin(kind, id.as_ref(), async move {
                    if let Some(reply) = answer::reply_to(request, &caller).await {
                        send(&outbox, &reply, place);
                    }
                });
            }
            Ok(Incoming::Batch(requests)) => {
                let (caller, outbox) = (Arc::clone(caller), outbox.clone());
                calls.begin(Kind::Call, None, async move {
                    let (mut replies, mut bytes) = (Vec::new(), 0);
                    for request in requests {
                        let reply = match bytes < LARGEST_ANSWER {
                            true => answer::reply_to(request, &caller).await,
                            false => too_much(request),
                        };
                        let text = reply.and_then(|reply| text_of(&reply));
                        bytes += text.as_ref().map_or(0, String::len);
                        replies.extend(text);
                    }
                    if !replies.is_empty() {
                        send_text(&outbox, format!("[{}]", replies.join(",")), place);
                    }
                });
            }
        }
    }
}

/// What is answered to the rest of a batch once its answers have become too large to be kept in the app.
fn too_much(request: Result<Request, Invalid>) -> Option<Reply> {
    match request {
        Ok(request) => {
            let message =
                format!("the answers to this batch passed {LARGEST_ANSWER} bytes before this; send the rest anew");
            request.id.map(|id| Reply::error(id, error_code::INVALID_REQUEST, message))
        }
        Err(Invalid(reply)) => Some(*reply),
    }
}

/// The probe's own thread answers some by itself, however busy the app is.
fn kind(request: &Result<Request, Invalid>) -> Kind {
    match request {
        Ok(request) if !["ping", "status"].contains(&request.method.as_str()) => Kind::Call,
        _ => Kind::Word,
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

fn send(outbox: &Outbox, reply: &Reply, place: Place) {
    if let Some(text) = text_of(reply) {
        send_text(outbox, text, place);
    }
}

fn send_text(outbox: &Outbox, text: String, place: Place) {
    let _ = outbox.send(Outgoing::Reply(text, place));
}

fn text_of(reply: &Reply) -> Option<String> {
    serde_json::to_string(reply).inspect_err(|error| tracing::error!("a reply could not be written: {error}")).ok()
}
