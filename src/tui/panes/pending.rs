//! PURE. Every unanswered request, both directions: what, how old, who waits for whom.

use crate::session::Origin;
use crate::tui::model::{Model, Pane};
use crate::tui::theme::Role;
use crate::tui::widgets::rows::{Rows, rows};
use crate::tui::widgets::text::{cut, duration};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Draws it.
pub fn view(model: &Model, area: Rect, buffer: &mut Buffer) {
    let Some(seat) = model.seat() else { return };
    let theme = &model.theme;
    let state = seat.live.state();
    let pending: Vec<_> = state.pending.iter().collect();
    let row = |index: usize, width: u16| {
        let Some(row) = pending.get(index) else {
            return Line::default();
        };
        let (arrow, who) = match row.origin {
            Origin::Cli if row.held => (theme.glyphs.incoming, "held"),
            Origin::Cli if row.asked.needs_person() => (theme.glyphs.incoming, "on you"),
            Origin::Cli => (theme.glyphs.incoming, "on us"),
            Origin::Us => (theme.glyphs.outgoing, "on the CLI"),
        };
        let age = duration(seat.now.since(row.since));
        let limit = row.deadline.map_or_else(String::new, |deadline| {
            format!(" of {}", duration(deadline.since(row.since)))
        });
        let role = if row.asked.needs_person() {
            Role::WaitingPerson
        } else {
            Role::Text
        };
        let room = usize::from(width).saturating_sub(who.len() + age.len() + limit.len() + 6);
        Line::from(vec![
            Span::styled(format!("{arrow} "), theme.style(Role::Dim)),
            Span::styled(
                cut(&row.asked.label(), room, theme.glyphs.more),
                theme.style(role),
            ),
            Span::styled(format!("  {who} {age}{limit}"), theme.style(Role::Dim)),
        ])
    };
    let shown = Rows {
        pane: Pane::Pending,
        count: pending.len(),
        list: &seat.side.pending,
        empty: "Nobody waits for anybody.",
    };
    rows(model, shown, area, buffer, row);
}
