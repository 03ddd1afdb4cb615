//! PURE. Items of the transcript as lines. Owns: which kind looks how. Does not own: which of them are seen, and where
//! (`conversation`).
//!
//! Each function makes whole lines for a width and touches nothing: whoever calls may keep what comes back, unless it says
//! that it changes with time.

mod cards;
mod events;
mod sheet;
mod speech;
pub(super) mod stream;
mod trailer;

#[cfg(test)]
mod render_tests;
#[cfg(test)]
mod stage_tests;

use crate::session::{Item, ItemKind, State};
use crate::trace::Moment;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::flow::clip;
use crate::tui::widgets::highlight::{HighlightJob, Highlights};
use ratatui::text::{Line, Span};
use sheet::Sheet;

pub(super) use trailer::trailer;

/// What an item is made into lines with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Paint<'a> {
    /// Colours and glyphs.
    pub(super) theme: &'a Theme,
    /// How wide the lines may be.
    pub(super) width: u16,
    /// Colours for code, as far as they have come.
    pub(super) highlights: &'a Highlights,
    /// Everything that is known of the session.
    pub(super) state: &'a State,
    /// The session's clock, for what is still running.
    pub(super) now: Moment,
}

/// An item as lines, with an empty line behind it.
#[derive(Debug, Clone, Default)]
pub(super) struct Rendered {
    /// The lines.
    pub(super) lines: Vec<Line<'static>>,
    /// Code in it that has no colours yet.
    pub(super) wanted: Vec<HighlightJob>,
    /// It may change although the item does not (a call that runs, a prompt that waits): it must not be kept.
    pub(super) counts: bool,
}

/// Makes an item into lines; `turned` opens what is folded at first.
pub(super) fn item(item: &Item, turned: bool, paint: &Paint<'_>) -> Rendered {
    let nested = item.parent.is_some();
    let inner = Paint {
        width: if nested {
            paint.width.saturating_sub(2).max(1)
        } else {
            paint.width
        },
        ..*paint
    };
    let mut sheet = Sheet::new(&inner);
    match &item.kind {
        ItemKind::Prompt(prompt) => speech::prompt(prompt, &mut sheet),
        ItemKind::Text { text, aborted } => speech::text(text, *aborted, &mut sheet),
        ItemKind::Thinking {
            text,
            duration_ms,
            redacted,
        } => speech::thinking(text, *duration_ms, *redacted, turned, &mut sheet),
        ItemKind::Tool(call) => cards::card(call, turned, &mut sheet),
        ItemKind::Synthetic { text } if cards::shows(item.parent.as_deref(), text, paint) => {
            speech::given_as_asked(&mut sheet);
        }
        ItemKind::Synthetic { text } => speech::synthetic(text, turned, nested, &mut sheet),
        ItemKind::Replayed { text } => speech::replayed(text, turned, &mut sheet),
        ItemKind::Interrupted { in_tool } => events::interrupted(*in_tool, &mut sheet),
        ItemKind::ApiError {
            error,
            status,
            text,
        } => events::api_error(error, *status, text, &mut sheet),
        ItemKind::Compacted { trigger } => events::compacted(trigger, item.at, &mut sheet),
        ItemKind::Reset => events::cleared(&mut sheet),
        ItemKind::Notice { level, text } => events::notice(level, text, &mut sheet),
        ItemKind::TurnEnd { outcome, text } => events::turn_end(outcome, text, item.at, &mut sheet),
        ItemKind::Unknown(value) => events::unknown(value, turned, &mut sheet),
    }
    let mut rendered = sheet.finish();
    if nested {
        bar(&mut rendered.lines, paint.theme);
    }
    let gap = if nested {
        nested_gap(paint.theme)
    } else {
        Line::default()
    };
    rendered.lines.push(gap);
    bounded(&mut rendered.lines, paint);
    rendered
}

/// Items of a sub-agent stand behind a line.
fn bar(lines: &mut [Line<'static>], theme: &Theme) {
    for line in lines {
        let bar = Span::styled(format!("{} ", theme.glyphs.bar), theme.style(Role::Border));
        line.spans.insert(0, bar);
    }
}

fn nested_gap(theme: &Theme) -> Line<'static> {
    Line::styled(theme.glyphs.bar, theme.style(Role::Border))
}

/// Whatever was laid out: no line is wider than the place.
fn bounded(lines: &mut [Line<'static>], paint: &Paint<'_>) {
    let width = usize::from(paint.width);
    for line in lines {
        if line.width() > width {
            line.spans = clip(&line.spans, width, paint.theme);
        }
    }
}
