//! PURE. What is kept from one start to the next: drafts, prompts of before, how the screen is arranged. Owns: when each
//! is asked for and kept. Does not own: reading and writing files (`work`).

use crate::tui::effect::{Effect, Job, Keep};
use crate::tui::model::{Model, Remembered, Seat};
use crate::tui::msg::Recalled;
use crate::tui::panes::composer::Piece;

/// A session is about to be shown: what was kept for it is asked for.
pub(super) fn started(model: &mut Model, seat: &Seat) -> Vec<Effect> {
    if seat.replay.is_some() || seat.demo {
        return Vec::new();
    }
    let folder = seat.live.cwd().to_owned();
    // A draft of this run is not one of before.
    let draft = model.seats.iter().all(|other| other.live.cwd() != folder);
    let history = !std::mem::replace(&mut model.history.asked, true);
    if !draft && !history {
        return Vec::new();
    }
    vec![Effect::Work(Job::Recall {
        key: seat.key,
        folder,
        draft,
        history,
    })]
}

/// What was kept is here.
pub(super) fn recalled(model: &mut Model, recalled: Recalled) {
    model.history.older(recalled.history);
    let text: String = recalled.draft.iter().map(Piece::text).collect();
    let Some(seat) = recalled.key.and_then(|key| model.seat_of(key)) else {
        return;
    };
    if text.trim().is_empty() {
        return;
    }
    if seat.composer.is_blank() {
        seat.composer.restore(&recalled.draft);
        model.tell("your draft of before is back");
    } else {
        let folder = seat.live.cwd().to_owned();
        model.history.push(&text, &folder);
        model.tell("your draft of before is among the prompts of before");
    }
}

/// Time passed: drafts that have settled are kept.
pub(super) fn tick(model: &mut Model) -> Vec<Effect> {
    let clock = model.clock;
    let due = |seat: &mut Seat| {
        seat.composer.note_changes(clock);
        let due = seat.composer.save_due(clock);
        draft(seat).filter(|_| due)
    };
    model.seats.iter_mut().filter_map(due).collect()
}

/// Drafts that are not kept yet, to be kept now.
pub(super) fn keep_drafts(model: &mut Model) -> Vec<Effect> {
    let unsaved = |seat: &mut Seat| {
        let unsaved = seat.composer.is_unsaved();
        seat.composer.saved();
        draft(seat).filter(|_| unsaved)
    };
    model.seats.iter_mut().filter_map(unsaved).collect()
}

/// What is tried out in the demo is nothing to come back to.
fn draft(seat: &Seat) -> Option<Effect> {
    (!seat.demo).then(|| {
        keep(Keep::Draft {
            folder: seat.live.cwd().to_owned(),
            pieces: seat.composer.pieces(),
        })
    })
}

/// Something to be kept.
pub(super) fn keep(what: Keep) -> Effect {
    Effect::Work(Job::Keep(what))
}

/// The arrangement, if it has changed.
pub(super) fn arrangement(model: &mut Model) -> Option<Effect> {
    Remembered::changed(model).map(|now| keep(Keep::Screen(now)))
}
