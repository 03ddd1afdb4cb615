//! The conversation: calls and their results, sub-agents, and whose words a `user` message really has.

use crate::support::frames::*;
use crate::support::playbook::*;
use cca::session::{ItemKind, Outcome, Phase, State};
use serde_json::json;

fn running() -> Playbook {
    let mut book = Playbook::started();
    book.feed(prompt("u1")).receive([init()]);
    book
}

fn last(book: &Playbook) -> ItemKind {
    let item = book.state().transcript.iter().next_back();
    item.expect("an item").kind.clone()
}

fn answered(state: &State, id: &str) -> Option<String> {
    let result = state.transcript.call(id)?.result.as_ref()?;
    Some(result.content.plain_text())
}

#[test]
fn results_find_their_calls_in_any_order() {
    let mut book = running();
    book.receive([
        call("t1", "Read"),
        call("t2", "Read"),
        tool_result("t2", "two"),
        tool_result("t1", "one"),
    ]);
    assert_eq!(answered(book.state(), "t1").as_deref(), Some("one"));
    assert_eq!(answered(book.state(), "t2").as_deref(), Some("two"));
    assert!(book.state().open_tools.is_empty());
}

#[test]
fn a_call_has_its_times_and_how_it_was_decided() {
    let mut book = running();
    book.receive([call("t1", "Bash")]).tick(4);
    let meta = json!({"tool_result_meta": [{"id": "t1", "non_execution_kind": "user-rejected", "permission_decision": {"decision": "reject"}}],
        "tool_use_result": "Error: rejected"});
    book.receive([tool_result_with("t1", "no", &meta)]);
    let call = book.state().transcript.call("t1").expect("the call");
    assert_eq!(call.duration().map(|time| time.as_secs()), Some(4));
    assert_eq!(call.not_executed.as_deref(), Some("user-rejected"));
    assert_eq!(call.decision, Some(json!({"decision": "reject"})));
}

#[test]
fn a_call_without_a_result_is_given_up_with_its_turn() {
    let mut book = running();
    book.receive([
        call("t1", "Bash"),
        result(&json!({"subtype": "error_max_budget_usd", "is_error": true})),
    ]);
    book.is(Phase::Idle);
    let call = book.state().transcript.call("t1").expect("the call");
    assert!(call.ended.is_some() && call.result.is_none());
    assert_eq!(book.state().last_outcome(), Some(&Outcome::MaxBudget));
}

#[test]
fn a_call_without_a_result_is_given_up_with_the_process() {
    let mut book = running();
    book.receive([call("t1", "Bash")]).feed(killed(9));
    assert!(book.state().open_tools.is_empty());
    assert!(
        book.state()
            .transcript
            .call("t1")
            .is_some_and(|call| call.ended.is_some())
    );
}

#[test]
fn a_result_for_a_call_nobody_saw_is_odd_and_harmless() {
    let mut book = running();
    book.receive([tool_result("t9", "from before the resume")])
        .is(Phase::Running);
    assert_eq!(
        book.oddities(),
        ["a result for the tool call t9, which was not seen or is forgotten"]
    );
}

#[test]
fn the_same_call_again_is_one_call() {
    let mut book = running();
    book.receive([
        call("t1", "Bash"),
        tool_result("t1", "x"),
        call("t1", "Bash"),
    ]);
    assert!(book.state().open_tools.is_empty());
    let calls = book
        .state()
        .transcript
        .iter()
        .filter(|item| item.tool().is_some());
    assert_eq!(calls.count(), 1);
}

#[test]
fn a_sub_agents_messages_hang_below_its_call() {
    let mut book = running();
    book.receive([
        call("t1", "Agent"),
        user(&json!("look around"), &json!({"parent_tool_use_id": "t1"})),
    ]);
    book.receive([assistant_in(
        "t1",
        "m2",
        &tool_use("t2", "Read", &json!({})),
    )]);
    book.receive([with(
        tool_result("t2", "x"),
        &json!({"parent_tool_use_id": "t1"}),
    )]);
    book.receive([
        assistant_in("t1", "m3", &text("found it")),
        tool_result("t1", "found it"),
    ]);
    let below: Vec<_> = book
        .state()
        .transcript
        .children(Some("t1"))
        .map(|item| &item.kind)
        .collect();
    assert!(
        matches!(
            below[..],
            [
                ItemKind::Synthetic { .. },
                ItemKind::Tool(_),
                ItemKind::Text { .. }
            ]
        ),
        "{below:?}"
    );
    assert_eq!(
        book.state().transcript.children(None).count(),
        2,
        "the prompt and the call"
    );
}

#[test]
fn a_background_agent_opens_no_turn_of_the_main_conversation() {
    let mut book = running();
    book.receive([call("t1", "Agent"), tool_result("t1", "launched"), done()])
        .is(Phase::Idle);
    book.receive([assistant_in("t1", "m2", &text("still at it"))])
        .is(Phase::Idle);
    assert_eq!(book.state().turns.len(), 1);
}

#[test]
fn calls_of_a_killed_agent_are_given_up_with_it() {
    let mut book = running();
    let agent = json!({"task_id": "a1", "tool_use_id": "t1", "task_type": "local_agent", "is_backgrounded": true});
    book.receive([
        call("t1", "Agent"),
        system("task_started", &agent),
        tool_result("t1", "launched"),
    ]);
    book.receive([assistant_in(
        "t1",
        "m2",
        &tool_use("t2", "Bash", &json!({})),
    )])
    .is(Phase::WaitingToolCall);
    book.receive([system(
        "task_updated",
        &json!({"task_id": "a1", "patch": {"status": "killed"}}),
    )]);
    book.is(Phase::Running);
    assert!(
        book.state()
            .transcript
            .call("t2")
            .is_some_and(|call| call.ended.is_some())
    );
}

#[test]
fn thinking_is_kept_with_its_time_and_redacted_thinking_without_text() {
    let mut book = running();
    book.receive([with(
        assistant("m1", &thinking("hm")),
        &json!({"thinking_duration_ms": 1200}),
    )]);
    let expected = ItemKind::Thinking {
        text: "hm".to_owned(),
        duration_ms: Some(1200),
        redacted: false,
    };
    assert_eq!(last(&book), expected);
    book.receive([assistant(
        "m1",
        &json!({"type": "redacted_thinking", "data": "x"}),
    )]);
    assert!(matches!(
        last(&book),
        ItemKind::Thinking { redacted: true, .. }
    ));
}

#[test]
fn the_echo_of_a_prompt_is_not_said_twice() {
    let mut book = running();
    book.receive([user(
        &json!("prompt u1"),
        &json!({"isReplay": true, "uuid": "u1"}),
    )]);
    assert!(matches!(last(&book), ItemKind::Prompt(_)));
    book.receive([user(
        &json!("<local-command-stdout>Set model</local-command-stdout>"),
        &json!({"isReplay": true, "uuid": "x"}),
    )]);
    assert!(matches!(last(&book), ItemKind::Replayed { .. }));
}

#[test]
fn what_the_cli_puts_in_is_not_what_a_person_said() {
    let mut book = running();
    book.receive([user(&json!("a summary"), &json!({"isSynthetic": true}))]);
    assert_eq!(
        last(&book),
        ItemKind::Synthetic {
            text: "a summary".to_owned()
        }
    );
}

#[test]
fn interrupt_markers_are_recognised() {
    for (marker, in_tool) in [
        ("[Request interrupted by user]", false),
        ("[Request interrupted by user for tool use]", true),
    ] {
        let mut book = running();
        book.receive([user(&json!([{"type": "text", "text": marker}]), &json!({}))]);
        assert_eq!(last(&book), ItemKind::Interrupted { in_tool });
    }
}

#[test]
fn an_api_error_is_not_the_models_text() {
    let mut book = running();
    let error =
        json!({"error": "rate_limit", "is_api_error_message": true, "api_error_status": 429});
    book.receive([with(assistant("m1", &text("API Error: slow down")), &error)]);
    let expected = ItemKind::ApiError {
        error: "rate_limit".to_owned(),
        status: Some(429),
        text: "API Error: slow down".to_owned(),
    };
    assert_eq!(last(&book), expected);
}

#[test]
fn a_block_of_tomorrow_is_kept() {
    let mut book = running();
    book.receive([assistant("m1", &json!({"type": "hologram", "beam": [1]}))]);
    assert_eq!(
        last(&book),
        ItemKind::Unknown(json!({"type": "hologram", "beam": [1]}))
    );
}

#[test]
fn unknown_messages_and_broken_lines_are_counted_and_harmless() {
    let mut book = running();
    book.receive([json!({"type": "tomorrow"}), system("tomorrow", &json!({}))]);
    book.feed(raw(b"{\"type\":"))
        .feed(raw(b"plain noise"))
        .feed(raw(b"{\"\xff\":1}"))
        .is(Phase::Running);
    let counts = book.state().counts;
    assert_eq!((counts.unknown, counts.malformed, counts.noise), (2, 2, 1));
}

#[test]
fn a_heartbeat_with_a_composite_id_changes_nothing() {
    let mut book = running();
    book.receive([call("t1", "Bash")]);
    book.receive([
        json!({"type": "tool_progress", "tool_use_id": "t1-heartbeat-1", "tool_name": "Bash",
        "parent_tool_use_id": "t1", "elapsed_time_seconds": 30, "heartbeat": true}),
    ]);
    assert_eq!(book.state().open_tools.len(), 1);
    assert_eq!(book.state().transcript.children(Some("t1")).count(), 0);
}

fn says(words: &str) -> serde_json::Value {
    assistant(words, &text(words))
}

/// What is said, in order: prompts by their ids, everything else by a word.
fn order(state: &State) -> Vec<String> {
    let word = |item: &cca::session::Item| match &item.kind {
        ItemKind::Prompt(_) => item.uuid.clone().unwrap_or_default(),
        ItemKind::Text { text, .. } => text.clone(),
        ItemKind::Tool(call) => call.id.clone(),
        ItemKind::TurnEnd { .. } => "end".to_owned(),
        other => format!("{other:?}"),
    };
    state.transcript.iter().map(word).collect()
}

#[test]
fn a_prompt_sent_while_an_answer_is_written_stands_where_the_cli_takes_it_up() {
    let mut book = running();
    book.receive([lifecycle("u1", "started")]);
    book.feed(prompt("u2"))
        .feed(prompt("u3"))
        .receive([lifecycle("u2", "queued"), lifecycle("u3", "queued")]);
    let waiting = |book: &Playbook| {
        let items = book.state().transcript.waiting();
        items
            .filter_map(|item| item.uuid.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(order(book.state()), ["u1"]);
    assert_eq!(waiting(&book), ["u2", "u3"]);
    book.receive([says("one"), lifecycle("u1", "completed"), done()]);
    assert_eq!(order(book.state()), ["u1", "one", "end"]);
    book.receive([
        lifecycle("u2", "started"),
        lifecycle("u3", "started"),
        says("both"),
        done(),
    ]);
    assert_eq!(
        order(book.state()),
        ["u1", "one", "end", "u2", "u3", "both", "end"]
    );
    assert!(waiting(&book).is_empty());
}

#[test]
fn a_prompt_that_is_folded_in_stands_behind_the_result_it_came_after() {
    let mut book = running();
    book.receive([lifecycle("u1", "started"), call("t1", "Bash")]);
    book.feed(prompt("u2")).receive([
        lifecycle("u2", "queued"),
        tool_result("t1", "x"),
        says("then"),
    ]);
    assert_eq!(order(book.state()), ["u1", "t1", "then"]);
    book.receive([lifecycle("u2", "started"), says("noted")]);
    assert_eq!(order(book.state()), ["u1", "t1", "then", "u2", "noted"]);
}

#[test]
fn where_the_cli_does_not_tell_a_prompt_is_placed_by_what_it_does() {
    // Behind the result of a tool, where it is folded in.
    let mut book = running();
    book.receive([call("t1", "Bash")]).feed(prompt("u2"));
    assert_eq!(order(book.state()), ["u1", "t1"]);
    book.receive([tool_result("t1", "x"), says("noted")]);
    assert_eq!(order(book.state()), ["u1", "t1", "u2", "noted"]);
    // Behind the end of the turn, where it is not.
    let mut book = running();
    book.feed(prompt("u2")).receive([says("one"), done()]);
    assert_eq!(order(book.state()), ["u1", "one", "end", "u2"]);
}

#[test]
fn prompts_that_wait_when_it_ends_are_in_the_conversation() {
    let mut book = running();
    book.receive([lifecycle("u1", "started")])
        .feed(prompt("u2"));
    book.receive([lifecycle("u2", "queued")]).feed(exited(0));
    assert_eq!(order(book.state()), ["u1", "u2"]);
    assert_eq!(book.state().transcript.waiting().count(), 0);
}
