//! What was said before this process: lines of the CLI's own transcript. Owns: what each adds to the conversation.
//! Does not own: finding the file (`transport`), anything but the conversation: turns, costs and states of before are over.

use super::item::{Fate, ItemKind, Prompted};
use super::store::Transcript;
use crate::trace::Traffic;
use crate::wire::{Assistant, Block, Content, User};
use serde_json::Value;

impl Transcript {
    /// Takes in one line of a stored conversation. What it does not know, it passes over.
    pub(in crate::session) fn past(&mut self, entry: &Value, traffic: &Traffic) {
        let is = |key: &str| entry.get(key).and_then(Value::as_bool) == Some(true);
        // What a sub-agent did is kept in files of its own, and what the CLI told the model nobody saw.
        if is("isSidechain") || is("isMeta") {
            return;
        }
        match entry.get("type").and_then(Value::as_str) {
            Some("assistant") => {
                let entry = renamed(entry, "isApiErrorMessage", "is_api_error_message");
                if let Ok(message) = serde_json::from_value::<Assistant>(entry) {
                    self.assistant(&message, traffic);
                }
            }
            Some("user") => {
                let summary = is("isCompactSummary");
                let entry = renamed(entry, "toolUseResult", "tool_use_result");
                if let Ok(message) = serde_json::from_value::<User>(entry) {
                    self.past_user(&message, summary, traffic);
                }
            }
            Some("system")
                if entry
                    .get("subtype")
                    .is_some_and(|word| word == "compact_boundary") =>
            {
                let trigger = entry
                    .pointer("/compactMetadata/trigger")
                    .and_then(Value::as_str);
                let trigger = trigger.unwrap_or_default().to_owned();
                self.mark(ItemKind::Compacted { trigger }, traffic);
            }
            Some("cca_resumed") => {
                let kind = ItemKind::Notice {
                    level: "info".to_owned(),
                    text: "What is above was said before; the conversation goes on here."
                        .to_owned(),
                };
                self.mark(kind, traffic);
            }
            _ => {}
        }
    }

    /// The same for a line of a transcript that is replayed by itself: what somebody typed stands where the CLI took it up.
    pub(in crate::session) fn retold(&mut self, message: &User, traffic: &Traffic) {
        let is = |key: &str| message.extra.get(key).and_then(Value::as_bool) == Some(true);
        if !is("isMeta") {
            self.past_user(message, is("isCompactSummary"), traffic);
        }
    }

    /// A command that was typed, or what it printed.
    pub(in crate::session) fn command(&mut self, text: &str, traffic: &Traffic) {
        if let Some(typed) = typed_command(text) {
            return self.taken_up(typed, traffic);
        }
        let text = text.to_owned();
        self.mark(ItemKind::Replayed { text }, traffic);
    }

    /// What was said while the agent worked, and was taken up in the middle of a turn.
    pub(in crate::session) fn taken_up(&mut self, text: String, traffic: &Traffic) {
        if is_notification(&text) {
            return self.mark(ItemKind::Synthetic { text }, traffic);
        }
        let prompt = Prompted {
            text,
            attachments: 0,
            fate: Fate::Completed,
        };
        self.mark(ItemKind::Prompt(prompt), traffic);
    }

    fn past_user(&mut self, message: &User, summary: bool, traffic: &Traffic) {
        let content = &message.message.content;
        let text = content.plain_text();
        // Tool results and marks of the CLI come as they do on the wire; what is left is what a person typed.
        if has_result(message) || text.starts_with("[Request interrupted by user") {
            self.user(message, traffic);
        } else if summary {
            self.mark(ItemKind::Synthetic { text }, traffic);
        } else if is_command(&text) {
            self.command(&text, traffic);
        } else if is_notification(&text) {
            self.mark(ItemKind::Synthetic { text }, traffic);
        } else {
            let attachments = match content {
                Content::Blocks(blocks) => blocks
                    .iter()
                    .filter(|block| !matches!(block, Block::Text { .. }))
                    .count(),
                _ => 0,
            };
            let prompt = Prompted {
                text,
                attachments,
                fate: Fate::Completed,
            };
            self.mark(ItemKind::Prompt(prompt), traffic);
        }
    }
}

/// Whether it tells of a command that was typed, or of what that printed.
pub(in crate::session) fn is_command(text: &str) -> bool {
    const SIGNS: [&str; 3] = ["<local-command-", "<command-name>", "<command-message>"];
    SIGNS.iter().any(|sign| text.starts_with(sign))
}

/// A command as it was typed, if that is what is told.
fn typed_command(text: &str) -> Option<String> {
    let inside = |name: &str| {
        let (_, after) = text.split_once(&format!("<{name}>"))?;
        let (inside, _) = after.split_once(&format!("</{name}>"))?;
        Some(inside.trim())
    };
    if text.starts_with('/') {
        return Some(text.to_owned());
    }
    let name = inside("command-name").filter(|_| is_command(text))?;
    let args = inside("command-args").unwrap_or_default();
    Some(format!("{name} {args}").trim_end().to_owned())
}

/// Whether the CLI itself tells the model that something in the background is over.
fn is_notification(text: &str) -> bool {
    text.starts_with("<task-notification>")
}

/// Whether it brings results of calls.
pub(in crate::session) fn has_result(message: &User) -> bool {
    let blocks = message.message.content.blocks();
    let mut blocks = blocks.iter();
    blocks.any(|block| matches!(block, Block::ToolResult { .. }))
}

/// The transcript spells some keys in another way than the wire.
fn renamed(entry: &Value, from: &str, to: &str) -> Value {
    let mut entry = entry.clone();
    if let Some(fields) = entry.as_object_mut()
        && let Some(value) = fields.shift_remove(from)
    {
        fields.insert(to.to_owned(), value);
    }
    entry
}

#[cfg(test)]
#[path = "past_tests.rs"]
mod tests;
