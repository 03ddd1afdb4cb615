//! PURE. The answer that is being written. Owns: keeping what cannot change any more, so that each new piece lays out only
//! what stands behind it. Does not own: the text (`session`), where it is drawn.
//!
//! A block of Markdown is finished when an empty line and the beginning of another one follow it. Finished blocks are laid
//! out once. What is still open is laid out anew with every piece, and never longer than [`LONGEST_OPEN`].

use super::Paint;
use super::sheet::Sheet;
use crate::session::{Partial, PartialKind};
use crate::tui::theme::Role;
use crate::tui::widgets::code::Ink;
use crate::tui::widgets::flow::plain;
use crate::tui::widgets::highlight::HighlightJob;
use crate::tui::widgets::markdown;
use crate::tui::widgets::picture::size;
use ratatui::text::{Line, Span};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

/// More than this is never laid out again: it is finished by force.
const LONGEST_OPEN: usize = 16 << 10;

/// The lines of the answer that is being written.
#[derive(Debug, Clone, Default)]
pub(in crate::tui::panes::conversation) struct StreamLayout {
    /// For which message, width and theme they are.
    made_for: Option<(Option<String>, u16, String, bool)>,
    blocks: BTreeMap<u64, Laid>,
}

/// One block of the answer.
#[derive(Debug, Clone, Default)]
struct Laid {
    /// How many bytes are laid out for good.
    stable_upto: usize,
    /// The fence that is open there: what follows is code.
    fence: Option<String>,
    stable: Vec<Line<'static>>,
    tail: Vec<Line<'static>>,
    /// How many bytes were laid out the last time.
    seen: usize,
    waiting: Vec<Uncoloured>,
}

/// A part that is laid out for good but for the colours of its code.
#[derive(Debug, Clone)]
struct Uncoloured {
    bytes: Range<usize>,
    rows: Range<usize>,
    /// The fence that is open where it begins.
    fence: Option<String>,
    wanted: Vec<HighlightJob>,
}

impl StreamLayout {
    /// Lays out what has come since the last time. `turned` opens thinking.
    pub(in crate::tui::panes::conversation) fn update(&mut self, paint: &Paint<'_>, turned: bool) {
        let streaming = &paint.state.streaming;
        let name = paint.theme.name.clone();
        let made_for = Some((streaming.message_id.clone(), paint.width, name, turned));
        if self.made_for != made_for {
            self.made_for = made_for;
            self.blocks.clear();
        }
        self.blocks
            .retain(|index, _| streaming.blocks.contains_key(index));
        for (index, partial) in &streaming.blocks {
            let laid = self.blocks.entry(*index).or_default();
            match &partial.kind {
                PartialKind::Text => laid.text(&partial.text, Role::Text, paint),
                PartialKind::Thinking if turned => {
                    laid.text(&partial.text, Role::Thinking, paint);
                }
                PartialKind::Thinking | PartialKind::Tool(_) | PartialKind::Other => {
                    laid.tail = one_line(partial, paint);
                }
            }
        }
    }

    /// How many lines there are.
    pub(in crate::tui::panes::conversation) fn len(&self) -> usize {
        self.blocks.values().map(Laid::len).sum()
    }

    /// One of them.
    pub(in crate::tui::panes::conversation) fn line(&self, row: usize) -> Option<&Line<'static>> {
        let mut row = row;
        for laid in self.blocks.values() {
            if row < laid.len() {
                return match row.checked_sub(laid.stable.len()) {
                    Some(behind) => laid.tail.get(behind),
                    None => laid.stable.get(row),
                };
            }
            row -= laid.len();
        }
        None
    }

    /// All of them.
    #[cfg(test)]
    pub(in crate::tui::panes::conversation) fn lines(
        &self,
    ) -> impl DoubleEndedIterator<Item = &Line<'static>> {
        self.blocks
            .values()
            .flat_map(|laid| laid.stable.iter().chain(&laid.tail))
    }

    /// Code in finished blocks that has no colours yet.
    pub(in crate::tui::panes::conversation) fn wanted(
        &self,
    ) -> impl Iterator<Item = &HighlightJob> {
        let waiting = self.blocks.values().flat_map(|laid| &laid.waiting);
        waiting.flat_map(|part| &part.wanted)
    }
}

impl Laid {
    fn len(&self) -> usize {
        self.stable.len() + self.tail.len()
    }

    fn text(&mut self, text: &str, role: Role, paint: &Paint<'_>) {
        if text.len() < self.seen {
            *self = Self::default();
        }
        self.colour(text, role, paint);
        if text.len() == self.seen && self.seen > 0 {
            return;
        }
        self.seen = text.len();
        let open = text.get(self.stable_upto..).unwrap_or_default();
        if let Some(cut) = boundary(open, self.fence.as_deref()) {
            self.finish(open, cut, role, paint);
        }
        let open = text.get(self.stable_upto..).unwrap_or_default();
        let open = fenced(self.fence.as_deref(), open);
        let mut ink = Ink::new(paint.theme, paint.highlights);
        // What the open part wants is not asked for: with the next piece it would be something else.
        self.tail = markdown::written(&open, paint.width, role, &mut ink);
        self.tail.push(Line::default());
    }

    /// Lays out for good what stands before a cut.
    fn finish(&mut self, open: &str, cut: Cut, role: Role, paint: &Paint<'_>) {
        let done = fenced(
            self.fence.as_deref(),
            open.get(..cut.at).unwrap_or_default(),
        );
        let mut ink = Ink::new(paint.theme, paint.highlights);
        let first = self.stable.len();
        let lines = markdown::written(&done, paint.width, role, &mut ink);
        self.stable.extend(lines);
        let upto = self.stable_upto + cut.at;
        let fence = std::mem::replace(&mut self.fence, cut.fence);
        if !ink.wanted.is_empty() {
            self.waiting.push(Uncoloured {
                bytes: self.stable_upto..upto,
                rows: first..self.stable.len(),
                fence,
                wanted: ink.wanted,
            });
        }
        if !cut.forced {
            self.stable.push(Line::default());
        }
        self.stable_upto = upto;
    }

    /// Lays out again the parts whose colours have come, and no others: an answer can be long.
    fn colour(&mut self, text: &str, role: Role, paint: &Paint<'_>) {
        let came = |job: &HighlightJob| paint.highlights.get(job.key).is_some();
        if !self.waiting.iter().flat_map(|part| &part.wanted).any(came) {
            return;
        }
        for mut part in std::mem::take(&mut self.waiting) {
            if part.wanted.iter().any(came) {
                let source = text.get(part.bytes.clone()).unwrap_or_default();
                let source = fenced(part.fence.as_deref(), source);
                let mut ink = Ink::new(paint.theme, paint.highlights);
                let lines = markdown::written(&source, paint.width, role, &mut ink);
                let places = self.stable.get_mut(part.rows.clone()).unwrap_or_default();
                if places.len() != lines.len() {
                    // Colours should change no line's place; if they did, everything is laid out again.
                    *self = Self::default();
                    return;
                }
                for (place, line) in places.iter_mut().zip(lines) {
                    *place = line;
                }
                part.wanted = ink.wanted;
            }
            if !part.wanted.is_empty() {
                self.waiting.push(part);
            }
        }
    }
}

/// A part of a text; one that begins inside of a fence gets it again.
fn fenced<'a>(fence: Option<&str>, text: &'a str) -> Cow<'a, str> {
    match fence {
        Some(fence) => Cow::Owned(format!("{fence}\n{text}")),
        None => Cow::Borrowed(text),
    }
}

/// Where a text can be cut.
#[derive(Debug, PartialEq, Eq)]
struct Cut {
    at: usize,
    /// In the middle of a block, because that is too long.
    forced: bool,
    /// The fence that is open behind the cut.
    fence: Option<String>,
}

/// The last place behind which nothing can change what stands before it.
fn boundary(text: &str, fence: Option<&str>) -> Option<Cut> {
    let mut fence = fence.map(str::to_owned);
    let mut at = 0;
    let mut after_blank = false;
    let mut found = None;
    let mut lines = (0, fence.clone());
    for line in text.split_inclusive('\n') {
        if after_blank && fence.is_none() && line.starts_with(|c: char| !c.is_whitespace()) {
            found = Some(at);
        }
        at += line.len();
        if !line.ends_with('\n') {
            break;
        }
        after_blank = fence.is_none() && line.trim().is_empty();
        fence = fence_after(line.trim(), fence);
        lines = (at, fence.clone());
    }
    if text.len() - found.unwrap_or(0) > LONGEST_OPEN {
        let (at, fence) = lines;
        // One endless line breaks at a space, or anywhere.
        let space = || {
            let end = text.floor_char_boundary(LONGEST_OPEN);
            let head = text.get(..end).unwrap_or_default();
            head.rfind(' ').map_or(end, |space| space + 1)
        };
        let at = if at > found.unwrap_or(0) { at } else { space() };
        return Some(Cut {
            at,
            forced: true,
            fence,
        });
    }
    found.map(|at| Cut {
        at,
        forced: false,
        fence: None,
    })
}

/// The fence that is open behind a line.
fn fence_after(line: &str, open: Option<String>) -> Option<String> {
    let marks = |line: &str| {
        let mark = line
            .chars()
            .next()
            .filter(|mark| matches!(mark, '`' | '~'))?;
        let count = line.chars().take_while(|other| *other == mark).count();
        (count >= 3).then_some((mark, count))
    };
    match (marks(line), open) {
        (None, open) => open,
        (Some(_), None) => Some(line.to_owned()),
        (Some((mark, count)), Some(open)) => {
            let closes = marks(&open).is_some_and(|(other, least)| mark == other && count >= least);
            (!closes || line.chars().any(|other| other != mark)).then_some(open)
        }
    }
}

/// What is not shown while it is written is at least named.
fn one_line(partial: &Partial, paint: &Paint<'_>) -> Vec<Line<'static>> {
    let theme = paint.theme;
    let mut sheet = Sheet::new(paint);
    match &partial.kind {
        PartialKind::Thinking => {
            // How much is enough: counting words would cost more with every piece.
            let so_far = size(partial.text.len() as u64);
            let text = format!(
                "{} thinking{} ({so_far})",
                theme.glyphs.folded, theme.glyphs.more
            );
            sheet.line(&plain(&text, Role::Thinking, theme));
        }
        PartialKind::Tool(name) => {
            let mut spans = vec![Span::styled(
                format!("{} ", theme.glyphs.busy),
                theme.style(Role::Running),
            )];
            spans.extend(super::cards::name(name, theme));
            let so_far = size(partial.text.len() as u64);
            let text = format!("  writing the call{} {so_far}", theme.glyphs.more);
            spans.extend(plain(&text, Role::Dim, theme));
            sheet.line(&spans);
        }
        PartialKind::Text | PartialKind::Other => return Vec::new(),
    }
    let mut lines = sheet.finish().lines;
    lines.push(Line::default());
    lines
}

#[cfg(test)]
#[path = "stream_tests.rs"]
mod stream_tests;
