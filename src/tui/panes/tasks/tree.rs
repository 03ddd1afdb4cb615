//! PURE. What the agent plans and what runs beside the conversation, as rows. Owns: who is under whom.
//! Does not own: how a row looks.

use crate::session::{Task, Todo};
use crate::tui::model::Seat;
use std::collections::HashMap;

/// Deeper than this nothing is moved further to the right.
const DEEPEST: usize = 6;

/// A row of the pane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Row<'a> {
    /// Above the list of things to do: how many are done, of how many.
    Plan(usize, usize),
    /// Something to do.
    Todo(&'a Todo),
    /// Above what runs beside: how many still run, of how many.
    Beside(usize, usize),
    /// A task, and how deep below another one.
    Task(&'a Task, usize),
}

/// All rows. The lists are bounded where they are kept.
pub fn rows(seat: &Seat) -> Vec<Row<'_>> {
    let tasks = &seat.live.state().tasks;
    let mut rows = Vec::new();
    if !tasks.todos.is_empty() {
        let done = tasks.todos.iter().filter(|todo| todo.status == "completed");
        rows.push(Row::Plan(done.count(), tasks.todos.len()));
        rows.extend(tasks.todos.iter().map(Row::Todo));
    }
    if !tasks.running.is_empty() {
        rows.push(Row::Beside(tasks.active().count(), tasks.running.len()));
        let mut below: HashMap<Option<&str>, Vec<&Task>> = HashMap::new();
        for task in tasks.running.values() {
            // One whose parent is gone, or that names itself, stands at the top.
            let parent = task.parent_task_id.as_deref();
            let parent = parent.filter(|id| *id != task.id && tasks.running.contains_key(*id));
            below.entry(parent).or_default().push(task);
        }
        descend(&mut below, None, 0, &mut rows);
        // Two that name each other would never be reached from the top.
        let mut cut_off: Vec<&Task> = below.into_values().flatten().collect();
        cut_off.sort_by_key(|task| task.started);
        rows.extend(cut_off.into_iter().map(|task| Row::Task(task, 0)));
    }
    rows
}

/// Each list is taken out before it is walked, so that nobody is listed twice.
fn descend<'a>(
    below: &mut HashMap<Option<&'a str>, Vec<&'a Task>>,
    parent: Option<&'a str>,
    depth: usize,
    rows: &mut Vec<Row<'a>>,
) {
    let mut open: Vec<(&Task, usize)> = Vec::new();
    let children = |below: &mut HashMap<Option<&'a str>, Vec<&'a Task>>, parent, depth: usize| {
        let tasks = below.remove(&parent).unwrap_or_default();
        tasks.into_iter().rev().map(move |task| (task, depth))
    };
    open.extend(children(below, parent, depth));
    while let Some((task, depth)) = open.pop() {
        rows.push(Row::Task(task, depth.min(DEEPEST)));
        open.extend(children(below, Some(task.id.as_str()), depth + 1));
    }
}

/// How many rows there are.
pub fn len(seat: &Seat) -> usize {
    rows(seat).len()
}

/// The task that is selected.
pub fn selected(seat: &Seat) -> Option<&Task> {
    let rows = rows(seat);
    match rows.get(seat.side.tasks.row(rows.len())) {
        Some(Row::Task(task, _)) => Some(task),
        _ => None,
    }
}
