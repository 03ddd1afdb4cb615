//! PURE. What happens in sessions. Owns: feeding it to them. Does not own: answers to our own requests (`replies`).

use crate::session::{Input, Output};
use crate::trace::Moment;
use crate::tui::effect::{Effect, Job};
use crate::tui::model::{Model, SeatKey};
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
            seat.traffic.take_in(seat.live.state(), &traffic);
        }
        other => seat.live.handle_into(other, &mut out),
    }
    super::settings::notice_bypass(seat);
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
