//! PURE. How the session came to its state: when, from what to what, how long each lasted. Owns: these rows.

use crate::session::{Phase, State, Transition};
use crate::trace::Moment;
use crate::tui::model::{Model, Seat};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::rows::select;
use crate::tui::widgets::text::duration;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// With less room the state before is left out: the row above has it.
const BOTH: u16 = 48;

/// Draws a rule and the changes of state below it; only those that are seen are made.
pub(super) fn view(model: &Model, seat: &Seat, focused: bool, area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    let state = seat.live.state();
    let count = state.transitions.len();
    if count == 0 || area.height < 2 {
        return;
    }
    let rule = theme.glyphs.rule.repeat(usize::from(area.width));
    buffer.set_stringn(
        area.x,
        area.y,
        rule,
        usize::from(area.width),
        theme.style(Role::Border),
    );
    let list = Rect {
        y: area.y + 1,
        height: area.height - 1,
        ..area
    };
    let selected = seat.side.state.row(count);
    let window = seat.side.state.window(count, usize::from(list.height));
    for (y, index) in (list.y..list.bottom()).zip(window) {
        let Some(change) = state.transitions.get(index) else {
            continue;
        };
        let line = row(change, lasted(state, index, seat.now), theme, list.width);
        buffer.set_line(list.x, y, &line, list.width);
        if focused && index == selected {
            select(Rect::new(list.x, y, list.width, 1), theme, buffer);
        }
    }
}

/// How long the state that a change led to lasted; a state that waits for nothing counts no seconds.
pub(super) fn lasted(state: &State, index: usize, now: Moment) -> Option<std::time::Duration> {
    let change = state.transitions.get(index)?;
    match state.transitions.get(index + 1) {
        Some(next) => Some(next.at.since(change.at)),
        None if change.to == Phase::Idle || change.to.is_final() => None,
        None => Some(now.since(change.at)),
    }
}

fn row(
    change: &Transition,
    lasted: Option<std::time::Duration>,
    theme: &Theme,
    width: u16,
) -> Line<'static> {
    let dim = theme.style(Role::Dim);
    let at = duration(change.at.since(Moment::START));
    let mut spans = vec![Span::styled(format!("{at:>7}  "), dim)];
    if width >= BOTH {
        let from = format!("{:>18} {} ", change.from.as_str(), theme.glyphs.outgoing);
        spans.push(Span::styled(from, dim));
    }
    let style = theme.phase(change.to);
    spans.push(Span::styled(
        format!(
            "{} {:<18}",
            theme.glyphs.phase(change.to),
            change.to.as_str()
        ),
        style,
    ));
    let lasted = lasted.map_or_else(String::new, duration);
    spans.push(Span::styled(format!(" {lasted:>7}"), dim));
    Line::from(spans)
}
