//! PURE. `system` frames about tasks: sub-agents, and shell commands in the background.

use super::Stamp;
use super::stamp::{put, put_some, sign};
use serde_json::{Value, json};

/// What a task is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TaskKind {
    /// A shell command (`local_bash`).
    Shell,
    /// A sub-agent (`local_agent`): its kind, its prompt, and how deep it is (1 below the main thread).
    Agent {
        /// Its kind.
        subagent_type: String,
        /// What it is told.
        prompt: String,
        /// How deep.
        depth: u32,
        /// The task of the sub-agent that started it, if one did.
        parent_task_id: Option<String>,
    },
}

impl TaskKind {
    fn word(&self) -> &'static str {
        match self {
            Self::Shell => "local_bash",
            Self::Agent { .. } => "local_agent",
        }
    }
}

/// One task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskInfo {
    /// Its id; a sub-agent's is its `agent_id`.
    pub task_id: String,
    /// This run of it.
    pub run_id: String,
    /// The call that started it.
    pub tool_use_id: String,
    /// A few words.
    pub description: String,
    /// What it is.
    pub kind: TaskKind,
    /// Whether the turn goes on without it.
    pub background: bool,
}

/// What a sub-agent used so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TaskUse {
    /// Tokens.
    pub total_tokens: u64,
    /// Tool calls.
    pub tool_uses: u64,
    /// Time.
    pub duration_ms: u64,
}

impl TaskUse {
    fn to_wire(self) -> Value {
        json!({
            "total_tokens": self.total_tokens,
            "tool_uses": self.tool_uses,
            "duration_ms": self.duration_ms,
        })
    }
}

/// `task_started`.
pub fn started(stamp: &Stamp, task: &TaskInfo) -> Value {
    let mut frame = head("task_started", task);
    put(&mut frame, "tool_use_id", task.tool_use_id.as_str());
    put(&mut frame, "description", task.description.as_str());
    put(&mut frame, "is_backgrounded", task.background);
    put(&mut frame, "task_type", task.kind.word());
    if let TaskKind::Agent {
        subagent_type,
        prompt,
        depth,
        parent_task_id,
    } = &task.kind
    {
        put(&mut frame, "subagent_type", subagent_type.as_str());
        put(&mut frame, "spawn_depth", *depth);
        put_some(&mut frame, "parent_task_id", parent_task_id.as_deref());
        put(&mut frame, "prompt", prompt.as_str());
    }
    sign(frame, stamp)
}

/// `task_progress`: after each tool call of a sub-agent.
pub fn progress(
    stamp: &Stamp,
    task: &TaskInfo,
    description: &str,
    last_tool: &str,
    usage: TaskUse,
) -> Value {
    let mut frame = head("task_progress", task);
    put(&mut frame, "tool_use_id", task.tool_use_id.as_str());
    put(&mut frame, "description", description);
    if let TaskKind::Agent { subagent_type, .. } = &task.kind {
        put(&mut frame, "subagent_type", subagent_type.as_str());
    }
    put(&mut frame, "usage", usage.to_wire());
    put(&mut frame, "last_tool_name", last_tool);
    sign(frame, stamp)
}

/// `task_updated` at the end: `completed`, `failed` or `killed`, and when.
pub fn ended(stamp: &Stamp, task: &TaskInfo, status: &str, end_time_ms: i64) -> Value {
    updated(
        stamp,
        task,
        &json!({ "status": status, "end_time": end_time_ms }),
    )
}

/// `task_updated` with any patch.
pub fn updated(stamp: &Stamp, task: &TaskInfo, patch: &Value) -> Value {
    let mut frame = head("task_updated", task);
    put(&mut frame, "patch", patch.clone());
    sign(frame, stamp)
}

/// `task_notification`: `status` is `completed`, `failed` or `stopped`; only sub-agents have `usage`.
pub fn notification(
    stamp: &Stamp,
    task: &TaskInfo,
    status: &str,
    output_file: &str,
    summary: &str,
    usage: Option<TaskUse>,
) -> Value {
    let mut frame = head("task_notification", task);
    put(&mut frame, "tool_use_id", task.tool_use_id.as_str());
    put(&mut frame, "status", status);
    put(&mut frame, "output_file", output_file);
    put(&mut frame, "summary", summary);
    put_some(&mut frame, "usage", usage.map(TaskUse::to_wire));
    sign(frame, stamp)
}

/// The summary of a background command that ended.
pub fn shell_summary(description: &str, exit_code: i32) -> String {
    if exit_code == 0 {
        format!("Background command \"{description}\" completed (exit code 0)")
    } else {
        format!("Background command \"{description}\" failed with exit code {exit_code}")
    }
}

/// `background_tasks_changed`: all tasks in the background, whatever changed.
pub fn background(stamp: &Stamp, tasks: &[TaskInfo]) -> Value {
    let rows: Vec<Value> = tasks.iter().map(row).collect();
    let frame = json!({
        "type": "system",
        "subtype": "background_tasks_changed",
        "tasks": rows,
    });
    sign(frame, stamp)
}

fn row(task: &TaskInfo) -> Value {
    let mut row = json!({
        "task_id": task.task_id,
        "run_id": task.run_id,
        "task_type": task.kind.word(),
        "description": task.description,
    });
    if let TaskKind::Agent {
        subagent_type,
        parent_task_id,
        ..
    } = &task.kind
    {
        put(&mut row, "subagent_type", subagent_type.as_str());
        put_some(&mut row, "parent_task_id", parent_task_id.as_deref());
    }
    row
}

fn head(subtype: &str, task: &TaskInfo) -> Value {
    json!({
        "type": "system",
        "subtype": subtype,
        "task_id": task.task_id,
        "run_id": task.run_id,
    })
}
