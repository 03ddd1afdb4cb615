//! What is recorded: about a dozen situations, small ones.

use super::Situation;
use crate::stand_in::{prompt, turn};
use serde_json::{Value, json};

const STATES: &[(&str, &str)] = &[("CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS", "1")];

pub(super) fn plain(name: &'static str, prompts: Vec<String>) -> Situation {
    let results = prompts.len();
    Situation {
        name,
        flags: &[],
        env: STATES,
        initialize: json!({}),
        prompts,
        decide: |_| json!({ "behavior": "allow" }),
        interrupt_at: None,
        requests: Vec::new(),
        results,
    }
}

pub(super) fn bash(command: &str) -> Value {
    json!({ "command": command, "description": "Run it" })
}

/// All of them.
pub(super) fn all() -> Vec<Situation> {
    let mut all = talking();
    all.extend(asking());
    all.extend(working());
    all.extend(failing());
    all.extend(hooked());
    all
}

fn talking() -> Vec<Situation> {
    vec![
        Situation {
            flags: &["--replay-user-messages"],
            requests: [
                json!({ "subtype": "mcp_status" }),
                json!({ "subtype": "get_context_usage", "detail": "summary" }),
                json!({ "subtype": "get_session_cost" }),
                json!({ "subtype": "get_usage", "skip_behaviors": true }),
                json!({ "subtype": "get_settings" }),
                json!({ "subtype": "get_binary_version" }),
                json!({ "subtype": "list_models" }),
                json!({ "subtype": "list_permission_rules" }),
                json!({ "subtype": "get_hooks_listing" }),
                json!({ "subtype": "set_permission_mode", "mode": "plan" }),
                json!({ "subtype": "set_model", "model": "haiku" }),
                json!({ "subtype": "rename_session", "title": "A title" }),
                json!({ "subtype": "file_suggestions", "query": "f" }),
                json!({ "subtype": "no_such_subtype" }),
            ]
            .into(),
            ..plain(
                "plain_text",
                vec![prompt("Say hello.", [turn().text("Hello, one and all.")])],
            )
        },
        Situation {
            flags: &["--allowedTools", "mcp__calc"],
            initialize: json!({ "sdkMcpServers": ["calc"] }),
            ..plain(
                "thinking_and_sdk_tool",
                vec![prompt(
                    "Add one and two.",
                    [
                        turn()
                            .thinking("One and two are three, but let me make sure.")
                            .text("I will add them.")
                            .tool("mcp__calc__add", json!({ "a": 1, "b": 2 })),
                        turn().text("It is {{RESULT}}."),
                    ],
                )],
            )
        },
        Situation {
            interrupt_at: Some(|frame| frame["event"]["delta"]["text"] == "three "),
            ..plain(
                "interrupted_stream",
                vec![prompt(
                    "Count.",
                    [turn().text("one two three four five six").hang_after(3)],
                )],
            )
        },
        plain(
            "compacted",
            vec![
                prompt("Say something.", [turn().text("Something.")]),
                "/compact".to_owned(),
                "/context".to_owned(),
                "/usage".to_owned(),
                "/help".to_owned(),
                "/clear".to_owned(),
            ],
        ),
    ]
}

fn asking() -> Vec<Situation> {
    vec![
        plain(
            "bash_allowed",
            vec![prompt(
                "Make a file.",
                [turn().tool("Bash", bash("touch made.txt && ls")), turn().text("Made.")],
            )],
        ),
        Situation {
            decide: |_| json!({ "behavior": "deny", "message": "Not now." }),
            ..plain(
                "bash_denied",
                vec![prompt(
                    "Remove it.",
                    [turn().tool("Bash", bash("rm -rf build")), turn().text("Fine.")],
                )],
            )
        },
        Situation {
            initialize: json!({ "hooks": { "PreToolUse": [{ "matcher": "Bash", "hookCallbackIds": ["guard"] }] } }),
            ..plain(
                "hook_denied",
                vec![prompt(
                    "Look.",
                    [turn().tool("Bash", bash("ls")), turn().text("Blocked.")],
                )],
            )
        },
        Situation {
            decide: |ask| {
                let mut input = ask["input"].clone();
                input["answers"] = json!({ "Which library?": "serde" });
                json!({ "behavior": "allow", "updatedInput": input })
            },
            ..plain(
                "question",
                vec![prompt(
                    "Ask me.",
                    [
                        turn().tool("AskUserQuestion", json!({ "questions": [{
                            "question": "Which library?", "header": "Library", "multiSelect": false,
                            "options": [{ "label": "serde", "description": "Usual" }, { "label": "other", "description": "Not" }],
                        }] })),
                        turn().text("Thanks."),
                    ],
                )],
            )
        },
        Situation {
            flags: &["--permission-mode", "plan"],
            ..plain(
                "plan",
                vec![prompt(
                    "Plan it.",
                    [
                        turn().tool(
                            "Write",
                            json!({ "file_path": "{{FIND:/[^ ]*/plans/[^ ]*[.]md}}", "content": "# Plan\n" }),
                        ),
                        turn().tool("ExitPlanMode", json!({})),
                        turn().text("Planned."),
                    ],
                )],
            )
        },
        Situation {
            interrupt_at: Some(|frame| frame["request"]["subtype"] == "can_use_tool"),
            ..plain(
                "interrupted_permission",
                vec![prompt(
                    "Make two.",
                    [turn().tool("Bash", bash("touch a1")).tool("Bash", bash("touch a2"))],
                )],
            )
        },
        Situation {
            flags: &["--permission-mode", "dontAsk"],
            ..plain(
                "dont_ask",
                vec![prompt(
                    "Make it.",
                    [turn().tool("Bash", bash("touch x.txt")), turn().text("No.")],
                )],
            )
        },
    ]
}

fn working() -> Vec<Situation> {
    let file = json!({ "file_path": "f.txt" });
    let edit = json!({ "file_path": "f.txt", "old_string": "line two", "new_string": "LINE 2" });
    let write = json!({ "file_path": "new.txt", "content": "brand new\n" });
    vec![
        Situation {
            flags: &["--permission-mode", "acceptEdits"],
            ..plain(
                "files",
                vec![prompt(
                    "Edit.",
                    [
                        turn().tool("Read", file),
                        turn().tool("Edit", edit),
                        turn().tool("Write", write),
                        turn().text("Edited."),
                    ],
                )],
            )
        },
        Situation {
            initialize: json!({ "forwardSubagentText": true }),
            ..plain(
                "agent_in_front",
                vec![prompt(
                    "Use an agent.",
                    [
                        turn().agent(
                            "Run tests",
                            [
                                turn().text("Running.").tool("Bash", bash("pwd")),
                                turn().text("All passed."),
                            ],
                        ),
                        turn().text("They pass."),
                    ],
                )],
            )
        },
        Situation {
            results: 2,
            ..plain(
                "agent_in_background",
                vec![prompt(
                    "Use an agent.",
                    [
                        turn().background_agent(
                            "Run tests",
                            [turn().tool("Bash", bash("pwd")), turn().text("All passed.")],
                        ),
                        turn().text("Started."),
                        turn().text("Noted."),
                    ],
                )],
            )
        },
        Situation {
            flags: &["--allowedTools", "Bash"],
            results: 2,
            ..plain(
                "shell_in_background",
                vec![prompt(
                    "Tick.",
                    [
                        turn().tool(
                            "Bash",
                            json!({ "command": "sleep 1; echo tick", "description": "Ticker", "run_in_background": true }),
                        ),
                        turn().text("Started."),
                        turn().text("Noted."),
                    ],
                )],
            )
        },
        Situation {
            flags: &["--allowedTools", "TodoWrite"],
            env: &[("CLAUDE_CODE_ENABLE_TASKS", "0")],
            ..plain(
                "todos",
                vec![prompt(
                    "Make a list.",
                    [
                        turn().tool("TodoWrite", json!({ "todos": [
                            { "content": "Write", "status": "pending", "activeForm": "Writing" },
                        ] })),
                        turn().text("Done."),
                    ],
                )],
            )
        },
        Situation {
            flags: &["--allowedTools", "TaskCreate,TaskUpdate"],
            ..plain(
                "task_list",
                vec![prompt(
                    "Make a list.",
                    [
                        turn().tool(
                            "TaskCreate",
                            json!({ "subject": "Write", "description": "Write it" }),
                        ),
                        turn().tool(
                            "TaskUpdate",
                            json!({ "taskId": "1", "status": "completed" }),
                        ),
                        turn().text("Done."),
                    ],
                )],
            )
        },
    ]
}

fn failing() -> Vec<Situation> {
    vec![
        Situation {
            flags: &["--resume=99999999-2222-4333-8444-555555555555"],
            ..plain("resume_missing", vec!["Go on.".to_owned()])
        },
        Situation {
            flags: &["--max-budget-usd", "0.001"],
            ..plain(
                "max_budget",
                vec![prompt(
                    "Spend.",
                    [turn()
                        .tool("Bash", bash("pwd"))
                        .usage("input_tokens", 900_000)],
                )],
            )
        },
        plain(
            "retried",
            vec![prompt(
                "Try.",
                [turn()
                    .text("There.")
                    .http_error_retry_after(529, 0)
                    .times(1)],
            )],
        ),
        plain("api_error", vec![prompt("Try.", [turn().http_error(400)])]),
        Situation {
            flags: &["--max-turns", "1"],
            ..plain(
                "max_turns",
                vec![prompt(
                    "Go on.",
                    [turn().tool("Bash", bash("pwd")), turn().text("More.")],
                )],
            )
        },
        Situation {
            flags: &[
                "--json-schema",
                r#"{"type":"object","properties":{"age":{"type":"integer"}},"required":["age"]}"#,
            ],
            ..plain(
                "structured",
                vec![prompt(
                    "How old?",
                    [
                        turn().tool("StructuredOutput", json!({})),
                        turn().tool("StructuredOutput", json!({ "age": 36 })),
                    ],
                )],
            )
        },
    ]
}

fn hooked() -> Vec<Situation> {
    vec![
        Situation {
            flags: &[
                "--include-hook-events",
                "--settings",
                r#"{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"echo out; echo err >&2; sleep 1.5"}]}],"Stop":[{"hooks":[{"type":"command","command":"exit 1"}]}]}}"#,
            ],
            ..plain(
                "hook_commands",
                vec![prompt(
                    "Look.",
                    [turn().tool("Bash", bash("pwd")), turn().text("Seen.")],
                )],
            )
        },
        Situation {
            initialize: json!({ "hooks": {
                "UserPromptSubmit": [{ "hookCallbackIds": ["block"] }],
            } }),
            ..plain("prompt_blocked", vec!["My password is hunter2.".to_owned()])
        },
        Situation {
            initialize: json!({ "hooks": {
                "UserPromptSubmit": [{ "hookCallbackIds": ["watch"] }],
                "PreToolUse": [{ "hookCallbackIds": ["watch"] }],
                "PermissionRequest": [{ "hookCallbackIds": ["watch"] }],
                "PostToolUse": [{ "hookCallbackIds": ["watch"] }],
                "PostToolUseFailure": [{ "hookCallbackIds": ["watch"] }],
                "SubagentStart": [{ "hookCallbackIds": ["watch"] }],
                "SubagentStop": [{ "hookCallbackIds": ["watch"] }],
                "Stop": [{ "hookCallbackIds": ["watch"] }],
            } }),
            ..plain(
                "hooks_watch",
                vec![prompt(
                    "Work.",
                    [
                        turn().tool("Bash", bash("touch made.txt")),
                        turn().tool("Bash", bash("ls nowhere")),
                        turn().agent("Run tests", [turn().text("All passed.")]),
                        turn().text("Done."),
                    ],
                )],
            )
        },
    ]
}

/// Answers a request of the CLI as a client would.
pub(super) fn answer(frame: &Value, decide: fn(&Value) -> Value) -> Value {
    let request = &frame["request"];
    let payload = match request["subtype"].as_str() {
        Some("can_use_tool") => decide(request),
        Some("hook_callback") if request["callback_id"] == "watch" => json!({}),
        Some("hook_callback") if request["callback_id"] == "block" => {
            json!({ "decision": "block", "reason": "No secrets." })
        }
        Some("hook_callback") => json!({ "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": "Not here.",
        } }),
        Some("mcp_message") => json!({ "mcp_response": mcp(&request["message"]) }),
        _ => json!({}),
    };
    json!({
        "type": "control_response",
        "response": { "subtype": "success", "request_id": frame["request_id"], "response": payload },
    })
}

fn mcp(message: &Value) -> Value {
    let result = match message["method"].as_str() {
        Some("initialize") => json!({
            "protocolVersion": message["params"]["protocolVersion"],
            "capabilities": { "tools": {} },
            "serverInfo": { "name": "calc", "version": "1.0.0" },
        }),
        Some("tools/list") => json!({ "tools": [{
            "name": "add", "description": "Adds", "inputSchema": { "type": "object" },
        }] }),
        Some("tools/call") => json!({ "content": [{ "type": "text", "text": "3" }] }),
        _ => json!({}),
    };
    json!({ "jsonrpc": "2.0", "id": message["id"], "result": result })
}
