//! PURE. The state: word, glyph, how long, what is going on, the start, and how it came to it.

use crate::session::{Phase, State};
use crate::tui::model::{Focus, Model, Pane};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::frame::frame;
use crate::tui::widgets::text::{cut, duration, safe, wrap};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Draws it.
pub fn view(model: &Model, area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    let focused = model.focus == Focus::Pane(Pane::State) && model.overlays.is_empty();
    let inner = frame(" State ", focused, theme, area, buffer);
    let Some(seat) = model.seat() else { return };
    let state = seat.live.state();
    let mut lines = vec![headline(state, seat.now.since(state.since()), theme)];
    let activity = state.activity(seat.now).to_string();
    if !activity.is_empty() {
        let spans = safe(
            &activity,
            theme.style(Role::Text),
            theme.style(Role::Escaped),
        );
        lines.extend(wrap(&spans, inner.width, ""));
    }
    lines.extend(ending(state, theme, inner.width));
    lines.extend(start_up(state, theme));
    lines.push(Line::default());
    let room = usize::from(inner.height).saturating_sub(lines.len());
    let count = state.transitions.iter().len();
    for change in state.transitions.iter().skip(count.saturating_sub(room)) {
        lines.push(Line::from(vec![
            Span::styled(
                format!(
                    "{:>7} ",
                    duration(change.at.since(crate::trace::Moment::default()))
                ),
                theme.style(Role::Dim),
            ),
            Span::styled(theme.glyphs.phase(change.to), theme.phase(change.to)),
            Span::raw(" "),
            Span::styled(change.to.as_str(), theme.phase(change.to)),
        ]));
    }
    for (row, line) in lines.iter().take(usize::from(inner.height)).enumerate() {
        buffer.set_line(
            inner.x,
            inner.y + u16::try_from(row).unwrap_or(0),
            line,
            inner.width,
        );
    }
}

fn headline(state: &State, since: std::time::Duration, theme: &Theme) -> Line<'static> {
    let phase = state.phase();
    let mut spans = vec![
        Span::styled(theme.glyphs.phase(phase), theme.phase(phase)),
        Span::raw(" "),
        Span::styled(phase.as_str(), theme.phase(phase)),
    ];
    // An idle session does not count seconds: nothing would be drawn for it.
    if !(phase == Phase::Idle || phase.is_final()) {
        spans.push(Span::styled(
            format!("  {}", duration(since)),
            theme.style(Role::Dim),
        ));
    }
    Line::from(spans)
}

/// How the process ended, and its last words.
fn ending(state: &State, theme: &Theme, width: u16) -> Vec<Line<'static>> {
    let Some(exit) = state.life.exit else {
        return Vec::new();
    };
    let how = match (exit.code, exit.signal) {
        (_, Some(signal)) => format!("the CLI was ended by signal {signal}"),
        (Some(code), None) => format!("the CLI exited with code {code}"),
        (None, None) => "the CLI is gone".to_owned(),
    };
    let mut lines = vec![Line::styled(how, theme.style(Role::Dim))];
    for line in state.life.stderr.iter().rev().take(5).rev() {
        lines.push(Line::styled(
            cut(line, usize::from(width), theme.glyphs.more),
            theme.style(Role::Bad),
        ));
    }
    lines
}

/// The steps of the start until the first turn.
fn start_up(state: &State, theme: &Theme) -> Vec<Line<'static>> {
    let start = &state.start_up;
    if start.first_turn.is_some() {
        return Vec::new();
    }
    let began = start.spawned.unwrap_or_default();
    let mut lines = Vec::new();
    let mut step = |name: &str, at: Option<crate::trace::Moment>| {
        let (mark, role, text) = match at {
            Some(at) => (theme.glyphs.good, Role::Good, duration(at.since(began))),
            None => (theme.glyphs.busy, Role::Starting, String::new()),
        };
        lines.push(Line::from(vec![
            Span::styled(format!("{mark} "), theme.style(role)),
            Span::styled(format!("{name} "), theme.style(Role::Text)),
            Span::styled(text, theme.style(Role::Dim)),
        ]));
    };
    step("first byte", start.first_byte);
    step("initialize", start.initialize_answered);
    for (server, handshake) in &start.servers {
        step(
            &format!("server {}", crate::sanitise::sanitise(server)),
            handshake.tools_listed,
        );
    }
    lines
}
