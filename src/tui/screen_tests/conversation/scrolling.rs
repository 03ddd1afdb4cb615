//! Scrolling: the end that is followed, the place that is kept.

use super::{call, delta, first_row, frame_line, result, rows, say, see, talk};
use crate::tui::model::Model;
use crate::tui::screen_tests::stage::{press, received, shown};
use serde_json::json;

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
