//! PURE. MCP servers with their status, and the tools the model has.

use crate::tui::model::{Model, Pane};
use crate::tui::theme::Role;
use crate::tui::widgets::rows::{Rows, rows};
use crate::tui::widgets::text::cut;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Draws it.
pub fn view(model: &Model, area: Rect, buffer: &mut Buffer) {
    let Some(seat) = model.seat() else { return };
    let theme = &model.theme;
    let facts = &seat.live.state().facts;
    let servers = facts.servers.len();
    let row = |index: usize, width: u16| {
        if let Some(server) = facts.servers.get(index) {
            let status = server.status.as_deref().unwrap_or("?");
            let (mark, role) = match status {
                "connected" => (theme.glyphs.good, Role::Good),
                "pending" => (theme.glyphs.busy, Role::Starting),
                "disabled" => (theme.glyphs.bullet, Role::Disabled),
                _ => (theme.glyphs.bad, Role::Bad),
            };
            return Line::from(vec![
                Span::styled(format!("{mark} "), theme.style(role)),
                Span::styled(
                    cut(&server.name, usize::from(width / 2), theme.glyphs.more),
                    theme.style(Role::Accent),
                ),
                Span::styled(
                    format!("  {}", cut(status, 20, theme.glyphs.more)),
                    theme.style(role),
                ),
            ]);
        }
        let name = facts.tools.get(index - servers).map_or("", String::as_str);
        Line::styled(
            format!("  {}", cut(name, usize::from(width), theme.glyphs.more)),
            theme.style(Role::Text),
        )
    };
    let count = servers + facts.tools.len();
    let shown = Rows {
        pane: Pane::Tools,
        count,
        list: &seat.side.tools,
        empty: "The first turn tells.",
    };
    rows(model, shown, area, buffer, row);
}
