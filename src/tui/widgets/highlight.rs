//! PURE. Colours for code, made beside the screen. Owns: what was asked for and what has come back.
//! Does not own: making them (`work`), where code stands (`panes`).
//!
//! Drawing never waits for colours: code is plain until they come, and the same code is asked for once.

use ratatui::style::Style;
use std::collections::{HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

/// Blocks whose colours are kept.
const KEPT: usize = 512;

/// A block of code, by its text, language and syntax theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CodeKey(u64);

/// Lines of code as pieces with a style each.
pub type Coloured = Arc<Vec<Vec<(Style, String)>>>;

/// A block of code that wants colours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HighlightJob {
    /// What it is known by.
    pub key: CodeKey,
    /// A language, a file extension or a file name.
    pub language: String,
    /// The code.
    pub text: String,
    /// The syntax theme.
    pub syntax: String,
}

impl HighlightJob {
    /// A block of code.
    pub fn new(language: &str, text: &str, syntax: &str) -> Self {
        let mut hasher = DefaultHasher::new();
        (language, text, syntax).hash(&mut hasher);
        Self {
            key: CodeKey(hasher.finish()),
            language: language.to_owned(),
            text: text.to_owned(),
            syntax: syntax.to_owned(),
        }
    }
}

/// The colours that have come, and what is under way.
#[derive(Debug, Clone, Default)]
pub struct Highlights {
    /// `None` while it is under way.
    known: HashMap<CodeKey, Option<Coloured>>,
    order: VecDeque<CodeKey>,
}

impl Highlights {
    /// The colours of a block, if they have come.
    pub fn get(&self, key: CodeKey) -> Option<Coloured> {
        self.known.get(&key)?.clone()
    }

    /// Whether a block has to be asked for; from now on it is under way.
    pub fn ask(&mut self, key: CodeKey) -> bool {
        if self.known.contains_key(&key) {
            return false;
        }
        if self.order.len() >= KEPT
            && let Some(oldest) = self.order.pop_front()
        {
            self.known.remove(&oldest);
        }
        self.order.push_back(key);
        self.known.insert(key, None);
        true
    }

    /// Colours have come.
    pub fn came(&mut self, key: CodeKey, lines: Coloured) {
        if let Some(slot) = self.known.get_mut(&key) {
            *slot = Some(lines);
        }
    }
}
