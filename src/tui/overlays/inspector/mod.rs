//! PURE. A line of the wire, taken apart: as a tree that can be folded, with the line as it stands beside it where there is
//! room, as indented text, as it stands, as bytes; searched in any of them. Owns: the ways to look at it and where one is in
//! them. Does not own: the lines (`panes::traffic`).
//!
//! However long the line is, a frame or a key costs the same: only what is open or seen is gone through, and that a bounded
//! part at a time. What is copied is copied whole.

mod beside;
mod facts;
mod grown;
mod hex;
mod hunt;
mod pages;
mod pretty;
mod skim;
mod spelled;
mod tree;
mod view;

pub use spelled::step;
pub use view::{last_row, view};

use crate::trace::filter::Subject as _;
use crate::tui::panes::traffic::TrafficView;
use crate::tui::theme::Role;
use beside::Beside;
use bytes::Bytes;
use hunt::Hunt;
use pages::Pages;
use ratatui::layout::Size;
use serde_json::Value;
use tree::Tree;

/// A line up to this long is decoded to say what is wrong with it.
const DECODED: usize = 256 * 1024;

/// A way to look at a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// As a tree.
    Tree,
    /// Indented.
    Pretty,
    /// As it stands.
    Text,
    /// Byte by byte.
    Bytes,
}

impl Shape {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Tree, Self::Pretty, Self::Text, Self::Bytes];

    /// What it is called.
    pub fn word(self) -> &'static str {
        match self {
            Self::Tree => "tree",
            Self::Pretty => "pretty",
            Self::Text => "text",
            Self::Bytes => "bytes",
        }
    }

    fn is_json(self) -> bool {
        matches!(self, Self::Tree | Self::Pretty)
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
    /// What is wrong with it as JSON.
    why: Vec<(String, Role)>,
    tree: Option<Tree>,
    beside: Beside,
    pretty: Pages,
    plain: Pages,
    hunt: Option<Hunt>,
    /// The first row that is seen, of a tree or of bytes.
    top: usize,
    width: u16,
    height: usize,
}

impl Inspector {
    /// A line of the traffic; `None` if there is no such line.
    pub fn of(traffic: &mut TrafficView, row: u32) -> Option<Self> {
        let mut broken = traffic.lines().store.line(row)?.kind() == "not_utf8";
        let damage = traffic.lines().store.damage(row).ok().flatten();
        let kept = traffic.text(row);
        let gone = kept.is_none();
        let text = kept.unwrap_or_default();
        let (sound, said) = if let Some(damage) = damage {
            broken = std::str::from_utf8(&text).is_err();
            (false, Some(damage.to_string()))
        } else if broken {
            (false, Some("it is not UTF-8".to_owned()))
        } else {
            judged(&text)
        };
        let mut why = Vec::new();
        if gone {
            let words = "only the latest lines are kept; the recording has this one";
            why.push((words.to_owned(), Role::Warning));
        }
        why.extend(said.map(|said| (said, Role::Warning)));
        let tree = Tree::new(&text);
        let shape = match (&tree, sound) {
            (Some(_), true) => Shape::Tree,
            _ if broken => Shape::Bytes,
            _ => Shape::Text,
        };
        Some(Self {
            row,
            shape,
            facts: facts::facts(traffic, row, &text),
            why,
            tree,
            beside: Beside::new(&text),
            pretty: Pages::new(&text, true),
            plain: Pages::new(&text, false),
            hunt: None,
            text,
            top: 0,
            width: 0,
            height: 1,
        })
    }

    /// The same way of looking as another had, for the same words.
    #[must_use]
    pub fn like(mut self, other: &Self) -> Self {
        if !other.shape.is_json() || (self.tree.is_some() && self.shape.is_json()) {
            self.shape = other.shape;
        }
        self.hunt = other.hunt.as_ref().map(Hunt::anew);
        self.beside.wanted = other.beside.wanted;
        self
    }

    /// Something about the line has changed.
    pub fn refresh(&mut self, traffic: &TrafficView) {
        self.facts = facts::facts(traffic, self.row, &self.text);
    }

    /// A frame is about to be drawn on a screen of this size; so many of the last rows are for what is typed.
    pub fn lay(&mut self, screen: Size, typed: usize) {
        let (width, height) = super::large(screen);
        self.width = width.saturating_sub(2);
        let head = self.head().len() + 1;
        self.height = usize::from(height.saturating_sub(2))
            .saturating_sub(head + typed)
            .max(1);
        if let Some(hunt) = &mut self.hunt
            && let Some(found) = hunt.step(&self.text)
        {
            self.show(found);
        }
        match (self.shape, &mut self.tree) {
            (Shape::Tree, Some(tree)) => tree.lay(self.beside.widths(self.width).0),
            (Shape::Pretty, _) => self.pretty.lay(self.width, self.height),
            (Shape::Text, _) => self.plain.lay(self.width, self.height),
            (Shape::Tree, None) | (Shape::Bytes, _) => {}
        }
        self.move_by(0);
        let beside = self.beside.widths(self.width).1;
        if let Some(tree) = self.selected().filter(|_| beside > 0) {
            let here = tree.here();
            self.beside.lay(beside, self.height, here);
        }
    }

    /// Whether there is a tree, and room for the line as it stands beside it.
    pub fn has_room_beside(&self) -> bool {
        self.selected().is_some() && beside::has_room(self.width)
    }

    /// Shows the line as it stands beside its tree, or not.
    pub fn turn_beside(&mut self) {
        self.beside.wanted = !self.beside.wanted;
    }

    /// Whether there is more to find out than fitted before one frame.
    pub fn is_unfinished(&self) -> bool {
        let hunt = self.hunt.as_ref();
        let hunts = hunt.is_some_and(|hunt| !hunt.is_done(&self.text));
        hunts
            || match (self.shape, &self.tree) {
                (Shape::Tree, Some(tree)) => tree.is_unfinished(),
                (Shape::Pretty, _) => self.pretty.is_unfinished(),
                (Shape::Text, _) => self.plain.is_unfinished(),
                (Shape::Tree, None) | (Shape::Bytes, _) => false,
            }
    }

    /// Shows this byte of the line.
    fn show(&mut self, at: usize) {
        match (self.shape, &mut self.tree) {
            (Shape::Tree, Some(tree)) => tree.show(at),
            (Shape::Pretty, _) => self.pretty.show(at),
            (Shape::Text, _) => self.plain.show(at),
            (Shape::Bytes, _) => {
                let row = hex::row_of(self.width, at);
                self.top = row.saturating_sub(self.height / 3);
            }
            (Shape::Tree, None) => {}
        }
    }

    /// The byte of the line one is at.
    fn here(&self) -> usize {
        match (self.shape, &self.tree) {
            (Shape::Tree, Some(tree)) => tree.here(),
            (Shape::Pretty, _) => self.pretty.here(),
            (Shape::Text, _) => self.plain.here(),
            (Shape::Bytes, _) => hex::at(self.width, self.top),
            (Shape::Tree, None) => 0,
        }
    }

    /// Moves: in the tree the selection, else what is seen.
    pub fn move_by(&mut self, by: isize) {
        match (self.shape, &mut self.tree) {
            (Shape::Tree, Some(tree)) => {
                let end = tree.rows.len().saturating_sub(1);
                tree.selected = tree.selected.min(end).saturating_add_signed(by).min(end);
                let last = tree.rows.len().saturating_sub(self.height);
                let above = (tree.selected + 1).saturating_sub(self.height);
                self.top = self.top.clamp(above, tree.selected.max(above)).min(last);
            }
            (Shape::Pretty, _) if by != 0 => self.pretty.move_by(by),
            (Shape::Text, _) if by != 0 => self.plain.move_by(by),
            (Shape::Bytes, _) => {
                let last = hex::len(&self.text, self.width).saturating_sub(self.height);
                self.top = self.top.min(last).saturating_add_signed(by).min(last);
            }
            _ => {}
        }
    }

    /// The next way to look at it; at the same place.
    pub fn turn_view(&mut self) {
        let here = self.here();
        let at = Shape::ALL.iter().position(|shape| *shape == self.shape);
        let next = Shape::ALL.iter().cycle().skip(at.unwrap_or(0) + 1);
        let possible = |shape: &&Shape| !shape.is_json() || self.tree.is_some();
        if let Some(shape) = next.copied().find(|shape| possible(&shape)) {
            self.shape = shape;
        }
        self.top = 0;
        if here > 0 {
            self.show(here);
        }
    }

    /// Opens or folds the selected value.
    pub fn turn(&mut self) {
        if let Some(tree) = self.tree.as_mut().filter(|_| self.shape == Shape::Tree) {
            tree.turn();
        }
    }

    /// Opens or folds everything.
    pub fn turn_all(&mut self) {
        if let Some(tree) = self.tree.as_mut().filter(|_| self.shape == Shape::Tree) {
            tree.turn_all();
        }
    }

    /// Searches the line for a text, from where one is; nothing searches for nothing.
    pub fn search(&mut self, typed: &str) {
        self.hunt = Hunt::new(typed, self.here());
    }

    /// Searches it for what the lines are searched for; what does not occur in it is not spoken of.
    pub fn carry_search(&mut self, typed: &str) {
        self.hunt = Hunt::new(typed, 0).map(Hunt::carried);
    }

    /// How the search goes, in words.
    pub fn searched(&self) -> Option<String> {
        Some(self.hunted()?.words(&self.text))
    }

    /// Whether it is searched.
    pub fn is_searched(&self) -> bool {
        self.hunted().is_some()
    }

    fn hunted(&self) -> Option<&Hunt> {
        self.hunt.as_ref().filter(|hunt| !hunt.is_silent())
    }

    /// To the next match, or to the one before: whether one goes round; `None` if there is none.
    pub fn to_match(&mut self, below: bool) -> Option<bool> {
        self.hunt.as_mut()?.seek(below, &self.text)
    }

    /// Leaves the search; whether there was one.
    pub fn leave_search(&mut self) -> bool {
        let searched = self.is_searched();
        self.hunt = None;
        searched
    }

    fn selected(&self) -> Option<&Tree> {
        let tree = self.tree.as_ref().filter(|_| self.shape == Shape::Tree)?;
        (!tree.rows.is_empty()).then_some(tree)
    }

    /// What there is to copy, and what it is: the selected value, or the line in the way it is looked at.
    pub fn copied(&self) -> (String, String) {
        match (self.selected(), self.shape) {
            (Some(tree), _) => (tree.plain_value(), "the value".to_owned()),
            (None, Shape::Pretty) => (pretty::indented(&self.text), "the line".to_owned()),
            _ => self.raw(),
        }
    }

    /// The path of the selected value, if there is one.
    pub fn path(&self) -> Option<(String, String)> {
        Some((self.selected()?.path(), "the path".to_owned()))
    }

    /// The selected value as JSON, if there is one.
    pub fn subtree(&self) -> Option<(String, String)> {
        Some((self.selected()?.subtree(), "the value as JSON".to_owned()))
    }

    /// The line as it was.
    pub fn raw(&self) -> (String, String) {
        let text = String::from_utf8_lossy(&self.text).into_owned();
        (text, "the line".to_owned())
    }
}

/// Whether a line is sound JSON as far as that is asked, and what to know about it.
fn judged(text: &Bytes) -> (bool, Option<String>) {
    if text.len() > DECODED {
        return (true, None);
    }
    let Ok(words) = std::str::from_utf8(text) else {
        return (false, Some("it is not UTF-8".to_owned()));
    };
    if !words.trim_start().starts_with('{') {
        return (false, None);
    }
    match serde_json::from_str::<Value>(words) {
        Ok(_) => (true, None),
        Err(error) => {
            let repaired = crate::wire::repair_surrogates(words);
            let value = repaired.and_then(|text| serde_json::from_str::<Value>(&text).ok());
            match value {
                Some(_) => {
                    let why = "half a character in it is shown as \u{fffd}";
                    (true, Some(why.to_owned()))
                }
                None => (false, Some(format!("no JSON: {error}"))),
            }
        }
    }
}
