//! PURE. Hook runs: event, tool, what came of it, how long it took.

use crate::session::{HookOutcome, HookRun};
use crate::tui::model::{Model, Pane};
use crate::tui::theme::Role;
use crate::tui::widgets::rows::{Rows, rows};
use crate::tui::widgets::text::{cut, duration};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Draws it.
pub fn view(model: &Model, area: Rect, buffer: &mut Buffer) {
    let Some(seat) = model.seat() else { return };
    let theme = &model.theme;
    let runs: Vec<&HookRun> = seat.live.state().hooks.iter().collect();
    let row = |index: usize, width: u16| {
        let Some(run) = runs.get(index) else {
            return Line::default();
        };
        let (text, role) = outcome(run);
        let took = run.ended.map_or_else(
            || duration(seat.now.since(run.started)),
            |ended| duration(ended.since(run.started)),
        );
        let subject = run
            .tool_name
            .as_deref()
            .or(run.matcher.as_deref())
            .unwrap_or_default();
        let name = cut(
            &format!("{} {subject}", run.event),
            usize::from(width / 2),
            theme.glyphs.more,
        );
        Line::from(vec![
            Span::styled(format!("{name}  "), theme.style(Role::Text)),
            Span::styled(
                cut(&text, usize::from(width / 2), theme.glyphs.more),
                theme.style(role),
            ),
            Span::styled(format!("  {took}"), theme.style(Role::Dim)),
        ])
    };
    let shown = Rows {
        pane: Pane::Hooks,
        count: runs.len(),
        list: &seat.side.hooks,
        empty: "No hook has run.",
    };
    rows(model, shown, area, buffer, row);
}

fn outcome(run: &HookRun) -> (String, Role) {
    match &run.outcome {
        None => ("running".to_owned(), Role::Running),
        Some(HookOutcome::None) => ("no opinion".to_owned(), Role::Dim),
        Some(HookOutcome::Decided { decision, reason }) => {
            (format!("{decision} {reason}"), Role::Warning)
        }
        Some(HookOutcome::Changed) => ("changed it".to_owned(), Role::Info),
        Some(HookOutcome::Async) => ("goes on by itself".to_owned(), Role::Dim),
        Some(HookOutcome::Failed(error)) => (format!("failed: {error}"), Role::Bad),
        Some(HookOutcome::TimedOut) => ("too late: the call was not run".to_owned(), Role::Bad),
        Some(HookOutcome::Cancelled) => ("no longer wanted".to_owned(), Role::Dim),
        Some(HookOutcome::Command { outcome, exit_code }) => (
            format!(
                "{outcome} ({})",
                exit_code.map_or_else(|| "?".to_owned(), |code| code.to_string())
            ),
            if outcome == "success" {
                Role::Dim
            } else {
                Role::Bad
            },
        ),
    }
}
