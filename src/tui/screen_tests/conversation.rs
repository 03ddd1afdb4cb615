//! The conversation: nothing jumps, the end is followed, matches are found, what is copied is exact.

use super::stage::{drawn, press, received, screen, shown};
use crate::tui::effect::{Effect, Job};
use crate::tui::model::{Focus, Model, Pane};
use crate::tui::msg::{Done, Msg};
use crate::tui::update::update;
use serde_json::json;

const WIDE: u16 = 60;
const HIGH: u16 = 20;

/// The model says something.
pub(super) fn say(model: &mut Model, text: &str) {
    block(model, None, &json!({"type": "text", "text": text}));
}

/// A block of the model's, in a sub-agent or not.
fn block(model: &mut Model, parent: Option<&str>, block: &serde_json::Value) {
    let line = json!({
        "type": "assistant", "session_id": "s", "parent_tool_use_id": parent,
        "message": {"id": "m", "role": "assistant", "content": [block]},
    });
    received(model, &line.to_string());
}

/// The model calls a tool.
pub(super) fn call(
    model: &mut Model,
    parent: Option<&str>,
    id: &str,
    name: &str,
    input: &serde_json::Value,
) {
    block(
        model,
        parent,
        &json!({"type": "tool_use", "id": id, "name": name, "input": input}),
    );
}

/// The tool's result comes.
pub(super) fn result(model: &mut Model, id: &str, text: &str, is_error: bool) {
    let line = json!({
        "type": "user", "session_id": "s",
        "message": {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": id, "content": text, "is_error": is_error},
        ]},
    });
    received(model, &line.to_string());
}

fn prompt(model: &mut Model, text: &str) {
    let line = json!({
        "type": "user", "session_id": "s", "isReplay": true, "uuid": text,
        "message": {"role": "user", "content": text},
    });
    received(model, &line.to_string());
}

/// A screen with this many messages, the conversation in focus.
pub(super) fn talk(count: usize) -> Model {
    let mut model = screen();
    model.focus = Focus::Pane(Pane::Conversation);
    for number in 0..count {
        say(&mut model, &format!("message {number}"));
    }
    see(&mut model);
    model
}

/// The rows of the conversation, without its frame.
fn see(model: &mut Model) -> Vec<String> {
    rows(&shown(model, WIDE, HIGH))
}

fn rows(text: &str) -> Vec<String> {
    let inside = |line: &str| {
        let line = line.strip_prefix('│')?;
        let line = line.trim_end_matches(['│', '┃', '█']);
        Some(line.trim_end().to_owned())
    };
    text.lines().filter_map(inside).collect()
}

fn first_row(model: &mut Model) -> String {
    see(model).first().cloned().unwrap_or_default()
}

fn frame_line(model: &mut Model, part: &str) -> bool {
    shown(model, WIDE, HIGH).contains(part)
}

#[test]
fn long_conversations_at_three_sizes() {
    let mut model = talk(0);
    for number in 0..40 {
        prompt(&mut model, &format!("question {number}"));
        say(
            &mut model,
            &format!("answer {number}: {}", "some words ".repeat(number % 7 * 3)),
        );
        let id = format!("t{number}");
        call(
            &mut model,
            None,
            &id,
            "Bash",
            &json!({"command": format!("make part{number}")}),
        );
        result(&mut model, &id, "one\ntwo", number % 5 == 4);
    }
    press(&mut model, "kkk");
    shown(&mut model, 100, 30);
    press(&mut model, "<ctrl+u>");
    say(&mut model, "something new");
    insta::assert_snapshot!("long_60x20", shown(&mut model, 60, 20));
    insta::assert_snapshot!("long_100x30", shown(&mut model, 100, 30));
    insta::assert_snapshot!("long_160x48", shown(&mut model, 160, 48));
}

#[test]
fn the_end_is_followed_until_one_scrolls_up() {
    let mut model = talk(50);
    assert!(see(&mut model).iter().any(|row| row.contains("message 49")));
    say(&mut model, "message 50");
    assert!(see(&mut model).iter().any(|row| row.contains("message 50")));
    press(&mut model, "<pageup>");
    let before = see(&mut model);
    for number in 51..63 {
        say(&mut model, &format!("message {number}"));
    }
    assert_eq!(see(&mut model), before, "what came below moves nothing");
    assert!(frame_line(&mut model, "▼ 12 new"));
    press(&mut model, "G");
    assert!(see(&mut model).iter().any(|row| row.contains("message 62")));
    assert!(!frame_line(&mut model, "▼"));
    say(&mut model, "message 63");
    assert!(see(&mut model).iter().any(|row| row.contains("message 63")));
}

#[test]
fn scrolling_to_the_end_follows_it_again() {
    let mut model = talk(50);
    press(&mut model, "<pageup><pageup><pagedown>");
    see(&mut model);
    assert!(!model.seat().unwrap().conversation.follows());
    press(&mut model, "<pagedown>");
    assert!(model.seat().unwrap().conversation.follows());
    press(&mut model, "g");
    assert_eq!(first_row(&mut model), "▌message 0");
}

#[test]
fn scrolling_goes_by_rows() {
    let mut model = talk(0);
    let long: Vec<String> = (0..100).map(|row| format!("row {row}")).collect();
    say(&mut model, &long.join("\n\n"));
    say(&mut model, &long.join("\n\n"));
    press(&mut model, "g");
    let step = |model: &mut Model| {
        let before = see(model);
        press(model, "<ctrl+d>");
        let after = see(model);
        let half = before.len().min(12) / 2;
        assert_eq!(
            before.get(half..12),
            after.get(..12 - half),
            "{before:?} {after:?}"
        );
    };
    see(&mut model);
    step(&mut model);
    step(&mut model);
}

#[test]
fn what_changes_above_moves_nothing() {
    let mut model = talk(0);
    call(&mut model, None, "t1", "Bash", &json!({"command": "make"}));
    for number in 0..50 {
        say(&mut model, &format!("message {number}"));
    }
    see(&mut model);
    press(&mut model, "<pageup>");
    let before = see(&mut model);
    result(&mut model, "t1", &"line\n".repeat(30), false);
    assert_eq!(see(&mut model), before, "a result above");
    press(&mut model, "o");
    assert_eq!(first_row(&mut model), before[0], "everything opened");
}

#[test]
fn another_width_keeps_the_place() {
    let mut model = talk(0);
    for number in 0..100 {
        say(
            &mut model,
            &format!("start{number} {}", format!("w{number} ").repeat(60)),
        );
    }
    see(&mut model);
    press(&mut model, "g<pagedown><pagedown><pagedown><pagedown>");
    let before = first_row(&mut model);
    let word = before.split_whitespace().last().unwrap().to_owned();
    let other = shown(&mut model, 150, 40);
    let first = rows(&other)[0].clone();
    let number = word.trim_start_matches(|c: char| !c.is_ascii_digit());
    assert!(first.contains(&format!("w{number} ")), "{word}: {first}");
    let again = first_row(&mut model);
    assert!(again.contains(&format!("w{number} ")), "{word}: {again}");
}

#[test]
fn items_are_selected_one_by_one_and_opened() {
    let mut model = talk(0);
    say(&mut model, "before");
    call(&mut model, None, "t1", "Bash", &json!({"command": "make"}));
    result(&mut model, "t1", "the output", false);
    say(&mut model, "after");
    see(&mut model);
    assert_eq!(model.seat().unwrap().conversation.selected, None);
    press(&mut model, "k");
    assert_eq!(model.seat().unwrap().conversation.selected, Some(2));
    press(&mut model, "k");
    assert!(
        see(&mut model)
            .iter()
            .any(|row| row.starts_with('▌') && row.contains("Bash"))
    );
    assert!(!frame_line(&mut model, "the output"));
    press(&mut model, "<enter>");
    assert!(frame_line(&mut model, "the output"));
    press(&mut model, "<enter>");
    assert!(!frame_line(&mut model, "the output"));
    press(&mut model, "jj");
    assert!(model.seat().unwrap().conversation.follows());
}

#[test]
fn a_long_item_is_scrolled_through_before_the_next_is_selected() {
    let mut model = talk(1);
    let long: Vec<String> = (0..60).map(|row| format!("row {row}")).collect();
    say(&mut model, &long.join("\n\n"));
    say(&mut model, "after");
    press(&mut model, "g");
    see(&mut model);
    press(&mut model, "j");
    see(&mut model);
    assert_eq!(model.seat().unwrap().conversation.selected, Some(1));
    assert!(first_row(&mut model).contains("row 0"), "its beginning");
    let mut presses = 0;
    while model.seat().unwrap().conversation.selected == Some(1) {
        press(&mut model, "j");
        see(&mut model);
        presses += 1;
        assert!(presses < 200, "it is left at last");
    }
    assert!(presses > 10, "{presses}");
    assert_eq!(model.seat().unwrap().conversation.selected, Some(2));
}

#[test]
fn what_a_sub_agent_does_is_inside_of_its_card() {
    let mut model = talk(0);
    call(
        &mut model,
        None,
        "a1",
        "Agent",
        &json!({"description": "outer"}),
    );
    block(
        &mut model,
        Some("a1"),
        &json!({"type": "text", "text": "in the outer one"}),
    );
    call(
        &mut model,
        Some("a1"),
        "a2",
        "Agent",
        &json!({"description": "inner"}),
    );
    for number in 0..3000 {
        let text = format!("in the inner one {number}");
        block(
            &mut model,
            Some("a2"),
            &json!({"type": "text", "text": text}),
        );
    }
    say(&mut model, "outside");
    let text = shown(&mut model, WIDE, HIGH);
    assert!(
        text.contains("outside") && text.contains("outer") && !text.contains("in the"),
        "{text}"
    );
    press(&mut model, "kk<enter>");
    let text = shown(&mut model, WIDE, HIGH);
    assert!(
        text.contains("in the outer one") && text.contains("inner"),
        "{text}"
    );
    assert!(!text.contains("in the inner one"), "{text}");
    press(&mut model, "jj<enter>");
    let text = shown(&mut model, WIDE, HIGH);
    assert!(text.contains("in the inner one 0"), "{text}");
    press(&mut model, "G");
    assert!(shown(&mut model, WIDE, HIGH).contains("in the inner one 2999"));
}

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

fn copied(effects: &[Effect]) -> Vec<(String, String)> {
    let copy = |effect: &Effect| match effect {
        Effect::Work(Job::Copy { text, what }) => Some((text.clone(), what.clone())),
        _ => None,
    };
    effects.iter().filter_map(copy).collect()
}

#[test]
fn what_is_copied_is_exact() {
    let mut model = talk(0);
    let text = "See:\n\n```rust\nlet a = 1;\n```\n\nand\n\n```\nb\tc\n```\n";
    say(&mut model, text);
    call(
        &mut model,
        None,
        "t1",
        "Bash",
        &json!({"command": "make \u{1b}[2J all"}),
    );
    result(&mut model, "t1", "done\n\u{202e}", false);
    see(&mut model);
    let pair = |text: &str, what: &str| vec![(text.to_owned(), what.to_owned())];
    assert_eq!(
        copied(&press(&mut model, "ky")),
        pair("done\n\u{202e}", "the output")
    );
    assert_eq!(
        copied(&press(&mut model, "x")),
        pair("make \u{1b}[2J all", "the command")
    );
    let raw = copied(&press(&mut model, "Y")).remove(0).0;
    let raw: serde_json::Value = serde_json::from_str(&raw).unwrap();
    assert_eq!(raw["name"], "Bash");
    assert_eq!(raw["result"]["content"], "done\n\u{202e}");
    assert_eq!(copied(&press(&mut model, "ky")), pair(text, "the message"));
    assert!(
        copied(&press(&mut model, "x")).is_empty(),
        "no command in a message"
    );
    assert!(model.notice.as_ref().unwrap().text.contains("no command"));
    assert!(
        copied(&press(&mut model, "c")).is_empty(),
        "two blocks: which?"
    );
    assert_eq!(
        copied(&press(&mut model, "<down><enter>")),
        pair("b\tc\n", "the code")
    );
}

#[test]
fn keys_jump_between_prompts_and_between_troubles() {
    let mut model = screen();
    model.focus = Focus::Pane(Pane::Conversation);
    for number in 0..5 {
        let now = crate::trace::Moment::after(std::time::Duration::from_secs(1));
        let text = format!("prompt {number}");
        let prompt = crate::wire::Prompt::text(text.clone(), text);
        let outgoing = crate::wire::Outgoing::user(prompt).unwrap();
        let traffic = crate::trace::Traffic::sent(1, now, outgoing);
        super::stage::feed(&mut model, crate::session::Input::Traffic(traffic), now);
        for part in 0..10 {
            say(&mut model, &format!("answer {number}.{part}"));
        }
        let id = format!("t{number}");
        call(
            &mut model,
            None,
            &id,
            "Bash",
            &json!({"command": format!("part{number}")}),
        );
        result(&mut model, &id, "output", number % 2 == 1);
    }
    see(&mut model);
    press(&mut model, "[");
    assert!(frame_line(&mut model, "prompt 4"));
    press(&mut model, "[[");
    assert!(first_row(&mut model).contains("prompt 2"));
    press(&mut model, "]");
    assert!(first_row(&mut model).contains("prompt 3"));
    press(&mut model, "ga");
    assert!(
        see(&mut model)
            .iter()
            .any(|row| row.starts_with('▌') && row.contains("part1"))
    );
    press(&mut model, "a");
    assert!(
        see(&mut model)
            .iter()
            .any(|row| row.starts_with('▌') && row.contains("part3"))
    );
    press(&mut model, "a");
    assert!(
        see(&mut model)
            .iter()
            .any(|row| row.starts_with('▌') && row.contains("part1")),
        "round"
    );
}

#[test]
fn a_request_that_waits_comes_before_what_went_wrong() {
    let mut model = talk(3);
    super::stage::ask(&mut model, "r1", "ls");
    press(&mut model, "a");
    assert_eq!(model.focus, Focus::Request);
}

#[test]
fn what_was_forgotten_is_said_at_the_top() {
    let mut model = talk(5200);
    let dropped = model.seats[0].live.state().transcript.dropped();
    let count = format!("1,{:03}", dropped - 1000);
    press(&mut model, "g");
    assert!(see(&mut model)[0].contains(&format!("{count} earlier items are no longer kept")));
    model.seats[0].recording = Some("x".into());
    update(&mut model, Msg::Resize((WIDE + 1, HIGH).into()));
    assert!(
        shown(&mut model, WIDE + 2, HIGH)
            .contains(&format!("{count} earlier items are only in the recording"))
    );
}

#[test]
fn colours_are_asked_for_once_and_only_what_lacked_them_is_made_again() {
    let mut model = talk(3);
    let key = crate::tui::widgets::highlight::HighlightJob::new("rust", "x", "y").key;
    let before = see(&mut model);
    update(
        &mut model,
        Msg::Done(Done::Highlighted(key, Vec::new().into())),
    );
    assert_eq!(see(&mut model), before);
}

fn delta(model: &mut Model, text: &str) {
    let event = json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}});
    received(
        model,
        &json!({"type": "stream_event", "session_id": "s", "parent_tool_use_id": null, "event": event}).to_string(),
    );
}

#[test]
fn what_is_being_written_keeps_its_place_when_it_is_done() {
    let mut model = talk(3);
    let start = json!({"type": "stream_event", "session_id": "s", "parent_tool_use_id": null, "event": {"type": "message_start", "message": {"id": "m", "role": "assistant", "content": []}}});
    received(&mut model, &start.to_string());
    let lines: Vec<String> = (0..40).map(|row| format!("row {row}\n\n")).collect();
    for line in &lines {
        delta(&mut model, line);
    }
    assert!(frame_line(&mut model, "row 39"), "the end is followed");
    press(&mut model, "<pageup>");
    let before = see(&mut model);
    delta(&mut model, "one more\n");
    assert_eq!(
        see(&mut model),
        before,
        "what is written below moves nothing"
    );
    let whole = format!("{}one more\n", lines.concat());
    say(&mut model, &whole);
    assert_eq!(
        see(&mut model),
        before,
        "it is an item now, and stands where it stood"
    );
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
fn text_from_outside_is_only_text_wherever_it_is_shown() {
    let mut model = talk(0);
    let evil = "\u{1b}]52;c;eA==\u{7}\u{202e}\u{9b}2J";
    say(
        &mut model,
        &format!("{evil}\n\n```{evil}\n{evil}\n```\n\n```\n{evil} two\n```\n"),
    );
    call(
        &mut model,
        Some(evil),
        "own",
        evil,
        &json!({"command": evil}),
    );
    result(&mut model, "own", evil, true);
    call(
        &mut model,
        Some("self"),
        "self",
        "Agent",
        &json!({"description": "its own parent"}),
    );
    let all = |model: &mut Model| {
        let text = shown(model, 100, 40);
        let bad = text.contains(|c: char| c != '\n' && crate::sanitise::is_obeyed(c));
        assert!(!bad, "{text}");
        text
    };
    assert!(
        all(&mut model).contains("its own parent"),
        "nothing can hide itself"
    );
    press(&mut model, "o");
    all(&mut model);
    press(&mut model, "gc");
    assert!(!model.overlays.is_empty());
    all(&mut model);
    press(&mut model, "<esc>/52");
    assert!(all(&mut model).contains("match 1 of"));
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
