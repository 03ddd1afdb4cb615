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
    /// Where it waits.
    pub place: Place,
}

/// Where a prompt waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Here, because the session is paused: it was not written yet.
    Held,
    /// On its way: the CLI has not said what it makes of it.
    Sent,
    /// In the CLI's queue.
    Queued,
}

impl Place {
    /// One word for people.
    pub fn word(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Sent => "sent",
            Self::Queued => "queued",
        }
    }
}

/// The prompts that wait, in the order they will be worked on.
pub fn waiting(state: &State) -> Vec<Waiting<'_>> {
    let sent = state.transcript.waiting().filter_map(|item| {
        let ItemKind::Prompt(prompt) = &item.kind else {
            return None;
        };
        Some(Waiting {
            uuid: item.uuid.as_deref().unwrap_or_default(),
            text: &prompt.text,
            place: match prompt.fate {
                Fate::Queued => Place::Queued,
                _ => Place::Sent,
            },
        })
    });
    let held = state.life.held.iter().filter_map(|thing| match thing {
        HeldThing::Prompt { uuid, text } => Some(Waiting {
            uuid,
            text,
            place: Place::Held,
        }),
        HeldThing::Answer { .. } => None,
    });
    sent.chain(held).collect()
}

/// The newest prompt that can be taken back and is not `asked` for already: one that is held never left, of another the
/// CLI is asked.
pub fn newest_to_withdraw(state: &State, asked: impl Fn(&str) -> bool) -> Option<Waiting<'_>> {
    let taken = |prompt: &Waiting<'_>| !prompt.uuid.is_empty() && !asked(prompt.uuid);
    let newest = waiting(state).into_iter().rev().find(taken);
    // The first one stands in its place already, and yet the CLI may keep it: while its servers start.
    newest.or_else(|| {
        let uuid = state.prompts.queued().filter(|uuid| !asked(uuid)).last()?;
        let ItemKind::Prompt(prompt) = &state.transcript.prompt(uuid)?.kind else {
            return None;
        };
        Some(Waiting {
            uuid,
            text: &prompt.text,
            place: Place::Queued,
        })
    })
}
