//! PURE. A comparison as cells. Owns: its place and rows; only those that are seen are made.

use super::{Comparison, Row, Sign};
use crate::tui::model::Model;
use crate::tui::overlays::large;
use crate::tui::overlays::place;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::flow::{clip, plain};
use crate::tui::widgets::frame::frame;
use crate::tui::widgets::rows::select;
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::text::{Line, Span};

/// Rows that are seen on a screen.
pub(super) fn height(screen: Size) -> usize {
    usize::from(large(screen).1.saturating_sub(2)).max(1)
}

/// Draws it.
pub fn view(comparison: &Comparison, model: &Model, area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    let (width, height) = large(area.as_size());
    let place = place(width, height, area, buffer);
    let lines = (u64::from(comparison.old) + 1, u64::from(comparison.new) + 1);
    let title = format!(
        " Lines {} and {}: {} ",
        lines.0,
        lines.1,
        comparison.words()
    );
    let inner = frame(title, true, theme, place, buffer);
    let rows = comparison.found.all.iter().enumerate().skip(comparison.top);
    for (y, (index, row)) in (inner.y..inner.bottom()).zip(rows) {
        let line = line(row, usize::from(inner.width), theme);
        buffer.set_line(inner.x, y, &line, inner.width);
        if index == comparison.selected {
            select(Rect::new(inner.x, y, inner.width, 1), theme, buffer);
        }
    }
    let all = comparison.found.all.len() + comparison.found.left_out();
    let below = all.saturating_sub(comparison.top + usize::from(inner.height));
    if below > 0 {
        let text = format!(" {below} more below ");
        let wide = u16::try_from(text.len()).unwrap_or(0);
        let x = place.right().saturating_sub(wide + 2);
        let y = place.bottom().saturating_sub(1);
        buffer.set_string(x, y, text, theme.style(Role::Dim));
    }
}

fn line(row: &Row, width: usize, theme: &Theme) -> Line<'static> {
    let (sign, role) = match row.sign {
        Sign::Removed => ("- ", Role::Removed),
        Sign::Added => ("+ ", Role::Added),
    };
    let mut spans = vec![Span::styled(sign, theme.style(role))];
    // The second of two rows about one place does not say it again.
    let path = if row.changed && row.sign == Sign::Added {
        Role::Dim
    } else {
        Role::Info
    };
    spans.extend(plain(&row.path, path, theme));
    spans.push(Span::styled(": ", theme.style(Role::Dim)));
    spans.extend(plain(&row.words, role, theme));
    Line::from(clip(&spans, width, theme))
}
