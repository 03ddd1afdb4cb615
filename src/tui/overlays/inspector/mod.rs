//! PURE. A line of the wire, taken apart: as a tree that can be folded, as text, as bytes. Owns: the three ways to look at it
//! and where one is in them. Does not own: the lines (`panes::traffic`).
//!
//! However long the line is, no more of it is laid out than can be read: the rest can be copied.

mod facts;
mod hex;
mod plain;
mod tree;
mod view;

pub use view::view;

use crate::tui::panes::traffic::TrafficView;
use crate::tui::theme::Role;
use bytes::Bytes;
use ratatui::layout::Size;
use serde_json::Value;
use std::collections::HashSet;
use std::sync::Arc;
use tree::Branch;

/// A line up to this long is decoded for the tree.
const DECODED: usize = 16 << 20;

/// A way to look at a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Decoded.
    Tree,
    /// As it stands.
    Text,
    /// Byte by byte.
    Bytes,
}

impl Shape {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Tree, Self::Text, Self::Bytes];

    /// What it is called.
    pub fn word(self) -> &'static str {
        match self {
            Self::Tree => "tree",
            Self::Text => "text",
            Self::Bytes => "bytes",
        }
    }
}

/// A line, taken apart.
#[derive(Debug, Clone)]
pub struct Inspector {
    /// Its row in the store.
    pub row: u32,
    /// How it is looked at.
    pub shape: Shape,
    /// The line.
    pub text: Bytes,
    /// What is known of it: words, and how they look.
    facts: Vec<(String, Role)>,
    value: Option<Arc<Value>>,
    /// Values that are folded or open other than they would be.
    turned: HashSet<String>,
    /// Whether everything is open, or folded, whatever it is.
    all: Option<bool>,
    branches: Vec<Branch>,
    /// Where the rows of the text begin.
    starts: Vec<usize>,
    selected: usize,
    top: usize,
    width: u16,
    height: usize,
}

impl Inspector {
    /// A line of the traffic; `None` if there is no such line.
    pub fn of(traffic: &mut TrafficView, row: u32) -> Option<Self> {
        traffic.lines().store.line(row)?;
        let kept = traffic.text(row);
        let gone = kept.is_none();
        let text = kept.unwrap_or_default();
        let (value, why) = decoded(&text);
        let mut facts = facts::facts(traffic, row, &text);
        if gone {
            let words = "only the latest lines are kept; the recording has this one";
            facts.push((words.to_owned(), Role::Warning));
        }
        facts.extend(why.map(|why| (why, Role::Warning)));
        let shape = match (&value, std::str::from_utf8(&text)) {
            (Some(_), _) => Shape::Tree,
            (None, Ok(_)) => Shape::Text,
            (None, Err(_)) => Shape::Bytes,
        };
        Some(Self {
            row,
            shape,
            text,
            facts,
            value: value.map(Arc::new),
            turned: HashSet::new(),
            all: None,
            branches: Vec::new(),
            starts: Vec::new(),
            selected: 0,
            top: 0,
            width: 0,
            height: 1,
        })
    }

    /// The same way of looking as another had.
    #[must_use]
    pub fn like(mut self, other: &Self) -> Self {
        if other.shape != Shape::Tree || self.value.is_some() {
            self.shape = other.shape;
        }
        self
    }

    /// A frame is about to be drawn on a screen of this size.
    pub fn lay(&mut self, screen: Size) {
        let (width, height) = view::size(screen);
        let inner = width.saturating_sub(2);
        let head = self.head().len() + 1;
        self.height = usize::from(height.saturating_sub(2))
            .saturating_sub(head)
            .max(1);
        if self.width != inner {
            self.width = inner;
            self.again();
        }
        self.move_by(0);
    }

    /// Lays out what is looked at.
    fn again(&mut self) {
        self.branches.clear();
        self.starts.clear();
        match (self.shape, &self.value) {
            (Shape::Tree, Some(value)) => {
                let open = tree::Open {
                    turned: &self.turned,
                    all: self.all,
                };
                self.branches = tree::branches(value, &open, self.width);
            }
            (Shape::Tree, None) | (Shape::Bytes, _) => {}
            (Shape::Text, _) => self.starts = plain::starts(&self.text, self.width),
        }
    }

    /// How many rows there are.
    fn len(&self) -> usize {
        match self.shape {
            Shape::Tree => self.branches.len(),
            Shape::Text => self.starts.len().saturating_sub(1),
            Shape::Bytes => hex::len(&self.text, self.width),
        }
    }

    /// Moves: in the tree the selection, else what is seen.
    pub fn move_by(&mut self, by: isize) {
        let len = self.len();
        let last = len.saturating_sub(self.height);
        if self.shape == Shape::Tree {
            let end = len.saturating_sub(1);
            self.selected = self.selected.min(end).saturating_add_signed(by).min(end);
            let above = (self.selected + 1).saturating_sub(self.height);
            self.top = self.top.clamp(above, self.selected.max(above)).min(last);
        } else {
            self.top = self.top.min(last).saturating_add_signed(by).min(last);
        }
    }

    /// The next way to look at it.
    pub fn turn_view(&mut self) {
        let at = Shape::ALL.iter().position(|shape| *shape == self.shape);
        let next = Shape::ALL.iter().cycle().skip(at.unwrap_or(0) + 1);
        let possible = |shape: &&Shape| **shape != Shape::Tree || self.value.is_some();
        if let Some(shape) = next.copied().find(|shape| possible(&shape)) {
            self.shape = shape;
        }
        (self.selected, self.top) = (0, 0);
        self.again();
    }

    /// Opens or folds the selected value.
    pub fn turn(&mut self) {
        let Some(branch) = self.branches.get(self.selected) else {
            return;
        };
        if branch.open.is_none() {
            return;
        }
        let at = branch.pointer.clone();
        if !self.turned.remove(&at) {
            self.turned.insert(at);
        }
        self.again();
    }

    /// Opens or folds everything.
    pub fn turn_all(&mut self) {
        self.all = Some(self.all != Some(true));
        self.turned.clear();
        self.selected = 0;
        self.again();
    }

    /// What there is to copy, and what it is: the selected value, or the line.
    pub fn copied(&self) -> (String, String) {
        let branch = self.branches.get(self.selected);
        let value = branch.zip(self.value.as_ref());
        match value.and_then(|(branch, value)| Some((branch, value.pointer(&branch.pointer)?))) {
            Some((_, Value::String(text))) => (text.clone(), "the value".to_owned()),
            Some((branch, value)) if !branch.pointer.is_empty() => {
                let text = serde_json::to_string_pretty(value).unwrap_or_default();
                (text, "the value".to_owned())
            }
            _ => self.raw(),
        }
    }

    /// The line as it was.
    pub fn raw(&self) -> (String, String) {
        let text = String::from_utf8_lossy(&self.text).into_owned();
        (text, "the line".to_owned())
    }
}

/// The value of a line, and what to know about it.
fn decoded(text: &Bytes) -> (Option<Value>, Option<String>) {
    let Ok(words) = std::str::from_utf8(text) else {
        return (None, Some("it is not UTF-8".to_owned()));
    };
    if words.len() > DECODED {
        let why = "too long to be taken apart: read it as text, or copy it";
        return (None, Some(why.to_owned()));
    }
    if !words.trim_start().starts_with('{') {
        return (None, None);
    }
    match serde_json::from_str(words) {
        Ok(value) => (Some(value), None),
        Err(error) => {
            let repaired = crate::wire::repair_surrogates(words);
            let value = repaired.and_then(|text| serde_json::from_str(&text).ok());
            let why = match &value {
                Some(_) => "half a character in it is shown as \u{fffd}".to_owned(),
                None => format!("no JSON: {error}"),
            };
            (value, Some(why))
        }
    }
}
