//! What findings say: by name, not by number; and servers that cannot be used.

use super::tests::*;
use super::{Explainer, Severity};
use crate::session::State;
use crate::trace::{Direction, Entry, Moment, Traffic};

fn whats(lines: &[(u64, Direction, &str)]) -> Vec<String> {
    let found = found(lines, 4).into_iter();
    found.map(|finding| finding.what).collect()
}

#[test]
fn servers_that_cannot_be_used_are_told_with_the_reason() {
    let init = |servers: &str| {
        format!(r#"{{"type":"system","subtype":"init","session_id":"s","mcp_servers":{servers}}}"#)
    };
    let healthy = r#"[{"name":"a","status":"connected"},{"name":"b","status":"pending"},{"name":"c","status":"disabled"}]"#;
    assert_eq!(rules(&[(1, IN, &init(healthy))], 60), NONE);
    let broken = r#"[{"name":"db","status":"failed"},{"name":"mail","status":"needs-auth"}]"#;
    let told = found(&[(1, IN, &init(broken))], 60);
    assert_eq!(told.len(), 2);
    assert!(
        told[0].what.starts_with("the server db failed") && told[0].lines == [1],
        "{told:?}"
    );
    assert!(
        told[1].what.starts_with("the server mail wants a login"),
        "{told:?}"
    );
    let status = r#"{"type":"control_response","response":{"subtype":"success","request_id":"u2","response":{"mcpServers":[{"name":"db","status":"failed","error":"ENOENT: no such file"}]}}}"#;
    let ours = r#"{"type":"control_request","request_id":"u2","request":{"subtype":"mcp_status"}}"#;
    let told = found(
        &[(1, IN, &init(broken)), (2, OUT, ours), (3, IN, status)],
        60,
    );
    assert_eq!(told.len(), 1);
    assert!(
        told[0].what.contains("db failed: ENOENT: no such file") && told[0].lines == [3],
        "{told:?}"
    );
    // Once it is connected nothing is wrong any more.
    let mended =
        init(r#"[{"name":"db","status":"connected"},{"name":"mail","status":"connected"}]"#);
    assert_eq!(rules(&[(1, IN, &init(broken)), (2, IN, &mended)], 60), NONE);
    let rejected = r#"{"type":"system","subtype":"init","session_id":"s","mcp_server_errors":[{"name":"x","error":"no command"}]}"#;
    assert_eq!(
        whats(&[(1, IN, rejected)]),
        ["the CLI rejected an MCP server: x: no command"]
    );
}

#[test]
fn answers_and_handlers_are_called_by_what_was_asked() {
    let cancel = r#"{"type":"control_cancel_request","request_id":"c1"}"#;
    let late = [
        (1, IN, INIT),
        (1, IN, ASK),
        (2, IN, cancel),
        (3, OUT, &answer("c1")),
    ];
    assert!(whats(&late)[0].starts_with("our answer to the permission for Bash came too late"));
    let kept = r#"{"note":"late_answer","request_id":"c1","why":"withdrawn"}"#;
    assert_eq!(
        whats(&[
            (1, IN, INIT),
            (1, IN, ASK),
            (2, IN, cancel),
            (3, NOTE, kept)
        ]),
        ["our answer to the permission for Bash came too late: it was withdrawn"]
    );
    let twice = [
        (1, IN, INIT),
        (1, IN, HOOK),
        (2, OUT, &answer("h1")),
        (3, OUT, &answer("h1")),
    ];
    assert_eq!(whats(&twice), ["we answered hook Stop more than once"]);
    let failed = r#"{"note":"handler_failed","request_id":"h1","error":"boom"}"#;
    assert_eq!(
        whats(&[(1, IN, INIT), (1, IN, HOOK), (2, NOTE, failed)]),
        ["our handler for hook Stop failed: boom"]
    );
}

#[test]
fn the_same_failure_of_a_hook_is_told_once_and_counted() {
    let asked = |id: u8| HOOK.replace("h1", &format!("h{id}"));
    let failed = |id: u8| {
        format!(
            r#"{{"type":"control_response","response":{{"subtype":"error","request_id":"h{id}","error":"boom"}}}}"#
        )
    };
    let lines: Vec<String> = (1..=3).flat_map(|id| [asked(id), failed(id)]).collect();
    let ways = [IN, OUT].into_iter().cycle();
    let lines: Vec<_> = ways
        .zip(&lines)
        .map(|(way, line)| (1, way, line.as_str()))
        .collect();
    assert_eq!(
        whats(&lines),
        ["the hook Stop failed: boom; the CLI went on as if it had said nothing (3 times)"]
    );
}

#[test]
fn signals_are_told_apart() {
    let by = |signal: u8| format!(r#"{{"note":"exited","code":null,"signal":{signal}}}"#);
    let with = |code: u8| format!(r#"{{"note":"exited","code":{code},"signal":null}}"#);
    let closing = r#"{"note":"closing"}"#;
    for (exit, words) in [
        (
            by(9),
            "was ended by signal 9, SIGKILL, which cca-tui did not send",
        ),
        (
            with(143),
            "was ended with code 143 (signal 15, SIGTERM), which cca-tui did not send",
        ),
        (by(11), "crashed: it ended by signal 11, SIGSEGV"),
        (
            with(134),
            "crashed: it ended with code 134 (signal 6, SIGABRT)",
        ),
        (by(13), "it wrote where nobody reads any more"),
        (with(200), "ended with code 200 and said nothing"),
    ] {
        let told = whats(&[(1, NOTE, &exit)]);
        assert!(told.len() == 1 && told[0].contains(words), "{told:?}");
    }
    // Who ends it knows why; but a crash is one all the same.
    assert_eq!(rules(&[(1, NOTE, closing), (2, NOTE, &by(15))], 4), NONE);
    assert_eq!(
        rules(&[(1, NOTE, closing), (2, NOTE, &by(11))], 4),
        ["exit"]
    );
    // Between two turns it may be its client that ends it, and after the last one it is.
    let done = r#"{"type":"result","subtype":"success","is_error":false,"num_turns":1}"#;
    let idle = [(0, NOTE, SPAWNED), (1, IN, INIT), (1, IN, done)];
    let told = found(&[idle[0], idle[1], idle[2], (2, NOTE, &with(143))], 4);
    assert!(
        told.len() == 1
            && told[0].severity == Severity::Info
            && told[0].what.contains("between two turns"),
        "{told:?}"
    );
    let closed = (2, NOTE, r#"{"note":"input_closed"}"#);
    assert_eq!(
        rules(
            &[idle[0], idle[1], idle[2], closed, (3, NOTE, &with(143))],
            4
        ),
        NONE
    );
    assert_eq!(
        rules(&[idle[0], idle[1], (3, NOTE, &with(143))], 4),
        ["exit"]
    );
    let lost = r#"{"note":"pipe_lost","pipe":"output"}"#;
    let ended = r#"{"note":"signalled","signal":"SIGTERM"}"#;
    let told = whats(&[(1, NOTE, lost), (2, NOTE, ended), (3, NOTE, &by(15))]);
    assert!(
        told[0].contains("closed its standard output and went on"),
        "{told:?}"
    );
}

#[test]
fn an_end_in_the_middle_of_a_turn_is_told_whatever_the_code() {
    let said = r#"{"type":"assistant","message":{"id":"m","role":"assistant","content":[{"type":"text","text":"so"}]}}"#;
    let exit = r#"{"note":"exited","code":0,"signal":null}"#;
    let unknown = r#"{"note":"exited","code":null,"signal":null}"#;
    let turn = [(0, NOTE, SPAWNED), (1, IN, INIT), (1, IN, said)];
    let told = |end: &str| whats(&[turn[0], turn[1], turn[2], (2, NOTE, end)]);
    assert_eq!(
        told(exit),
        ["the CLI ended with code 0 in the middle of a turn"]
    );
    assert_eq!(
        told(unknown),
        ["the CLI ended in the middle of a turn; how is not known"]
    );
    assert_eq!(rules(&[(0, NOTE, SPAWNED), (1, NOTE, exit)], 4), NONE);
}

#[test]
fn a_transcript_of_the_cli_itself_is_no_unknown_traffic() {
    let lines = [
        r#"{"type":"queue-operation","operation":"enqueue","sessionId":"s"}"#,
        r#"{"parentUuid":null,"isSidechain":false,"type":"user","message":{"role":"user","content":"hi"},"sessionId":"s","gitBranch":"x"}"#,
        r#"{"parentUuid":"u","type":"assistant","message":{"id":"m","role":"assistant","content":[{"type":"text","text":"so"}]},"sessionId":"s"}"#,
        r#"{"type":"last-prompt","lastPrompt":"hi","sessionId":"s"}"#,
    ];
    let mut state = State::default();
    let mut explainer = Explainer::default();
    for (seq, line) in (1..).zip(lines) {
        let traffic = Traffic::from_entry(Entry {
            seq,
            at: Moment::START,
            direction: IN,
            line: bytes::Bytes::from_static(line.as_bytes()),
        });
        state.observe(&traffic);
        explainer.observe(&state, &traffic);
    }
    let found = explainer.findings(&state, Moment::START);
    let rules: Vec<_> = found.into_iter().map(|finding| finding.rule).collect();
    assert_eq!(rules, NONE);
}
