//! PURE. Large pastes as tokens in the text. Owns: what each token stands for and how it is shown.
//! Does not own: the text they stand in.
//!
//! A token is one character of a plane that nobody uses, so the cursor passes it in one step, one key takes it away and
//! undo brings it back. A text that really holds such a character becomes a token as a whole: nothing that is typed or
//! pasted can pass for a paste, and everything is sent as it came.

use std::ops::RangeInclusive;

/// The characters that stand for pastes.
const PLANE: RangeInclusive<char> = '\u{100000}'..='\u{10fffd}';
/// Tokens in one text.
const MOST: usize = 65_000;
/// Lines from which on a paste is folded.
const LINES: usize = 8;
/// Characters from which on a paste is folded.
const CHARACTERS: usize = 800;

#[derive(Debug, Clone, PartialEq, Eq)]
struct Paste {
    text: String,
    shown: String,
}

/// The pastes of one text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Pastes {
    known: Vec<Paste>,
}

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Piece {
    /// As it was typed.
    Text(String),
    /// Pasted, and folded.
    Paste(String),
}

impl Piece {
    /// Its text.
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::Paste(text) => text,
        }
    }
}

/// Whether a pasted text is folded.
pub(super) fn is_large(text: &str) -> bool {
    text.split('\n').count() > LINES || text.chars().nth(CHARACTERS).is_some()
}

/// Whether a text holds characters that could pass for a token.
pub(super) fn could_pass(text: &str) -> bool {
    text.contains(|letter| PLANE.contains(&letter))
}

impl Pastes {
    /// A text as it may stand among tokens: itself, or a token for it.
    pub(super) fn admit(&mut self, text: &str) -> String {
        if could_pass(text) {
            return self.fold(text);
        }
        text.to_owned()
    }

    /// A token for a pasted text.
    pub(super) fn fold(&mut self, text: &str) -> String {
        let number = self.known.len();
        let token = u32::try_from(number)
            .ok()
            .filter(|_| number < MOST)
            .and_then(|number| char::from_u32(u32::from(*PLANE.start()) + number));
        let Some(token) = token else {
            // Only somebody who pastes for days gets here; what could pass for a token cannot stay then.
            return text.replace(|letter| PLANE.contains(&letter), "\u{fffd}");
        };
        let lines = text.split('\n').count();
        let size = match (lines, text.chars().count()) {
            (1, 1) => "1 character".to_owned(),
            (1, characters) => format!("{characters} characters"),
            (lines, _) => format!("{lines} lines"),
        };
        self.known.push(Paste {
            text: text.to_owned(),
            shown: format!("[paste {}: {size}]", number + 1),
        });
        token.to_string()
    }

    /// What is shown for a character, if it is a token.
    pub(super) fn label(&self, token: char) -> Option<String> {
        self.get(token).map(|paste| paste.shown.clone())
    }

    /// The text that a token of a paste stands for.
    pub(super) fn folded(&self, token: char) -> Option<&str> {
        self.get(token).map(|paste| paste.text.as_str())
    }

    /// The text with everything in its place.
    pub(super) fn expand(&self, text: &str) -> String {
        let mut whole = String::with_capacity(text.len());
        for letter in text.chars() {
            match self.get(letter) {
                Some(paste) => whole.push_str(&paste.text),
                None => whole.push(letter),
            }
        }
        whole
    }

    /// The text in parts: what was typed, what was pasted.
    pub(super) fn pieces(&self, text: &str) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut typed = String::new();
        for letter in text.chars() {
            match self.get(letter) {
                Some(paste) => {
                    if !typed.is_empty() {
                        pieces.push(Piece::Text(std::mem::take(&mut typed)));
                    }
                    pieces.push(Piece::Paste(paste.text.clone()));
                }
                None => typed.push(letter),
            }
        }
        if !typed.is_empty() {
            pieces.push(Piece::Text(typed));
        }
        pieces
    }

    fn get(&self, token: char) -> Option<&Paste> {
        let number = u32::from(token).checked_sub(u32::from(*PLANE.start()))?;
        self.known.get(usize::try_from(number).ok()?)
    }
}
