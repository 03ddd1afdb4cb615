//! PURE. The inspector as cells. Owns: its place, head and rows; only those that are seen are made.

use super::grown::Part;
use super::hunt::Hunt;
use super::{Inspector, Shape, hex};
use crate::trace::filter::Pattern;
use crate::tui::model::Model;
use crate::tui::overlays::large;
use crate::tui::overlays::place;
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
        Line::from(clip(&spans, usize::from(self.width), theme))
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
    let (rows, selected) = inspector.rows();
    let patterns: Vec<&Pattern> = inspector.hunt.iter().map(Hunt::pattern).collect();
    for (y, index) in (y..inner.bottom()).zip(rows) {
        let line = inspector.row(index, theme);
        let place = Rect::new(inner.x, y, inner.width, 1);
        buffer.set_line(inner.x, y, &line, inner.width);
        if selected == Some(index) {
            select(place, theme, buffer);
        }
        found::mark(&line, &patterns, place, theme, buffer);
    }
    below(inspector, theme, place, buffer);
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
fn below(inspector: &Inspector, theme: &Theme, place: Rect, buffer: &mut Buffer) {
    let mut parts = Vec::new();
    if let Some(hunt) = &inspector.hunt {
        parts.push(hunt.words(&inspector.text));
    }
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
