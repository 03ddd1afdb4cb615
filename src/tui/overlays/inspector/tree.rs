//! PURE. A JSON value as rows that can be folded. Owns: what is open by itself, and the bounds: no value makes more rows than
//! somebody would scroll through.

use crate::tui::theme::Role;
use crate::tui::widgets::tree::summary;
use serde_json::Value;
use std::collections::HashSet;
use unicode_width::UnicodeWidthChar as _;

/// Entries of one list or object that are shown.
const MOST_ENTRIES: usize = 1000;
/// Rows in all.
const MOST_ROWS: usize = 20_000;
/// Bytes of a text that are shown when it is open.
const MOST_TEXT: usize = 64 * 1024;
/// What lies deeper is folded, and so is what has more entries than this.
const OPEN_DEPTH: usize = 4;
const OPEN_ENTRIES: usize = 40;
/// Deeper than this the indentation stays.
const DEEPEST: usize = 20;

/// A row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Branch {
    pub(super) depth: usize,
    /// The key, from outside.
    pub(super) key: String,
    /// The value in a few words, from outside.
    pub(super) text: String,
    pub(super) role: Role,
    /// Where it is in the value.
    pub(super) pointer: String,
    /// Whether it is open, if there is something to open.
    pub(super) open: Option<bool>,
}

/// What is open.
#[derive(Debug, Clone, Copy)]
pub(super) struct Open<'a> {
    pub(super) turned: &'a HashSet<String>,
    pub(super) all: Option<bool>,
}

impl Open<'_> {
    fn is(&self, pointer: &str, itself: bool) -> bool {
        self.all.unwrap_or(itself) != self.turned.contains(pointer)
    }
}

struct Growth<'a> {
    open: &'a Open<'a>,
    width: usize,
    rows: Vec<Branch>,
}

/// The rows of a value.
pub(super) fn branches(value: &Value, open: &Open<'_>, width: u16) -> Vec<Branch> {
    let mut grown = Growth {
        open,
        width: usize::from(width),
        rows: Vec::new(),
    };
    grown.inside(value, 0, "");
    if grown.full() {
        grown.note(0, "more is left out: fold something".to_owned());
    }
    grown.rows
}

impl Growth<'_> {
    fn full(&self) -> bool {
        self.rows.len() >= MOST_ROWS
    }

    fn inside(&mut self, value: &Value, depth: usize, pointer: &str) {
        let count = match value {
            Value::Object(map) => {
                for (key, value) in map.iter().take(MOST_ENTRIES) {
                    let escaped = key.replace('~', "~0").replace('/', "~1");
                    self.entry(key, value, depth, &format!("{pointer}/{escaped}"));
                }
                map.len()
            }
            Value::Array(items) => {
                for (at, value) in items.iter().take(MOST_ENTRIES).enumerate() {
                    self.entry(&at.to_string(), value, depth, &format!("{pointer}/{at}"));
                }
                items.len()
            }
            Value::String(text) => return self.text(text, depth),
            _ => 0,
        };
        if let Some(left @ 1..) = count.checked_sub(MOST_ENTRIES) {
            self.note(depth, format!("{left} more"));
        }
    }

    fn entry(&mut self, key: &str, value: &Value, depth: usize, pointer: &str) {
        if self.full() {
            return;
        }
        let shown = depth.min(DEEPEST);
        let (itself, role) = match value {
            Value::Object(map) if !map.is_empty() => (
                Some(depth < OPEN_DEPTH && map.len() <= OPEN_ENTRIES),
                Role::Dim,
            ),
            Value::Array(items) if !items.is_empty() => (
                Some(depth < OPEN_DEPTH && items.len() <= OPEN_ENTRIES),
                Role::Dim,
            ),
            Value::String(text) => {
                let room = self.width.saturating_sub(shown * 2 + key.len() + 6);
                let long = text.len() > room || text.contains('\n');
                (long.then_some(false), Role::Text)
            }
            Value::Number(_) => (None, Role::Code),
            _ => (None, Role::Accent),
        };
        let open = itself.map(|itself| self.open.is(pointer, itself));
        let text = match value {
            Value::String(text) if text.is_empty() => "\"\"".to_owned(),
            Value::String(text) if open == Some(true) => format!("{} bytes", text.len()),
            Value::Object(map) if map.is_empty() => "{}".to_owned(),
            Value::Array(items) if items.is_empty() => "[]".to_owned(),
            _ => summary(value),
        };
        let key = key.get(..key.floor_char_boundary(200)).unwrap_or_default();
        self.rows.push(Branch {
            depth: shown,
            key: key.to_owned(),
            text,
            role,
            pointer: pointer.to_owned(),
            open,
        });
        if open == Some(true) {
            self.inside(value, depth + 1, pointer);
        }
    }

    /// A long text, broken where the line is full.
    fn text(&mut self, text: &str, depth: usize) {
        let end = text.floor_char_boundary(MOST_TEXT);
        let shown = text.get(..end).unwrap_or_default();
        let room = self.width.saturating_sub(depth.min(DEEPEST) * 2 + 4).max(8);
        for line in shown.lines() {
            let mut row = String::new();
            let mut used = 0;
            for c in line.chars() {
                let wide = c.width().unwrap_or(4);
                if used + wide > room && !self.full() {
                    self.line(depth, std::mem::take(&mut row));
                    used = 0;
                }
                row.push(c);
                used += wide;
            }
            if !self.full() {
                self.line(depth, row);
            }
        }
        if end < text.len() {
            self.note(depth, format!("{} more bytes", text.len() - end));
        }
    }

    fn line(&mut self, depth: usize, text: String) {
        self.rows.push(Branch {
            depth: depth.min(DEEPEST),
            key: String::new(),
            text,
            role: Role::Text,
            pointer: String::new(),
            open: None,
        });
    }

    fn note(&mut self, depth: usize, text: String) {
        self.line(depth, text);
        if let Some(last) = self.rows.last_mut() {
            last.role = Role::Dim;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn shown(value: &Value, turned: &[&str], all: Option<bool>) -> Vec<String> {
        let turned = turned.iter().map(|at| (*at).to_owned()).collect();
        let open = Open {
            turned: &turned,
            all,
        };
        let row = |branch: &Branch| format!("{}{} {}", branch.depth, branch.key, branch.text);
        branches(value, &open, 40).iter().map(row).collect()
    }

    #[test]
    fn values_are_folded_and_opened() {
        let value = json!({"a": {"b/c": [1, 2]}, "d": []});
        let open = ["0a 1 field", "1b/c 2 entries", "20 1", "21 2", "0d []"];
        assert_eq!(shown(&value, &[], None), open);
        assert_eq!(
            shown(&value, &["/a/b~1c"], None),
            ["0a 1 field", "1b/c 2 entries", "0d []"]
        );
        assert_eq!(shown(&value, &[], Some(false)), ["0a 1 field", "0d []"]);
        assert_eq!(shown(&value, &["/a"], Some(false)).len(), 3);
    }

    #[test]
    fn a_long_text_is_opened_on_demand_and_all_work_is_bounded() {
        let value = json!({"t": "x\ny".to_owned() + &"z".repeat(100)});
        assert_eq!(shown(&value, &[], None).len(), 1);
        assert_eq!(shown(&value, &["/t"], None).len(), 1 + 1 + 3);
        let many = json!({"a": vec![0; 5000], "t": "x\n".repeat(1_000_000)});
        let rows = shown(&many, &["/a", "/t"], None);
        assert!(rows.contains(&"1 4000 more".to_owned()));
        assert!(rows.last().unwrap().contains("more"), "{:?}", rows.last());
        assert!(rows.len() <= MOST_ROWS + 3 && rows.len() > MOST_ROWS);
    }
}
