//! PURE. Commands. Owns: the command, its output, how it ended, whether it goes on in the background.

use super::Card;
use super::facts::{counted, is, lines, number, shown, structured, text};
use crate::session::{Task, ToolCall};
use crate::tui::panes::conversation::render::Paint;
use crate::tui::panes::conversation::render::sheet::Sheet;
use crate::tui::theme::Role;
use crate::tui::widgets::flow::{Spans, plain};
use crate::tui::widgets::picture::size;

/// A command in a shell.
pub(super) struct Bash;

fn task<'s>(call: &ToolCall, paint: &Paint<'s>) -> Option<&'s Task> {
    let id = text(structured(call), "backgroundTaskId");
    paint.state.tasks.running.get(id)
}

impl Card for Bash {
    fn what(&self, call: &ToolCall, paint: &Paint<'_>) -> Spans {
        let command = text(&call.input, "command");
        let command = command
            .get(..command.floor_char_boundary(600))
            .unwrap_or_default();
        // A command of several lines on one: what it does shows, its breaks do not.
        let joined = command.lines().map(str::trim).collect::<Vec<_>>().join(" ");
        plain(&joined, Role::Text, paint.theme)
    }

    fn short(&self, call: &ToolCall, paint: &Paint<'_>) -> String {
        let result = structured(call);
        if !text(result, "backgroundTaskId").is_empty() {
            let status = task(call, paint).map_or("", |task| task.status.as_str());
            return match status {
                "" | "running" => "in the background".to_owned(),
                status => format!("in the background: {status}"),
            };
        }
        let (out, err) = outputs(call);
        match lines(&out) + lines(&err) {
            0 => "no output".to_owned(),
            count => counted(count, "line"),
        }
    }

    fn open(&self, call: &ToolCall, sheet: &mut Sheet<'_>) {
        sheet.field("about", text(&call.input, "description"));
        sheet.code("bash", text(&call.input, "command"));
        if let Some(millis) = number(&call.input, "timeout") {
            sheet.field(
                "limit",
                &crate::tui::widgets::text::duration(std::time::Duration::from_millis(millis)),
            );
        }
        if is(&call.input, "dangerouslyDisableSandbox") {
            sheet.text("outside of the sandbox", Role::Warning);
        }
        let Some(outcome) = &call.result else {
            return;
        };
        if outcome.is_error || call.not_executed.is_some() {
            return;
        }
        let (out, err) = outputs(call);
        sheet.output(&out, Role::Text);
        if !err.trim().is_empty() {
            sheet.heading("stderr");
            sheet.output(&err, Role::Warning);
        }
        let result = structured(call);
        if is(result, "interrupted") {
            sheet.text("interrupted before it was done", Role::Warning);
        }
        let id = text(result, "backgroundTaskId");
        if !id.is_empty() {
            let by = if is(result, "backgroundedByUser") {
                "put there by you"
            } else {
                "as it was asked to"
            };
            sheet.field("background", &format!("{id}, {by}"));
            if let Some(task) = task(call, &sheet.paint.clone()) {
                sheet.field("status", &task.status.clone());
                sheet.field("output", task.output_file.as_deref().unwrap_or_default());
            }
        }
        let kept = text(result, "persistedOutputPath");
        if !kept.is_empty() {
            let whole = number(result, "persistedOutputSize")
                .map(size)
                .unwrap_or_default();
            sheet.field("all of it", &format!("{kept}  {whole}"));
        }
        pictures(call, sheet);
    }

    fn beside<'s>(&self, call: &ToolCall, paint: &Paint<'s>) -> Option<&'s Task> {
        task(call, paint)
    }
}

/// What a command wrote, to its output and to its errors.
fn outputs(call: &ToolCall) -> (String, String) {
    let result = structured(call);
    let (out, err) = (text(result, "stdout"), text(result, "stderr"));
    let background = !text(result, "backgroundTaskId").is_empty();
    if out.is_empty() && err.is_empty() && !background && !result.is_object() {
        return (shown(call), String::new());
    }
    (out.to_owned(), err.to_owned())
}

/// Pictures among the output.
pub(super) fn pictures(call: &ToolCall, sheet: &mut Sheet<'_>) {
    for (kind, data) in super::facts::images(call) {
        let picture = crate::tui::widgets::picture::Picture::read(kind, data);
        sheet.text(&picture.to_string(), Role::Info);
    }
}

/// Looking after a command or task in the background.
pub(super) struct Watched;

impl Card for Watched {
    fn what(&self, call: &ToolCall, paint: &Paint<'_>) -> Spans {
        let id = ["task_id", "taskId", "bash_id", "shell_id"]
            .iter()
            .map(|key| text(&call.input, key))
            .find(|id| !id.is_empty())
            .unwrap_or_default();
        let mut spans = plain(id, Role::Text, paint.theme);
        if let Some(task) = paint.state.tasks.running.get(id) {
            spans.extend(plain(
                &format!("  {}", task.description),
                Role::Dim,
                paint.theme,
            ));
        }
        spans
    }

    fn short(&self, call: &ToolCall, _paint: &Paint<'_>) -> String {
        counted(lines(&shown(call)), "line")
    }

    fn open(&self, call: &ToolCall, sheet: &mut Sheet<'_>) {
        sheet.tree(&call.input);
        if call
            .result
            .as_ref()
            .is_some_and(|outcome| !outcome.is_error)
        {
            sheet.output(&shown(call), Role::Text);
        }
    }
}
