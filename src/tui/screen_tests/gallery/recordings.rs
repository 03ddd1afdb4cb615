//! Scenes: a recording that is looked at.

use super::super::replay::asked::asking;
use super::super::replay::with_lines::with_lines;
use super::super::replay::{go, replaying, report};
use super::super::stage::press;
use super::{Scene, after};
use crate::tui::model::{Focus, Model, Pane};
use crate::tui::msg::{Done, Msg};
use crate::tui::update::update;

pub(super) const SCENES: &[Scene] = &[
    ("replay", || back(replaying(), 6)),
    ("replay_pane", || {
        let mut model = back(replaying(), 6);
        model.focus = Focus::Pane(Pane::Conversation);
        model
    }),
    ("replay_playing", || {
        after(back(replaying(), 6), "++<space>")
    }),
    ("replay_growing", growing),
    ("replay_reading", || {
        let mut model = replaying();
        let mut report = report(4, 1);
        report.read = Some(34);
        update(&mut model, Msg::Done(Done::Replayed(Box::new(report))));
        model
    }),
    ("replay_working_it_out", || {
        let mut model = replaying();
        let mut report = report(20, 1);
        (report.known, report.worked_out, report.state) = (4, 4, None);
        update(&mut model, Msg::Done(Done::Replayed(Box::new(report))));
        model
    }),
    ("replay_traffic", || {
        let mut model = with_lines();
        go(&mut model, "<esc>");
        after(back(model, 12), "8")
    }),
    ("replay_traffic_search", || after(with_lines(), "/tool")),
    ("replay_traffic_filter", || {
        after(with_lines(), "f~t result")
    }),
    ("replay_inspector", || after(with_lines(), "g<enter>")),
    ("replay_search", || {
        let mut model = replaying();
        model.focus = Focus::Pane(Pane::Conversation);
        after(model, "/the")
    }),
    ("replay_request", || asking(true)),
    ("replay_request_read", || after(asking(true), "<ctrl+r>")),
    ("replay_time", || after(replaying(), "t1:02")),
];

fn back(mut model: Model, lines: usize) -> Model {
    for _ in 0..lines {
        go(&mut model, ",");
    }
    model
}

/// One that is still written, at its end.
fn growing() -> Model {
    let mut model = replaying();
    if let Some(replay) = model.seat_mut().and_then(|seat| seat.replay.as_mut()) {
        replay.follow = true;
    }
    press(&mut model, "G");
    let count = model.replay().map_or(0, |replay| replay.lines);
    let report = report(count, 1);
    update(&mut model, Msg::Done(Done::Replayed(Box::new(report))));
    model
}
