//! PURE. The first line: which session, its state, model, mode, cost, context, whether it is recorded, how many need you.

use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::widgets::text::cut;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Draws it.
pub fn view(model: &Model, area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    buffer.set_style(area, theme.style(Role::Header));
    let Some(seat) = model.seat() else { return };
    let state = seat.live.state();
    let facts = &state.facts;
    let phase = state.phase();
    let name = facts.title.as_deref().unwrap_or(&seat.name);
    let mut left = vec![
        Span::raw(" "),
        Span::styled(theme.glyphs.phase(phase), theme.phase(phase)),
        Span::styled(format!(" {}", phase.as_str()), theme.phase(phase)),
        Span::styled(
            format!("  {}", cut(name, 24, theme.glyphs.more)),
            theme.style(Role::Title),
        ),
    ];
    if !seat.requests.is_empty() {
        let count = seat.requests.len();
        let verb = if count == 1 { "needs" } else { "need" };
        let needs = format!("  {} {count} {verb} you", theme.glyphs.waiting);
        left.push(Span::styled(needs, theme.style(Role::WaitingPerson)));
    }
    let mut right = Vec::new();
    let mut fact = |text: String, role: Role| {
        right.push(Span::styled(text, theme.style(role)));
        right.push(Span::raw("  "));
    };
    if let Some(model) = &facts.model {
        fact(cut(model, 20, theme.glyphs.more), Role::Dim);
    }
    if let Some(mode) = &facts.permission_mode {
        let role = if mode == "bypassPermissions" {
            Role::Danger
        } else {
            Role::Info
        };
        fact(cut(mode, 18, theme.glyphs.more), role);
    }
    if let (Some(used), Some(window)) = (state.usage.context_tokens, state.usage.context_window) {
        fact(format!("ctx {}%", used * 100 / window.max(1)), Role::Dim);
    }
    if let Some(cost) = state.usage.cost_usd {
        fact(format!("${cost:.2}"), Role::Dim);
    }
    if seat.recording.is_some() {
        fact(format!("{} rec", theme.glyphs.recording), Role::Bad);
    }
    let right = Line::from(right);
    let wide = u16::try_from(right.width()).unwrap_or(u16::MAX);
    let left = Line::from(left);
    buffer.set_line(area.x, area.y, &left, area.width);
    let used = u16::try_from(left.width()).unwrap_or(u16::MAX);
    if used.saturating_add(wide) < area.width {
        buffer.set_line(area.right() - wide, area.y, &right, wide);
    }
}
