//! PURE. Hook runs: when, event, matcher, tool, what came of it, how long it took. Owns: what a failure did to the call,
//! in words.

use crate::session::{GATE, HookOutcome, HookRun, Place};
use crate::trace::Moment;
use crate::tui::model::{Model, Pane, Seat};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::rows::{Rows, rows};
use crate::tui::widgets::text::{column, cut, duration, tool_name};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use std::fmt::Write as _;

/// From this width on, the time is shown.
const WITH_TIME: u16 = 52;
/// From this width on, the matcher is shown.
const WITH_MATCHER: u16 = 76;

/// Draws it.
pub fn view(model: &Model, area: Rect, buffer: &mut Buffer) {
    let Some(seat) = model.seat() else { return };
    let hooks = &seat.live.state().hooks;
    let row = |index: usize, width: u16| {
        hooks
            .get(index)
            .map(|run| line(run, seat.now, &model.theme, width))
            .unwrap_or_default()
    };
    let shown = Rows {
        pane: Pane::Hooks,
        count: hooks.len(),
        list: &seat.side.hooks,
        empty: "No hook has run.",
    };
    rows(model, shown, area, buffer, row);
}

fn line(run: &HookRun, now: Moment, theme: &Theme, width: u16) -> Line<'static> {
    let more = theme.glyphs.more;
    let (mark, text, role) = outcome(run, theme);
    let took = duration(run.ended.unwrap_or(now).since(run.started));
    let ours = is_gate(run);
    let plain = if ours { Role::Dim } else { Role::Text };
    let mut spans = Vec::new();
    if width >= WITH_TIME {
        let at = duration(run.started.since(Moment::START));
        spans.push(Span::styled(format!("{at:>7}  "), theme.style(Role::Dim)));
    }
    spans.push(Span::styled(format!("{mark} "), theme.style(role)));
    spans.push(Span::styled(
        column(&run.event, event_width(width), more),
        theme.style(plain),
    ));
    if width >= WITH_MATCHER {
        let matcher = if ours {
            "(pause)"
        } else {
            run.matcher.as_deref().unwrap_or("*")
        };
        let matcher = format!(" {}", column(matcher, 12, more));
        spans.push(Span::styled(matcher, theme.style(Role::Dim)));
    }
    let called = tool_name(run.tool_name.as_deref().unwrap_or_default());
    let called = column(&called, tool_width(width), more);
    spans.push(Span::styled(format!(" {called}"), theme.style(plain)));
    let used: usize = spans.iter().map(Span::width).sum();
    let room = usize::from(width).saturating_sub(used + 9);
    spans.push(Span::styled(
        format!(" {}", column(&text, room, more)),
        theme.style(role),
    ));
    spans.push(Span::styled(format!(" {took:>7}"), theme.style(Role::Dim)));
    Line::from(spans)
}

fn event_width(width: u16) -> usize {
    match width {
        0..44 => 10,
        44..76 => 12,
        _ => 16,
    }
}

fn tool_width(width: u16) -> usize {
    match width {
        0..44 => 6,
        44..76 => 10,
        _ => 16,
    }
}

/// Whether it is the hook that makes a pause stop the agent: always there, and seldom of interest.
fn is_gate(run: &HookRun) -> bool {
    run.callback_id.as_deref() == Some(GATE)
}

/// What came of it: a mark, the words, how it looks.
fn outcome(run: &HookRun, theme: &Theme) -> (&'static str, String, Role) {
    let glyphs = &theme.glyphs;
    let Some(outcome) = &run.outcome else {
        return (glyphs.busy, "running".to_owned(), Role::Running);
    };
    match outcome {
        HookOutcome::None => (glyphs.good, "no opinion".to_owned(), Role::Dim),
        HookOutcome::Decided { decision, reason } => {
            let (mark, role) = match decision.as_str() {
                "allow" | "approve" => (glyphs.good, Role::Good),
                "ask" | "defer" => (glyphs.waiting, Role::Warning),
                _ => (glyphs.bad, Role::Warning),
            };
            (mark, joined(decision, reason), role)
        }
        HookOutcome::Changed => (glyphs.good, "changed it".to_owned(), Role::Info),
        HookOutcome::Async => (glyphs.good, "goes on by itself".to_owned(), Role::Dim),
        HookOutcome::Cancelled => (glyphs.bullet, "no longer wanted".to_owned(), Role::Dim),
        HookOutcome::Command { outcome, .. } if outcome == "success" => {
            (glyphs.good, "ran".to_owned(), Role::Dim)
        }
        HookOutcome::Failed(_) | HookOutcome::TimedOut | HookOutcome::Command { .. } => {
            (glyphs.bad, consequence(run), Role::Bad)
        }
    }
}

fn joined(word: &str, reason: &str) -> String {
    match reason {
        "" => word.to_owned(),
        reason => format!("{word}: {reason}"),
    }
}

/// What a hook that failed did to the call.
fn consequence(run: &HookRun) -> String {
    let before_tool = run.event == "PreToolUse";
    match (&run.outcome, run.blocks) {
        (Some(HookOutcome::TimedOut), _) if before_tool => {
            "timed out: the call was not run".to_owned()
        }
        (Some(HookOutcome::TimedOut), _) => "timed out: the CLI went on without it".to_owned(),
        (Some(HookOutcome::Failed(error)), Some(true)) => joined("failed, blocked the call", error),
        (Some(HookOutcome::Failed(error)), Some(false)) => joined("failed, passed over", error),
        (Some(HookOutcome::Failed(error)), None) => joined("failed", error),
        (
            Some(HookOutcome::Command {
                exit_code: Some(2), ..
            }),
            _,
        ) if before_tool => "exit 2: the call was not run".to_owned(),
        (
            Some(HookOutcome::Command {
                exit_code: Some(2), ..
            }),
            _,
        ) => "exit 2: blocked".to_owned(),
        (
            Some(HookOutcome::Command {
                exit_code: Some(code),
                outcome,
            }),
            _,
        ) => {
            format!("{outcome}, exit {code}: passed over")
        }
        (
            Some(HookOutcome::Command {
                exit_code: None,
                outcome,
            }),
            _,
        ) => outcome.clone(),
        _ => String::new(),
    }
}

/// All there is to say about the selected run.
pub fn detail(seat: &Seat, theme: &Theme) -> Option<(String, String)> {
    let hooks = &seat.live.state().hooks;
    let run = hooks.get(seat.side.hooks.row(hooks.len()))?;
    let mut text = String::new();
    let mut fact = |name: &str, value: &str| {
        let _ = writeln!(text, "{name:<10} {value}");
    };
    fact("event", &run.event);
    fact(
        "runs",
        match run.place {
            Place::Callback if is_gate(run) => "here: the hook that makes a pause stop the agent",
            Place::Callback => "here, by callback",
            Place::Command => "in a command that the CLI starts",
        },
    );
    fact("id", &run.id);
    let optional = [
        ("callback", &run.callback_id),
        ("matcher", &run.matcher),
        ("tool", &run.tool_name),
        ("call", &run.tool_use_id),
    ];
    for (name, value) in optional {
        if let Some(value) = value {
            fact(name, value);
        }
    }
    fact("began", &duration(run.started.since(Moment::START)));
    match run.ended {
        Some(ended) => fact("took", &duration(ended.since(run.started))),
        None => fact("runs for", &duration(seat.now.since(run.started))),
    }
    if let Some(limit) = run.limit {
        fact("limit", &duration(limit));
    }
    if let Some(blocks) = run.blocks {
        let what = if blocks {
            "blocks the call"
        } else {
            "is passed over"
        };
        fact("failure", what);
    }
    fact("outcome", &outcome(run, theme).1);
    let title = format!(
        "{} {}",
        run.event,
        run.tool_name.as_deref().unwrap_or_default()
    );
    Some((cut(&title, 60, theme.glyphs.more), text))
}

/// How it looks in a tab: failures among the newest runs.
pub fn mark(seat: &Seat, theme: &Theme) -> Option<(String, Role)> {
    let hooks = &seat.live.state().hooks;
    let failed = |run: &&HookRun| {
        matches!(
            run.outcome,
            Some(HookOutcome::Failed(_) | HookOutcome::TimedOut)
        )
    };
    match hooks.iter().rev().take(50).filter(failed).count() {
        0 => None,
        count => Some((format!("{}{count}", theme.glyphs.bad), Role::Bad)),
    }
}
