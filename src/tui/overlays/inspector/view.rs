//! PURE. The inspector as cells. Owns: its place, head and rows; only those that are seen are made.

use super::grown::Part;
use super::hunt::Hunt;
use super::{Inspector, Shape, beside, hex};
use crate::trace::filter::Pattern;
use crate::tui::model::Model;
use crate::tui::overlays::{Overlay, large, middle, place};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::flow::{clip, plain as harmless};
use crate::tui::widgets::found;
use crate::tui::widgets::frame::frame;
use crate::tui::widgets::rows::select;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use std::ops::Range;
use unicode_width::UnicodeWidthStr as _;

/// Rows above the line itself.
const HEAD: usize = 5;

impl Inspector {
    /// What is known of the line, as many rows as leave room for the line itself.
    pub(super) fn head(&self) -> Vec<&(String, Role)> {
        self.why.iter().chain(&self.facts).take(HEAD).collect()
    }

    fn row(&self, index: usize, theme: &Theme) -> Line<'static> {
        match self.shape {
            Shape::Tree => self.branch(index, theme),
            Shape::Pretty | Shape::Text => {
                let pages = if self.shape == Shape::Text {
                    &self.plain
                } else {
                    &self.pretty
                };
                let row = pages.seen.get(index).map_or("", |row| row.text.as_str());
                Line::from(harmless(row, Role::Text, theme))
            }
            Shape::Bytes => {
                let (at, digits, shown) = hex::row(&self.text, self.width, index);
                Line::from(vec![
                    Span::styled(format!("{at}  "), theme.style(Role::Dim)),
                    Span::styled(format!("{digits} "), theme.style(Role::Text)),
                    Span::styled(shown, theme.style(Role::Code)),
                ])
            }
        }
    }

    fn branch(&self, index: usize, theme: &Theme) -> Line<'static> {
        let rows = self.tree.as_ref().map(|tree| &tree.rows);
        let Some(branch) = rows.and_then(|rows| rows.get(index)) else {
            return Line::default();
        };
        let fold = match branch.open {
            Some(true) => theme.glyphs.open,
            Some(false) => theme.glyphs.folded,
            None => " ",
        };
        let mut spans = vec![
            Span::raw(" ".repeat(branch.indent())),
            Span::styled(format!("{fold} "), theme.style(Role::Dim)),
        ];
        if branch.part == Part::Value {
            let index = branch.index.to_string();
            let key = branch.key.as_deref().unwrap_or(&index);
            spans.extend(harmless(key, Role::Info, theme));
            spans.push(Span::styled(": ", theme.style(Role::Dim)));
        }
        spans.extend(harmless(&branch.text, branch.role, theme));
        let width = self.beside.widths(self.width).0;
        Line::from(clip(&spans, usize::from(width), theme))
    }
}

/// The last row inside, where a search is typed.
pub fn last_row(area: Rect) -> Rect {
    let (width, height) = large(area.as_size());
    let place = middle(width, height, area);
    Rect {
        x: place.x + 1,
        y: place.bottom().saturating_sub(2),
        width: place.width.saturating_sub(2),
        height: 1,
    }
}

/// Draws it.
pub fn view(inspector: &Inspector, model: &Model, area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    let (width, height) = large(area.as_size());
    let place = place(width, height, area, buffer);
    let inner = frame(title(inspector, model), true, theme, place, buffer);
    let mut y = inner.y;
    for (words, role) in inspector.head() {
        let spans = clip(
            &harmless(words, *role, theme),
            usize::from(inner.width),
            theme,
        );
        buffer.set_line(inner.x, y, &Line::from(spans), inner.width);
        y += 1;
    }
    let rule = theme.glyphs.rule.repeat(usize::from(inner.width));
    buffer.set_stringn(
        inner.x,
        y,
        rule,
        usize::from(inner.width),
        theme.style(Role::Border),
    );
    y += 1;
    let height = u16::try_from(inspector.height).unwrap_or(u16::MAX);
    let body = Rect { y, height, ..inner }.intersection(inner);
    match inspector.both(body) {
        Some((tree, line)) => {
            rows(inspector, theme, tree, buffer);
            beside(inspector, theme, line, buffer);
        }
        None => rows(inspector, theme, body, buffer),
    }
    below(inspector, model, place, buffer);
}

fn rows(inspector: &Inspector, theme: &Theme, body: Rect, buffer: &mut Buffer) {
    let (rows, selected) = inspector.rows();
    let patterns: Vec<&Pattern> = inspector.hunt.iter().map(Hunt::pattern).collect();
    for (place, index) in body.rows().zip(rows) {
        let line = inspector.row(index, theme);
        buffer.set_line(place.x, place.y, &line, place.width);
        if selected == Some(index) {
            select(place, theme, buffer);
        }
        found::mark(&line, &patterns, place, theme, buffer);
    }
}

/// The line as it stands, and a line between it and its tree.
fn beside(inspector: &Inspector, theme: &Theme, body: Rect, buffer: &mut Buffer) {
    let patterns: Vec<&Pattern> = inspector.hunt.iter().map(Hunt::pattern).collect();
    for place in body.rows() {
        let x = place.x.saturating_sub(beside::GAP / 2 + 1);
        buffer.set_string(x, place.y, theme.glyphs.bar, theme.style(Role::Border));
    }
    for (place, line) in body.rows().zip(inspector.beside.rows(theme)) {
        buffer.set_line(place.x, place.y, &line, place.width);
        found::mark(&line, &patterns, place, theme, buffer);
    }
}

fn title(inspector: &Inspector, model: &Model) -> Line<'static> {
    let theme = &model.theme;
    let mut spans = vec![Span::raw(format!(
        " Line {} ",
        u64::from(inspector.row) + 1
    ))];
    for shape in Shape::ALL {
        let role = if shape == inspector.shape {
            Role::Accent
        } else {
            Role::Dim
        };
        spans.push(Span::styled(
            format!(" {} ", shape.word()),
            theme.style(role),
        ));
    }
    Line::from(spans)
}

/// Where one is in it, how the search goes, and how much is known of it.
fn below(inspector: &Inspector, model: &Model, place: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    let mut parts = Vec::new();
    // Where it is typed, it is told there.
    let typed = matches!(model.overlays.last(), Some(Overlay::Entry(_)));
    parts.extend(inspector.searched().filter(|_| !typed));
    parts.extend(inspector.place());
    let text = format!(" {} ", parts.join("  "));
    let wide = u16::try_from(text.width()).unwrap_or(u16::MAX);
    if !parts.is_empty() && wide.saturating_add(4) < place.width {
        let x = place.right().saturating_sub(wide + 2);
        let y = place.bottom().saturating_sub(1);
        buffer.set_string(x, y, text, theme.style(Role::Dim));
    }
}

impl Inspector {
    /// Where the tree and the line as it stands are, if both are shown.
    fn both(&self, body: Rect) -> Option<(Rect, Rect)> {
        let (tree, line) = self.beside.widths(self.width);
        if self.selected().is_none() || line == 0 {
            return None;
        }
        let x = body.x + tree + beside::GAP;
        let width = tree;
        Some((
            Rect { width, ..body },
            Rect {
                x,
                width: line,
                ..body
            },
        ))
    }

    /// The rows from the first one that is seen on, and which one is selected.
    fn rows(&self) -> (Range<usize>, Option<usize>) {
        match (self.shape, &self.tree) {
            (Shape::Tree, Some(tree)) => (self.top..tree.rows.len(), Some(tree.selected)),
            (Shape::Tree, None) => (0..0, None),
            (Shape::Pretty, _) => (0..self.pretty.seen.len(), None),
            (Shape::Text, _) => (0..self.plain.seen.len(), None),
            (Shape::Bytes, _) => (self.top..hex::len(&self.text, self.width), None),
        }
    }

    /// Where one is in it.
    fn place(&self) -> Option<String> {
        match (self.shape, &self.tree) {
            (Shape::Tree, Some(tree)) if tree.is_unfinished() => {
                Some(format!("reading, {}%", tree.percent()))
            }
            (Shape::Pretty, _) if self.pretty.is_unfinished() => {
                Some(format!("reading, {}%", self.pretty.known_percent()))
            }
            (Shape::Pretty | Shape::Text, _) => {
                let pages = if self.shape == Shape::Text {
                    &self.plain
                } else {
                    &self.pretty
                };
                let all = pages.seen.len() < self.height;
                (!all).then(|| format!("{}%", pages.percent()))
            }
            _ => {
                let left = self.rows().0.len().saturating_sub(self.height);
                (left > 0).then(|| format!("{left} more below"))
            }
        }
    }
}
