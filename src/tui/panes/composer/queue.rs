//! PURE. Prompts that wait for their turn. Owns: which they are and what is said of each. Does not own: taking one back
//! (`update`).

use crate::session::{Fate, ItemKind, State};
use crate::trace::HeldThing;

/// A prompt that waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiting<'a> {
    /// Its id.
    pub uuid: &'a str,
    /// Its text.
    pub text: &'a str,
    /// One word for people.
    pub word: &'static str,
}

/// The prompts that wait, in the order they will be worked on.
pub fn waiting(state: &State) -> Vec<Waiting<'_>> {
    let sent = state.prompts.waiting().filter_map(|(uuid, fate)| {
        let word = match fate {
            Fate::Queued => "queued",
            // Until the CLI says what it makes of it; without a turn it is about to begin.
            Fate::Sent if state.turn_open() => "sent",
            _ => return None,
        };
        let text = text_of(state, uuid)?;
        Some(Waiting { uuid, text, word })
    });
    let held = state.life.held.iter().filter_map(|thing| match thing {
        HeldThing::Prompt { uuid, text } => Some(Waiting {
            uuid,
            text,
            word: "held",
        }),
        HeldThing::Answer { .. } => None,
    });
    sent.chain(held).collect()
}

/// The newest prompt that the CLI can give back.
pub fn newest_to_withdraw(state: &State) -> Option<Waiting<'_>> {
    let waiting = waiting(state);
    waiting
        .into_iter()
        .rev()
        .find(|prompt| prompt.word != "held")
}

fn text_of<'a>(state: &'a State, uuid: &str) -> Option<&'a str> {
    match &state.transcript.prompt(uuid)?.kind {
        ItemKind::Prompt(prompt) => Some(&prompt.text),
        _ => None,
    }
}
