//! `qtmcp serve` with rmcp's own client, over either transport and in either era of the protocol.

use crate::{PATIENCE, Value, eventually, json, product};
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResult, ClientConfig, ClientRequest, ContentBlock,
    ProgressNotificationParam, ProtocolVersion, ResourceUpdatedNotificationParam, ServerNotification,
    SubscriptionFilter,
};
use rmcp::service::{
    ClientLifecycleMode, ClientServiceExt, NotificationContext, PeerRequestOptions, RequestHandle, RunningService,
};
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use rmcp::{ClientHandler, Peer, RoleClient, ServiceError};
use std::ffi::{OsStr, OsString};
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// How a client reaches the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    /// Over its stdin and stdout.
    Stdio,
    /// Streamable HTTP.
    Http,
}

/// Which protocol the client speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Era {
    /// 2025-11-25, which begins with `initialize`.
    Initialize,
    /// 2026-07-28, where every request stands alone.
    Discover,
}

/// A server to be started.
pub struct Serve {
    command: Command,
}

impl Serve {
    /// `qtmcp serve` with these arguments, its apps offscreen. Its clients may launch what they like.
    #[must_use]
    pub fn new(args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        let everything = ["--allow-launch", "*"].map(OsString::from).into_iter();
        Self::as_it_is(everything.chain(args.into_iter().map(|arg| arg.as_ref().to_owned())))
    }

    /// The same, whose clients may launch what the arguments say.
    #[must_use]
    pub fn as_it_is(args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        let mut command = Command::new(product("bin/qtmcp"));
        command.arg("serve").args(args).kill_on_drop(true);
        command.env("QT_QPA_PLATFORM", "offscreen").env("QT_QUICK_BACKEND", "software");
        command.env_remove("QTMCP_MODE").env_remove("LD_PRELOAD");
        Self { command }
    }

    /// A variable.
    #[must_use]
    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Over stdio, in the older era: what most clients do today.
    pub async fn start(self) -> Mcp {
        self.start_by(Transport::Stdio, Era::Initialize).await
    }

    /// Starts it and connects.
    pub async fn start_by(self, transport: Transport, era: Era) -> Mcp {
        match transport {
            Transport::Stdio => self.on_stdio(era).await,
            Transport::Http => self.on_http().await.connect(era).await,
        }
    }

    /// Starts it on HTTP, for as many clients as a test wants.
    pub async fn on_http(self) -> HttpServer {
        self.on_http_at("127.0.0.1:0").await
    }

    /// The same, at this address.
    pub async fn on_http_at(mut self, address: &str) -> HttpServer {
        // Before the app's own arguments, which would swallow it.
        let args: Vec<_> = self.command.as_std().get_args().skip(1).map(OsStr::to_owned).collect();
        let mut command = Command::new(self.command.as_std().get_program());
        command.args(["serve", "--http", address]).args(args).kill_on_drop(true);
        for (name, value) in self.command.as_std().get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        self.command = command;
        self.command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = self.command.spawn().expect("the server starts");
        let mut lines = BufReader::new(child.stderr.take().expect("its stderr")).lines();
        let url = loop {
            let line =
                tokio::time::timeout(PATIENCE, lines.next_line()).await.expect("a line on stderr").expect("text");
            let line = line.expect("the server's address on stderr");
            if let Some((_, url)) = line.split_once("listening on ") {
                break url.to_owned();
            }
        };
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        HttpServer { url, child }
    }

    async fn on_stdio(self, era: Era) -> Mcp {
        let (transport, stderr) =
            TokioChildProcess::builder(self.command).stderr(Stdio::piped()).spawn().expect("the server starts");
        let pid = transport.id();
        let said = Arc::new(Mutex::new(String::new()));
        let (mut lines, kept) = (BufReader::new(stderr.expect("its stderr")).lines(), Arc::clone(&said));
        tokio::spawn(async move {
            while let Ok(Some(line)) = lines.next_line().await {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.push_str(&line);
                kept.push('\n');
            }
        });
        let ears = Ears::default();
        let service = ears.clone().serve_with_lifecycle(transport, era.lifecycle()).await.expect("the server answers");
        Mcp { service, ears, era, pid, stderr: said, _server: None }
    }
}

/// A server on HTTP; it ends when this is dropped.
pub struct HttpServer {
    /// Where it serves.
    pub url: String,
    child: Child,
}

impl HttpServer {
    /// A client of it.
    pub async fn client(&self, era: Era) -> Mcp {
        let ears = Ears::default();
        let transport = StreamableHttpClientTransport::from_uri(self.url.as_str());
        let service = ears.clone().serve_with_lifecycle(transport, era.lifecycle()).await.expect("the server answers");
        Mcp { service, ears, era, pid: self.child.id(), stderr: Arc::default(), _server: None }
    }

    /// The server's process.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.child.id().expect("the server runs")
    }

    /// Sends SIGTERM and waits for its end.
    pub async fn terminate(mut self) -> i32 {
        crate::kill(self.pid(), crate::Signal::TERM);
        crate::code(
            tokio::time::timeout(PATIENCE, self.child.wait()).await.expect("the server ends").expect("its status"),
        )
    }

    async fn connect(self, era: Era) -> Mcp {
        let client = self.client(era).await;
        Mcp { _server: Some(self), ..client }
    }
}

impl Era {
    fn lifecycle(self) -> ClientLifecycleMode {
        match self {
            Era::Initialize => ClientLifecycleMode::Initialize,
            Era::Discover => ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] },
        }
    }
}

/// What a client hears without asking.
#[derive(Clone, Default)]
pub struct Ears {
    heard: Arc<Mutex<Vec<Heard>>>,
}

/// One notification.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// The list of tools is another one now.
    Tools,
    /// A resource is.
    Resource(String),
    /// A call goes on: how far, and its message.
    Progress(f64, String),
}

impl Ears {
    /// Everything so far.
    #[must_use]
    pub fn all(&self) -> Vec<Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn hear(&self, heard: Heard) {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).push(heard);
    }
}

impl ClientHandler for Ears {
    fn get_info(&self) -> ClientConfig {
        ClientConfig::default()
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.hear(Heard::Tools);
    }

    async fn on_resource_updated(&self, update: ResourceUpdatedNotificationParam, _: NotificationContext<RoleClient>) {
        self.hear(Heard::Resource(update.uri));
    }

    async fn on_progress(&self, progress: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        self.hear(Heard::Progress(progress.progress, progress.message.unwrap_or_default()));
    }
}

/// A connected client.
pub struct Mcp {
    service: RunningService<RoleClient, Ears>,
    ears: Ears,
    era: Era,
    pid: Option<u32>,
    stderr: Arc<Mutex<String>>,
    _server: Option<HttpServer>,
}

/// What a tool answered.
#[derive(Debug)]
pub struct Answer {
    /// The text blocks, one after the other.
    pub text: String,
    /// The structure; null where there is none.
    pub structure: Value,
    /// The pictures: media type and base64.
    pub pictures: Vec<(String, String)>,
    /// Whether it failed.
    pub is_error: bool,
}

impl From<CallToolResult> for Answer {
    fn from(result: CallToolResult) -> Self {
        let (mut text, mut pictures) = (String::new(), Vec::new());
        for block in result.content {
            match block {
                ContentBlock::Text(block) => text.push_str(&block.text),
                ContentBlock::Image(block) => pictures.push((block.mime_type, block.data)),
                other => panic!("no tool of ours answers with {other:?}"),
            }
        }
        let structure = result.structured_content.unwrap_or_default();
        Self { text, structure, pictures, is_error: result.is_error == Some(true) }
    }
}

impl Mcp {
    /// rmcp's side of the connection.
    #[must_use]
    pub fn peer(&self) -> &Peer<RoleClient> {
        self.service.peer()
    }

    /// The server's process.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.pid.expect("the server's process")
    }

    /// What the server has written to stderr; only over stdio.
    #[must_use]
    pub fn stderr(&self) -> String {
        self.stderr.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What was heard without asking.
    #[must_use]
    pub fn ears(&self) -> &Ears {
        &self.ears
    }

    /// Calls a tool, whatever comes of it.
    pub async fn ask(&self, tool: &str, arguments: Value) -> Result<Answer, ServiceError> {
        self.peer().call_tool(request(tool, arguments)).await.map(Answer::from)
    }

    /// Calls a tool that must succeed.
    pub async fn call(&self, tool: &str, arguments: Value) -> Answer {
        let answer = self.ask(tool, arguments).await.unwrap_or_else(|error| panic!("{tool}: {error}"));
        assert!(!answer.is_error, "{tool}: {}", answer.text);
        answer
    }

    /// Calls a tool that must fail, with this code.
    pub async fn fail(&self, tool: &str, arguments: Value, code: &str) -> Answer {
        let answer = self.ask(tool, arguments).await.unwrap_or_else(|error| panic!("{tool}: {error}"));
        assert!(answer.is_error, "{tool} succeeded: {}", answer.text);
        assert_eq!(answer.structure["code"], code, "{}", answer.text);
        assert!(answer.text.starts_with(code) && answer.text.contains(" Next: "), "{}", answer.text);
        answer
    }

    /// Begins a call; its progress is heard.
    pub async fn begin(&self, tool: &str, arguments: Value) -> RequestHandle<RoleClient> {
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(request(tool, arguments)));
        self.peer().send_cancellable_request(request, PeerRequestOptions::no_options()).await.expect("the call begins")
    }

    /// The names of the tools that are listed now.
    pub async fn tools(&self) -> Vec<String> {
        let tools = self.peer().list_all_tools().await.expect("the tools");
        tools.into_iter().map(|tool| tool.name.into_owned()).collect()
    }

    /// Hears of the list of tools and of these resources from now on.
    pub async fn listen(&self, resources: &[&str]) {
        match self.era {
            Era::Initialize => {
                for uri in resources {
                    #[allow(deprecated, reason = "the older era has this way only")]
                    let subscribed = self.peer().subscribe(rmcp::model::SubscribeRequestParams::new(*uri)).await;
                    subscribed.expect("the subscription");
                }
            }
            Era::Discover => {
                let filter = SubscriptionFilter::builder()
                    .tools_list_changed()
                    .resource_subscriptions(resources.iter().copied())
                    .build();
                let mut subscription = self.peer().listen(filter).await.expect("the subscription");
                let ears = self.ears.clone();
                tokio::spawn(async move {
                    while let Ok(Some(notification)) = subscription.next().await {
                        match notification {
                            ServerNotification::ToolListChangedNotification(_) => ears.hear(Heard::Tools),
                            ServerNotification::ResourceUpdatedNotification(update) => {
                                ears.hear(Heard::Resource(update.params.uri));
                            }
                            _ => {}
                        }
                    }
                });
            }
        }
    }

    /// Waits until this was heard.
    pub async fn hears(&self, wanted: &Heard) {
        eventually(&format!("{wanted:?}"), async || self.ears.all().contains(wanted).then_some(())).await;
    }

    /// The ref of an element that Chrome mode finds.
    pub async fn find(&self, query: &str) -> u64 {
        let found = self.call("find", json!({"query": query})).await.text;
        let number = found.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
        let number = number.and_then(|(number, _)| number.parse().ok());
        number.unwrap_or_else(|| panic!("no ref for {query}: {found}"))
    }

    /// Closes the connection: over stdio the server's stdin.
    pub async fn close(mut self) {
        self.service.close().await.expect("the end of the connection");
    }
}

fn request(tool: &str, arguments: Value) -> CallToolRequestParams {
    let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
    CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments)
}

/// One test with each client: `with_every_client! { async fn what_holds(start: Start) { … } }`, where `start` makes a
/// client of a [`Serve`].
#[macro_export]
macro_rules! with_every_client {
    ($(async fn $name:ident($transport:ident, $era:ident) $body:block)*) => {$(
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            async fn run($transport: $crate::Transport, $era: $crate::Era) $body

            #[tokio::test]
            async fn initialize_over_stdio() {
                run($crate::Transport::Stdio, $crate::Era::Initialize).await;
            }

            #[tokio::test]
            async fn initialize_over_http() {
                run($crate::Transport::Http, $crate::Era::Initialize).await;
            }

            #[tokio::test]
            async fn discover_over_stdio() {
                run($crate::Transport::Stdio, $crate::Era::Discover).await;
            }

            #[tokio::test]
            async fn discover_over_http() {
                run($crate::Transport::Http, $crate::Era::Discover).await;
            }
        }
    )*};
}
