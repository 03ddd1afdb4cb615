//! PURE. A JSON value as a tree. Owns: its look and its bounds. Does not own: where it comes from.
//!
//! Long texts are cut, long lists end with how much is left out, deep values are summarised: the work is bounded.

use super::flow::{Spans, clip, flow, plain};
use crate::tui::theme::{Role, Theme};
use ratatui::text::{Line, Span};
use serde_json::Value;
use std::borrow::Cow;

/// Entries of one list or object that are shown.
const MOST_ENTRIES: usize = 100;
/// Lines in all.
const MOST_LINES: usize = 600;
/// What lies deeper is only counted.
const DEEPEST: usize = 10;
/// Characters of a text that are shown.
const LONGEST: usize = 2000;
/// Lines of a text that are shown.
const MOST_TEXT: usize = 40;

struct Tree<'a> {
    theme: &'a Theme,
    width: u16,
    lines: Vec<Line<'static>>,
}

/// A value as lines of this width.
pub fn tree(value: &Value, theme: &Theme, width: u16) -> Vec<Line<'static>> {
    let mut tree = Tree {
        theme,
        width,
        lines: Vec::new(),
    };
    match value {
        Value::Object(map) if !map.is_empty() => tree.object(map.iter(), map.len(), 0),
        Value::Array(items) if !items.is_empty() => tree.array(items, 0),
        other => tree.leaf(Vec::new(), other, 0),
    }
    if tree.lines.len() > MOST_LINES {
        let left = tree.lines.len() - MOST_LINES;
        tree.lines.truncate(MOST_LINES);
        tree.lines.push(super::ansi::more(left, "line", theme));
    }
    tree.lines
}

/// A value in a few words on one line: `3 entries`, `"text"`, `42`.
pub fn summary(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => {
            let end = text.floor_char_boundary(400);
            unmistakable(text.get(..end).unwrap_or_default()).into_owned()
        }
        Value::Array(items) => counted(items.len(), "entry", "entries"),
        Value::Object(map) => counted(map.len(), "field", "fields"),
    }
}

/// A text as it stands, unless it could be taken for a number, a word of JSON, a count, or for nothing: then with quotes.
/// Colours alone do not tell them apart on every terminal.
pub fn unmistakable(text: &str) -> Cow<'_, str> {
    let edges = |text: &str| text.starts_with([' ', '"']) || text.ends_with([' ', '"']);
    let counts = || text.starts_with(|first: char| first.is_ascii_digit() || first == '-');
    let word = || matches!(text, "" | "null" | "true" | "false" | "{}" | "[]");
    if edges(text) || word() || counts() && is_number_or_count(text) {
        return Cow::Owned(format!("\"{text}\""));
    }
    Cow::Borrowed(text)
}

fn is_number_or_count(text: &str) -> bool {
    let counted = [" field", " fields", " entry", " entries", " bytes"];
    text.parse::<f64>().is_ok() || counted.iter().any(|word| text.ends_with(word))
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

impl Tree<'_> {
    fn full(&self) -> bool {
        self.lines.len() > MOST_LINES
    }

    fn object<'v>(
        &mut self,
        entries: impl Iterator<Item = (&'v String, &'v Value)>,
        count: usize,
        depth: usize,
    ) {
        for (key, value) in entries.take(MOST_ENTRIES) {
            if self.full() {
                return;
            }
            let key = key.get(..key.floor_char_boundary(200)).unwrap_or_default();
            let mut lead = plain(key, Role::Info, self.theme);
            lead.push(Span::styled(": ", self.theme.style(Role::Dim)));
            self.entry(lead, value, depth);
        }
        self.left(count, depth);
    }

    fn array(&mut self, items: &[Value], depth: usize) {
        for value in items.iter().take(MOST_ENTRIES) {
            if self.full() {
                return;
            }
            let lead = vec![Span::styled("- ", self.theme.style(Role::Dim))];
            self.entry(lead, value, depth);
        }
        self.left(items.len(), depth);
    }

    fn left(&mut self, count: usize, depth: usize) {
        if let Some(left @ 1..) = count.checked_sub(MOST_ENTRIES) {
            let line = super::ansi::more(left, "value", self.theme);
            self.lines.push(indented(line, depth));
        }
    }

    fn entry(&mut self, lead: Spans, value: &Value, depth: usize) {
        match value {
            Value::Object(map) if !map.is_empty() && depth < DEEPEST => {
                self.line(&lead, depth);
                self.object(map.iter(), map.len(), depth + 1);
            }
            Value::Array(items) if !items.is_empty() && depth < DEEPEST => {
                self.line(&lead, depth);
                self.array(items, depth + 1);
            }
            other => self.leaf(lead, other, depth),
        }
    }

    fn leaf(&mut self, lead: Spans, value: &Value, depth: usize) {
        let theme = self.theme;
        let (text, role) = match value {
            Value::String(text) if text.contains('\n') => return self.long(&lead, text, depth),
            Value::String(text) => {
                let end = text.floor_char_boundary(LONGEST);
                let cut = if end < text.len() {
                    theme.glyphs.more
                } else {
                    ""
                };
                let text = unmistakable(text.get(..end).unwrap_or_default());
                (format!("{text}{cut}"), Role::Text)
            }
            Value::Number(number) => (number.to_string(), Role::Code),
            Value::Array(items) if items.is_empty() => ("[]".to_owned(), Role::Dim),
            Value::Object(map) if map.is_empty() => ("{}".to_owned(), Role::Dim),
            other => (summary(other), Role::Dim),
        };
        let mut spans = lead;
        spans.extend(plain(&text, role, theme));
        self.line(&spans, depth);
    }

    /// A text of several lines stands below its key.
    fn long(&mut self, lead: &[Span<'static>], text: &str, depth: usize) {
        self.line(lead, depth);
        let mut rest = text.lines();
        for line in rest.by_ref().take(MOST_TEXT) {
            let end = line.floor_char_boundary(LONGEST);
            let line = line.get(..end).unwrap_or_default();
            self.line(&plain(line, Role::Text, self.theme), depth + 1);
        }
        let left = rest.count();
        if left > 0 {
            let line = super::ansi::more(left, "line", self.theme);
            self.lines.push(indented(line, depth + 1));
        }
    }

    fn line(&mut self, spans: &[Span<'static>], depth: usize) {
        let lead = [Span::raw("  ".repeat(depth))];
        let rest = [Span::raw("  ".repeat(depth + 1))];
        self.lines.extend(flow(spans, self.width, &lead, &rest));
    }
}

fn indented(line: Line<'static>, depth: usize) -> Line<'static> {
    let style = line.style;
    let mut spans = vec![Span::raw("  ".repeat(depth))];
    spans.extend(line.spans.into_iter().map(|span| span.style(style)));
    Line::from(spans)
}

/// The fields of an object on one line: `a: 15  b: 27`, no wider than this.
pub fn fields(value: &Value, theme: &Theme, width: usize) -> Spans {
    let mut spans = Vec::new();
    let Value::Object(map) = value else {
        return clip(&plain(&summary(value), Role::Text, theme), width, theme);
    };
    for (key, value) in map.iter().take(16) {
        if !spans.is_empty() {
            spans.push(Span::raw("  "));
        }
        let key = key.get(..key.floor_char_boundary(60)).unwrap_or_default();
        spans.extend(plain(&format!("{key}: "), Role::Dim, theme));
        spans.extend(plain(&summary(value), Role::Text, theme));
    }
    clip(&spans, width, theme)
}

#[cfg(test)]
mod tests {
    use super::unmistakable;

    #[test]
    fn a_text_is_never_taken_for_another_kind_of_value() {
        for text in [
            "", "5", "-1.5e3", "true", "null", "[]", "3 fields", "1 entry", " a", "a ", "\"a\"",
        ] {
            assert_eq!(unmistakable(text), format!("\"{text}\""));
        }
        for text in [
            "a",
            "5 apples",
            "2026-03-01",
            "-rf",
            "nullable",
            "a \"b\" c",
            "inf",
        ] {
            assert_eq!(unmistakable(text), text);
        }
    }
}
