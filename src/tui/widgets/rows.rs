//! PURE. A pane that is a list of rows: frame, window around the selection, the selected row marked.

use super::frame::frame;
use super::list::ListState;
use crate::tui::model::{Focus, Model, Pane};
use crate::tui::theme::{Role, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

/// A pane that is a list.
#[derive(Debug, Clone, Copy)]
pub struct Rows<'a> {
    /// Which pane.
    pub pane: Pane,
    /// How many rows there are.
    pub count: usize,
    /// Where one is in them.
    pub list: &'a ListState,
    /// What is said when there are none.
    pub empty: &'a str,
}

/// Draws rows in a pane, with how many there are in its title. Only those that are seen are asked for: by their number, for a width.
pub fn rows(
    model: &Model,
    shown: Rows<'_>,
    area: Rect,
    buffer: &mut Buffer,
    row: impl Fn(usize, u16) -> Line<'static>,
) {
    let title = match shown.count {
        0 => format!(" {} ", shown.pane.title()),
        count => format!(" {} {count} ", shown.pane.title()),
    };
    titled(model, shown, title, area, buffer, row);
}

/// The same with the pane's mark in the title, if it has one.
pub fn marked(
    model: &Model,
    shown: Rows<'_>,
    mark: Option<(String, Role)>,
    area: Rect,
    buffer: &mut Buffer,
    row: impl Fn(usize, u16) -> Line<'static>,
) {
    let mut title = vec![Span::raw(format!(" {} ", shown.pane.title()))];
    let style = |role| model.theme.style(role);
    title.extend(mark.map(|(text, role)| Span::styled(format!("{text} "), style(role))));
    titled(model, shown, Line::from(title), area, buffer, row);
}

fn titled<'a>(
    model: &Model,
    shown: Rows<'_>,
    title: impl Into<Line<'a>>,
    area: Rect,
    buffer: &mut Buffer,
    row: impl Fn(usize, u16) -> Line<'static>,
) {
    let Rows {
        pane,
        count,
        list,
        empty,
    } = shown;
    let theme = &model.theme;
    let focused = model.focus == Focus::Pane(pane) && model.overlays.is_empty();
    let inner = frame(title, focused, theme, area, buffer);
    if count == 0 {
        buffer.set_stringn(
            inner.x,
            inner.y,
            empty,
            usize::from(inner.width),
            theme.style(Role::Dim),
        );
        return;
    }
    let selected = list.row(count);
    for (offset, index) in list.window(count, usize::from(inner.height)).enumerate() {
        let y = inner.y + u16::try_from(offset).unwrap_or(0);
        buffer.set_line(inner.x, y, &row(index, inner.width), inner.width);
        if focused && index == selected {
            select(Rect::new(inner.x, y, inner.width, 1), theme, buffer);
        }
    }
}

/// Marks a row as the selected one. Colours turned round would be a patchwork: then the row has one colour only.
pub fn select(row: Rect, theme: &Theme, buffer: &mut Buffer) {
    let style = theme.style(Role::Selected);
    if style.add_modifier.contains(Modifier::REVERSED) {
        buffer.set_style(row, Style::reset().patch(theme.style(Role::Text)));
    }
    buffer.set_style(row, style);
}
