//! PURE. A tool's output. Owns: its colours as styles, lines that were written over, showing the ends of a long one.
//! Does not own: which colours there are (`theme`).
//!
//! Sequences that select graphics become styles; what erases or goes back within a line is done to that line alone.
//! Every other sequence is shown and never obeyed.

use super::flow::{Spans, chop};
use super::text::safe;
use crate::tui::theme::{Role, Theme, sgr};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// Of a longer line only the beginning is shown.
const LONGEST: usize = 4000;

/// How many lines of a long output are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ends {
    /// From its beginning.
    pub first: usize,
    /// From its end.
    pub last: usize,
}

/// An output as lines of this width. Only what is shown is looked at.
pub fn output(text: &str, ends: Ends, base: Role, theme: &Theme, width: u16) -> Vec<Line<'static>> {
    let text = text.trim_end_matches(['\n', '\r']);
    let total = bytecount(text) + 1;
    let mut screen = Screen::new(theme, theme.style(base));
    let mut lines = Vec::new();
    let whole = total <= ends.first + ends.last + 1;
    let first = if whole { total } else { ends.first };
    for line in text.split('\n').take(first) {
        lines.extend(chop(&screen.line(line), width, &[], &[]));
    }
    if whole {
        return lines;
    }
    let left_out = total - ends.first - ends.last;
    lines.push(more(left_out, "line", theme));
    let mut tail: Vec<&str> = text.rsplit('\n').take(ends.last).collect();
    tail.reverse();
    let mut screen = Screen::new(theme, theme.style(base));
    for line in tail {
        lines.extend(chop(&screen.line(line), width, &[], &[]));
    }
    lines
}

/// Says how much is not shown: `… 120 more lines`.
pub fn more(count: usize, what: &str, theme: &Theme) -> Line<'static> {
    let plural = if count == 1 { "" } else { "s" };
    Line::styled(
        format!("{} {count} more {what}{plural}", theme.glyphs.more),
        theme.style(Role::Dim),
    )
}

fn bytecount(text: &str) -> usize {
    memchr::memchr_iter(b'\n', text.as_bytes()).count()
}

/// What a line is written on; the style goes on from line to line.
struct Screen<'a> {
    theme: &'a Theme,
    base: Style,
    style: Style,
}

/// One character with what stands on it.
struct Cell {
    text: String,
    style: Style,
}

impl<'a> Screen<'a> {
    fn new(theme: &'a Theme, base: Style) -> Self {
        Self {
            theme,
            base,
            style: Style::new(),
        }
    }

    fn line(&mut self, line: &str) -> Spans {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let end = line.floor_char_boundary(LONGEST);
        let (shown, rest) = line.split_at_checked(end).unwrap_or((line, ""));
        let escaped = self.theme.style(Role::Escaped);
        let mut spans = if shown.contains(['\u{1b}', '\r', '\u{8}']) {
            self.written(shown)
        } else {
            safe(shown, self.now(), escaped)
        };
        if !rest.is_empty() {
            let left = rest.chars().count();
            spans.push(Span::styled(
                format!(" {} {left} more characters", self.theme.glyphs.more),
                self.theme.style(Role::Dim),
            ));
        }
        spans
    }

    fn now(&self) -> Style {
        self.base.patch(self.theme.fit(self.style))
    }

    /// A line as it looks after everything that was written on it.
    fn written(&mut self, line: &str) -> Spans {
        let mut cells: Vec<Cell> = Vec::new();
        let mut at = 0_usize;
        let mut rest = line;
        while let Some(next) = rest.chars().next() {
            let after = rest.get(next.len_utf8()..).unwrap_or_default();
            match next {
                '\r' => at = 0,
                '\u{8}' => at = at.saturating_sub(1),
                '\u{1b}' => {
                    if let Some((change, after)) = sequence(after) {
                        match change {
                            Change::Style(numbers) => self.style = sgr(self.style, &numbers),
                            Change::EraseAfter => cells.truncate(at),
                            Change::EraseAll => {
                                cells.truncate(at);
                                for cell in &mut cells {
                                    " ".clone_into(&mut cell.text);
                                }
                            }
                        }
                        rest = after;
                        continue;
                    }
                    put(&mut cells, &mut at, next, self.now());
                }
                _ => put(&mut cells, &mut at, next, self.now()),
            }
            rest = after;
        }
        let escaped = self.theme.style(Role::Escaped);
        let mut spans = Vec::new();
        let mut run = String::new();
        let mut style = Style::new();
        for cell in cells {
            if cell.style != style && !run.is_empty() {
                spans.extend(safe(&std::mem::take(&mut run), style, escaped));
            }
            style = cell.style;
            run.push_str(&cell.text);
        }
        spans.extend(safe(&run, style, escaped));
        spans
    }
}

/// Writes a character over what is there; one without width stands on the one before.
fn put(cells: &mut Vec<Cell>, at: &mut usize, character: char, style: Style) {
    let narrow = unicode_width::UnicodeWidthChar::width(character) == Some(0);
    if narrow && let Some(cell) = at.checked_sub(1).and_then(|before| cells.get_mut(before)) {
        // A pile of marks is no text.
        if cell.text.len() < 32 {
            cell.text.push(character);
        }
        return;
    }
    let text = character.to_string();
    match cells.get_mut(*at) {
        Some(cell) => *cell = Cell { text, style },
        None => cells.push(Cell { text, style }),
    }
    *at += 1;
}

enum Change {
    Style(Vec<u16>),
    EraseAfter,
    EraseAll,
}

/// A sequence that may be obeyed, behind its escape character, and what follows it.
fn sequence(text: &str) -> Option<(Change, &str)> {
    let body = text.strip_prefix('[')?;
    let end = body.find(|c: char| !c.is_ascii_digit() && c != ';' && c != ':')?;
    let (numbers, rest) = body.split_at_checked(end)?;
    if let Some(after) = rest.strip_prefix('m') {
        return Some((Change::Style(graphics(numbers)), after));
    }
    let after = rest.strip_prefix('K')?;
    match numbers {
        "" | "0" => Some((Change::EraseAfter, after)),
        "2" => Some((Change::EraseAll, after)),
        _ => None,
    }
}

/// The numbers of a sequence. Those joined by colons belong together: a kind of underline is an underline.
fn graphics(text: &str) -> Vec<u16> {
    let mut numbers = Vec::new();
    if text.is_empty() {
        return numbers;
    }
    for group in text.split(';').take(32) {
        match group.split_once(':') {
            Some(("4", "0")) => numbers.push(24),
            Some(("4", _)) => numbers.push(4),
            Some(_) => {
                let parts = group.split(':').filter(|part| !part.is_empty());
                numbers.extend(parts.filter_map(|part| part.parse::<u16>().ok()));
            }
            None => numbers.push(group.parse().unwrap_or(0)),
        }
    }
    numbers
}

#[cfg(test)]
#[path = "ansi_tests.rs"]
mod ansi_tests;
