//! What is folded beside the conversation: todos, tasks, compactions, retries, hook runs, decisions.

use crate::support::frames::*;
use crate::support::playbook::*;
use cca::session::{Command, HookOutcome, Place, Verdict};
use cca::trace::DecidedBy;
use serde_json::{Value, json};

fn running() -> Playbook {
    let mut book = Playbook::started();
    book.feed(prompt("u1")).receive([init()]);
    book
}

/// The model calls a tool with this input and gets this structured result.
fn used(book: &mut Playbook, id: &str, tool: &str, input: &Value, output: &Value) {
    let called = assistant("m", &tool_use(id, tool, input));
    let back = tool_result_with(id, "ok", &json!({ "tool_use_result": output }));
    book.receive([called, back]);
}

fn todos(book: &Playbook) -> Vec<(&str, &str)> {
    let todos = book.state().tasks.todos.iter();
    todos
        .map(|todo| (todo.subject.as_str(), todo.status.as_str()))
        .collect()
}

#[test]
fn todo_write_replaces_the_whole_list() {
    let mut book = running();
    let list = |status: &str| json!([{"content": "a", "status": status, "activeForm": "doing a"}, {"content": "b", "status": "pending"}]);
    used(
        &mut book,
        "t1",
        "TodoWrite",
        &json!({"todos": list("pending")}),
        &json!({"oldTodos": [], "newTodos": list("pending")}),
    );
    used(
        &mut book,
        "t2",
        "TodoWrite",
        &json!({"todos": list("completed")}),
        &json!({"newTodos": list("completed")}),
    );
    assert_eq!(todos(&book), [("a", "completed"), ("b", "pending")]);
}

#[test]
fn the_task_list_is_folded_from_calls_and_results() {
    let mut book = running();
    for (call, id, subject) in [("t1", "1", "a"), ("t2", "2", "b"), ("t3", "3", "c")] {
        used(
            &mut book,
            call,
            "TaskCreate",
            &json!({"subject": subject}),
            &json!({"task": {"id": id, "subject": subject}}),
        );
    }
    used(
        &mut book,
        "t4",
        "TaskUpdate",
        &json!({"taskId": "2", "status": "in_progress"}),
        &json!({"success": true, "taskId": "2"}),
    );
    used(
        &mut book,
        "t5",
        "TaskUpdate",
        &json!({"taskId": "1", "status": "completed"}),
        &json!({"success": false}),
    );
    used(
        &mut book,
        "t6",
        "TaskUpdate",
        &json!({"taskId": "3", "status": "deleted"}),
        &json!({"success": true}),
    );
    assert_eq!(todos(&book), [("a", "pending"), ("b", "in_progress")]);
    used(
        &mut book,
        "t7",
        "TaskList",
        &json!({}),
        &json!({"tasks": [{"id": "1", "subject": "a", "status": "completed"}]}),
    );
    assert_eq!(todos(&book), [("a", "completed")]);
}

#[test]
fn a_failed_call_changes_no_list() {
    let mut book = running();
    book.receive([assistant(
        "m",
        &tool_use(
            "t1",
            "TodoWrite",
            &json!({"todos": [{"content": "a", "status": "pending"}]}),
        ),
    )]);
    let failed =
        json!([{"type": "tool_result", "tool_use_id": "t1", "content": "no", "is_error": true}]);
    book.receive([user(&failed, &json!({"tool_use_result": "Error: no"}))]);
    assert!(todos(&book).is_empty());
}

#[test]
fn a_background_task_from_start_to_end() {
    let mut book = running();
    let start = json!({"task_id": "b1", "tool_use_id": "t1", "description": "sleep", "task_type": "local_bash", "is_backgrounded": true});
    book.receive([system("task_started", &start), done()]);
    book.receive([system(
        "background_tasks_changed",
        &json!({"tasks": [{"task_id": "b1", "task_type": "local_bash", "description": "sleep"}]}),
    )]);
    assert_eq!(book.state().tasks.active().count(), 1);
    let end =
        json!({"task_id": "b1", "status": "completed", "summary": "slept", "output_file": ""});
    book.receive([
        system(
            "task_updated",
            &json!({"task_id": "b1", "patch": {"status": "completed"}}),
        ),
        system("task_notification", &end),
    ]);
    let task = book.state().tasks.running.get("b1").expect("the task");
    assert_eq!(
        (
            task.status.as_str(),
            task.summary.as_deref(),
            task.output_file.as_deref()
        ),
        ("completed", Some("slept"), None)
    );
    assert!(task.ended.is_some());
}

#[test]
fn the_set_of_background_tasks_is_replaced_as_a_whole() {
    let mut book = running();
    let set = |ids: &[&str]| {
        let tasks: Vec<_> = ids
            .iter()
            .map(|id| json!({"task_id": id, "task_type": "local_bash"}))
            .collect();
        system("background_tasks_changed", &json!({ "tasks": tasks }))
    };
    book.receive([set(&["b1", "b2"]), set(&["b2"])]);
    let active: Vec<_> = book
        .state()
        .tasks
        .active()
        .map(|task| task.id.as_str())
        .collect();
    assert_eq!(active, ["b2"]);
}

#[test]
fn progress_of_a_sub_agent_is_its_last_tool_and_usage() {
    let mut book = running();
    book.receive([system(
        "task_started",
        &json!({"task_id": "a1", "task_type": "local_agent", "subagent_type": "Explore"}),
    )]);
    book.receive([system(
        "task_progress",
        &json!({"task_id": "a1", "last_tool_name": "Read", "usage": {"tool_uses": 2}}),
    )]);
    let task = book.state().tasks.running.get("a1").expect("the task");
    assert_eq!(task.last_tool.as_deref(), Some("Read"));
    assert_eq!(task.usage, Some(json!({"tool_uses": 2})));
}

#[test]
fn a_compaction_is_a_mark_and_a_figure() {
    let mut book = running();
    let boundary =
        json!({"compact_metadata": {"trigger": "auto", "pre_tokens": 90000, "post_tokens": 5000}});
    book.receive([system("compact_boundary", &boundary)]);
    let compaction = book.state().usage.compactions.last().expect("a compaction");
    assert_eq!(
        (
            compaction.before,
            compaction.after,
            compaction.trigger.as_str()
        ),
        (Some(90000), Some(5000), "auto")
    );
    assert_eq!(book.state().usage.context_tokens, Some(5000));
}

#[test]
fn retries_are_kept_and_the_current_one_ends_with_the_first_sign_of_life() {
    let mut book = running();
    let retry = |attempt: u64, status: &Value| {
        system(
            "api_retry",
            &json!({"attempt": attempt, "max_retries": 10, "retry_delay_ms": 500, "error_status": status, "error": "overloaded"}),
        )
    };
    book.receive([retry(1, &json!(529)), retry(2, &Value::Null)]);
    let current = book
        .state()
        .usage
        .retry
        .as_ref()
        .map(|retry| (retry.attempt, retry.status));
    assert_eq!(current, Some((2, None)));
    book.receive([assistant("m1", &text("back"))]);
    assert_eq!(
        (
            book.state().usage.retry.as_ref(),
            book.state().usage.retries.len()
        ),
        (None, 2)
    );
}

/// A session that registered the hook `mine` for every tool, with a limit of 5 s.
fn hooked() -> Playbook {
    let mut book = Playbook::started();
    let hooks =
        json!({"PreToolUse": [{"matcher": "Bash", "hookCallbackIds": ["mine"], "timeout": 5}]});
    book.feed(command(Command::Request {
        ticket: 9,
        subtype: "initialize".to_owned(),
        body: json!({ "hooks": hooks }),
        limit: None,
    }));
    book.receive([success("cca-2", &json!({}))]);
    book
}

fn outcome(book: &Playbook) -> Option<HookOutcome> {
    book.state().hooks.iter().next_back()?.outcome.clone()
}

#[test]
fn hook_answers_have_outcomes() {
    let decided = |decision: &str, reason: &str| HookOutcome::Decided {
        decision: decision.to_owned(),
        reason: reason.to_owned(),
    };
    let specific = |fields: Value| json!({"hookSpecificOutput": with(json!({"hookEventName": "PreToolUse"}), &fields)});
    let cases = [
        (json!({}), HookOutcome::None),
        (json!({"async": true}), HookOutcome::Async),
        (
            json!({"continue": false, "stopReason": "enough"}),
            decided("stop", "enough"),
        ),
        (
            json!({"decision": "block", "reason": "no"}),
            decided("block", "no"),
        ),
        (
            specific(json!({"permissionDecision": "deny", "permissionDecisionReason": "no"})),
            decided("deny", "no"),
        ),
        (
            specific(json!({"decision": {"behavior": "allow"}})),
            decided("allow", ""),
        ),
        (specific(json!({"updatedInput": {}})), HookOutcome::Changed),
        (specific(json!({})), HookOutcome::None),
        (json!({"systemMessage": "hello"}), HookOutcome::Changed),
    ];
    for (answer, expected) in cases {
        let mut book = hooked();
        book.receive([hook("h1", "mine", "Bash")])
            .feed(reply("h1", &answer));
        assert_eq!(outcome(&book), Some(expected), "{answer}");
    }
}

#[test]
fn a_hook_run_knows_its_matcher_tool_and_time() {
    let mut book = hooked();
    book.receive([hook("h1", "mine", "Bash")])
        .tick(2)
        .feed(reply("h1", &json!({})));
    let run = book.state().hooks.iter().next().expect("a run");
    assert_eq!(
        (run.place, run.event.as_str(), run.matcher.as_deref()),
        (Place::Callback, "PreToolUse", Some("Bash"))
    );
    assert_eq!(run.tool_use_id.as_deref(), Some("call-h1"));
    assert_eq!(
        run.ended.map(|ended| ended.since(run.started).as_secs()),
        Some(2)
    );
}

#[test]
fn a_failed_hook_says_why() {
    let mut book = hooked();
    book.receive([hook("h1", "mine", "Bash")]);
    book.feed(answer(
        "h1",
        cca::session::Answer::Failure("it broke".to_owned()),
    ))
    .expects([
        "send request initialize cca-2",
        "reply 9 answered",
        "serve hook_callback h1",
        "send error h1",
    ]);
    assert_eq!(
        outcome(&book),
        Some(HookOutcome::Failed("it broke".to_owned()))
    );
}

#[test]
fn a_hook_withdrawn_at_its_limit_timed_out_and_before_it_was_cancelled() {
    let mut book = hooked();
    book.receive([hook("h1", "mine", "Bash")])
        .tick(5)
        .receive([withdraws("h1")]);
    assert_eq!(outcome(&book), Some(HookOutcome::TimedOut));
    book.receive([hook("h2", "mine", "Bash")])
        .tick(1)
        .receive([withdraws("h2")]);
    assert_eq!(outcome(&book), Some(HookOutcome::Cancelled));
}

#[test]
fn the_clis_clock_may_be_a_little_ahead_of_ours() {
    // The CLI counts from when it wrote the request, we from when we read it.
    let mut book = hooked();
    book.receive([hook("h1", "mine", "Bash")])
        .tick(4)
        .wait_ms(900)
        .receive([withdraws("h1")]);
    assert_eq!(outcome(&book), Some(HookOutcome::TimedOut));
}

#[test]
fn command_hooks_are_reported_by_the_cli() {
    let mut book = running();
    let about =
        json!({"hook_id": "c1", "hook_name": "PreToolUse:Bash", "hook_event": "PreToolUse"});
    book.receive([system("hook_started", &about)]);
    book.receive([system(
        "hook_response",
        &with(
            about,
            &json!({"exit_code": 2, "outcome": "error", "stdout": ""}),
        ),
    )]);
    let run = book.state().hooks.iter().next().expect("a run");
    assert_eq!(
        (run.place, run.matcher.as_deref()),
        (Place::Command, Some("Bash"))
    );
    assert_eq!(
        run.outcome,
        Some(HookOutcome::Command {
            exit_code: Some(2),
            outcome: "error".to_owned()
        })
    );
}

#[test]
fn a_denial_without_asking_is_a_decision_of_the_cli() {
    let mut book = running();
    let denied = json!({"tool_name": "Bash", "tool_use_id": "t1", "message": "not now", "decision_reason_type": "mode"});
    book.receive([system("permission_denied", &denied)]);
    let decision = book.state().decisions.iter().next().expect("a decision");
    assert_eq!(decision.by, DecidedBy::Cli("mode".to_owned()));
    assert_eq!(
        decision.verdict,
        Verdict::Denied {
            message: "not now".to_owned(),
            interrupt: false
        }
    );
}

#[test]
fn modes_and_titles_follow_the_wire() {
    let mut book = running();
    book.receive([
        system("status", &json!({"status": null, "permissionMode": "plan"})),
        system("session_title_changed", &json!({"title": "T"})),
    ]);
    assert_eq!(book.state().facts.permission_mode.as_deref(), Some("plan"));
    assert_eq!(book.state().facts.title.as_deref(), Some("T"));
    book.feed(request(5, "set_model"))
        .receive([success("cca-2", &json!({"model": "claude-x"}))]);
    assert_eq!(book.state().facts.model.as_deref(), Some("claude-x"));
}
