//! PURE. The inspector as cells. Owns: its place, head and rows; only those that are seen are made.

use super::{Inspector, Shape, hex, plain};
use crate::tui::model::Model;
use crate::tui::overlays::place;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::flow::{clip, plain as harmless};
use crate::tui::widgets::frame::frame;
use crate::tui::widgets::rows::select;
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::text::{Line, Span};

/// How large it is on a screen.
pub(super) fn size(screen: Size) -> (u16, u16) {
    (
        (screen.width * 9 / 10).max(38).min(screen.width),
        (screen.height * 9 / 10).max(8).min(screen.height),
    )
}

/// Rows above the line itself.
const HEAD: usize = 5;

impl Inspector {
    /// What is known of the line, as many rows as leave room for the line itself.
    pub(super) fn head(&self) -> &[(String, Role)] {
        self.facts
            .get(..self.facts.len().min(HEAD))
            .unwrap_or_default()
    }

    fn row(&self, index: usize, theme: &Theme) -> Line<'static> {
        match self.shape {
            Shape::Tree => self.branch(index, theme),
            Shape::Text => {
                let from = self.starts.get(index).copied().unwrap_or(0);
                let to = self.starts.get(index + 1).copied().unwrap_or(from);
                let text = self.text.get(from..to).unwrap_or_default();
                let text = String::from_utf8_lossy(text);
                Line::from(harmless(&text, Role::Text, theme))
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
        let Some(branch) = self.branches.get(index) else {
            return Line::default();
        };
        let fold = match branch.open {
            Some(true) => theme.glyphs.open,
            Some(false) => theme.glyphs.folded,
            None => " ",
        };
        let mut spans = vec![
            Span::raw("  ".repeat(branch.depth)),
            Span::styled(format!("{fold} "), theme.style(Role::Dim)),
        ];
        if !branch.key.is_empty() {
            spans.extend(harmless(&branch.key, Role::Info, theme));
            spans.push(Span::styled(": ", theme.style(Role::Dim)));
        }
        spans.extend(harmless(&branch.text, branch.role, theme));
        Line::from(clip(&spans, usize::from(self.width), theme))
    }
}

/// Draws it.
pub fn view(inspector: &Inspector, model: &Model, area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    let (width, height) = size(area.as_size());
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
    let rows = inspector.top..inspector.len();
    for (y, index) in (y..inner.bottom()).zip(rows) {
        let line = inspector.row(index, theme);
        buffer.set_line(inner.x, y, &line, inner.width);
        if inspector.shape == Shape::Tree && index == inspector.selected {
            select(Rect::new(inner.x, y, inner.width, 1), theme, buffer);
        }
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

/// Where one is, and that not all of it is laid out.
fn below(inspector: &Inspector, theme: &Theme, place: Rect, buffer: &mut Buffer) {
    let len = inspector.len();
    let left = len.saturating_sub(inspector.top + inspector.height);
    let cut = inspector.shape == Shape::Text && inspector.text.len() > plain::MOST;
    let mut text = String::new();
    if left > 0 {
        text = format!(" {left} more below ");
    }
    if cut {
        let (shown, all) = (plain::MOST / 1024, inspector.text.len() / 1024);
        text = format!("{text} {shown} of {all} kB shown, copied as a whole ");
    }
    let wide = u16::try_from(text.len()).unwrap_or(u16::MAX);
    if wide > 0 && wide + 4 < place.width {
        let x = place.right().saturating_sub(wide + 2);
        let y = place.bottom().saturating_sub(1);
        buffer.set_string(x, y, text, theme.style(Role::Dim));
    }
}
