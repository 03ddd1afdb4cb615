//! Lines on the wire that are too many for one frame: filters and searches come to their end, and miss nothing.

use super::busy_session::{comes, goes};
use super::searching_lines::settle;
use super::stage::{press, screen, shown};
use super::traffic::{selected, zoomed};
use crate::session::State;
use crate::trace::{Direction, Entry, Header, LineForm, Moment, Recorder, Traffic};
use crate::tui::model::Model;
use crate::tui::msg::Msg;
use crate::tui::panes::traffic::{Search, TrafficView, wanted};
use crate::tui::update::update;
use crate::wire::Line;
use serde_json::json;

#[test]
fn a_filter_for_what_changes_with_time_comes_to_its_end() {
    let mut model = zoomed(screen());
    let line = json!({"type": "system", "subtype": "status", "text": "x".repeat(20_000)});
    for number in 0..780 {
        comes(&mut model, number, &line);
    }
    let asked = json!({"type": "control_request", "request_id": "r1", "request": {"subtype": "mcp_message"}});
    comes(&mut model, 780, &asked);
    // What the index knows is known before one frame, and what came since counts.
    press(&mut model, "f~pending<enter>");
    assert!(shown(&mut model, 100, 30).contains("1 of 781 ~pending"));
    assert!(!model.is_unfinished());
    // What has to be read takes several, and is not begun anew with each.
    press(&mut model, "f<ctrl+u>~pending | needle<enter>");
    shown(&mut model, 100, 30);
    assert!(model.is_unfinished());
    for _ in 0..20 {
        update(&mut model, Msg::Frame);
    }
    assert!(!model.is_unfinished());
    assert!(shown(&mut model, 100, 30).contains("1 of 781 ~pending | needle"));
}

/// However many lines there are: what was waited for is shown once it came, and who looks at a line goes on looking at it.
#[test]
fn an_answer_that_comes_late_changes_what_is_shown_and_nobody_is_moved() {
    let mut model = zoomed(screen());
    let asked = json!({"type": "control_request", "request_id": "r1", "request": {"subtype": "mcp_message"}});
    comes(&mut model, 0, &asked);
    for number in 1..21_000 {
        let status = json!({"type": "system", "subtype": "status", "number": number});
        comes(&mut model, number, &status);
    }
    press(&mut model, "f!~pending ~d in<enter>");
    for _ in 0..3 {
        update(&mut model, Msg::Frame);
    }
    assert!(shown(&mut model, 100, 30).contains("20,999 of 21,000"));
    press(&mut model, "gjjj");
    shown(&mut model, 100, 30);
    let at = selected(&model);
    assert_eq!(at, 4);
    let answer =
        json!({"type": "control_response", "response": {"subtype": "success", "request_id": "r1"}});
    goes(&mut model, 21_000, &answer);
    let text = shown(&mut model, 100, 30);
    assert!(text.contains("21,000 of 21,001"), "{text}");
    assert_eq!(selected(&model), at);
    assert!(!model.is_unfinished());
}

#[test]
fn lines_that_are_only_in_the_recording_are_searched_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("live.ndjson");
    let mut recorder = Recorder::create(&path, &Header::default()).unwrap();
    let mut traffic = TrafficView::default();
    traffic.recorded_at(&path);
    for seq in 1..=1_000_u64 {
        let word = if seq == 400 { "needle" } else { "straw" };
        let line = json!({"type": "status", "word": word, "more": "x".repeat(40_000)}).to_string();
        let line = Traffic::received(seq, Moment(seq), Line::Whole(line.into()));
        let form = LineForm::of(&line.line);
        let _ = recorder.write(seq, line.at, line.direction, &line.line, form);
        traffic.take_in(&State::default(), &line);
    }
    let _ = recorder.flush();
    let filter = wanted("needle").unwrap();
    traffic.search = Some(Search::new("needle", filter, None, 999));
    traffic.prepare(Some(10));
    assert!(traffic.is_unfinished());
    // No frame is needed for that.
    while traffic.is_unfinished() {
        traffic.go_on();
    }
    assert_eq!(traffic.search.unwrap().len(), 1);
}

/// So many lines, all of the same kind.
fn numbered(model: &mut Model, count: u64) {
    let traffic = &mut model.seat_mut().unwrap().traffic;
    for number in 0..count {
        traffic.lines().store.append(&Traffic::from_entry(Entry {
            seq: number + 1,
            at: Moment(number),
            direction: Direction::In,
            line: bytes::Bytes::from_static(b"{\"type\":\"x\"}"),
        }));
    }
}

#[test]
fn a_million_lines_are_searched_in_bounded_steps_and_it_can_be_left() {
    let mut model = zoomed(screen());
    numbered(&mut model, 1_000_000);
    settle(&mut model);
    press(&mut model, "/~t nothing<enter>");
    let text = shown(&mut model, 100, 30);
    assert!(
        text.contains("searching, ") && model.is_unfinished(),
        "{text}"
    );
    press(&mut model, "<esc>");
    shown(&mut model, 100, 30);
    assert!(!model.is_unfinished(), "it was left");
    press(&mut model, "/~t x<enter>");
    let text = shown(&mut model, 100, 30);
    assert!(text.contains("% searched"), "first results at once: {text}");
    settle(&mut model);
    assert!(shown(&mut model, 100, 30).contains("of 1,000,000"));
}

#[test]
fn a_search_goes_on_between_frames_and_keys_are_heard_meanwhile() {
    let mut model = zoomed(screen());
    numbered(&mut model, 300_000);
    settle(&mut model);
    press(&mut model, "/~t x | ~t nothing<enter>");
    let known = |model: &Model| model.seat().unwrap().traffic.search.as_ref().unwrap().len();
    let mut parts = 0;
    while model.is_unfinished() {
        let before = known(&model);
        update(&mut model, Msg::Spare);
        let more = known(&model) - before;
        assert!(more > 0 && more < 100_000, "a bounded part: {more}");
        parts += 1;
        if parts == 2 {
            press(&mut model, "gjj");
            shown(&mut model, 100, 30);
            assert_eq!(selected(&model), 2, "one moves while it goes on");
        }
    }
    assert!(parts > 2, "{parts}");
    press(&mut model, "n");
    update(&mut model, Msg::Spare);
    assert!(shown(&mut model, 100, 30).contains("match 4 of 300,000"));
    press(&mut model, "NN");
    let text = shown(&mut model, 100, 30);
    assert!(
        text.contains("match 2 of 300,000"),
        "one after the other: {text}"
    );
}

#[test]
fn a_search_that_is_left_between_frames_ends_there() {
    let mut model = zoomed(screen());
    numbered(&mut model, 300_000);
    settle(&mut model);
    press(&mut model, "/~t nothing<enter>");
    let first = shown(&mut model, 100, 30);
    update(&mut model, Msg::Spare);
    let second = shown(&mut model, 100, 30);
    let share = |text: &str| {
        let after = text.split("searching, ").nth(1).unwrap().to_owned();
        after.split('%').next().unwrap().parse::<u32>().unwrap()
    };
    assert!(share(&first) < share(&second), "{second}");
    press(&mut model, "<esc>");
    assert!(!model.is_unfinished());
    update(&mut model, Msg::Spare);
    assert!(!shown(&mut model, 100, 30).contains("searching"));
}
