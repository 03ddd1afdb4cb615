//! PURE. The screen as cells. Owns: calling each part with its rectangle. Changes nothing.

use super::layout::{Areas, SMALLEST, layout};
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
    tab_line(model, &areas, buffer);
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
    for overlay in &model.overlays {
        overlays::view(overlay, model, area, buffer);
    }
}

/// The panes that share a place, with their keys; the one that is shown stands out.
fn tab_line(model: &Model, areas: &Areas, buffer: &mut Buffer) {
    let theme = &model.theme;
    let shown = areas.panes.last().map(|(pane, _)| *pane);
    for (pane, place) in areas.tab_places() {
        let number = Pane::ALL.iter().position(|other| *other == pane);
        let role = match (shown == Some(pane), model.focus == Focus::Pane(pane)) {
            (true, true) => Role::BorderFocused,
            (true, false) => Role::Title,
            _ => Role::Dim,
        };
        let key = format!("{} ", number.unwrap_or(0) + 1);
        let tab = Line::from(vec![
            Span::styled(key, theme.style(Role::Key)),
            Span::styled(pane.title(), theme.style(role)),
        ]);
        buffer.set_line(place.x, place.y, &tab, place.width);
    }
}
