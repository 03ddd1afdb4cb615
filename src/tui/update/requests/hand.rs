//! PURE. Tools that are answered by hand. Owns: which session a question belongs to, and that it is refused where nobody
//! can answer it.

use super::watch;
use crate::session::{Asked, Origin};
use crate::tools::declared::{Question, Reply};
use crate::tui::effect::Effect;
use crate::tui::model::{Model, Seat};
use std::path::Path;

/// A tool asks.
pub(in crate::tui::update) fn asked(
    model: &mut Model,
    number: u64,
    question: Question,
) -> Vec<Effect> {
    let home = model.seats.iter().position(|seat| calls(seat, &question));
    let at = home.unwrap_or(model.front);
    let Some(seat) = model.seats.get_mut(at) else {
        let why = "nobody is there".to_owned();
        return vec![Effect::Reply(number, Reply::Refused(why))];
    };
    let cwd = seat.live.state().facts.cwd.clone().unwrap_or_default();
    let now = seat.now;
    if !seat
        .requests
        .ask_by_hand(number, question, now, Path::new(&cwd))
    {
        let why = "too many questions wait already".to_owned();
        return vec![Effect::Reply(number, Reply::Refused(why))];
    }
    if model.focused {
        Vec::new()
    } else {
        vec![Effect::Bell]
    }
}

/// Whether the session waits for this tool.
fn calls(seat: &Seat, question: &Question) -> bool {
    seat.live.state().pending.any(|row| {
        row.origin == Origin::Cli
            && match &row.asked {
                Asked::ToolCall {
                    tool, tool_use_id, ..
                } => match &question.tool_use_id {
                    Some(call) => tool_use_id.as_ref() == Some(call),
                    None => *tool == question.tool,
                },
                _ => false,
            }
    })
}

/// Nobody wants that answer any more.
pub(in crate::tui::update) fn unasked(model: &mut Model, number: u64) {
    let keys: Vec<_> = model.seats.iter().map(|seat| seat.key).collect();
    for key in keys {
        let watch = watch(model, key);
        let gone = model
            .seat_of(key)
            .and_then(|seat| seat.requests.unasked(number, watch));
        if let Some(gone) = gone {
            model.warn(gone);
        }
    }
}
