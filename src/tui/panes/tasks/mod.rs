//! PURE. What the agent plans to do, as a check list with progress; sub-agents and commands that run beside, as a tree.
//! Owns: how a row looks. Does not own: which rows there are (`tree`), asking the CLI (`update`).

pub mod tree;

use crate::session::{Task, Todo};
use crate::trace::Moment;
use crate::tui::model::{Model, Pane, Seat};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::rows::{Rows, marked};
use crate::tui::widgets::text::{amount, column, cut, duration};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use serde_json::Value;
use std::fmt::Write as _;
use tree::Row;
use unicode_width::UnicodeWidthStr as _;

/// Draws it.
pub fn view(model: &Model, area: Rect, buffer: &mut Buffer) {
    let Some(seat) = model.seat() else { return };
    let theme = &model.theme;
    let tree = tree::rows(seat);
    let row = |index: usize, width: u16| {
        tree.get(index)
            .map(|row| line(row, seat.now, theme, usize::from(width)))
            .unwrap_or_default()
    };
    let shown = Rows {
        pane: Pane::Tasks,
        count: tree.len(),
        list: &seat.side.tasks,
        empty: "Nothing is planned, nothing runs beside.",
    };
    marked(model, shown, mark(seat, theme), area, buffer, row);
}

fn line(row: &Row<'_>, now: Moment, theme: &Theme, room: usize) -> Line<'static> {
    match row {
        Row::Plan(done, of) => plan(*done, *of, theme, room),
        Row::Todo(todo) => todo_line(todo, theme, room),
        Row::Beside(active, of) => {
            let text = match (*active, *of) {
                (0, of) => format!("beside the conversation  {of} over"),
                (active, of) => format!("beside the conversation  {active} of {of} running"),
            };
            let text = cut(&text, room, theme.glyphs.more);
            Line::styled(text, theme.style(Role::Heading))
        }
        Row::Task(task, depth) => task_line(task, *depth, now, theme, room),
    }
}

/// How much of the plan is done, in figures and as a bar.
fn plan(done: usize, of: usize, theme: &Theme, room: usize) -> Line<'static> {
    let figures = format!("plan  {done}/{of} ");
    let wide = room.saturating_sub(figures.width() + 1).min(20);
    let full = (wide * done).checked_div(of.max(1)).unwrap_or(0);
    Line::from(vec![
        Span::styled(figures, theme.style(Role::Heading)),
        Span::styled(theme.glyphs.full.repeat(full), theme.style(Role::Good)),
        Span::styled(
            theme.glyphs.empty.repeat(wide.saturating_sub(full)),
            theme.style(Role::Dim),
        ),
    ])
}

fn todo_line(todo: &Todo, theme: &Theme, room: usize) -> Line<'static> {
    let (mark, role, text) = match todo.status.as_str() {
        "completed" => (theme.glyphs.good, Role::Good, Role::Dim),
        "in_progress" => (theme.glyphs.busy, Role::Running, Role::Text),
        "deleted" => (theme.glyphs.bad, Role::Disabled, Role::Disabled),
        _ => (theme.glyphs.bullet, Role::Dim, Role::Text),
    };
    let active = todo
        .active_form
        .as_deref()
        .filter(|_| todo.status == "in_progress");
    let subject = active.unwrap_or(&todo.subject);
    Line::from(vec![
        Span::styled(format!("  {mark} "), theme.style(role)),
        Span::styled(
            cut(subject, room.saturating_sub(4), theme.glyphs.more),
            theme.style(text),
        ),
    ])
}

fn look(task: &Task, theme: &Theme) -> (&'static str, Role) {
    match task.status.as_str() {
        "completed" => (theme.glyphs.good, Role::Good),
        "running" | "pending" if task.ended.is_none() => (theme.glyphs.busy, Role::Running),
        "paused" => (theme.glyphs.waiting, Role::Paused),
        "stopped" | "killed" => (theme.glyphs.bad, Role::Cancelled),
        _ => (theme.glyphs.bad, Role::Bad),
    }
}

/// What kind of task, in a word.
fn kind(task: &Task) -> &str {
    match (task.kind.as_str(), task.subagent_type.as_deref()) {
        (_, Some(agent)) => agent,
        ("local_bash", None) => "command",
        ("local_agent", None) => "agent",
        (kind, None) => kind,
    }
}

fn number(task: &Task, keys: &[&str]) -> Option<u64> {
    let usage = task.usage.as_ref()?;
    keys.iter()
        .find_map(|key| usage.get(key).and_then(Value::as_u64))
}

fn task_line(task: &Task, depth: usize, now: Moment, theme: &Theme, room: usize) -> Line<'static> {
    let (mark, role) = look(task, theme);
    let took = duration(task.ended.unwrap_or(now).since(task.started));
    let indent = "  ".repeat(depth + 1);
    // What is left out first stands last; the description matters more than any of it.
    let mut parts = vec![(format!(" {took:>6}"), Role::Dim)];
    let status = match task.status.as_str() {
        "running" if task.backgrounded => "",
        "running" => "in front",
        other => other,
    };
    if !status.is_empty() {
        parts.push((format!("  {}", cut(status, 10, theme.glyphs.more)), role));
    }
    parts.extend(
        figures(task, theme)
            .into_iter()
            .map(|text| (format!("  {text}"), Role::Dim)),
    );
    let about = task.description.width().min(24);
    let wide = |parts: &[(String, Role)]| parts.iter().map(|(text, _)| text.width()).sum::<usize>();
    let fixed = indent.width() + 2;
    while parts.len() > 1 && fixed + about + wide(&parts) > room {
        parts.pop();
    }
    let about = room.saturating_sub(fixed + wide(&parts));
    let mut spans = vec![
        Span::styled(format!("{indent}{mark} "), theme.style(role)),
        Span::styled(
            column(&task.description, about, theme.glyphs.more),
            theme.style(Role::Text),
        ),
    ];
    // The time is the last column, so that it stays in its place.
    let parts = parts.into_iter().rev();
    spans.extend(parts.map(|(text, role)| Span::styled(text, theme.style(role))));
    Line::from(spans)
}

/// Kind, last tool, calls and tokens: as far as they are known.
fn figures(task: &Task, theme: &Theme) -> Vec<String> {
    let mut said = vec![cut(kind(task), 16, theme.glyphs.more)];
    let last = task.last_tool.as_deref().filter(|_| task.ended.is_none());
    said.extend(last.map(|tool| cut(tool, 14, theme.glyphs.more)));
    let uses = number(task, &["tool_uses", "toolUses"]).filter(|uses| *uses > 0);
    said.extend(uses.map(|uses| match uses {
        1 => "1 call".to_owned(),
        uses => format!("{uses} calls"),
    }));
    let tokens = number(task, &["total_tokens", "totalTokens"]).filter(|tokens| *tokens > 0);
    said.extend(tokens.map(|tokens| format!("{} tok", amount(tokens))));
    said.retain(|text| !text.is_empty());
    said
}

/// All there is to say about the selected row.
pub fn detail(seat: &Seat) -> Option<(String, String)> {
    let rows = tree::rows(seat);
    let mut text = String::new();
    match rows.get(seat.side.tasks.row(rows.len()))? {
        Row::Todo(todo) => {
            let _ = writeln!(text, "{}\n\n{:<8} {}", todo.subject, "status", todo.status);
            let _ = writeln!(text, "{:<8} {}", "id", todo.id);
            Some(("To do".to_owned(), text))
        }
        Row::Task(task, _) => {
            let _ = writeln!(text, "{}\n", task.description);
            let facts = [
                ("status", Some(task.status.clone())),
                ("kind", Some(kind(task).to_owned())),
                ("id", Some(task.id.clone())),
                ("call", task.tool_use_id.clone()),
                ("below", task.parent_task_id.clone()),
                ("last tool", task.last_tool.clone()),
                ("output", task.output_file.clone()),
                ("summary", task.summary.clone()),
                ("usage", task.usage.as_ref().map(Value::to_string)),
            ];
            for (name, value) in facts {
                if let Some(value) = value.filter(|value| !value.is_empty()) {
                    let _ = writeln!(text, "{name:<10} {value}");
                }
            }
            Some(("Task".to_owned(), text))
        }
        Row::Plan(..) | Row::Beside(..) => None,
    }
}

/// How it looks in a tab: how much of the plan is done, and how many run beside.
pub fn mark(seat: &Seat, theme: &Theme) -> Option<(String, Role)> {
    let tasks = &seat.live.state().tasks;
    let active = tasks.active().count();
    let done = tasks.todos.iter().filter(|todo| todo.status == "completed");
    match (active, tasks.todos.len()) {
        (0, 0) => None,
        (0, of) => Some((format!("{}/{of}", done.count()), Role::Dim)),
        (active, _) => Some((format!("{}{active}", theme.glyphs.busy), Role::Running)),
    }
}
