//! Limits on our own requests: what a timeout says, and what a late answer is.

use crate::support::frames::*;
use crate::support::playbook::*;
use cca::session::{Origin, Phase};
use serde_json::Value;

#[test]
fn a_timeout_names_the_operation_and_what_else_waited() {
    let mut book = Playbook::started();
    book.receive([can_use_tool("p1", "Bash")])
        .feed(request(3, "interrupt"))
        .feed(request_within(2, "mcp_status", Some(10)));
    book.tick(9).expects([
        "serve can_use_tool p1",
        "send request interrupt cca-2",
        "send request mcp_status cca-3",
    ]);
    book.tick(1).expects([
        "send cancel cca-3",
        "reply 2 timed out mcp_status after 10 s [the CLI waits for our answer to permission for Bash since 10 s; \
         we wait for the CLI's answer to interrupt since 10 s]",
    ]);
    assert_eq!(book.oddities(), ["mcp_status was not answered in time"]);
}

#[test]
fn an_answer_after_the_timeout_is_a_stray_one() {
    let mut book = Playbook::started();
    book.feed(request_within(2, "mcp_status", Some(10)))
        .tick(11)
        .receive([success("cca-2", &Value::Null)]);
    book.is(Phase::Idle).tick(100);
    assert_eq!(book.state().counts.stray_answers, 1);
    assert!(book.state().pending.is_empty() && book.live().next_deadline().is_none());
}

#[test]
fn an_answer_in_time_has_no_timeout() {
    let mut book = Playbook::started();
    book.feed(request_within(2, "mcp_status", Some(10)))
        .tick(9)
        .receive([success("cca-2", &Value::Null)])
        .tick(10);
    book.expects(["send request mcp_status cca-2", "reply 2 answered"]);
}

#[test]
fn the_limit_counts_from_the_wire() {
    let mut book = Playbook::started();
    book.write_later()
        .feed(request_within(2, "mcp_status", Some(10)))
        .tick(9)
        .write()
        .tick(9);
    book.expects(["send request mcp_status cca-2"]);
    let deadline = book
        .state()
        .pending
        .get(Origin::Us, "cca-2")
        .and_then(|row| row.deadline);
    assert!(deadline.is_some() && deadline == book.live().next_deadline());
    assert!(deadline > Some(book.now()));
}

#[test]
fn a_child_that_does_not_read_is_timed_out_as_well() {
    let mut book = Playbook::started();
    book.write_later()
        .feed(request_within(2, "mcp_status", Some(10)))
        .tick(10);
    book.expects([
        "send request mcp_status cca-2",
        "send cancel cca-2",
        "reply 2 timed out mcp_status after 10 s []",
    ]);
    book.write();
    assert!(book.state().pending.is_empty());
}

#[test]
fn without_a_limit_we_wait() {
    let mut book = Playbook::started();
    book.feed(request(2, "mcp_status"))
        .tick(100_000)
        .expects(["send request mcp_status cca-2"]);
    assert!(book.live().waits_for_cli() && book.live().next_deadline().is_none());
}
