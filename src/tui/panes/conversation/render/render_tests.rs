//! Everything that is no tool call looks like what it is.

use super::stage_tests::{at, said, session, text};
use super::{Paint, trailer};
use crate::session::{Fate, ItemKind, Outcome, Prompted, State};
use crate::tui::theme::{Depth, Theme};
use crate::tui::widgets::highlight::Highlights;
use serde_json::json;
use std::fmt::Write as _;

fn kinds() -> Vec<(&'static str, ItemKind)> {
    let prompt = |text: &str, attachments, fate| {
        let text = text.to_owned();
        ItemKind::Prompt(Prompted {
            text,
            attachments,
            fate,
        })
    };
    let end = |outcome, text: &str| ItemKind::TurnEnd {
        outcome,
        text: text.to_owned(),
    };
    let notice = |level: &str| ItemKind::Notice {
        level: level.to_owned(),
        text: "Something to know.".to_owned(),
    };
    vec![
        (
            "prompt",
            prompt(
                "Fix the test\nand **run** it again, please, until it is as green as grass",
                0,
                Fate::Completed,
            ),
        ),
        ("queued", prompt("And then?", 2, Fate::Queued)),
        ("cancelled", prompt("No.", 0, Fate::Cancelled)),
        (
            "aborted",
            ItemKind::Text {
                text: "Half a sen".to_owned(),
                aborted: true,
            },
        ),
        (
            "thinking",
            ItemKind::Thinking {
                text: "The cap is missing.\n\nSo it overflows.".to_owned(),
                duration_ms: Some(3210),
                redacted: false,
            },
        ),
        (
            "redacted",
            ItemKind::Thinking {
                text: String::new(),
                duration_ms: None,
                redacted: true,
            },
        ),
        (
            "synthetic",
            ItemKind::Synthetic {
                text: "This session is being continued.\nMore of it.".to_owned(),
            },
        ),
        (
            "command",
            ItemKind::Replayed {
                text: "<local-command-stdout>Set model to sonnet</local-command-stdout>".to_owned(),
            },
        ),
        (
            "replayed",
            ItemKind::Replayed {
                text: "What I said".to_owned(),
            },
        ),
        ("interrupted", ItemKind::Interrupted { in_tool: false }),
        ("in a tool", ItemKind::Interrupted { in_tool: true }),
        (
            "api error",
            ItemKind::ApiError {
                error: "overloaded_error".to_owned(),
                status: Some(529),
                text: "The API is overloaded.".to_owned(),
            },
        ),
        (
            "compacted",
            ItemKind::Compacted {
                trigger: "auto".to_owned(),
            },
        ),
        ("cleared", ItemKind::Reset),
        ("info", notice("info")),
        ("warning", notice("warning")),
        ("error", notice("error")),
        ("done", end(Outcome::Success, "")),
        (
            "failed",
            end(Outcome::MaxTurns, "Reached the limit of 3 turns."),
        ),
        ("stopped", end(Outcome::Interrupted, "interrupted")),
        (
            "unknown",
            ItemKind::Unknown(json!({"type": "hologram", "data": [1, 2]})),
        ),
    ]
}

#[test]
fn every_kind_of_item() {
    let mut shown = String::new();
    for width in [56, 96] {
        for open in [false, true] {
            let _ = writeln!(
                shown,
                "== {} at {width} ==",
                if open { "open" } else { "folded" }
            );
            for (_, kind) in kinds() {
                shown.push_str(&text(&said(kind), open, width, &State::default()));
            }
        }
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn what_the_session_knows_of_an_event_is_told_with_it() {
    let state = session(&[
        r#"{"type":"system","subtype":"init","session_id":"s","model":"m"}"#,
        r#"{"type":"system","subtype":"compact_boundary","compact_metadata":{"trigger":"manual","pre_tokens":150000,"post_tokens":12000}}"#,
        r#"{"type":"assistant","message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"hi"}]}}"#,
        r#"{"type":"result","subtype":"success","is_error":false,"num_turns":1,"result":"hi","total_cost_usd":0.25,"usage":{"input_tokens":1200,"output_tokens":34},"terminal_reason":"completed"}"#,
    ]);
    let items: Vec<String> = state
        .transcript
        .iter()
        .map(|one| text(one, false, 80, &state))
        .collect();
    let all = items.concat();
    assert!(all.contains("150.0k → 12.0k tokens"), "{all}");
    assert!(
        all.contains("1.2k in, 34 out") && all.contains("$0.25 so far"),
        "{all}"
    );
}

#[test]
fn items_of_a_sub_agent_stand_behind_a_line() {
    for (name, kind) in kinds() {
        let mut one = said(kind);
        one.parent = Some("t1".to_owned());
        for open in [false, true] {
            let shown = text(&one, open, 56, &State::default());
            assert!(
                shown.lines().all(|line| line.starts_with('│')),
                "{name}: {shown}"
            );
        }
    }
}

#[test]
fn a_folded_text_breaks_between_words() {
    let words = "one two three four five six seven";
    let one = said(ItemKind::Synthetic {
        text: words.to_owned(),
    });
    let shown = text(&one, true, 20, &State::default());
    let read: Vec<&str> = shown.split_whitespace().collect();
    assert!(read.join(" ").ends_with(words), "{shown}");
}

#[test]
fn any_item_fits_any_width() {
    for (_, kind) in kinds() {
        let one = said(kind);
        for width in 1..40 {
            text(&one, false, width, &State::default());
            text(&one, true, width, &State::default());
        }
    }
}

fn below(state: &State, millis: u64) -> (String, bool) {
    let theme = Theme::shipped("default", Depth::True).unwrap().unwrap();
    let highlights = Highlights::default();
    let paint = Paint {
        theme: &theme,
        width: 80,
        highlights: &highlights,
        state,
        now: at(millis),
    };
    let rendered = trailer(&paint);
    let lines: Vec<String> = rendered.lines.iter().map(ToString::to_string).collect();
    (lines.join("\n"), rendered.counts)
}

#[test]
fn what_is_awaited_stands_below_and_counts() {
    assert_eq!(below(&State::default(), 1000), (String::new(), false));
    let retry = session(&[
        r#"{"type":"system","subtype":"api_retry","attempt":2,"max_retries":10,"retry_delay_ms":4000,"error_status":529,"error":"overloaded"}"#,
    ]);
    assert_eq!(
        below(&retry, 2000),
        (
            "▲ the API failed (529)  overloaded  try 2 of 10 in 3.0s".to_owned(),
            true
        )
    );
    assert!(below(&retry, 9000).0.ends_with("try 2 of 10 now"));
    let compacting = session(&[r#"{"type":"system","subtype":"status","status":"compacting"}"#]);
    assert_eq!(
        below(&compacting, 2000),
        ("● compacting the conversation".to_owned(), true)
    );
}

#[test]
fn the_streamed_answer_is_shown_with_what_it_thinks_and_calls() {
    let state = session(&[
        r#"{"type":"stream_event","event":{"type":"message_start","message":{"id":"m1","role":"assistant","content":[]}}}"#,
        r#"{"type":"stream_event","event":{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}}"#,
        r#"{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"one two three"}}}"#,
        r#"{"type":"stream_event","event":{"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}}"#,
        r#"{"type":"stream_event","event":{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"Some **bold** text"}}}"#,
        r#"{"type":"stream_event","event":{"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"t","name":"mcp__calc__add","input":{}}}}"#,
        r#"{"type":"stream_event","event":{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{\"a\": 1"}}}"#,
    ]);
    let theme = Theme::shipped("default", Depth::True).unwrap().unwrap();
    let highlights = Highlights::default();
    let paint = Paint {
        theme: &theme,
        width: 60,
        highlights: &highlights,
        state: &state,
        now: at(9000),
    };
    let mut layout = super::stream::StreamLayout::default();
    layout.update(&paint, false);
    let lines: Vec<String> = layout.lines().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "▸ thinking… (13 B)",
            "",
            "Some bold text",
            "",
            "● calc › add  writing the call… 7 B",
            ""
        ]
    );
}
