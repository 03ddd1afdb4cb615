//! Scenes: lines on the wire, and what lies on top of them.

use super::super::busy_session::{busy, comes, goes, request, response, started};
use super::super::comparing_lines::lines;
use super::super::outside::outside;
use super::super::searching_lines::settle;
use super::super::stage::{press, recorded, screen, shown};
use super::super::traffic::zoomed;
use super::{Scene, after};
use crate::tui::effect::{Effect, Job};
use crate::tui::model::Model;
use crate::tui::msg::{Done, Msg};
use crate::tui::overlays::comparison::Comparison;
use crate::tui::update::update;
use serde_json::json;

pub(super) const SCENES: &[Scene] = &[
    ("traffic_turn", || zoomed(recorded("tool_turn.ndjson"))),
    ("traffic_wrong", || {
        zoomed(recorded("interrupted_turn.ndjson"))
    }),
    ("traffic_beside", || after(busy(), "<alt+8>")),
    ("traffic_since", || after(zoomed(busy()), "t")),
    ("traffic_clock", clock),
    ("traffic_wire_only", || after(zoomed(busy()), "e")),
    ("traffic_marked", || after(zoomed(busy()), "gmjjm")),
    ("traffic_filter", || {
        after(zoomed(busy()), "f~t control_req<tab>")
    }),
    ("traffic_filter_typed", || after(zoomed(busy()), "f~")),
    ("traffic_filter_wrong", || {
        after(zoomed(busy()), "f~size > lots")
    }),
    ("traffic_filtered", || {
        after(zoomed(busy()), "f~t control_*<enter>")
    }),
    ("traffic_filter_name", || {
        after(zoomed(busy()), "f~t control_*<enter>wmine")
    }),
    ("traffic_filters", || {
        after(zoomed(busy()), "f~t control_*<enter>wmine<enter><esc>s")
    }),
    ("traffic_search", || {
        searched(after(zoomed(busy()), "g/rm -rf"))
    }),
    ("traffic_searched", || {
        let mut model = after(zoomed(busy()), "f~d in<enter>");
        shown(&mut model, 100, 30);
        searched(after(model, "g/~t control_*<enter>"))
    }),
    ("traffic_related", || after(together(), "P")),
    ("inspector_tree", inspected),
    ("inspector_tree_alone", || after(inspected(), "|jj")),
    ("inspector_pretty", || after(inspected(), "<tab>")),
    ("inspector_text", || after(inspected(), "<tab><tab>")),
    ("inspector_bytes", || after(inspected(), "<tab><tab><tab>")),
    ("inspector_search", || searched(after(inspected(), "/hook"))),
    ("inspector_search_found", || {
        searched(after(inspected(), "/hook<enter>"))
    }),
    ("inspector_bytes_found", || {
        searched(after(inspected(), "<tab><tab><tab>/hook<enter>"))
    }),
    ("inspector_related", || after(together(), "<enter>P")),
    ("inspector_answered", || after(together(), "kk<enter>")),
    ("inspector_nonsense", nonsense),
    ("comparison", || after_comparing("gmG")),
    ("comparison_value", || {
        after(after_comparing("gmG"), "G<enter>")
    }),
];

fn searched(mut model: Model) -> Model {
    settle(&mut model);
    model
}

fn clock() -> Model {
    let mut model = zoomed(busy());
    let began = chrono::DateTime::parse_from_rfc3339("2026-03-01T23:59:55.000+02:00").unwrap();
    model.seat_mut().unwrap().traffic.began = Some(began);
    after(model, "tt")
}

fn inspected() -> Model {
    after(zoomed(busy()), "g<enter>]")
}

/// Lines that belong to one call.
fn together() -> Model {
    let mut model = zoomed(started());
    let call = json!({"type": "assistant", "message": {"id": "m1", "content": [{"type": "tool_use", "id": "t1", "name": "Bash", "input": {}}]}, "session_id": "s"});
    comes(&mut model, 5000, &call);
    let ask = json!({"subtype": "can_use_tool", "tool_name": "Bash", "input": {"command": "ls"}, "tool_use_id": "t1"});
    comes(&mut model, 5001, &request("r9", &ask));
    let allowed = response("r9", &json!({"behavior": "allow"}));
    goes(&mut model, 6000, &allowed);
    let result = json!({"type": "user", "message": {"content": [{"type": "tool_result", "tool_use_id": "t1", "content": "done"}]}, "session_id": "s"});
    comes(&mut model, 7000, &result);
    shown(&mut model, 100, 30);
    model
}

/// A line that is no JSON.
fn nonsense() -> Model {
    let mut model = zoomed(screen());
    let words = outside("npm warn deprecated: this is no line of the protocol at all");
    super::super::stage::received(&mut model, &words);
    shown(&mut model, 100, 30);
    after(model, "<enter>")
}

/// Two lines, marked with these keys, compared as it is done beside the screen.
fn after_comparing(keys: &str) -> Model {
    let mut model = lines();
    let effects = press(&mut model, &format!("{keys}d"));
    for effect in &effects {
        if let Effect::Work(Job::Compare(old, new)) = effect {
            let found = Comparison::of(old, new).map(Box::new);
            update(&mut model, Msg::Done(Done::Compared(found)));
        }
    }
    model
}
