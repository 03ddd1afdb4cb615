//! PURE. One line above the composer when the session is not as usual: over, never started, being ended, paused.
//! Owns: when there is one and what it says. Does not own: the details (`state`).

use super::state::ending;
use crate::session::{Outcome, Phase, State};
use crate::tui::action::Action;
use crate::tui::model::{Model, Seat};
use crate::tui::theme::Role;
use crate::tui::widgets::text::{cut, duration};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// How many rows it wants.
pub fn height(model: &Model) -> u16 {
    u16::from(model.seat().is_some_and(|seat| words(seat).is_some()))
}

/// What it says, if there is anything to say.
fn words(seat: &Seat) -> Option<String> {
    let state = seat.live.state();
    if let Some(how) = ending::how(state) {
        let last = state
            .life
            .stderr
            .last()
            .filter(|_| state.phase() == Phase::Failed);
        return Some(match last {
            Some(last) => format!("{how}: {last}"),
            None => how,
        });
    }
    if let Some(until) = seat.live.closing_until() {
        let left = until.map_or_else(String::new, |until| {
            format!(", next step in {}", duration(until.since(seat.now)))
        });
        return Some(format!("ending the session{left}"));
    }
    if not_started(state) {
        let why = state.last_turn().map_or("", |turn| turn.text.as_str());
        return Some(format!("the CLI could not start: {why}"));
    }
    state.life.paused.then(|| match state.life.held.len() {
        0 => "paused: the agent stops at its next tool, nothing is held yet".to_owned(),
        1 => "paused: 1 answer or prompt is held".to_owned(),
        count => format!("paused: {count} answers and prompts are held"),
    })
}

/// It runs, but said that it cannot.
fn not_started(state: &State) -> bool {
    state.start_up.initialize_answered.is_none()
        && state.last_outcome() == Some(&Outcome::StartFailed)
}

/// Draws it.
pub fn view(model: &Model, area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    let Some(seat) = model.seat() else { return };
    let Some(words) = words(seat) else { return };
    let phase = seat.live.state().phase();
    let mut offers = offers(model, seat);
    // Why it is over comes first: a key and its word go together.
    while offers.width() * 2 > usize::from(area.width) && offers.spans.len() > 4 {
        offers.spans.truncate(offers.spans.len() - 2);
    }
    let wide = u16::try_from(offers.width())
        .unwrap_or(u16::MAX)
        .min(area.width);
    let room = usize::from(area.width.saturating_sub(wide)).saturating_sub(4);
    let style: Style = theme.phase(phase);
    let line = Line::from(vec![
        Span::styled(format!(" {} ", theme.glyphs.phase(phase)), style),
        Span::styled(cut(&words, room, theme.glyphs.more), style),
    ]);
    buffer.set_line(area.x, area.y, &line, area.width);
    buffer.set_line(area.right() - wide, area.y, &offers, wide);
}

/// What can be done about it, with keys.
fn offers(model: &Model, seat: &Seat) -> Line<'static> {
    let state = seat.live.state();
    if state.life.exit.is_some() || not_started(state) {
        return ending::offers(model);
    }
    let theme = &model.theme;
    let mut spans = Vec::new();
    for (action, word) in [(Action::Pause, "resume"), (Action::Held, "look")] {
        let key = model.keymap.key_for(model.context(), action);
        if let Some(key) = key.filter(|_| state.life.paused && seat.live.closing_until().is_none())
        {
            spans.push(Span::styled(key.to_string(), theme.style(Role::Key)));
            spans.push(Span::styled(format!(" {word}  "), theme.style(Role::Text)));
        }
    }
    Line::from(spans)
}
