//! PURE. Answering requests. Owns: that an answer goes to the request that is shown, by its id, and only once it is armed.

use super::sessions::outputs;
use crate::session::{Answer, Input};
use crate::trace::DecidedBy;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::model::{Focus, Model};
use crate::wire::permission::PermissionAnswer;

/// Performs it, if it is about a request.
pub(super) fn perform(model: &mut Model, action: Action) -> Option<Vec<Effect>> {
    match action {
        Action::ToRequest => {
            model.focus = Focus::Request;
            Some(Vec::new())
        }
        Action::NextRequest => step(model, 1),
        Action::PreviousRequest => step(model, -1),
        Action::Allow => answer(model, PermissionAnswer::allow()),
        Action::Deny => answer(model, PermissionAnswer::deny("The user denied this call.")),
        Action::DenyAndInterrupt => answer(
            model,
            PermissionAnswer::deny_and_interrupt("The user denied this call."),
        ),
        _ => None,
    }
}

fn step(model: &mut Model, by: isize) -> Option<Vec<Effect>> {
    model.seat_mut()?.requests.step(by);
    Some(Vec::new())
}

fn answer(model: &mut Model, answer: PermissionAnswer) -> Option<Vec<Effect>> {
    let clock = model.clock;
    if model.focus != Focus::Request {
        return Some(Vec::new());
    }
    let seat = model.seat_mut()?;
    let Some(request) = seat.requests.current() else {
        model.warn("that request is gone: it was withdrawn or answered");
        return Some(Vec::new());
    };
    if !seat.requests.armed(clock) {
        model.warn("that request has only just appeared: look at it, then answer");
        return Some(Vec::new());
    }
    let (id, at) = (request.id.clone(), seat.now);
    let by = DecidedBy::Key;
    let answer = Answer::Permission { answer, by };
    let out = seat.live.handle(Input::Answer { at, id, answer });
    let key = seat.key;
    Some(outputs(key, out))
}
