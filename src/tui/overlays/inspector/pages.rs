//! PURE. A line as text in rows: as it stands, or indented. Owns: where rows begin. Only the rows near those that are seen are
//! laid out, so it costs the same however long the line is: the text is cut into pages of so many bytes, and rows begin anew
//! with each.

use super::pretty::Printer;
use crate::sanitise::{is_obeyed, joined_emoji, sanitise};
use bytes::Bytes;
use std::collections::BTreeMap;
use unicode_width::UnicodeWidthChar as _;

/// Bytes of a page.
const PAGE: usize = 32 * 1024;
/// Bytes that are gone through before one frame to know where indented pages begin.
const BUDGET: usize = 2 << 20;
/// Cells of an emoji, joined of several or not.
const EMOJI: usize = 2;
/// Pages that are kept laid out.
const KEPT: usize = 4;

/// A row: where in the line it begins, and what it shows, from outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) from: usize,
    pub(super) text: String,
}

/// Which row: of which page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Place {
    page: usize,
    row: usize,
}

/// A line in pages.
#[derive(Debug, Clone)]
pub(super) struct Pages {
    text: Bytes,
    pretty: bool,
    width: u16,
    /// How each page begins that is known, if it is indented.
    begins: Vec<Printer>,
    laid: BTreeMap<usize, Vec<Row>>,
    top: Place,
    /// A byte that is to be seen; whether as the last one.
    wanted: Option<(usize, bool)>,
    /// The rows that are seen.
    pub(super) seen: Vec<Row>,
    /// Where in the line they end.
    end: usize,
}

impl Pages {
    pub(super) fn new(text: &Bytes, pretty: bool) -> Self {
        Self {
            text: text.clone(),
            pretty,
            width: 80,
            begins: vec![Printer::default()],
            laid: BTreeMap::new(),
            top: Place::default(),
            wanted: None,
            seen: Vec::new(),
            end: 0,
        }
    }

    fn count(&self) -> usize {
        self.text.len().div_ceil(PAGE).max(1)
    }

    /// How many pages can be laid out.
    fn known(&self) -> usize {
        if self.pretty {
            self.begins.len()
        } else {
            self.count()
        }
    }

    /// Whether there is more to find out than fitted before one frame. Where indented pages begin is found out only as
    /// far as somebody goes.
    pub(super) fn is_unfinished(&self) -> bool {
        self.wanted.is_some()
    }

    /// A frame is about to be drawn that shows so many rows.
    pub(super) fn lay(&mut self, width: u16, height: usize) {
        if self.width != width {
            self.width = width;
            self.laid.clear();
            // The same byte stays on top.
            let from = self.seen.first().map_or(0, |row| row.from);
            self.wanted = self.wanted.or(Some((from, false)));
        }
        if let Some((at, last)) = self.wanted {
            let page = (at / PAGE).min(self.count() - 1);
            self.find_out(page);
            if page < self.known() {
                self.wanted = None;
                self.go(page, at, last, height);
            }
        }
        self.find_out(self.top.page + 1);
        self.fill(height);
    }

    /// Finds out how pages begin, up to this one, as far as one frame allows.
    fn find_out(&mut self, page: usize) {
        let mut budget = BUDGET;
        let last = page.min(self.count() - 1);
        while self.pretty && self.begins.len() <= last && budget > 0 {
            let from = self.start(self.begins.len() - 1);
            let to = self.start(self.begins.len());
            let mut printer = self.begins.last().copied().unwrap_or_default();
            printer.pass(self.text.get(from..to).unwrap_or_default());
            self.begins.push(printer);
            budget = budget.saturating_sub(PAGE);
        }
    }

    /// Where a page begins: no character is cut.
    fn start(&self, page: usize) -> usize {
        let mut at = page.saturating_mul(PAGE).min(self.text.len());
        for _ in 0..3 {
            if at > 0 && self.text.get(at).is_some_and(|byte| byte & 0xc0 == 0x80) {
                at -= 1;
            }
        }
        at
    }

    /// To the row that has this byte.
    fn go(&mut self, page: usize, at: usize, last: bool, height: usize) {
        let rows = self.rows(page);
        let after = rows.partition_point(|row| row.from <= at);
        self.top = Place {
            page,
            row: after.saturating_sub(1),
        };
        let above = if last { height } else { height / 3 };
        let above = isize::try_from(above.saturating_sub(1)).unwrap_or(0);
        self.step(-above);
    }

    fn rows(&mut self, page: usize) -> &[Row] {
        if !self.laid.contains_key(&page) {
            while self.laid.len() >= KEPT {
                let first = self.laid.keys().next().copied();
                let last = self.laid.keys().next_back().copied();
                let away = |one: &Option<usize>| one.map_or(0, |one| one.abs_diff(page));
                let far = [first, last].into_iter().max_by_key(away).flatten();
                let Some(far) = far else { break };
                self.laid.remove(&far);
            }
            let rows = self.laid_out(page);
            self.laid.insert(page, rows);
        }
        self.laid.get(&page).map_or(&[], Vec::as_slice)
    }

    fn laid_out(&self, page: usize) -> Vec<Row> {
        let (from, to) = (self.start(page), self.start(page + 1));
        let bytes = self.text.get(from..to).unwrap_or_default();
        let printer = self
            .pretty
            .then(|| self.begins.get(page).copied())
            .flatten();
        let mut rows = Rows::new(usize::from(self.width.max(8)), from);
        let mut printer = printer;
        let mut at = from;
        for chunk in bytes.utf8_chunks() {
            let mut rest = chunk.valid();
            while let Some(letter) = rest.chars().next() {
                // What is drawn as one picture stays in one row.
                let plain = letter.is_ascii();
                let joined = (!plain).then(|| joined_emoji(rest)).flatten();
                let end = joined.unwrap_or(letter.len_utf8());
                let (shown, behind) = rest.split_at_checked(end).unwrap_or((rest, ""));
                let wide = joined.map_or_else(|| wide(letter), |_| EMOJI);
                rows.put(shown, wide, at, printer.as_mut());
                at += shown.len();
                rest = behind;
            }
            // What is no text counts as one mark.
            if !chunk.invalid().is_empty() {
                rows.put("\u{fffd}", 1, at, printer.as_mut());
                at += chunk.invalid().len();
            }
        }
        rows.done()
    }

    /// Moves by so many rows; as far as the pages are known.
    fn step(&mut self, by: isize) {
        let mut left = by.unsigned_abs();
        let down = by > 0;
        while left > 0 {
            let count = self.rows(self.top.page).len();
            if down {
                let room = count.saturating_sub(self.top.row + 1);
                if left <= room {
                    self.top.row += left;
                    return;
                }
                if self.top.page + 1 >= self.known() {
                    self.top.row = count.saturating_sub(1);
                    return;
                }
                left -= room + 1;
                self.top = Place {
                    page: self.top.page + 1,
                    row: 0,
                };
            } else if left <= self.top.row {
                self.top.row -= left;
                return;
            } else if let Some(page) = self.top.page.checked_sub(1) {
                left -= self.top.row + 1;
                let row = self.rows(page).len().saturating_sub(1);
                self.top = Place { page, row };
            } else {
                self.top.row = 0;
                return;
            }
        }
    }

    /// Reads the rows that are seen; the last screen is full.
    fn fill(&mut self, height: usize) {
        for _ in 0..2 {
            self.seen.clear();
            let mut place = self.top;
            // One more than is seen, to know where what is seen ends.
            while self.seen.len() <= height && place.page < self.known() {
                let room = height + 1 - self.seen.len();
                let rows = self.rows(place.page);
                let rows: Vec<Row> = rows.iter().skip(place.row).take(room).cloned().collect();
                self.seen.extend(rows);
                place = Place {
                    page: place.page + 1,
                    row: 0,
                };
            }
            let next = self.seen.get(height).map(|row| row.from);
            let known = self.start(self.known());
            self.end = next.unwrap_or(known);
            self.seen.truncate(height);
            let missing = height - self.seen.len();
            let begins = self.top == Place::default();
            if missing == 0 || begins || self.known() < self.count() {
                return;
            }
            self.step(-isize::try_from(missing).unwrap_or(0));
        }
    }

    /// Moves what is seen.
    pub(super) fn move_by(&mut self, by: isize) {
        if by <= isize::MIN / 4 {
            self.top = Place::default();
            self.wanted = Some((0, false));
        } else if by >= isize::MAX / 4 {
            self.wanted = Some((self.text.len(), true));
        } else {
            self.step(by);
        }
    }

    /// Shows this byte of the line.
    pub(super) fn show(&mut self, at: usize) {
        self.wanted = Some((at, false));
    }

    /// Whether this byte of the line is seen.
    pub(super) fn sees(&self, at: usize) -> bool {
        let first = self.seen.first();
        first.is_some_and(|row| (row.from..self.end).contains(&at))
    }

    /// The byte after the last one that is seen.
    pub(super) fn end(&self) -> usize {
        self.end
    }

    /// The first byte that is seen.
    pub(super) fn here(&self) -> usize {
        self.seen.first().map_or(0, |row| row.from)
    }

    /// How far one is, in percent.
    pub(super) fn percent(&self) -> usize {
        self.end * 100 / self.text.len().max(1)
    }

    /// How much is known of where pages begin, in percent.
    pub(super) fn known_percent(&self) -> usize {
        self.known() * 100 / self.count()
    }
}

/// Rows in the making.
struct Rows {
    room: usize,
    done: Vec<Row>,
    row: Row,
    used: usize,
    indent: usize,
    /// Nothing but indentation is in the row.
    bare: bool,
}

impl Rows {
    fn new(room: usize, from: usize) -> Self {
        let text = String::new();
        Self {
            room,
            done: Vec::new(),
            row: Row { from, text },
            used: 0,
            indent: 0,
            bare: true,
        }
    }

    /// Puts a character, or what is drawn as one, so many cells wide.
    fn put(&mut self, shown: &str, wide: usize, at: usize, printer: Option<&mut Printer>) {
        let mut space = false;
        if let Some(printer) = printer {
            // All that means something is ASCII.
            let byte = shown.bytes().next().filter(u8::is_ascii).unwrap_or(b'a');
            let out = printer.next(byte);
            if let Some(indent) = out.row {
                self.indent = indent.min(self.room / 2);
                self.break_at(at, self.indent);
            }
            if !out.shown {
                return;
            }
            space = out.space;
        }
        if self.used + wide > self.room {
            self.break_at(at, (self.indent * 2).min(self.indent + 2));
        }
        self.row.text.push_str(shown);
        self.bare = false;
        self.used += wide;
        if space && self.used < self.room {
            self.row.text.push(' ');
            self.used += 1;
        }
    }

    fn break_at(&mut self, at: usize, indent: usize) {
        let text = " ".repeat(indent);
        self.used = indent;
        let done = std::mem::replace(&mut self.row, Row { from: at, text });
        if !std::mem::replace(&mut self.bare, true) {
            self.done.push(done);
        }
    }

    fn done(mut self) -> Vec<Row> {
        if !self.bare {
            self.done.push(self.row);
        }
        self.done
    }
}

/// How wide a character is when it is shown harmlessly.
fn wide(letter: char) -> usize {
    if letter == '\t' {
        4
    } else if is_obeyed(letter) {
        sanitise(letter.encode_utf8(&mut [0; 4])).len()
    } else {
        letter.width().unwrap_or(0)
    }
}

#[cfg(test)]
#[path = "pages_tests.rs"]
mod tests;
