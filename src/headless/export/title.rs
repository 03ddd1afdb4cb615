//! PURE. What a session is called. Owns: that its first prompt is remembered though the conversation goes on for long.

use super::sheet::one_line;
use crate::session::{ItemKind, State};

/// Characters of a title.
const LONGEST: usize = 80;
/// Items among which the first prompt is looked for.
const NEAR: usize = 64;

/// The first prompt, once there is one.
#[derive(Debug, Default)]
pub(super) struct Title {
    prompt: Option<String>,
}

impl Title {
    /// Looks for it, at the beginning of a session.
    pub(super) fn look(&mut self, state: &State) {
        if self.prompt.is_none() && state.transcript.dropped() == 0 {
            let mut items = state.transcript.iter().take(NEAR);
            self.prompt = items.find_map(|item| match &item.kind {
                ItemKind::Prompt(prompt) => one_line(&prompt.text, LONGEST),
                _ => None,
            });
        }
    }

    /// The title that was set, or the first prompt.
    pub(super) fn of(mut self, state: &State) -> String {
        self.look(state);
        let set = state.facts.title.as_deref();
        let set = set.and_then(|title| one_line(title, LONGEST));
        set.or(self.prompt)
            .unwrap_or_else(|| "A session".to_owned())
    }
}
