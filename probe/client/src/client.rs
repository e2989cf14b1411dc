//! One connection to a probe: calls that run side by side, the probe's events, and raw text for tests of the protocol.

use crate::address::{Address, Stream};
use crate::error::{CallError, ConnectError};
use crate::inbox::{Inbox, Missing};
use crate::registry;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use qtmcp_guard::token::masked;
use qtmcp_wire::{ErrorObject, Event, Reply};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::{Mutex as AsyncMutex, mpsc, oneshot};
use tokio::task::AbortHandle;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::http::header::AUTHORIZATION;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};

/// How long [`Client::call`] waits: longer than any deadline of the probe's own, which tells more when it passes.
pub const DEFAULT_DEADLINE: Duration = Duration::from_secs(30);

/// A probe answers the handshake from its own thread, however busy the app is.
const CONNECT_DEADLINE: Duration = Duration::from_secs(10);

/// Screenshots of large screens are tens of megabytes, so the probe's replies have more room than its requests.
const LARGEST_MESSAGE_BYTES: usize = 256 << 20;

/// What waits in memory for [`Client::next_event`] when nobody asks.
const EVENTS_KEPT: usize = 100_000;

/// Our own ids start high, so that raw text may use small ones and its replies are not taken for ours.
const FIRST_ID: u64 = 1 << 32;

/// A connection to a probe. Clones share it; the last one closes it.
#[derive(Clone)]
pub struct Client {
    connection: Arc<Connection>,
}

impl Client {
    /// Connects to a probe at `ws://host:port` or `unix:/path/to.sock`. Either may end with `?refs=N`, the block that the
    /// refs of this connection are from, and `token=`. Without a token in it, that of the app's entry in the registry is
    /// shown, or else that of `QTMCP_TOKEN`.
    pub async fn connect(url: &str) -> Result<Self, ConnectError> {
        let token = |address: &str| {
            let of_entry = registry::dir().and_then(|dir| registry::token_of(&dir, address));
            of_entry.or_else(|| std::env::var("QTMCP_TOKEN").ok().filter(|token| !token.is_empty()))
        };
        Self::connect_with(url, token).await
    }

    /// As [`Client::connect`], with the token that `token` knows for the address.
    pub(crate) async fn connect_with(
        url: &str,
        token: impl FnOnce(&str) -> Option<String>,
    ) -> Result<Self, ConnectError> {
        let no_answer =
            || ConnectError::Handshake { url: masked(url).into_owned(), reason: "it does not answer".to_owned() };
        timeout(CONNECT_DEADLINE, Self::open(url, token)).await.unwrap_or_else(|_| Err(no_answer()))
    }

    /// Calls a method and waits for its result, at most [`DEFAULT_DEADLINE`]. Dropped before that, it cancels the call: the
    /// probe stops what it does for it.
    pub async fn call(&self, method: &str, params: Value) -> Result<Value, CallError> {
        self.call_within(DEFAULT_DEADLINE, method, params).await
    }

    /// Calls a method and waits for its result at most this long; then the call is cancelled, as when this is dropped.
    pub async fn call_within(&self, deadline: Duration, method: &str, params: Value) -> Result<Value, CallError> {
        let id = self.connection.next_id.fetch_add(1, Ordering::Relaxed);
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        let mut pending = Pending::new(&self.connection, id)?;
        let exchange = async {
            self.send_text(request.to_string()).await?;
            (&mut pending.reply).await.map_err(|_| self.connection.mail.closed())
        };
        match timeout(deadline, exchange).await {
            Ok(reply) => Ok(reply??),
            Err(_) => Err(CallError::Timeout { what: format!("reply to `{method}`"), after: deadline }),
        }
    }

    /// Sends text as it is and answers with the next message that is neither an event nor the reply to a
    /// [`Client::call`].
    pub async fn call_raw(&self, text: impl Into<String>) -> Result<Value, CallError> {
        self.send_text(text).await?;
        self.next_raw(DEFAULT_DEADLINE).await
    }

    /// Waits for a message that is neither an event nor the reply to a [`Client::call`].
    pub async fn next_raw(&self, patience: Duration) -> Result<Value, CallError> {
        let mail = &self.connection.mail;
        mail.unclaimed.take(patience).await.map_err(|missing| mail.why(missing, "message", patience))
    }

    /// Sends text as it is.
    pub async fn send_text(&self, text: impl Into<String>) -> Result<(), CallError> {
        self.send(Message::text(text.into())).await
    }

    /// Sends a binary frame, which no probe accepts.
    pub async fn send_binary(&self, bytes: impl Into<Vec<u8>>) -> Result<(), CallError> {
        self.send(Message::binary(bytes.into())).await
    }

    /// All events from now on. They wait without limit, so read them or drop the receiver; [`Client::next_event`] gets none
    /// of them meanwhile.
    #[must_use]
    pub fn events(&self) -> mpsc::UnboundedReceiver<Event> {
        let (sender, receiver) = mpsc::unbounded_channel();
        let mut state = self.connection.mail.state();
        // On a closed connection the sender goes here and now, which ends the receiver.
        if state.closed.is_none() {
            state.listeners.push(sender);
        }
        receiver
    }

    /// The next event that this has not yet answered with, counted from the start of the connection.
    pub async fn next_event(&self, patience: Duration) -> Result<Event, CallError> {
        let mail = &self.connection.mail;
        mail.events.take(patience).await.map_err(|missing| mail.why(missing, "event", patience))
    }

    /// Says goodbye. What is under way ends with [`CallError::Closed`].
    pub async fn close(&self) {
        // A connection that is gone already is as closed as one could wish.
        let _ = self.connection.writer.lock().await.close().await;
        self.connection.mail.close("closed by this side");
    }

    /// Why the connection is closed; `None` while it is open.
    #[must_use]
    pub fn closed(&self) -> Option<String> {
        self.connection.mail.state().closed.clone()
    }

    async fn open(url: &str, token: impl FnOnce(&str) -> Option<String>) -> Result<Self, ConnectError> {
        let address = Address::parse(url)?;
        let url = masked(url).into_owned();
        let token = address.token.clone().or_else(|| token(&address.plain));
        let stream = match address.open().await {
            Ok(stream) => stream,
            Err(source) => return Err(ConnectError::Unreachable { url, source }),
        };
        let config = WebSocketConfig::default()
            .max_message_size(Some(LARGEST_MESSAGE_BYTES))
            .max_frame_size(Some(LARGEST_MESSAGE_BYTES));
        let socket = match upgrade(&address, token.as_deref(), stream, config).await {
            Ok(socket) => socket,
            Err(Error::Http(response)) => {
                let words = response.body().as_deref().map(String::from_utf8_lossy).unwrap_or_default();
                let (status, words) = (response.status().as_u16(), words.trim().to_owned());
                return Err(ConnectError::Refused { url, status, words });
            }
            Err(error) => return Err(ConnectError::Handshake { url, reason: error.to_string() }),
        };
        let (writer, reader) = socket.split();
        let mail = Arc::new(Mail::new());
        let reading = tokio::spawn(read(reader, Arc::clone(&mail))).abort_handle();
        let (next_id, runtime) = (AtomicU64::new(FIRST_ID), Handle::current());
        let connection = Connection { writer: AsyncMutex::new(writer), mail, reading, next_id, runtime };
        Ok(Self { connection: Arc::new(connection) })
    }

    async fn send(&self, message: Message) -> Result<(), CallError> {
        let sent = self.connection.writer.lock().await.send(message).await;
        sent.map_err(|error| {
            self.connection.mail.close(&error.to_string());
            self.connection.mail.closed()
        })
    }
}

async fn upgrade(
    address: &Address,
    token: Option<&str>,
    stream: Stream,
    config: WebSocketConfig,
) -> Result<WebSocketStream<Stream>, Error> {
    let mut request = address.request.as_str().into_client_request()?;
    if let Some(token) = token {
        let mut value = HeaderValue::try_from(format!("Bearer {token}"))?;
        value.set_sensitive(true);
        request.headers_mut().insert(AUTHORIZATION, value);
    }
    let (socket, _) = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await?;
    Ok(socket)
}

struct Connection {
    writer: AsyncMutex<SplitSink<WebSocketStream<Stream>, Message>>,
    mail: Arc<Mail>,
    reading: AbortHandle,
    next_id: AtomicU64,
    runtime: Handle,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.reading.abort();
        self.mail.close("closed by this side");
    }
}

/// Where what the probe sends ends up.
struct Mail {
    state: Mutex<MailState>,
    events: Inbox<Event>,
    unclaimed: Inbox<Value>,
}

#[derive(Default)]
struct MailState {
    pending: HashMap<u64, oneshot::Sender<Result<Value, ErrorObject>>>,
    listeners: Vec<mpsc::UnboundedSender<Event>>,
    closed: Option<String>,
}

impl Mail {
    fn new() -> Self {
        Self { state: Mutex::default(), events: Inbox::new(EVENTS_KEPT), unclaimed: Inbox::new(EVENTS_KEPT) }
    }

    fn deliver(&self, message: Value) {
        if let Some(event) = Event::from_json(&message) {
            let mut state = self.state();
            state.listeners.retain(|listener| listener.send(event.clone()).is_ok());
            // Who listens does not ask, and what nobody asks for must not pile up.
            let is_heard = !state.listeners.is_empty();
            drop(state);
            if !is_heard {
                self.events.put(event);
            }
            return;
        }
        let waiting = message.get("id").and_then(Value::as_u64).and_then(|id| self.state().pending.remove(&id));
        match waiting {
            Some(waiting) => {
                let reply = serde_json::from_value::<Reply>(message).map(Reply::into_result);
                if let Ok(reply) = reply {
                    // Nobody waits any more when the caller gave up in this moment.
                    let _ = waiting.send(reply);
                }
            }
            // A late reply to a call that ended at its deadline is not for anybody.
            None if message.get("id").and_then(Value::as_u64).is_some_and(|id| id >= FIRST_ID) => {}
            None => self.unclaimed.put(message),
        }
    }

    fn close(&self, reason: &str) {
        let mut state = self.state();
        state.closed.get_or_insert_with(|| reason.to_owned());
        state.pending.clear();
        state.listeners.clear();
        drop(state);
        self.events.close();
        self.unclaimed.close();
    }

    fn closed(&self) -> CallError {
        CallError::Closed { reason: self.state().closed.clone().unwrap_or_else(|| "the reply was malformed".into()) }
    }

    fn why(&self, missing: Missing, what: &str, after: Duration) -> CallError {
        match missing {
            Missing::Closed => self.closed(),
            Missing::Late => CallError::Timeout { what: what.to_owned(), after },
        }
    }

    fn state(&self) -> MutexGuard<'_, MailState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A call that waits for its reply; cancelled and forgotten when the caller gives up.
struct Pending<'a> {
    connection: &'a Arc<Connection>,
    id: u64,
    reply: oneshot::Receiver<Result<Value, ErrorObject>>,
}

impl<'a> Pending<'a> {
    fn new(connection: &'a Arc<Connection>, id: u64) -> Result<Self, CallError> {
        let (sender, reply) = oneshot::channel();
        let mut state = connection.mail.state();
        if let Some(reason) = &state.closed {
            return Err(CallError::Closed { reason: reason.clone() });
        }
        state.pending.insert(id, sender);
        drop(state);
        Ok(Self { connection, id, reply })
    }
}

impl Drop for Pending<'_> {
    fn drop(&mut self) {
        // Whatever was answered, and whatever went with the connection, is not among them any more.
        let is_unanswered = self.connection.mail.state().pending.remove(&self.id).is_some();
        if !is_unanswered {
            return;
        }
        let cancel = json!({"jsonrpc": "2.0", "method": "cancel", "params": {"id": self.id}}).to_string();
        let connection = Arc::clone(self.connection);
        // On a runtime that has ended this does nothing, and then the connection has ended too.
        self.connection.runtime.spawn(async move {
            let _ = connection.writer.lock().await.send(Message::text(cancel)).await;
        });
    }
}

async fn read(mut reader: SplitStream<WebSocketStream<Stream>>, mail: Arc<Mail>) {
    let reason = loop {
        match reader.next().await {
            Some(Ok(Message::Text(text))) => match serde_json::from_str(text.as_str()) {
                Ok(message) => mail.deliver(message),
                Err(error) => break format!("the app sent text that is not JSON: {error}"),
            },
            Some(Ok(Message::Close(Some(frame)))) => {
                break format!("the app closed it ({}): {}", frame.code, frame.reason);
            }
            Some(Ok(Message::Close(None))) | None => break "the app closed it".to_owned(),
            Some(Ok(_)) => {}
            Some(Err(error)) => break error.to_string(),
        }
    };
    mail.close(&reason);
}
