//! The fold, records of the CLI's own transcripts. Owns: what each means, and when a turn is over: no record says so.
//! Does not own: their spelling (`respell`), what they add to the conversation (`transcript`).
//!
//! A transcript has no requests, no answers to them and no results. A prompt begins a turn. An answer that asks for no tool
//! ends it, until another one follows without a prompt between them; so do an interrupt and an error of the API. Of a
//! turn that was cut off nothing tells but the prompt that comes after it.

use super::outcome::Outcome;
use super::respell::{self, NOBODY, says, word};
use super::state::State;
use super::transcript::{has_result, is_command};
use crate::trace::{Moment, Traffic};
use crate::wire::{Assistant, Block, Extra, Frame, System, User};
use indexmap::IndexMap;
use serde_json::{Number, Value};

/// Sub-agents whose calls are remembered.
const AGENTS: usize = 256;

impl State {
    /// What nearly every record says: where, with what, in which session.
    fn stored_facts(&mut self, extra: &Extra) {
        let facts = &mut self.facts;
        if let Some(id) = word(extra, "sessionId") {
            facts.saw_session(id);
        }
        let known = [
            ("cwd", &mut facts.cwd),
            ("version", &mut facts.cli_version),
            ("gitBranch", &mut self.told.branch),
            ("permissionMode", &mut facts.permission_mode),
        ];
        for (key, place) in known {
            if let Some(new) = word(extra, key)
                && place.as_deref() != Some(new)
            {
                *place = Some(new.to_owned());
            }
        }
    }

    /// The call that a record of a sub-agent belongs to. A transcript of a sub-agent's own has no other records: there it
    /// is the conversation.
    fn stored_parent(&mut self, extra: &Extra) -> Option<String> {
        if !says(extra, "isSidechain") {
            self.told.main = true;
            return None;
        }
        if !self.told.main {
            return None;
        }
        let agent = word(extra, "agentId").unwrap_or_default();
        if let Some(known) = self.told.agents.get(agent) {
            return Some(known.clone());
        }
        // Which call began it is not told; one that is open did.
        let mut open = self.open_tools.iter().rev();
        let call = open.find(|(_, tool)| matches!(tool.name.as_str(), "Agent" | "Task"));
        let call = call.map_or_else(|| agent.to_owned(), |(id, _)| id.clone());
        if self.told.agents.len() < AGENTS {
            self.told.agents.insert(agent.to_owned(), call.clone());
        }
        Some(call)
    }

    pub(super) fn stored_assistant(&mut self, record: &Assistant, traffic: &Traffic) {
        self.stored_facts(&record.extra);
        let parent = self.stored_parent(&record.extra);
        let main = parent.is_none();
        let message = respell::assistant(record, parent);
        let model = message.message.model.as_deref().unwrap_or_default();
        let failed = message.is_api_error_message == Some(true);
        if model == NOBODY && !failed {
            return self.transcript.assistant(&message, traffic);
        }
        if !main {
            return self.assistant(&message, traffic);
        }
        if model != NOBODY && !model.is_empty() {
            self.facts.model = Some(model.to_owned());
        }
        if std::mem::take(&mut self.told.fresh) {
            self.cut_off(traffic.at);
        } else {
            self.reopen_turn();
        }
        self.told.heard = traffic.at;
        self.assistant(&message, traffic);
        if failed {
            let status = message.api_error_status.get().and_then(Number::as_u64);
            let kind = message.api_error_type.clone();
            let text = message.message.content.plain_text();
            self.stored_end(Some(Outcome::ApiError { status, kind }), text, traffic.at);
        } else if message.aborted.is_none() && is_last(&message) && !self.calls_are_open() {
            let text = message.message.content.plain_text();
            self.stored_end(Some(Outcome::Success), text, traffic.at);
        }
    }

    pub(super) fn stored_user(&mut self, record: &User, traffic: &Traffic) {
        self.stored_facts(&record.extra);
        let parent = self.stored_parent(&record.extra);
        if has_result(record) {
            self.told.heard = traffic.at;
            let message = respell::user(record, parent);
            return self.user(&message, traffic);
        }
        if parent.is_some() {
            let message = respell::user(record, parent);
            self.transcript.user(&message, traffic);
            return;
        }
        let text = record.message.content.plain_text();
        if text.starts_with("[Request interrupted by user") {
            let text = "interrupted".to_owned();
            // What was said until then may have looked like the end.
            self.reopen_turn();
            self.stored_end(Some(Outcome::Interrupted), text, traffic.at);
        } else if is_command(&text) {
            // The model may be told of it, and answer, or not.
            self.told.fresh = true;
        } else if begins_turn(&record.extra) {
            self.cut_off(traffic.at);
            self.open_turn(traffic);
        }
        self.transcript.retold(record, traffic);
    }

    pub(super) fn stored_system(&mut self, system: &System, traffic: &Traffic) {
        match system {
            System::CompactBoundary(record) => {
                self.stored_facts(&record.body.extra);
                let boundary = respell::compaction(&record.body.extra);
                self.usage.compacted(&boundary, traffic.at);
                self.compacted(traffic);
            }
            System::Other(record) => {
                self.stored_facts(&record.body);
                match record.subtype.as_str() {
                    "api_error" => {
                        let retry = respell::retry(&record.body);
                        self.usage.retrying(&retry, traffic.at);
                    }
                    "turn_duration" => {
                        self.stored_end(Some(Outcome::Success), String::new(), traffic.at);
                    }
                    "local_command" => {
                        let text = word(&record.body, "content").unwrap_or_default();
                        self.transcript.command(text, traffic);
                    }
                    _ if Frame::System(system.clone()).is_unknown() => self.system(system, traffic),
                    _ => {}
                }
            }
            other => {
                if let Some(extra) = other.extra() {
                    self.stored_facts(extra);
                }
                self.system(system, traffic);
            }
        }
    }

    /// A record that is no message.
    pub(super) fn stored_aside(&mut self, record: &Value, traffic: &Traffic) {
        let Some(fields) = record.as_object() else {
            return;
        };
        self.stored_facts(fields);
        let text = |key: &str| word(fields, key).map(str::to_owned);
        match word(fields, "type").unwrap_or_default() {
            "custom-title" => self.facts.title = text("customTitle"),
            "ai-title" if self.facts.title.is_none() => self.facts.title = text("aiTitle"),
            "summary" if self.facts.title.is_none() => self.facts.title = text("summary"),
            "cost-state" => {
                self.usage.cost_usd = fields.get("totalCostUSD").and_then(Value::as_f64);
                if let Some(models) = fields.get("modelUsage").and_then(Value::as_object) {
                    self.usage.by_model.clone_from(models);
                }
            }
            "attachment" => {
                let parent = self.stored_parent(fields);
                if let Some(attachment) = fields.get("attachment") {
                    let id = text("uuid").unwrap_or_default();
                    self.stored_attachment(id, attachment, parent.is_none(), traffic);
                }
            }
            _ => {}
        }
    }

    fn stored_attachment(&mut self, id: String, attachment: &Value, main: bool, traffic: &Traffic) {
        if let Some((started, ended)) = respell::hook(id, attachment) {
            let took = attachment.get("durationMs").and_then(Value::as_u64);
            let took = took.unwrap_or(0).saturating_mul(1000);
            let began = Moment(traffic.at.0.saturating_sub(took));
            self.hooks.command_started(&started, began);
            return self.hooks.command_ended(&ended, traffic.at);
        }
        let field = |key: &str| attachment.get(key);
        match field("type").and_then(Value::as_str).unwrap_or_default() {
            "max_turns_reached" if main => {
                self.stored_end(Some(Outcome::MaxTurns), String::new(), traffic.at);
                if let Some(turn) = self.turns.last() {
                    self.transcript.turn_ended(turn, traffic);
                }
            }
            "structured_output" if main => {
                if let Some(turn) = self.turns.last_mut() {
                    turn.structured_output = field("data").cloned();
                }
                if !self.calls_are_open() {
                    self.stored_end(Some(Outcome::Success), String::new(), traffic.at);
                }
            }
            "model" if main && self.facts.model.is_none() => {
                let id = attachment.pointer("/identity/modelId");
                self.facts.model = id.and_then(Value::as_str).map(str::to_owned);
            }
            "queued_command" => {
                let text = field("prompt").map(said).unwrap_or_default();
                self.transcript.taken_up(text, traffic);
            }
            _ => {}
        }
    }

    /// The last turn goes on: another answer came, and no prompt between.
    fn reopen_turn(&mut self) {
        if let Some(turn) = self.turns.last_mut() {
            turn.ended = None;
            turn.outcome = None;
        }
    }

    /// The turn is over, if one is open. Calls that have not come back never will.
    fn stored_end(&mut self, outcome: Option<Outcome>, text: String, at: Moment) {
        if !self.turn_open() {
            return;
        }
        let Some(turn) = self.turns.last_mut() else {
            return;
        };
        turn.over(at, outcome, text);
        self.usage.retry = None;
        let open = self.open_tools.iter();
        let given_up: Vec<String> = open
            .filter(|(_, tool)| tool.parent.is_none())
            .map(|(id, _)| id.clone())
            .collect();
        self.lose_tools(|tool| tool.parent.is_none());
        self.transcript.close_calls(given_up.into_iter(), at);
    }

    fn calls_are_open(&self) -> bool {
        self.open_tools.values().any(|tool| tool.parent.is_none())
    }

    /// Something begins, and a turn that is open was cut off: nothing came of it any more.
    fn cut_off(&mut self, now: Moment) {
        let began = self.turns.last().map_or(now, |turn| turn.started);
        let heard = self.told.heard.max(began).min(now);
        self.stored_end(None, String::new(), heard);
    }
}

/// What a transcript tells of sub-agents.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct Told {
    /// The branch of the working directory.
    pub(super) branch: Option<String>,
    /// There are records that are of no sub-agent.
    main: bool,
    /// The calls of sub-agents, by their ids.
    agents: IndexMap<String, String>,
    /// A command was typed: what the model says next is no part of the turn before.
    fresh: bool,
    /// When something last came of a turn.
    heard: Moment,
}

/// Whether the model has no more to say after this: it asks for nothing. Of what is only thought something follows.
fn is_last(message: &Assistant) -> bool {
    let goes_on = matches!(
        message.message.stop_reason.as_deref(),
        Some("tool_use" | "pause_turn")
    );
    let thought = |block: &Block| {
        matches!(
            block,
            Block::Thinking { .. } | Block::RedactedThinking { .. }
        )
    };
    let blocks = message.message.content.blocks();
    !goes_on && (blocks.is_empty() || !blocks.iter().all(thought))
}

/// Whether a message that is no result makes the model answer.
fn begins_turn(extra: &Extra) -> bool {
    !says(extra, "isMeta") && !says(extra, "isCompactSummary")
}

/// A prompt, as text or in blocks.
fn said(prompt: &Value) -> String {
    let block = |block: &Value| Some(block.get("text")?.as_str()?.to_owned());
    match prompt {
        Value::String(text) => text.clone(),
        Value::Array(blocks) => blocks
            .iter()
            .filter_map(block)
            .collect::<Vec<_>>()
            .join("\n"),
        _ => String::new(),
    }
}

#[cfg(test)]
#[path = "observe_stored_tests.rs"]
mod tests;
