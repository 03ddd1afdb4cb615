//! PURE. The end of a session and what comes after it: starting again, going on, another one beside it, the way between
//! them, leaving the program.

use super::control::busy;
use crate::tui::action::Action;
use crate::tui::effect::{Effect, Start};
use crate::tui::model::{Focus, Model, Seat};
use crate::tui::overlays::Overlay;
use crate::tui::overlays::confirm::{Confirm, Then};

/// Performs it, if it is about that.
pub(super) fn perform(model: &mut Model, action: Action) -> Option<Vec<Effect>> {
    match action {
        Action::StartAgain => start_again(model),
        Action::ResumeSession => resume(model),
        Action::NewSession => {
            let key = model.seat()?.key;
            model.replaced = None;
            model.tell("starting another session");
            Some(vec![Effect::Start(Start::Again(key))])
        }
        Action::NextSession => Some(turn(model, 1)),
        Action::PreviousSession => Some(turn(model, -1)),
        Action::Quit => Some(ask_quit(model)),
        _ => None,
    }
}

fn start_again(model: &mut Model) -> Option<Vec<Effect>> {
    let key = model.seat()?.key;
    model.replaced = Some(key);
    model.tell("starting again");
    Some(vec![Effect::Start(Start::Again(key))])
}

fn resume(model: &mut Model) -> Option<Vec<Effect>> {
    let seat = model.seat()?;
    let (key, id) = (seat.key, seat.resumable()?.to_owned());
    model.replaced = None;
    model.tell("starting the CLI again, to go on with this conversation");
    Some(vec![Effect::Start(Start::Resume(key, id))])
}

/// A session was started: it comes to the front, in the place of the one that it replaces. What was being typed in the
/// one that is over goes on here.
pub(super) fn started(model: &mut Model, mut seat: Seat) {
    let over = |seat: &Seat| seat.live.state().life.exit.is_some();
    seat.requests.arming = Some(model.preferences.arming);
    let front = model.front;
    if let Some(before) = model.seats.get_mut(front).filter(|seat| over(seat)) {
        seat.composer = std::mem::take(&mut before.composer);
    }
    let replaced = model.replaced.take();
    let at = model
        .seats
        .iter()
        .position(|old| Some(old.key) == replaced && over(old));
    if let Some((at, old)) = at.and_then(|at| Some((at, model.seats.get_mut(at)?))) {
        *old = seat;
        model.front = at;
    } else {
        model.seats.push(seat);
        model.front = model.seats.len() - 1;
    }
    come_to_front(model);
}

fn turn(model: &mut Model, by: isize) -> Vec<Effect> {
    let count = model.seats.len().max(1);
    model.front = (model.front + count).saturating_add_signed(by) % count;
    come_to_front(model);
    Vec::new()
}

/// A request of another session is not answered by a key that was meant for this one.
fn come_to_front(model: &mut Model) {
    if model.focus == Focus::Request {
        model.focus = Focus::Composer;
    }
}

/// Leaves at once, or asks first if something would be lost.
fn ask_quit(model: &mut Model) -> Vec<Effect> {
    let works = |seat: &&Seat| {
        let state = seat.live.state();
        let ours = seat.replay.is_none() && state.life.exit.is_none();
        ours && (busy(seat) || state.tasks.active().next().is_some())
    };
    let working = model.seats.iter().filter(works).count();
    if working == 0 {
        return quit(model);
    }
    let about = if working == 1 {
        "A session still works. It is interrupted and ended.".to_owned()
    } else {
        format!("{working} sessions still work. They are interrupted and ended.")
    };
    model.overlays.push(Overlay::Confirm(Confirm {
        question: "Quit?".to_owned(),
        about: vec![about],
        then: Then::Quit,
        not_before: model.clock,
    }));
    Vec::new()
}

/// Leaves the program.
pub(super) fn quit(model: &mut Model) -> Vec<Effect> {
    model.quitting = true;
    vec![Effect::Quit]
}
