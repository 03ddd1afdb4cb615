//! PURE. What a call would change in a file. Owns: reading the change out of the tool's input, applying it to the file as it
//! is on disk, and the lines that show it. Does not own: reading the file (`work::files`).

use super::sheet::Sheet;
use crate::tui::theme::Role;
use ratatui::text::Span;
use serde_json::Value;
use similar::{ChangeTag, TextDiff};

/// Lines that differ before and after, multiplied: more are not compared, but shown as taken out and put in.
const MOST_PAIRS: usize = 4_000_000;
/// A text that would become longer than this, in bytes, is not made just to be looked at.
const GROWN: usize = 8 << 20;
/// More lines than this are only counted.
const SHOWN: usize = 20_000;
/// Lines around a change.
const AROUND: usize = 3;

/// What the file is on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OnDisk {
    /// Its text.
    Text(String),
    /// There is none.
    Missing,
    /// Too large to be looked at: its size in bytes.
    TooLarge(u64),
    /// It is no text, or no file.
    NotText(String),
}

/// A change of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The file.
    pub path: String,
    how: How,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum How {
    /// The whole text is replaced.
    Whole(String),
    /// Parts are replaced, one after the other.
    Parts(Vec<Part>),
    /// A cell of a notebook.
    Cell { about: String, source: String },
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    old: String,
    new: String,
    all: bool,
}

impl Change {
    /// The change that this call would make, if it is one of a file.
    pub fn of(tool: &str, input: &Value) -> Option<Self> {
        let text = |key: &str| input.get(key).and_then(Value::as_str).map(str::to_owned);
        let (path, how) = match tool {
            "Write" => (text("file_path")?, How::Whole(text("content")?)),
            "Edit" => (text("file_path")?, How::Parts(vec![part(input)?])),
            "MultiEdit" => {
                let edits = input.get("edits")?.as_array()?;
                let parts: Option<Vec<_>> = edits.iter().map(part).collect();
                (text("file_path")?, How::Parts(parts?))
            }
            "NotebookEdit" => {
                let cell = text("cell_id").unwrap_or_else(|| "a new cell".to_owned());
                let mode = text("edit_mode").unwrap_or_else(|| "replace".to_owned());
                let about = format!("{mode} {cell}");
                let source = text("new_source").unwrap_or_default();
                (text("notebook_path")?, How::Cell { about, source })
            }
            _ => return None,
        };
        Some(Self { path, how })
    }

    /// What the person should know before looking, and the text before and after.
    fn applied(&self, found: Option<&OnDisk>) -> (Vec<String>, String, String) {
        let mut notes = Vec::new();
        let disk = match found {
            None => {
                notes.push("the file is being read".to_owned());
                None
            }
            Some(OnDisk::Missing) => {
                notes.push(match self.how {
                    How::Whole(_) => "a new file".to_owned(),
                    _ => "the file is not on this disk: shown as the agent tells it".to_owned(),
                });
                None
            }
            Some(OnDisk::TooLarge(bytes)) => {
                notes.push(format!(
                    "the file is too large to compare with ({bytes} bytes): shown as the agent tells it"
                ));
                None
            }
            Some(OnDisk::NotText(why)) => {
                notes.push(format!("the file cannot be compared with: {why}"));
                None
            }
            Some(OnDisk::Text(text)) => Some(text),
        };
        match (&self.how, disk) {
            (How::Whole(content), disk) => {
                let before = disk.cloned().unwrap_or_default();
                if disk == Some(content) {
                    notes.push("the file has exactly this content already".to_owned());
                }
                (notes, before, content.clone())
            }
            (How::Parts(parts), Some(disk)) => match replaced(parts, disk, &mut notes) {
                Some(after) => (notes, disk.clone(), after),
                None => told(parts, notes),
            },
            (How::Parts(parts), None) => told(parts, notes),
            (How::Cell { about, source }, _) => (
                vec![format!("notebook: {about}")],
                String::new(),
                source.clone(),
            ),
        }
    }
}

/// As the agent tells it: only what it names.
fn told(parts: &[Part], notes: Vec<String>) -> (Vec<String>, String, String) {
    let join = |side: fn(&Part) -> &String| {
        let texts: Vec<&str> = parts.iter().map(|part| side(part).as_str()).collect();
        texts.join("\n")
    };
    (notes, join(|part| &part.old), join(|part| &part.new))
}

fn part(input: &Value) -> Option<Part> {
    let text = |key: &str| input.get(key).and_then(Value::as_str).map(str::to_owned);
    Some(Part {
        old: text("old_string")?,
        new: text("new_string")?,
        all: input.get("replace_all").and_then(Value::as_bool) == Some(true),
    })
}

/// The text after all parts; absent if one of them does not fit, which is then noted.
fn replaced(parts: &[Part], disk: &str, notes: &mut Vec<String>) -> Option<String> {
    let mut text = disk.to_owned();
    for part in parts {
        if part.old.is_empty() {
            if !text.is_empty() {
                notes.push("the edit expects an empty file, and this one is not".to_owned());
                return None;
            }
            text.clone_from(&part.new);
            continue;
        }
        match (text.matches(&part.old).count(), part.all) {
            (0, _) => {
                notes.push(
                    "the text to be replaced is not in the file: it differs from what the agent expects"
                        .to_owned(),
                );
                return None;
            }
            (count, _) if (count == 1 || part.all) && grows(&text, count, part) => {
                notes.push(
                    "the file would become too large to compare with: shown as the agent tells it"
                        .to_owned(),
                );
                return None;
            }
            (1, _) | (_, true) => text = text.replace(&part.old, &part.new),
            (count, false) => {
                notes.push(format!(
                    "the text to be replaced is in the file {count} times: the edit will fail"
                ));
                return None;
            }
        }
    }
    Some(text)
}

/// Whether a text would become too long: a few bytes of input can mean gigabytes.
fn grows(text: &str, count: usize, part: &Part) -> bool {
    text.len()
        .saturating_add(count.saturating_mul(part.new.len()))
        > GROWN
}

/// The lines of a change: the one place where a diff is drawn on a card.
pub(super) fn change_lines(sheet: &mut Sheet<'_>, change: &Change, found: Option<&OnDisk>) {
    let (notes, before, after) = change.applied(found);
    let reading = found.is_none();
    for note in notes {
        let role = if reading || note == "a new file" {
            Role::Info
        } else {
            Role::Warning
        };
        let spans = sheet.safe(&note, role);
        sheet.row("note", spans);
    }
    diff_lines(sheet, &before, &after);
}

/// The lines of a difference between two texts.
pub(super) fn diff_lines(sheet: &mut Sheet<'_>, before: &str, after: &str) {
    let (old, new) = (before.lines().count(), after.lines().count());
    if old + new > SHOWN {
        let text = format!("{old} lines before, {new} after: too many to be shown here");
        return sheet.ours(&text, Role::Warning);
    }
    if pairs(before, after) > MOST_PAIRS {
        // Two long texts with little in common would take too long to compare.
        for (number, line) in before.lines().enumerate() {
            diff_line(sheet, ChangeTag::Delete, Some(number), None, line);
        }
        for (number, line) in after.lines().enumerate() {
            diff_line(sheet, ChangeTag::Insert, None, Some(number), line);
        }
        return;
    }
    let diff = TextDiff::from_lines(before, after);
    let mut first = true;
    let begin = sheet.lines.len();
    for group in diff.grouped_ops(AROUND) {
        if !first {
            let rule = sheet.theme.glyphs.rule.repeat(6);
            sheet.inset(vec![Span::styled(rule, sheet.theme.style(Role::Dim))], 0);
        }
        first = false;
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let line = change.value().trim_end_matches(['\n', '\r']);
            if sheet.before_change.is_empty() && change.tag() != ChangeTag::Equal {
                sheet.before_change = begin..sheet.lines.len();
            }
            diff_line(
                sheet,
                change.tag(),
                change.old_index(),
                change.new_index(),
                line,
            );
        }
    }
}

/// The lines that differ before and after, multiplied: what is the same at both ends costs nothing to compare.
fn pairs(before: &str, after: &str) -> usize {
    let same = |(one, other): &(&str, &str)| one == other;
    let start = before.lines().zip(after.lines()).take_while(same).count();
    let ends = before.lines().rev().zip(after.lines().rev());
    let end = ends.take_while(same).count();
    let left = |text: &str| text.lines().count().saturating_sub(start + end).max(1);
    left(before).saturating_mul(left(after))
}

fn diff_line(
    sheet: &mut Sheet<'_>,
    tag: ChangeTag,
    old: Option<usize>,
    new: Option<usize>,
    line: &str,
) {
    let (sign, role) = match tag {
        ChangeTag::Delete => ("-", Role::Removed),
        ChangeTag::Insert => ("+", Role::Added),
        ChangeTag::Equal => (" ", Role::Dim),
    };
    let number = new.or(old).map_or(0, |number| number + 1);
    let mut spans = vec![
        Span::styled(format!("{number:>4} "), sheet.theme.style(Role::Dim)),
        Span::styled(format!("{sign} "), sheet.theme.style(role)),
    ];
    spans.extend(sheet.safe(line, role));
    sheet.inset(spans, 7);
}

#[cfg(test)]
#[path = "change_tests.rs"]
mod change_tests;
