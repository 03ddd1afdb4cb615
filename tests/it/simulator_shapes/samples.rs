//! One of each frame the simulator can make, and the answers it gives.

use super::recordings::Context;
use cca::simulator::facts::{Facts, Place, Reply};
use cca::simulator::flags::Flags;
use cca::simulator::frames::assistant::{self, ApiError, LocalCommand, McpLabel};
use cca::simulator::frames::result::{self, AgentTally, Ending, Tally, Timing};
use cca::simulator::frames::stream::{self, BlockStart, Delta};
use cca::simulator::frames::system::{self, Attempt, Compacted, Denied, SessionState};
use cca::simulator::frames::tasks::{self, TaskInfo, TaskKind, TaskUse};
use cca::simulator::frames::tool_output::{self, AgentReport, Output};
use cca::simulator::frames::usage::ModelUse;
use cca::simulator::frames::user::{self, Decision, ToolResult};
use cca::simulator::frames::{
    Ids, Stamp, SubAgent, Tokens, answering, control, for_prompt, hook_input, mcp, others,
    timestamp,
};
use cca::simulator::policy::{self, Verdict};
use cca::simulator::scenario::SessionFacts;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// (kind, object) pairs, as of the recordings.
pub(super) fn all() -> Vec<(String, Value)> {
    let mut context = Context::default();
    let mut frames = system_frames();
    frames.extend(task_frames());
    frames.extend(messages());
    frames.extend(stream_frames());
    frames.extend(tool_frames());
    frames.extend(results());
    frames.extend(requests());
    let mut pairs: Vec<_> = frames
        .iter()
        .flat_map(|frame| context.pairs(frame))
        .collect();
    for (subtype, frame) in answers() {
        context.requests.insert("r".to_owned(), subtype);
        pairs.extend(context.pairs(&frame));
    }
    pairs
}

fn stamp() -> Stamp {
    let mut ids = Ids::new(7);
    Stamp {
        session_id: ids.uuid(),
        uuid: ids.uuid(),
        at: timestamp(1_794_799_637_489),
    }
}

fn tokens() -> Tokens {
    Tokens {
        input: 120,
        output: 11,
        ..Tokens::default()
    }
}

fn agent() -> SubAgent {
    SubAgent {
        tool_use_id: "toolu_agent".to_owned(),
        agent_id: "a1".to_owned(),
        subagent_type: "general-purpose".to_owned(),
        description: "Run tests".to_owned(),
    }
}

fn facts() -> Facts {
    let argv = [
        "--output-format=stream-json",
        "--input-format=stream-json",
        "--verbose",
        "--permission-prompt-tool=stdio",
    ];
    let argv: Vec<String> = argv.iter().map(|word| (*word).to_owned()).collect();
    let flags = Flags::parse(&argv, &|_| None, "2.1.325").unwrap();
    let place = Place {
        cwd: "/home/dev/project".to_owned(),
        home: "/home/dev".to_owned(),
        pid: 4242,
    };
    let env = BTreeMap::from([("ANTHROPIC_API_KEY".to_owned(), "k".to_owned())]);
    let mut facts = Facts::new(
        &flags,
        &SessionFacts::default(),
        &env,
        place,
        "s".to_owned(),
    );
    facts
        .ledger
        .record("claude-opus-5-5", tokens(), None, 10, false);
    facts
}

fn system_frames() -> Vec<Value> {
    let stamp = stamp();
    let prompts = vec!["p".to_owned()];
    let kept = vec!["k".to_owned()];
    let hook = system::HookRun {
        id: "h",
        name: "PreToolUse:Bash",
        event: "PreToolUse",
    };
    vec![
        facts().init(&stamp, &prompts),
        facts().init(&stamp, &[]),
        system::requesting(&stamp, &prompts),
        system::compacting(&stamp),
        system::compacted(&stamp, true),
        system::mode_changed(&stamp, "plan"),
        system::state(&stamp, SessionState::Idle, false),
        system::api_retry(
            &stamp,
            &Attempt {
                attempt: 1,
                max_retries: 10,
                delay_ms: 500,
                status: Some(529),
                error: system::retry_word(Some(529)).to_owned(),
            },
        ),
        for_prompt(system::thinking_tokens(&stamp, 4, 2), &prompts),
        system::compact_boundary(
            &stamp,
            &Compacted {
                manual: true,
                tokens_before: 9,
                tokens_after: 3,
                duration_ms: 5,
                summary_uuid: "u",
                kept: &kept,
                parent_uuid: "p",
            },
        ),
        system::permission_denied(
            &stamp,
            &Denied {
                tool_name: "Bash",
                tool_use_id: "t",
                message: "No.",
                reason_type: Some("mode"),
                ..Denied::default()
            },
        ),
        system::title_changed(&stamp, "A title"),
        others::command_lifecycle(&stamp, "p", "queued"),
        others::conversation_reset(&stamp, "n", "p"),
        system::hook_started(&stamp, hook),
        system::hook_progress(&stamp, hook, "out", "err"),
        system::hook_response(&stamp, hook, "out", "err", 0, "success"),
        system::notification(&stamp, "stop-hook-error", "Failed", "immediate"),
        system::prompt_blocked(&stamp, "No secrets.", "My password").0,
    ]
}

fn task_frames() -> Vec<Value> {
    let stamp = stamp();
    let shell = TaskInfo {
        task_id: "b1".to_owned(),
        run_id: "0r".to_owned(),
        tool_use_id: "toolu_1".to_owned(),
        description: "Ticker".to_owned(),
        kind: TaskKind::Shell,
        background: true,
    };
    let task = TaskInfo {
        task_id: "a1".to_owned(),
        run_id: "0r".to_owned(),
        tool_use_id: "toolu_agent".to_owned(),
        description: "Run tests".to_owned(),
        kind: TaskKind::Agent {
            subagent_type: "general-purpose".to_owned(),
            prompt: "Run.".to_owned(),
            depth: 1,
            parent_task_id: None,
        },
        background: true,
    };
    vec![
        tasks::started(&stamp, &task),
        tasks::progress(&stamp, &task, "Running", "Bash", TaskUse::default()),
        tasks::ended(&stamp, &task, "completed", 1),
        tasks::notification(
            &stamp,
            &task,
            "completed",
            "/f",
            "All passed.",
            Some(TaskUse::default()),
        ),
        tasks::background(&stamp, &[task, shell.clone()]),
        tasks::started(&stamp, &shell),
        tasks::notification(
            &stamp,
            &shell,
            "completed",
            "/f",
            &tasks::shell_summary("Ticker", 0),
            None,
        ),
    ]
}

fn messages() -> Vec<Value> {
    let (stamp, agent) = (stamp(), agent());
    let prompts = vec!["p".to_owned()];
    let main = assistant::Reply {
        message_id: "msg_1",
        model: "claude-opus-5-5",
        request_id: "req_1",
        tokens: tokens(),
        agent: None,
        prompts: &prompts,
    };
    let sub = assistant::Reply {
        agent: Some(&agent),
        prompts: &[],
        ..main.clone()
    };
    let error = ApiError {
        text: "API Error: 400 bad".to_owned(),
        word: "unknown".to_owned(),
        status: Some(400),
        kind: Some("invalid_request_error".to_owned()),
        connection: None,
    };
    let ran = LocalCommand::Ran("context", "", Some(facts().context_summary().0));
    let plain = LocalCommand::Ran("usage", "", None);
    let label = McpLabel {
        display_name: "Add".to_owned(),
        server_display_name: "calc".to_owned(),
        tool_name: "add".to_owned(),
    };
    vec![
        assistant::text(&stamp, &main, "Hello."),
        assistant::text(&stamp, &sub, "Hello."),
        assistant::aborted(&stamp, &main, "one two"),
        assistant::thinking(&stamp, &main, "Hm.", "sig", Some(3)),
        assistant::tool_use(
            &stamp,
            &main,
            "toolu_mcp",
            "mcp__calc__add",
            &json!({ "a": 1 }),
            Some(&label),
        ),
        assistant::tool_use(&stamp, &sub, "toolu_sub", "Bash", &json!({}), None),
        answering(assistant::api_error(&stamp, "u", None, &error), &prompts),
        assistant::local_command(&stamp, "u", "Said.", &ran),
        assistant::local_command(&stamp, "u", "Said.", &plain),
        assistant::local_command(&stamp, "u", "No.", &LocalCommand::Unavailable),
        user::interrupted(&stamp, false),
        user::interrupted(&stamp, true),
        user::agent_prompt(&stamp, "Run.", &agent),
        user::replay(&stamp, &json!("Hello.")),
        user::local_output(&stamp, "Set model"),
        user::synthetic(&stamp, "Summary."),
    ]
}

fn stream_frames() -> Vec<Value> {
    let stamp = stamp();
    let id = "msg_1";
    vec![
        stream::message_start(
            &stamp,
            id,
            "claude-opus-5-5",
            tokens(),
            37,
            &["p".to_owned()],
        ),
        stream::message_start(&stamp, id, "claude-opus-5-5", tokens(), 37, &[]),
        stream::block_start(&stamp, id, 0, BlockStart::Text),
        stream::block_start(&stamp, id, 0, BlockStart::Thinking),
        stream::block_start(&stamp, id, 0, BlockStart::ToolUse("toolu_1", "Bash")),
        stream::block_delta(&stamp, id, 0, Delta::Text("a")),
        stream::block_delta(&stamp, id, 0, Delta::Thinking("a")),
        stream::block_delta(&stamp, id, 0, Delta::Signature("a")),
        stream::block_delta(&stamp, id, 0, Delta::Json("{")),
        stream::block_stop(&stamp, id, 0),
        stream::message_delta(&stamp, id, "end_turn", tokens()),
        stream::message_delta_cut(&stamp, id, tokens()),
        stream::message_stop(&stamp, id, None),
        stream::message_stop(&stamp, id, Some(1)),
    ]
}

/// Calls and what comes of them, so that the results can be told apart by tool.
fn tool_frames() -> Vec<Value> {
    let stamp = stamp();
    let reply = assistant::Reply {
        message_id: "msg_1",
        model: "claude-opus-5-5",
        request_id: "req_1",
        tokens: tokens(),
        agent: None,
        prompts: &[],
    };
    let tools = vec!["Bash".to_owned()];
    let report = AgentReport {
        agent_id: "a1",
        agent_type: "general-purpose",
        description: "Run tests",
        prompt: "Run.",
        model: "claude-opus-5-5",
        text: "All passed.",
        tools: &tools,
        tokens: tokens(),
        duration_ms: 5,
    };
    let file = json!({ "file_path": "/home/dev/project/f.txt", "old_string": "a", "new_string": "b", "content": "x\n" });
    let cases: Vec<(&str, Output)> = vec![
        (
            "Bash",
            tool_output::pretend("Bash", &json!({}), Some("made.txt")),
        ),
        ("Bash", tool_output::failure("Exit code 1")),
        ("Read", tool_output::pretend("Read", &file, Some("a\n"))),
        ("Edit", tool_output::pretend("Edit", &file, None)),
        ("Write", tool_output::pretend("Write", &file, None)),
        (
            "AskUserQuestion",
            tool_output::questions(&json!({ "questions": [], "answers": { "q": "a" } })),
        ),
        (
            "ExitPlanMode",
            tool_output::plan("# Plan\n", "/home/dev/.claude/plans/p.md"),
        ),
        ("Agent", tool_output::agent_launched(&report, "/f")),
        ("Agent", tool_output::agent_completed(&report)),
        ("Bash", tool_output::background_shell("b1", "/f")),
        (
            "TodoWrite",
            tool_output::todos(
                &json!([]),
                &json!([{ "content": "a", "status": "pending", "activeForm": "b" }]),
            ),
        ),
        (
            "TaskCreate",
            tool_output::task_created(1, "Write", "Write it"),
        ),
        (
            "TaskUpdate",
            tool_output::task_updated(1, "pending", "completed"),
        ),
        (
            "StructuredOutput",
            tool_output::pretend("StructuredOutput", &json!({}), None),
        ),
        (
            "mcp__calc__add",
            tool_output::mcp(
                "mcp__calc__add",
                &json!({ "result": { "content": [{ "type": "text", "text": "3" }] } }),
            ),
        ),
    ];
    let mut frames = Vec::new();
    for (number, (tool, output)) in cases.into_iter().enumerate() {
        let id = format!("toolu_{number}");
        frames.push(assistant::tool_use(
            &stamp,
            &reply,
            &id,
            tool,
            &json!({}),
            None,
        ));
        let decision = Decision::accept("config", Some("rule"));
        let result = ToolResult {
            tool_use_id: &id,
            content: output.content,
            is_error: output.is_error,
            structured: output.structured,
            decision,
            agent: None,
        };
        frames.push(user::tool_result(&stamp, &result));
    }
    frames.push(user::tool_result(&stamp, &user::rejected("toolu_1")));
    let agent = agent();
    let denied = user::failed("toolu_1", "Not now.", Decision::reject("user_reject", None));
    frames.push(user::tool_result(
        &stamp,
        &ToolResult {
            agent: Some(&agent),
            ..denied
        },
    ));
    frames
}

fn results() -> Vec<Value> {
    let stamp = stamp();
    let uses = [ModelUse {
        model: "claude-opus-5-5".to_owned(),
        tokens: tokens(),
        cost_usd: 0.5,
        context_window: 1_000_000,
    }];
    let denials = [("Bash".to_owned(), "t".to_owned(), json!({}))];
    let prompts = ["p".to_owned()];
    let tally = Tally {
        stop_reason: Some("end_turn"),
        by_model: &uses,
        since_last: &uses,
        denials: &denials,
        prompts: &prompts,
        timing: Some(Timing::default()),
        agents: AgentTally {
            by_type: vec![("general-purpose".to_owned(), 1)],
            ..AgentTally::default()
        },
        ..Tally::default()
    };
    let by_itself = Tally {
        origin_run_id: Some("0r"),
        prompts: &[],
        ..tally.clone()
    };
    let error = ApiError {
        text: "API Error: 400 bad".to_owned(),
        word: "unknown".to_owned(),
        status: Some(400),
        kind: Some("invalid_request_error".to_owned()),
        connection: None,
    };
    let bare = Tally {
        prompts: &prompts,
        stop_reason: Some("tool_use"),
        ..Tally::default()
    };
    vec![
        result::result(&stamp, &Ending::Completed("Done.".to_owned()), &tally),
        result::result(&stamp, &Ending::Completed("Noted.".to_owned()), &by_itself),
        result::result(&stamp, &Ending::Structured(json!({ "age": 36 })), &tally),
        result::result(&stamp, &Ending::ApiError(error), &bare),
        result::result(&stamp, &Ending::AbortedStreaming, &bare),
        result::result(&stamp, &Ending::AbortedTools, &bare),
        result::result(&stamp, &Ending::MaxTurns(1), &bare),
        result::result(&stamp, &Ending::MaxBudget(0.001), &bare),
        result::result(
            &stamp,
            &Ending::Failed("No conversation found".to_owned()),
            &Tally::default(),
        ),
        result::result(
            &stamp,
            &Ending::Local(Some("context".to_owned()), "Said.".to_owned()),
            &bare,
        ),
    ]
}

fn requests() -> Vec<Value> {
    let mut facts = facts();
    facts.initialize(&json!({ "sdkMcpServers": ["calc"] }));
    let ask = |tool: &str, input: Value| {
        let Verdict::Ask(asking) = policy::judge(tool, &input, &facts) else {
            panic!("{tool} does not ask");
        };
        control::can_use_tool(
            "r",
            &policy::request(tool, &input, "toolu_1", &asking, &facts, None),
        )
    };
    let context = hook_input::HookContext {
        session_id: "s",
        transcript_path: "/t",
        cwd: "/c",
        prompt_id: Some("p"),
        permission_mode: "default",
        effort: "medium",
        agent: None,
    };
    let (input, reply) = (json!({}), json!({}));
    let mut sub_stop = hook_input::stop(false, "Done.", &[]);
    sub_stop.insert("agent_transcript_path".to_owned(), json!("/t"));
    let in_agent = hook_input::HookContext {
        agent: Some(("a1", "general-purpose")),
        ..context.clone()
    };
    let hooks = [
        (
            "PreToolUse",
            &context,
            hook_input::pre_tool_use("Bash", &input, "toolu_1"),
        ),
        (
            "PostToolUse",
            &context,
            hook_input::post_tool_use("Bash", &input, "toolu_1", &reply, 5),
        ),
        (
            "PostToolUseFailure",
            &context,
            hook_input::tool_failed("Bash", &input, "toolu_1", "no", false, 5),
        ),
        (
            "PermissionRequest",
            &context,
            hook_input::permission_request("Bash", &input, Some(&[])),
        ),
        ("UserPromptSubmit", &context, hook_input::prompt("Work.")),
        ("Stop", &context, hook_input::stop(false, "Done.", &[])),
        ("SubagentStart", &in_agent, serde_json::Map::new()),
        ("SubagentStop", &in_agent, sub_stop),
    ];
    let hooks = hooks.iter().map(|(event, context, own)| {
        let input = hook_input::input(event, context, own);
        control::hook_callback("r", "watch", &input, "toolu_1")
    });
    let call = mcp::tools_call(2, "add", &json!({ "a": 1 }), "toolu_1");
    vec![
        ask(
            "Bash",
            json!({ "command": "touch made.txt && ls", "description": "d" }),
        ),
        ask("AskUserQuestion", json!({ "questions": [] })),
        control::mcp_message("r", "calc", &mcp::initialize(0, "2.1.325")),
        control::mcp_message("r", "calc", &mcp::initialized()),
        control::mcp_message("r", "calc", &mcp::tools_list(1)),
        control::mcp_message("r", "calc", &call),
        control::cancel("r"),
    ]
    .into_iter()
    .chain(hooks)
    .collect()
}

/// Answers to control requests, with the request's subtype.
fn answers() -> Vec<(String, Value)> {
    let mut facts = facts();
    let requests = [
        json!({ "subtype": "initialize" }),
        json!({ "subtype": "mcp_status" }),
        json!({ "subtype": "get_context_usage" }),
        json!({ "subtype": "get_session_cost" }),
        json!({ "subtype": "get_usage" }),
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
    ];
    let mut answers: Vec<(String, Value)> = requests
        .iter()
        .map(|request| {
            let subtype = request["subtype"].as_str().unwrap().to_owned();
            let reply = facts.answer(request, 2000).reply;
            (subtype, reply.frame(Some("r"), &[]).unwrap())
        })
        .collect();
    let receipt = Reply::Success(Some(json!({ "still_queued": [] })));
    answers.push((
        "interrupt".to_owned(),
        receipt.frame(Some("r"), &[]).unwrap(),
    ));
    answers
}
