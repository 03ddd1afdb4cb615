//! What goes wrong, and how that is brought about with the real CLI. One for each thing that `explain` names, as far as
//! the CLI can be made to do it; and a few sessions in which nothing is wrong.

use crate::stand_in::{prompt, turn};
use crate::support::is;
use nix::sys::signal::Signal;
use serde_json::{Value, json};
use std::time::Duration;

/// One recording to make.
pub(super) struct Trouble {
    pub(super) name: &'static str,
    pub(super) flags: &'static [&'static str],
    pub(super) steps: Vec<Step>,
    /// The recording ends while the session goes on.
    pub(super) open: bool,
}

/// What the client does next.
pub(super) enum Step {
    /// Sends `initialize` with these fields.
    Initialize(Value),
    /// Sends another request.
    Request(Value),
    Prompt(String),
    /// Sends any text as a line.
    Line(&'static str),
    /// Reads until such a frame comes, which is not answered; requests before it are.
    Until(fn(&Value) -> bool),
    /// Answers that frame as a client would.
    AnswerIt,
    /// Answers it with an error.
    FailIt(&'static str),
    /// Answers it with this.
    AnswerWith(Value),
    /// Answers a request that was never made.
    AnswerNobody,
    Wait(Duration),
    /// Closes standard input.
    Close,
    /// Somebody else sends a signal.
    Signal(Signal),
    /// Reads until the CLI says no more.
    ToTheEnd,
}

const ASKED: &[&str] = &["--permission-prompt-tool", "stdio"];

fn ended(name: &'static str, flags: &'static [&'static str], steps: Vec<Step>) -> Trouble {
    Trouble {
        name,
        flags,
        steps,
        open: false,
    }
}

fn open(name: &'static str, flags: &'static [&'static str], steps: Vec<Step>) -> Trouble {
    Trouble {
        open: true,
        ..ended(name, flags, steps)
    }
}

fn hello() -> Step {
    Step::Initialize(json!({}))
}

fn with_calc() -> Step {
    Step::Initialize(json!({ "sdkMcpServers": ["calc"] }))
}

fn with_guard(more: &Value) -> Step {
    let mut hook = json!({ "matcher": "Bash", "hookCallbackIds": ["guard"] });
    for (key, value) in more.as_object().into_iter().flatten() {
        hook[key] = value.clone();
    }
    Step::Initialize(json!({ "hooks": { "PreToolUse": [hook] } }))
}

/// The model calls this tool, and then is done.
fn calls(tool: &str, input: Value) -> Step {
    Step::Prompt(prompt(
        "Do it.",
        [turn().tool(tool, input), turn().text("Done.")],
    ))
}

fn touches() -> Step {
    calls(
        "Bash",
        json!({ "command": "touch made.txt", "description": "Make a file" }),
    )
}

fn says() -> Step {
    Step::Prompt(prompt("Say hello.", [turn().text("Hello.")]))
}

fn mcp_status() -> Step {
    Step::Request(json!({ "subtype": "mcp_status" }))
}

fn until(subtype: Subtype) -> Step {
    Step::Until(match subtype {
        Permission => |frame| frame["request"]["subtype"] == "can_use_tool",
        Hook => |frame| frame["request"]["subtype"] == "hook_callback",
        Call => |frame| frame["request"]["message"]["method"] == "tools/call",
        ServerInit => |frame| frame["request"]["message"]["method"] == "initialize",
        ServerNote => |frame| frame["request"]["message"]["method"] == "notifications/initialized",
        ServerList => |frame| frame["request"]["message"]["method"] == "tools/list",
        Answer => |frame| is(frame, "control_response"),
        Withdrawal => |frame| is(frame, "control_cancel_request"),
        Running => |frame| is(frame, "system/init"),
        Result => |frame| is(frame, "result"),
    })
}

#[derive(Clone, Copy)]
enum Subtype {
    Permission,
    Hook,
    Call,
    ServerInit,
    ServerNote,
    ServerList,
    Answer,
    Withdrawal,
    Running,
    Result,
}
use Subtype::{
    Answer, Call, Hook, Permission, Result, Running, ServerInit, ServerList, ServerNote, Withdrawal,
};

/// All of them.
pub(super) fn all() -> Vec<Trouble> {
    let mut all = healthy();
    all.extend(starting());
    all.extend(waiting());
    all.extend(answering());
    all.extend(calling());
    all.extend(hooked());
    all.extend(ending());
    all
}

fn healthy() -> Vec<Trouble> {
    vec![
        ended("healthy_text", ASKED, vec![hello(), says(), until(Result)]),
        ended(
            "healthy_permission",
            ASKED,
            vec![hello(), touches(), until(Result)],
        ),
        ended(
            "healthy_tool",
            &[
                "--permission-prompt-tool",
                "stdio",
                "--allowedTools",
                "mcp__calc",
            ],
            vec![
                with_calc(),
                calls("mcp__calc__add", json!({ "a": 1, "b": 2 })),
                until(Result),
            ],
        ),
        ended(
            "healthy_denied_by_mode",
            &[
                "--permission-prompt-tool",
                "stdio",
                "--permission-mode",
                "dontAsk",
            ],
            vec![hello(), touches(), until(Result)],
        ),
    ]
}

fn starting() -> Vec<Trouble> {
    const SLOW_SERVER: &[&str] = &[
        "--permission-prompt-tool",
        "stdio",
        "--mcp-config",
        r#"{"mcpServers":{"slow":{"type":"stdio","command":"sleep","args":["60"]}}}"#,
    ];
    vec![
        // A process that is stopped is as silent as one that hangs.
        open(
            "silent_before_first_byte",
            ASKED,
            vec![Step::Signal(Signal::SIGSTOP), hello()],
        ),
        open(
            "silent_before_first_turn",
            SLOW_SERVER,
            vec![
                hello(),
                until(Answer),
                says(),
                Step::Wait(Duration::from_millis(500)),
            ],
        ),
        open(
            "server_never_initialized",
            ASKED,
            vec![with_calc(), says(), until(ServerInit)],
        ),
        open(
            "server_notification_not_acknowledged",
            ASKED,
            vec![with_calc(), until(ServerNote), says()],
        ),
        open(
            "server_tools_not_listed",
            ASKED,
            vec![with_calc(), until(ServerList), says()],
        ),
        ended(
            "server_failed",
            &[
                "--mcp-config",
                r#"{"mcpServers":{"notes":{"type":"stdio","command":"/no/such/server"}}}"#,
            ],
            vec![hello(), says(), until(Result), mcp_status(), until(Answer)],
        ),
        ended(
            "server_rejected",
            &[
                "--mcp-config",
                r#"{"mcpServers":{"notes":{"type":"carrier-pigeon"}}}"#,
            ],
            vec![hello(), says(), until(Result)],
        ),
        ended(
            "ended_between_turns",
            ASKED,
            vec![
                hello(),
                says(),
                until(Result),
                Step::Signal(Signal::SIGTERM),
                Step::ToTheEnd,
            ],
        ),
        ended(
            "server_tools_listed_slowly",
            &[
                "--permission-prompt-tool",
                "stdio",
                "--allowedTools",
                "mcp__calc",
            ],
            vec![
                with_calc(),
                until(ServerList),
                Step::Wait(Duration::from_millis(5500)),
                Step::AnswerIt,
                calls("mcp__calc__add", json!({ "a": 1, "b": 2 })),
                until(Result),
            ],
        ),
    ]
}

fn waiting() -> Vec<Trouble> {
    vec![
        open(
            "hook_not_answered",
            ASKED,
            vec![with_guard(&json!({})), touches(), until(Hook)],
        ),
        open(
            "tool_not_answered",
            &[
                "--permission-prompt-tool",
                "stdio",
                "--allowedTools",
                "mcp__calc",
            ],
            vec![
                with_calc(),
                calls("mcp__calc__add", json!({ "a": 1, "b": 2 })),
                until(Call),
            ],
        ),
        open(
            "permission_not_answered",
            ASKED,
            vec![hello(), touches(), until(Permission)],
        ),
        open(
            "cli_does_not_answer",
            ASKED,
            vec![
                hello(),
                until(Answer),
                says(),
                until(Result),
                Step::Signal(Signal::SIGSTOP),
                Step::Request(json!({ "subtype": "mcp_status" })),
            ],
        ),
    ]
}

fn answering() -> Vec<Trouble> {
    vec![
        ended(
            "answered_late",
            ASKED,
            vec![
                hello(),
                touches(),
                until(Permission),
                Step::Request(json!({ "subtype": "interrupt" })),
                until(Withdrawal),
                Step::AnswerIt,
                until(Result),
            ],
        ),
        ended(
            "answered_twice",
            ASKED,
            vec![
                hello(),
                touches(),
                until(Permission),
                Step::AnswerIt,
                Step::AnswerIt,
                until(Result),
            ],
        ),
        ended(
            "answered_nobody",
            ASKED,
            vec![hello(), says(), Step::AnswerNobody, until(Result)],
        ),
        ended(
            "half_a_character",
            &[
                "--permission-prompt-tool",
                "stdio",
                "--replay-user-messages",
            ],
            vec![
                hello(),
                Step::Line(
                    r#"{"type":"user","message":{"role":"user","content":"half \ud83d of it"},"parent_tool_use_id":null,"session_id":""}"#,
                ),
                until(Result),
            ],
        ),
    ]
}

fn calling() -> Vec<Trouble> {
    const ALLOWED: &[&str] = &[
        "--permission-prompt-tool",
        "stdio",
        "--allowedTools",
        "mcp__calc",
    ];
    vec![
        ended(
            "no_prompt_tool",
            &[],
            vec![hello(), touches(), until(Result)],
        ),
        ended(
            "nobody_decides",
            ASKED,
            vec![
                hello(),
                touches(),
                until(Permission),
                Step::FailIt("canUseTool callback is not provided."),
                until(Result),
            ],
        ),
        ended(
            "tool_unknown",
            ASKED,
            vec![
                hello(),
                calls("Fly", json!({ "to": "moon" })),
                until(Result),
            ],
        ),
        ended(
            "tool_disabled",
            &[
                "--permission-prompt-tool",
                "stdio",
                "--disallowedTools",
                "Bash",
            ],
            vec![hello(), touches(), until(Result)],
        ),
        ended(
            "tool_of_no_server",
            ASKED,
            vec![
                hello(),
                calls("mcp__nowhere__fly", json!({})),
                until(Result),
            ],
        ),
        ended(
            "input_does_not_fit",
            ASKED,
            vec![
                hello(),
                calls("Bash", json!({ "command": 5 })),
                until(Result),
            ],
        ),
        ended(
            "arguments_refused",
            ALLOWED,
            vec![
                with_calc(),
                calls("mcp__calc__add", json!({ "a": "one" })),
                until(Call),
                Step::AnswerWith(
                    json!({ "mcp_response": { "jsonrpc": "2.0", "id": 2, "error": {
                "code": -32602, "message": "Invalid arguments: a is not a number",
            } } }),
                ),
                until(Result),
            ],
        ),
        ended(
            "deferred_called_unloaded",
            ASKED,
            vec![
                hello(),
                calls("WebFetch", json!({ "url": 5 })),
                until(Result),
            ],
        ),
        ended(
            "deferred_never_loaded",
            ALLOWED,
            vec![with_calc(), says(), until(Result)],
        ),
    ]
}

fn hooked() -> Vec<Trouble> {
    vec![
        ended(
            "hook_timed_out",
            ASKED,
            vec![
                with_guard(&json!({ "timeout": 1 })),
                touches(),
                until(Hook),
                until(Result),
            ],
        ),
        ended(
            "hook_failed",
            ASKED,
            vec![
                with_guard(&json!({})),
                touches(),
                until(Hook),
                Step::FailIt("the guard is asleep"),
                until(Result),
            ],
        ),
        ended(
            "hook_failed_and_blocks",
            ASKED,
            vec![
                with_guard(&json!({ "onFailure": "block" })),
                touches(),
                until(Hook),
                Step::FailIt("the guard is asleep"),
                until(Result),
            ],
        ),
        ended(
            "hook_command_too_slow",
            &[
                "--permission-prompt-tool",
                "stdio",
                "--include-hook-events",
                "--settings",
                r#"{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"sleep 20","timeout":1}]}]}}"#,
            ],
            vec![hello(), touches(), until(Result)],
        ),
    ]
}

fn ending() -> Vec<Trouble> {
    vec![
        ended(
            "input_closed_early",
            ASKED,
            vec![
                hello(),
                touches(),
                until(Permission),
                Step::Close,
                Step::ToTheEnd,
            ],
        ),
        ended("exit_wrong_flag", &["--no-such-flag"], vec![Step::ToTheEnd]),
        ended(
            "exit_broken_line",
            ASKED,
            vec![hello(), until(Answer), Step::Line("hello"), Step::ToTheEnd],
        ),
        ended(
            "exit_terminated",
            ASKED,
            vec![
                hello(),
                touches(),
                until(Permission),
                Step::Signal(Signal::SIGTERM),
                Step::ToTheEnd,
            ],
        ),
        ended(
            "exit_killed",
            ASKED,
            vec![
                hello(),
                touches(),
                until(Running),
                Step::Signal(Signal::SIGKILL),
                Step::ToTheEnd,
            ],
        ),
        ended(
            "exit_repeats_an_error",
            ASKED,
            vec![
                hello(),
                Step::Prompt(prompt("Try.", [turn().http_error(400)])),
                until(Result),
            ],
        ),
        ended(
            "exit_nothing_to_resume",
            &[
                "--permission-prompt-tool",
                "stdio",
                "--resume=99999999-2222-4333-8444-555555555555",
            ],
            vec![hello(), Step::ToTheEnd],
        ),
    ]
}
