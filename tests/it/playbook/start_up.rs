//! The start, step by step: what is waited for, and what may come instead of the answer to `initialize`.

use crate::support::frames::*;
use crate::support::playbook::*;
use cca::session::{LiveOptions, Outcome, Phase, Step};
use cca::trace::Note;
use serde_json::{Value, json};

fn spawned() -> Playbook {
    let mut book = Playbook::new(LiveOptions::default());
    book.feed(noted(Note::Spawned {
        pid: Some(1),
        interactive: true,
    }));
    book
}

fn rpc(id: &str, method: &str) -> Value {
    mcp(
        id,
        "calc",
        &json!({"jsonrpc": "2.0", "id": 0, "method": method}),
    )
}

#[test]
fn each_step_has_its_time() {
    let mut book = spawned();
    assert_eq!(book.state().start_up.step(), Step::FirstByte);
    book.feed(request(1, "initialize"))
        .tick(2)
        .receive([rpc("a", "initialize")]);
    assert_eq!(book.state().start_up.step(), Step::Initialize);
    book.receive([success("cca-1", &json!({"claude_code_version": "2.1.325"}))]);
    assert_eq!(
        book.state().start_up.step(),
        Step::Server("calc".to_owned())
    );
    book.feed(reply("a", &json!({"mcp_response": {}})))
        .receive([rpc("b", "notifications/initialized")]);
    book.feed(reply("b", &json!({})))
        .tick(1)
        .receive([rpc("c", "tools/list")])
        .feed(reply("c", &json!({})));
    assert_eq!(book.state().start_up.step(), Step::FirstTurn);
    book.receive([init()]);
    let start = &book.state().start_up;
    assert_eq!(start.step(), Step::Done);
    let seconds = |until: Option<cca::trace::Moment>| {
        until.map(|at| at.since(start.spawned.unwrap_or_default()).as_secs())
    };
    assert_eq!(seconds(start.first_byte), Some(2));
    assert_eq!(seconds(start.initialize_answered), Some(2));
    let calc = start.servers.get("calc").expect("the handshake");
    assert_eq!(
        (seconds(calc.answered), seconds(calc.tools_listed)),
        (Some(2), Some(3))
    );
    assert_eq!(seconds(start.first_turn), Some(3));
}

#[test]
fn the_answer_to_initialize_fills_the_catalogue() {
    let mut book = spawned();
    let payload = json!({"commands": [{"name": "compact"}], "models": [{"value": "m"}], "claude_code_version": "2.1.325",
        "current_permission_mode": "plan", "capabilities": ["interrupt_receipt_v1"]});
    book.feed(request(1, "initialize"))
        .receive([success("cca-1", &payload), init()]);
    let facts = &book.state().facts;
    assert_eq!((facts.commands.len(), facts.models.len()), (1, 1));
    assert_eq!(facts.cli_version.as_deref(), Some("2.1.325"));
    assert_eq!(
        facts.permission_mode.as_deref(),
        Some("default"),
        "the later word counts"
    );
}

#[test]
fn a_refused_initialize_is_told_and_the_start_is_over() {
    let mut book = spawned();
    book.feed(request(1, "initialize")).receive([failure(
        "cca-1",
        "hooks: wrong shape",
        "invalid",
    )]);
    book.expects([
        "send request initialize cca-1",
        "reply 1 refused initialize: hooks: wrong shape",
    ])
    .is(Phase::Idle);
}

#[test]
fn a_result_instead_of_the_answer_fails_the_start() {
    let mut book = spawned();
    let missing = json!({"subtype": "error_during_execution", "is_error": true, "num_turns": 0,
        "errors": ["No conversation found with session ID: x"]});
    book.feed(request(1, "initialize"))
        .receive([result(&missing)]);
    book.expects([
        "send request initialize cca-1",
        "reply 1 refused initialize: No conversation found with session ID: x",
    ]);
    assert_eq!(book.state().last_outcome(), Some(&Outcome::StartFailed));
    book.feed(exited(1)).is(Phase::Failed).expects([]);
}

#[test]
fn the_end_of_the_process_instead_of_the_answer_fails_the_start() {
    let mut book = spawned();
    book.feed(request(1, "initialize"))
        .feed(stderr("error: unknown option"))
        .feed(exited(1));
    book.expects(["send request initialize cca-1", "reply 1 gone initialize"])
        .is(Phase::Failed);
    assert_eq!(
        book.state().life.stderr.last().map(String::as_str),
        Some("error: unknown option")
    );
    assert_eq!(book.state().life.unanswered.len(), 1);
}

#[test]
fn a_prompt_may_go_out_before_initialize_is_answered() {
    let mut book = spawned();
    book.feed(request(1, "initialize"))
        .feed(prompt("u1"))
        .is(Phase::Starting);
    book.receive([success("cca-1", &Value::Null)])
        .is(Phase::Running);
    book.receive([init(), done()]).is(Phase::Idle);
}

#[test]
fn without_initialize_everything_works_too() {
    let mut book = spawned();
    book.feed(prompt("u1"))
        .receive([init()])
        .is(Phase::Running)
        .receive([done()])
        .is(Phase::Idle);
}

#[test]
fn a_start_without_a_turn_may_be_ended() {
    let mut book = spawned();
    book.feed(exited(0)).is(Phase::Completed);
}
