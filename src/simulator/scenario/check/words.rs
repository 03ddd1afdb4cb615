//! Words from a closed list. Owns: the lists that are not enums of the scenario's own.

use super::{Check, Checked};
use crate::config::{KeyPath, nearest};
use crate::wire::hook::HookEvent;
use crate::wire::permission::PermissionMode;

/// Levels of a notice.
pub(super) const LEVELS: [&str; 4] = ["info", "notice", "suggestion", "warning"];
/// What a todo can be.
pub(super) const TODO: [&str; 3] = ["pending", "in_progress", "completed"];
/// What a task can be.
pub(super) const TASK: [&str; 4] = ["pending", "in_progress", "completed", "deleted"];
/// What an MCP server can be.
pub(super) const SERVER: [&str; 5] = ["connected", "failed", "needs-auth", "pending", "disabled"];

impl Check<'_> {
    /// The word is one of those.
    pub(super) fn word(&self, at: &KeyPath, word: &str, all: &[&str]) -> Checked {
        if all.contains(&word) {
            return Ok(());
        }
        let what = match nearest(word, all.iter().copied()) {
            Some(near) => format!("is {word:?}; did you mean {near:?}?"),
            None => format!("is {word:?}; it can be: {}", all.join(", ")),
        };
        self.wrong(at, what)
    }

    pub(super) fn mode(&self, at: &KeyPath, mode: &str) -> Checked {
        let all = PermissionMode::ALL;
        let names: Vec<_> = all.iter().map(PermissionMode::as_str).collect();
        self.word(at, mode, &names)
    }

    pub(super) fn event(&self, at: &KeyPath, event: &str) -> Checked {
        let all = HookEvent::ALL;
        let names: Vec<_> = all.iter().map(HookEvent::as_str).collect();
        self.word(at, event, &names)
    }
}
