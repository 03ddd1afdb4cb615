//! Pause: what is held, what is not, and how it is let go.

use crate::support::frames::*;
use crate::support::playbook::*;
use cca::session::{Answer, Command, GATE, Origin, Phase};
use serde_json::json;

fn paused() -> Playbook {
    let mut book = Playbook::started();
    book.feed(prompt("u1"))
        .receive([init()])
        .feed(command(Command::Pause));
    book.expects(["send prompt u1", "reply 0 accepted"])
        .is(Phase::Paused);
    book
}

fn resume() -> Step {
    command(Command::Resume)
}

#[test]
fn answers_and_prompts_are_held_and_released_in_order() {
    let mut book = paused();
    book.receive([
        can_use_tool("p1", "Bash"),
        tools_call("r1", "calc", "add"),
        hook("h1", "mine", "Bash"),
    ]);
    book.expects([
        "serve can_use_tool p1",
        "serve mcp_message r1",
        "serve hook_callback h1",
    ]);
    book.feed(reply("h1", &json!({})))
        .feed(prompt("u2"))
        .feed(allow("p1"))
        .feed(reply("r1", &json!({})));
    book.expects(["reply 0 accepted"]).detail("4 held");
    book.feed(resume()).expects([
        "send success h1",
        "send prompt u2",
        "send success p1",
        "send success r1",
    ]);
    assert!(book.state().life.held.is_empty() && book.state().pending.is_empty());
    book.is(Phase::Running);
}

#[test]
fn a_held_answer_is_marked_until_it_is_let_go() {
    let mut book = paused();
    book.receive([can_use_tool("p1", "Bash")]).feed(allow("p1"));
    let held = |book: &Playbook| {
        book.state()
            .pending
            .get(Origin::Cli, "p1")
            .map(|row| row.held)
    };
    assert_eq!(held(&book), Some(true));
    book.write_later().feed(resume());
    assert_eq!(held(&book), Some(false), "on its way");
    book.write();
    assert_eq!(held(&book), None);
}

#[test]
fn the_gate_holds_the_agent_at_its_next_tool() {
    let mut book = paused();
    book.receive([hook("h1", GATE, "Bash")])
        .expects([])
        .detail("1 held");
    book.feed(resume()).expects(["send success h1"]);
}

#[test]
fn questions_for_people_other_than_permissions_are_held_too() {
    let mut book = paused();
    book.receive([asks(
        "e1",
        "elicitation",
        &json!({"mcp_server_name": "forms"}),
    )]);
    book.feed(reply("e1", &json!({"action": "cancel"})))
        .expects(["serve elicitation e1"]);
    book.feed(resume()).expects(["send success e1"]);
}

#[test]
fn a_failure_is_an_answer_and_held_like_one() {
    let mut book = paused();
    book.receive([tools_call("r1", "calc", "add")])
        .feed(answer("r1", Answer::Failure("broken".to_owned())));
    book.expects(["serve mcp_message r1"])
        .feed(resume())
        .expects(["send error r1"]);
}

#[test]
fn the_mcp_handshake_is_not_held() {
    let mut book = paused();
    book.receive([mcp(
        "r1",
        "calc",
        &json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}),
    )]);
    book.feed(reply("r1", &json!({})))
        .expects(["serve mcp_message r1", "send success r1"]);
}

#[test]
fn our_own_requests_and_refusals_are_not_held() {
    let mut book = paused();
    book.feed(request(2, "interrupt"))
        .receive([asks("x1", "tomorrow", &json!({}))]);
    book.expects(["send request interrupt cca-2", "send error x1"]);
}

#[test]
fn a_rule_decides_at_once_but_its_answer_is_held() {
    let mut book = Playbook::with_rules(&["Bash"], &[], &[]);
    book.feed(command(Command::Pause))
        .receive([can_use_tool("p1", "Bash")])
        .expects([])
        .detail("1 held");
    book.feed(resume()).expects(["send success p1"]);
}

#[test]
fn an_answer_withdrawn_while_held_is_dropped() {
    let mut book = paused();
    book.receive([can_use_tool("p1", "Bash"), can_use_tool("p2", "Bash")])
        .feed(allow("p1"))
        .feed(allow("p2"));
    book.receive([withdraws("p1")]).detail("1 held");
    book.feed(resume()).expects([
        "serve can_use_tool p1",
        "serve can_use_tool p2",
        "drop p1",
        "send success p2",
    ]);
}

#[test]
fn a_second_answer_while_the_first_is_held_is_late() {
    let mut book = paused();
    book.receive([can_use_tool("p1", "Bash")])
        .feed(allow("p1"))
        .feed(deny("p1", "no"))
        .detail("1 held");
    assert_eq!(
        book.oddities(),
        ["our answer to p1 came too late: answered"]
    );
}

#[test]
fn pausing_twice_and_resuming_twice_is_once() {
    let mut book = paused();
    book.feed(command(Command::Pause))
        .feed(prompt("u2"))
        .feed(resume())
        .feed(resume());
    book.expects(["reply 0 accepted", "send prompt u2"])
        .is(Phase::Running);
}

#[test]
fn what_is_held_when_the_input_is_closed_is_never_sent() {
    let mut book = Playbook::started();
    book.feed(command(Command::Pause))
        .feed(prompt("u1"))
        .feed(command(Command::Close));
    book.expects(["reply 0 accepted", "close input"]);
    book.feed(resume()).expects([]);
    assert_eq!(book.state().life.held.len(), 1);
}

#[test]
fn a_held_prompt_that_is_taken_back_is_never_sent() {
    let mut book = paused();
    book.feed(prompt("u2")).feed(prompt("u3"));
    book.expects(["reply 0 accepted", "reply 0 accepted"])
        .detail("2 held");
    let take_back = |uuid: &str| {
        let uuid = uuid.to_owned();
        command(Command::TakeBack { uuid })
    };
    book.feed(take_back("u2")).detail("1 held");
    // What is not held cannot be taken back so.
    book.feed(take_back("u1")).feed(take_back("nobody"));
    book.detail("1 held");
    book.feed(resume()).expects(["send prompt u3"]);
}
