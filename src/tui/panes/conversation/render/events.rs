//! PURE. What happened to the conversation besides what was said. Owns: failures, breaks and ends.

use super::sheet::Sheet;
use crate::session::Outcome;
use crate::trace::Moment;
use crate::tui::theme::Role;
use crate::tui::widgets::flow::{plain, width_of};
use crate::tui::widgets::text::duration;
use ratatui::text::Span;
use serde_json::Value;
use std::fmt::Write as _;

/// A line across the place with a word in it.
pub(super) fn rule(words: &[Span<'static>], role: Role, sheet: &mut Sheet<'_>) {
    let theme = sheet.theme();
    let glyph = theme.glyphs.rule;
    let style = theme.style(role);
    let mut spans = vec![Span::styled(format!("{} ", glyph.repeat(2)), style)];
    spans.extend(words.iter().cloned());
    let left = usize::from(sheet.width()).saturating_sub(width_of(&spans) + 1);
    if left > 0 {
        spans.push(Span::styled(format!(" {}", glyph.repeat(left)), style));
    }
    sheet.line(&spans);
}

/// The turn was interrupted.
pub(super) fn interrupted(in_tool: bool, sheet: &mut Sheet<'_>) {
    let theme = sheet.theme();
    let when = if in_tool {
        "while a tool ran"
    } else {
        "while the model wrote"
    };
    let words = format!("{} interrupted {when}", theme.glyphs.bad);
    rule(&plain(&words, Role::Warning, theme), Role::Border, sheet);
}

/// The API failed for good.
pub(super) fn api_error(error: &str, status: Option<u64>, text: &str, sheet: &mut Sheet<'_>) {
    let theme = sheet.theme();
    let mut words = format!("{} API error", theme.glyphs.bad);
    if let Some(status) = status {
        let _ = write!(words, " {status}");
    }
    let mut spans = vec![Span::styled(words, theme.style(Role::Failed))];
    if !error.is_empty() {
        spans.push(Span::raw("  "));
        spans.extend(plain(error, Role::Bad, theme));
    }
    sheet.line(&spans);
    sheet.indent(2);
    sheet.text(text, Role::Text);
}

/// The conversation was shortened.
pub(super) fn compacted(trigger: &str, at: Moment, sheet: &mut Sheet<'_>) {
    let theme = sheet.theme();
    let compactions = &sheet.paint.state.usage.compactions;
    let found = compactions.iter().rev().find(|one| one.at == at);
    let mut words = "conversation compacted".to_owned();
    match trigger {
        "" => {}
        "auto" => words.push_str(" by itself"),
        "manual" => words.push_str(" as asked"),
        other => {
            let _ = write!(words, " ({other})");
        }
    }
    match found.map(|one| (one.before, one.after)) {
        Some((Some(before), Some(after))) => {
            let arrow = theme.glyphs.outgoing;
            let (before, after) = (tokens(before), tokens(after));
            let _ = write!(words, "  {before} {arrow} {after} tokens");
        }
        Some((Some(before), None)) => {
            let _ = write!(words, "  from {} tokens", tokens(before));
        }
        _ => {}
    }
    rule(&plain(&words, Role::Info, theme), Role::Border, sheet);
}

/// The conversation was cleared.
pub(super) fn cleared(sheet: &mut Sheet<'_>) {
    let theme = sheet.theme();
    let words = plain(
        "conversation cleared: the model begins afresh",
        Role::Info,
        theme,
    );
    rule(&words, Role::Border, sheet);
}

/// The CLI has something to say.
pub(super) fn notice(level: &str, text: &str, sheet: &mut Sheet<'_>) {
    let theme = sheet.theme();
    let (mark, role) = match level {
        "error" => (theme.glyphs.bad, Role::Bad),
        "warning" | "warn" => (theme.glyphs.warning, Role::Warning),
        _ => (theme.glyphs.bullet, Role::Info),
    };
    let lead = [Span::styled(format!("{mark} "), theme.style(role))];
    sheet.led(text, role, &lead, &[Span::raw("  ")]);
}

/// A turn is over: one calm line, unless it failed.
pub(super) fn turn_end(outcome: &Outcome, text: &str, at: Moment, sheet: &mut Sheet<'_>) {
    let theme = sheet.theme();
    let state = sheet.paint.state;
    let failed = outcome.is_failure();
    let (word, role) = match outcome {
        Outcome::Success => ("done".to_owned(), Role::Dim),
        Outcome::NoTurn => ("done, the model was not asked".to_owned(), Role::Dim),
        Outcome::Interrupted => ("interrupted".to_owned(), Role::Warning),
        Outcome::Preempted => ("another prompt took over".to_owned(), Role::Dim),
        Outcome::HookStopped => ("stopped by a hook".to_owned(), Role::Warning),
        Outcome::ToolDeferred => ("a hook put a call off".to_owned(), Role::Warning),
        other => (
            format!("failed: {}", other.as_str().replace('_', " ")),
            Role::Bad,
        ),
    };
    let mut parts = Vec::new();
    let turn = state.turns.iter().rev().find(|turn| turn.ended == Some(at));
    if let Some(turn) = turn {
        parts.push(duration(at.since(turn.started)));
    }
    let latest = state.last_turn().and_then(|turn| turn.ended) == Some(at);
    if latest && let Some(used) = &state.usage.last_turn {
        let read = used.input_tokens.unwrap_or(0)
            + used.cache_creation_input_tokens.unwrap_or(0)
            + used.cache_read_input_tokens.unwrap_or(0);
        let wrote = used.output_tokens.unwrap_or(0);
        if read + wrote > 0 {
            parts.push(format!("{} in, {} out", tokens(read), tokens(wrote)));
        }
    }
    if latest && let Some(cost) = state.usage.cost_usd.filter(|cost| *cost >= 0.005) {
        parts.push(format!("${cost:.2} so far"));
    }
    let mark = if failed {
        format!("{} ", theme.glyphs.bad)
    } else {
        String::new()
    };
    let mut spans = plain(&format!("{mark}{word}"), role, theme);
    for part in parts {
        let dot = format!(" {} ", theme.glyphs.bullet);
        spans.push(Span::styled(dot, theme.style(Role::Border)));
        spans.extend(plain(&part, Role::Dim, theme));
    }
    rule(&spans, Role::Border, sheet);
    if failed && *outcome != Outcome::Interrupted && !text.trim().is_empty() {
        sheet.indent(3);
        sheet.text(text, Role::Bad);
    }
}

/// A block that this version does not know: said so, and shown as it came.
pub(super) fn unknown(value: &Value, open: bool, sheet: &mut Sheet<'_>) {
    let theme = sheet.theme();
    let kind = value.get("type").and_then(Value::as_str).unwrap_or("?");
    let glyph = if open {
        theme.glyphs.open
    } else {
        theme.glyphs.folded
    };
    let mut spans = vec![Span::styled(
        format!("{glyph} unknown block "),
        theme.style(Role::Warning),
    )];
    let end = kind.floor_char_boundary(80);
    spans.extend(plain(
        kind.get(..end).unwrap_or_default(),
        Role::Text,
        theme,
    ));
    sheet.line(&spans);
    if open {
        sheet.indent(2);
        sheet.tree(value);
    }
}

/// A number of tokens in few characters: `950`, `12.3k`, `1.2M`.
pub(super) fn tokens(count: u64) -> String {
    match count {
        0..1000 => count.to_string(),
        1000..1_000_000 => format!("{}.{}k", count / 1000, count % 1000 / 100),
        _ => format!("{}.{}M", count / 1_000_000, count % 1_000_000 / 100_000),
    }
}
