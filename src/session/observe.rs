//! The fold: one line of traffic at a time into the picture. The only place that changes a [`State`].
//! Owns: what each line means. Does not own: the parts (their own files), answering (`live`).

use super::outcome::Turn;
use super::pending::{Asked, Origin, Pending};
use super::startup::StartUp;
use super::state::{Oddity, OpenTool, State, Transition};
use super::transcript::{Fate, ItemKind};
use crate::trace::{Direction, Note, Payload, Traffic};
use crate::wire::control::{ControlRequest, ControlResponse};
use crate::wire::message::EventKind;
use crate::wire::{Assistant, Block, Frame, ResultMessage, StreamEvent, System, User};
use serde::Deserialize;
use std::borrow::Cow;

impl State {
    /// Takes in one line. Live, replayed and watched sessions are all made this way and no other.
    pub fn observe(&mut self, traffic: &Traffic) {
        let quiet = match &traffic.payload {
            Payload::Frame(frame) if traffic.direction == Direction::Out => {
                self.observe_sent(frame, traffic);
                false
            }
            Payload::Frame(frame) => self.observe_received(frame, traffic),
            Payload::Note(note) => {
                self.observe_note(note, traffic);
                false
            }
            Payload::Stderr => {
                self.life
                    .stderr
                    .push(String::from_utf8_lossy(&traffic.line).into_owned());
                true
            }
        };
        if !quiet {
            let phase = self.derive_phase();
            if phase != self.phase {
                self.transitions.push(Transition {
                    at: traffic.at,
                    from: self.phase,
                    to: phase,
                });
                self.phase = phase;
                self.since = traffic.at;
            }
        }
    }

    /// Returns whether the line cannot have changed the state: true for almost all of a long answer.
    fn observe_received(&mut self, frame: &Frame, traffic: &Traffic) -> bool {
        self.counts.received += 1;
        self.counts.received_bytes += traffic.line.len() as u64 + 1;
        self.last_received = traffic.at;
        let first = self.start_up.first_byte.is_none();
        StartUp::first(&mut self.start_up.first_byte, traffic.at);
        if let Some(id) = frame.session_id() {
            self.facts.saw_session(id);
        }
        match frame {
            Frame::Stream(stream) => return self.streamed(stream, traffic) && !first,
            Frame::Assistant(message) => self.assistant(message, traffic),
            Frame::User(message) => self.user(message, traffic),
            Frame::Result(result) => self.result(result, traffic),
            Frame::System(system) => self.system(system, traffic),
            Frame::ControlRequest(request) => self.asked_by_cli(request, traffic),
            Frame::ControlResponse(response) => self.answered_by_cli(response, traffic),
            Frame::ControlCancel(cancel) => {
                self.withdrawn_by_cli(cancel.request_id.as_deref(), traffic)
            }
            Frame::CommandLifecycle(change) => {
                let uuid = change.command_uuid.as_deref().unwrap_or_default();
                if let Some(fate) = fate_of(change.state.as_deref().unwrap_or_default()) {
                    self.prompts.lifecycle(uuid, fate);
                    self.transcript.set_fate(uuid, fate);
                }
            }
            // Its `new_conversation_id` only repeats its own uuid: the session's new id comes with the next message.
            Frame::ConversationReset(_) => self.transcript.mark(ItemKind::Reset, traffic),
            Frame::RateLimit(limit) => self.facts.rate_limit.clone_from(&limit.rate_limit_info),
            Frame::Unknown(_) => self.odd_unknown(frame, traffic),
            Frame::Noise(_) => self.counts.noise += 1,
            Frame::Malformed { .. } | Frame::NotUtf8 { .. } | Frame::Oversize { .. } => {
                self.counts.malformed += 1;
                self.odd(
                    traffic,
                    format!("a line that is not a message: {}", frame.kind()),
                );
            }
            Frame::ToolProgress(_)
            | Frame::TranscriptMirror(_)
            | Frame::KeepAlive(_)
            | Frame::AuthStatus(_)
            | Frame::PromptSuggestion(_)
            | Frame::ToolUseSummary(_)
            | Frame::ActiveGoal(_)
            | Frame::AutocompactState(_) => {}
        }
        false
    }

    fn observe_sent(&mut self, frame: &Frame, traffic: &Traffic) {
        self.counts.sent += 1;
        self.counts.sent_bytes += traffic.line.len() as u64 + 1;
        match frame {
            Frame::User(message) => {
                self.transcript.prompted(message, traffic);
                self.prompts.sent(message.uuid.as_deref(), traffic.at);
            }
            Frame::ControlRequest(request) => self.asked_by_us(request, traffic),
            Frame::ControlResponse(response) => self.answered_by_us(response, traffic),
            Frame::ControlCancel(cancel) => {
                if let Some(id) = &cancel.request_id {
                    self.pending.remove(Origin::Us, id);
                }
            }
            _ => {}
        }
    }

    fn observe_note(&mut self, note: &Note, traffic: &Traffic) {
        match note {
            Note::Spawned { pid, interactive } => {
                self.life.spawned = true;
                self.life.pid = *pid;
                self.life.interactive = *interactive;
                StartUp::first(&mut self.start_up.spawned, traffic.at);
            }
            Note::Exited { code, signal } => self.exited(*code, *signal, traffic),
            Note::InputClosed => self.life.input_closed = true,
            Note::Closing => self.life.closing = true,
            Note::Cancelling => {
                self.life.closing = true;
                self.life.cancelled = true;
            }
            Note::Signalled { signal } => self.life.signalled = Some(signal.clone()),
            Note::Paused => self.life.paused = true,
            Note::Resumed => {
                self.life.paused = false;
                self.life.held.clear();
            }
            Note::Held(thing) => {
                if let crate::trace::HeldThing::Answer { request_id } = thing
                    && let Some(row) = self.pending.get_mut(Origin::Cli, request_id)
                {
                    row.held = true;
                }
                self.life.held.push(thing.clone());
            }
            Note::Decided { request_id, by } => {
                if let Some(row) = self.pending.get_mut(Origin::Cli, request_id) {
                    row.decided_by = Some(by.clone());
                }
            }
            Note::Deadline {
                request_id,
                after_ms,
            } => {
                if let Some(row) = self.pending.get_mut(Origin::Us, request_id) {
                    row.deadline = Some(crate::trace::Moment(
                        row.since.0.saturating_add(after_ms.saturating_mul(1000)),
                    ));
                }
            }
            Note::TimedOut { request_id } => {
                if let Some(row) = self.pending.remove(Origin::Us, request_id) {
                    self.odd(
                        traffic,
                        format!("{} was not answered in time", row.asked.label()),
                    );
                }
            }
            Note::LateAnswer { request_id, why } => {
                self.counts.late_answers += 1;
                self.odd(
                    traffic,
                    format!("our answer to {request_id} came too late: {why}"),
                );
            }
            Note::HandlerFailed { request_id, error } => {
                self.odd(
                    traffic,
                    format!("the handler for {request_id} failed: {error}"),
                );
            }
            Note::CliVersion { version } => self.facts.cli_version = Some(version.clone()),
            Note::RecordingStopped { reason } => {
                self.odd(traffic, format!("the recording stopped: {reason}"))
            }
            Note::Other => {}
        }
    }

    fn exited(&mut self, code: Option<i32>, signal: Option<i32>, traffic: &Traffic) {
        self.life.exit = Some(super::life::Exit {
            at: traffic.at,
            code,
            signal,
        });
        self.life.unanswered = self.pending.drain();
        for row in self.life.unanswered.clone() {
            self.decisions.withdrawn(&row, traffic.at);
            self.hooks.withdrawn(&row, traffic.at);
        }
        let open: Vec<String> = self.open_tools.drain(..).map(|(id, _)| id).collect();
        self.transcript.close_calls(open.into_iter(), traffic.at);
        self.tasks.all_over(traffic.at);
        self.streaming = super::transcript::Streaming::default();
        self.prompts.clear();
        self.cli = super::state::CliWord::default();
        self.usage.retry = None;
    }

    fn streamed(&mut self, stream: &StreamEvent, traffic: &Traffic) -> bool {
        let was_active = self.streaming.is_active();
        self.streaming.observe(stream, traffic.at);
        if stream.event.kind == EventKind::BlockDelta && was_active {
            return true;
        }
        self.cli.requesting = false;
        self.usage.retry = None;
        self.open_turn(traffic);
        if let Some(tokens) = stream
            .event
            .message
            .as_ref()
            .and_then(|message| message.usage.get())
        {
            self.usage.answer(tokens);
        }
        false
    }

    fn assistant(&mut self, message: &Assistant, traffic: &Traffic) {
        let parent = message.parent_tool_use_id.as_deref();
        if parent.is_none() {
            self.cli.requesting = false;
            self.usage.retry = None;
            for block in message.message.content.blocks() {
                self.streaming.confirm(message.message.id.as_deref(), block);
            }
            if let Some(tokens) = message.message.usage.get() {
                self.usage.answer(tokens);
            }
            self.open_turn(traffic);
        }
        for block in message.message.content.blocks() {
            if let Block::ToolUse { id, name, .. } = block
                && self
                    .transcript
                    .call(id)
                    .is_none_or(|call| call.ended.is_none())
            {
                let open = OpenTool {
                    name: name.clone(),
                    since: traffic.at,
                    parent: parent.map(str::to_owned),
                };
                self.open_tools.entry(id.clone()).or_insert(open);
            }
        }
        self.transcript.assistant(message, traffic);
    }

    fn user(&mut self, message: &User, traffic: &Traffic) {
        for paired in self.transcript.user(message, traffic) {
            self.open_tools.shift_remove(&paired.id);
            if let Some(call) = self.transcript.call(&paired.id)
                && call.result.as_ref().is_some_and(|result| !result.is_error)
            {
                self.tasks
                    .tool_result(&call.name, &call.input, paired.structured.as_ref());
            }
        }
    }

    fn result(&mut self, result: &ResultMessage, traffic: &Traffic) {
        self.open_turn(traffic);
        let Some(turn) = self.turns.last_mut() else {
            return;
        };
        turn.finish(traffic.at, result);
        self.prompts.turn_ended(turn.started, &turn.prompts);
        self.transcript.turn_ended(turn, traffic);
        self.usage.result(result);
        self.streaming = super::transcript::Streaming::default();
        self.cli.requesting = false;
        self.cli.compacting = false;
        // The CLI's own `idle` may come a moment later; a result is the end of a turn already.
        if self.prompts.is_empty() && self.tasks.active().next().is_none() {
            self.cli.state = None;
        }
        // A call of the main conversation that has no result by now never gets one (budget, interrupt).
        let given_up: Vec<String> = self
            .open_tools
            .iter()
            .filter(|(_, tool)| tool.parent.is_none())
            .map(|(id, _)| id.clone())
            .collect();
        self.open_tools.retain(|_, tool| tool.parent.is_some());
        self.transcript
            .close_calls(given_up.into_iter(), traffic.at);
    }

    /// A sign that a turn runs: opens one if none is open.
    pub(super) fn open_turn(&mut self, traffic: &Traffic) {
        if !self.turn_open() {
            self.turns.push(Turn::begun(traffic.at));
            StartUp::first(&mut self.start_up.first_turn, traffic.at);
        }
    }

    fn system(&mut self, system: &System, traffic: &Traffic) {
        let at = traffic.at;
        match system {
            System::Init(message) => {
                self.facts.init(&message.body);
                self.open_turn(traffic);
            }
            System::Status(message) => {
                let status = message.body.status.as_deref();
                self.cli.requesting = status == Some("requesting");
                self.cli.compacting = status == Some("compacting");
                if let Some(mode) = &message.body.permission_mode {
                    self.facts.permission_mode = Some(mode.clone());
                }
            }
            System::SessionStateChanged(message) => {
                self.cli_said(message.body.state.as_deref(), traffic)
            }
            System::ApiRetry(message) => self.usage.retrying(&message.body, at),
            System::ThinkingTokens(message) => {
                self.usage.thinking_tokens = message.body.estimated_tokens
            }
            System::CompactBoundary(message) => {
                self.usage.compacted(&message.body, at);
                self.cli.compacting = false;
                let trigger = self
                    .usage
                    .compactions
                    .last()
                    .map(|last| last.trigger.clone())
                    .unwrap_or_default();
                self.transcript
                    .mark(ItemKind::Compacted { trigger }, traffic);
            }
            System::PermissionDenied(message) => self.decisions.denied_unasked(&message.body, at),
            System::HookStarted(message) => self.hooks.command_started(&message.body, at),
            System::HookResponse(message) => self.hooks.command_ended(&message.body, at),
            System::Informational(message) => {
                let level = message.body.level.clone().unwrap_or_default();
                let text = message.body.content.clone().unwrap_or_default();
                self.transcript
                    .mark(ItemKind::Notice { level, text }, traffic);
            }
            System::Notification(message) => {
                let level = message.body.priority.clone().unwrap_or_default();
                let text = message.body.text.clone().unwrap_or_default();
                self.transcript
                    .mark(ItemKind::Notice { level, text }, traffic);
            }
            System::TaskStarted(message) => self.tasks.started(&message.body, at),
            System::TaskProgress(message) => self.tasks.progressed(&message.body),
            System::TaskUpdated(message) => self.tasks.updated(&message.body, at),
            System::TaskNotification(message) => self.tasks.notified(&message.body, at),
            System::BackgroundTasksChanged(message) => {
                self.tasks.background_changed(&message.body, at)
            }
            System::CommandsChanged(message) => {
                self.facts.commands = message.body.commands.clone().unwrap_or_default()
            }
            System::SessionTitleChanged(message) => {
                self.facts.title.clone_from(&message.body.title)
            }
            System::Other(_) => self.odd_unknown(&Frame::System(system.clone()), traffic),
            _ => {}
        }
    }

    fn cli_said(&mut self, state: Option<&str>, traffic: &Traffic) {
        match state {
            Some("running") => {
                if self.cli.state.as_deref() != Some("requires_action") {
                    self.cli.ran_since = traffic.at;
                }
            }
            Some("idle") => {
                if !self.turn_open() {
                    self.prompts.idle(self.cli.ran_since);
                }
                self.cli.requesting = false;
                self.usage.retry = None;
            }
            _ => {}
        }
        self.cli.state = state.map(str::to_owned);
    }

    fn asked_by_cli(&mut self, request: &ControlRequest, traffic: &Traffic) {
        let asked = asked(request, self);
        if let Asked::Mcp { server, method } = &asked {
            self.start_up.server_asked(server, method, traffic.at);
        }
        let timeout = match &asked {
            Asked::Hook { callback_id, .. } => self
                .hooks
                .registered(callback_id)
                .and_then(|hook| hook.timeout),
            _ => None,
        };
        let pending = Pending {
            id: request.request_id.clone().unwrap_or_default(),
            origin: Origin::Cli,
            asked,
            since: traffic.at,
            deadline: timeout.map(|timeout| {
                crate::trace::Moment(
                    traffic
                        .at
                        .0
                        .saturating_add(u64::try_from(timeout.as_micros()).unwrap_or(u64::MAX)),
                )
            }),
            held: false,
            decided_by: None,
            seq: traffic.seq,
        };
        self.hooks.asked(&pending);
        self.pending.insert(pending);
    }

    fn answered_by_us(&mut self, response: &ControlResponse, traffic: &Traffic) {
        let id = response.response.request_id.as_deref().unwrap_or_default();
        let Some(row) = self.pending.remove(Origin::Cli, id) else {
            self.counts.stray_answers += 1;
            return self.odd(
                traffic,
                format!("our answer to {id}, which nobody asked or which was withdrawn"),
            );
        };
        match &row.asked {
            Asked::Permission { .. } => {
                self.decisions
                    .answered(&row, &response.response, traffic.at)
            }
            Asked::Hook { .. } => self.hooks.answered(&row, &response.response, traffic.at),
            Asked::Mcp { server, method } => {
                self.start_up.server_answered(server, method, traffic.at)
            }
            _ => {}
        }
    }

    fn withdrawn_by_cli(&mut self, id: Option<&str>, traffic: &Traffic) {
        if let Some(row) = id.and_then(|id| self.pending.remove(Origin::Cli, id)) {
            self.decisions.withdrawn(&row, traffic.at);
            self.hooks.withdrawn(&row, traffic.at);
            // An answer nobody waits for is not sent on resume, so it is not held either.
            self.life.held.retain(|thing| !thing.answers(&row.id));
        }
    }

    fn asked_by_us(&mut self, request: &ControlRequest, traffic: &Traffic) {
        let subtype = request.request.subtype.clone();
        if subtype == "initialize" {
            StartUp::first(&mut self.start_up.initialize_sent, traffic.at);
            self.hooks.register(&request.request);
        }
        self.pending.insert(Pending {
            id: request.request_id.clone().unwrap_or_default(),
            origin: Origin::Us,
            asked: Asked::Control { subtype },
            since: traffic.at,
            deadline: None,
            held: false,
            decided_by: None,
            seq: traffic.seq,
        });
    }

    fn answered_by_cli(&mut self, response: &ControlResponse, traffic: &Traffic) {
        let body = &response.response;
        let id = body.request_id.as_deref().unwrap_or_default();
        let Some(row) = self.pending.remove(Origin::Us, id) else {
            self.counts.stray_answers += 1;
            return self.odd(
                traffic,
                format!("an answer to {id}, which we do not wait for"),
            );
        };
        let Asked::Control { subtype } = &row.asked else {
            return;
        };
        match (subtype.as_str(), body.is_error()) {
            ("initialize", failed) => {
                StartUp::first(&mut self.start_up.initialize_answered, traffic.at);
                if !failed {
                    self.facts.initialized(body);
                }
            }
            ("mcp_status", false) => self.facts.server_status(body),
            ("set_model", false) => {
                if let Some(model) = body.payload().get("model").and_then(|model| model.as_str()) {
                    self.facts.model = Some(model.to_owned());
                }
            }
            ("set_permission_mode", false) => {
                if let Some(mode) = body.payload().get("mode").and_then(|mode| mode.as_str()) {
                    self.facts.permission_mode = Some(mode.to_owned());
                }
            }
            _ => {}
        }
    }

    fn odd_unknown(&mut self, frame: &Frame, traffic: &Traffic) {
        self.counts.unknown += 1;
        let subtype = frame
            .subtype()
            .map(|subtype| format!("/{subtype}"))
            .unwrap_or_default();
        self.odd(
            traffic,
            format!(
                "a message this version does not know: {}{subtype}",
                frame.kind()
            ),
        );
    }

    fn odd(&mut self, traffic: &Traffic, what: String) {
        self.oddities.push(Oddity {
            at: traffic.at,
            seq: traffic.seq,
            what,
        });
    }
}

fn fate_of(word: &str) -> Option<Fate> {
    Some(match word {
        "queued" => Fate::Queued,
        "started" => Fate::Started,
        "completed" => Fate::Completed,
        "cancelled" => Fate::Cancelled,
        _ => return None,
    })
}

/// Just enough of a JSON-RPC message to say what it asks.
#[derive(Deserialize, Default)]
struct RpcPeek<'a> {
    #[serde(borrow, default)]
    method: Cow<'a, str>,
    #[serde(borrow, default)]
    params: Option<ParamsPeek<'a>>,
}

#[derive(Deserialize, Default)]
struct ParamsPeek<'a> {
    #[serde(borrow, default)]
    name: Option<Cow<'a, str>>,
    #[serde(borrow, default, rename = "_meta")]
    meta: Option<MetaPeek<'a>>,
}

#[derive(Deserialize, Default)]
struct MetaPeek<'a> {
    #[serde(borrow, default, rename = "claudecode/toolUseId")]
    tool_use_id: Option<Cow<'a, str>>,
}

fn asked(request: &ControlRequest, state: &State) -> Asked {
    let body = &request.request;
    let text = |key: &str| body.text(key).unwrap_or_default().to_owned();
    let maybe = |key: &str| body.text(key).map(str::to_owned);
    match body.subtype.as_str() {
        "mcp_message" => {
            let server = body.server_name.clone().unwrap_or_default();
            let message = body.message.as_ref().map_or("{}", |message| message.get());
            let rpc: RpcPeek<'_> = serde_json::from_str(message).unwrap_or_default();
            if rpc.method == "tools/call" {
                let params = rpc.params.unwrap_or_default();
                let tool_use_id = params
                    .meta
                    .and_then(|meta| meta.tool_use_id)
                    .map(Cow::into_owned);
                Asked::ToolCall {
                    server,
                    tool: params.name.map(Cow::into_owned).unwrap_or_default(),
                    tool_use_id,
                }
            } else {
                Asked::Mcp {
                    server,
                    method: rpc.method.into_owned(),
                }
            }
        }
        "can_use_tool" => Asked::Permission {
            tool_name: text("tool_name"),
            tool_use_id: maybe("tool_use_id"),
            agent_id: maybe("agent_id"),
        },
        "hook_callback" => {
            let callback_id = text("callback_id");
            let input = body.fields.get("input");
            let field = |key: &str| {
                input
                    .and_then(|input| input.get(key))
                    .and_then(|value| value.as_str())
                    .map(str::to_owned)
            };
            let registered = state
                .hooks
                .registered(&callback_id)
                .map(|hook| hook.event.clone());
            Asked::Hook {
                event: field("hook_event_name").or(registered).unwrap_or_default(),
                tool_name: field("tool_name"),
                tool_use_id: field("tool_name").and_then(|_| maybe("tool_use_id")),
                callback_id,
            }
        }
        "elicitation" => Asked::Elicitation {
            server: text("mcp_server_name"),
        },
        "request_user_dialog" => Asked::Dialog {
            kind: text("dialog_kind"),
        },
        subtype => Asked::Control {
            subtype: subtype.to_owned(),
        },
    }
}

#[cfg(test)]
#[path = "conversation_reset_tests.rs"]
mod conversation_reset_tests;
