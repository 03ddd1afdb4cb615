//! PURE. What happens in sessions. Owns: feeding it to them and telling what the person should know.

use crate::session::{Input, Output, Reply};
use crate::trace::Moment;
use crate::tui::effect::{Effect, Job};
use crate::tui::model::{Model, Purpose, SeatKey};
use crate::tui::panes::request::Left;

/// The outputs of a session as effects.
pub(super) fn outputs(key: SeatKey, out: Vec<Output>) -> Vec<Effect> {
    out.into_iter()
        .map(|output| Effect::Session(key, output))
        .collect()
}

/// Something happened in a session.
pub(super) fn happened(model: &mut Model, key: SeatKey, input: Input, now: Moment) -> Vec<Effect> {
    let clock = model.clock;
    let watch = super::requests::watch(model, key);
    let mut left = Left::default();
    let Some(seat) = model.seat_of(key) else {
        return Vec::new();
    };
    seat.now = now;
    let waited = seat.requests.len();
    let mut out = Vec::new();
    match input {
        Input::Traffic(mut traffic) => {
            seat.live.on_traffic(&mut traffic, &mut out);
            left = seat.requests.observe(&traffic, seat.live.state(), watch);
        }
        other => seat.live.handle_into(other, &mut out),
    }
    let mut effects = outputs(key, out);
    if let Some(seat) = model.seat_of(key) {
        seat.requests.tick(clock);
        if seat.requests.len() > waited && !model.focused {
            effects.push(Effect::Bell);
        }
    }
    if let Some((id, path)) = left.read {
        effects.push(Effect::Work(Job::ReadFile { key, id, path }));
    }
    if let Some(words) = left.sent {
        model.tell(words);
    }
    if let Some(words) = left.gone {
        model.warn(words);
    }
    effects
}

/// A control request of ours was answered.
pub(super) fn replied(model: &mut Model, key: SeatKey, ticket: u64, reply: Reply) -> Vec<Effect> {
    let Some(purpose) = model
        .seat_of(key)
        .and_then(|seat| seat.purposes.remove(&ticket))
    else {
        return Vec::new();
    };
    match (reply, purpose) {
        (Reply::Answered(_) | Reply::Accepted, Purpose::Interrupt) => {
            model.tell("the CLI acknowledged the interrupt");
        }
        (Reply::Answered(_) | Reply::Accepted, Purpose::Tell(words)) => model.tell(words),
        (Reply::Answered(_) | Reply::Accepted, _) => {}
        (
            Reply::Refused {
                operation, error, ..
            },
            _,
        ) => model.warn(format!("the CLI refused {operation}: {error}")),
        (Reply::TimedOut { operation, .. }, _) => {
            model.warn(format!("{operation} was not answered"));
        }
        (Reply::Gone { operation }, _) => {
            model.warn(format!("the session is over: no {operation} any more"));
        }
        (Reply::Unwritable { error }, _) => model.warn(error),
    }
    Vec::new()
}
