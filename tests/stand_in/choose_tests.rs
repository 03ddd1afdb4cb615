//! Which turn answers.

use serde_json::{Value, json};

use super::super::script::{MARK, prompt, turn};
use super::{Chosen, choose};

fn after(text: &str, answers: usize) -> Value {
    let mut messages = vec![json!({"role": "user", "content": text})];
    for _ in 0..answers {
        messages.push(json!({"role": "assistant", "content": []}));
        messages
            .push(json!({"role": "user", "content": [{"type": "tool_result", "content": "r"}]}));
    }
    json!({"messages": messages, "metadata": {"user_id": "u"}})
}

#[test]
fn turn_k_answers_request_k_and_then_it_is_done() {
    let text = prompt("Go.", [turn().text("zero"), turn().text("one")]);
    let answers = [0, 1, 2, 3].map(|k| choose(&after(&text, k)).turn);
    assert_eq!(
        answers,
        ["zero", "one", "Done.", "Done."].map(|said| turn().text(said))
    );
}

#[test]
fn a_prompt_without_a_script_is_echoed_by_its_end() {
    assert_eq!(choose(&after("Hello", 0)).turn, turn().text("Echo: Hello"));
    let long = format!("start {}", "ä".repeat(80));
    assert_eq!(
        choose(&after(&long, 0)).turn,
        turn().text(format!("Echo: {}", "ä".repeat(80)))
    );
}

#[test]
fn a_turn_no_person_started_is_noted() {
    assert_eq!(
        choose(&after("<task-notification/>", 0)).turn,
        turn().text("Noted.")
    );
    assert_eq!(
        choose(&json!({})),
        Chosen {
            turn: turn().text("Hello."),
            attempt_key: String::new()
        }
    );
}

#[test]
fn a_script_that_cannot_be_read_says_so() {
    let said = choose(&after(&format!("{MARK} [{{\"nope\":1}}]"), 0)).turn;
    let text = format!("{said:?}");
    assert!(
        text.contains("cannot be read") && text.contains("nope"),
        "{text}"
    );
}

#[test]
fn attempts_at_the_same_turn_share_a_key_and_others_do_not() {
    let text = prompt("Go.", [turn(), turn()]);
    let key = |body: &Value| choose(body).attempt_key;
    assert_eq!(key(&after(&text, 1)), key(&after(&text, 1)));
    assert_ne!(key(&after(&text, 0)), key(&after(&text, 1)));
    let mut other = after(&text, 1);
    other["metadata"]["user_id"] = json!("v");
    assert_ne!(key(&after(&text, 1)), key(&other));
}
