//! What an agent is: its CLI, tools, rules, callbacks and limits. Owns: collecting and checking them.
//! Does not own: the CLI's flags (`LaunchOptions`), running anything (`start`).

use crate::driver::{Callback, RequestContext, Services};
use crate::error::Error;
use crate::permissions::{Rule, Rules};
use crate::session::{Ladder, Limits};
use crate::tools::{Progress, ProgressSink, Server};
use crate::transport::Link;
use crate::transport::launch::{LaunchOptions, LaunchPlan, McpServer, StartMode, SystemPrompt};
use crate::wire::DEFAULT_LINE_CAP;
use crate::wire::elicitation::{Elicitation, ElicitationAnswer, UserDialog, UserDialogAnswer};
use crate::wire::hook::{HookEvent, HookInput, HookOutput};
use crate::wire::permission::{CanUseTool, PermissionAnswer};
use crate::wire::requests::{AgentDefinition, HookMatcher, Initialize, OnFailure};
use futures_util::FutureExt;
use serde_json::Value;
use std::future::Future;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Everything about an agent. Cheap to clone; one can start many sessions.
///
/// ```
/// use cca::{HookOutput, Options, PermissionAnswer, wire::hook::HookEvent};
///
/// let options = Options::new()
///     .model("sonnet")
///     .max_turns(5)
///     .allow("Read(src/**)")?
///     .deny("Bash(rm *)")?
///     .on_permission(|request, _| async move { Ok(PermissionAnswer::deny(format!("not {}", request.tool_name))) })
///     .hook(HookEvent::PreToolUse, "Bash", |_, _| async { Ok(HookOutput::none()) });
/// # Ok::<(), cca::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Options {
    pub(super) launch: LaunchOptions,
    pub(super) services: Services,
    pub(super) rules: Rules,
    pub(super) initialize: Initialize,
    pub(super) ladder: Ladder,
    pub(super) limits: Limits,
    pub(super) record: Option<PathBuf>,
    /// Go on without the recording if it cannot be made.
    pub(super) unrecorded_too: bool,
    pub(super) redact: bool,
    pub(super) line_cap: Option<usize>,
    pub(super) start_limit: Option<Duration>,
    pub(super) request_limit: Option<Duration>,
    pub(super) schema: Option<Value>,
    pub(super) connect: Option<super::connect::Connect>,
    pub(super) guard: Option<super::guard::Guard>,
    pub(super) no_gate: bool,
    /// Names given to more than one server of ours.
    pub(super) doubled: Vec<String>,
}

/// A hook and when it runs.
#[derive(Debug, Clone, Default)]
pub struct HookOptions {
    /// Which names it is for; all if absent.
    pub matcher: Option<String>,
    /// How long the CLI waits for it. A `PreToolUse` hook that is late blocks its call.
    pub timeout: Option<Duration>,
    /// Block the action if the hook fails, instead of going on without it.
    pub block_on_failure: bool,
}

impl Options {
    /// An agent with the CLI's defaults, found on `PATH`.
    pub fn new() -> Self {
        Self::default()
    }

    /// The flags of the CLI that have no method here.
    #[must_use]
    pub fn cli(mut self, change: impl FnOnce(LaunchOptions) -> LaunchOptions) -> Self {
        self.launch = change(self.launch);
        self
    }

    /// Where the CLI is.
    #[must_use]
    pub fn cli_path(self, path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        self.cli(|launch| launch.cli_path(path))
    }

    /// Where it works.
    #[must_use]
    pub fn cwd(self, path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        self.cli(|launch| launch.cwd(path))
    }

    /// Which model it uses.
    #[must_use]
    pub fn model(self, model: impl Into<String>) -> Self {
        let model = model.into();
        self.cli(|launch| launch.model(model))
    }

    /// Whether the CLI is surely started without leave to bypass permissions, which it then refuses later. A launcher or
    /// words of one's own may give that leave unseen.
    pub fn rules_out_bypass(&self) -> bool {
        let launch = &self.launch;
        let given = launch.dangerously_skip_permissions
            || launch.allow_dangerously_skip_permissions
            || launch.permission_mode == Some(StartMode::BypassPermissions);
        let seen = launch.extra_args.is_empty()
            && launch.launcher.is_empty()
            && launch.cli_words.is_empty()
            && launch.settings.is_none();
        seen && !given
    }

    /// Which permission mode it starts in.
    #[must_use]
    pub fn permission_mode(mut self, mode: StartMode) -> Self {
        self.launch.permission_mode = Some(mode);
        self
    }

    /// What it is told about itself.
    #[must_use]
    pub fn system_prompt(mut self, prompt: SystemPrompt) -> Self {
        self.launch.system_prompt = prompt;
        self
    }

    /// How many model round trips a turn may take.
    #[must_use]
    pub fn max_turns(mut self, turns: u32) -> Self {
        self.launch.max_turns = Some(turns);
        self
    }

    /// How much it may cost.
    #[must_use]
    pub fn max_budget_usd(mut self, dollars: f64) -> Self {
        self.launch.max_budget_usd = Some(dollars);
        self
    }

    /// A sub-agent it may use.
    #[must_use]
    pub fn agent(mut self, name: impl Into<String>, definition: AgentDefinition) -> Self {
        self.initialize.agents.insert(name.into(), definition);
        self
    }

    /// The final answer must fit this schema; it is checked here again.
    #[must_use]
    pub fn json_schema(mut self, schema: Value) -> Self {
        let mut sent = schema.as_object().cloned();
        if let Some(sent) = &mut sent {
            // Told of a draft that it does not know (2020-12, as schemars writes), the CLI silently does without
            // structured output. Without the word it takes the schema as it is.
            sent.shift_remove("$schema");
        }
        self.initialize.json_schema = sent;
        self.schema = Some(schema);
        self
    }

    /// More fields of the `initialize` request.
    #[must_use]
    pub fn initialize(mut self, change: impl FnOnce(Initialize) -> Initialize) -> Self {
        self.initialize = change(self.initialize);
        self
    }

    /// Tools of ours. The server may be shared with other sessions.
    #[must_use]
    pub fn server(mut self, server: Server) -> Self {
        let name = server.name().to_owned();
        if self.services.servers.insert(name.clone(), server).is_some() {
            self.doubled.push(name);
        }
        self
    }

    /// An MCP server of any other kind.
    #[must_use]
    pub fn mcp_server(self, name: impl Into<String>, server: McpServer) -> Self {
        let name = name.into();
        self.cli(|launch| launch.mcp_server(name, server))
    }

    /// Let calls that match run without asking anybody.
    pub fn allow(mut self, rule: &str) -> Result<Self, Error> {
        self.rules.allow.push(Rule::parse(rule)?);
        Ok(self)
    }

    /// Refuse calls that match without asking anybody.
    pub fn deny(mut self, rule: &str) -> Result<Self, Error> {
        self.rules.deny.push(Rule::parse(rule)?);
        Ok(self)
    }

    /// Ask about calls that match even if another rule would allow them.
    pub fn ask(mut self, rule: &str) -> Result<Self, Error> {
        self.rules.ask.push(Rule::parse(rule)?);
        Ok(self)
    }

    /// Decides what no rule decides. If it fails or panics, the call is denied.
    #[must_use]
    pub fn on_permission<F, Fut>(mut self, callback: F) -> Self
    where
        F: Fn(CanUseTool, RequestContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<PermissionAnswer, crate::driver::CallbackError>>
            + Send
            + 'static,
    {
        self.services.permission = Some(boxed(callback));
        self
    }

    /// Deny what nobody decided in this time. Without it a request waits for ever.
    #[must_use]
    pub fn permission_limit(mut self, limit: Duration) -> Self {
        self.services.permission_limit = Some(limit);
        self
    }

    /// Leave requests open that no rule and no callback decides: they are answered with `Session::answer`.
    #[must_use]
    pub fn attended(mut self) -> Self {
        self.services.attended = true;
        self
    }

    /// Leave open what MCP servers ask a person for, too, instead of declining it: for a front end that shows forms.
    #[must_use]
    pub fn with_forms(mut self) -> Self {
        self.services.forms = true;
        self
    }

    /// Runs on an event, for names that match (`""` for all).
    #[must_use]
    pub fn hook<F, Fut>(self, event: HookEvent, matcher: &str, callback: F) -> Self
    where
        F: Fn(HookInput, RequestContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<HookOutput, crate::driver::CallbackError>> + Send + 'static,
    {
        let matcher = (!matcher.is_empty()).then(|| matcher.to_owned());
        self.hook_with(
            event,
            HookOptions {
                matcher,
                ..HookOptions::default()
            },
            callback,
        )
    }

    /// Runs on an event, with a time limit and what happens if it fails.
    #[must_use]
    pub fn hook_with<F, Fut>(mut self, event: HookEvent, options: HookOptions, callback: F) -> Self
    where
        F: Fn(HookInput, RequestContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<HookOutput, crate::driver::CallbackError>> + Send + 'static,
    {
        let id = format!("cca_hook_{}", self.services.hooks.len());
        let entry = HookMatcher {
            matcher: options.matcher,
            hook_callback_ids: vec![id.clone()],
            timeout: options.timeout.map(|timeout| timeout.as_secs().max(1)),
            on_failure: options.block_on_failure.then_some(OnFailure::Block),
        };
        self.initialize = self.initialize.hook(event, entry);
        self.services.hooks.insert(id, boxed(callback));
        self
    }

    /// Answers MCP servers that want input from a person.
    #[must_use]
    pub fn on_elicitation<F, Fut>(mut self, callback: F) -> Self
    where
        F: Fn(Elicitation, RequestContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<ElicitationAnswer, crate::driver::CallbackError>>
            + Send
            + 'static,
    {
        self.services.elicitation = Some(boxed(callback));
        self
    }

    /// Answers dialogs of the given kinds.
    #[must_use]
    pub fn on_dialog<F, Fut>(mut self, kinds: impl IntoIterator<Item = String>, callback: F) -> Self
    where
        F: Fn(UserDialog, RequestContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<UserDialogAnswer, crate::driver::CallbackError>>
            + Send
            + 'static,
    {
        self.initialize.supported_dialog_kinds.extend(kinds);
        self.services.dialog = Some(boxed(callback));
        self
    }

    /// Hears how far tools of ours are. Must not block.
    #[must_use]
    pub fn on_progress(mut self, callback: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        self.services.progress = Some(ProgressSink::new(callback));
        self
    }

    /// Write everything on the wire to this file, readable by its owner alone. A file that exists is not overwritten:
    /// each session needs a path of its own.
    #[must_use]
    pub fn record(mut self, path: impl Into<PathBuf>) -> Self {
        self.record = Some(path.into());
        self.unrecorded_too = false;
        self
    }

    /// Talk to what `connect` gives instead of starting a process: a simulated CLI, a peer in memory. It gets the plan of
    /// what would have been started, and is called inside a tokio runtime; all else is as with a process.
    #[must_use]
    pub fn connect_with<F, E>(mut self, connect: F) -> Self
    where
        F: Fn(&LaunchPlan) -> Result<Link, E> + Send + Sync + 'static,
        E: std::fmt::Display,
    {
        self.connect = Some(super::connect::Connect::new(connect));
        self
    }

    /// The longest line that is kept whole.
    #[must_use]
    pub fn line_cap(mut self, bytes: usize) -> Self {
        self.line_cap = Some(bytes);
        self
    }

    /// How long the start may take (60 s).
    #[must_use]
    pub fn start_limit(mut self, limit: Duration) -> Self {
        self.start_limit = Some(limit);
        self
    }

    /// How long a control request may take (60 s).
    #[must_use]
    pub fn request_limit(mut self, limit: Duration) -> Self {
        self.request_limit = Some(limit);
        self
    }

    /// How long each step of ending may take.
    #[must_use]
    pub fn ladder(mut self, ladder: Ladder) -> Self {
        self.ladder = ladder;
        self
    }

    /// How much of the conversation is kept in memory.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Do not register the hook that lets a pause stop the agent at its next tool. A pause then only holds answers.
    #[must_use]
    pub fn without_pause_gate(mut self) -> Self {
        self.no_gate = true;
        self
    }

    pub(super) fn line_cap_or_default(&self) -> usize {
        self.line_cap.unwrap_or(DEFAULT_LINE_CAP)
    }

    /// The JSON Schema the final answer must fit.
    pub(super) fn schema(&self) -> Option<&Value> {
        self.schema.as_ref()
    }
}

fn boxed<In, Out, F, Fut>(callback: F) -> Callback<In, Out>
where
    F: Fn(In, RequestContext) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<Out, crate::driver::CallbackError>> + Send + 'static,
{
    Arc::new(move |input, cx| callback(input, cx).boxed())
}
