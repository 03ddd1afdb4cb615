//! The nine states and the detail beside them: how each is reached, and which one wins.

use crate::support::frames::*;
use crate::support::playbook::*;
use cca::session::{Activity, Command, LiveOptions, Phase};
use cca::trace::Note;
use serde_json::{Value, json};

#[test]
fn a_session_that_never_started_is_idle() {
    Playbook::new(LiveOptions::default())
        .is(Phase::Idle)
        .detail("");
}

#[test]
fn starting_until_initialize_is_answered_and_then_idle() {
    let mut book = Playbook::new(LiveOptions::default());
    let spawned = Note::Spawned {
        pid: None,
        interactive: true,
    };
    book.feed(noted(spawned)).is(Phase::Starting);
    book.feed(request(1, "initialize")).is(Phase::Starting);
    book.feed(received(&success("cca-1", &Value::Null)))
        .is(Phase::Idle);
}

#[test]
fn a_prompt_makes_it_run_before_any_sign_of_a_turn() {
    let mut book = Playbook::started();
    book.feed(prompt("u1")).is(Phase::Running);
    book.expects(["send prompt u1", "reply 0 accepted"]);
}

#[test]
fn running_tells_what_is_going_on() {
    let mut book = Playbook::started();
    book.feed(prompt("u1"))
        .receive([init(), system("status", &json!({"status": "requesting"}))]);
    book.is(Phase::Running).detail("waiting for the model");
    book.receive([message_start("m1"), block_start(0, &thinking(""))])
        .detail("thinking");
    book.receive([block_start(1, &text(""))])
        .is(Phase::Running)
        .detail("streaming");
}

#[test]
fn a_tool_that_runs_is_waited_for() {
    let mut book = Playbook::started();
    book.feed(prompt("u1"))
        .receive([init(), call("t1", "Bash"), call("t2", "Read")]);
    book.tick(12)
        .is(Phase::WaitingToolCall)
        .detail("running Bash 12 s and 1 more");
    book.receive([tool_result("t2", "x")])
        .detail("running Bash 12 s");
    book.receive([tool_result("t1", "x")]).is(Phase::Running);
}

#[test]
fn a_call_to_a_tool_of_ours_is_waited_for() {
    let mut book = Playbook::started();
    book.feed(prompt("u1"))
        .receive([init(), tools_call("r1", "calc", "add")]);
    book.is(Phase::WaitingToolCall);
    book.feed(reply("r1", &json!({"mcp_response": {}})))
        .is(Phase::Running);
}

#[test]
fn a_person_is_waited_for_first() {
    let mut book = Playbook::started();
    book.feed(prompt("u1"))
        .receive([init(), call("t1", "Bash"), tools_call("r1", "calc", "add")]);
    book.is(Phase::WaitingToolCall);
    book.receive([can_use_tool("p1", "Write"), can_use_tool("p2", "Bash")]);
    book.tick(5)
        .is(Phase::WaitingPermission)
        .detail("permission for Write 5 s and 1 more");
    book.feed(allow("p1"))
        .feed(allow("p2"))
        .is(Phase::WaitingToolCall);
}

#[test]
fn an_elicitation_and_a_dialog_need_a_person_too() {
    let mut book = Playbook::started();
    book.receive([asks(
        "e1",
        "elicitation",
        &json!({"mcp_server_name": "forms", "message": "?"}),
    )]);
    book.is(Phase::WaitingPermission)
        .detail("input for forms 0 s");
    book.feed(reply("e1", &json!({"action": "decline"})))
        .is(Phase::Idle);
    book.receive([asks(
        "d1",
        "request_user_dialog",
        &json!({"dialog_kind": "consent"}),
    )]);
    book.is(Phase::WaitingPermission)
        .detail("dialog consent 0 s");
}

#[test]
fn a_hook_of_ours_that_does_not_answer_is_named() {
    let mut book = Playbook::started();
    book.feed(prompt("u1"))
        .receive([init(), hook("h1", "mine", "Bash")]);
    book.tick(3)
        .is(Phase::Running)
        .detail("waiting on hook PreToolUse 3 s");
}

#[test]
fn paused_beats_everything_but_the_end() {
    let mut book = Playbook::started();
    book.feed(prompt("u1"))
        .receive([init(), can_use_tool("p1", "Bash")]);
    book.feed(command(Command::Pause))
        .is(Phase::Paused)
        .detail("0 held");
    book.feed(allow("p1")).is(Phase::Paused).detail("1 held");
    book.feed(command(Command::Resume)).is(Phase::Running);
    book.feed(command(Command::Pause))
        .feed(killed(9))
        .is(Phase::Failed);
}

#[test]
fn between_turns_interactive_is_idle_and_one_shot_is_completed() {
    for (mut book, phase) in [
        (Playbook::started(), Phase::Idle),
        (Playbook::one_shot(), Phase::Completed),
    ] {
        book.feed(prompt("u1")).receive([init(), done()]).is(phase);
        book.feed(exited(0)).is(Phase::Completed);
    }
}

#[test]
fn an_api_failure_is_a_success_that_failed() {
    for (mut book, phase) in [
        (Playbook::started(), Phase::Idle),
        (Playbook::one_shot(), Phase::Failed),
    ] {
        book.feed(prompt("u1"))
            .receive([init(), api_failure()])
            .is(phase);
    }
}

#[test]
fn retrying_and_compacting_are_details() {
    let mut book = Playbook::started();
    let retry = json!({"attempt": 3, "max_retries": 10, "retry_delay_ms": 2000.5, "error_status": 529, "error": "overloaded"});
    book.feed(prompt("u1"))
        .receive([init(), system("api_retry", &retry)]);
    book.is(Phase::Running)
        .detail("retrying the API 3/10 (overloaded)");
    book.receive([message_start("m1")]).detail("streaming");
    book.receive([
        message_stop(),
        system("status", &json!({"status": "compacting"})),
    ])
    .detail("compacting");
    book.receive([system(
        "status",
        &json!({"status": null, "compact_result": "success"}),
    )])
    .detail("");
}

#[test]
fn silence_is_told_but_changes_no_state() {
    let mut book = Playbook::started();
    book.feed(prompt("u1")).receive([init()]).tick(100);
    book.is(Phase::Running)
        .detail("silent for 100 s")
        .expects(["send prompt u1", "reply 0 accepted"]);
}

#[test]
fn an_idle_session_is_never_silent() {
    let mut book = Playbook::started();
    book.tick(1000).is(Phase::Idle);
    assert_eq!(book.activity(), Activity::Quiet);
}

#[test]
fn every_change_is_kept_with_its_time() {
    let mut book = Playbook::started();
    book.feed(prompt("u1")).tick(2).receive([init(), done()]);
    let changes: Vec<_> = book
        .state()
        .transitions
        .iter()
        .map(|change| (change.from, change.to))
        .collect();
    let expected = [
        (Phase::Idle, Phase::Starting),
        (Phase::Starting, Phase::Idle),
        (Phase::Idle, Phase::Running),
        (Phase::Running, Phase::Idle),
    ];
    assert_eq!(changes, expected);
    let ran = book
        .state()
        .transitions
        .iter()
        .nth(2)
        .map(|change| book.state().since().since(change.at));
    assert!(ran.is_some_and(|ran| ran.as_secs() == 2), "{ran:?}");
}
