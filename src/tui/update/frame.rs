//! PURE. A frame is about to be drawn. Owns: laying out what it will show, so that drawing changes nothing and costs the
//! same however long the conversation is; and going on between frames with what does not fit before one.

use super::searching;
use crate::tui::effect::{Effect, Job};
use crate::tui::layout::layout;
use crate::tui::model::{Model, Pane, Seat};
use crate::tui::overlays::Overlay;
use crate::tui::panes::conversation::{ConversationView, looking};
use crate::tui::panes::traffic;

/// Lays out what is seen, and asks for colours that are missing in it.
pub(super) fn prepare(model: &mut Model) -> Vec<Effect> {
    super::requests::lay(model);
    super::moving::settle(model);
    super::control::held_again(model);
    for overlay in &mut model.overlays {
        if let Overlay::Reader(reader) = overlay {
            reader.lay(model.size, &model.theme);
        }
    }
    lay_lines(model);
    lay_taken_apart(model);
    let wanted = looking(model, ConversationView::prepare).unwrap_or_default();
    let mut effects: Vec<Effect> = wanted
        .into_iter()
        .filter(|job| model.highlights.ask(job.key))
        .map(|job| Effect::Work(Job::Highlight(job)))
        .collect();
    effects.extend(super::keeping::arrangement(model));
    effects
}

/// There is time left before the next frame: whatever is unfinished goes on for a bounded while.
pub(super) fn go_on(model: &mut Model) {
    if let Some(seat) = model.seat_mut() {
        seat.traffic.go_on();
    }
    let taken_apart = |overlay: &Overlay| match overlay {
        Overlay::Inspector(inspector) => inspector.is_unfinished(),
        _ => false,
    };
    if model.overlays.iter().any(taken_apart) {
        lay_taken_apart(model);
    }
    let searched = |seat: &Seat| {
        let items = &seat.live.state().transcript;
        seat.conversation.is_searching(items)
    };
    if model.seat().is_some_and(searched) {
        looking(model, ConversationView::search_on);
    }
}

/// The lines on the wire: those that are seen are read.
fn lay_lines(model: &mut Model) {
    let areas = layout(model.size, model);
    let place = areas.pane(Pane::Traffic);
    let height = place.map(|place| usize::from(traffic::rows(place).height));
    if let Some(seat) = model.seat_mut() {
        let (state, now) = (seat.live.state(), seat.now);
        seat.traffic.findings.refresh(state, now);
        seat.traffic.prepare(height);
    }
}

/// Those that are taken apart or compared.
fn lay_taken_apart(model: &mut Model) {
    let size = model.size;
    let typed = searching::is_typed_inside(model);
    let field = usize::from(typed);
    for overlay in &mut model.overlays {
        match overlay {
            Overlay::Inspector(inspector) => inspector.lay(size, field),
            Overlay::Comparison(comparison) => comparison.lay(size),
            _ => {}
        }
    }
    searching::tell_inside(model);
}
