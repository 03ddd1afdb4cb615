//! PURE. The screen as cells. Owns: calling each part with its rectangle. Changes nothing.

use super::layout::{Areas, SMALLEST, layout};
use super::model::{Model, Pane};
use super::theme::Role;
use super::{overlays, panes, widgets};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

/// Draws everything. Where the next letter would stand, if one types somewhere: a terminal has its own cursor there, for
/// those who write with the help of another program, or hear what they write.
pub fn view(model: &Model, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    let areas = layout(area.as_size(), model);
    if areas.too_small {
        too_small(model, area, buffer);
        model.theme.fill(area, buffer);
        return None;
    }
    panes::header::view(model, areas.header, buffer);
    panes::footer::view(model, areas.footer, buffer);
    // Without a session there is nothing but what lies on top: a list, or what would be in it.
    let mut cursor = None;
    if !model.seats.is_empty() {
        cursor = session(model, &areas, buffer);
    }
    for overlay in &model.overlays {
        cursor = overlays::view(overlay, model, area, buffer);
    }
    // Last, so that nothing drawn without a colour shows the terminal's own.
    model.theme.fill(area, buffer);
    widgets::joined::settle(area, buffer);
    cursor
}

/// The session in front.
fn session(model: &Model, areas: &Areas, buffer: &mut Buffer) -> Option<Position> {
    panes::tabs::view(model, areas, buffer);
    for (pane, place) in &areas.panes {
        match pane {
            Pane::Conversation => panes::conversation::view(model, *place, buffer),
            Pane::State => panes::state::view(model, *place, buffer),
            Pane::Pending => panes::pending::view(model, *place, buffer),
            Pane::Hooks => panes::hooks::view(model, *place, buffer),
            Pane::Tools => panes::tools::view(model, *place, buffer),
            Pane::Tasks => panes::tasks::view(model, *place, buffer),
            Pane::Decisions => panes::decisions::view(model, *place, buffer),
            Pane::Traffic => panes::traffic::view(model, *place, buffer),
        }
    }
    let mut cursor = None;
    if let Some(place) = areas.request {
        cursor = panes::request::view(model, place, buffer);
    }
    if let Some(place) = areas.banner {
        panes::banner::view(model, place, buffer);
    }
    if let Some((seat, replay)) = model
        .seat()
        .and_then(|seat| Some((seat, seat.replay.as_ref()?)))
    {
        panes::replay::view(model, seat, replay, areas.composer, buffer);
    } else {
        cursor = cursor.or(panes::composer::view(model, areas.composer, buffer));
        panes::composer::popup(model, areas, buffer);
    }
    cursor
}

/// Too small for anything but to say so.
fn too_small(model: &Model, area: Rect, buffer: &mut Buffer) {
    let (least, have) = (
        format!("{}x{}", SMALLEST.width, SMALLEST.height),
        format!("{}x{}", area.width, area.height),
    );
    // The numbers are what counts, where there is room for no more.
    let fitting = |words: &str, size: String| {
        let whole = format!("{words} {size}");
        if whole.len() > usize::from(area.width) {
            size
        } else {
            whole
        }
    };
    let (wanted, have) = (fitting("needs", least), fitting("this is", have));
    let (top, rows) = (area.height.saturating_sub(2) / 2, [wanted, have]);
    for (row, (text, role)) in rows.iter().zip([Role::Warning, Role::Dim]).enumerate() {
        let y = area.y + top + u16::try_from(row).unwrap_or(0);
        if y >= area.bottom() {
            break;
        }
        let wide = u16::try_from(text.len()).unwrap_or(u16::MAX);
        let x = area.x + area.width.saturating_sub(wide) / 2;
        let style = model.theme.style(role);
        buffer.set_stringn(x, y, text, usize::from(area.width), style);
    }
}
