//! Streamed text is provisional: the `assistant` message with its id is the truth.

use crate::support::frames::*;
use crate::support::playbook::*;
use cca::session::{ItemKind, Phase};
use serde_json::json;

fn running() -> Playbook {
    let mut book = Playbook::started();
    book.feed(prompt("u1")).receive([
        init(),
        message_start("m1"),
        block_start(0, &text("")),
        text_delta(0, "Hel"),
    ]);
    book
}

fn provisional(book: &Playbook) -> Vec<&str> {
    let blocks = book.state().streaming.blocks.values();
    blocks.map(|block| block.text.as_str()).collect()
}

fn said(book: &Playbook) -> Vec<&str> {
    let texts = book
        .state()
        .transcript
        .iter()
        .filter_map(|item| match &item.kind {
            ItemKind::Text { text, .. } => Some(text.as_str()),
            _ => None,
        });
    texts.collect()
}

#[test]
fn deltas_add_up_and_the_message_replaces_them_before_its_block_stops() {
    let mut book = running();
    book.receive([text_delta(0, "lo")]);
    assert_eq!((provisional(&book), said(&book)), (vec!["Hello"], vec![]));
    book.receive([assistant("m1", &text("Hello."))]);
    assert_eq!((provisional(&book), said(&book)), (vec![], vec!["Hello."]));
    book.receive([block_stop(0), message_stop(), done()])
        .is(Phase::Idle);
    assert_eq!(said(&book), ["Hello."]);
}

#[test]
fn blocks_of_one_message_keep_its_id() {
    let mut book = running();
    book.receive([
        assistant("m1", &thinking("hm")),
        assistant("m1", &text("Hello")),
        call("t1", "Bash"),
    ]);
    let ids: Vec<_> = book
        .state()
        .transcript
        .iter()
        .filter_map(|item| item.message_id.as_deref())
        .collect();
    assert_eq!(ids, ["m1", "m1", "msg-t1"]);
}

#[test]
fn abandoned_blocks_are_discarded() {
    let mut book = running();
    book.receive([
        assistant("m1", &text("Hello")),
        block_start(1, &text("")),
        text_delta(1, "never mind"),
    ]);
    let stop = json!({"abandoned_blocks": {"api_message_id": "m1", "from_block_index": 1}});
    book.receive([with(message_stop(), &stop)]);
    assert_eq!((provisional(&book), said(&book)), (vec![], vec!["Hello"]));
}

#[test]
fn abandoning_before_the_stop_keeps_the_earlier_blocks() {
    let mut book = running();
    book.receive([block_start(1, &text("")), text_delta(1, "never mind")]);
    let stop = json!({"abandoned_blocks": {"api_message_id": "m1", "from_block_index": 1}});
    book.receive([with(block_stop(1), &stop)]);
    assert_eq!(provisional(&book), ["Hel"]);
}

#[test]
fn a_message_that_never_stopped_is_replaced_by_its_retry() {
    let mut book = running();
    book.receive([
        message_start("m2"),
        block_start(0, &text("")),
        text_delta(0, "Again"),
    ]);
    assert_eq!(provisional(&book), ["Again"]);
    book.receive([assistant("m2", &text("Again")), message_stop()]);
    assert_eq!(said(&book), ["Again"]);
}

#[test]
fn a_message_of_another_id_confirms_nothing() {
    let mut book = running();
    book.receive([assistant("m9", &text("Something else"))]);
    assert_eq!(provisional(&book), ["Hel"]);
}

#[test]
fn a_message_that_was_never_streamed_is_a_message() {
    let mut book = Playbook::started();
    book.feed(prompt("u1"))
        .receive([init(), assistant("m1", &text("All at once")), done()]);
    assert_eq!(said(&book), ["All at once"]);
}

#[test]
fn unconfirmed_text_is_gone_with_the_turn_and_with_the_process() {
    let mut book = running();
    book.receive([interrupted()]);
    assert!(provisional(&book).is_empty());
    let mut book = running();
    book.feed(killed(9));
    assert!(provisional(&book).is_empty() && !book.state().streaming.is_active());
}

#[test]
fn a_tool_may_run_before_the_message_stops() {
    let mut book = running();
    book.receive([
        block_start(1, &tool_use("t1", "Bash", &json!({}))),
        assistant("m1", &tool_use("t1", "Bash", &json!({}))),
    ]);
    book.is(Phase::Running)
        .receive([tools_call("r1", "calc", "add")])
        .is(Phase::WaitingToolCall);
    book.feed(reply("r1", &json!({})))
        .receive([message_stop()])
        .is(Phase::WaitingToolCall);
}

#[test]
fn text_cut_by_an_interrupt_says_so() {
    let mut book = running();
    book.receive([with(
        assistant("m1", &text("Hel")),
        &json!({"aborted": true}),
    )]);
    let last = book
        .state()
        .transcript
        .iter()
        .next_back()
        .map(|item| item.kind.clone());
    assert_eq!(
        last,
        Some(ItemKind::Text {
            text: "Hel".to_owned(),
            aborted: true
        })
    );
}
