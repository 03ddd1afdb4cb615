//! Whatever comes, in whatever order: nothing panics, and a recording of it folds to the same state.
//!
//! The second half is checked at the end of every playbook; here it is given sequences nobody would write by hand.

use crate::support::frames::*;
use crate::support::playbook::*;
use cca::session::{Command, GATE};
use proptest::prelude::*;
use serde_json::{Value, json};

/// One of each kind of line, with ids that meet each other.
fn plausible() -> Vec<Value> {
    vec![
        init(),
        done(),
        interrupted(),
        api_failure(),
        result(&json!({"subtype": "error_during_execution", "is_error": true})),
        cli_state("running"),
        cli_state("requires_action"),
        cli_state("idle"),
        system("status", &json!({"status": "requesting"})),
        system("status", &json!({"status": null, "permissionMode": "plan"})),
        system(
            "api_retry",
            &json!({"attempt": 1, "max_retries": 10, "retry_delay_ms": -1e308, "error_status": null}),
        ),
        system(
            "compact_boundary",
            &json!({"compact_metadata": {"trigger": "auto", "post_tokens": 1}}),
        ),
        system(
            "task_started",
            &json!({"task_id": "a1", "tool_use_id": "t1", "task_type": "local_agent"}),
        ),
        system(
            "task_updated",
            &json!({"task_id": "a1", "patch": {"status": "killed"}}),
        ),
        system(
            "task_notification",
            &json!({"task_id": "a1", "status": "completed"}),
        ),
        system(
            "background_tasks_changed",
            &json!({"tasks": [{"task_id": "a1"}, {"task_id": 7}, null]}),
        ),
        system(
            "hook_started",
            &json!({"hook_id": "c1", "hook_name": "Stop"}),
        ),
        system(
            "hook_response",
            &json!({"hook_id": "c1", "exit_code": null, "outcome": "cancelled"}),
        ),
        system("permission_denied", &json!({"tool_name": "Bash"})),
        system("tomorrow", &json!({"x": [1, {"y": null}]})),
        message_start("m1"),
        block_start(0, &text("")),
        text_delta(0, "some text"),
        text_delta(9, "out of nowhere"),
        block_stop(0),
        with(
            message_stop(),
            &json!({"abandoned_blocks": {"from_block_index": 0}}),
        ),
        assistant("m1", &text("some text")),
        call("t1", "Agent"),
        assistant_in(
            "t1",
            "m2",
            &tool_use("t2", "TodoWrite", &json!({"todos": [{"content": 5}, 5]})),
        ),
        tool_result("t1", "x"),
        tool_result_with(
            "t2",
            "x",
            &json!({"parent_tool_use_id": "t1", "tool_use_result": [1, "x"]}),
        ),
        user(&json!("[Request interrupted by user]"), &json!({})),
        user(&json!("echo"), &json!({"isReplay": true, "uuid": "u1"})),
        user(&json!(17), &json!({})),
        lifecycle("u1", "queued"),
        lifecycle("u1", "completed"),
        can_use_tool("p1", "Bash"),
        can_use_tool("p2", "Write"),
        hook("h1", GATE, "Bash"),
        hook("h2", "mine", "Bash"),
        tools_call("r1", "calc", "add"),
        mcp("r2", "calc", &json!({"method": "tools/list"})),
        mcp("r3", "calc", &json!("nonsense")),
        asks("x1", "tomorrow", &json!({})),
        withdraws("p1"),
        withdraws("h2"),
        success("cca-1", &json!({"commands": 3})),
        success("cca-2", &Value::Null),
        failure("cca-3", "no", "x"),
        json!({"type": "control_request", "request": {}}),
        json!({"type": "control_response", "response": {}}),
        json!({"type": "control_cancel_request"}),
        json!({"type": "conversation_reset", "new_conversation_id": "s2"}),
        json!({"type": "tomorrow", "session_id": 5}),
    ]
}

/// Something that happens: a line (possibly cut short or repeated), or something we do.
#[derive(Debug, Clone)]
enum Happening {
    Line {
        which: usize,
        times: usize,
        keep: Option<usize>,
    },
    Ours(u8),
    Time(u64),
}

fn happening() -> impl Strategy<Value = Happening> {
    let kinds = plausible().len();
    let line = (
        0..kinds,
        1_usize..3,
        proptest::option::weighted(0.1, 0_usize..200),
    );
    prop_oneof![
        8 => line.prop_map(|(which, times, keep)| Happening::Line { which, times, keep }),
        4 => (0_u8..18).prop_map(Happening::Ours),
        1 => (0_u64..20).prop_map(Happening::Time),
    ]
}

fn ours(which: u8) -> Step {
    match which {
        0 => command(Command::Pause),
        1 | 2 => command(Command::Resume),
        3 | 4 => prompt("u1"),
        5 => prompt("u2"),
        6 => request_within(2, "mcp_status", Some(5)),
        7 => request(3, "initialize"),
        8 | 9 => allow("p1"),
        10 => deny("p2", "no"),
        11 => reply("h2", &json!({"async": true})),
        12 => reply("r1", &json!({"mcp_response": {}})),
        13 => reply("r2", &json!({})),
        14 => command(Command::Withdraw { ticket: 2 }),
        15 => stderr("a word on standard error"),
        16 => command(Command::Close),
        _ => exited(1),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_order_of_anything_folds_the_same_twice(
        happenings in proptest::collection::vec(happening(), 0..60),
        slowly in any::<bool>(),
    ) {
        let lines = plausible();
        let mut book = Playbook::started();
        if slowly {
            book.write_later();
        }
        for happening in happenings {
            let gone = book.state().life.exit.is_some();
            match happening {
                // The end is told only after everything was read.
                Happening::Line { .. } if gone => {}
                Happening::Line { which, times, keep } => {
                    let mut line = lines[which].to_string().into_bytes();
                    line.truncate(keep.unwrap_or(usize::MAX));
                    for _ in 0..times {
                        book.feed(raw(&line));
                    }
                }
                Happening::Ours(which) => {
                    book.feed(ours(which));
                }
                Happening::Time(seconds) => {
                    book.tick(seconds);
                }
            }
        }
        book.write();
        // Nothing is written to a process whose input is closed, and nobody is left waiting for one that is gone.
        if book.state().life.exit.is_some() {
            prop_assert!(book.state().pending.is_empty() && !book.live().waits_for_cli());
        }
    }
}
