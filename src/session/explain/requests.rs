//! PURE. Rules about who waits for whom: a start that hangs, and answers that are missing. Does not own: the handshake of
//! servers (`servers`), answers that nobody waits for (`answers`).

use super::evidence::Evidence;
use super::finding::{Finding, Severity};
use crate::session::{Asked, Origin, Pending, State, Step};
use crate::trace::Moment;
use std::time::Duration;

/// A machine that takes longer than this to answer is worth a word.
const SLOW: Duration = Duration::from_secs(10);
/// A person may think this long.
const PATIENCE: Duration = Duration::from_mins(2);

/// A request without an answer, at the end or when the process was gone.
pub(super) fn unanswered(evidence: &Evidence, state: &State, now: Moment) -> Vec<Finding> {
    if evidence.untimed {
        return Vec::new();
    }
    let exit = state.life.exit;
    let until = exit.map_or(now, |exit| exit.at);
    let waited = |row: &Pending| until.since(row.since);
    let limit = |row: &Pending| match (&row.asked, row.origin) {
        (asked, Origin::Cli) if asked.needs_person() => PATIENCE,
        _ => SLOW,
    };
    let rows: Vec<&Pending> = match exit {
        Some(_) => state.life.unanswered.iter().collect(),
        None => state.pending.iter().collect(),
    };
    rows.into_iter()
        .filter(|row| waited(row) >= limit(row) && !is_start_up(row, state))
        .map(|row| {
            let what = row.asked.label();
            let secs = waited(row).as_secs();
            let (who, remedy) = match (row.origin, &row.asked) {
                (Origin::Us, _) => ("the CLI", "give requests a limit, and look at the lines after it for what the CLI was doing"),
                (Origin::Cli, asked) if asked.needs_person() => ("a person", "answer it, or add a rule that does"),
                (Origin::Cli, Asked::ToolCall { .. }) => ("a tool of ours", "look at what the tool waits for, and give it a time limit"),
                (Origin::Cli, Asked::Hook { .. }) => ("a hook of ours", "give the hook a timeout when it is registered"),
                (Origin::Cli, _) => ("our side", "every request has to be answered, if only with an error"),
            };
            Finding::new(Severity::Error, "unanswered", format!("{what} was not answered by {who} for {secs} s"))
                .remedy(remedy)
                .lines([row.seq])
        })
        .collect()
}

/// The rules about the start speak of these.
fn is_start_up(row: &Pending, state: &State) -> bool {
    match &row.asked {
        Asked::Control { subtype } => {
            subtype == "initialize" && state.start_up.initialize_answered.is_none()
        }
        Asked::Mcp { method, .. } => method == "initialize" || method.starts_with("notifications/"),
        _ => false,
    }
}

/// The CLI says nothing while it starts.
pub(super) fn silent_start(evidence: &Evidence, state: &State, now: Moment) -> Vec<Finding> {
    let start = &state.start_up;
    if evidence.untimed || state.life.exit.is_some() {
        return Vec::new();
    }
    let prompted = evidence.prompted.map(|(at, _)| at);
    let asked = evidence.initialize_line;
    // Without anything to answer it may be silent, unless it has its prompt on the command line.
    let alone = start.spawned.filter(|_| !state.life.interactive);
    let (since, phase, remedy, line) = match start.step() {
        Step::FirstByte => (
            start.initialize_sent.or(prompted).or(alone),
            "before its first byte".to_owned(),
            "run the same command by hand in a terminal: it may ask for a login, or its flags may be wrong (`--verbose` is needed with stream-json)",
            asked.or(evidence.prompted.map(|(_, seq)| seq)),
        ),
        Step::Initialize => (
            start.initialize_sent.max(evidence.heard),
            "while it should answer `initialize`".to_owned(),
            "look for an MCP server or a hook that holds it up in the lines since, and at standard error",
            asked,
        ),
        // Who has to answer is told by the rules about requests.
        Step::Server(_) if state.pending.any(|row| row.origin == Origin::Cli) => return Vec::new(),
        step @ (Step::Server(_) | Step::FirstTurn) => (
            prompted.max(prompted.and(evidence.heard)),
            match step {
                Step::Server(name) => {
                    format!("before its first turn, in the handshake with the server {name}")
                }
                _ => "before its first turn, though it has a prompt".to_owned(),
            },
            "an MCP server that is slow to start holds up the first turn: see `mcp_status`, or start without servers to compare",
            evidence.prompted.map(|(_, seq)| seq),
        ),
        Step::Done => return Vec::new(),
    };
    let Some(since) = since.filter(|since| now.since(*since) >= SLOW) else {
        return Vec::new();
    };
    let secs = now.since(since).as_secs();
    let what = format!("the CLI is silent for {secs} s {phase}");
    vec![
        Finding::new(Severity::Error, "silent_start", what)
            .remedy(remedy)
            .lines(line),
    ]
}

/// Requests of ours that were given up.
pub(super) fn timed_out(evidence: &Evidence, _: &State, _: Moment) -> Vec<Finding> {
    let cases = evidence.timed_out.first.iter();
    cases
        .map(|case| {
            Finding::new(
                Severity::Error,
                "timed_out",
                format!("our request {}: {}", case.name, case.text),
            )
            .remedy("look at what the CLI did meanwhile; raise the limit if it only was slow")
            .lines([case.seq])
        })
        .collect()
}
