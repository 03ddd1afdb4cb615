//! What is printed, line by line.

use super::{Human, Look, Paint, RunEvent};
use crate::headless::run::Exit;
use crate::headless::run::event::{
    End, Hook, Permission, ServerFacts, SessionFacts, Task, Tokens, ToolResult, TurnEnd,
};
use serde_json::{Value, json};

fn call(id: &str, name: &str, input: Value, parent: Option<&str>) -> RunEvent {
    RunEvent::ToolCall {
        id: id.to_owned(),
        name: name.to_owned(),
        input,
        parent: parent.map(str::to_owned),
    }
}

fn result(id: &str, is_error: bool, text: &str, took: f64) -> RunEvent {
    RunEvent::ToolResult(ToolResult {
        id: id.to_owned(),
        is_error,
        text: text.to_owned(),
        took_s: Some(took),
        ..ToolResult::default()
    })
}

fn text(text: &str, parent: Option<&str>) -> RunEvent {
    RunEvent::Text {
        text: text.to_owned(),
        parent: parent.map(str::to_owned),
    }
}

fn denied(id: &str, tool: &str, input: Value, would_allow: &[&str]) -> RunEvent {
    RunEvent::Permission(Permission {
        id: Some(id.to_owned()),
        tool: tool.to_owned(),
        verdict: "deny",
        by: "nobody",
        input: Some(input),
        would_allow: would_allow.iter().map(|rule| (*rule).to_owned()).collect(),
        ..Permission::default()
    })
}

fn ended(outcome: &'static str, is_error: bool, text: &str) -> RunEvent {
    RunEvent::Result(TurnEnd {
        outcome,
        is_error,
        text: text.to_owned(),
        turns: 3,
        duration_s: Some(4.21),
        tokens: Tokens {
            input: 200,
            output: 345,
            cache_read: 1000,
            cache_write: 0,
        },
        cost_usd: Some(0.01234),
        session_id: "s-1".to_owned(),
        ..TurnEnd::default()
    })
}

/// A run with a bit of everything.
fn story() -> Vec<RunEvent> {
    vec![
        RunEvent::State {
            from: "idle",
            to: "running",
        },
        RunEvent::Prompt {
            index: 0,
            text: "Tidy up\nplease".to_owned(),
        },
        RunEvent::Session(SessionFacts {
            id: "s-1".to_owned(),
            model: Some("opus".to_owned()),
            version: Some("2.1.325".to_owned()),
            permission_mode: Some("default".to_owned()),
            tools: vec!["Bash".to_owned(), "Read".to_owned()],
            servers: vec![
                ServerFacts {
                    name: "calc".to_owned(),
                    status: "connected".to_owned(),
                },
                ServerFacts {
                    name: "web".to_owned(),
                    status: "failed".to_owned(),
                },
            ],
            ..SessionFacts::default()
        }),
        RunEvent::Thinking {
            text: "First\nlook.".to_owned(),
            parent: None,
        },
        text("I will look:\n\n\tindented \u{1b}[2J", None),
        call("t1", "Bash", json!({"command": "ls -la"}), None),
        RunEvent::Permission(Permission {
            id: Some("t1".to_owned()),
            tool: "Bash".to_owned(),
            verdict: "allow",
            by: "rule",
            why: Some("Bash(ls *)".to_owned()),
            ..Permission::default()
        }),
        result("t1", false, "a\nb", 0.012),
        call("t2", "Read", json!({"file_path": "/p/none"}), None),
        result("t2", true, "no such file\nmore", 1.5),
        call("t3", "Bash", json!({"command": "touch x"}), None),
        denied(
            "t3",
            "Bash",
            json!({"command": "touch x"}),
            &["Bash(touch *)"],
        ),
        result("t3", true, "denied", 0.1),
        denied("t4", "AskUserQuestion", json!({}), &[]),
        call(
            "t5",
            "Agent",
            json!({"description": "look around", "subagent_type": "scout"}),
            None,
        ),
        RunEvent::Task(Task {
            id: "a1".to_owned(),
            status: "started".to_owned(),
            kind: Some("scout".to_owned()),
            description: Some("look around".to_owned()),
            ..Task::default()
        }),
        call("t6", "Grep", json!({"pattern": "TODO"}), Some("t5")),
        result("t6", false, "", 0.3),
        text("nothing\nfound", Some("t5")),
        result("t5", false, "nothing", 2.0),
        RunEvent::Hook(Hook {
            event: "PreToolUse".to_owned(),
            outcome: "none".to_owned(),
            ..Hook::default()
        }),
        RunEvent::Hook(Hook {
            event: "PreToolUse".to_owned(),
            tool: Some("Bash".to_owned()),
            outcome: "deny".to_owned(),
            reason: Some("not on Fridays".to_owned()),
            ..Hook::default()
        }),
        RunEvent::Retry {
            attempt: 1,
            of: 10,
            delay_s: 0.5,
            status: Some(529),
            error: "overloaded".to_owned(),
        },
        RunEvent::Compaction {
            trigger: "auto".to_owned(),
            before: Some(150_000),
            after: Some(12_345),
        },
        RunEvent::Notice {
            level: "warning".to_owned(),
            text: "rate limit: near".to_owned(),
        },
        RunEvent::Other {
            kind: "novelty".to_owned(),
            subtype: None,
            frame: json!({}),
        },
        call("t7", "Bash", json!({"command": "sleep 1000"}), None),
        ended("success", false, "done"),
        ended("api_error", true, "API Error: 529\noverloaded"),
        ended("interrupted", true, "interrupted"),
        RunEvent::End(End {
            session_id: Some("s-1".to_owned()),
            denied: 2,
            unknown: 1,
            malformed: 3,
            recording: Some("run.ndjson".to_owned()),
            ..End::new(Exit::Refused)
        }),
    ]
}

fn told(look: Look, events: &[RunEvent]) -> String {
    let mut human = Human::new(look);
    events.iter().map(|event| human.render(event)).collect()
}

#[test]
fn a_run_in_lines() {
    insta::assert_snapshot!(told(Look::default(), &story()));
}

#[test]
fn a_run_in_all_detail() {
    let look = Look {
        verbose: true,
        ..Look::default()
    };
    insta::assert_snapshot!(told(look, &story()));
}

#[test]
fn colours_come_only_from_us() {
    let look = Look {
        paint: Paint { on: true },
        ..Look::default()
    };
    let shown = told(look, &story());
    assert!(shown.contains("\u{1b}[32mok\u{1b}[0m"), "{shown:?}");
    assert!(!shown.contains("\u{1b}[2J"), "{shown:?}");
    assert!(!told(Look::default(), &story()).contains('\u{1b}'));
}

#[test]
fn streamed_text_is_printed_once() {
    let delta = |text: &str| RunEvent::Delta {
        text: text.to_owned(),
    };
    let look = Look {
        streaming: true,
        ..Look::default()
    };
    let pieces = [delta("Hel"), delta("lo\nwor"), text("Hello\nworld.", None)];
    assert_eq!(told(look, &pieces), "Hello\nworld.\n");
    assert_eq!(told(Look::default(), &pieces), "Hello\nworld.\n");
    let whole = [delta("Hello"), text("Hello", None)];
    assert_eq!(told(look, &whole), "Hello\n");
    let given_up = [delta("Never"), text("Again", None)];
    assert_eq!(told(look, &given_up), "Never\nAgain\n");
    let between = [delta("So "), ended("success", false, ""), delta("far")];
    assert!(
        told(look, &between).starts_with("So \ndone · "),
        "{}",
        told(look, &between)
    );
    let twice = [delta("One\n"), text("One\n", None), text("Two", None)];
    assert_eq!(told(look, &twice), "One\nTwo\n");
}

#[test]
fn one_line_is_not_many() {
    let end = |malformed| {
        told(
            Look::default(),
            &[RunEvent::End(End {
                malformed,
                ..End::new(Exit::Success)
            })],
        )
    };
    assert!(
        end(1).contains("1 line of the CLI was no message\n"),
        "{}",
        end(1)
    );
    assert!(end(2).contains("2 lines of the CLI were no messages\n"));
}
