//! PURE. The list of todos and the list of tasks.

use super::{Output, json};
use serde_json::Value;

/// `TodoWrite`: the lists before and after, entries `{content, status, activeForm}`.
pub fn todos(before: &Value, after: &Value) -> Output {
    let structured = json!({ "oldTodos": before, "newTodos": after });
    Output::new(
        "Todos have been modified successfully. Go on with the next one.",
        structured,
    )
}

/// `TaskCreate`.
pub fn task_created(id: u32, subject: &str, description: &str) -> Output {
    let id = id.to_string();
    let content = format!("Task #{id} created successfully: {subject}");
    let structured =
        json!({ "task": { "id": id, "subject": subject, "description": description } });
    Output::new(content, structured)
}

/// `TaskUpdate` of a status.
pub fn task_updated(id: u32, from: &str, to: &str) -> Output {
    let id = id.to_string();
    let content = format!("Updated task #{id} status");
    let structured = json!({
        "success": true,
        "taskId": id,
        "updatedFields": ["status"],
        "statusChange": { "from": from, "to": to },
    });
    Output::new(content, structured)
}
