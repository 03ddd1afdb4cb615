//! PURE. Tables. Owns: how wide each column is, wrapping what does not fit. Does not own: where a table comes from.

use super::flow::{Spans, flow, pad, plain, width_of};
use crate::tui::theme::{Role, Theme};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

/// More columns than this are not shown.
const MOST_COLUMNS: usize = 24;
/// More rows than this are not shown.
const MOST_ROWS: usize = 500;
/// A column is not made narrower than this, unless it is.
const NARROWEST: usize = 6;

/// Which side a column leans to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Side {
    /// Left.
    #[default]
    Left,
    /// The middle.
    Middle,
    /// Right.
    Right,
}

/// A table: its head and its rows, all as harmless styled text.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// The sides of the columns.
    pub sides: Vec<Side>,
    /// The head.
    pub head: Vec<Spans>,
    /// The rows.
    pub rows: Vec<Vec<Spans>>,
}

impl Table {
    /// The table in lines of this width.
    pub fn lines(&self, width: u16, theme: &Theme) -> Vec<Line<'static>> {
        let columns = self.columns();
        if columns == 0 {
            return Vec::new();
        }
        let natural: Vec<usize> = (0..columns).map(|column| self.natural(column)).collect();
        let between = (columns - 1) * 3;
        let room = usize::from(width).saturating_sub(between);
        let Some(widths) = shared(&natural, room) else {
            return self.stacked(width, theme);
        };
        let mut lines = Vec::new();
        if self.head.iter().any(|cell| !cell.is_empty()) {
            let bold = Style::new().add_modifier(Modifier::BOLD);
            let head: Vec<Spans> = self.head.iter().map(|cell| patched(cell, bold)).collect();
            lines.extend(self.row(&head, &widths, theme));
            lines.push(rule(&widths, theme));
        }
        for row in self.rows.iter().take(MOST_ROWS) {
            lines.extend(self.row(row, &widths, theme));
        }
        if let Some(left @ 1..) = self.rows.len().checked_sub(MOST_ROWS) {
            lines.push(super::ansi::more(left, "row", theme));
        }
        lines
    }

    fn columns(&self) -> usize {
        let widest = self.rows.iter().take(MOST_ROWS).map(Vec::len).max();
        self.head.len().max(widest.unwrap_or(0)).min(MOST_COLUMNS)
    }

    fn natural(&self, column: usize) -> usize {
        let rows = self.rows.iter().take(MOST_ROWS);
        std::iter::once(&self.head)
            .chain(rows)
            .filter_map(|row| row.get(column))
            .map(|cell| width_of(cell))
            .max()
            .unwrap_or(0)
            .max(1)
    }

    fn row(&self, cells: &[Spans], widths: &[usize], theme: &Theme) -> Vec<Line<'static>> {
        let empty = Spans::new();
        let laid: Vec<Vec<Line<'static>>> = widths
            .iter()
            .enumerate()
            .map(|(column, width)| {
                let cell = cells.get(column).unwrap_or(&empty);
                flow(cell, u16::try_from(*width).unwrap_or(u16::MAX), &[], &[])
            })
            .collect();
        let height = laid.iter().map(Vec::len).max().unwrap_or(0);
        let line = |row: usize| {
            let mut spans = Vec::new();
            for (column, (lines, width)) in laid.iter().zip(widths).enumerate() {
                if column > 0 {
                    let bar = format!(" {} ", theme.glyphs.bar);
                    spans.push(Span::styled(bar, theme.style(Role::Border)));
                }
                let cell = lines.get(row).cloned().unwrap_or_default();
                let side = self.sides.get(column).copied().unwrap_or_default();
                spans.extend(leaning(cell, *width, side));
            }
            Line::from(spans)
        };
        (0..height).map(line).collect()
    }

    /// Where columns do not fit beside each other: each row as a list of its cells.
    fn stacked(&self, width: u16, theme: &Theme) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        for (number, row) in self.rows.iter().take(MOST_ROWS).enumerate() {
            if number > 0 {
                let short = theme.glyphs.rule.repeat(usize::from(width).min(8));
                lines.push(Line::styled(short, theme.style(Role::Border)));
            }
            for (column, cell) in row.iter().take(MOST_COLUMNS).enumerate() {
                let bold = Style::new().add_modifier(Modifier::BOLD);
                let mut spans = patched(self.head.get(column).map_or(&[], Vec::as_slice), bold);
                if !spans.is_empty() {
                    spans.extend(plain(": ", Role::Dim, theme));
                }
                spans.extend(cell.iter().cloned());
                lines.extend(flow(&spans, width, &[], &[Span::raw("  ")]));
            }
        }
        lines
    }
}

/// How wide each column may be; `None` if they cannot stand beside each other.
fn shared(natural: &[usize], room: usize) -> Option<Vec<usize>> {
    let mut widths = natural.to_vec();
    let least: usize = natural.iter().map(|width| (*width).min(NARROWEST)).sum();
    if least > room {
        return None;
    }
    let mut over = widths.iter().sum::<usize>().saturating_sub(room);
    while over > 0 {
        // The widest gives way down to the next, so that narrow columns stay whole.
        let widest = widths.iter().copied().max().unwrap_or(0);
        let next = widths.iter().copied().filter(|width| *width < widest).max();
        let floor = next.unwrap_or(NARROWEST).max(NARROWEST);
        let count = widths.iter().filter(|width| **width == widest).count();
        let step = (widest.saturating_sub(floor))
            .min(over.div_ceil(count))
            .max(1);
        for width in widths.iter_mut().filter(|width| **width == widest) {
            if over == 0 {
                break;
            }
            let by = step.min(over);
            *width -= by;
            over -= by;
        }
    }
    Some(widths)
}

fn leaning(cell: Line<'static>, width: usize, side: Side) -> Spans {
    let free = width.saturating_sub(width_of(&cell.spans));
    let before = match side {
        Side::Left => 0,
        Side::Middle => free / 2,
        Side::Right => free,
    };
    let mut spans = Vec::new();
    if before > 0 {
        spans.push(Span::raw(" ".repeat(before)));
    }
    spans.extend(cell.spans);
    let width = u16::try_from(width).unwrap_or(u16::MAX);
    pad(Line::from(spans), width, Style::new()).spans
}

fn rule(widths: &[usize], theme: &Theme) -> Line<'static> {
    let rule = theme.glyphs.rule;
    let parts: Vec<String> = widths.iter().map(|width| rule.repeat(*width)).collect();
    let cross = format!("{rule}{}{rule}", theme.glyphs.cross);
    Line::styled(parts.join(&cross), theme.style(Role::Border))
}

fn patched(cell: &[Span<'static>], style: Style) -> Spans {
    let patch = |span: &Span<'static>| span.clone().patch_style(style);
    cell.iter().map(patch).collect()
}
