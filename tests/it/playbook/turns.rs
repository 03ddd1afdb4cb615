//! Turns and prompts: what starts one, what ends one, and what keeps a session busy.

use crate::support::frames::*;
use crate::support::playbook::*;
use cca::session::{Fate, ItemKind, Outcome, Phase};
use serde_json::json;

#[test]
fn init_comes_with_every_turn_and_the_latest_counts() {
    let mut book = Playbook::started();
    book.feed(prompt("u1")).receive([init(), done()]);
    book.feed(prompt("u2"))
        .receive([system("init", &json!({"model": "other"})), done()]);
    assert_eq!(book.state().turns.len(), 2);
    assert_eq!(book.state().facts.model.as_deref(), Some("other"));
    assert_eq!(book.state().facts.cwd.as_deref(), Some("/project"));
}

#[test]
fn a_second_init_inside_a_turn_is_no_new_turn() {
    let mut book = Playbook::started();
    book.feed(prompt("u1")).receive([init(), init(), done()]);
    assert_eq!(book.state().turns.len(), 1);
}

#[test]
fn a_turn_may_start_by_itself() {
    let mut book = Playbook::started();
    book.receive([init()]).is(Phase::Running);
    book.receive([result(&json!({"origin": {"kind": "task-notification"}}))])
        .is(Phase::Idle);
    let turn = book.state().last_turn().expect("a turn");
    assert_eq!(
        (turn.origin.as_deref(), turn.prompts.len()),
        (Some("task-notification"), 0)
    );
}

#[test]
fn several_prompts_may_end_in_one_result() {
    let mut book = Playbook::started();
    book.feed(prompt("u1"))
        .receive([init()])
        .feed(prompt("u2"))
        .feed(prompt("u3"));
    assert_eq!(book.state().prompts.len(), 3);
    book.receive([done()]).is(Phase::Idle);
    assert!(book.state().prompts.is_empty());
}

#[test]
fn a_queued_prompt_keeps_it_busy_across_a_result() {
    let mut book = Playbook::started();
    book.feed(prompt("u1")).receive([
        lifecycle("u1", "queued"),
        lifecycle("u1", "started"),
        init(),
    ]);
    book.feed(prompt("u2")).receive([lifecycle("u2", "queued")]);
    book.receive([lifecycle("u1", "completed"), done()])
        .is(Phase::Running);
    assert_eq!(book.state().prompts.queued().collect::<Vec<_>>(), ["u2"]);
    book.receive([lifecycle("u2", "started"), init(), done()])
        .is(Phase::Idle);
}

#[test]
fn a_prompt_written_just_before_a_result_is_not_answered_by_it() {
    let mut book = Playbook::started();
    book.feed(prompt("u1"))
        .receive([lifecycle("u1", "started"), init()]);
    book.feed(prompt("u2"))
        .receive([done(), lifecycle("u2", "queued")])
        .is(Phase::Running);
}

#[test]
fn a_prompt_folded_into_the_running_turn_ends_with_it() {
    let mut book = Playbook::started();
    book.feed(prompt("u1"))
        .receive([lifecycle("u1", "started"), init(), call("t1", "Bash")]);
    book.feed(prompt("u2"))
        .receive([lifecycle("u2", "queued"), tool_result("t1", "x")]);
    book.receive([lifecycle("u2", "started")]);
    book.receive([result(&json!({"user_message_uuids": ["u1", "u2"]}))])
        .is(Phase::Idle);
    book.receive([lifecycle("u1", "completed"), lifecycle("u2", "completed")])
        .is(Phase::Idle);
}

#[test]
fn a_cancelled_prompt_is_waited_for_no_longer() {
    let mut book = Playbook::started();
    book.feed(prompt("u1"))
        .receive([lifecycle("u1", "queued")])
        .is(Phase::Running);
    book.receive([lifecycle("u1", "cancelled")]).is(Phase::Idle);
    let kind = &book
        .state()
        .transcript
        .iter()
        .next()
        .expect("the prompt")
        .kind;
    assert!(
        matches!(kind, ItemKind::Prompt(prompt) if prompt.fate == Fate::Cancelled),
        "{kind:?}"
    );
}

#[test]
fn the_clis_own_word_keeps_it_running_between_results() {
    let mut book = Playbook::started();
    let agent = json!({"task_id": "a1", "tool_use_id": "t1", "task_type": "local_agent", "is_backgrounded": true});
    book.feed(prompt("u1")).receive([
        cli_state("running"),
        init(),
        system("task_started", &agent),
        done(),
    ]);
    book.is(Phase::Running);
    book.receive([cli_state("idle")]).is(Phase::Idle);
}

#[test]
fn a_result_ends_the_turn_before_the_cli_says_idle() {
    let mut book = Playbook::started();
    book.feed(prompt("u1"))
        .receive([cli_state("running"), init(), done()])
        .is(Phase::Idle);
    book.receive([cli_state("idle")]).is(Phase::Idle);
}

#[test]
fn idle_says_that_no_prompt_is_open_although_no_result_named_it() {
    let mut book = Playbook::started();
    book.feed(prompt("u1")).receive([
        lifecycle("u1", "queued"),
        cli_state("running"),
        init(),
        done(),
    ]);
    book.is(Phase::Running)
        .receive([cli_state("idle")])
        .is(Phase::Idle);
}

#[test]
fn requires_action_alone_is_not_yet_a_question() {
    let mut book = Playbook::started();
    book.feed(prompt("u1"))
        .receive([cli_state("running"), init(), cli_state("requires_action")]);
    book.is(Phase::Running);
    book.receive([can_use_tool("p1", "Bash")])
        .is(Phase::WaitingPermission);
}

#[test]
fn questions_may_come_between_turns() {
    let mut book = Playbook::started();
    book.feed(prompt("u1"))
        .receive([init(), done()])
        .is(Phase::Idle);
    let from_agent = can_use_tool_with("p1", "Bash", &json!({"agent_id": "a1"}));
    book.receive([from_agent])
        .is(Phase::WaitingPermission)
        .feed(allow("p1"))
        .is(Phase::Idle);
    let decision = book.state().decisions.iter().next().expect("a decision");
    assert_eq!(decision.agent_id.as_deref(), Some("a1"));
}

#[test]
fn clearing_changes_the_session_id_from_then_on() {
    let mut book = Playbook::started();
    book.feed(prompt("u1")).receive([init()]);
    book.receive([json!({"type": "conversation_reset", "new_conversation_id": "x", "trigger": "clear", "session_id": "s1"})]);
    assert_eq!(book.state().facts.session_id(), Some("s1"));
    let last = book
        .state()
        .transcript
        .iter()
        .next_back()
        .map(|item| &item.kind);
    assert_eq!(last, Some(&ItemKind::Reset));
    // The id in the reset is not the session's: that one comes with the next message.
    book.receive([json!({"type": "system", "subtype": "init", "session_id": "s2"})]);
    assert_eq!(book.state().facts.session_ids, ["s1", "s2"]);
}

#[test]
fn an_interrupted_turn_is_no_crash_and_its_diagnostics_are_not_shown() {
    let mut book = Playbook::started();
    book.feed(prompt("u1"))
        .receive([init(), interrupted()])
        .is(Phase::Idle);
    let turn = book.state().last_turn().expect("a turn");
    assert_eq!(
        (turn.outcome.as_ref(), turn.text.as_str()),
        (Some(&Outcome::Interrupted), "interrupted")
    );
    book.feed(prompt("u2"))
        .receive([init(), done()])
        .is(Phase::Idle);
}

#[test]
fn results_are_read_by_subtype_error_and_reason_together() {
    let error = |subtype: &str, reason: &str| json!({"subtype": subtype, "is_error": true, "terminal_reason": reason});
    let cases = [
        (json!({"terminal_reason": "completed"}), Outcome::Success),
        (
            json!({"is_error": true, "api_error_status": 400}),
            Outcome::ApiError {
                status: Some(400),
                kind: None,
            },
        ),
        (
            json!({"is_error": true, "api_error_status": null}),
            Outcome::ApiError {
                status: None,
                kind: None,
            },
        ),
        (
            json!({"terminal_reason": "aborted_streaming"}),
            Outcome::Preempted,
        ),
        (
            json!({"terminal_reason": "hook_stopped"}),
            Outcome::HookStopped,
        ),
        (
            json!({"terminal_reason": "tool_deferred"}),
            Outcome::ToolDeferred,
        ),
        (json!({"num_turns": 0}), Outcome::NoTurn),
        (
            error("error_during_execution", "aborted_tools"),
            Outcome::Interrupted,
        ),
        (error("error_max_turns", "max_turns"), Outcome::MaxTurns),
        (
            error("error_max_budget_usd", "budget_exhausted"),
            Outcome::MaxBudget,
        ),
        (
            error(
                "error_max_structured_output_retries",
                "structured_output_retry_exhausted",
            ),
            Outcome::StructuredOutputFailed,
        ),
        (error("error_of_tomorrow", "?"), Outcome::Error),
    ];
    for (fields, outcome) in cases {
        let mut book = Playbook::started();
        book.receive([init(), result(&fields)]);
        assert_eq!(book.state().last_outcome(), Some(&outcome), "{fields}");
    }
}

#[test]
fn the_end_of_a_stream_after_the_result_starts_no_turn() {
    let mut book = Playbook::started();
    book.feed(prompt("u1")).receive([
        init(),
        message_start("m1"),
        interrupted(),
        block_stop(0),
        message_stop(),
    ]);
    book.is(Phase::Idle);
    assert_eq!(book.state().turns.len(), 1);
}

#[test]
fn cost_is_cumulative_and_never_added_up() {
    let mut book = Playbook::started();
    book.receive([
        init(),
        result(&json!({"total_cost_usd": 1})),
        init(),
        result(&json!({"total_cost_usd": 1.5})),
    ]);
    assert_eq!(book.state().usage.cost_usd, Some(1.5));
}

#[test]
fn the_text_of_old_turns_is_kept_by_its_beginning() {
    let mut book = Playbook::started();
    let long = "ä".repeat(10_000);
    for id in ["u1", "u2", "u3"] {
        book.feed(prompt(id))
            .receive([init(), result(&json!({"result": long}))]);
    }
    let kept: Vec<_> = book
        .state()
        .turns
        .iter()
        .map(|turn| turn.text.len())
        .collect();
    assert_eq!(kept, [4096, 20_000, 20_000]);
}

/// The CLI says `cancelled` of a prompt whose turn failed, too: nobody took that one back.
#[test]
fn a_prompt_whose_turn_failed_was_not_taken_back() {
    let mut book = Playbook::started();
    book.feed(prompt("u1"))
        .receive([lifecycle("u1", "started"), init(), api_failure()])
        .receive([lifecycle("u1", "cancelled")])
        .is(Phase::Idle);
    let item = book.state().transcript.prompt("u1").expect("the prompt");
    let ItemKind::Prompt(prompt) = &item.kind else {
        panic!("no prompt");
    };
    assert_eq!(prompt.fate, Fate::GivenUp);
}
