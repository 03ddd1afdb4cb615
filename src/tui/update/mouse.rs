//! PURE. The mouse. Owns: what is under it. The wheel turns what it is over and takes no focus; a click takes the focus and
//! selects. What lies on top gets both; a click beside it changes nothing. Dragging goes along the bar of a recording, and does nothing elsewhere.

use super::{conversation, moving, overlays, perform, replay};
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::layout::{Areas, layout};
use crate::tui::model::{Focus, Model, Pane};
use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

/// Rows that one turn of the wheel moves.
const ROWS: usize = 3;

/// Something was done with it.
pub(super) fn mouse(model: &mut Model, event: MouseEvent) -> Vec<Effect> {
    let areas = layout(model.size, model);
    match event.kind {
        MouseEventKind::Down(MouseButton::Left) if !model.overlays.is_empty() => {
            return overlays::clicked(model, event.column, event.row);
        }
        MouseEventKind::Down(MouseButton::Left) => {
            let mut effects = click(model, &areas, event);
            effects.extend(replay::pressed(
                model,
                areas.composer,
                event.column,
                event.row,
            ));
            return effects;
        }
        MouseEventKind::Drag(MouseButton::Left) => {
            return replay::dragged(model, areas.composer, event.column);
        }
        MouseEventKind::Up(MouseButton::Left) => replay::released(model),
        MouseEventKind::ScrollUp => return wheel(model, &areas, event, false),
        MouseEventKind::ScrollDown => return wheel(model, &areas, event, true),
        _ => {}
    }
    Vec::new()
}

fn wheel(model: &mut Model, areas: &Areas, event: MouseEvent, down: bool) -> Vec<Effect> {
    let action = if down { Action::Down } else { Action::Up };
    if !model.overlays.is_empty() {
        return perform(model, action);
    }
    match areas.at(event.column, event.row) {
        Some(Focus::Pane(Pane::Conversation)) => conversation::wheel(model, down),
        Some(Focus::Composer) if model.replay().is_some() => {
            let action = if down {
                Action::StepOn
            } else {
                Action::StepBack
            };
            return perform(model, action);
        }
        Some(Focus::Composer) | None => {}
        Some(under) => {
            let before = std::mem::replace(&mut model.focus, under);
            let effects = (0..ROWS).flat_map(|_| perform(model, action)).collect();
            model.focus = before;
            return effects;
        }
    }
    Vec::new()
}

fn click(model: &mut Model, areas: &Areas, event: MouseEvent) -> Vec<Effect> {
    if let Some(pane) = areas.tab(event.column, event.row) {
        moving::focus(model, pane);
        return Vec::new();
    }
    let Some(focus) = areas.at(event.column, event.row) else {
        return Vec::new();
    };
    let again = std::mem::replace(&mut model.focus, focus) == focus;
    let Focus::Pane(pane) = focus else {
        return Vec::new();
    };
    let Some(area) = areas.pane(pane) else {
        return Vec::new();
    };
    let (first, last) = (area.y + 1, area.bottom().saturating_sub(1));
    match (pane, (first..last).contains(&event.row)) {
        (Pane::Conversation, true) => conversation::click(model, event.row - first),
        // The mark that there is more below.
        (Pane::Conversation, false) if event.row == last => {
            perform(model, Action::Bottom);
        }
        // The first click selects, also where a row was selected that nobody looked at.
        (_, true) if moving::click(model, pane, area, event.row) && again => {
            return perform(model, Action::Open);
        }
        _ => {}
    }
    Vec::new()
}
