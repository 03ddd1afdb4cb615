//! Todos, the task list, and background work. Owns: folding tool calls and task messages into lists.
//! Does not own: the conversation itself (`transcript`).

use crate::trace::Moment;
use crate::wire::system::{
    BackgroundTasksChanged, TaskNotification, TaskProgress, TaskStarted, TaskUpdated,
};
use indexmap::IndexMap;
use serde_json::Value;

/// More rows than this are a broken or hostile peer; the oldest finished ones go first.
const MAX_ROWS: usize = 1000;

/// One entry of the agent's own list of things to do.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Todo {
    /// The id in the task list; the position for plain todos.
    pub id: String,
    /// What is to be done.
    pub subject: String,
    /// `pending`, `in_progress`, `completed`, `deleted`.
    pub status: String,
    /// What to show while it is being done.
    pub active_form: Option<String>,
}

/// A sub-agent or a command that runs beside the conversation.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Task {
    /// Its id; for sub-agents also the `agent_id` of its requests.
    pub id: String,
    /// The call that started it.
    pub tool_use_id: Option<String>,
    /// What it does.
    pub description: String,
    /// `local_agent`, `local_bash`, …
    pub kind: String,
    /// The kind of sub-agent.
    pub subagent_type: Option<String>,
    /// The task that started it.
    pub parent_task_id: Option<String>,
    /// Whether it runs in the background.
    pub backgrounded: bool,
    /// `running`, `completed`, `failed`, `killed`, `stopped`, …
    pub status: String,
    /// When it began.
    pub started: Moment,
    /// When it was over.
    pub ended: Option<Moment>,
    /// The last tool it used.
    pub last_tool: Option<String>,
    /// Tokens, tool calls and time, as the CLI counts them.
    pub usage: Option<Value>,
    /// What it says about its end.
    pub summary: Option<String>,
    /// Where its output is.
    pub output_file: Option<String>,
}

/// All lists.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Tasks {
    /// What the agent plans to do, in order.
    pub todos: Vec<Todo>,
    /// Sub-agents and background commands by id, in the order they began.
    pub running: IndexMap<String, Task>,
    /// The list is one of plain todos: their ids are positions, and must not be taken for those of the task list.
    plain: bool,
}

impl Tasks {
    /// Background work that is not over.
    pub fn active(&self) -> impl Iterator<Item = &Task> {
        self.running.values().filter(|task| task.ended.is_none())
    }

    /// A tool call came back: it may have changed the list.
    pub(super) fn tool_result(&mut self, name: &str, input: &Value, structured: Option<&Value>) {
        match name {
            "TodoWrite" => {
                self.plain = true;
                let list = structured
                    .and_then(|result| result.get("newTodos"))
                    .or_else(|| input.get("todos"));
                self.todos = list
                    .and_then(Value::as_array)
                    .into_iter()
                    .flatten()
                    .take(MAX_ROWS)
                    .enumerate()
                    .map(todo)
                    .collect();
            }
            "TaskCreate" => {
                let Some(task) = structured.and_then(|result| result.get("task")) else {
                    return;
                };
                let mut created = Todo {
                    id: id_of(task.get("id")),
                    subject: text(task.get("subject")),
                    status: "pending".to_owned(),
                    active_form: input
                        .get("activeForm")
                        .and_then(Value::as_str)
                        .map(str::to_owned),
                };
                if std::mem::take(&mut self.plain) {
                    self.todos.clear();
                }
                if created.subject.is_empty() {
                    created.subject = text(input.get("subject"));
                }
                if self.todos.len() < MAX_ROWS {
                    self.todos.push(created);
                }
            }
            "TaskUpdate" => {
                if structured
                    .and_then(|result| result.get("success"))
                    .and_then(Value::as_bool)
                    == Some(false)
                {
                    return;
                }
                if self.plain {
                    return;
                }
                let id = id_of(input.get("taskId"));
                let Some(todo) = self.todos.iter_mut().find(|todo| todo.id == id) else {
                    return;
                };
                if let Some(status) = input.get("status").and_then(Value::as_str) {
                    status.clone_into(&mut todo.status);
                }
                if let Some(subject) = input.get("subject").and_then(Value::as_str) {
                    subject.clone_into(&mut todo.subject);
                }
                self.todos.retain(|todo| todo.status != "deleted");
            }
            "TaskList" => {
                let Some(tasks) = structured
                    .and_then(|result| result.get("tasks"))
                    .and_then(Value::as_array)
                else {
                    return;
                };
                self.plain = false;
                self.todos = tasks.iter().take(MAX_ROWS).enumerate().map(todo).collect();
            }
            _ => {}
        }
    }

    pub(super) fn started(&mut self, task: &TaskStarted, at: Moment) {
        let Some(id) = task.task_id.clone() else {
            return;
        };
        self.make_room();
        self.running.insert(
            id.clone(),
            Task {
                id,
                tool_use_id: task.tool_use_id.clone(),
                description: task.description.clone().unwrap_or_default(),
                kind: task.task_type.clone().unwrap_or_default(),
                subagent_type: task.subagent_type.clone(),
                parent_task_id: task.parent_task_id.clone(),
                backgrounded: task.is_backgrounded.unwrap_or(false),
                status: "running".to_owned(),
                started: at,
                ..Task::default()
            },
        );
    }

    pub(super) fn progressed(&mut self, progress: &TaskProgress) {
        let Some(task) = progress
            .task_id
            .as_ref()
            .and_then(|id| self.running.get_mut(id))
        else {
            return;
        };
        task.last_tool.clone_from(&progress.last_tool_name);
        task.usage.clone_from(&progress.usage);
        if progress.summary.is_some() {
            task.summary.clone_from(&progress.summary);
        }
    }

    pub(super) fn updated(&mut self, update: &TaskUpdated, at: Moment) {
        let Some(task) = update
            .task_id
            .as_ref()
            .and_then(|id| self.running.get_mut(id))
        else {
            return;
        };
        let patch = update.patch.as_ref();
        let field = |key: &str| patch.and_then(|patch| patch.get(key));
        if let Some(status) = field("status").and_then(Value::as_str) {
            status.clone_into(&mut task.status);
            if !matches!(status, "running" | "pending" | "paused") {
                task.ended = task.ended.or(Some(at));
            }
        }
        if let Some(description) = field("description").and_then(Value::as_str) {
            description.clone_into(&mut task.description);
        }
        if let Some(backgrounded) = field("is_backgrounded").and_then(Value::as_bool) {
            task.backgrounded = backgrounded;
        }
        if let Some(error) = field("error").and_then(Value::as_str) {
            task.summary = Some(error.to_owned());
        }
    }

    pub(super) fn notified(&mut self, note: &TaskNotification, at: Moment) {
        let Some(task) = note
            .task_id
            .as_ref()
            .and_then(|id| self.running.get_mut(id))
        else {
            return;
        };
        task.status = note
            .status
            .clone()
            .unwrap_or_else(|| "completed".to_owned());
        task.ended = task.ended.or(Some(at));
        task.summary = note.summary.clone().or(task.summary.take());
        task.output_file = note.output_file.clone().filter(|path| !path.is_empty());
        if note.usage.is_some() {
            task.usage.clone_from(&note.usage);
        }
    }

    /// The CLI names all that runs in the background: what it no longer names is over.
    pub(super) fn background_changed(&mut self, change: &BackgroundTasksChanged, at: Moment) {
        let listed = change.tasks.as_deref().unwrap_or_default();
        let is_listed = |id: &str| {
            listed
                .iter()
                .any(|task| task.get("task_id").and_then(Value::as_str) == Some(id))
        };
        for task in self
            .running
            .values_mut()
            .filter(|task| task.backgrounded && task.ended.is_none())
        {
            if !is_listed(&task.id) {
                task.ended = Some(at);
                if task.status == "running" {
                    "stopped".clone_into(&mut task.status);
                }
            }
        }
        for listed in listed {
            let id = text(listed.get("task_id"));
            if id.is_empty() {
                continue;
            }
            if let Some(task) = self.running.get_mut(&id) {
                task.backgrounded = true;
            } else {
                self.make_room();
                let task = Task {
                    id: id.clone(),
                    description: text(listed.get("description")),
                    kind: text(listed.get("task_type")),
                    subagent_type: listed
                        .get("subagent_type")
                        .and_then(Value::as_str)
                        .map(str::to_owned),
                    backgrounded: true,
                    status: "running".to_owned(),
                    started: at,
                    ..Task::default()
                };
                self.running.insert(id, task);
            }
        }
    }

    pub(super) fn all_over(&mut self, at: Moment) {
        for task in self
            .running
            .values_mut()
            .filter(|task| task.ended.is_none())
        {
            task.ended = Some(at);
            "killed".clone_into(&mut task.status);
        }
    }

    fn make_room(&mut self) {
        if self.running.len() >= MAX_ROWS {
            let oldest = self
                .running
                .iter()
                .position(|(_, task)| task.ended.is_some())
                .unwrap_or(0);
            self.running.shift_remove_index(oldest);
        }
    }
}

fn todo((position, value): (usize, &Value)) -> Todo {
    let subject = value.get("subject").or_else(|| value.get("content"));
    Todo {
        id: value
            .get("id")
            .map_or_else(|| (position + 1).to_string(), |id| id_of(Some(id))),
        subject: text(subject),
        status: text(value.get("status")),
        active_form: value
            .get("activeForm")
            .and_then(Value::as_str)
            .map(str::to_owned),
    }
}

fn text(value: Option<&Value>) -> String {
    value.and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn id_of(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(id)) => id.clone(),
        Some(Value::Number(id)) => id.to_string(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::Tasks;
    use serde_json::json;

    #[test]
    fn plain_todos_and_the_task_list_do_not_take_each_others_ids() {
        let mut tasks = Tasks::default();
        let todos = json!({"todos": [{"content": "plain", "status": "pending"}]});
        tasks.tool_result("TodoWrite", &todos, None);
        let done = json!({"taskId": "1", "status": "completed"});
        tasks.tool_result("TaskUpdate", &done, None);
        assert_eq!(tasks.todos[0].status, "pending");
        let created = json!({"task": {"id": "1", "subject": "kept"}});
        tasks.tool_result("TaskCreate", &json!({}), Some(&created));
        tasks.tool_result("TaskUpdate", &done, None);
        let list: Vec<_> = tasks
            .todos
            .iter()
            .map(|todo| (&*todo.subject, &*todo.status))
            .collect();
        assert_eq!(list, [("kept", "completed")]);
    }
}
