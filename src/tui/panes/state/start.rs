//! PURE. The start, step by step, until the first turn: how long each took, and which one is slow.

use crate::session::{State, Step};
use crate::trace::Moment;
use crate::tui::model::Seat;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::text::{column, duration};
use ratatui::text::{Line, Span};
use std::time::Duration;

/// A step that takes this long is marked.
pub(super) const SLOW: Duration = Duration::from_secs(2);
/// One that takes this long is marked as bad.
pub(super) const VERY_SLOW: Duration = Duration::from_secs(10);
/// The widest name of a step.
const NAME: usize = 26;

/// A step of the start.
pub(super) struct Row {
    /// What it is; may be from outside.
    pub(super) name: String,
    /// When it was done.
    pub(super) done: Option<Moment>,
    /// How long it took, or takes so far.
    pub(super) took: Option<Duration>,
    /// It is the one that is waited for.
    pub(super) current: bool,
}

impl Row {
    /// How bad its time is.
    pub(super) fn pace(&self) -> Option<(&'static str, Role)> {
        match self.took {
            Some(took) if took >= VERY_SLOW => Some(("very slow", Role::Bad)),
            Some(took) if took >= SLOW => Some(("slow", Role::Warning)),
            _ => None,
        }
    }
}

/// All steps, in order.
pub(super) fn rows(state: &State, now: Moment) -> Vec<Row> {
    let start = &state.start_up;
    let step = start.step();
    let began = start.spawned.unwrap_or_default();
    let took = |from: Option<Moment>, done: Option<Moment>, current: bool| match (from, done) {
        (Some(from), Some(done)) => Some(done.since(from)),
        (Some(from), None) if current => Some(now.since(from)),
        _ => None,
    };
    let mut rows = Vec::new();
    let mut row = |name: String, from: Option<Moment>, done: Option<Moment>, current: bool| {
        let took = took(from, done, current);
        rows.push(Row {
            name,
            done,
            took,
            current,
        });
    };
    row("process".to_owned(), Some(began), start.spawned, false);
    let silent = step == Step::FirstByte;
    row(
        "first byte".to_owned(),
        Some(began),
        start.first_byte,
        silent,
    );
    if start.initialize_sent.is_some() {
        let current = step == Step::Initialize;
        let (sent, answered) = (start.initialize_sent, start.initialize_answered);
        row("initialize".to_owned(), sent, answered, current);
    }
    for (server, shake) in &start.servers {
        let current = step == Step::Server(server.clone());
        let name = format!("server {server}");
        row(name, shake.initialize, shake.tools_listed, current);
    }
    // Nobody is slow while nothing was said.
    let asked = start.first_turn.is_none() && !state.prompts.is_empty();
    let from = if asked { Some(state.since()) } else { None };
    row("first turn".to_owned(), from, start.first_turn, asked);
    rows
}

/// The steps, until the first turn has begun.
pub(super) fn lines(seat: &Seat, theme: &Theme, width: u16) -> Vec<Line<'static>> {
    let state = seat.live.state();
    if state.start_up.first_turn.is_some() || !state.life.spawned || state.life.exit.is_some() {
        return Vec::new();
    }
    let room = usize::from(width).saturating_sub(24).min(NAME);
    let line = |row: &Row| {
        let (mark, role) = match (row.done, row.current) {
            (Some(_), _) => (theme.glyphs.good, Role::Good),
            (None, true) => (theme.glyphs.busy, Role::Starting),
            (None, false) => (theme.glyphs.bullet, Role::Dim),
        };
        let time = row.took.map_or_else(String::new, duration);
        let pace = row.pace();
        let role = pace.filter(|_| row.current).map_or(role, |(_, role)| role);
        let mut spans = vec![
            Span::styled(format!("{mark} "), theme.style(role)),
            Span::styled(
                column(&row.name, room, theme.glyphs.more),
                theme.style(Role::Text),
            ),
            Span::styled(format!(" {time:>7}"), theme.style(Role::Dim)),
        ];
        spans.extend(pace.map(|(word, role)| Span::styled(format!("  {word}"), theme.style(role))));
        Line::from(spans)
    };
    rows(state, seat.now).iter().map(line).collect()
}
