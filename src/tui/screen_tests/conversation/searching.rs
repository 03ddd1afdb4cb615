//! Searching: nearest first, in folded cards too, however long the conversation.

use super::{HIGH, WIDE, call, frame_line, result, say, see, talk};
use crate::tui::model::{Focus, Pane};
use crate::tui::msg::Msg;
use crate::tui::screen_tests::stage::{drawn, press, shown};
use crate::tui::update::update;
use serde_json::json;

#[test]
fn a_search_finds_the_nearest_first_and_goes_on_with_keys() {
    let mut model = talk(300);
    say(&mut model, "The Needle");
    for number in 300..600 {
        say(&mut model, &format!("message {number}"));
    }
    see(&mut model);
    press(&mut model, "/");
    press(&mut model, "message 29");
    assert!(frame_line(&mut model, "match 11 of 11"));
    assert!(frame_line(&mut model, "message 299"));
    press(&mut model, "<enter>");
    press(&mut model, "n");
    assert!(frame_line(&mut model, "match 1 of 11"));
    press(&mut model, "N");
    assert!(frame_line(&mut model, "match 11 of 11"));
    press(&mut model, "N");
    assert!(frame_line(&mut model, "match 10 of 11"));
    press(&mut model, "<esc>");
    assert!(!frame_line(&mut model, "match"));
    assert_eq!(
        model.focus,
        Focus::Pane(Pane::Conversation),
        "only the search is left"
    );
    press(&mut model, "/needle");
    assert!(frame_line(&mut model, "match 1 of 1"));
    press(&mut model, "<esc>/needLE");
    assert!(frame_line(&mut model, "no match"));
}

#[test]
fn leaving_a_search_goes_back_to_where_one_was() {
    let mut model = talk(100);
    press(&mut model, "<pageup>");
    let before = see(&mut model);
    press(&mut model, "/message 3<esc>");
    assert_eq!(see(&mut model), before);
    assert!(model.overlays.is_empty());
}

#[test]
fn a_match_in_a_folded_card_opens_it_for_a_while() {
    let mut model = talk(3);
    call(
        &mut model,
        None,
        "a1",
        "Agent",
        &json!({"description": "outer"}),
    );
    call(
        &mut model,
        Some("a1"),
        "t1",
        "Bash",
        &json!({"command": "make"}),
    );
    result(
        &mut model,
        "t1",
        &format!("{}hidden treasure\n", "line\n".repeat(40)),
        false,
    );
    say(&mut model, "end");
    assert!(!frame_line(&mut model, "treasure"));
    press(&mut model, "/treasure<enter>");
    let text = shown(&mut model, WIDE, HIGH);
    assert!(text.contains("hidden treasure"), "{text}");
    press(&mut model, "<esc>G");
    assert!(!frame_line(&mut model, "make"), "it is folded again");
}

#[test]
fn what_is_found_stands_out() {
    let mut model = talk(5);
    press(&mut model, "/message 3");
    let buffer = drawn(&mut model, WIDE, HIGH);
    let found = model.theme.style(crate::tui::theme::Role::Match);
    let marked: String = buffer
        .content()
        .iter()
        .filter(|cell| {
            Some(cell.bg) == found.bg
                || cell.modifier.contains(found.add_modifier) && !found.add_modifier.is_empty()
        })
        .map(ratatui::buffer::Cell::symbol)
        .collect();
    assert!(marked.contains("message 3"), "{marked}");
    assert!(!marked.contains("message 2"), "{marked}");
}

#[test]
fn a_search_in_very_much_goes_on_from_frame_to_frame() {
    let mut model = talk(0);
    {
        let limits = crate::session::Limits {
            bytes: 1 << 30,
            items: 1_000_000,
            ..Default::default()
        };
        let options = crate::session::LiveOptions {
            limits,
            ..Default::default()
        };
        model.seats[0].live = crate::session::Live::new(options);
    }
    say(&mut model, "first needle");
    for _ in 0..30_000 {
        say(&mut model, "hay");
    }
    see(&mut model);
    press(&mut model, "/needle");
    assert!(model.is_unfinished(), "not all in one go");
    assert!(frame_line(&mut model, "searching,"));
    let mut frames = 0;
    while model.is_unfinished() {
        update(&mut model, Msg::Frame);
        frames += 1;
        assert!(frames < 100);
    }
    assert!(frame_line(&mut model, "match 1 of 1"));
    assert!(frame_line(&mut model, "first needle"));
}

#[test]
fn a_result_that_comes_during_a_search_is_found() {
    let mut model = talk(3);
    call(&mut model, None, "t1", "Bash", &json!({"command": "make"}));
    say(&mut model, "a pearl");
    press(&mut model, "/pearl<enter>");
    assert!(frame_line(&mut model, "match 1 of 1"));
    result(&mut model, "t1", "one pearl, another pearl", false);
    assert!(frame_line(&mut model, "of 3"));
    press(&mut model, "N");
    assert!(frame_line(&mut model, "one pearl, another pearl"));
}

#[test]
fn a_search_brings_the_conversation_to_where_it_can_be_seen() {
    let mut model = talk(10);
    press(&mut model, "2z");
    assert!(!shown(&mut model, WIDE, HIGH).contains("message 9"));
    crate::tui::update::perform(&mut model, crate::tui::action::Action::Search);
    press(&mut model, "message 3");
    assert!(shown(&mut model, WIDE, HIGH).contains("message 3"));
}
