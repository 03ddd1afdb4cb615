//! The fold: one line of traffic at a time into the picture. The only place that changes a [`State`].
//! Owns: dispatch, and what each message means. Does not own: control traffic (`observe_control`), notes
//! (`observe_notes`), tool calls under way (`observe_tools`), the parts of the picture (their own files), answering (`live`).

use super::outcome::Turn;
use super::pending::Origin;
use super::startup::StartUp;
use super::state::{Oddity, State, Transition};
use super::transcript::{Fate, ItemKind, Streaming};
use crate::trace::{Direction, Payload, Traffic};
use crate::wire::message::EventKind;
use crate::wire::stored::is_stored;
use crate::wire::{Assistant, Block, Frame, ResultMessage, StreamEvent, System, User};

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
            Frame::Assistant(message) if is_stored(&message.extra) => {
                self.stored_assistant(message, traffic);
            }
            Frame::User(message) if is_stored(&message.extra) => self.stored_user(message, traffic),
            Frame::System(system) if system.is_stored() => self.stored_system(system, traffic),
            Frame::Stored(record) => self.stored_aside(record, traffic),
            Frame::Assistant(message) => self.assistant(message, traffic),
            Frame::User(message) => self.user(message, traffic),
            Frame::Result(result) => self.result(result, traffic),
            Frame::System(system) => self.system(system, traffic),
            Frame::ControlRequest(request) => self.asked_by_cli(request, traffic),
            Frame::ControlResponse(response) => self.answered_by_cli(response, traffic),
            Frame::ControlCancel(cancel) => {
                self.withdrawn_by_cli(cancel.request_id.as_deref(), traffic);
            }
            Frame::CommandLifecycle(change) => {
                let uuid = change.command_uuid.as_deref().unwrap_or_default();
                if let Some(fate) = fate_of(change.state.as_deref().unwrap_or_default()) {
                    self.prompts.lifecycle(uuid, fate);
                    self.transcript.set_fate(uuid, fate);
                    self.settle_prompts();
                }
            }
            // Its `new_conversation_id` only repeats its own uuid: the session's new id comes with the next message.
            Frame::ConversationReset(_) => {
                self.usage.cleared();
                self.transcript.mark(ItemKind::Reset, traffic);
            }
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
            // Nothing waits there: it was written down when it was taken up.
            Frame::User(message) if is_stored(&message.extra) => {
                self.stored_user(message, traffic);
            }
            Frame::User(message) => {
                let busy = self.turn_open() || !self.prompts.is_empty();
                self.transcript.prompted(message, busy, traffic);
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

    fn streamed(&mut self, stream: &StreamEvent, traffic: &Traffic) -> bool {
        let was_active = self.streaming.is_active();
        self.streaming.observe(stream, traffic.at);
        if stream.event.kind == EventKind::BlockDelta && was_active {
            return true;
        }
        self.cli.requesting = false;
        self.usage.retry = None;
        // What only ends something may trail the result, and begins no turn.
        if matches!(
            stream.event.kind,
            EventKind::MessageStart | EventKind::BlockStart | EventKind::BlockDelta
        ) {
            self.open_turn(traffic);
        }
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

    pub(super) fn assistant(&mut self, message: &Assistant, traffic: &Traffic) {
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
            if let Block::ToolUse { id, name, .. } = block {
                self.called(id, name, parent, traffic);
            }
        }
        self.transcript.assistant(message, traffic);
    }

    pub(super) fn user(&mut self, message: &User, traffic: &Traffic) {
        let results = self.transcript.user(message, traffic);
        // A CLI that does not tell takes prompts up here, or at the end of the turn.
        if !results.is_empty()
            && message.parent_tool_use_id.as_deref().is_none()
            && !self.prompts.are_reported()
        {
            self.transcript.settle(|_| false);
        }
        for paired in results {
            self.came_back(&paired.id, traffic.at);
            self.pending.forget_call(&paired.id);
            if let Some(call) = self.transcript.call(&paired.id)
                && call.result.as_ref().is_some_and(|result| !result.is_error)
            {
                self.tasks
                    .tool_result(&call.name, &call.input, paired.structured.as_ref());
            }
            if self.transcript.call(&paired.id).is_none() {
                let what = "a result for the tool call";
                self.odd(
                    traffic,
                    format!("{what} {}, which was not seen or is forgotten", paired.id),
                );
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
        self.streaming = Streaming::default();
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
        self.lose_tools(|tool| tool.parent.is_none());
        for id in &given_up {
            self.pending.forget_call(id);
        }
        self.transcript
            .close_calls(given_up.into_iter(), traffic.at);
        self.settle_prompts();
    }

    /// Prompts that no longer wait stand where the CLI took them up: behind all that came before.
    pub(super) fn settle_prompts(&mut self) {
        let prompts = &self.prompts;
        self.transcript.settle(|uuid| prompts.waits(uuid));
    }

    /// A sign that a turn runs: opens one if none is open.
    pub(super) fn open_turn(&mut self, traffic: &Traffic) {
        if !self.turn_open() {
            // The last finished one is still looked at while the next one runs.
            if let Some(older) = self.turns.iter_mut().rev().nth(1) {
                older.shorten();
            }
            self.turns.push(Turn::begun(traffic.at));
            StartUp::first(&mut self.start_up.first_turn, traffic.at);
        }
    }

    pub(super) fn system(&mut self, system: &System, traffic: &Traffic) {
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
                self.cli_said(message.body.state.as_deref(), traffic);
            }
            System::ApiRetry(message) => self.usage.retrying(&message.body, at),
            System::ThinkingTokens(message) => {
                self.usage.thinking_tokens = message.body.estimated_tokens;
            }
            System::CompactBoundary(message) => {
                self.usage.compacted(&message.body, at);
                self.compacted(traffic);
            }
            System::PermissionDenied(message) => self.decisions.denied_unasked(&message.body, at),
            System::HookStarted(message) => self.hooks.command_started(&message.body, at),
            System::HookResponse(message) => self.hooks.command_ended(&message.body, at),
            System::Informational(message) => {
                let body = &message.body;
                self.notice(body.level.as_ref(), body.content.as_ref(), traffic);
            }
            System::Notification(message) => {
                let body = &message.body;
                self.notice(body.priority.as_ref(), body.text.as_ref(), traffic);
            }
            System::TaskStarted(message) => self.tasks.started(&message.body, at),
            System::TaskProgress(message) => self.tasks.progressed(&message.body),
            System::TaskUpdated(message) => self.tasks.updated(&message.body, at),
            System::TaskNotification(message) => self.tasks.notified(&message.body, at),
            System::BackgroundTasksChanged(message) => {
                self.tasks.background_changed(&message.body, at);
            }
            System::CommandsChanged(message) => {
                self.facts.commands = message.body.commands.clone().unwrap_or_default();
            }
            System::SessionTitleChanged(message) => {
                self.facts.title.clone_from(&message.body.title);
            }
            System::Other(_) => self.odd_unknown(&Frame::System(system.clone()), traffic),
            _ => {}
        }
        if system.subtype().contains("task") {
            self.give_up_calls_of_ended_tasks(traffic);
        }
    }

    pub(super) fn compacted(&mut self, traffic: &Traffic) {
        self.cli.compacting = false;
        let last = self.usage.compactions.last();
        let trigger = last.map(|last| last.trigger.clone()).unwrap_or_default();
        self.transcript
            .mark(ItemKind::Compacted { trigger }, traffic);
    }

    fn notice(&mut self, level: Option<&String>, text: Option<&String>, traffic: &Traffic) {
        let level = level.cloned().unwrap_or_default();
        let text = text.cloned().unwrap_or_default();
        self.transcript
            .mark(ItemKind::Notice { level, text }, traffic);
    }

    fn cli_said(&mut self, state: Option<&str>, traffic: &Traffic) {
        match state {
            Some("running") if self.cli.state.as_deref() != Some("requires_action") => {
                self.cli.ran_since = traffic.at;
            }
            Some("idle") => {
                if !self.turn_open() {
                    self.prompts.idle(self.cli.ran_since);
                    self.settle_prompts();
                }
                self.cli.requesting = false;
                self.usage.retry = None;
            }
            _ => {}
        }
        self.cli.state = state.map(str::to_owned);
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

    pub(super) fn odd(&mut self, traffic: &Traffic, what: String) {
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

#[cfg(test)]
#[path = "observe_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "conversation_reset_tests.rs"]
mod conversation_reset_tests;
