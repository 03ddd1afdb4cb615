//! Searching the lines on the wire and inside of one; filters with names; marks; what belongs together.

use super::busy_session::{busy, comes, goes, request, response, started};
use super::stage::{notice, press, received, screen, shown};
use super::traffic::{copied, inspector, many, selected, zoomed};
use crate::trace::{Direction, Entry, Traffic};
use crate::tui::keymap::Context;
use crate::tui::model::Model;
use crate::tui::msg::Msg;
use crate::tui::overlays::inspector::Shape;
use crate::tui::update::update;
use serde_json::json;

/// Frames until there is nothing more to find out.
pub(super) fn settle(model: &mut Model) {
    for _ in 0..500 {
        update(model, Msg::Frame);
        if !model.is_unfinished() {
            return;
        }
    }
    panic!("it never ends");
}

#[test]
fn a_search_hides_nothing_and_goes_from_match_to_match() {
    let mut model = zoomed(screen());
    many(&mut model, 200);
    shown(&mut model, 100, 30);
    press(&mut model, "/word15");
    let text = shown(&mut model, 100, 30);
    assert_eq!(
        model.seat().unwrap().traffic.lines().sieve.len(),
        200,
        "all are there"
    );
    assert_eq!(selected(&model), 159, "the nearest");
    assert!(text.contains("match 11 of 11"), "{text}");
    press(&mut model, "<enter>");
    assert_eq!(model.context(), Context::Traffic);
    press(&mut model, "n");
    assert_eq!(notice(&model), "from the beginning again");
    shown(&mut model, 100, 30);
    assert_eq!(selected(&model), 15);
    press(&mut model, "n");
    shown(&mut model, 100, 30);
    assert_eq!(selected(&model), 150);
    press(&mut model, "N");
    shown(&mut model, 100, 30);
    assert_eq!(selected(&model), 15);
    comes(
        &mut model,
        30_000,
        &json!({"type": "user", "text": "word15 again"}),
    );
    press(&mut model, "N");
    shown(&mut model, 100, 30);
    assert_eq!(selected(&model), 200, "what comes is searched too");
    press(&mut model, "<esc>");
    assert!(model.seat().unwrap().traffic.search.is_none());
    assert_eq!(
        model.context(),
        Context::Traffic,
        "first the search is left"
    );
    press(&mut model, "/nothing like it<enter>n");
    assert!(shown(&mut model, 100, 30).contains("no match"));
}

#[test]
fn a_search_that_is_left_leaves_one_where_one_was() {
    let mut model = zoomed(screen());
    many(&mut model, 50);
    shown(&mut model, 100, 30);
    press(&mut model, "kk/word7");
    shown(&mut model, 100, 30);
    assert_eq!(selected(&model), 7);
    press(&mut model, "<esc>");
    shown(&mut model, 100, 30);
    assert_eq!(selected(&model), 47);
    press(&mut model, "G/word7<esc>");
    many(&mut model, 1);
    shown(&mut model, 100, 30);
    assert_eq!(selected(&model), 50, "the end is followed again");
}

#[test]
fn an_expression_is_searched_among_the_lines_that_are_shown() {
    let mut model = zoomed(busy());
    press(&mut model, "f~d in<enter>");
    shown(&mut model, 100, 30);
    press(&mut model, "g/~t control_*<enter>");
    settle(&mut model);
    let traffic = &model.seat().unwrap().traffic;
    let (shown_rows, matches) = (
        traffic.lines().sieve.len(),
        traffic.search.as_ref().unwrap().len(),
    );
    assert!(
        matches > 0 && matches < shown_rows,
        "{matches} of {shown_rows}"
    );
    press(&mut model, "<esc>/~size > lots<enter>");
    assert_eq!(model.context(), Context::Field, "a wrong one is not taken");
    assert!(shown(&mut model, 100, 30).contains("expected a size"));
}

#[test]
fn text_that_the_summary_does_not_have_is_shown_from_the_line() {
    let mut model = zoomed(screen());
    comes(
        &mut model,
        1,
        &json!({"type": "user", "text": "hay", "other": "the needle"}),
    );
    assert!(!shown(&mut model, 160, 30).contains("needle"));
    press(&mut model, "/needle<enter>");
    assert!(shown(&mut model, 160, 30).contains("the needle"));
}

#[test]
fn a_line_is_searched_in_any_of_its_shapes() {
    let mut model = zoomed(screen());
    let long = "x".repeat(3000);
    let value = json!({"type": "user", "begin": {"b": {"c": {"d": {"e": {"f": [{"secret": "the Needle"}]}}}}}, "z": long});
    comes(&mut model, 1, &value);
    shown(&mut model, 100, 30);
    press(&mut model, "<enter>");
    assert!(!shown(&mut model, 100, 30).contains("Needle"), "folded");
    press(&mut model, "/needle");
    settle(&mut model);
    let text = shown(&mut model, 100, 30);
    assert!(
        text.contains("secret: the Needle") && text.contains("match 1 of 1"),
        "{text}"
    );
    press(&mut model, "<enter>");
    assert_eq!(
        copied(&press(&mut model, "c")),
        ".begin.b.c.d.e.f[0].secret"
    );
    assert_eq!(copied(&press(&mut model, "y")), "the Needle");
    assert_eq!(copied(&press(&mut model, "s")), "\"the Needle\"");
    for shape in [Shape::Pretty, Shape::Text, Shape::Bytes] {
        press(&mut model, "<tab>n");
        settle(&mut model);
        assert_eq!(inspector(&model).shape, shape);
        let text = shown(&mut model, 100, 30);
        assert!(
            text.contains("Needle") && text.contains("match 1 of 1"),
            "{text}"
        );
    }
    press(&mut model, "<esc>");
    assert_eq!(
        model.context(),
        Context::Inspector,
        "first the search is left"
    );
    press(&mut model, "/zzz<enter>");
    settle(&mut model);
    press(&mut model, "n");
    assert_eq!(notice(&model), "nothing was found");
}

#[test]
fn fifty_megabytes_open_scroll_and_are_searched_frame_by_frame() {
    let mut model = zoomed(screen());
    let long = format!(
        r#"{{"type":"user","message":{{"content":[{{"text":"{} needle {}"}}]}},"last":[1]}}"#,
        "x ".repeat(20 << 20),
        "y".repeat(10 << 20)
    );
    received(&mut model, &long);
    shown(&mut model, 100, 30);
    press(&mut model, "<enter>");
    let text = shown(&mut model, 100, 30);
    assert!(
        text.contains("type: user") && text.contains("reading, "),
        "{text}"
    );
    press(&mut model, "/needle<enter>");
    settle(&mut model);
    let text = shown(&mut model, 100, 30);
    assert!(
        text.contains("needle") && text.contains("bytes before"),
        "{text}"
    );
    for _ in 0..3 {
        press(&mut model, "<tab>n");
        settle(&mut model);
        let text = shown(&mut model, 100, 30);
        assert!(text.contains("eedle "), "{text}");
        press(&mut model, "G");
        settle(&mut model);
        shown(&mut model, 100, 30);
    }
}

#[test]
fn marked_lines_are_seen_and_can_be_filtered() {
    let mut model = zoomed(screen());
    many(&mut model, 10);
    shown(&mut model, 100, 30);
    press(&mut model, "gmjjm");
    assert_eq!(notice(&model), "line 3 is marked");
    let text = shown(&mut model, 100, 30);
    assert!(
        text.contains("  1*") && text.contains("  3*") && text.contains("  2 "),
        "{text}"
    );
    press(&mut model, "f~marked<enter>");
    shown(&mut model, 100, 30);
    assert_eq!(model.seat().unwrap().traffic.lines().sieve.len(), 2);
    press(&mut model, "m");
    shown(&mut model, 100, 30);
    assert_eq!(
        model.seat().unwrap().traffic.lines().sieve.len(),
        1,
        "taken away"
    );
    press(&mut model, "<enter>m");
    assert!(!shown(&mut model, 100, 30).contains("nothing"));
    assert_eq!(model.context(), Context::Inspector);
}

#[test]
fn what_is_answered_is_pending_no_longer() {
    let mut model = zoomed(started());
    let ask =
        json!({"subtype": "can_use_tool", "tool_name": "Bash", "input": {}, "tool_use_id": "t1"});
    comes(&mut model, 5000, &request("r9", &ask));
    press(&mut model, "f~pending<enter>");
    shown(&mut model, 100, 30);
    assert_eq!(model.seat().unwrap().traffic.lines().sieve.len(), 1);
    goes(
        &mut model,
        9000,
        &response("r9", &json!({"behavior": "allow"})),
    );
    shown(&mut model, 100, 30);
    assert_eq!(model.seat().unwrap().traffic.lines().sieve.len(), 0);
    press(&mut model, "<esc>f~latency > 3s<enter>");
    shown(&mut model, 100, 30);
    assert_eq!(model.seat().unwrap().traffic.lines().sieve.len(), 2);
}

#[test]
fn a_line_that_was_found_is_opened_where_the_text_stands() {
    let mut model = zoomed(screen());
    comes(
        &mut model,
        1,
        &json!({"type": "user", "begin": {"b": {"c": {"d": {"e": {"f": "needle"}}}}}}),
    );
    shown(&mut model, 100, 30);
    press(&mut model, "/needle<enter><enter>");
    settle(&mut model);
    let text = shown(&mut model, 100, 30);
    assert!(
        text.contains("f: needle") && text.contains("match 1 of 1"),
        "{text}"
    );
}

#[test]
fn standard_error_and_notes_can_be_hidden() {
    let mut model = zoomed(screen());
    for (seq, direction) in [Direction::In, Direction::Stderr, Direction::Note]
        .into_iter()
        .enumerate()
    {
        let line = bytes::Bytes::from_static(b"{\"note\":\"paused\"}");
        let at = crate::trace::Moment(seq as u64);
        let seq = seq as u64 + 1;
        let entry = Entry {
            seq,
            at,
            direction,
            line,
        };
        let store = &mut model.seat_mut().unwrap().traffic.lines().store;
        store.append(&Traffic::from_entry(entry));
    }
    shown(&mut model, 100, 30);
    assert_eq!(model.seat().unwrap().traffic.lines().sieve.len(), 3);
    press(&mut model, "e");
    let text = shown(&mut model, 100, 30);
    assert_eq!(model.seat().unwrap().traffic.lines().sieve.len(), 1);
    assert!(text.contains("wire only"), "{text}");
    press(&mut model, "/paused<enter>");
    settle(&mut model);
    assert_eq!(
        model.seat().unwrap().traffic.search.as_ref().unwrap().len(),
        1
    );
    press(&mut model, "e");
    settle(&mut model);
    assert_eq!(
        model.seat().unwrap().traffic.search.as_ref().unwrap().len(),
        3
    );
}

#[test]
fn all_lines_that_belong_together_are_listed() {
    let mut model = zoomed(started());
    let call = json!({"type": "assistant", "message": {"id": "m1", "content": [{"type": "tool_use", "id": "t1", "name": "Bash", "input": {}}]}, "session_id": "s"});
    comes(&mut model, 5000, &call);
    let ask = json!({"subtype": "can_use_tool", "tool_name": "Bash", "input": {"command": "ls"}, "tool_use_id": "t1"});
    comes(&mut model, 5001, &request("r9", &ask));
    goes(
        &mut model,
        6000,
        &response("r9", &json!({"behavior": "allow"})),
    );
    let result = json!({"type": "user", "message": {"content": [{"type": "tool_result", "tool_use_id": "t1", "content": "done"}]}, "session_id": "s"});
    comes(&mut model, 7000, &result);
    shown(&mut model, 100, 30);
    let last = selected(&model);
    press(&mut model, "P");
    let text = shown(&mut model, 100, 30);
    for kind in ["assistant", "can_use_tool", "control_response"] {
        assert!(text.contains(kind), "{text}");
    }
    press(&mut model, "can_use<enter>");
    shown(&mut model, 100, 30);
    assert_eq!(selected(&model), last - 2);
    press(&mut model, "<enter>P");
    press(&mut model, "assistant<enter>");
    assert_eq!(
        inspector(&model).row,
        last - 3,
        "in the way the other was looked at"
    );
}

#[test]
fn a_search_that_found_a_line_by_its_name_is_not_spoken_of_inside_of_it() {
    let mut model = zoomed(screen());
    comes(
        &mut model,
        1,
        &json!({"type": "system", "subtype": "init", "text": "hay"}),
    );
    comes(
        &mut model,
        2,
        &json!({"type": "user", "text": "system/init stands in it"}),
    );
    press(&mut model, "/system/init<enter>");
    settle(&mut model);
    press(&mut model, "g<enter>");
    settle(&mut model);
    let text = shown(&mut model, 100, 30);
    assert!(
        text.contains("subtype: init") && !text.contains("no match"),
        "{text}"
    );
    // In the next one it occurs, and one goes on with it.
    press(&mut model, "]");
    settle(&mut model);
    assert!(shown(&mut model, 100, 30).contains("match 1 of 1"));
    press(&mut model, "[<esc>");
    assert_eq!(
        model.context(),
        Context::Traffic,
        "nothing was left but the line"
    );
    // What is asked for inside of it is answered.
    press(&mut model, "<enter>/nowhere<enter>");
    settle(&mut model);
    assert!(shown(&mut model, 100, 30).contains("no match"));
}

#[test]
fn what_is_wrong_with_a_filter_goes_when_it_is_left_and_a_small_screen_says_how() {
    let mut model = zoomed(screen());
    many(&mut model, 3);
    press(&mut model, "f~ty<enter>");
    let told = shown(&mut model, 100, 30);
    assert!(told.contains("there is no `~ty`"), "{told}");
    press(&mut model, "<esc>");
    assert!(!shown(&mut model, 100, 30).contains("there is no `~ty`"));
    press(&mut model, "<enter>");
    let small = shown(&mut model, 60, 20);
    let last = small.lines().last().unwrap();
    assert!(last.contains("leave") && last.contains("open"), "{small}");
}
