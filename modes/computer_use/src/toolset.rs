//! `toolUse`: carries out one `tool_use` block of a model's message and answers with what its `tool_result` is to hold. A
//! mistake of the model is an answer with `is_error`, never a fault.

mod answer;
mod browser;
mod computer;
mod input;
mod member;
#[cfg(test)]
mod tests;
mod windows;

use answer::Answer;
use member::{Call, Deed, Kind, Member};
use qtmcp_tool::a11y::sanitize;
use qtmcp_tool::{Access, Code, Effect, Fault, Mode, Permits, Response, Session, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};

/// At most this much of what a model wrote is repeated to it.
const MOST_ECHOED: usize = 200;

/// Carry out one tool_use block of an agent loop: the tool `computer`, or a member of the toolset `computer` or
/// `browser`. The answer is the content and is_error of its tool_result.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ToolUse {
    /// The block's name.
    name: String,
    /// The block's toolset_name, if it has one.
    toolset_name: Option<String>,
    /// The block's input.
    input: Option<Json>,
}

impl Tool for ToolUse {
    const NAME: &'static str = "toolUse";
    const EFFECT: Effect = Effect::Acts;
    const LEAST: Effect = Effect::Reads;

    /// Each of the calls it becomes answers for itself.
    fn effect(&self) -> Effect {
        Effect::Reads
    }

    async fn run(self, session: &Session) -> Result<Response, Fault> {
        let input = self.input.filter(|input| !input.is_null()).unwrap_or_else(|| json!({}));
        let answer = match (self.toolset_name.as_deref(), &*self.name) {
            (None, "computer") => single_tool(session, input).await,
            (None, name) => Answer::error(format!(
                "Error: unknown tool '{}'. There is computer, and with a toolset_name the members of computer and browser.",
                quoted(name)
            )),
            (Some("computer"), name) => Family::Computer.answer(session, name, input).await,
            (Some("browser"), name) => Family::Browser.answer(session, name, input).await,
            (Some(toolset), _) => {
                Answer::error(format!("Error: unknown toolset '{}'. There are computer and browser.", quoted(toolset)))
            }
        };
        Ok(answer.into())
    }
}

/// The tool before the toolsets, where `input` has an action: it shows the screen after each.
async fn single_tool(session: &Session, input: Json) -> Answer {
    match dispatch(session, Mode::ComputerUse, Call { tool: "computer", arguments: input }).await {
        Ok(response) => Answer::of(response),
        Err(fault) => Answer::error(Family::Computer.wording(&fault)),
    }
}

/// A toolset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    Computer,
    Browser,
}

impl Family {
    fn name(self) -> &'static str {
        match self {
            Family::Computer => "computer",
            Family::Browser => "browser",
        }
    }

    /// The mode whose tools do the work.
    fn mode(self) -> Mode {
        match self {
            Family::Computer => Mode::ComputerUse,
            Family::Browser => Mode::Chrome,
        }
    }

    fn members(self) -> &'static [Member] {
        match self {
            Family::Computer => computer::MEMBERS,
            Family::Browser => browser::MEMBERS,
        }
    }

    /// The members that an app cannot have, or that a client with this access may not use.
    pub(crate) fn missing(self, access: Access) -> impl Iterator<Item = &'static str> {
        let is_missing = move |member: &&Member| member.kind == Kind::Missing || !access.permits(member.effect());
        self.members().iter().filter(is_missing).map(|member| member.name)
    }

    async fn answer(self, session: &Session, name: &str, input: Json) -> Answer {
        let Some(member) = self.members().iter().find(|member| member.name == name) else {
            return Answer::error(format!("Error: unknown {} toolset member '{}'", self.name(), quoted(name)));
        };
        if member.kind != Kind::Missing
            && let Err(fault) = session.access().check(member.effect(), name)
        {
            return Answer::error(self.wording(&fault));
        }
        let said = member.acknowledgement(&input);
        let plan = match member.plan(input) {
            Ok(plan) => plan,
            Err(problem) => {
                let family = self.name();
                return Answer::error(format!("invalid input for {family} member '{name}': {problem}"));
            }
        };
        if let Deed::Missing(instead) = plan.deed {
            let family = self.name();
            let message = format!("The {family} toolset member '{name}' is not available in this environment.");
            return Answer::error(format!("{message} {instead}"));
        }
        let target = plan.target.clone();
        let done = match self {
            Family::Computer => self.carry_out(session, member, plan.deed, said).await,
            Family::Browser => browser::carry_out(session, member, plan, said).await,
        };
        done.unwrap_or_else(|fault| {
            let is_ref = matches!(fault.code, Code::StaleRef | Code::UnknownRef);
            Answer::error(match target.filter(|_| is_ref) {
                Some(target) => stale(&target),
                None => self.wording(&fault),
            })
        })
    }

    /// Makes the calls of a plan, and answers with what the last one gave.
    async fn carry_out(
        self,
        session: &Session,
        member: &Member,
        deed: Deed,
        said: Option<String>,
    ) -> Result<Answer, Fault> {
        let Deed::Calls(calls) = deed else {
            return Err(Fault::new(Code::Internal, format!("{} is no call of a tool", member.name)));
        };
        let (mut last, mut is_news) = (Response::default(), true);
        for call in calls {
            // The model wrote the ref itself; a coordinate is told what is there.
            is_news = member.tells_more() && (call.tool != "computer" || call.arguments.get("ref").is_none());
            last = dispatch(session, self.mode(), call).await?;
        }
        Ok(match member.kind {
            Kind::Picture => Answer::picture(last),
            Kind::Act(_) => {
                // Chrome mode's further lines are in its result as well; Computer Use mode has but one more.
                let most = if self == Family::Browser { 1 } else { usize::MAX };
                let lines = last.text.as_deref().unwrap_or_default().lines().take(most).skip(usize::from(!is_news));
                let line: Vec<&str> = lines.map(|line| line.strip_prefix(member.name).unwrap_or(line).trim()).collect();
                Answer::acknowledged(said.unwrap_or_default(), &line.join("; "), &last.result)
            }
            _ => Answer::text(last.text.unwrap_or_default()),
        })
    }

    /// A fault as the model reads it: what happened, and what it can do with the members it has.
    fn wording(self, fault: &Fault) -> String {
        let message = fault.message.trim_end();
        let advice = self.advice(fault.code);
        if advice.is_empty() {
            return message.to_owned();
        }
        let stop = if message.ends_with(['.', '!', '?']) { "" } else { "." };
        format!("{message}{stop} {advice}")
    }

    /// The next step after each kind of fault; members stand in backticks. A wrong argument says itself what is right.
    fn advice(self, code: Code) -> &'static str {
        use Family::{Browser, Computer};
        match (code, self) {
            (Code::BadArgument | Code::Ambiguous, _) => "",
            (Code::UnknownRef | Code::StaleRef, _) => "Re-read the page to get fresh references.",
            (Code::NotFound, Computer) => "Take a `screenshot` to see what there is.",
            (Code::NotFound, Browser) => "Call `read_page` to see what there is.",
            (Code::NotVisible, Computer) => "Open what it is in, then take a `screenshot`.",
            (Code::NotVisible, Browser) => "Open the window, tab or menu it is in, then call `read_page`.",
            (Code::Disabled, _) => "Do first what enables it.",
            (Code::Covered, _) => "Act on what covers it first, or close that.",
            (Code::BlockedByDialog, Computer) => "Answer the dialog first: a `screenshot` shows it.",
            (Code::BlockedByDialog, Browser) => "Answer the dialog first: `read_page` shows it.",
            (Code::NoWindow, _) => "`wait` until the app shows a window.",
            (Code::NotConnected | Code::AppGone, _) => "The app has to be started again; tell the user.",
            (Code::AppBusy, _) => "The app is blocked; `wait`, then try again.",
            (Code::Timeout, _) => "`wait`, then look again with `screenshot`.",
            (Code::Unsupported, Computer) => "Use another way; a `screenshot` shows what there is.",
            (Code::Unsupported, Browser) => "Use another element, or a coordinate from a `screenshot`.",
            (Code::Denied, _) => "The access rules of this server forbid it; ask the user.",
            (Code::Internal, _) => "Try once more.",
        }
    }
}

fn stale(target: &str) -> String {
    let number = target.trim().trim_start_matches('[').trim_end_matches(']').trim_start_matches("ref_");
    format!(
        "Error: ref_{} is stale or not found on the current page. Re-read the page to get fresh references.",
        quoted(number)
    )
}

/// Calls a tool of a mode as a client of that mode would.
async fn dispatch(session: &Session, mode: Mode, call: Call) -> Result<Response, Fault> {
    // Asked for without the arguments, which would choose another mode's tool of the same name.
    let tool = session.catalog().find(mode, call.tool, &Json::Null);
    let tool = tool.ok_or_else(|| Fault::new(Code::Unsupported, format!("This build has no {}.", call.tool)))?;
    tool.call(call.arguments, session).await
}

/// What a model wrote, to stand between single quotes.
fn quoted(text: &str) -> String {
    sanitize(text, MOST_ECHOED).replace('\'', " ")
}
