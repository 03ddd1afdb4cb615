//! The end of the process: what it means, and who is told.

use crate::support::frames::*;
use crate::support::playbook::*;
use cca::session::{Command, Origin, Phase};
use cca::trace::HeldThing;
use serde_json::json;

fn running(mut book: Playbook) -> Playbook {
    book.feed(prompt("u1")).receive([init()]);
    book.expects(["send prompt u1", "reply 0 accepted"]);
    book
}

#[test]
fn exit_code_1_after_an_error_result_says_nothing_new() {
    for error in [interrupted(), api_failure()] {
        let mut book = running(Playbook::started());
        book.receive([error]).feed(exited(1)).is(Phase::Completed);
    }
}

#[test]
fn exit_code_1_of_a_one_shot_session_is_its_result() {
    let mut book = running(Playbook::one_shot());
    book.receive([api_failure()])
        .feed(exited(1))
        .is(Phase::Failed);
    let mut book = running(Playbook::one_shot());
    book.receive([interrupted()])
        .feed(exited(1))
        .is(Phase::Cancelled);
}

#[test]
fn killed_in_a_turn_is_failed() {
    running(Playbook::started())
        .feed(killed(9))
        .is(Phase::Failed);
    running(Playbook::started())
        .feed(exited(0))
        .is(Phase::Failed);
    running(Playbook::one_shot())
        .feed(exited(143))
        .is(Phase::Failed);
}

#[test]
fn killed_by_others_between_turns_is_failed() {
    let mut book = running(Playbook::started());
    book.receive([done()]).feed(killed(9)).is(Phase::Failed);
}

#[test]
fn an_exit_that_leaves_a_prompt_unanswered_is_failed() {
    for mut book in [Playbook::started(), Playbook::one_shot()] {
        book.feed(prompt("u1")).feed(exited(0)).is(Phase::Failed);
    }
}

#[test]
fn a_cancelled_session_is_cancelled_however_it_ends() {
    for end in [exited(0), exited(1), exited(143), killed(9)] {
        let mut book = running(Playbook::started());
        book.feed(command(Command::Cancel))
            .feed(end)
            .is(Phase::Cancelled);
    }
}

#[test]
fn closed_before_its_turn_was_done_is_cancelled_too() {
    for end in [exited(143), killed(9)] {
        let mut book = running(Playbook::one_shot());
        book.feed(command(Command::Close))
            .tick(3)
            .tick(5)
            .feed(end)
            .is(Phase::Cancelled);
    }
}

#[test]
fn everybody_who_waits_is_told_on_both_sides() {
    let mut book = running(Playbook::started());
    book.feed(request(2, "mcp_status"))
        .receive([can_use_tool("p1", "Bash"), tools_call("r1", "calc", "add")]);
    book.feed(killed(9)).expects([
        "send request mcp_status cca-2",
        "serve can_use_tool p1",
        "serve mcp_message r1",
        "reply 2 gone mcp_status",
        "drop p1",
        "drop r1",
    ]);
    let unanswered: Vec<_> = book
        .state()
        .life
        .unanswered
        .iter()
        .map(|row| (row.origin, row.id.as_str()))
        .collect();
    assert_eq!(
        unanswered,
        [
            (Origin::Us, "cca-2"),
            (Origin::Cli, "p1"),
            (Origin::Cli, "r1")
        ]
    );
    assert!(book.state().pending.is_empty());
}

#[test]
fn answers_after_the_end_are_late() {
    let mut book = running(Playbook::started());
    book.receive([can_use_tool("p1", "Bash")])
        .feed(killed(9))
        .feed(allow("p1"));
    book.expects(["serve can_use_tool p1", "drop p1"]);
    assert_eq!(book.oddities(), ["our answer to p1 came too late: exited"]);
}

#[test]
fn commands_after_the_end_are_told_that_nobody_is_there() {
    let mut book = running(Playbook::started());
    book.feed(exited(0))
        .feed(prompt("u2"))
        .feed(request(3, "interrupt"));
    book.expects(["reply 0 gone prompt", "reply 3 gone interrupt"]);
    book.feed(command(Command::Pause))
        .feed(command(Command::Close))
        .feed(command(Command::Cancel))
        .tick(100)
        .expects([]);
}

#[test]
fn what_was_held_when_it_died_is_listed_and_never_sent() {
    let mut book = running(Playbook::started());
    book.receive([can_use_tool("p1", "Bash")])
        .feed(command(Command::Pause))
        .feed(allow("p1"))
        .feed(prompt("u2"));
    book.feed(killed(9))
        .expects(["serve can_use_tool p1", "reply 0 accepted", "drop p1"]);
    book.feed(command(Command::Resume)).expects([]);
    let held = [
        HeldThing::Answer {
            request_id: "p1".to_owned(),
        },
        HeldThing::Prompt {
            uuid: "u2".to_owned(),
            text: "prompt u2".to_owned(),
        },
    ];
    assert_eq!(book.state().life.held, held);
}

#[test]
fn background_work_dies_with_the_process() {
    let mut book = running(Playbook::started());
    book.receive([system(
        "task_started",
        &json!({"task_id": "b1", "task_type": "local_bash", "is_backgrounded": true}),
    )]);
    book.feed(killed(9));
    assert_eq!(
        book.state()
            .tasks
            .running
            .get("b1")
            .map(|task| task.status.as_str()),
        Some("killed")
    );
}
