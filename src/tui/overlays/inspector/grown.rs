//! PURE. The rows of a tree. Owns: what is open by itself, the words of a row, and the bounds: no value makes more rows than
//! somebody would scroll through.

use super::skim::{Kid, Kids, Kind};
use super::spelled;
use super::tree::{ENTRIES, Opened, TEXT};
use crate::tui::panes::traffic::grouped;
use crate::tui::theme::Role;
use std::collections::HashMap;
use unicode_width::UnicodeWidthChar as _;

/// Rows in all.
pub(super) const MOST_ROWS: usize = 20_000;
/// What lies deeper is folded, and so is what has more entries than this. Of a short line everything is seen.
const OPEN_DEPTH: usize = 6;
const OPEN_ENTRIES: usize = 40;
const SHORT_LINE: usize = 2048;
/// What lies deeper than this cannot be opened.
pub(super) const DEEPEST: usize = 128;
/// Deeper than this the indentation stays.
const INDENTED: usize = 20;
/// Bytes of a key that are shown.
const KEY: usize = 200;

/// What a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// A value.
    Value,
    /// A row of a text, from this byte of what it says on.
    Line(usize),
    /// There is more of the text before.
    BeforeText,
    /// There is more of it behind.
    MoreText,
    /// There are more entries.
    MoreEntries,
    /// Something to know.
    Note,
}

/// A row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Branch {
    pub(super) depth: usize,
    /// The key, from outside; none in a list.
    pub(super) key: Option<String>,
    /// Which entry of its list or object it is.
    pub(super) index: usize,
    /// The value in a few words, from outside.
    pub(super) text: String,
    pub(super) role: Role,
    /// Where the value begins that it is, or belongs to.
    pub(super) at: usize,
    pub(super) part: Part,
    /// Whether it is open, if there is something to open.
    pub(super) open: Option<bool>,
}

impl Branch {
    pub(super) fn id(&self) -> (usize, Part) {
        (self.at, self.part)
    }

    /// How far it is indented.
    pub(super) fn indent(&self) -> usize {
        self.depth.min(INDENTED) * 2
    }
}

/// How deep values are open unless somebody folds them, in a line of so many bytes.
fn open_depth(line: usize) -> usize {
    if line <= SHORT_LINE {
        DEEPEST
    } else {
        OPEN_DEPTH
    }
}

/// Whether a value is open unless somebody folds it.
fn opens_itself(kids: Option<&Kids>, depth: usize, line: usize) -> bool {
    let few = |kids: &Kids| kids.is_done() && kids.list.len() <= OPEN_ENTRIES;
    depth < open_depth(line) && kids.is_some_and(few)
}

/// Rows in the making.
pub(super) struct Growth<'a> {
    text: &'a [u8],
    opened: &'a Opened,
    kids: &'a mut HashMap<usize, Kids>,
    width: usize,
    rows: Vec<Branch>,
    sought: Vec<(usize, usize)>,
}

impl<'a> Growth<'a> {
    pub(super) fn new(
        text: &'a [u8],
        opened: &'a Opened,
        kids: &'a mut HashMap<usize, Kids>,
        width: u16,
    ) -> Self {
        Self {
            text,
            opened,
            kids,
            width: usize::from(width),
            rows: Vec::new(),
            sought: Vec::new(),
        }
    }

    /// The rows, and the values whose entries are to be looked for with how many of them.
    pub(super) fn grown(mut self, root: usize) -> (Vec<Branch>, Vec<(usize, usize)>) {
        self.inside(root, 0);
        if self.full() {
            self.note(root, 0, "more is left out: fold something".to_owned());
        }
        (self.rows, self.sought)
    }

    fn full(&self) -> bool {
        self.rows.len() >= MOST_ROWS
    }

    /// The entries of a value that is open.
    fn inside(&mut self, at: usize, depth: usize) {
        let enough = self.opened.entries.get(&at).copied().unwrap_or(ENTRIES);
        self.sought.push((at, enough));
        // Out of the map while its entries are looked at.
        let Some(kids) = self.kids.remove(&at).or_else(|| Kids::new(self.text, at)) else {
            return;
        };
        for (index, kid) in kids.list.iter().take(enough).enumerate() {
            if self.full() {
                break;
            }
            self.entry(kid, index, depth);
        }
        if !self.full() {
            self.rest(&kids, at, enough, depth);
        }
        self.kids.insert(at, kids);
    }

    /// What there is to say behind the entries.
    fn rest(&mut self, kids: &Kids, at: usize, enough: usize, depth: usize) {
        if kids.list.len() > enough {
            let left = kids.end().map(|_| kids.list.len() - enough);
            let words = match left {
                Some(left) => format!("{} more", grouped(left as u64)),
                None => "more".to_owned(),
            };
            self.row(at, depth, words, Role::Accent, Part::MoreEntries);
        } else if let Some(broken) = kids.broken() {
            let words = format!("from byte {} on it is no JSON", grouped(broken as u64));
            self.row(at, depth, words, Role::Bad, Part::Note);
        } else if !kids.is_done() {
            self.note(at, depth, "reading".to_owned());
        }
    }

    fn entry(&mut self, kid: &Kid, index: usize, depth: usize) {
        let shape = self
            .text
            .get(kid.from)
            .map_or(Kind::Plain, |byte| Kind::of(*byte));
        let key = (kid.key.start != kid.from).then(|| {
            let length = kid.key.len().min(KEY);
            spelled::text(self.text, kid.key.start, length).0
        });
        let known = shape.is_nested().then_some(kid.from);
        if known.is_some() && depth < open_depth(self.text.len()) {
            // Whether it opens by itself depends on what is in it.
            if !self.kids.contains_key(&kid.from)
                && let Some(kids) = Kids::new(self.text, kid.from)
            {
                self.kids.insert(kid.from, kids);
            }
        }
        let kids = self.kids.get(&kid.from).filter(|_| known.is_some());
        let mut text = spelled::words(self.text, kid.from, kid.to, kids);
        let empty = kids.is_some_and(|kids| kids.end().is_some() && kids.list.is_empty());
        let (itself, role) = match shape {
            Kind::Object | Kind::List if empty || text == "{}" || text == "[]" => (None, Role::Dim),
            Kind::Object | Kind::List if depth >= DEEPEST => (None, Role::Dim),
            Kind::Object | Kind::List => {
                (Some(opens_itself(kids, depth, self.text.len())), Role::Dim)
            }
            Kind::Text => (self.long(kid, &text, key.as_deref(), depth), Role::Text),
            Kind::Plain => match self.text.get(kid.from) {
                Some(b'0'..=b'9' | b'-') => (None, Role::Code),
                _ => (None, Role::Accent),
            },
        };
        let open = itself.map(|itself| self.opened.is(kid.from, itself));
        if shape == Kind::Text && open == Some(true) {
            text = match kid.to {
                Some(to) => format!(
                    "{} bytes",
                    grouped((to - kid.from).saturating_sub(2) as u64)
                ),
                None => "a text".to_owned(),
            };
        }
        self.rows.push(Branch {
            depth,
            key,
            index,
            text,
            role: if shape == Kind::Text && open == Some(true) {
                Role::Dim
            } else {
                role
            },
            at: kid.from,
            part: Part::Value,
            open,
        });
        match open {
            Some(true) if shape == Kind::Text => self.lines(kid, depth + 1),
            Some(true) => self.inside(kid.from, depth + 1),
            // Looked at only as far as is needed to know whether it opens.
            _ if kids_wanted(shape, depth, self.text.len()) => {
                self.sought.push((kid.from, OPEN_ENTRIES));
            }
            _ => {}
        }
    }

    /// Whether a text needs more than its row: then it is folded.
    fn long(&self, kid: &Kid, shown: &str, key: Option<&str>, depth: usize) -> Option<bool> {
        let indent = depth.min(INDENTED) * 2 + key.map_or(4, str::len) + 6;
        let room = self.width.saturating_sub(indent);
        let length = kid.to.map_or(usize::MAX, |to| to - kid.from - 1);
        let long = shown.len() > room || length > shown.len() * 6 + 2 || shown.contains('\n');
        long.then_some(false)
    }

    /// A long text, broken where the row is full.
    fn lines(&mut self, kid: &Kid, depth: usize) {
        let window = self.opened.windows.get(&kid.from).copied();
        let (from, most) = window.unwrap_or((kid.from + 1, TEXT));
        if from > kid.from + 1 {
            let before = grouped((from - kid.from - 1) as u64);
            let words = format!("{before} bytes before");
            self.row(kid.from, depth, words, Role::Accent, Part::BeforeText);
        }
        let (text, end) = spelled::text(self.text, from, most);
        let room = self
            .width
            .saturating_sub(depth.min(INDENTED) * 2 + 4)
            .max(8);
        let mut said = 0;
        for line in text.split_inclusive('\n') {
            let (mut row, mut used, mut start) = (String::new(), 0, said);
            for letter in line.trim_end_matches(['\n', '\r']).chars() {
                let wide = letter.width().unwrap_or(4);
                if used + wide > room && !self.full() {
                    let row = std::mem::take(&mut row);
                    self.row(kid.from, depth, row, Role::Text, Part::Line(start));
                    (used, start) = (0, said);
                }
                row.push(letter);
                used += wide;
                said += letter.len_utf8();
            }
            if !self.full() {
                self.row(kid.from, depth, row, Role::Text, Part::Line(start));
            }
            said += line.len() - line.trim_end_matches(['\n', '\r']).len();
        }
        let over = match kid.to {
            Some(to) => end + 1 >= to,
            None => self.text.get(end) == Some(&b'"'),
        };
        if !over && !self.full() {
            let words = match kid.to {
                Some(to) => format!("{} more bytes", grouped((to - 1 - end) as u64)),
                None => "more".to_owned(),
            };
            self.row(kid.from, depth, words, Role::Accent, Part::MoreText);
        }
    }

    fn row(&mut self, at: usize, depth: usize, text: String, role: Role, part: Part) {
        self.rows.push(Branch {
            depth,
            key: None,
            index: 0,
            text,
            role,
            at,
            part,
            open: None,
        });
    }

    fn note(&mut self, at: usize, depth: usize, text: String) {
        self.row(at, depth, text, Role::Dim, Part::Note);
    }
}

fn kids_wanted(kind: Kind, depth: usize, line: usize) -> bool {
    kind.is_nested() && depth < open_depth(line)
}
