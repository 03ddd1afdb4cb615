//! Ending a session: interrupt, input, SIGTERM, SIGKILL, each with a limit.

use crate::support::frames::*;
use crate::support::playbook::*;
use cca::session::{Command, Phase};
use serde_json::{Value, json};

fn close() -> Step {
    command(Command::Close)
}

fn busy() -> Playbook {
    let mut book = Playbook::started();
    book.feed(prompt("u1")).receive([init()]);
    book.expects(["send prompt u1", "reply 0 accepted"]);
    book
}

#[test]
fn an_idle_session_closes_by_its_input() {
    let mut book = Playbook::started();
    book.feed(close())
        .expects(["close input"])
        .tick(4)
        .expects([]);
    book.feed(exited(0))
        .tick(100)
        .expects([])
        .is(Phase::Completed);
}

#[test]
fn a_busy_session_is_interrupted_first() {
    let mut book = busy();
    book.feed(close()).expects(["send request interrupt cca-2"]);
    book.receive([success("cca-2", &json!({"still_queued": []}))])
        .expects([]);
    book.receive([interrupted()]).expects(["close input"]);
    book.feed(exited(1)).expects([]).is(Phase::Completed);
}

#[test]
fn queued_prompts_do_not_start_another_turn() {
    let mut book = busy();
    book.feed(close());
    assert_eq!(book.last_sent()["request"]["cancel_queued"], true);
}

#[test]
fn each_step_has_its_limit() {
    let mut book = busy();
    book.feed(close())
        .tick(2)
        .expects(["send request interrupt cca-2"]);
    book.tick(1).expects(["close input"]).tick(4).expects([]);
    book.tick(1).expects(["signal SIGTERM"]).tick(4).expects([]);
    book.tick(1)
        .expects(["signal SIGKILL"])
        .tick(1000)
        .expects([]);
    assert_eq!(book.state().life.signalled.as_deref(), Some("SIGKILL"));
    assert!(book.live().next_deadline().is_none());
}

#[test]
fn the_next_step_is_due_at_a_known_time() {
    let mut book = Playbook::started();
    book.feed(close());
    let due = book
        .live()
        .next_deadline()
        .map(|deadline| deadline.since(book.now()).as_secs());
    assert_eq!(due, Some(5));
}

#[test]
fn a_second_close_does_nothing() {
    let mut book = busy();
    book.feed(close())
        .feed(close())
        .expects(["send request interrupt cca-2"]);
    book.tick(3).feed(close()).expects(["close input"]);
}

#[test]
fn cancel_after_close_makes_it_cancelled_without_starting_over() {
    let mut book = busy();
    book.feed(close())
        .feed(command(Command::Cancel))
        .feed(command(Command::Cancel));
    book.expects(["send request interrupt cca-2"]);
    assert!(book.state().life.cancelled);
    book.receive([interrupted()])
        .expects(["close input"])
        .feed(exited(1))
        .is(Phase::Cancelled);
}

#[test]
fn the_end_of_the_process_stops_the_ladder() {
    let mut book = busy();
    book.feed(close())
        .feed(exited(143))
        .expects(["send request interrupt cca-2"])
        .tick(1000)
        .expects([]);
    assert!(book.live().next_deadline().is_none() && !book.live().waits_for_cli());
}

#[test]
fn nothing_new_is_taken_on_while_closing() {
    let mut book = busy();
    book.feed(close())
        .feed(prompt("u2"))
        .feed(request(4, "mcp_status"))
        .feed(command(Command::Pause));
    book.expects([
        "send request interrupt cca-2",
        "reply 0 gone prompt",
        "reply 4 gone mcp_status",
    ]);
    assert!(!book.state().life.paused);
}

#[test]
fn questions_are_still_answered_until_the_input_is_closed() {
    let mut book = busy();
    book.receive([can_use_tool("p1", "Bash")])
        .feed(close())
        .feed(allow("p1"));
    book.expects([
        "serve can_use_tool p1",
        "send request interrupt cca-2",
        "send success p1",
    ]);
}

#[test]
fn nothing_is_written_once_the_input_is_closed() {
    let mut book = Playbook::started();
    book.feed(request_within(2, "mcp_status", Some(2)))
        .receive([can_use_tool("p1", "Bash")])
        .feed(close());
    book.expects([
        "send request mcp_status cca-2",
        "serve can_use_tool p1",
        "close input",
    ]);
    book.feed(allow("p1"))
        .receive([asks("x1", "tomorrow", &json!({}))])
        .expects([]);
    assert_eq!(
        book.oddities(),
        [
            "our answer to p1 came too late: closed",
            "our answer to x1 came too late: closed"
        ]
    );
    book.tick(2).expects(["reply 2 timed out mcp_status after 2 s [the CLI waits for our answer to permission for Bash since 2 s; \
         the CLI waits for our answer to tomorrow since 2 s]"]);
}

#[test]
fn a_request_that_was_open_is_still_answered_while_closing() {
    let mut book = Playbook::started();
    book.feed(request(2, "mcp_status"))
        .feed(close())
        .receive([success("cca-2", &Value::Null)]);
    book.expects([
        "send request mcp_status cca-2",
        "close input",
        "reply 2 answered",
    ]);
}
