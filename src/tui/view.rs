//! PURE. The screen as cells. Owns: calling each part with its rectangle. Changes nothing.

use super::layout::{SMALLEST, layout};
use super::model::{Focus, Model, Pane};
use super::theme::Role;
use super::{overlays, panes};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Draws everything.
pub fn view(model: &Model, area: Rect, buffer: &mut Buffer) {
    let areas = layout(area.as_size(), model);
    if areas.too_small {
        let text = format!("needs {}x{}", SMALLEST.width, SMALLEST.height);
        buffer.set_stringn(
            area.x,
            area.y,
            text,
            usize::from(area.width),
            model.theme.style(Role::Warning),
        );
        return;
    }
    panes::header::view(model, areas.header, buffer);
    panes::footer::view(model, areas.footer, buffer);
    if let Some(tabs) = areas.tabs {
        tab_line(model, &areas.panes, tabs, buffer);
    }
    for (pane, place) in &areas.panes {
        match pane {
            Pane::Conversation => panes::conversation::view(model, *place, buffer),
            Pane::State => panes::state::view(model, *place, buffer),
            Pane::Pending => panes::pending::view(model, *place, buffer),
            Pane::Hooks => panes::hooks::view(model, *place, buffer),
            Pane::Tools => panes::tools::view(model, *place, buffer),
            Pane::Tasks => panes::tasks::view(model, *place, buffer),
            Pane::Decisions => panes::decisions::view(model, *place, buffer),
        }
    }
    if let Some(place) = areas.request {
        panes::request::view(model, place, buffer);
    }
    panes::composer::view(model, areas.composer, buffer);
    panes::composer::popup(model, &areas, buffer);
    for overlay in &model.overlays {
        overlays::view(overlay, model, area, buffer);
    }
}

/// The panes that share a place, with their keys; the one that is shown stands out.
fn tab_line(model: &Model, shown: &[(Pane, Rect)], area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    let alone = shown.len() == 1;
    let mut spans = Vec::new();
    for (number, pane) in Pane::ALL.iter().enumerate() {
        let elsewhere = shown
            .split_last()
            .is_some_and(|(_, others)| others.iter().any(|(other, _)| other == pane));
        if elsewhere || (!alone && *pane == Pane::Conversation) {
            continue;
        }
        let current = shown.last().is_some_and(|(last, _)| last == pane);
        let role = match (current, model.focus == Focus::Pane(*pane)) {
            (true, true) => Role::BorderFocused,
            (true, false) => Role::Title,
            _ => Role::Dim,
        };
        spans.push(Span::styled(
            format!("{} ", number + 1),
            theme.style(Role::Key),
        ));
        spans.push(Span::styled(
            format!("{} ", pane.title()),
            theme.style(role),
        ));
    }
    buffer.set_line(area.x, area.y, &Line::from(spans), area.width);
}
