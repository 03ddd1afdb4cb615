//! PURE. What is said when the screen is gone. Owns: how each session ended, how to go on with it, where its recording is.
//! Does not own: printing it.

use super::model::Seat;
use crate::sanitise::sanitise;
use crate::session::Exit;
use std::fmt::Write as _;

/// Lines of standard error that are told of a CLI that died.
const STDERR: usize = 5;

/// How the screen was left.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ended {
    /// The signal that ended it, if one did.
    pub signal: Option<u8>,
    /// Lines for the person, ready to be printed.
    pub report: String,
}

/// What is known of a session just before it is ended with the program.
#[derive(Debug, Clone, Default)]
pub(super) struct Before {
    /// It was over already.
    over: bool,
}

impl Before {
    pub(super) fn of(seat: &Seat) -> Self {
        Self {
            over: seat.live.state().life.exit.is_some(),
        }
    }
}

/// The lines about one session. `words` is how it is started again, up to `--resume`.
pub(super) fn report(seat: &Seat, before: &Before, words: &[String]) -> String {
    let state = seat.live.state();
    let life = &state.life;
    let mut text = String::new();
    let turns = state.turns.iter().count();
    let name = state.facts.title.as_deref().unwrap_or(&seat.name);
    let how = match (&life.exit, before.over) {
        (Some(exit), true) if life.cancelled => format!("cancelled ({})", words_of(exit)),
        (Some(exit), true) => format!("the CLI had ended: {}", words_of(exit)),
        (Some(_), false) => "closed".to_owned(),
        (None, _) => "the CLI did not end in time; it was left to itself".to_owned(),
    };
    let turns = match turns {
        0 => String::new(),
        1 => ", 1 turn".to_owned(),
        count => format!(", {count} turns"),
    };
    let cost = state.usage.cost_usd.filter(|cost| *cost > 0.0);
    let cost = cost.map_or_else(String::new, |cost| format!(", ${cost:.2}"));
    let _ = writeln!(text, "{}: {how}{turns}{cost}", sanitise(name));
    let failed = before.over && life.exit.as_ref().is_some_and(|exit| exit.code != Some(0));
    if failed {
        let lines: Vec<_> = life.stderr.iter().collect();
        for line in lines.iter().skip(lines.len().saturating_sub(STDERR)) {
            let _ = writeln!(text, "  | {}", sanitise(line));
        }
    }
    if let Some(id) = seat.resumable() {
        let all = words.iter().map(String::as_str).chain(["--resume", id]);
        let command = shlex::try_join(all).unwrap_or_default();
        let _ = writeln!(text, "  go on with it:  {}", sanitise(&command));
    }
    if let Some(path) = &seat.recording {
        let path = path.display().to_string();
        let how = if life.recording_stopped {
            "not recorded:  "
        } else {
            "recorded in:   "
        };
        let masked = match life.redacted {
            Some(1) => " (1 value masked)".to_owned(),
            Some(count) => format!(" ({count} values masked)"),
            None => String::new(),
        };
        let _ = writeln!(text, "  {how} {}{masked}", sanitise(&path));
    }
    text
}

fn words_of(exit: &Exit) -> String {
    match (exit.code, exit.signal) {
        (_, Some(signal)) => format!("signal {signal}"),
        (Some(code), None) => format!("exit code {code}"),
        (None, None) => "nobody knows how".to_owned(),
    }
}
