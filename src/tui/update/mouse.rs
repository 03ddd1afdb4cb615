//! PURE. The mouse. Owns: what is under it. The wheel turns what it is over and takes no focus; a click takes the focus and
//! selects. What lies on top gets both; a click beside it changes nothing. Dragging goes along the bar of a recording, and does nothing elsewhere.

use super::{conversation, moving, overlays, perform, replay};
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::layout::{Areas, layout};
use crate::tui::model::{Focus, Model, Pane};
use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

/// Something was done with it.
pub(super) fn mouse(model: &mut Model, event: MouseEvent) -> Vec<Effect> {
    let areas = layout(model.size, model);
    match event.kind {
        MouseEventKind::Down(MouseButton::Left) if !model.overlays.is_empty() => {
            return overlays::clicked(model, event.column, event.row);
        }
        MouseEventKind::Down(MouseButton::Left) => {
            click(model, &areas, event);
            return replay::pressed(model, areas.composer, event.column, event.row);
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
            let effects = perform(model, action);
            model.focus = before;
            return effects;
        }
    }
    Vec::new()
}

fn click(model: &mut Model, areas: &Areas, event: MouseEvent) {
    if let Some(pane) = areas.tab(event.column, event.row) {
        moving::focus(model, pane);
        return;
    }
    let Some(focus) = areas.at(event.column, event.row) else {
        return;
    };
    model.focus = focus;
    let Focus::Pane(pane) = focus else { return };
    let Some(area) = areas.pane(pane) else { return };
    let (first, last) = (area.y + 1, area.bottom().saturating_sub(1));
    match (pane, (first..last).contains(&event.row)) {
        (Pane::Conversation, true) => conversation::click(model, event.row - first),
        // The mark that there is more below.
        (Pane::Conversation, false) if event.row == last => {
            perform(model, Action::Bottom);
        }
        (_, true) => moving::click(model, pane, area, event.row),
        _ => {}
    }
}
