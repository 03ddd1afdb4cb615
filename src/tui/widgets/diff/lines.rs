//! PURE. A diff on the screen. Owns: line numbers, signs, colours. Does not own: finding what changed.

use super::{Diff, Kind, Row};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::code::{Ink, Pieces};
use crate::tui::widgets::flow::{Spans, chop, clip, plain};
use crate::tui::widgets::highlight::{HighlightJob, Highlights};
use crate::tui::widgets::text::safe;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// Below this width only one number stands before a line.
const WIDE: u16 = 48;

impl Diff {
    /// The diff as lines with its head, and the code in it that has no colours yet.
    pub fn lines(
        &self,
        width: u16,
        theme: &Theme,
        highlights: &Highlights,
    ) -> (Vec<Line<'static>>, Vec<HighlightJob>) {
        let mut ink = Ink::new(theme, highlights);
        let mut lines = vec![self.head(width, theme)];
        lines.extend(self.body(width, &mut ink));
        (lines, ink.wanted)
    }

    /// `path  +12 −3`.
    pub fn head(&self, width: u16, theme: &Theme) -> Line<'static> {
        let added = format!("+{}", self.added);
        let removed = format!("{}{}", theme.glyphs.minus, self.removed);
        let used = added.len() + removed.len() + 1;
        let room = usize::from(width).saturating_sub(used);
        let mut spans = clip(&plain(&self.path, Role::Link, theme), room, theme);
        spans.push(Span::raw("  "));
        spans.push(Span::styled(added, theme.style(Role::Added)));
        spans.push(Span::raw(" "));
        spans.push(Span::styled(removed, theme.style(Role::Removed)));
        Line::from(clip(&spans, usize::from(width), theme))
    }

    /// The rows alone.
    pub fn body(&self, width: u16, ink: &mut Ink<'_>) -> Vec<Line<'static>> {
        let theme = ink.theme;
        let colours = self.colours(ink);
        let digits = self
            .rows
            .iter()
            .flat_map(|row| [row.old, row.new])
            .flatten()
            .max()
            .unwrap_or(1)
            .to_string()
            .len();
        let mut lines = Vec::new();
        for (row, colours) in self.rows.iter().zip(colours) {
            if row.kind == Kind::Gap {
                let dots = theme.glyphs.more;
                lines.push(Line::styled(
                    format!("{dots:>digits$}"),
                    theme.style(Role::Dim),
                ));
                continue;
            }
            let text = content(row, colours.as_ref(), ink);
            let (first, rest) = gutter(row, digits, width, theme);
            lines.extend(chop(&text, width, &first, &rest));
        }
        if self.left_out > 0 {
            lines.push(crate::tui::widgets::ansi::more(
                self.left_out,
                "line",
                theme,
            ));
        }
        lines
    }

    /// The colours of every row, as far as they have come: those of the old text for removed rows.
    fn colours(&self, ink: &mut Ink<'_>) -> Vec<Option<Pieces>> {
        let language = super::language_of(&self.path);
        let side = |wanted: Kind| {
            let fits = |row: &&Row| row.kind == wanted || row.kind == Kind::Same;
            let lines: Vec<&str> = self
                .rows
                .iter()
                .filter(fits)
                .map(|row| row.text.as_str())
                .collect();
            lines.join("\n")
        };
        let has = |kind: Kind| self.rows.iter().any(|row| row.kind == kind);
        let mut before = if has(Kind::Removed) {
            ink.colours(language, &side(Kind::Removed))
                .unwrap_or_default()
                .into_iter()
        } else {
            Vec::new().into_iter()
        };
        let mut after = ink
            .colours(language, &side(Kind::Added))
            .unwrap_or_default()
            .into_iter();
        let mut colour = |row: &Row| {
            let pieces = match row.kind {
                Kind::Removed => before.next(),
                Kind::Added => after.next(),
                Kind::Same => {
                    before.next();
                    after.next()
                }
                Kind::Gap => None,
            }?;
            // Colours of another line would be worse than none.
            let length: usize = pieces.iter().map(|(_, text)| text.len()).sum();
            (length == row.text.len()).then_some(pieces)
        };
        self.rows.iter().map(&mut colour).collect()
    }
}

fn roles(kind: Kind) -> (Role, Role) {
    match kind {
        Kind::Added => (Role::Added, Role::AddedWord),
        Kind::Removed => (Role::Removed, Role::RemovedWord),
        Kind::Same | Kind::Gap => (Role::Text, Role::Text),
    }
}

fn gutter(row: &Row, digits: usize, width: u16, theme: &Theme) -> (Spans, Spans) {
    let (role, _) = roles(row.kind);
    let sign = match row.kind {
        Kind::Added => "+",
        Kind::Removed => "-",
        Kind::Same | Kind::Gap => " ",
    };
    let number = |number: Option<usize>| {
        let text = number.map(|number| number.to_string()).unwrap_or_default();
        format!("{text:>digits$}")
    };
    let numbers = if width < WIDE {
        number(row.new.or(row.old))
    } else {
        format!("{} {}", number(row.old), number(row.new))
    };
    let blank = Span::raw(" ".repeat(numbers.len() + 3));
    let first = vec![
        Span::styled(numbers, theme.style(Role::Dim)),
        Span::styled(format!(" {sign} "), theme.style(role)),
    ];
    (first, vec![blank])
}

/// The text of a row: what changed stands out, and what has colours has them.
fn content(row: &Row, colours: Option<&Pieces>, ink: &Ink<'_>) -> Spans {
    let theme = ink.theme;
    let (role, word) = roles(row.kind);
    let base = theme.style(role);
    let whole = vec![(Style::new(), row.text.clone())];
    let mut spans = Vec::new();
    let mut at = 0;
    for (style, text) in colours.unwrap_or(&whole) {
        let style = base.patch(theme.fit(*style));
        for (marked, part) in split(text, at, &row.changed) {
            let style = if marked {
                style.patch(theme.style(word))
            } else {
                style
            };
            spans.extend(safe(part, style, theme.style(Role::Escaped)));
        }
        at += text.len();
    }
    spans
}

/// A piece that begins at this byte of its line, split where marked ranges begin and end.
fn split<'t>(text: &'t str, at: usize, marked: &[std::ops::Range<usize>]) -> Vec<(bool, &'t str)> {
    let mut parts = Vec::new();
    let mut from = 0;
    let end = text.len();
    let mut push = |range: std::ops::Range<usize>, mark: bool| {
        if let Some(part) = text.get(range)
            && !part.is_empty()
        {
            parts.push((mark, part));
        }
    };
    for range in marked {
        let start = range.start.saturating_sub(at).clamp(from, end);
        let stop = range.end.saturating_sub(at).clamp(start, end);
        push(from..start, false);
        push(start..stop, true);
        from = stop;
    }
    push(from..end, false);
    parts
}
