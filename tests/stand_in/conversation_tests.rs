//! Which prompt governs, in the layouts the CLI sends.

use serde_json::{Value, json};

use super::{Governing, everything, governing, latest_results};

fn user(content: &Value) -> Value {
    json!({"role": "user", "content": content})
}

fn said(text: &str) -> Value {
    json!({"role": "assistant", "content": [{"type": "text", "text": text}]})
}

fn result(text: &str) -> Value {
    user(&json!([{"type": "tool_result", "tool_use_id": "t", "content": text}]))
}

fn texts(texts: &[&str]) -> Value {
    user(
        &texts
            .iter()
            .map(|text| json!({"type": "text", "text": text}))
            .collect(),
    )
}

#[test]
fn the_latest_prompt_governs_and_answers_since_are_counted() {
    let body = json!({"messages": [user(&json!("first")), said("a"), user(&json!("second")), said("b"), result("r"), said("c"), result("s")]});
    assert_eq!(
        governing(&body),
        Some(Governing {
            at: 2,
            prompt: Some("second"),
            answered: 2
        })
    );
    assert_eq!(latest_results(&body), "s");
}

#[test]
fn neighbouring_assistant_messages_are_one_answer() {
    let body = json!({"messages": [user(&json!("p")), said("a"), said("b"), result("r")]});
    assert_eq!(governing(&body).unwrap().answered, 1);
}

#[test]
fn reminders_are_no_prompts_and_the_last_of_several_prompts_counts() {
    let body = json!({"messages": [texts(&["<system-reminder>x</system-reminder>", "old", "new", "<b>", "  "])]});
    assert_eq!(
        governing(&body),
        Some(Governing {
            at: 0,
            prompt: Some("new"),
            answered: 0
        })
    );
}

#[test]
fn a_message_of_reminders_alone_governs_without_a_prompt() {
    let body = json!({"messages": [user(&json!("p")), said("a"), texts(&["<task-notification>done</task-notification>"])]});
    assert_eq!(
        governing(&body),
        Some(Governing {
            at: 2,
            prompt: None,
            answered: 0
        })
    );
}

#[test]
fn reminders_beside_a_tool_result_do_not_govern() {
    let with_reminder = user(&json!([
        {"type": "tool_result", "tool_use_id": "t", "content": [{"type": "text", "text": "r"}, {"type": "image"}]},
        {"type": "text", "text": "<system-reminder>x</system-reminder>"},
    ]));
    let body = json!({"messages": [user(&json!("p")), {"role": "system", "content": "s"}, said("a"), with_reminder]});
    assert_eq!(
        governing(&body),
        Some(Governing {
            at: 0,
            prompt: Some("p"),
            answered: 1
        })
    );
    assert_eq!(latest_results(&body), "r");
}

#[test]
fn nothing_governs_nothing() {
    for body in [
        json!(null),
        json!({"messages": []}),
        json!({"messages": [said("a")]}),
        json!({"messages": "odd"}),
    ] {
        assert_eq!(governing(&body), None, "{body}");
    }
}

#[test]
fn everything_is_system_texts_and_results() {
    let body = json!({"system": [{"type": "text", "text": "sys"}], "messages": [user(&json!("p")), said("a"), result("r")]});
    assert_eq!(
        everything(&body)
            .join(" ")
            .split_whitespace()
            .collect::<Vec<_>>(),
        ["sys", "p", "a", "r"]
    );
}

#[test]
fn a_nudge_of_the_cli_starts_no_turn() {
    let body = json!({"messages": [user(&json!("p")), said("a"), texts(&["Output token limit hit. Resume"])]});
    assert_eq!(
        governing(&body),
        Some(Governing {
            at: 0,
            prompt: Some("p"),
            answered: 1
        })
    );
}

#[test]
fn a_nudge_beside_the_prompt_stands_for_an_empty_answer() {
    let body =
        json!({"messages": [texts(&["p", "[Your previous response had no visible output."])]});
    assert_eq!(
        governing(&body),
        Some(Governing {
            at: 0,
            prompt: Some("p"),
            answered: 1
        })
    );
}
