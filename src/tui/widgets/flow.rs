//! PURE. Styled text laid out in lines of a width. Owns: breaking, cutting and padding. Does not own: making text safe
//! (`text`): what comes in here has passed it.
//!
//! **Invariant:** no line that comes out is wider than asked for, at any width.

use super::text::safe;
use crate::tui::theme::{Role, Theme};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr;

/// Stands for a character that is wider than its place.
const TOO_WIDE: &str = "?";

/// What never begins a line if it can be helped: it belongs to what is before it.
const CLOSING: &str = ".,;:!?%)]}'\"…’”»›。、，．：；！？）］｝」』】〉》〕〟・ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々";
/// What never ends one.
const OPENING: &str = "([{‘“«‹（［｛「『【〈《〔〝";

/// Styled text on its way to lines.
pub type Spans = Vec<Span<'static>>;

struct Glyph<'a> {
    text: &'a str,
    width: usize,
    style: Style,
}

impl Glyph<'_> {
    fn is_space(&self) -> bool {
        self.text == " "
    }

    /// Whether no line ends between this one and the next: what closes stays with what is before it, what opens with
    /// what it opens.
    fn holds(&self, next: &Self) -> bool {
        let one_of = |glyph: &Self, all: &str| {
            let mut letters = glyph.text.chars();
            letters.next().is_some_and(|letter| all.contains(letter))
        };
        one_of(next, CLOSING) || one_of(self, OPENING)
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
    let mut used = 0;
    let mut end = 0;
    let mut good = None;
    let behind = glyphs.iter().skip(1).map(Some).chain([None]);
    for (glyph, behind) in glyphs.iter().zip(behind) {
        if used + glyph.width > room {
            break;
        }
        used += glyph.width;
        end += 1;
        // Languages that are written without spaces break between any two characters.
        let wide = glyph.width > 1 || behind.is_some_and(|next| next.width > 1);
        let parted = behind.is_none_or(|next| !glyph.holds(next));
        if glyph.is_space() || wide && parted {
            good = Some(end);
        }
    }
    let Some(next) = glyphs.get(end) else {
        return (glyphs, &[]);
    };
    let end = end.max(1);
    let cut = match good {
        Some(good) if at_spaces && !next.is_space() => good,
        _ => end,
    };
    let (line, mut after) = glyphs.split_at_checked(cut).unwrap_or((glyphs, &[]));
    if !at_spaces {
        return (line, after);
    }
    while let [first, others @ ..] = after
        && first.is_space()
    {
        after = others;
    }
    (trimmed(line), after)
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
