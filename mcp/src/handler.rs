//! The server as rmcp sees one connection to it: lists, calls, resources, prompts, and what it is told of.
// What the newer revision has given up, the older one still asks for.
#![allow(deprecated)]

use crate::connection::Connection;
use crate::events::Change;
use crate::server::{Server, of_another_mode};
use crate::tools::SESSION_TOOLS;
use crate::{definitions, fixtures, progress, resources};
use qtmcp_modes::CATALOG;
use qtmcp_prompts::PROMPTS;
use qtmcp_tool::{Code, Fault, Mode, Permits, Response};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestParams, CompleteResult, ContentBlock,
    GetPromptRequestParams, GetPromptResponse, GetPromptResult, Implementation, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams, Prompt, PromptArgument,
    PromptMessage, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
    ResourceUpdatedNotificationParam, ResultType, Role, ServerCapabilities, ServerConfig, SetLevelRequestMethod,
    SetLevelRequestParams, SubscribeRequestParams, SubscriptionFilter, Tool, UnsubscribeRequestParams,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{ErrorData, Peer, RoleServer, ServerHandler};
use serde_json::{Value, json};
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Weak};
use tokio::sync::broadcast::error::RecvError;

/// One connection.
#[derive(Clone)]
pub(crate) struct Handler {
    server: Arc<Server>,
    connection: Arc<Connection>,
    calls: Arc<AtomicUsize>,
    /// Whether the tests of the protocol itself find what they ask for.
    with_fixtures: bool,
}

impl Handler {
    /// A connection to `server`.
    pub(crate) fn new(server: Arc<Server>, with_fixtures: bool) -> Self {
        let calls = Arc::new(AtomicUsize::new(0));
        Self { server, connection: Arc::new(Connection::new(Arc::clone(&calls))), calls, with_fixtures }
    }

    /// Another connection to the same server.
    pub(crate) fn anew(&self) -> Self {
        Self::new(Arc::clone(&self.server), self.with_fixtures)
    }

    /// How many calls of this connection are under way.
    pub(crate) fn calls(&self) -> Arc<AtomicUsize> {
        Arc::clone(&self.calls)
    }

    fn has_resource(&self, uri: &str) -> bool {
        resources::exists(uri) || (self.with_fixtures && fixtures::is_resource(uri))
    }

    /// Whether a prompt asks for nothing that is not allowed.
    fn has_tools_of(&self, prompt: &qtmcp_prompts::Prompt) -> bool {
        let offered = definitions::tools(Mode::All, self.server.access());
        // In a mode of its own a tool may go by another name.
        let is_offered = |name: &str| {
            let natives = format!("qt_{name}");
            offered.iter().any(|tool| tool.name == name || tool.name == natives)
        };
        prompt.tools().all(is_offered)
    }

    async fn call(&self, name: &str, arguments: Value) -> Result<Result<CallToolResult, Fault>, ErrorData> {
        if let Some(tool) = SESSION_TOOLS.iter().find(|tool| tool.name == name) {
            return Ok(tool.call(arguments, &self.server).await.map(told));
        }
        let mode = self.server.mode();
        if let Some(fault) = of_another_mode(mode, name) {
            return Ok(Err(fault));
        }
        if !CATALOG.has(mode, name) {
            return Err(ErrorData::invalid_params(format!("there is no tool `{name}`"), None));
        }
        let answer = match self.server.call_tool(name, arguments).await {
            Ok(answer) => answer,
            Err(fault) => return Ok(Err(fault)),
        };
        let answer: Result<CallToolResult, _> = serde_json::from_value(answer);
        let mut answer = answer
            .map_err(|error| ErrorData::internal_error(format!("the app's answer is no tool result: {error}"), None))?;
        // Required since 2026-07-28, and taken out again for clients of before.
        answer.result_type = Some(ResultType::COMPLETE);
        Ok(Ok(answer))
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_tool_list_changed()
            .enable_resources()
            .enable_resources_subscribe()
            .enable_prompts();
        let mut capabilities = capabilities.build();
        if self.with_fixtures {
            fixtures::extend(&mut capabilities);
        }
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("qtmcp", env!("CARGO_PKG_VERSION")).with_title("QtMCP"))
            .with_instructions(qtmcp_prompts::instructions(self.server.mode(), self.server.access()))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut tools = definitions::tools(self.server.mode(), self.server.access());
        if self.with_fixtures {
            tools.extend(fixtures::tools());
        }
        Ok(ListToolsResult::with_all_items(tools))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let _under_way = self.connection.begin_call();
        if self.with_fixtures
            && let Some(answer) =
                fixtures::call_tool(&request, &context, async || self.server.tell(Change::Tools)).await
        {
            return answer;
        }
        let arguments = Value::Object(request.arguments.unwrap_or_default());
        let noting = self.server.policy.note(caller(&context), &request.name, &arguments);
        let answer = tokio::select! {
            // The client that cancels is told nothing; the wait in the app ends with this.
            () = context.ct.cancelled() => return Err(ErrorData::internal_error("cancelled", None)),
            answer = progress::shown(&request.name, &context, self.call(&request.name, arguments)) => answer,
        };
        if let Some(noting) = noting {
            noting.ended(match &answer {
                Ok(Ok(_)) => "ok",
                Ok(Err(fault)) => fault.code.as_str(),
                Err(_) => "unknown_tool",
            });
        }
        let answer = answer?;
        Ok(answer.unwrap_or_else(|fault| failed(&fault)).into())
    }

    /// rmcp's HTTP side asks for it, to compare headers with arguments.
    fn get_tool(&self, name: &str) -> Option<Tool> {
        let all = definitions::tools(self.server.mode(), self.server.access()).into_iter();
        let fixtures = if self.with_fixtures { fixtures::tools() } else { Vec::new() };
        all.chain(fixtures).find(|tool| tool.name == name)
    }

    async fn set_level(&self, _: SetLevelRequestParams, _: RequestContext<RoleServer>) -> Result<(), ErrorData> {
        if self.with_fixtures { Ok(()) } else { Err(ErrorData::method_not_found::<SetLevelRequestMethod>()) }
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let mut all = resources::list();
        if self.with_fixtures {
            all.extend(fixtures::resources());
        }
        Ok(ListResourcesResult::with_all_items(all))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let mut all = resources::templates();
        if self.with_fixtures {
            all.extend(fixtures::resource_templates());
        }
        Ok(ListResourceTemplatesResult::with_all_items(all))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        if self.with_fixtures
            && let Some(answer) = fixtures::read_resource(&request.uri)
        {
            return Ok(answer.into());
        }
        let noting = self.server.policy.note(caller(&context), "resources/read", &json!({"uri": request.uri}));
        let read = resources::read(&self.server, &request.uri).await;
        if let Some(noting) = noting {
            noting.ended(match &read {
                Some(Ok(_)) => "ok",
                Some(Err(fault)) => fault.code.as_str(),
                None => "not_found",
            });
        }
        match read {
            Some(Ok(contents)) => Ok(ReadResourceResult::new(vec![contents]).into()),
            Some(Err(fault)) if fault.code == Code::NotFound => {
                Err(ErrorData::resource_not_found(fault.to_string(), Some(json!({"uri": request.uri}))))
            }
            Some(Err(fault)) => {
                Err(ErrorData::internal_error(fault.to_string(), Some(json!({"code": fault.code, "next": fault.next}))))
            }
            None => Err(ErrorData::resource_not_found(
                format!("there is no resource `{}`", request.uri),
                Some(json!({"uri": request.uri})),
            )),
        }
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let argument = |argument: &qtmcp_prompts::Argument| {
            PromptArgument::new(argument.name).with_description(argument.description).with_required(argument.required)
        };
        let prompt = |prompt: &qtmcp_prompts::Prompt| {
            let arguments = prompt.arguments.iter().map(argument).collect();
            Prompt::new(prompt.name, Some(prompt.description), Some(arguments)).with_title(prompt.title)
        };
        let mut all: Vec<_> = PROMPTS.iter().filter(|prompt| self.has_tools_of(prompt)).map(prompt).collect();
        if self.with_fixtures {
            all.extend(fixtures::prompts());
        }
        Ok(ListPromptsResult::with_all_items(all))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        if self.with_fixtures
            && let Some(answer) = fixtures::get_prompt(&request)
        {
            return answer;
        }
        let Some(prompt) = PROMPTS.iter().find(|prompt| prompt.name == request.name && self.has_tools_of(prompt))
        else {
            return Err(ErrorData::invalid_params(format!("there is no prompt `{}`", request.name), None));
        };
        let given = request.arguments.unwrap_or_default().into_iter();
        let given = given.map(|(name, value)| (name, value.as_str().map_or_else(|| value.to_string(), str::to_owned)));
        let text =
            prompt.render(&given.collect()).map_err(|error| ErrorData::invalid_params(error.to_string(), None))?;
        let message = PromptMessage::new_text(Role::User, text);
        Ok(GetPromptResult::new(vec![message]).with_description(prompt.description).into())
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        Ok(if self.with_fixtures { fixtures::complete(&request) } else { None }.unwrap_or_default())
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        let mut accepted = requested.clone();
        if let Some(uris) = &mut accepted.resource_subscriptions {
            uris.retain(|uri| self.has_resource(uri));
        }
        Some(accepted)
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let mut changes = self.server.changes();
        let accepted = context.accepted();
        let resources = accepted.resource_subscriptions.clone().unwrap_or_default();
        let _watching = (!resources.is_empty()).then(|| self.server.watch());
        loop {
            let news = tokio::select! {
                () = context.cancelled() => return Ok(()),
                change = changes.recv() => news(&self.server, change, |uri| resources.iter().any(|known| known == uri)),
            };
            let Some(news) = news else { return Ok(()) };
            // What was not asked for is refused by the sink; a client that is gone ends the loop above.
            if news.tools && accepted.tools_list_changed == Some(true) {
                let _ = context.sink().notify_tool_list_changed().await;
            }
            for uri in news.resources {
                let _ = context.sink().notify_resource_updated(uri).await;
            }
        }
    }

    async fn subscribe(&self, request: SubscribeRequestParams, _: RequestContext<RoleServer>) -> Result<(), ErrorData> {
        if !self.has_resource(&request.uri) {
            return Err(ErrorData::resource_not_found(format!("there is no resource `{}`", request.uri), None));
        }
        self.connection.hear(request.uri, self.server.watch());
        Ok(())
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.connection.hear_no_more(&request.uri);
        Ok(())
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        if self.connection.begin_telling() {
            tokio::spawn(tell(Arc::clone(&self.server), Arc::downgrade(&self.connection), context.peer));
        }
    }
}

/// The client as it calls itself.
fn caller(context: &RequestContext<RoleServer>) -> String {
    match context.client_info() {
        Some(client) => format!("{} {}", client.name, client.version),
        None => "an MCP client".to_owned(),
    }
}

/// Tells a client of the older protocol what changes, until it is gone.
async fn tell(server: Arc<Server>, connection: Weak<Connection>, peer: Peer<RoleServer>) {
    let mut changes = server.changes();
    let Some(mut end) = connection.upgrade().map(|connection| connection.end()) else { return };
    loop {
        let change = tokio::select! {
            _ = end.changed() => return,
            change = changes.recv() => change,
        };
        let Some(connection) = connection.upgrade() else { return };
        let Some(news) = news(&server, change, |uri| connection.hears(uri)) else { return };
        if news.tools && peer.notify_tool_list_changed().await.is_err() {
            return;
        }
        for uri in news.resources {
            if peer.notify_resource_updated(ResourceUpdatedNotificationParam::new(uri)).await.is_err() {
                return;
            }
        }
    }
}

/// What a client is told.
struct News {
    tools: bool,
    resources: Vec<String>,
}

/// What a change is to a client that `hears` of some resources; `None` when no more will come. One that was too slow is
/// told of everything.
fn news(server: &Server, change: Result<Change, RecvError>, hears: impl Fn(&str) -> bool) -> Option<News> {
    let changes = match change {
        Ok(change) => vec![change],
        Err(RecvError::Closed) => return None,
        Err(RecvError::Lagged(_)) => {
            let numbers = server.apps().into_iter().map(|app| app.number);
            let of_apps = numbers.flat_map(|number| [Change::Page(number), Change::Console(number)]);
            of_apps.chain([Change::Tools]).collect()
        }
    };
    let selected = server.selected_number();
    let resources = changes.iter().flat_map(|change| resources::changed(*change, selected)).filter(|uri| hears(uri));
    Some(News { tools: changes.contains(&Change::Tools), resources: resources.collect() })
}

/// An answer of the server's own tools: structure, and the same as text.
fn told(response: Response) -> CallToolResult {
    CallToolResult::structured(response.result)
}

/// A fault, for a model to read and for a program to decide on.
fn failed(fault: &Fault) -> CallToolResult {
    let mut result = CallToolResult::error(vec![ContentBlock::text(fault.to_string())]);
    result.structured_content = Some(json!({"code": fault.code, "message": fault.message, "next": fault.next}));
    result
}
