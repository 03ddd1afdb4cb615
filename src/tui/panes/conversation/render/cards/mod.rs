//! PURE. Tool calls as cards. Owns: the one line of a folded card, which card knows which tool, what every open card says.
//! Does not own: what a tool's own card shows (one file for each family of tools).

mod agents;
mod bash;
mod edits;
mod facts;
mod lists;
mod mcp;
mod others;
mod people;
mod read;
mod search;
mod status;
mod web;

#[cfg(test)]
mod cards_tests;

use super::Paint;
use super::sheet::Sheet;
use crate::session::{Task, ToolCall};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::flow::{Spans, clip, plain, width_of};
use crate::tui::widgets::text::duration;
use ratatui::text::{Line, Span};
use status::Status;
use std::time::Duration;

/// Names are made this wide, so that what calls do stands in one column.
const NAMES: usize = 6;
/// A name may not take more.
const LONGEST_NAME: usize = 40;

/// A card that knows its tool.
trait Card {
    /// What the call does, on one line.
    fn what(&self, call: &ToolCall, paint: &Paint<'_>) -> Spans;

    /// What came of it in a few words; asked only when it went well.
    fn short(&self, call: &ToolCall, paint: &Paint<'_>) -> String;

    /// All of it.
    fn open(&self, call: &ToolCall, sheet: &mut Sheet<'_>);

    /// What it began beside the conversation, which may go on although the call's result has come.
    fn beside<'s>(&self, _call: &ToolCall, _paint: &Paint<'s>) -> Option<&'s Task> {
        None
    }
}

/// The card for a tool.
fn card_of(name: &str) -> &'static dyn Card {
    match name {
        "Bash" | "PowerShell" => &bash::Bash,
        "BashOutput" | "TaskOutput" | "KillShell" | "KillBash" | "TaskStop" => &bash::Watched,
        "Edit" | "MultiEdit" | "Write" => &edits::Edit,
        "NotebookEdit" => &edits::Notebook,
        "Read" | "NotebookRead" => &read::Read,
        "Grep" | "Glob" | "LS" | "LSP" => &search::Search,
        "WebFetch" | "WebSearch" => &web::Web,
        "TodoWrite" => &lists::Todos,
        "TaskCreate" | "TaskUpdate" | "TaskList" | "TaskGet" => &lists::Tasks,
        "Agent" | "Task" => &agents::Agent,
        "AskUserQuestion" => &people::Question,
        "ExitPlanMode" | "EnterPlanMode" => &people::Plan,
        "ToolSearch" | "Skill" | "SlashCommand" => &others::Named,
        name if name.starts_with("mcp__") => &mcp::Mcp,
        _ => &others::Unknown,
    }
}

/// A tool's name as people know it: `server › tool` for one of an MCP server.
pub(super) fn name(name: &str, theme: &Theme) -> Spans {
    let shown = match name
        .strip_prefix("mcp__")
        .and_then(|rest| rest.split_once("__"))
    {
        Some((server, tool)) => {
            let mut spans = plain(server, Role::Accent, theme);
            let inside = format!(" {} ", theme.glyphs.inside);
            spans.extend(plain(&inside, Role::Dim, theme));
            spans.extend(plain(tool, Role::Accent, theme));
            spans
        }
        None => plain(short_name(name), Role::Accent, theme),
    };
    clip(&shown, LONGEST_NAME, theme)
}

/// Names that say less than they are long.
fn short_name(name: &str) -> &str {
    match name {
        "AskUserQuestion" => "Question",
        "ExitPlanMode" | "EnterPlanMode" => "Plan",
        "TodoWrite" => "Todos",
        "MultiEdit" => "Edit",
        "NotebookEdit" | "NotebookRead" => "Notebook",
        name => name,
    }
}

/// Whether the open card of this call shows a text already: what a sub-agent is asked.
pub(super) fn shows(call: Option<&str>, text: &str, paint: &Paint<'_>) -> bool {
    let call = call.and_then(|id| paint.state.transcript.call(id));
    let asked = call.map_or("", |call| facts::text(&call.input, "prompt"));
    !asked.trim().is_empty() && asked.trim() == text.trim()
}

/// A call as a card: one line, and everything else when open.
pub(super) fn card(call: &ToolCall, open: bool, sheet: &mut Sheet<'_>) {
    let card = card_of(&call.name);
    let paint = sheet.paint;
    let beside = card.beside(call, &paint);
    let status = Status::of(call, &paint, beside);
    sheet.counts = status.is_open();
    let short = match status.words(call, &paint) {
        Some(words) => words,
        None => card.short(call, &paint),
    };
    let short = match status::changed(call, &paint) {
        Some(changed) if short.is_empty() => changed.to_owned(),
        Some(changed) => format!("{changed}, {short}"),
        None => short,
    };
    let took = match (&status, beside) {
        (Status::NeverRan(_), _) => None,
        (Status::Waits, _) => Some(paint.now.since(call.started)),
        (_, None) => Some(call.ran(paint.now)),
        (_, Some(task)) => Some(task.ended.unwrap_or(paint.now).since(task.started)),
    };
    let line = head(call, card, &status, (&short, took), &paint);
    sheet.lines.push(line);
    if open {
        sheet.indent(2);
        card.open(call, sheet);
        status::explain(call, &status, sheet);
    }
}

/// `✓ Bash  cargo test            3 lines  1.2s`
fn head(
    call: &ToolCall,
    card: &dyn Card,
    status: &Status,
    (short, took): (&str, Option<Duration>),
    paint: &Paint<'_>,
) -> Line<'static> {
    let theme = paint.theme;
    let width = usize::from(paint.width);
    let (mark, role) = status.mark(theme);
    let mut spans = vec![Span::styled(format!("{mark} "), theme.style(role))];
    spans.extend(clip(&name(&call.name, theme), width / 2, theme));
    let used = width_of(&spans);
    spans.push(Span::raw(
        " ".repeat((NAMES + 3).saturating_sub(used).max(2)),
    ));
    let took = took.map(duration).unwrap_or_default();
    let took = Span::styled(format!("{took:>6}"), theme.style(Role::Dim));
    let left = width.saturating_sub(width_of(&spans) + 1 + took.content.len());
    // What came of it may take half of the room, and more where what it does needs less.
    let most = left / 2;
    let what = card.what(call, paint);
    let most = most.max(left.saturating_sub(width_of(&what) + 2));
    let short_role = if role == Role::Good { Role::Dim } else { role };
    let first = short.lines().next().unwrap_or_default();
    let end = first.floor_char_boundary(400);
    let short = plain(first.get(..end).unwrap_or_default(), short_role, theme);
    let short = if most < 5 {
        Vec::new()
    } else {
        clip(&short, most, theme)
    };
    let room = left.saturating_sub(width_of(&short) + 1);
    spans.extend(clip(&what, room, theme));
    let used = width_of(&spans) + width_of(&short) + took.content.len() + 1;
    spans.push(Span::raw(" ".repeat(width.saturating_sub(used))));
    spans.extend(short);
    spans.push(Span::raw(" "));
    spans.push(took);
    Line::from(clip(&spans, width, theme))
}
