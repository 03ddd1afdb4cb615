//! PURE. Where prompts are typed. Owns: the text with its pastes, walking the prompts of before, what is offered, whether
//! the draft is kept. Does not own: sending (`update`), keeping anything on disk (`work`).
//!
//! `pastes` are the tokens for large pastes, `history` the prompts of before, `completion` what could follow, `files` the
//! listed paths, `queue` the prompts that wait, `view` and `popup` how it is drawn.

pub mod completion;
mod files;
mod history;
mod pastes;
mod popup;
mod queue;
mod view;

pub use files::Files;
pub use history::{History, Past, REMEMBERED};
pub use pastes::Piece;
pub use popup::view as popup;
pub use queue::{Place, Waiting, newest_to_withdraw, waiting};
pub use view::{height, text_width, view};

use crate::tui::keymap::{Edit, Key};
use crate::tui::widgets::field::Field;
use completion::{Completion, Kind, Trigger};
use crossterm::event::KeyEvent;
use pastes::Pastes;
use std::time::Duration;

/// How long nothing may be typed until the draft is kept.
const SETTLED: Duration = Duration::from_millis(500);
/// How long one may type on and on until it is kept.
const LONGEST: Duration = Duration::from_secs(5);

/// Going through the prompts of before.
#[derive(Debug, Clone)]
struct Walk {
    /// The one that is shown.
    at: usize,
    /// What they begin with.
    begins: String,
    /// What was typed.
    draft: (Field, Pastes),
}

/// A draft that is not kept yet: since when, and the last change.
#[derive(Debug, Clone, Copy)]
struct Unsaved {
    since: Duration,
    last: Duration,
}

/// The composer of one session.
#[derive(Debug, Clone, Default)]
pub struct Composer {
    field: Field,
    pastes: Pastes,
    walk: Option<Walk>,
    /// What could follow.
    pub completion: Option<Completion>,
    /// Where nothing is offered, because the person closed it.
    closed: Option<(Kind, (usize, usize))>,
    edited: bool,
    unsaved: Option<Unsaved>,
}

impl Composer {
    /// What is typed, pastes in full.
    pub fn text(&self) -> String {
        self.pastes.expand(&self.field.text())
    }

    /// Whether nothing is typed.
    pub fn is_empty(&self) -> bool {
        self.field.is_empty()
    }

    /// Whether there is nothing to send.
    pub fn is_blank(&self) -> bool {
        self.field.lines().iter().all(|line| line.trim().is_empty())
    }

    /// Types a key.
    pub fn key(&mut self, event: KeyEvent) {
        if let Some(edit) = Edit::of(Key::of(event)) {
            match edit {
                Edit::Type(letter) => self.insert(letter.encode_utf8(&mut [0; 4])),
                edit => {
                    self.touched();
                    self.field.edit(edit);
                }
            }
        }
    }

    /// Takes everything away; undo brings it back, and so does putting back what was cut.
    pub fn clear(&mut self) {
        self.touched();
        self.field.clear();
    }

    /// Types a text.
    pub fn insert(&mut self, text: &str) {
        self.touched();
        let text = self.pastes.admit(text);
        self.field.insert(&text);
    }

    /// Types a text that was pasted: a large one is folded.
    pub fn paste(&mut self, text: &str) {
        if pastes::is_large(text) {
            self.touched();
            let token = self.pastes.fold(text);
            self.field.insert(&token);
        } else {
            self.insert(text);
        }
    }

    /// Replaces everything.
    pub fn set(&mut self, text: &str) {
        self.touched();
        self.pastes = Pastes::default();
        let text = self.pastes.admit(text);
        self.field.set(&text);
    }

    /// The text in parts, to be kept. While prompts of before are looked at, what was typed.
    pub fn pieces(&self) -> Vec<Piece> {
        let (field, pastes) = match &self.walk {
            Some(walk) => (&walk.draft.0, &walk.draft.1),
            None => (&self.field, &self.pastes),
        };
        pastes.pieces(&field.text())
    }

    /// Puts a kept text back.
    pub fn restore(&mut self, pieces: &[Piece]) {
        self.set("");
        for piece in pieces {
            match piece {
                Piece::Text(text) => self.insert(text),
                Piece::Paste(text) => {
                    let token = self.pastes.fold(text);
                    self.field.insert(&token);
                }
            }
        }
        self.edited = false;
    }

    /// Takes what is typed, and is empty again.
    pub fn take(&mut self) -> String {
        let text = self.text();
        self.set("");
        self.completion = None;
        text
    }

    /// Whether Enter makes a new line here: behind a backslash, which goes.
    pub fn continues_line(&mut self) -> bool {
        let continues = self.field.at_end() && self.field.before().ends_with('\\');
        if continues {
            self.touched();
            self.field.replace_before(1, "\n");
        }
        continues
    }

    /// One row up; at the first one, the prompt before that begins like what stands before the cursor.
    pub fn up(&mut self, width: u16, history: &History) {
        if self.walk.is_none() && self.step(-1, width) {
            return;
        }
        let begins = match &self.walk {
            Some(walk) => walk.begins.clone(),
            None => self.typed_before(),
        };
        let from = self.walk.as_ref().map_or(history.len(), |walk| walk.at);
        let Some(at) = history.back(from, &begins) else {
            return;
        };
        let draft = match self.walk.take() {
            Some(walk) => walk.draft,
            None => (self.field.clone(), self.pastes.clone()),
        };
        self.show(history, Walk { at, begins, draft });
    }

    /// One row down; while going through the prompts of before, the one after, and at last what was typed.
    pub fn down(&mut self, width: u16, history: &History) {
        let Some(walk) = self.walk.take() else {
            self.step(1, width);
            return;
        };
        if let Some(at) = history.forward(walk.at, &walk.begins) {
            self.show(history, Walk { at, ..walk });
        } else {
            self.edited = true;
            (self.field, self.pastes) = walk.draft;
        }
    }

    /// Puts a prompt of before here; what was typed comes back as from any other.
    pub fn recall(&mut self, at: usize, history: &History) {
        if history.get(at).is_none() {
            return;
        }
        let draft = match self.walk.take() {
            Some(walk) => walk.draft,
            None => (self.field.clone(), self.pastes.clone()),
        };
        let begins = String::new();
        self.show(history, Walk { at, begins, draft });
    }

    fn show(&mut self, history: &History, walk: Walk) {
        let text = history.get(walk.at).map_or("", |past| past.text.as_str());
        self.set(text);
        self.walk = Some(walk);
    }

    fn step(&mut self, by: isize, width: u16) -> bool {
        let pastes = &self.pastes;
        self.field.step(by, width, &|token| pastes.label(token))
    }

    /// Everything before the cursor.
    fn typed_before(&self) -> String {
        let (row, _) = self.field.cursor();
        let mut lines: Vec<String> = self.field.lines().iter().take(row).cloned().collect();
        lines.push(self.field.before());
        self.pastes.expand(&lines.join("\n"))
    }

    /// Where something is being completed, unless the person closed it there.
    pub fn trigger(&mut self) -> Option<Trigger> {
        // While prompts of before are looked at, nothing stands in the way.
        let (row, _) = self.field.cursor();
        let trigger = Trigger::of(row, &self.field.before()).filter(|_| self.walk.is_none());
        let place = trigger.as_ref().map(|trigger| (trigger.kind, trigger.at));
        if self.closed != place {
            self.closed = None;
        }
        trigger.filter(|_| self.closed.is_none())
    }

    /// Closes what is offered; whether something was.
    pub fn close_offers(&mut self) -> bool {
        let open = self.completion.take();
        if let Some(completion) = &open {
            self.closed = Some((completion.trigger.kind, completion.trigger.at));
        }
        open.is_some()
    }

    /// Offers again what was closed.
    pub fn reopen_offers(&mut self) {
        self.closed = None;
    }

    /// Puts the selected offer into the text; whether there was one.
    pub fn complete(&mut self) -> bool {
        let Some(completion) = self.completion.take() else {
            return false;
        };
        let Some(offer) = completion.selected() else {
            return false;
        };
        self.touched();
        let text = self.pastes.admit(&offer.insert);
        self.field.replace_before(completion.trigger.length, &text);
        true
    }

    /// Puts a paste in full where its token stands beside the cursor; whether there was one.
    pub fn unfold(&mut self) -> bool {
        let before = self.field.before().chars().next_back();
        let (row, column) = self.field.cursor();
        let line = self.field.lines().get(row);
        let after = line.and_then(|line| line.chars().nth(column));
        let is_token = |letter: &char| self.pastes.folded(*letter).is_some();
        let (token, behind) = match (before.filter(is_token), after.filter(is_token)) {
            (Some(token), _) => (token, true),
            (None, Some(token)) => (token, false),
            (None, None) => return false,
        };
        let text = self.pastes.folded(token).unwrap_or_default().to_owned();
        // A text that could pass for a token stays one.
        if pastes::could_pass(&text) {
            return false;
        }
        self.touched();
        if !behind {
            self.field.edit(Edit::Right);
        }
        self.field.replace_before(1, &text);
        true
    }

    fn touched(&mut self) {
        self.walk = None;
        self.edited = true;
    }

    /// The time goes on: what was changed is not kept yet.
    pub fn note_changes(&mut self, clock: Duration) {
        if std::mem::take(&mut self.edited) {
            let since = self.unsaved.map_or(clock, |unsaved| unsaved.since);
            self.unsaved = Some(Unsaved { since, last: clock });
        }
    }

    /// Whether the draft has to be kept now; it is, from then on.
    pub fn save_due(&mut self, clock: Duration) -> bool {
        let due = self.unsaved.is_some_and(|unsaved| {
            clock >= unsaved.last + SETTLED || clock >= unsaved.since + LONGEST
        });
        due && self.unsaved.take().is_some()
    }

    /// Whether there is a draft that is not kept yet.
    pub fn is_unsaved(&self) -> bool {
        self.unsaved.is_some() || self.edited
    }

    /// The draft is kept, or gone.
    pub fn saved(&mut self) {
        self.edited = false;
        self.unsaved = None;
    }
}
