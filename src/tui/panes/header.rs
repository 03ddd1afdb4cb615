//! PURE. The first line: state, how many need you, which session, model, where a recording was made, mode, context, tokens, cost,
//! recording. Owns: what is left out first where there is little room.

use super::state::interrupting;
use crate::session::{Phase, State};
use crate::tui::model::{Model, Seat};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::text::{amount, cut, duration};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// A context that is this full, in hundredths, is worth a colour.
const FULL: u64 = 80;

/// A part of the line. What has the highest rank is left out first.
struct Part {
    rank: u8,
    left: bool,
    spans: Vec<Span<'static>>,
}

impl Part {
    fn width(&self) -> usize {
        // Two spaces stand between parts.
        self.spans.iter().map(Span::width).sum::<usize>() + 2
    }
}

/// Draws it.
pub fn view(model: &Model, area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    buffer.set_style(area, theme.style(Role::Header));
    let Some(seat) = model.seat() else { return };
    let mut parts = left(model, seat);
    parts.extend(right(seat, theme));
    let room = usize::from(area.width);
    while parts.iter().map(Part::width).sum::<usize>() > room.max(1) && parts.len() > 1 {
        let last = parts.iter().enumerate().max_by_key(|(_, part)| part.rank);
        let Some((index, _)) = last else { break };
        parts.remove(index);
    }
    let side = |left: bool| {
        let mut spans = Vec::new();
        for part in parts.iter().filter(|part| part.left == left) {
            let (before, after) = if left { (" ", " ") } else { ("  ", "") };
            spans.push(Span::raw(before));
            spans.extend(part.spans.iter().cloned());
            spans.push(Span::raw(after));
        }
        Line::from(spans)
    };
    buffer.set_line(area.x, area.y, &side(true), area.width);
    let right = side(false);
    let wide = u16::try_from(right.width()).unwrap_or(u16::MAX);
    // One cell stays free at the edge.
    let at = area
        .right()
        .saturating_sub(wide.saturating_add(1))
        .max(area.x);
    if wide > 0 && wide < area.width {
        buffer.set_line(at, area.y, &right, wide);
    }
}

fn left(model: &Model, seat: &Seat) -> Vec<Part> {
    let theme = &model.theme;
    let state = seat.live.state();
    let phase = state.phase();
    let part = |rank, spans| Part {
        rank,
        left: true,
        spans,
    };
    let mut word = phase.as_str().to_owned();
    if phase == Phase::Paused && !state.life.held.is_empty() {
        word = format!("{word}, {} held", state.life.held.len());
    }
    let mut parts = vec![part(
        0,
        vec![Span::styled(
            format!("{} {word}", theme.glyphs.phase(phase)),
            theme.phase(phase),
        )],
    )];
    if let Some(needs) = needs(model, seat) {
        let text = format!("{} {needs}", theme.glyphs.waiting);
        parts.push(part(
            1,
            vec![Span::styled(text, theme.style(Role::WaitingPerson))],
        ));
    }
    if let Some(waits) = interrupting(state, seat.now) {
        let text = format!("interrupting {}", duration(waits));
        parts.push(part(
            3,
            vec![Span::styled(text, theme.style(Role::Warning))],
        ));
    }
    let name = state.facts.title.as_deref().unwrap_or(&seat.name);
    let mut spans = vec![Span::styled(
        cut(name, 28, theme.glyphs.more),
        theme.style(Role::Title),
    )];
    if model.seats.len() > 1 {
        let place = format!(" {}/{}", model.front + 1, model.seats.len());
        spans.push(Span::styled(place, theme.style(Role::Dim)));
    }
    parts.push(part(4, spans));
    parts
}

/// Where the session works: the last part of its directory, and the branch.
fn place(state: &State) -> Option<String> {
    let cwd = state.facts.cwd.as_deref()?;
    let last = cwd.rsplit(['/', '\\']).find(|part| !part.is_empty());
    let last = last.unwrap_or(cwd);
    // Without a branch, or without a repository, the CLI says HEAD.
    let branch = state.git_branch();
    Some(
        match branch.filter(|branch| !matches!(*branch, "" | "HEAD")) {
            Some(branch) => format!("{last} ({branch})"),
            None => last.to_owned(),
        },
    )
}

/// How many requests wait for a person, here and in the other sessions.
fn needs(model: &Model, seat: &Seat) -> Option<String> {
    let here = seat.requests.len();
    let others = model.seats.iter().filter(|other| other.key != seat.key);
    let elsewhere: usize = others.map(|seat| seat.requests.len()).sum();
    let verb = |count| if count == 1 { "needs" } else { "need" };
    match (here, elsewhere) {
        (0, 0) => None,
        (here, 0) => Some(format!("{here} {} you", verb(here))),
        (0, there) => Some(format!("{there} {} you elsewhere", verb(there))),
        (here, there) => Some(format!("{here} {} you, {there} elsewhere", verb(here))),
    }
}

fn right(seat: &Seat, theme: &Theme) -> Vec<Part> {
    let state = seat.live.state();
    let mut parts = Vec::new();
    let mut fact = |rank, text: String, role: Role| {
        parts.push(Part {
            rank,
            left: false,
            spans: vec![Span::styled(text, theme.style(role))],
        });
    };
    if let Some(model) = &state.facts.model {
        fact(7, cut(model, 24, theme.glyphs.more), Role::Dim);
    }
    if seat.replay.is_some() {
        // Who looks at what was recorded elsewhere wants to know where that was.
        if let Some(version) = &state.facts.cli_version {
            fact(12, cut(version, 16, theme.glyphs.more), Role::Dim);
        }
        if let Some(place) = place(state) {
            fact(11, cut(&place, 40, theme.glyphs.more), Role::Dim);
        }
    }
    if let Some(mode) = &state.facts.permission_mode {
        let role = match mode.as_str() {
            "bypassPermissions" => Role::Danger,
            _ => Role::Info,
        };
        fact(2, cut(mode, 18, theme.glyphs.more), role);
    }
    let usage = &state.usage;
    match (usage.context_tokens, usage.context_window) {
        (Some(used), Some(window)) => {
            let share = used.saturating_mul(100) / window.max(1);
            let role = if share >= FULL {
                Role::Warning
            } else {
                Role::Dim
            };
            fact(6, format!("ctx {share}%"), role);
            fact(9, format!("{} tok", amount(used)), Role::Dim);
        }
        (Some(used), None) => fact(9, format!("{} tok", amount(used)), Role::Dim),
        _ => {}
    }
    if let Some(cost) = usage.cost_usd {
        fact(8, format!("${cost:.2}"), Role::Dim);
    }
    if let Some(replay) = &seat.replay {
        let word = if replay.follow {
            "followed"
        } else {
            "recording"
        };
        let word = match state.life.redacted {
            Some(_) => format!("{word}, redacted"),
            None => word.to_owned(),
        };
        fact(1, word, Role::Info);
    } else if state.life.recording_stopped {
        fact(5, "not recorded".to_owned(), Role::Warning);
    } else if seat.recording.is_some() {
        let redacted = match state.life.redacted {
            Some(_) => " redacted",
            None => "",
        };
        let text = format!("{} rec{redacted}", theme.glyphs.recording);
        fact(5, text, Role::Bad);
    }
    if seat.simulated {
        // Who sees no real agent should know that before what it would cost.
        fact(6, "simulated".to_owned(), Role::Dim);
    }
    parts
}
