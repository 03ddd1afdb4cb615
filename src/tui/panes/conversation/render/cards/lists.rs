//! PURE. The agent's list of things to do. Owns: the list as it is written, and changes of single tasks.

use super::Card;
use super::facts::{counted, list, shown, structured, text};
use crate::session::ToolCall;
use crate::tui::panes::conversation::render::Paint;
use crate::tui::panes::conversation::render::sheet::Sheet;
use crate::tui::theme::Role;
use crate::tui::widgets::flow::{Spans, plain};
use serde_json::Value;

/// Entries that are shown.
const MOST: usize = 200;

/// The whole list at once.
pub(super) struct Todos;

fn todos(call: &ToolCall) -> &[Value] {
    match list(structured(call), "newTodos") {
        [] => list(&call.input, "todos"),
        todos => todos,
    }
}

fn done(entries: &[Value]) -> String {
    let done = entries
        .iter()
        .filter(|todo| text(todo, "status") == "completed");
    format!("{} of {} done", done.count(), entries.len())
}

impl Card for Todos {
    fn what(&self, call: &ToolCall, paint: &Paint<'_>) -> Spans {
        let todos = todos(call);
        let current = todos
            .iter()
            .find(|todo| text(todo, "status") == "in_progress");
        let words = match current {
            Some(todo) => match text(todo, "activeForm") {
                "" => text(todo, "content").to_owned(),
                words => words.to_owned(),
            },
            None => counted(todos.len() as u64, "thing") + " to do",
        };
        plain(&words, Role::Text, paint.theme)
    }

    fn short(&self, call: &ToolCall, _paint: &Paint<'_>) -> String {
        done(todos(call))
    }

    fn open(&self, call: &ToolCall, sheet: &mut Sheet<'_>) {
        for todo in todos(call).iter().take(MOST) {
            sheet.task(text(todo, "status"), text(todo, "content"));
        }
    }
}

/// One task of the list, or a look at it.
pub(super) struct Tasks;

/// What a task is called, as far as the session knows.
fn subject<'a>(id: &str, paint: &Paint<'a>) -> Option<&'a str> {
    Some(&paint.state.tasks.listed(id)?.subject)
}

impl Card for Tasks {
    fn what(&self, call: &ToolCall, paint: &Paint<'_>) -> Spans {
        let theme = paint.theme;
        let input = &call.input;
        let id = text(input, "taskId");
        let words = match call.name.as_str() {
            "TaskCreate" => text(input, "subject").to_owned(),
            "TaskList" => "all tasks".to_owned(),
            _ => match subject(id, paint) {
                Some(subject) => format!("#{id} {subject}"),
                None => format!("#{id}"),
            },
        };
        plain(&words, Role::Text, theme)
    }

    fn short(&self, call: &ToolCall, paint: &Paint<'_>) -> String {
        let result = structured(call);
        match call.name.as_str() {
            "TaskCreate" => {
                let task = result.get("task").unwrap_or(&Value::Null);
                format!("#{}", text(task, "id"))
            }
            "TaskList" => done(list(result, "tasks")),
            "TaskGet" => {
                let task = result.get("task").unwrap_or(&Value::Null);
                text(task, "status").replace('_', " ")
            }
            _ => {
                let change = result.get("statusChange").unwrap_or(&Value::Null);
                match (text(change, "from"), text(change, "to")) {
                    ("", _) | (_, "") => text(&call.input, "status").replace('_', " "),
                    (from, to) => {
                        let arrow = paint.theme.glyphs.outgoing;
                        format!("{from} {arrow} {to}").replace('_', " ")
                    }
                }
            }
        }
    }

    fn open(&self, call: &ToolCall, sheet: &mut Sheet<'_>) {
        let result = structured(call);
        let tasks = list(result, "tasks");
        if !tasks.is_empty() {
            for task in tasks.iter().take(MOST) {
                let words = format!("#{} {}", text(task, "id"), text(task, "subject"));
                sheet.task(text(task, "status"), &words);
            }
            return;
        }
        let task = result.get("task").unwrap_or(&Value::Null);
        let status = match (text(task, "status"), text(&call.input, "status")) {
            ("", status) | (status, _) => status,
        };
        let name = match (text(task, "subject"), text(&call.input, "subject")) {
            ("", subject) | (subject, _) => subject.to_owned(),
        };
        let id = match (text(task, "id"), text(&call.input, "taskId")) {
            ("", id) | (id, _) => id.to_owned(),
        };
        let name = if name.is_empty() {
            subject(&id, &sheet.paint).unwrap_or_default().to_owned()
        } else {
            name
        };
        sheet.task(status, &format!("#{id} {name}"));
        let about = match (text(task, "description"), text(&call.input, "description")) {
            ("", about) | (about, _) => about,
        };
        sheet.field("about", about);
        for (word, key) in [("blocks", "addBlocks"), ("blocked by", "addBlockedBy")] {
            let ids: Vec<&str> = list(&call.input, key)
                .iter()
                .filter_map(Value::as_str)
                .collect();
            sheet.field(word, &ids.join(", "));
        }
        let blocked: Vec<&str> = list(task, "blockedBy")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        sheet.field("blocked by", &blocked.join(", "));
        if !result.is_object() {
            sheet.output(&shown(call), Role::Dim);
        }
    }
}
