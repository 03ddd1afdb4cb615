//! PURE. Requests about tasks: background commands and sub-agents.

use serde::{Deserialize, Serialize};

use super::{ControlRequest, Empty, Extra};

/// Stops a task. The CLI reports success even for ids it does not know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StopTask {
    /// The task.
    pub task_id: String,
}

impl ControlRequest for StopTask {
    const SUBTYPE: &'static str = "stop_task";
    type Response = Empty;
}

/// Sends what runs in the foreground to the background.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct BackgroundTasks {
    /// Only this tool call; absent means all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_use_id: Option<String>,
}

impl ControlRequest for BackgroundTasks {
    const SUBTYPE: &'static str = "background_tasks";
    type Response = BackgroundTasksResponse;
}

/// Whether something was sent to the background.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct BackgroundTasksResponse {
    /// Only answered when one tool call was named.
    pub backgrounded: Option<bool>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Asks for the end of a task's output; works for foreground commands too once their task has started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GetTaskOutput {
    /// The task.
    pub task_id: String,
}

impl ControlRequest for GetTaskOutput {
    const SUBTYPE: &'static str = "get_task_output";
    type Response = TaskOutputResponse;
}

/// The last few KiB of a task's output.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct TaskOutputResponse {
    /// The text.
    pub output: Option<String>,
    /// How much there is in all.
    pub total_bytes: Option<u64>,
    /// Something before `output` is missing.
    pub truncated: Option<bool>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}
