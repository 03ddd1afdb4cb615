//! PURE. What became of a line, as rows. Owns: their paths and words, and the bounds. Paths are written as `jq` reads them.

use super::delta::{Delta, Entry, Field};
use crate::tui::overlays::inspector::step;
use serde_json::Value;

/// Rows that are shown.
const MOST: usize = 5000;
/// Characters of a value that are shown on its row.
const SHOWN: usize = 400;
/// Characters before the first that differs.
const LEAD: usize = 16;

/// What a row says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// Only the first line has it.
    Removed,
    /// Only the second line has it.
    Added,
}

/// A row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Which of the lines has it.
    pub sign: Sign,
    /// Whether the other has something else there: both stand one below the other.
    pub changed: bool,
    /// Where.
    pub path: String,
    /// The value, cut, from outside.
    pub words: String,
    /// The value as it is copied.
    pub value: String,
}

/// All rows, and how much was changed, added and removed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Rows {
    pub(super) all: Vec<Row>,
    pub(super) changed: usize,
    pub(super) added: usize,
    pub(super) removed: usize,
}

impl Rows {
    pub(super) fn of(delta: &Delta) -> Self {
        let mut rows = Self::default();
        rows.within(delta, "");
        rows
    }

    /// Rows that are left out.
    pub(super) fn left_out(&self) -> usize {
        let all = self.changed * 2 + self.added + self.removed;
        all - self.all.len()
    }

    fn within(&mut self, delta: &Delta, path: &str) {
        match delta {
            Delta::Same => {}
            Delta::Other(old, new) => {
                self.changed += 1;
                let (was, is) = apart(old, new);
                self.push(Sign::Removed, true, path, old, &was);
                self.push(Sign::Added, true, path, new, &is);
            }
            Delta::Fields(fields) => {
                for (key, field) in fields {
                    let path = format!("{path}{}", step(Some(key), 0));
                    match field {
                        Field::Added(value) => self.added(&path, value),
                        Field::Removed(value) => self.removed(&path, value),
                        Field::Within(delta) => self.within(delta, &path),
                    }
                }
            }
            Delta::Entries(entries) => self.entries(entries, path),
        }
    }

    fn entries(&mut self, entries: &[Entry], path: &str) {
        let (mut was, mut is) = (0, 0);
        for entry in entries {
            match entry {
                Entry::Same(count) => (was, is) = (was + count, is + count),
                Entry::Added(value) => {
                    self.added(&format!("{path}[{is}]"), value);
                    is += 1;
                }
                Entry::Removed(value) => {
                    self.removed(&format!("{path}[{was}]"), value);
                    was += 1;
                }
                Entry::Within(delta) => {
                    self.within(delta, &format!("{path}[{is}]"));
                    (was, is) = (was + 1, is + 1);
                }
            }
        }
    }

    fn added(&mut self, path: &str, value: &Value) {
        self.added += 1;
        self.push(Sign::Added, false, path, value, &written(value));
    }

    fn removed(&mut self, path: &str, value: &Value) {
        self.removed += 1;
        self.push(Sign::Removed, false, path, value, &written(value));
    }

    fn push(&mut self, sign: Sign, changed: bool, path: &str, value: &Value, words: &str) {
        if self.all.len() >= MOST {
            return;
        }
        let dotted = path.starts_with('.');
        self.all.push(Row {
            sign,
            changed,
            path: if dotted {
                path.to_owned()
            } else {
                format!(".{path}")
            },
            words: words.chars().take(SHOWN).collect(),
            value: match value {
                Value::String(text) => text.clone(),
                other => serde_json::to_string_pretty(other).unwrap_or_default(),
            },
        });
    }
}

fn written(value: &Value) -> String {
    value.to_string()
}

/// Two values from a little before where they begin to differ.
fn apart(old: &Value, new: &Value) -> (String, String) {
    let (was, is) = (written(old), written(new));
    let same = was
        .chars()
        .zip(is.chars())
        .take_while(|(a, b)| a == b)
        .count();
    let skip = same.saturating_sub(LEAD);
    if skip < LEAD {
        return (was, is);
    }
    let rest = |text: &str| {
        let rest: String = text.chars().skip(skip).collect();
        format!("..{rest}")
    };
    (rest(&was), rest(&is))
}

#[cfg(test)]
mod tests {
    use super::super::delta::delta;
    use super::*;
    use serde_json::json;

    fn rows(old: &Value, new: &Value) -> Vec<String> {
        let rows = Rows::of(&delta(old, new));
        let sign = |row: &Row| match row.sign {
            Sign::Removed => "-",
            Sign::Added => "+",
        };
        let row = |row: &Row| format!("{} {} {}", sign(row), row.path, row.words);
        rows.all.iter().map(row).collect()
    }

    #[test]
    fn each_change_has_its_path() {
        let old = json!({"a": 1, "b": {"c-d": [1, 2, 3]}, "gone": true});
        let new = json!({"a": 2, "b": {"c-d": [1, 3, "4"]}, "new": null});
        assert_eq!(
            rows(&old, &new),
            [
                "- .a 1",
                "+ .a 2",
                "- .b[\"c-d\"][1] 2",
                "+ .b[\"c-d\"][2] \"4\"",
                "- .gone true",
                "+ .new null"
            ]
        );
        assert!(rows(&old, &old).is_empty());
        assert_eq!(rows(&json!([1]), &json!({})), ["- . [1]", "+ . {}"]);
        assert_eq!(rows(&json!([1]), &json!([])), ["- .[0] 1"]);
    }

    #[test]
    fn long_values_are_shown_where_they_differ_and_rows_are_bounded() {
        let text = |end: &str| json!("x".repeat(1000) + end);
        let found = rows(&text("one"), &text("two"));
        assert_eq!(found[0], format!("- . ..{}one\"", "x".repeat(16)));
        let many: Vec<i32> = (0..20_000).collect();
        let all = Rows::of(&delta(&json!(many), &json!([])));
        assert_eq!((all.all.len(), all.left_out()), (MOST, 15_000));
    }
}
