//! Rules decide before anybody is asked, and never what a person has to decide.

use crate::support::frames::*;
use crate::support::playbook::*;
use cca::session::Phase;
use cca::trace::DecidedBy;
use serde_json::{Value, json};

fn bash(id: &str, line: &str) -> Value {
    can_use_tool_with(id, "Bash", &json!({"input": {"command": line}}))
}

fn decided_by(book: &Playbook) -> Option<DecidedBy> {
    book.state()
        .decisions
        .iter()
        .next_back()
        .map(|decision| decision.by.clone())
}

#[test]
fn an_allow_rule_answers_at_once() {
    let mut book = Playbook::with_rules(&[], &[], &["Bash(ls *)"]);
    book.receive([bash("p1", "ls -l")])
        .expects(["send success p1"])
        .is(Phase::Idle);
    assert_eq!(
        book.last_sent()["response"]["response"],
        json!({"behavior": "allow"})
    );
    assert_eq!(
        decided_by(&book),
        Some(DecidedBy::Rule("Bash(ls *)".to_owned()))
    );
}

#[test]
fn a_deny_rule_says_which_rule_it_was() {
    let mut book = Playbook::with_rules(&["Bash(rm *)"], &[], &["Bash"]);
    book.receive([bash("p1", "rm -r x")])
        .expects(["send success p1"]);
    let answer = &book.last_sent()["response"]["response"];
    assert_eq!(answer["behavior"], "deny");
    assert_eq!(answer["message"], "Bash is denied by the rule Bash(rm *).");
}

#[test]
fn an_ask_rule_asks_although_another_allows() {
    let mut book = Playbook::with_rules(&[], &["Bash(git push *)"], &["Bash"]);
    book.receive([bash("p1", "git push origin")])
        .expects(["serve can_use_tool p1"])
        .is(Phase::WaitingPermission);
}

#[test]
fn what_no_rule_names_is_asked() {
    let mut book = Playbook::with_rules(&["Write"], &[], &["Read"]);
    book.receive([bash("p1", "ls")])
        .expects(["serve can_use_tool p1"]);
}

#[test]
fn what_needs_a_person_is_never_allowed_by_a_rule_but_may_be_denied() {
    let question = |id: &str| {
        can_use_tool_with(
            id,
            "AskUserQuestion",
            &json!({"requires_user_interaction": true}),
        )
    };
    let mut book = Playbook::with_rules(&[], &[], &["AskUserQuestion"]);
    book.receive([question("p1")])
        .expects(["serve can_use_tool p1"]);
    let mut book = Playbook::with_rules(&["AskUserQuestion"], &[], &[]);
    book.receive([question("p1")]).expects(["send success p1"]);
}

#[test]
fn a_question_without_a_tool_is_asked() {
    let mut book = Playbook::with_rules(&[], &[], &["Bash"]);
    book.receive([asks("p1", "can_use_tool", &json!({"input": {}}))])
        .expects(["serve can_use_tool p1"]);
}

#[test]
fn what_a_person_is_meant_to_decide_is_not_allowed_by_a_rule() {
    for purpose in [
        json!({"decision_reason_type": "hook"}),
        json!({"decision_reason_type": "rule"}),
        json!({"decision_reason_type": "safetyCheck"}),
        json!({"matched_ask_rule": "Bash(git push)"}),
        json!({"requires_user_interaction": true}),
    ] {
        let mut book = Playbook::with_rules(&[], &[], &["Bash"]);
        book.receive([can_use_tool_with("p1", "Bash", &purpose)])
            .is(Phase::WaitingPermission);
    }
    let mut book = Playbook::with_rules(&[], &[], &["Bash"]);
    book.receive([can_use_tool_with(
        "p1",
        "Bash",
        &json!({"decision_reason_type": "other"}),
    )])
    .is(Phase::Idle);
}

#[test]
fn an_answer_that_the_cli_sends_back_to_us_is_nothing_odd() {
    let mut book = Playbook::with_rules(&[], &[], &["Bash"]);
    book.receive([bash("p1", "ls")])
        .expects(["send success p1"])
        .receive([success("p1", &json!({"behavior": "allow"}))]);
    let given = json!({"mcp_response": {}});
    book.receive([tools_call("m1", "calc", "add")])
        .feed(reply("m1", &given))
        .receive([success("m1", &given)]);
    assert!(book.state().oddities.is_empty());
    assert_eq!(book.state().counts.stray_answers, 0);
    book.receive([success("p2", &json!({}))]);
    assert_eq!(book.state().counts.stray_answers, 1);
}
