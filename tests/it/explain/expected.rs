//! What is found in which recording.

use super::Expected;

/// Sessions of the real CLI in which something is wrong, and a few in which nothing is.
pub(super) const TROUBLED: &[Expected] = &[
    (
        "answered_late",
        0,
        &[
            ("late", "came too late: it was withdrawn"),
            ("exit", "exit code 1 only repeats"),
        ],
    ),
    (
        "answered_nobody",
        0,
        &[(
            "unpaired_answer",
            "our side answered no-such-request, which nobody asked",
        )],
    ),
    (
        "answered_twice",
        0,
        &[("duplicate_answer", "more than once")],
    ),
    (
        "arguments_refused",
        0,
        &[(
            "schema",
            "the input of mcp__calc__add does not fit its schema: Invalid arguments: a is not a number",
        )],
    ),
    (
        "cli_does_not_answer",
        12,
        &[(
            "unanswered",
            "mcp_status was not answered by the CLI for 12 s",
        )],
    ),
    (
        "deferred_called_unloaded",
        0,
        &[(
            "deferred_tool",
            "WebFetch was called before its schema was loaded",
        )],
    ),
    (
        "deferred_never_loaded",
        0,
        &[("deferred_tools", "the model never loaded a tool of calc")],
    ),
    (
        "ended_between_turns",
        0,
        &[("exit", "SIGTERM), between two turns")],
    ),
    (
        "exit_broken_line",
        0,
        &[
            (
                "exit",
                "code 1; its last words: Error parsing streaming input line",
            ),
            (
                "no_message",
                "a line that was sent to the CLI is no message",
            ),
        ],
    ),
    (
        "exit_killed",
        0,
        &[(
            "exit",
            "ended by signal 9, SIGKILL, which cca-tui did not send",
        )],
    ),
    (
        "exit_nothing_to_resume",
        0,
        &[
            ("start_failed", "No conversation found"),
            ("exit", "exit code 1 only repeats"),
        ],
    ),
    (
        "exit_repeats_an_error",
        0,
        &[
            ("api", "failed at the API with status 400"),
            ("exit", "exit code 1 only repeats"),
        ],
    ),
    (
        "exit_terminated",
        0,
        &[(
            "exit",
            "ended with code 143 (signal 15, SIGTERM), which cca-tui did not send",
        )],
    ),
    (
        "exit_wrong_flag",
        0,
        &[(
            "exit",
            "code 1; its last words: error: unknown option '--no-such-flag'",
        )],
    ),
    (
        "half_a_character",
        0,
        &[("surrogate", "2 lines hold half a character")],
    ),
    ("healthy_denied_by_mode", 0, &[]),
    ("healthy_permission", 0, &[]),
    ("healthy_text", 0, &[]),
    ("healthy_tool", 0, &[]),
    (
        "hook_command_too_slow",
        0,
        &[(
            "hook",
            "the command of hook PreToolUse was stopped before it was done; the CLI went on without it",
        )],
    ),
    (
        "hook_failed",
        0,
        &[(
            "hook",
            "failed: the guard is asleep; the CLI went on as if it had said nothing",
        )],
    ),
    (
        "hook_failed_and_blocks",
        0,
        &[(
            "hook",
            "failed: the guard is asleep; it is registered to block then, so Bash was stopped",
        )],
    ),
    (
        "hook_not_answered",
        12,
        &[(
            "unanswered",
            "hook PreToolUse on Bash was not answered by a hook of ours for 12 s",
        )],
    ),
    (
        "hook_timed_out",
        0,
        &[("hook", "did not answer in time (1 s); Bash was not run")],
    ),
    (
        "input_closed_early",
        0,
        &[(
            "input_closed",
            "waited for our answer (permission for Bash)",
        )],
    ),
    (
        "input_does_not_fit",
        0,
        &[(
            "schema",
            "the input of Bash does not fit its schema: InputValidationError: Bash failed",
        )],
    ),
    (
        "no_prompt_tool",
        0,
        &[(
            "no_prompt_tool",
            "Bash needed a permission, and the CLI refused it without asking",
        )],
    ),
    (
        "nobody_decides",
        0,
        &[(
            "no_prompt_tool",
            "our side answered with an error: canUseTool callback is not provided.",
        )],
    ),
    (
        "permission_not_answered",
        130,
        &[(
            "unanswered",
            "permission for Bash was not answered by a person for 130 s",
        )],
    ),
    (
        "server_failed",
        0,
        &[(
            "server",
            "the server notes failed: ENOENT: no such file or directory",
        )],
    ),
    (
        "server_never_initialized",
        5,
        &[("server", "the server calc never answered `initialize`")],
    ),
    (
        "server_notification_not_acknowledged",
        5,
        &[(
            "server",
            "notifications/initialized of calc was not acknowledged",
        )],
    ),
    (
        "server_rejected",
        0,
        &[("server", "the CLI rejected an MCP server: notes: Skipped")],
    ),
    (
        "server_tools_listed_slowly",
        0,
        &[("server", "the server calc took 5 s to list its tools")],
    ),
    (
        "server_tools_not_listed",
        12,
        &[(
            "unanswered",
            "tools/list of calc was not answered by our side for 12 s",
        )],
    ),
    (
        "silent_before_first_byte",
        15,
        &[(
            "silent_start",
            "the CLI is silent for 15 s before its first byte",
        )],
    ),
    (
        "silent_before_first_turn",
        15,
        &[(
            "silent_start",
            "the CLI is silent for 15 s before its first turn",
        )],
    ),
    (
        "tool_disabled",
        0,
        &[(
            "unknown_tool",
            "the model called Bash, which is disabled in this session",
        )],
    ),
    (
        "tool_not_answered",
        12,
        &[(
            "unanswered",
            "tool calc/add was not answered by a tool of ours for 12 s",
        )],
    ),
    (
        "tool_of_no_server",
        0,
        &[(
            "unknown_tool",
            "mcp__nowhere__fly, and there is no server nowhere",
        )],
    ),
    (
        "tool_unknown",
        0,
        &[(
            "unknown_tool",
            "the model called Fly, which does not exist here",
        )],
    ),
];

/// Other sessions of the real CLI: everything it does when it is asked to.
pub(super) const REAL: &[Expected] = &[
    ("agent_in_background", 0, &[]),
    ("agent_in_front", 0, &[]),
    (
        "api_error",
        0,
        &[("api", "failed at the API with status 400")],
    ),
    ("bash_allowed", 0, &[]),
    ("bash_denied", 0, &[]),
    (
        "compacted",
        0,
        &[(
            "cost",
            "lower than that of the one before ($0.0027): it is counted afresh",
        )],
    ),
    ("dont_ask", 0, &[]),
    ("files", 0, &[]),
    (
        "hook_commands",
        0,
        &[("hook", "the command of hook Stop failed with code 1")],
    ),
    ("hook_denied", 0, &[]),
    ("hooks_watch", 0, &[]),
    ("interrupted_permission", 0, &[]),
    ("interrupted_stream", 0, &[]),
    ("max_budget", 0, &[]),
    ("max_turns", 0, &[]),
    ("plain_text", 0, &[]),
    ("plan", 0, &[]),
    ("prompt_blocked", 0, &[]),
    ("question", 0, &[]),
    (
        "resume_missing",
        0,
        &[("start_failed", "No conversation found")],
    ),
    ("retried", 0, &[]),
    ("shell_in_background", 0, &[]),
    (
        "structured",
        0,
        &[(
            "schema",
            "the input of StructuredOutput does not fit its schema",
        )],
    ),
    ("task_list", 0, &[]),
    ("thinking_and_sdk_tool", 0, &[]),
    ("todos", 0, &[]),
];
