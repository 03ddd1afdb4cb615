//! PURE. A line of JSON as rows that can be folded. Owns: what is open, where one is, and finding out no more than what is
//! open: a value of many megabytes is gone through a bounded part at a time, and shown as far as it is known.

use super::grown::{Branch, Growth, Part};
use super::skim::{Kids, Kind};
use super::{pretty, spelled};
use bytes::Bytes;
use std::collections::HashMap;

/// Bytes that are gone through before one frame.
const BUDGET: usize = 4 << 20;
/// The least of it that one value gets.
const SHARE: usize = 4096;
/// How often more is looked at within one frame, because more came to light.
const ROUNDS: usize = 8;
/// Entries, and bytes of a text, that are shown until more are wanted.
pub(super) const ENTRIES: usize = 1000;
pub(super) const TEXT: usize = 64 * 1024;
/// Bytes of a text that are shown before what is found in it.
const LEAD: usize = 1024;

/// What is open, and how much of it.
#[derive(Debug, Clone, Default)]
pub(super) struct Opened {
    /// Values, by where they begin, that somebody opened or folded.
    pub(super) turned: HashMap<usize, bool>,
    /// Whether all others are open, or folded, whatever they are.
    pub(super) all: Option<bool>,
    /// Entries of a value that are wanted.
    pub(super) entries: HashMap<usize, usize>,
    /// Which bytes of a text are shown: from where, and how many.
    pub(super) windows: HashMap<usize, (usize, usize)>,
}

impl Opened {
    /// Whether a value is open that would or would not be by itself.
    pub(super) fn is(&self, at: usize, itself: bool) -> bool {
        let turned = self.turned.get(&at).copied();
        turned.or(self.all).unwrap_or(itself)
    }
}

/// A line as a tree.
#[derive(Debug, Clone)]
pub(super) struct Tree {
    text: Bytes,
    root: usize,
    kids: HashMap<usize, Kids>,
    opened: Opened,
    pub(super) rows: Vec<Branch>,
    /// Values whose entries are looked for, and how many of them.
    sought: Vec<(usize, usize)>,
    pub(super) selected: usize,
    width: u16,
    /// Something changed since the rows were made.
    stale: bool,
    /// A byte that is to be shown, with everything around it open.
    wanted: Option<usize>,
}

impl Tree {
    /// A line; `None` if it does not begin as one of JSON.
    pub(super) fn new(text: &Bytes) -> Option<Self> {
        let spaces = text
            .iter()
            .take(1024)
            .position(|byte| !byte.is_ascii_whitespace());
        let root = spaces.unwrap_or(0);
        let mut kids = HashMap::new();
        kids.insert(root, Kids::new(text, root)?);
        Some(Self {
            text: text.clone(),
            root,
            kids,
            opened: Opened::default(),
            rows: Vec::new(),
            sought: Vec::new(),
            selected: 0,
            width: 80,
            stale: true,
            wanted: None,
        })
    }

    /// Goes on, as far as one frame allows, and makes the rows anew if something has changed.
    pub(super) fn lay(&mut self, width: u16) {
        if self.width != width {
            self.width = width;
            self.stale = true;
        }
        let mut budget = BUDGET;
        for _ in 0..ROUNDS {
            self.reveal();
            if self.stale {
                self.grow();
            }
            if budget == 0 || !self.discover(&mut budget) {
                break;
            }
            self.stale = true;
        }
        self.reveal();
        if self.stale {
            self.grow();
        }
    }

    /// Whether there is more to find out than fitted before one frame.
    pub(super) fn is_unfinished(&self) -> bool {
        self.wanted.is_some()
            || self
                .sought
                .iter()
                .any(|(at, enough)| self.wants(*at, *enough))
    }

    fn wants(&self, at: usize, enough: usize) -> bool {
        let kids = self.kids.get(&at);
        kids.is_some_and(|kids| !kids.is_done() && kids.list.len() <= enough)
    }

    /// How much of the line is known, in percent.
    pub(super) fn percent(&self) -> usize {
        let reached = self.kids.get(&self.root).map_or(0, Kids::reached);
        reached.min(self.text.len()) * 100 / self.text.len().max(1)
    }

    /// Looks for entries that are wanted. Whether something new came to light.
    fn discover(&mut self, budget: &mut usize) -> bool {
        let sought: Vec<(usize, usize)> = self
            .sought
            .iter()
            .filter(|(at, enough)| self.wants(*at, *enough))
            .copied()
            .collect();
        let share = (*budget / sought.len().max(1)).max(SHARE);
        let mut new = false;
        for (at, enough) in sought {
            let mut part = share.min(*budget);
            *budget -= part;
            let end = self.end_of_last(at);
            let Some(kids) = self.kids.get_mut(&at) else {
                continue;
            };
            if let Some(end) = end {
                kids.passed(end);
            }
            let before = (kids.list.len(), kids.is_done());
            // One more than is shown, to know whether there is more.
            kids.step(&self.text, &mut part, enough.saturating_add(1));
            new |= before != (kids.list.len(), kids.is_done()) || end.is_some();
            *budget += part;
        }
        new
    }

    /// Where the last known entry of a value ends, if that was found out by opening it.
    fn end_of_last(&self, at: usize) -> Option<usize> {
        let last = self.kids.get(&at)?.list.last()?;
        if last.to.is_some() {
            return None;
        }
        self.kids.get(&last.from)?.end()
    }

    fn grow(&mut self) {
        self.stale = false;
        let here = self.rows.get(self.selected).map(Branch::id);
        let growth = Growth::new(&self.text, &self.opened, &mut self.kids, self.width);
        (self.rows, self.sought) = growth.grown(self.root);
        let again = here.and_then(|here| self.rows.iter().position(|row| row.id() == here));
        let last = self.rows.len().saturating_sub(1);
        self.selected = again.unwrap_or(self.selected).min(last);
    }

    /// Opens or folds what is selected, or shows more of it.
    pub(super) fn turn(&mut self) {
        let Some(row) = self.rows.get(self.selected) else {
            return;
        };
        let at = row.at;
        match row.part {
            Part::Value => {
                let Some(open) = row.open else { return };
                self.opened.turned.insert(at, !open);
            }
            Part::MoreEntries => *self.opened.entries.entry(at).or_insert(ENTRIES) += ENTRIES,
            Part::MoreText => self.window(at).1 += TEXT,
            Part::BeforeText => {
                let window = self.window(at);
                let from = window.0.saturating_sub(TEXT).max(at + 1);
                let from = boundary(&self.text, at + 1, from);
                let window = self.window(at);
                window.1 += window.0 - from;
                window.0 = from;
            }
            Part::Line(_) | Part::Note => return,
        }
        self.stale = true;
    }

    fn window(&mut self, at: usize) -> &mut (usize, usize) {
        self.opened.windows.entry(at).or_insert((at + 1, TEXT))
    }

    /// Opens or folds everything.
    pub(super) fn turn_all(&mut self) {
        self.opened.all = Some(self.opened.all != Some(true));
        self.opened.turned.clear();
        self.selected = 0;
        self.stale = true;
    }

    /// Shows this byte of the line, and opens what it is in; at once if that is known, else as soon as it is.
    pub(super) fn show(&mut self, at: usize) {
        self.wanted = Some(at);
    }

    /// Goes down to the wanted byte as far as entries are known.
    fn reveal(&mut self) {
        let Some(wanted) = self.wanted else { return };
        let mut at = self.root;
        for depth in 0..=super::grown::DEEPEST {
            let Some(kids) = self.kids.get(&at) else {
                break;
            };
            let after = kids
                .list
                .partition_point(|kid| kid.to.is_some_and(|to| to <= wanted));
            let Some(kid) = kids.list.get(after).cloned() else {
                if kids.is_done() {
                    break;
                }
                let sought = self.sought.iter().any(|(value, _)| *value == at);
                if !self.stale && !sought {
                    // It lies behind all rows that there may be: nobody will look for it.
                    break;
                }
                // Not known yet: it is looked for further on.
                let enough = kids.list.len() + ENTRIES;
                self.want_entries(at, enough);
                return;
            };
            let shown = self.opened.entries.get(&at).copied().unwrap_or(ENTRIES);
            if after >= shown {
                self.want_entries(at, after + 1);
            }
            let shape = self
                .text
                .get(kid.from)
                .map_or(Kind::Plain, |byte| Kind::of(*byte));
            if wanted < kid.from || !shape.is_nested() || depth == super::grown::DEEPEST {
                self.wanted = None;
                self.select(kid.from, shape, wanted);
                return;
            }
            self.open(kid.from);
            at = kid.from;
        }
        self.wanted = None;
    }

    fn want_entries(&mut self, at: usize, enough: usize) {
        let known = self.opened.entries.entry(at).or_insert(ENTRIES);
        if *known < enough {
            *known = enough;
            self.stale = true;
        }
    }

    /// Opens a value that may be folded.
    fn open(&mut self, at: usize) {
        if !self.kids.contains_key(&at)
            && let Some(kids) = Kids::new(&self.text, at)
        {
            self.kids.insert(at, kids);
        }
        if self.opened.turned.insert(at, true) != Some(true) {
            self.stale = true;
        }
    }

    /// Selects the row of a value, or the row of its text that has this byte.
    fn select(&mut self, at: usize, kind: Kind, byte: usize) {
        self.grow();
        let value = |row: &Branch| row.at == at && row.part == Part::Value;
        let Some(mut found) = self.rows.iter().position(value) else {
            return;
        };
        let openable = self.rows.get(found).is_some_and(|row| row.open.is_some());
        if kind == Kind::Text && openable && byte > at {
            let window = *self.window(at);
            if byte < window.0 || byte >= window.0 + window.1.saturating_sub(LEAD) {
                let from = boundary(&self.text, at + 1, byte.saturating_sub(LEAD));
                *self.window(at) = (from, TEXT);
            }
            self.opened.turned.insert(at, true);
            self.grow();
            let from = self.window(at).0;
            let before = spelled::text(&self.text, from, byte.saturating_sub(from))
                .0
                .len();
            let holds = |row: &Branch| {
                row.at == at && matches!(row.part, Part::Line(said) if said <= before)
            };
            found = self.rows.iter().rposition(holds).unwrap_or(found);
        }
        self.selected = found;
    }

    /// Where in the line the selected row is.
    pub(super) fn here(&self) -> usize {
        self.rows.get(self.selected).map_or(0, |row| row.at)
    }

    /// The row of the value that the selected row belongs to.
    fn value_row(&self) -> Option<usize> {
        let at = self.rows.get(self.selected)?.at;
        let value = |row: &Branch| row.at == at && row.part == Part::Value;
        self.rows.iter().position(value)
    }

    /// The path of the selected value, as `jq` writes it.
    pub(super) fn path(&self) -> String {
        let Some(row) = self.value_row() else {
            return ".".to_owned();
        };
        let mut steps = Vec::new();
        let mut depth = usize::MAX;
        for row in self.rows.get(..=row).unwrap_or_default().iter().rev() {
            if row.part == Part::Value && row.depth < depth {
                depth = row.depth;
                steps.push(spelled::step(row.key.as_deref(), row.index));
            }
        }
        steps.reverse();
        let path = steps.concat();
        if path.starts_with('[') {
            format!(".{path}")
        } else {
            path
        }
    }

    /// The bytes of the selected value, or of the whole line.
    fn value(&self) -> &[u8] {
        let at = self.rows.get(self.selected).map_or(self.root, |row| row.at);
        let rest = self.text.get(at..).unwrap_or_default();
        let end = super::skim::end(rest).unwrap_or(rest.len());
        rest.get(..end).unwrap_or_default()
    }

    /// The selected value as text: what a text says, anything else as JSON.
    pub(super) fn plain_value(&self) -> String {
        let value = self.value();
        match value.first() {
            Some(b'"') => spelled::text(value, 1, value.len()).0,
            _ => self.subtree(),
        }
    }

    /// The selected value as JSON, indented.
    pub(super) fn subtree(&self) -> String {
        pretty::indented(self.value())
    }
}

/// A place at or before this one where no escape and no character is cut, not before `least`: behind a space, if there is
/// one near, else where a character begins that is no part of an escape.
fn boundary(text: &[u8], least: usize, at: usize) -> usize {
    let from = at.saturating_sub(LEAD).max(least);
    let before = text.get(from..at).unwrap_or_default();
    if let Some(space) = memchr::memrchr(b' ', before) {
        return from + space + 1;
    }
    let mut at = at;
    let near = at.saturating_sub(5).max(least);
    let escape = text.get(near..at).unwrap_or_default();
    if let Some(begun) = memchr::memmem::rfind(escape, b"\\u") {
        at = near + begun;
    }
    while at > least && text.get(at).is_some_and(|byte| byte & 0xc0 == 0x80) {
        at -= 1;
    }
    let slashes = text.get(least..at).unwrap_or_default().iter().rev();
    let slashes = slashes
        .take(LEAD)
        .take_while(|byte| **byte == b'\\')
        .count();
    at - slashes % 2
}

#[cfg(test)]
#[path = "tree_tests.rs"]
mod tests;
