//! Each rule both ways: what it finds, and what it must not.

use super::*;
use crate::trace::{Direction, Entry, Moment, Traffic};

pub(super) const IN: Direction = Direction::In;
pub(super) const OUT: Direction = Direction::Out;
pub(super) const NOTE: Direction = Direction::Note;

/// What is found after these lines (seconds, way, line), as of the given second.
pub(super) fn found(lines: &[(u64, Direction, &str)], now: u64) -> Vec<Finding> {
    let mut state = State::default();
    let mut explainer = Explainer::default();
    for (seq, (at, direction, line)) in (1..).zip(lines) {
        let traffic = Traffic::from_entry(Entry {
            seq,
            at: Moment(at * 1_000_000),
            direction: *direction,
            line: bytes::Bytes::copy_from_slice(line.as_bytes()),
        });
        state.observe(&traffic);
        explainer.observe(&state, &traffic);
    }
    explainer.findings(&state, Moment(now * 1_000_000))
}

pub(super) fn rules(lines: &[(u64, Direction, &str)], now: u64) -> Vec<&'static str> {
    found(lines, now)
        .into_iter()
        .map(|finding| finding.rule)
        .collect()
}

pub(super) const NONE: [&str; 0] = [];
pub(super) const SPAWNED: &str = r#"{"note":"spawned","pid":1,"interactive":true}"#;
pub(super) const INIT: &str =
    r#"{"type":"system","subtype":"init","session_id":"s","tools":["Bash"]}"#;
const INITIALIZE: &str =
    r#"{"type":"control_request","request_id":"u1","request":{"subtype":"initialize"}}"#;
const INITIALIZED: &str = r#"{"type":"control_response","response":{"subtype":"success","request_id":"u1","response":{}}}"#;
pub(super) const ASK: &str = r#"{"type":"control_request","request_id":"c1","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{},"tool_use_id":"t"}}"#;
pub(super) const HOOK: &str = r#"{"type":"control_request","request_id":"h1","request":{"subtype":"hook_callback","callback_id":"g","input":{"hook_event_name":"Stop"}}}"#;
const RESULT: &str = r#"{"type":"result","subtype":"success","is_error":false,"num_turns":1,"terminal_reason":"completed","total_cost_usd":1.0}"#;

fn mcp(id: &str, method: &str) -> String {
    format!(
        r#"{{"type":"control_request","request_id":"{id}","request":{{"subtype":"mcp_message","server_name":"calc","message":{{"method":"{method}","id":0}}}}}}"#
    )
}

pub(super) fn answer(id: &str) -> String {
    format!(
        r#"{{"type":"control_response","response":{{"subtype":"success","request_id":"{id}","response":{{}}}}}}"#
    )
}

#[test]
fn a_request_that_waits_too_long_names_who_owes_the_answer() {
    let lines = [
        (0, OUT, INITIALIZE),
        (1, IN, INITIALIZED),
        (2, IN, INIT),
        (3, IN, HOOK),
    ];
    assert_eq!(rules(&lines, 5), NONE);
    let found = found(&lines, 20);
    assert_eq!(found[0].rule, "unanswered");
    assert!(
        found[0].what.contains("a hook of ours") && found[0].what.contains("17 s"),
        "{found:?}"
    );
    assert_eq!(found[0].lines, [4]);
    // A person may take longer than a program.
    let lines = [(2, IN, INIT), (3, IN, ASK)];
    assert_eq!(rules(&lines, 60), NONE);
    assert_eq!(rules(&lines, 600), ["unanswered"]);
    let ours = r#"{"type":"control_request","request_id":"u2","request":{"subtype":"mcp_status"}}"#;
    assert_eq!(rules(&[(2, IN, INIT), (3, OUT, ours)], 60), ["unanswered"]);
    assert_eq!(
        rules(&[(2, IN, INIT), (3, OUT, ours), (4, IN, &answer("u2"))], 60),
        NONE
    );
}

#[test]
fn a_silent_start_is_named_by_its_phase() {
    let spawned = [(0, NOTE, SPAWNED), (0, OUT, INITIALIZE)];
    assert_eq!(rules(&spawned, 5), NONE);
    assert!(
        found(&spawned, 30)[0]
            .what
            .contains("before its first byte")
    );
    let init = mcp("m1", "tools/list");
    let asked = [
        (0, NOTE, SPAWNED),
        (0, OUT, INITIALIZE),
        (1, IN, init.as_str()),
        (1, OUT, &answer("m1")),
    ];
    assert!(found(&asked, 30)[0].what.contains("`initialize`"));
    assert_eq!(
        rules(&[(0, OUT, INITIALIZE), (9, IN, INITIALIZED)], 60),
        NONE
    );
}

#[test]
fn a_first_turn_that_does_not_begin_is_named_too() {
    let prompt = r#"{"type":"user","message":{"role":"user","content":"hi"}}"#;
    let lines = [
        (0, NOTE, SPAWNED),
        (0, OUT, INITIALIZE),
        (1, IN, INITIALIZED),
        (2, OUT, prompt),
    ];
    assert_eq!(rules(&lines, 9), NONE);
    let seen = found(&lines, 30);
    assert!(
        seen.len() == 1 && seen[0].what.contains("28 s before its first turn"),
        "{seen:?}"
    );
    assert_eq!(seen[0].lines, [4]);
    // Nobody has said anything to it yet.
    assert_eq!(rules(&lines[..1], 600), NONE);
    assert_eq!(rules(&lines[..3], 600), NONE);
    let alone = r#"{"note":"spawned","pid":1,"interactive":false}"#;
    assert_eq!(rules(&[(0, NOTE, alone)], 30), ["silent_start"]);
}

#[test]
fn servers_have_to_do_their_part() {
    let init = mcp("m1", "initialize");
    let lines = [
        (0, OUT, INITIALIZE),
        (1, IN, INITIALIZED),
        (1, IN, init.as_str()),
    ];
    let seen = found(&lines, 20);
    assert!(
        seen.iter()
            .any(|one| one.what.contains("never answered `initialize`")),
        "{seen:?}"
    );
    assert_eq!(
        rules(
            &[(1, IN, INIT), (1, IN, &init), (2, OUT, &answer("m1"))],
            20
        ),
        NONE
    );
    let notified = mcp("m2", "notifications/initialized");
    let seen = found(&[(1, IN, INIT), (1, IN, &notified)], 20);
    assert!(
        seen.len() == 1 && seen[0].what.contains("not acknowledged"),
        "{seen:?}"
    );
    let list = mcp("m3", "tools/list");
    assert_eq!(
        rules(
            &[(1, IN, INIT), (1, IN, &list), (9, OUT, &answer("m3"))],
            20
        ),
        ["server"]
    );
    assert_eq!(
        rules(
            &[(1, IN, INIT), (1, IN, &list), (2, OUT, &answer("m3"))],
            20
        ),
        NONE
    );
}

#[test]
fn late_and_stray_answers_are_told() {
    let cancel = r#"{"type":"control_cancel_request","request_id":"c1"}"#;
    let lines = [
        (1, IN, INIT),
        (1, IN, ASK),
        (2, IN, cancel),
        (3, OUT, &answer("c1")),
    ];
    assert_eq!(rules(&lines, 4), ["late"]);
    assert_eq!(
        rules(&[(1, IN, INIT), (1, IN, ASK), (3, OUT, &answer("c1"))], 4),
        NONE
    );
    let twice = [
        (1, IN, INIT),
        (1, IN, ASK),
        (3, OUT, &answer("c1")),
        (4, OUT, &answer("c1")),
    ];
    let seen = found(&twice, 4);
    assert_eq!(
        (seen[0].rule, &seen[0].lines[..]),
        ("duplicate_answer", &[4][..])
    );
    for (way, who) in [(OUT, "our side"), (IN, "the CLI")] {
        let seen = found(&[(1, IN, INIT), (2, way, &answer("nobody"))], 4);
        assert_eq!((seen.len(), seen[0].rule), (1, "unpaired_answer"));
        assert!(seen[0].what.starts_with(who), "{seen:?}");
    }
    let late = r#"{"note":"late_answer","request_id":"c1","why":"withdrawn"}"#;
    assert_eq!(rules(&[(1, IN, INIT), (2, NOTE, late)], 4), ["late"]);
    let exited = r#"{"note":"late_answer","request_id":"c1","why":"exited"}"#;
    assert_eq!(rules(&[(1, IN, INIT), (2, NOTE, exited)], 4), NONE);
    let timed = r#"{"note":"timed_out","request_id":"u1"}"#;
    assert_eq!(rules(&[(1, IN, INIT), (2, NOTE, timed)], 4), ["timed_out"]);
    let failed = r#"{"note":"handler_failed","request_id":"c1","error":"boom"}"#;
    assert_eq!(rules(&[(1, IN, INIT), (2, NOTE, failed)], 4), ["handler"]);
}

#[test]
fn exits_are_explained() {
    let exit = |code: i32| format!(r#"{{"note":"exited","code":{code},"signal":null}}"#);
    assert_eq!(
        rules(&[(1, IN, INIT), (1, IN, RESULT), (2, NOTE, &exit(0))], 4),
        NONE
    );
    let bad = found(
        &[
            (1, Direction::Stderr, "unknown option"),
            (2, NOTE, &exit(1)),
        ],
        4,
    );
    assert!(
        bad[0].what.contains("unknown option") && bad[0].lines == [2],
        "{bad:?}"
    );
    assert_eq!(
        rules(
            &[(2, NOTE, r#"{"note":"closing"}"#), (2, NOTE, &exit(143))],
            4
        ),
        NONE
    );
    assert_eq!(rules(&[(2, NOTE, &exit(143))], 4), ["exit"]);
    assert_eq!(
        rules(
            &[(2, NOTE, r#"{"note":"exited","code":null,"signal":9}"#)],
            4
        ),
        ["exit"]
    );
    let closed = r#"{"note":"input_closed"}"#;
    assert_eq!(
        rules(&[(0, NOTE, SPAWNED), (1, IN, INIT), (2, NOTE, closed)], 4),
        ["input_closed"]
    );
    assert_eq!(
        rules(
            &[
                (0, NOTE, SPAWNED),
                (1, IN, INIT),
                (1, IN, RESULT),
                (2, NOTE, closed)
            ],
            4
        ),
        NONE
    );
}

#[test]
fn calls_that_could_not_be_made_are_explained() {
    let call = r#"{"type":"assistant","message":{"id":"m","content":[{"type":"tool_use","id":"t","name":"Fly","input":{}}]},"parent_tool_use_id":null}"#;
    let result = |text: &str| {
        format!(
            r#"{{"type":"user","message":{{"content":[{{"type":"tool_result","tool_use_id":"t","is_error":true,"content":"{text}"}}]}}}}"#
        )
    };
    let unknown = result("<tool_use_error>Error: No such tool available: Fly</tool_use_error>");
    let seen = found(&[(1, IN, INIT), (1, IN, call), (2, IN, &unknown)], 4);
    assert!(
        seen.len() == 1 && seen[0].rule == "unknown_tool" && seen[0].what.contains("Fly"),
        "{seen:?}"
    );
    let schema = result("InputValidationError: Fly failed");
    assert_eq!(
        rules(&[(1, IN, INIT), (1, IN, call), (2, IN, &schema)], 4),
        ["schema"]
    );
    assert_eq!(
        rules(
            &[
                (1, IN, INIT),
                (1, IN, call),
                (2, IN, &result("exit code 1"))
            ],
            4
        ),
        NONE
    );
    let validated = result("InputValidationError: x. This tool's schema was not sent to the API");
    assert_eq!(
        rules(&[(1, IN, INIT), (1, IN, call), (2, IN, &validated)], 4),
        ["deferred_tool"]
    );
    let error = r#"{"type":"control_response","response":{"subtype":"error","request_id":"c1","error":"no callback"}}"#;
    let seen = found(&[(1, IN, INIT), (1, IN, ASK), (2, OUT, error)], 4);
    assert!(
        seen.len() == 1 && seen[0].rule == "no_prompt_tool" && seen[0].what.contains("no callback"),
        "{seen:?}"
    );
    let denied =
        r#"{"type":"system","subtype":"permission_denied","tool_name":"Bash","tool_use_id":"t"}"#;
    let by_mode = denied.replace(
        "\"tool_use_id\"",
        "\"decision_reason_type\":\"mode\",\"tool_use_id\"",
    );
    assert_eq!(rules(&[(1, IN, INIT), (2, IN, &by_mode)], 4), NONE);
    assert_eq!(
        rules(&[(1, IN, INIT), (2, IN, denied)], 4),
        ["no_prompt_tool"]
    );
    assert_eq!(
        rules(
            &[
                (1, IN, INIT),
                (1, IN, ASK),
                (1, OUT, &answer("c1")),
                (2, IN, denied)
            ],
            4
        ),
        NONE
    );
}

#[test]
fn hooks_that_failed_say_what_that_did() {
    let failed = r#"{"type":"control_response","response":{"subtype":"error","request_id":"h1","error":"boom"}}"#;
    let seen = found(&[(1, IN, INIT), (1, IN, HOOK), (2, OUT, failed)], 4);
    assert!(
        seen[0].rule == "hook" && seen[0].what.contains("boom"),
        "{seen:?}"
    );
    assert_eq!(
        rules(&[(1, IN, INIT), (1, IN, HOOK), (2, OUT, &answer("h1"))], 4),
        NONE
    );
    let began = r#"{"type":"system","subtype":"hook_started","hook_id":"k","hook_name":"Stop","hook_event":"Stop"}"#;
    let ended = |outcome: &str, code: u8| {
        format!(
            r#"{{"type":"system","subtype":"hook_response","hook_id":"k","hook_name":"Stop","hook_event":"Stop","exit_code":{code},"outcome":"{outcome}"}}"#
        )
    };
    assert_eq!(
        rules(
            &[(1, IN, INIT), (1, IN, began), (2, IN, &ended("error", 1))],
            4
        ),
        ["hook"]
    );
    assert_eq!(
        rules(
            &[(1, IN, INIT), (1, IN, began), (2, IN, &ended("error", 2))],
            4
        ),
        NONE
    );
    assert_eq!(
        rules(
            &[(1, IN, INIT), (1, IN, began), (2, IN, &ended("success", 0))],
            4
        ),
        NONE
    );
}

#[test]
fn what_a_failed_hook_did_depends_on_the_hook() {
    let register = |more: &str| {
        format!(
            r#"{{"type":"control_request","request_id":"u1","request":{{"subtype":"initialize","hooks":{{"PreToolUse":[{{"hookCallbackIds":["g"]{more}}}]}}}}}}"#
        )
    };
    let ask = HOOK.replace(
        r#""hook_event_name":"Stop""#,
        r#""hook_event_name":"PreToolUse","tool_name":"Bash""#,
    );
    let failed = r#"{"type":"control_response","response":{"subtype":"error","request_id":"h1","error":"boom"}}"#;
    for (more, says) in [
        ("", "as if it had said nothing"),
        (r#","onFailure":"block""#, "Bash was stopped"),
    ] {
        let seen = found(
            &[
                (0, OUT, &register(more)),
                (1, IN, INITIALIZED),
                (1, IN, INIT),
                (1, IN, &ask),
                (2, OUT, failed),
            ],
            4,
        );
        assert!(seen.len() == 1 && seen[0].what.contains(says), "{seen:?}");
        assert_eq!(seen[0].lines, [5]);
    }
    let cancel = r#"{"type":"control_cancel_request","request_id":"h1"}"#;
    let withdrawn = |at| {
        found(
            &[
                (0, OUT, &register(r#","timeout":5"#)),
                (1, IN, INITIALIZED),
                (1, IN, INIT),
                (1, IN, &ask),
                (at, IN, cancel),
            ],
            20,
        )
    };
    let seen = withdrawn(6);
    assert!(
        seen.len() == 1 && seen[0].what.contains("in time (5 s); Bash was not run"),
        "{seen:?}"
    );
    // Withdrawn by an interrupt.
    assert_eq!(withdrawn(3), []);
}

#[test]
fn deferred_tools_that_are_never_loaded_are_told() {
    let init = INIT.replace(r#"["Bash"]"#, r#"["Bash","ToolSearch","mcp__calc__add"]"#);
    let list = mcp("m1", "tools/list");
    let listed = |meta: &str| {
        format!(
            r#"{{"type":"control_response","response":{{"subtype":"success","request_id":"m1","response":{{"mcp_response":{{"jsonrpc":"2.0","id":0,"result":{{"tools":[{{"name":"add","inputSchema":{{}}{meta}}}]}}}}}}}}}}"#
        )
    };
    let exited = r#"{"note":"exited","code":0,"signal":null}"#;
    let called = r#"{"type":"assistant","message":{"id":"m","content":[{"type":"tool_use","id":"t","name":"mcp__calc__add","input":{}}]},"parent_tool_use_id":null}"#;
    let (deferred, loaded) = (
        listed(""),
        listed(r#","_meta":{"anthropic/alwaysLoad":true}"#),
    );
    let lines = |answer, between| {
        [
            (1, IN, list.as_str()),
            (1, OUT, answer),
            (2, IN, init.as_str()),
            between,
            (3, IN, RESULT),
            (4, NOTE, exited),
        ]
    };
    let nothing = (2, IN, r#"{"type":"keep_alive"}"#);
    let seen = found(&lines(deferred.as_str(), nothing), 5);
    assert!(
        seen.len() == 1 && seen[0].rule == "deferred_tools" && seen[0].what.contains("calc (1 of"),
        "{seen:?}"
    );
    assert_eq!(rules(&lines(loaded.as_str(), nothing), 5), NONE);
    assert_eq!(rules(&lines(deferred.as_str(), (2, IN, called)), 5), NONE);
    let looked_up = r#"{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"tool_reference","tool_name":"mcp__calc__add"}]}]}}"#;
    assert_eq!(
        rules(&lines(deferred.as_str(), (2, IN, looked_up)), 5),
        NONE
    );
    // One turn says nothing yet.
    assert_eq!(rules(&lines(deferred.as_str(), nothing)[..5], 5), NONE);
}

#[test]
fn fields_and_requests_that_are_not_known_are_named() {
    let odd = INIT.replace(r#""session_id""#, r#""weather":"fine","session_id""#);
    let seen = found(&[(1, IN, &odd), (2, IN, &odd)], 3);
    assert!(
        seen.len() == 1
            && seen[0].rule == "unknown_field"
            && seen[0].what.contains("system/init: weather (2 times)"),
        "{seen:?}"
    );
    assert_eq!(seen[0].lines, [1]);
    // What we send ourselves is not the CLI's.
    let ours = INITIALIZE.replace(r#""subtype""#, r#""weather":1,"subtype""#);
    assert_eq!(rules(&[(0, OUT, &ours), (1, IN, INITIALIZED)], 3), NONE);
    let ask = ASK.replace(r#""input""#, r#""weather":1,"input""#);
    let seen = found(&[(1, IN, INIT), (1, IN, &ask)], 2);
    assert!(
        seen[0]
            .what
            .contains("control_request/can_use_tool: request.weather"),
        "{seen:?}"
    );
    let hook = HOOK.replace(r#""hook_event_name""#, r#""weather":1,"hook_event_name""#);
    let seen = found(&[(1, IN, INIT), (1, IN, &hook)], 2);
    assert!(seen[0].what.contains("request.input.weather"), "{seen:?}");
    let request = HOOK.replace("hook_callback", "tell_a_joke");
    assert_eq!(rules(&[(1, IN, INIT), (1, IN, &request)], 2), ["unknown"]);
    // However many there are, a few are kept.
    let many: Vec<String> = (0..500)
        .map(|n| format!(r#"{{"type":"command_lifecycle","odd{n}":1}}"#))
        .collect();
    let lines: Vec<(u64, Direction, &str)> =
        many.iter().map(|line| (1, IN, line.as_str())).collect();
    let seen = found(&lines, 2);
    assert!(
        seen.len() == 1 && seen[0].what.ends_with("and more"),
        "{seen:?}"
    );
    assert!(seen[0].what.len() < 2_000 && seen[0].lines.len() <= 10);
}

#[test]
fn one_rule_does_not_bury_the_others() {
    let asks: Vec<String> = (0..100)
        .map(|n| HOOK.replace("h1", &format!("h{n}")))
        .collect();
    let mut lines = vec![(1, IN, INIT)];
    lines.extend(asks.iter().map(|ask| (1, IN, ask.as_str())));
    let seen = found(&lines, 60);
    assert_eq!(seen.len(), 11);
    assert!(seen[10].what.contains("90 more"), "{seen:?}");
}

#[test]
fn lines_themselves_are_judged() {
    assert_eq!(
        rules(&[(1, IN, INIT), (1, IN, r#"{"type":"weather"}"#)], 2),
        ["unknown"]
    );
    assert_eq!(rules(&[(1, IN, INIT), (1, IN, "hello")], 2), ["no_message"]);
    let half = r#"{"type":"keep_alive","a":"\ud83d"}"#;
    assert_eq!(rules(&[(1, IN, INIT), (1, IN, half)], 2), ["surrogate"]);
    let whole = r#"{"type":"keep_alive","a":"\ud83d\ude00"}"#;
    assert_eq!(rules(&[(1, IN, INIT), (1, IN, whole)], 2), NONE);
    let long = format!(
        r#"{{"type":"keep_alive","a":"{}"}}"#,
        "x".repeat(crate::wire::DEFAULT_LINE_CAP / 10 * 9)
    );
    assert_eq!(rules(&[(1, IN, INIT), (1, IN, &long)], 2), ["near_the_cap"]);
    let told = found(&[(1, IN, INIT), (1, IN, &long)], 2);
    let length = long.len();
    assert!(
        told[0]
            .what
            .starts_with(&format!("a line of {length} bytes is near the longest")),
        "{told:?}"
    );
    let cheaper = RESULT.replace("1.0", "0.5");
    assert_eq!(
        rules(&[(1, IN, INIT), (1, IN, RESULT), (2, IN, &cheaper)], 4),
        ["cost"]
    );
    assert_eq!(
        rules(&[(1, IN, INIT), (1, IN, RESULT), (2, IN, RESULT)], 4),
        NONE
    );
}

#[test]
fn a_session_that_cannot_be_resumed_and_an_api_that_fails_are_told() {
    let missing = r#"{"type":"result","subtype":"error_during_execution","is_error":true,"num_turns":0,"errors":["No conversation found"]}"#;
    let seen = found(&[(1, IN, missing)], 4);
    assert!(
        seen.len() == 1 && seen[0].what.contains("No conversation found"),
        "{seen:?}"
    );
    let busy = r#"{"type":"result","subtype":"success","is_error":true,"num_turns":1,"api_error_status":529,"result":"x"}"#;
    let seen = found(&[(1, IN, INIT), (1, IN, busy)], 4);
    assert!(
        seen.len() == 1 && seen[0].rule == "api" && seen[0].what.contains("529"),
        "{seen:?}"
    );
}
