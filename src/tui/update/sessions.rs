//! PURE. What happens in sessions. Owns: feeding it to them. Does not own: answers to our own requests (`replies`).

use crate::session::{Input, Output};
use crate::trace::Moment;
use crate::tui::effect::Effect;
use crate::tui::model::{Focus, Model, SeatKey};

/// The outputs of a session as effects.
pub(super) fn outputs(key: SeatKey, out: Vec<Output>) -> Vec<Effect> {
    out.into_iter()
        .map(|output| Effect::Session(key, output))
        .collect()
}

/// Something happened in a session.
pub(super) fn happened(model: &mut Model, key: SeatKey, input: Input, now: Moment) -> Vec<Effect> {
    let clock = model.clock;
    let Some(seat) = model.seat_of(key) else {
        return Vec::new();
    };
    seat.now = now;
    let waited = seat.requests.len();
    let mut out = Vec::new();
    match input {
        Input::Traffic(mut traffic) => {
            let before = seat.requests.current().map(|request| request.id.clone());
            seat.live.on_traffic(&mut traffic, &mut out);
            seat.requests.observe(&traffic, seat.live.state());
            let gone = before.filter(|id| seat.requests.current().is_none_or(|now| now.id != *id));
            if gone.is_some() && seat.requests.is_empty() && model.focus == Focus::Request {
                model.focus = Focus::Composer;
            }
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
    effects
}
