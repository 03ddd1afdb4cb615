//! PURE. What stands below the conversation while something is awaited. Owns: retries, compaction under way, waiting for
//! the model. Does not own: what is written already (`stream`).

use super::sheet::Sheet;
use super::{Paint, Rendered};
use crate::session::Activity;
use crate::tui::theme::Role;
use crate::tui::widgets::flow::{Spans, plain};
use crate::tui::widgets::text::duration;
use ratatui::text::Span;
use std::fmt::Write as _;

/// The line below everything; none when there is nothing to wait for.
pub(in crate::tui::panes::conversation) fn trailer(paint: &Paint<'_>) -> Rendered {
    let mut sheet = Sheet::new(paint);
    if let Some(spans) = line(paint) {
        sheet.line(&spans);
        sheet.counts = true;
    }
    sheet.finish()
}

fn line(paint: &Paint<'_>) -> Option<Spans> {
    let state = paint.state;
    let theme = paint.theme;
    if let Some(retry) = &state.usage.retry {
        let mut words = format!("{} the API failed", theme.glyphs.warning);
        if let Some(status) = retry.status {
            let _ = write!(words, " ({status})");
        }
        let mut spans = plain(&words, Role::Warning, theme);
        spans.push(Span::raw("  "));
        spans.extend(plain(&retry.error, Role::Dim, theme));
        let left = retry.delay.saturating_sub(paint.now.since(retry.at));
        let next = if left.is_zero() {
            "now".to_owned()
        } else {
            format!("in {}", duration(left))
        };
        let words = format!("  try {} of {} {next}", retry.attempt, retry.of);
        spans.extend(plain(&words, Role::Text, theme));
        return Some(spans);
    }
    let busy = |words: &str, role| {
        let mut spans = vec![Span::styled(
            format!("{} ", theme.glyphs.busy),
            theme.style(Role::Running),
        )];
        spans.extend(plain(words, role, theme));
        Some(spans)
    };
    match state.activity(paint.now) {
        Activity::Compacting => busy("compacting the conversation", Role::Info),
        Activity::Requesting => busy("waiting for the model", Role::Dim),
        Activity::Silent { since } => {
            let words = format!("nothing has come for {}", duration(since));
            busy(&words, Role::Warning)
        }
        _ => None,
    }
}
