//! Messages to items. Owns: what each message adds to the transcript. Does not own: bounds (`store`).

use super::item::{Fate, Item, ItemKind, Prompted, ToolCall, ToolOutcome};
use super::store::Transcript;
use crate::session::outcome::Turn;
use crate::trace::{Moment, Traffic};
use crate::wire::message::ToolResultMeta;
use crate::wire::{Assistant, Block, Content, User};
use serde_json::{Number, Value};
use std::sync::Arc;

/// A tool result that was just paired with its call.
pub(in crate::session) struct Paired {
    pub(in crate::session) id: String,
    pub(in crate::session) structured: Option<Value>,
}

impl Transcript {
    pub(in crate::session) fn assistant(&mut self, message: &Assistant, traffic: &Traffic) {
        let parent = message.parent_tool_use_id.as_deref().map(str::to_owned);
        if message.is_api_error_message == Some(true) || message.error.is_some() {
            let kind = ItemKind::ApiError {
                error: message.error.clone().unwrap_or_default(),
                status: message.api_error_status.get().and_then(Number::as_u64),
                text: message.message.content.plain_text(),
            };
            return self.add(
                kind,
                parent,
                message.message.id.clone(),
                message.uuid.clone(),
                traffic,
            );
        }
        let aborted = message.aborted == Some(true);
        for block in message.message.content.blocks() {
            let kind = match block {
                Block::Text { text, .. } => ItemKind::Text {
                    text: text.clone(),
                    aborted,
                },
                Block::Thinking { thinking, .. } => ItemKind::Thinking {
                    text: thinking.clone(),
                    duration_ms: message.thinking_duration_ms,
                    redacted: false,
                },
                Block::RedactedThinking { .. } => ItemKind::Thinking {
                    text: String::new(),
                    duration_ms: message.thinking_duration_ms,
                    redacted: true,
                },
                Block::ToolUse {
                    id, name, input, ..
                } => {
                    // The same call again (a replay): the first one, and its result, stand.
                    if self.call(id).is_some() {
                        continue;
                    }
                    ItemKind::Tool(Box::new(ToolCall {
                        id: id.clone(),
                        name: name.clone(),
                        input: self.within_bounds(input),
                        asked_for: None,
                        started: traffic.at,
                        ready: None,
                        ended: None,
                        result: None,
                        decision: None,
                        not_executed: None,
                    }))
                }
                other => ItemKind::Unknown(serde_json::to_value(other).unwrap_or_default()),
            };
            self.add(
                kind,
                parent.clone(),
                message.message.id.clone(),
                message.uuid.clone(),
                traffic,
            );
        }
        if let Content::Text(text) = &message.message.content {
            let kind = ItemKind::Text {
                text: text.clone(),
                aborted,
            };
            self.add(
                kind,
                parent,
                message.message.id.clone(),
                message.uuid.clone(),
                traffic,
            );
        }
    }

    /// A `user` message from the CLI. Returns the calls whose results it brought.
    pub(in crate::session) fn user(&mut self, message: &User, traffic: &Traffic) -> Vec<Paired> {
        let parent = message.parent_tool_use_id.as_deref().map(str::to_owned);
        let mut paired = Vec::new();
        let mut texts = Vec::new();
        match &message.message.content {
            Content::Text(text) => texts.push(text.clone()),
            Content::Blocks(blocks) => {
                for block in blocks {
                    match block {
                        Block::ToolResult {
                            tool_use_id,
                            content,
                            is_error,
                            ..
                        } => {
                            self.pair(
                                message,
                                tool_use_id,
                                content.as_ref(),
                                *is_error,
                                traffic.at,
                                &mut paired,
                            );
                        }
                        Block::Text { text, .. } => texts.push(text.clone()),
                        _ => {}
                    }
                }
            }
            Content::Other(_) => {}
        }
        for text in texts {
            if let Some(kind) = self.said_by_cli(message, text) {
                self.add(kind, parent.clone(), None, message.uuid.clone(), traffic);
            }
        }
        paired
    }

    /// What a text that the CLI reports as the user's really is; `None` for the echo of a prompt that is known.
    fn said_by_cli(&self, message: &User, text: String) -> Option<ItemKind> {
        if let Some(marker) = text.strip_prefix("[Request interrupted by user") {
            return Some(ItemKind::Interrupted {
                in_tool: marker.starts_with(" for tool use"),
            });
        }
        if message.is_replay == Some(true) {
            let known = message
                .uuid
                .as_deref()
                .is_some_and(|uuid| self.is_prompt(uuid));
            return (!known).then_some(ItemKind::Replayed { text });
        }
        // A sub-agent's prompt comes as a user message too: nobody here typed it.
        Some(ItemKind::Synthetic { text })
    }

    fn pair(
        &mut self,
        message: &User,
        id: &str,
        content: Option<&Arc<Content>>,
        is_error: Option<bool>,
        at: Moment,
        paired: &mut Vec<Paired>,
    ) {
        let meta = message.tool_result_meta.as_deref().unwrap_or_default();
        let meta: Option<&ToolResultMeta> = meta.iter().find(|meta| meta.id.as_deref() == Some(id));
        // In its transcripts the CLI spells it in another way.
        let structured = message.tool_use_result.get();
        let structured = structured.or_else(|| message.extra.get("toolUseResult"));
        let kept = structured.map(|value| self.within_bounds(value));
        let limit = self.limits().item_bytes;
        let content = content.cloned().unwrap_or_default();
        let content = if content.weight() > limit {
            Arc::new(clip(&content, limit))
        } else {
            content
        };
        let outcome = ToolOutcome {
            content,
            is_error: is_error.unwrap_or(false),
            structured: kept,
        };
        self.change_call(id, |call| {
            call.ended = Some(at);
            call.result = Some(outcome);
            call.decision = meta.and_then(|meta| meta.permission_decision.clone());
            call.not_executed = meta.and_then(|meta| meta.non_execution_kind.clone());
        });
        paired.push(Paired {
            id: id.to_owned(),
            structured: structured.cloned(),
        });
    }

    /// Nothing stands in the way of a call any more.
    pub(in crate::session) fn ready(&mut self, id: &str, at: Moment) {
        self.change_call(id, |call| call.ready = Some(at));
    }

    /// Somebody changed what a call runs with.
    pub(in crate::session) fn ran_with(&mut self, id: &str, input: &Value) {
        let input = self.within_bounds(input);
        self.change_call(id, |call| {
            if call.input != input {
                let asked_for = std::mem::replace(&mut call.input, input);
                call.asked_for.get_or_insert(asked_for);
            }
        });
    }

    /// A prompt of ours was written. While the agent works it has no place yet: where it belongs is known once the CLI
    /// takes it up.
    pub(in crate::session) fn prompted(&mut self, message: &User, busy: bool, traffic: &Traffic) {
        let blocks = message.message.content.blocks();
        let attachments = blocks
            .iter()
            .filter(|block| !matches!(block, Block::Text { .. }))
            .count();
        let prompt = Prompted {
            text: message.message.content.plain_text(),
            attachments,
            fate: Fate::Sent,
        };
        let item = self.item(
            ItemKind::Prompt(prompt),
            None,
            None,
            message.uuid.clone(),
            traffic,
        );
        if busy {
            self.wait(item);
        } else {
            self.push(item);
        }
    }

    pub(in crate::session) fn turn_ended(&mut self, turn: &Turn, traffic: &Traffic) {
        let Some(outcome) = turn.outcome.clone() else {
            return;
        };
        // The text of a success is the last message again.
        let text = if outcome.is_failure() {
            turn.text.clone()
        } else {
            String::new()
        };
        self.add(
            ItemKind::TurnEnd { outcome, text },
            None,
            None,
            None,
            traffic,
        );
    }

    pub(in crate::session) fn mark(&mut self, kind: ItemKind, traffic: &Traffic) {
        self.add(kind, None, None, None, traffic);
    }

    fn add(
        &mut self,
        kind: ItemKind,
        parent: Option<String>,
        message_id: Option<String>,
        uuid: Option<String>,
        traffic: &Traffic,
    ) {
        let item = self.item(kind, parent, message_id, uuid, traffic);
        self.push(item);
    }

    fn item(
        &self,
        kind: ItemKind,
        parent: Option<String>,
        message_id: Option<String>,
        uuid: Option<String>,
        traffic: &Traffic,
    ) -> Item {
        Item {
            number: self.end(),
            revision: 0,
            seq: traffic.seq,
            at: traffic.at,
            parent,
            message_id,
            uuid,
            kind,
        }
    }

    /// The value, or a note in its place that it is too large to keep in memory.
    fn within_bounds(&self, value: &Value) -> Value {
        let weight = crate::wire::block::weigh(value);
        if weight <= self.limits().item_bytes {
            value.clone()
        } else {
            serde_json::json!({ "cca_left_out_bytes": weight })
        }
    }
}

/// The beginning of a result that is too long to keep, cut between characters.
fn clip(content: &Content, limit: usize) -> Content {
    let mut text = content.plain_text();
    let mut end = limit.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    Content::Text(text)
}
