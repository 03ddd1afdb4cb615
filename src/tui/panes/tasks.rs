//! PURE. What the agent plans to do, and what runs beside the conversation.

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
    let tasks = &seat.live.state().tasks;
    let todos = tasks.todos.len();
    let row = |index: usize, width: u16| {
        let room = usize::from(width).saturating_sub(12);
        if let Some(todo) = tasks.todos.get(index) {
            let (mark, role) = match todo.status.as_str() {
                "completed" => (theme.glyphs.good, Role::Good),
                "in_progress" => (theme.glyphs.busy, Role::Running),
                "deleted" => (theme.glyphs.bad, Role::Disabled),
                _ => (theme.glyphs.bullet, Role::Dim),
            };
            return Line::from(vec![
                Span::styled(format!("{mark} "), theme.style(role)),
                Span::styled(
                    cut(&todo.subject, room, theme.glyphs.more),
                    theme.style(Role::Text),
                ),
            ]);
        }
        let Some((_, task)) = tasks.running.get_index(index - todos) else {
            return Line::default();
        };
        let (mark, role) = match task.status.as_str() {
            "completed" => (theme.glyphs.good, Role::Good),
            "running" | "pending" => (theme.glyphs.busy, Role::Running),
            _ => (theme.glyphs.bad, Role::Bad),
        };
        let took = duration(task.ended.unwrap_or(seat.now).since(task.started));
        Line::from(vec![
            Span::styled(format!("{mark} "), theme.style(role)),
            Span::styled(
                cut(&task.description, room, theme.glyphs.more),
                theme.style(Role::Text),
            ),
            Span::styled(format!("  {took}"), theme.style(Role::Dim)),
        ])
    };
    let count = todos + tasks.running.len();
    let shown = Rows {
        pane: Pane::Tasks,
        count,
        list: &seat.side.tasks,
        empty: "No tasks.",
    };
    rows(model, shown, area, buffer, row);
}
