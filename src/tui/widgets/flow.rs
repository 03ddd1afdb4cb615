//! PURE. Styled text laid out in lines of a width. Owns: breaking, cutting and padding. Does not own: making text safe
//! (`text`): what comes in here has passed it.
//!
//! **Invariant:** no line that comes out is wider than asked for, at any width.

use super::breaks::{self, Piece};
use super::text::safe;
use crate::tui::theme::{Role, Theme};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr;

/// Stands for a character that is wider than its place.
const TOO_WIDE: &str = "?";

/// Styled text on its way to lines.
pub type Spans = Vec<Span<'static>>;

struct Glyph<'a> {
    text: &'a str,
    width: usize,
    style: Style,
}

impl Piece for Glyph<'_> {
    fn shown(&self) -> &str {
        self.text
    }

    fn width(&self) -> usize {
        self.width
    }

    fn is_space(&self) -> bool {
        self.text == " "
    }
}

/// Text from outside, harmless, in the style of a role.
pub fn plain(text: &str, role: Role, theme: &Theme) -> Spans {
    safe(text, theme.style(role), theme.style(Role::Escaped))
}

/// How wide styled text is.
pub fn width_of(spans: &[Span<'_>]) -> usize {
    let wide = |span: &Span<'_>| {
        span.content
            .graphemes(true)
            .map(UnicodeWidthStr::width)
            .sum::<usize>()
    };
    spans.iter().map(wide).sum()
}

/// Breaks styled text into lines, at spaces where there are any. `first` stands before the first line and `rest` before
/// every other, as far as they leave room.
pub fn flow(
    spans: &[Span<'static>],
    width: u16,
    first: &[Span<'static>],
    rest: &[Span<'static>],
) -> Vec<Line<'static>> {
    laid(spans, width, first, rest, true)
}

/// The same; `indent` stands before every line but the first.
pub fn wrap(spans: &[Span<'static>], width: u16, indent: &str) -> Vec<Line<'static>> {
    let indent = if indent.is_empty() {
        Vec::new()
    } else {
        vec![Span::raw(indent.to_owned())]
    };
    flow(spans, width, &[], &indent)
}

/// The same, but broken exactly where the line is full, as code is: its spaces mean something.
pub fn chop(
    spans: &[Span<'static>],
    width: u16,
    first: &[Span<'static>],
    rest: &[Span<'static>],
) -> Vec<Line<'static>> {
    laid(spans, width, first, rest, false)
}

fn laid(
    spans: &[Span<'static>],
    width: u16,
    first: &[Span<'static>],
    rest: &[Span<'static>],
    at_spaces: bool,
) -> Vec<Line<'static>> {
    let width = usize::from(width.max(1));
    let glyphs: Vec<Glyph<'_>> = spans
        .iter()
        .flat_map(|span| {
            span.content.graphemes(true).map(|text| Glyph {
                text,
                width: text.width(),
                style: span.style,
            })
        })
        .collect();
    let mut lines = Vec::new();
    let mut left = glyphs.as_slice();
    let mut lead = first;
    loop {
        let (kept, used) = head(lead, width);
        let room = (width - used).max(1);
        let (line, after) = take(left, room, at_spaces);
        lines.push(assemble(kept, line, room));
        left = after;
        lead = rest;
        if left.is_empty() {
            return lines;
        }
    }
}

/// As much of a lead as leaves a third of the width for what stands behind it, and how wide that is.
pub fn head(lead: &[Span<'static>], width: usize) -> (Spans, usize) {
    let most = width * 2 / 3;
    let used = width_of(lead);
    if used <= most {
        return (lead.to_vec(), used);
    }
    let mut kept = Vec::new();
    let mut total = 0;
    for span in lead {
        let wide = width_of(std::slice::from_ref(span));
        if total + wide > most {
            break;
        }
        total += wide;
        kept.push(span.clone());
    }
    (kept, total)
}

/// What fits on a line, and what is left.
fn take<'a, 'b>(
    glyphs: &'b [Glyph<'a>],
    room: usize,
    at_spaces: bool,
) -> (&'b [Glyph<'a>], &'b [Glyph<'a>]) {
    let end = if at_spaces {
        breaks::row(glyphs, room)
    } else {
        filled(glyphs, room)
    };
    let (line, mut after) = glyphs.split_at_checked(end).unwrap_or((glyphs, &[]));
    if !at_spaces {
        return (line, after);
    }
    // Whatever is left begins without spaces; at the end of everything they stay.
    if after.is_empty() {
        return (line, after);
    }
    while let [first, others @ ..] = after
        && first.is_space()
    {
        after = others;
    }
    (trimmed(line), after)
}

/// How many fill a line, whatever they are; at least one.
fn filled(glyphs: &[Glyph<'_>], room: usize) -> usize {
    let mut used = 0;
    let fits = glyphs.iter().take_while(|glyph| {
        used += glyph.width;
        used <= room
    });
    fits.count().max(1)
}

fn trimmed<'a, 'b>(mut line: &'b [Glyph<'a>]) -> &'b [Glyph<'a>] {
    while let [others @ .., last] = line
        && last.is_space()
        && !others.is_empty()
    {
        line = others;
    }
    line
}

fn assemble(lead: Spans, glyphs: &[Glyph<'_>], room: usize) -> Line<'static> {
    let mut text: Spans = Vec::new();
    for glyph in glyphs {
        let shown = if glyph.width > room {
            TOO_WIDE
        } else {
            glyph.text
        };
        match text.last_mut() {
            Some(last) if last.style == glyph.style => last.content.to_mut().push_str(shown),
            _ => text.push(Span::styled(shown.to_owned(), glyph.style)),
        }
    }
    let mut spans = lead;
    spans.append(&mut text);
    Line::from(spans)
}

/// Styled text on one line, no wider than this; what is cut is marked.
pub fn clip(spans: &[Span<'static>], width: usize, theme: &Theme) -> Spans {
    if width_of(spans) <= width {
        return spans.to_vec();
    }
    let more = theme.glyphs.more;
    let room = width.saturating_sub(more.width());
    let mut kept: Spans = Vec::new();
    let mut used = 0;
    'all: for span in spans {
        let mut text = String::new();
        for grapheme in span.content.graphemes(true) {
            used += grapheme.width();
            if used > room {
                if !text.is_empty() {
                    kept.push(Span::styled(text, span.style));
                }
                break 'all;
            }
            text.push_str(grapheme);
        }
        kept.push(Span::styled(text, span.style));
    }
    if width >= more.width() {
        kept.push(Span::styled(more, theme.style(Role::Dim)));
    }
    kept
}

/// A line made this wide with spaces in a style.
pub fn pad(mut line: Line<'static>, width: u16, style: Style) -> Line<'static> {
    let missing = usize::from(width).saturating_sub(width_of(&line.spans));
    if missing > 0 {
        line.spans.push(Span::styled(" ".repeat(missing), style));
    }
    line
}

#[cfg(test)]
#[path = "flow_tests.rs"]
mod flow_tests;
