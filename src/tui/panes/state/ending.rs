//! PURE. The end of a session: the steps while it is being ended, then how and why it ended and what can be done.
//! Owns: the words for exit codes and signals.

use crate::session::{Exit, Origin, State};
use crate::trace::Pipe;
use crate::tui::action::Action;
use crate::tui::model::{Model, Seat};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::flow::wrap;
use crate::tui::widgets::text::{cut, duration};
use ratatui::text::{Line, Span};

/// Lines of standard error that are shown.
const LAST_WORDS: usize = 5;

/// The steps of the way out, while it is walked.
pub(super) fn ladder(seat: &Seat, theme: &Theme, width: u16) -> Vec<Line<'static>> {
    let Some(until) = seat.live.closing_until() else {
        return Vec::new();
    };
    let at = rung(seat.live.state());
    let left = until.map_or_else(
        || "waiting for it to end".to_owned(),
        |until| format!("next step in {}", duration(until.since(seat.now))),
    );
    let steps = [
        "interrupt: let the turn end",
        "input closed: let it end by itself",
        "SIGTERM: ask it to end",
        "SIGKILL: end it",
    ];
    let mut lines = vec![Line::styled(
        "ending the session",
        theme.style(Role::Warning),
    )];
    for (index, step) in steps.into_iter().enumerate() {
        let (mark, role) = match index.cmp(&at) {
            std::cmp::Ordering::Less => (theme.glyphs.good, Role::Dim),
            std::cmp::Ordering::Equal => (theme.glyphs.busy, Role::Warning),
            std::cmp::Ordering::Greater => (theme.glyphs.bullet, Role::Disabled),
        };
        let mut spans = vec![Span::styled(format!("{mark} {step}"), theme.style(role))];
        let left = Span::styled(format!("  {left}"), theme.style(Role::Dim));
        let fits = spans.iter().map(Span::width).sum::<usize>() + left.width() <= width.into();
        match (index == at, fits) {
            (true, true) => spans.push(left),
            (true, false) => {
                lines.push(Line::from(spans));
                spans = vec![left];
            }
            (false, _) => {}
        }
        lines.push(Line::from(spans));
    }
    lines
}

/// Which step of the way out is being tried, from 0.
fn rung(state: &State) -> usize {
    match (state.life.signalled.as_deref(), state.life.input_closed) {
        (Some("SIGKILL"), _) => 3,
        (Some(_), _) => 2,
        (None, true) => 1,
        (None, false) => 0,
    }
}

/// How the process ended and why, in one line; `None` while it lives.
pub fn how(state: &State) -> Option<String> {
    let exit = state.life.exit?;
    let early = state.start_up.initialize_answered.is_none() && state.turns.is_empty();
    let how = match (exit.code, exit.signal) {
        (_, Some(signal)) => by_signal(signal, state),
        (Some(code), None) => by_code(code, state),
        (None, None) => "it is gone, and nobody knows how".to_owned(),
    };
    let who = match state.life.lost_pipe {
        Some(Pipe::Input) => "the CLI closed its input and was ended",
        Some(Pipe::Output) => "the CLI closed its output and was ended",
        None if state.life.cancelled => "you ended the session",
        None if early && !state.life.closing => "the CLI ended before it was ready",
        None => "the CLI ended",
    };
    Some(format!("{who}: {how}"))
}

fn by_code(code: i32, state: &State) -> String {
    let failed = state
        .last_outcome()
        .is_some_and(crate::session::Outcome::is_failure);
    let why = match code {
        0 if state.turn_open() && !state.life.closing => "in the middle of a turn",
        0 => return "exit code 0, as it should".to_owned(),
        1 if failed => "its last turn did not succeed",
        1 => "it says why in its last words (a wrong flag, an unknown session, a broken line)",
        126 => "the program cannot be run",
        127 => "the program, or one it needs, was not found",
        129 => "its terminal went away (SIGHUP)",
        130 => "it was interrupted (SIGINT)",
        132 | 134 | 136 | 139 => "it crashed",
        137 => "it was killed (SIGKILL)",
        143 if state.life.signalled.is_some() => "we asked it to end (SIGTERM)",
        143 => "somebody asked it to end (SIGTERM)",
        _ => return format!("exit code {code}"),
    };
    format!("exit code {code}, {why}")
}

fn by_signal(signal: i32, state: &State) -> String {
    let name = match signal {
        1 => "SIGHUP",
        2 => "SIGINT",
        3 => "SIGQUIT",
        4 => "SIGILL",
        6 => "SIGABRT",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        15 => "SIGTERM",
        _ => "",
    };
    let by = match (&state.life.signalled, signal) {
        (Some(_), _) => ", sent by us",
        (None, 9) => ", not by us: somebody killed it, or the memory ran out",
        (None, 4 | 6 | 8 | 11) => ": it crashed",
        (None, _) => ", not by us",
    };
    match name {
        "" => format!("signal {signal}{by}"),
        name => format!("{name} (signal {signal}){by}"),
    }
}

/// What was left open when it ended, in words.
pub(super) fn left_open(state: &State) -> Vec<String> {
    let mut said = Vec::new();
    let life = &state.life;
    if life.lost_prompts > 0 {
        said.push(format!(
            "{} without an answer",
            counted(life.lost_prompts, "prompt")
        ));
    }
    for (origin, whose) in [(Origin::Cli, "of the CLI"), (Origin::Us, "of ours")] {
        let open = life.unanswered.iter().filter(|row| row.origin == origin);
        let count = open.count();
        if count > 0 {
            said.push(format!("{} {whose} unanswered", counted(count, "request")));
        }
    }
    if !life.held.is_empty() {
        said.push(format!(
            "{} held and never sent",
            counted(life.held.len(), "thing")
        ));
    }
    said
}

fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        count => format!("{count} {what}s"),
    }
}

/// How it ended, its last words, what was left open, what can be done.
pub(super) fn lines(model: &Model, seat: &Seat, width: u16) -> Vec<Line<'static>> {
    let theme = &model.theme;
    let state = seat.live.state();
    let Some(how) = how(state) else {
        return Vec::new();
    };
    let style = theme.phase(state.phase());
    let mut lines = wrap(&[Span::styled(how, style)], width, "  ");
    if let Some(Exit { at, .. }) = state.life.exit {
        let lived = at.since(state.start_up.spawned.unwrap_or_default());
        let text = format!("after {}", duration(lived));
        lines.push(Line::styled(text, theme.style(Role::Dim)));
    }
    let start = state.life.stderr.len().saturating_sub(LAST_WORDS);
    for index in start..state.life.stderr.len() {
        let text = state.life.stderr.get(index).map_or("", String::as_str);
        let text = cut(
            text,
            usize::from(width).saturating_sub(2),
            theme.glyphs.more,
        );
        let bar = Span::styled(format!("{} ", theme.glyphs.bar), theme.style(Role::Dim));
        lines.push(Line::from(vec![
            bar,
            Span::styled(text, theme.style(Role::Bad)),
        ]));
    }
    for text in left_open(state) {
        let text = format!("{} {text}", theme.glyphs.warning);
        lines.push(Line::styled(text, theme.style(Role::Warning)));
    }
    let offers = offers(model);
    if !offers.spans.is_empty() {
        lines.push(offers);
    }
    lines
}

/// What can be done now that it is over, with keys.
pub fn offers(model: &Model) -> Line<'static> {
    let theme = &model.theme;
    let mut spans = Vec::new();
    for action in [
        Action::ResumeSession,
        Action::StartAgain,
        Action::NewSession,
    ] {
        let key = model.keymap.key_for(model.context(), action);
        if let Some(key) = key.filter(|_| crate::tui::update::can(model, action)) {
            let word = match action {
                Action::ResumeSession => "resume",
                Action::StartAgain => "start again",
                _ => "start another",
            };
            spans.push(Span::styled(key.to_string(), theme.style(Role::Key)));
            spans.push(Span::styled(format!(" {word}  "), theme.style(Role::Text)));
        }
    }
    Line::from(spans)
}
