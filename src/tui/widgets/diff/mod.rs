//! PURE. What changed in a text. Owns: finding it, and reading it from what the CLI tells. Does not own: its look
//! (`lines`), where the texts come from.
//!
//! The work is bounded: texts that are too long to be compared are shown as removed and added as a whole.

mod lines;
mod words;

use serde_json::Value;
use similar::{ChangeTag, TextDiff};

/// Lines around a change.
const CONTEXT: usize = 3;
/// Lines old and new, multiplied: more are not compared.
const MOST_PAIRS: usize = 4_000_000;
/// Rows that are kept; more are only counted.
const MOST_ROWS: usize = 1500;

/// Where a diff comes from.
#[derive(Debug, Clone, Copy)]
pub enum DiffSource<'a> {
    /// Two texts; the first line of both has this number.
    Texts {
        /// Before.
        old: &'a str,
        /// After.
        new: &'a str,
        /// The number of the first line.
        start: usize,
    },
    /// The CLI's `structuredPatch`.
    Patch(&'a Value),
}

/// What a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// In both texts.
    Same,
    /// Only in the old one.
    Removed,
    /// Only in the new one.
    Added,
    /// Something is left out here.
    Gap,
}

/// A row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// What it is.
    pub kind: Kind,
    /// Its number in the old text.
    pub old: Option<usize>,
    /// Its number in the new text.
    pub new: Option<usize>,
    /// The line.
    pub text: String,
    /// The parts of the line that changed, as places of bytes.
    pub changed: Vec<std::ops::Range<usize>>,
}

/// What changed in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diff {
    /// The file.
    pub path: String,
    /// Lines that were added.
    pub added: usize,
    /// Lines that were removed.
    pub removed: usize,
    /// The rows that are shown.
    pub rows: Vec<Row>,
    /// Rows that are not kept.
    pub left_out: usize,
}

impl Diff {
    /// Finds what changed.
    pub fn new(path: &str, source: DiffSource<'_>) -> Self {
        let mut diff = Self {
            path: path.to_owned(),
            added: 0,
            removed: 0,
            rows: Vec::new(),
            left_out: 0,
        };
        match source {
            DiffSource::Texts { old, new, start } => diff.compare(old, new, start),
            DiffSource::Patch(hunks) => diff.patch(hunks),
        }
        words::mark(&mut diff.rows);
        diff
    }

    /// How much changed: `+12 −3`.
    pub fn counts(&self) -> String {
        format!("+{} −{}", self.added, self.removed)
    }

    fn push(&mut self, kind: Kind, old: Option<usize>, new: Option<usize>, text: &str) {
        match kind {
            Kind::Added => self.added += 1,
            Kind::Removed => self.removed += 1,
            Kind::Same | Kind::Gap => {}
        }
        if self.rows.len() >= MOST_ROWS {
            self.left_out += 1;
            return;
        }
        let text = text.trim_end_matches(['\n', '\r']).to_owned();
        let changed = Vec::new();
        self.rows.push(Row {
            kind,
            old,
            new,
            text,
            changed,
        });
    }

    fn gap(&mut self) {
        if !self.rows.is_empty() {
            self.push(Kind::Gap, None, None, "");
        }
    }

    fn compare(&mut self, old: &str, new: &str, start: usize) {
        let lines = |text: &str| memchr::memchr_iter(b'\n', text.as_bytes()).count() + 1;
        if lines(old).saturating_mul(lines(new)) > MOST_PAIRS {
            return self.replace(old, new, start);
        }
        let found = TextDiff::from_lines(old, new);
        for (number, group) in found.grouped_ops(CONTEXT).iter().enumerate() {
            if number > 0 {
                self.gap();
            }
            for change in group.iter().flat_map(|op| found.iter_changes(op)) {
                let kind = match change.tag() {
                    ChangeTag::Equal => Kind::Same,
                    ChangeTag::Delete => Kind::Removed,
                    ChangeTag::Insert => Kind::Added,
                };
                let number = |index: Option<usize>| index.map(|index| index + start);
                self.push(
                    kind,
                    number(change.old_index()),
                    number(change.new_index()),
                    change.value(),
                );
            }
        }
    }

    fn replace(&mut self, old: &str, new: &str, start: usize) {
        for (number, line) in (start..).zip(old.lines()) {
            self.push(Kind::Removed, Some(number), None, line);
        }
        for (number, line) in (start..).zip(new.lines()) {
            self.push(Kind::Added, None, Some(number), line);
        }
    }

    fn patch(&mut self, patch: &Value) {
        let hunks = patch.as_array().map_or(&[][..], Vec::as_slice);
        for hunk in hunks {
            self.gap();
            let start = |key: &str| {
                let number = hunk.get(key).and_then(Value::as_u64).unwrap_or(1);
                usize::try_from(number).unwrap_or(1)
            };
            let (mut old, mut new) = (start("oldStart"), start("newStart"));
            let lines = hunk.get("lines").and_then(Value::as_array);
            for line in lines.into_iter().flatten().filter_map(Value::as_str) {
                let mut rest = line.chars();
                let sign = rest.next();
                let text = rest.as_str();
                match sign {
                    Some('+') => self.push(Kind::Added, None, Some(new), text),
                    Some('-') => self.push(Kind::Removed, Some(old), None, text),
                    // "No newline at end of file": a word about the line above.
                    Some('\\') => continue,
                    _ => self.push(Kind::Same, Some(old), Some(new), text),
                }
                new += usize::from(sign != Some('-'));
                old += usize::from(sign != Some('+'));
            }
        }
    }
}

/// What a file is written in, by its name.
pub fn language_of(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    match name.rsplit_once('.') {
        Some((_, extension)) => extension,
        None => name,
    }
}

#[cfg(test)]
#[path = "../diff_tests.rs"]
mod diff_tests;
