//! PURE. The state: word, glyph, how long, what is going on, the start until the first turn, how the process ended, and
//! how it came to all that. Owns: the order of these parts. Does not own: the parts (`start`, `ending`, `history`).

pub mod ending;
mod history;
mod report;
mod start;

pub use report::detail;

use crate::session::explain::Severity;
use crate::session::{Asked, Origin, Phase, State, Turn};
use crate::trace::Moment;
use crate::tui::model::{Focus, Model, Pane, Receipt, Seat};
use crate::tui::panes::traffic::severity_role;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::flow::wrap;
use crate::tui::widgets::frame::frame;
use crate::tui::widgets::text::{cut, duration, safe};
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::text::{Line, Span};
use std::time::Duration;

/// An interrupt that is not acknowledged for this long is worth a colour.
const SLOW_RECEIPT: Duration = Duration::from_secs(3);
/// Rows the history always gets, if there are any.
const HISTORY: usize = 4;
/// And beside how a session ended.
const HISTORY_OF_END: usize = 3;
/// Findings that are shown; the others are told when the pane is opened.
const WRONG: usize = 3;

/// Draws it.
pub fn view(model: &Model, area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    let focused = model.focus == Focus::Pane(Pane::State) && model.overlays.is_empty();
    let inner = frame(" State ", focused, theme, area, buffer);
    let Some(seat) = model.seat() else { return };
    let lines = above(model, seat, inner);
    for (y, line) in (inner.y..inner.bottom()).zip(&lines) {
        buffer.set_line(inner.x, y, line, inner.width);
    }
    let used = u16::try_from(lines.len()).unwrap_or(u16::MAX);
    let rest = Rect {
        y: inner.y.saturating_add(used).min(inner.bottom()),
        height: inner.height.saturating_sub(used),
        ..inner
    };
    history::view(model, seat, focused, rest, buffer);
}

/// Where the rows of the history are in the place of the pane.
pub fn rows(model: &Model, seat: &Seat, area: Rect) -> Rect {
    let inner = area.inner(Margin::new(1, 1));
    let above = above(model, seat, inner).len() + 1;
    let above = u16::try_from(above).unwrap_or(u16::MAX).min(inner.height);
    Rect {
        y: inner.y + above,
        height: inner.height - above,
        ..inner
    }
}

/// As much of what stands above the history as there is room for.
fn above(model: &Model, seat: &Seat, inner: Rect) -> Vec<Line<'static>> {
    let height = usize::from(inner.height);
    let changes = seat.live.state().transitions.len();
    // The state and what it does stay, however small the place is; so does its end.
    if !(seat.live.closing() || seat.live.state().life.exit.is_some()) {
        let mut lines = now(model, seat, inner.width, WRONG);
        lines.truncate(height.saturating_sub(changes.min(HISTORY)).max(2));
        return lines;
    }
    // How it came to its end is worth more than what else was wrong on the way: that is told when the pane is opened.
    let mut lines = Vec::new();
    for wrong in (0..=WRONG).rev() {
        lines = now(model, seat, inner.width, wrong);
        if lines.len() + 1 + changes.min(HISTORY_OF_END) <= height {
            break;
        }
    }
    lines.truncate(height);
    lines
}

/// Everything above the history.
fn now(model: &Model, seat: &Seat, width: u16, most_wrong: usize) -> Vec<Line<'static>> {
    let theme = &model.theme;
    let state = seat.live.state();
    let mut lines = vec![headline(seat, theme)];
    lines.extend(ending::ladder(seat, theme, width));
    let activity = state.activity(seat.now).to_string();
    if !activity.is_empty() && state.life.exit.is_none() && !seat.live.closing() {
        let (style, escaped) = (theme.style(Role::Text), theme.style(Role::Escaped));
        lines.extend(wrap(&safe(&activity, style, escaped), width, "  "));
    }
    lines.extend(retry(seat, theme));
    lines.extend(interrupt(seat, theme, width));
    lines.extend(wrong(model, seat, width).into_iter().take(most_wrong));
    lines.extend(ending::lines(model, seat, width));
    lines.extend(start::lines(seat, theme, width));
    lines
}

/// The worst of what is wrong; why the process ended is told where its end is.
fn wrong(model: &Model, seat: &Seat, width: u16) -> Vec<Line<'static>> {
    let theme = &model.theme;
    let found = seat.traffic.findings.all().iter();
    let found = found.filter(|finding| finding.rule != "exit");
    let mut lines = Vec::new();
    for finding in found.take(WRONG) {
        let role = severity_role(finding.severity);
        let mark = match finding.severity {
            Severity::Info => theme.glyphs.bullet,
            Severity::Warning => theme.glyphs.warning,
            Severity::Error => theme.glyphs.bad,
        };
        let mark = format!("{mark} ");
        let words = cut(
            &finding.what,
            usize::from(width).saturating_sub(2),
            theme.glyphs.more,
        );
        lines.push(Line::from(vec![
            Span::styled(mark, theme.style(role)),
            Span::styled(words, theme.style(role)),
        ]));
    }
    lines
}

fn headline(seat: &Seat, theme: &Theme) -> Line<'static> {
    let state = seat.live.state();
    let phase = state.phase();
    // An idle session counts no seconds: nothing would be drawn for it.
    let time = if phase == Phase::Idle || phase.is_final() {
        let since = state.since();
        match seat.traffic.clock_of(since) {
            _ if since == Moment::START => String::new(),
            Some(time) => format!("  since {time}"),
            None => format!("  since {}", duration(since.since(Moment::START))),
        }
    } else {
        format!("  {}", duration(seat.now.since(state.since())))
    };
    let style = theme.phase(phase);
    Line::from(vec![
        Span::styled(theme.glyphs.phase(phase), style),
        Span::raw(" "),
        Span::styled(phase.as_str(), style),
        Span::styled(time, theme.style(Role::Dim)),
    ])
}

/// When the API is asked again.
fn retry(seat: &Seat, theme: &Theme) -> Option<Line<'static>> {
    let retry = seat.live.state().usage.retry.as_ref()?;
    let left = retry.delay.saturating_sub(seat.now.since(retry.at));
    let status = retry.status.map_or_else(
        || "no answer".to_owned(),
        |status| format!("status {status}"),
    );
    let text = format!("  {status}, next try in {}", duration(left));
    Some(Line::styled(text, theme.style(Role::Warning)))
}

/// The interrupt that is not acknowledged yet, if there is one: for how long.
pub fn interrupting(state: &State, now: Moment) -> Option<Duration> {
    let row = state.pending.iter().find(|row| {
        row.origin == Origin::Us
            && matches!(&row.asked, Asked::Control { subtype } if subtype == "interrupt")
    })?;
    Some(now.since(row.since))
}

/// Whether what came of an interrupt is about what goes on now: nothing has changed since, or that turn still runs.
fn matters(receipt: &Receipt, state: &State) -> bool {
    let later = |turn: &Turn| turn.started > receipt.at;
    let latest = state.turns.iter().next_back();
    !latest.is_some_and(later) && (receipt.at >= state.since() || state.busy())
}

/// The last interrupt: under way, or what came of it while that still matters.
fn interrupt(seat: &Seat, theme: &Theme, width: u16) -> Vec<Line<'static>> {
    let state = seat.live.state();
    let (text, role) = match (interrupting(state, seat.now), &seat.receipt) {
        (Some(waits), _) if waits >= SLOW_RECEIPT => (
            format!("interrupt not acknowledged for {}", duration(waits)),
            Role::Warning,
        ),
        (Some(_), _) => ("interrupting".to_owned(), Role::Info),
        (None, Some(receipt)) if matters(receipt, state) => {
            let role = if receipt.acknowledged {
                Role::Good
            } else {
                Role::Bad
            };
            (receipt.words.clone(), role)
        }
        _ => return Vec::new(),
    };
    wrap(&[Span::styled(text, theme.style(role))], width, "  ")
}
