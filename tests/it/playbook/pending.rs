//! Unanswered requests, both directions: one table, answered once, and never a hang.

use crate::support::frames::*;
use crate::support::playbook::*;
use cca::session::{Command, GATE, Origin, Phase, Verdict};
use cca::trace::DecidedBy;
use serde_json::{Value, json};

fn waiting(book: &Playbook) -> Vec<(Origin, String)> {
    let rows = book.state().pending.iter();
    rows.map(|row| (row.origin, row.asked.label())).collect()
}

#[test]
fn one_table_holds_both_directions_and_equal_ids_do_not_mix() {
    let mut book = Playbook::started();
    book.feed(request(2, "mcp_status"))
        .receive([can_use_tool("cca-2", "Bash")]);
    assert_eq!(
        waiting(&book),
        [
            (Origin::Us, "mcp_status".to_owned()),
            (Origin::Cli, "permission for Bash".to_owned())
        ]
    );
    book.receive([success("cca-2", &json!({"mcpServers": []}))]);
    assert_eq!(
        waiting(&book),
        [(Origin::Cli, "permission for Bash".to_owned())]
    );
    book.feed(allow("cca-2"));
    assert!(book.state().pending.is_empty());
}

#[test]
fn a_question_is_served_and_the_answer_is_decided_by_the_key() {
    let mut book = Playbook::started();
    book.receive([can_use_tool("p1", "Bash")])
        .expects(["serve can_use_tool p1"]);
    book.feed(deny("p1", "not this"))
        .expects(["send success p1"]);
    assert_eq!(
        book.last_sent()["response"]["response"],
        json!({"behavior": "deny", "message": "not this"})
    );
    let decision = book.state().decisions.iter().next().expect("a decision");
    assert_eq!(
        (&decision.by, decision.tool_name.as_str()),
        (&DecidedBy::Key, "Bash")
    );
    assert_eq!(
        decision.verdict,
        Verdict::Denied {
            message: "not this".to_owned(),
            interrupt: false
        }
    );
}

#[test]
fn several_questions_may_be_answered_in_any_order() {
    let mut book = Playbook::started();
    book.receive([
        can_use_tool("p1", "a"),
        can_use_tool("p2", "b"),
        can_use_tool("p3", "c"),
    ]);
    book.feed(allow("p2"))
        .feed(allow("p3"))
        .feed(allow("p1"))
        .is(Phase::Idle);
    let order: Vec<_> = book
        .state()
        .decisions
        .iter()
        .map(|decision| decision.request_id.as_str())
        .collect();
    assert_eq!(order, ["p2", "p3", "p1"]);
}

#[test]
fn a_second_answer_is_late_before_the_first_is_on_the_wire() {
    let mut book = Playbook::started();
    book.receive([can_use_tool("p1", "Bash")]).write_later();
    book.feed(allow("p1"))
        .feed(deny("p1", "no"))
        .expects(["serve can_use_tool p1", "send success p1"]);
    book.is(Phase::WaitingPermission).write().is(Phase::Idle);
    assert_eq!(
        book.oddities(),
        ["our answer to p1 came too late: answered"]
    );
    assert_eq!(
        book.state()
            .decisions
            .iter()
            .next()
            .map(|decision| decision.verdict.as_str()),
        Some("allow")
    );
}

#[test]
fn a_second_answer_is_late_after_the_first_is_on_the_wire() {
    let mut book = Playbook::started();
    book.receive([can_use_tool("p1", "Bash")])
        .feed(allow("p1"))
        .feed(allow("p1"));
    book.expects(["serve can_use_tool p1", "send success p1"]);
    assert_eq!(
        book.oddities(),
        ["our answer to p1 came too late: answered"]
    );
    assert_eq!(book.state().counts.late_answers, 1);
}

#[test]
fn an_answer_to_a_withdrawn_question_is_not_sent() {
    let mut book = Playbook::started();
    book.receive([can_use_tool("p1", "Bash"), withdraws("p1")])
        .is(Phase::Idle);
    book.feed(allow("p1"))
        .expects(["serve can_use_tool p1", "drop p1"]);
    assert_eq!(
        book.oddities(),
        ["our answer to p1 came too late: withdrawn"]
    );
    assert_eq!(
        book.state()
            .decisions
            .iter()
            .next()
            .map(|decision| &decision.verdict),
        Some(&Verdict::Withdrawn)
    );
}

#[test]
fn an_answer_to_nothing_is_not_sent() {
    let mut book = Playbook::started();
    book.feed(allow("p9")).expects([]);
    assert_eq!(book.oddities(), ["our answer to p9 came too late: unknown"]);
}

#[test]
fn a_question_withdrawn_while_its_answer_is_being_written_is_harmless() {
    let mut book = Playbook::started();
    book.receive([can_use_tool("p1", "Bash")])
        .write_later()
        .feed(allow("p1"));
    book.receive([withdraws("p1")]).write().is(Phase::Idle);
    assert_eq!(book.state().counts.stray_answers, 1);
}

#[test]
fn a_withdrawal_of_an_answered_question_changes_nothing() {
    let mut book = Playbook::started();
    book.receive([can_use_tool("p1", "Bash")])
        .feed(allow("p1"))
        .receive([withdraws("p1"), withdraws("p7")])
        .is(Phase::Idle);
    let verdicts: Vec<_> = book
        .state()
        .decisions
        .iter()
        .map(|decision| decision.verdict.as_str())
        .collect();
    assert_eq!(verdicts, ["allow"]);
}

#[test]
fn an_answer_of_the_cli_to_nothing_is_odd_and_harmless() {
    let mut book = Playbook::started();
    book.receive([
        success("cca-99", &Value::Null),
        json!({"type": "control_response", "response": {"subtype": "success"}}),
    ]);
    book.expects([]);
    assert_eq!(book.state().counts.stray_answers, 2);
}

#[test]
fn answers_come_with_or_without_a_payload_or_a_code() {
    let mut book = Playbook::started();
    book.feed(request(2, "mcp_toggle"))
        .feed(request(3, "set_color"));
    book.receive([
        failure(
            "cca-3",
            "Unsupported control request subtype: set_color",
            "unsupported_request",
        ),
        success("cca-2", &Value::Null),
    ]);
    book.expects([
        "send request mcp_toggle cca-2",
        "send request set_color cca-3",
        "reply 3 refused set_color: Unsupported control request subtype: set_color",
        "reply 2 answered",
    ]);
}

#[test]
fn a_withdrawn_request_of_ours_is_cancelled_on_the_wire() {
    let mut book = Playbook::started();
    book.feed(request(2, "side_question"))
        .feed(command(Command::Withdraw { ticket: 2 }));
    book.receive([failure("cca-2", "Side question cancelled", "cancelled")]);
    book.expects(["send request side_question cca-2", "send cancel cca-2"]);
    assert!(book.state().pending.is_empty() && !book.live().waits_for_cli());
}

#[test]
fn a_request_without_an_id_cannot_be_answered_and_holds_nothing_up() {
    let mut book = Playbook::started();
    book.receive([json!({"type": "control_request", "request": {"subtype": "can_use_tool", "tool_name": "Bash", "input": {}}})]);
    book.expects([]).is(Phase::Idle);
    assert!(book.state().pending.is_empty());
    assert_eq!(
        book.oddities(),
        ["a request without an id, which cannot be answered: can_use_tool"]
    );
}

#[test]
fn an_unknown_request_gets_an_error_at_once() {
    let mut book = Playbook::started();
    book.receive([asks("x1", "ui_copy", &json!({}))])
        .expects(["send error x1"])
        .is(Phase::Idle);
    assert_eq!(
        book.last_sent()["response"]["error"],
        "Unsupported control request subtype: ui_copy"
    );
}

#[test]
fn the_gate_has_no_opinion_and_no_delay() {
    let mut book = Playbook::started();
    book.receive([hook("h1", GATE, "Bash")])
        .expects(["send success h1"]);
    assert_eq!(book.last_sent()["response"]["response"], json!({}));
}

#[test]
fn a_notification_of_mcp_is_served_like_a_request() {
    let mut book = Playbook::started();
    let cancelled =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 3}});
    book.receive([mcp("r1", "calc", &cancelled)])
        .expects(["serve mcp_message r1"]);
    book.feed(reply("r1", &json!({})))
        .expects(["send success r1"]);
}

#[test]
fn an_mcp_message_that_makes_no_sense_is_still_pending() {
    let mut book = Playbook::started();
    book.receive([
        mcp("r1", "calc", &json!([1, 2])),
        asks("r2", "mcp_message", &json!({"server_name": "calc"})),
    ]);
    assert_eq!(book.state().pending.len(), 2);
    book.feed(reply("r1", &json!({})))
        .feed(reply("r2", &json!({})));
    assert!(book.state().pending.is_empty());
}

/// What may wait at once.
const MOST: usize = 10_000;

#[test]
fn a_flood_of_requests_is_bounded_counted_and_told() {
    let call = |n: usize| tools_call(&format!("r{n}"), "calc", "add");
    let mut book = Playbook::started();
    book.flood((1..MOST).map(call))
        .receive([call(MOST)])
        .expects(["serve mcp_message r10000"]);
    book.receive([call(MOST + 1), can_use_tool("p", "Bash")])
        .expects([])
        .is(Phase::WaitingToolCall);
    let state = book.state();
    assert_eq!(state.pending.len(), MOST);
    assert_eq!(state.counts.dropped_requests, 2);
    let told = &state.oddities.last().expect("an oddity").what;
    assert!(told.contains("10000 requests wait"), "{told}");
    // An answer makes room.
    book.feed(reply("r1", &json!({})))
        .expects(["send success r1"])
        .receive([can_use_tool("p", "Bash")])
        .expects(["serve can_use_tool p"]);
    assert_eq!(book.state().counts.dropped_requests, 2);
}

#[test]
fn a_flood_of_tool_calls_is_bounded_counted_and_told() {
    let called = |n: usize| {
        let block = tool_use(&format!("t{n}"), "Bash", &json!({}));
        assistant(&format!("m{n}"), &block)
    };
    let mut book = Playbook::started();
    book.flood((0..MOST + 2).map(called));
    // The same call again is no new one.
    book.receive([called(7)]);
    let state = book.state();
    assert_eq!(state.open_tools.len(), MOST);
    assert_eq!(state.counts.dropped_tools, 2);
    let told = &state.oddities.last().expect("an oddity").what;
    assert!(told.contains("not followed: t10001"), "{told}");
}
