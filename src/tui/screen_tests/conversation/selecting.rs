//! Items one by one: selected, opened, copied, jumped to.

use super::{HIGH, WIDE, block, call, first_row, frame_line, result, say, see, talk};
use crate::tui::effect::{Effect, Job};
use crate::tui::model::{Focus, Pane};
use crate::tui::screen_tests::stage::{ask, feed, press, screen, shown};
use serde_json::json;

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
        feed(&mut model, crate::session::Input::Traffic(traffic), now);
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
    ask(&mut model, "r1", "ls");
    press(&mut model, "a");
    assert_eq!(model.focus, Focus::Request);
}
