//! Rules about who waits for whom: start, end, and answers that are missing, late or for nobody.

use super::evidence::Evidence;
use super::finding::{Finding, Severity};
use crate::session::{Asked, Origin, Outcome, Pending, State, Step};
use crate::trace::Moment;
use std::time::Duration;

/// A machine that takes longer than this to answer is worth a word.
const SLOW: Duration = Duration::from_secs(10);
/// A part of a server's handshake takes less.
const HANDSHAKE: Duration = Duration::from_secs(3);
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

/// Servers of ours that do not do their part of the handshake.
pub(super) fn servers(evidence: &Evidence, state: &State, now: Moment) -> Vec<Finding> {
    if evidence.untimed {
        return Vec::new();
    }
    let now = state.life.exit.map_or(now, |exit| exit.at);
    let mut found = Vec::new();
    for (name, shake) in &state.start_up.servers {
        let open = |wanted: &str| {
            let mut rows = state.pending.iter().chain(&state.life.unanswered);
            rows.find(|row| {
                matches!(&row.asked, Asked::Mcp { server, method } if server == name && method.starts_with(wanted))
                    && now.since(row.since) >= HANDSHAKE
            })
        };
        if shake.answered.is_none()
            && let Some(row) = open("initialize")
        {
            let what = format!(
                "the server {name} never answered `initialize`: the first turn waits for it, for up to a minute, and then goes on without its tools"
            );
            let finding = Finding::new(Severity::Error, "server", what)
                .remedy("answer every mcp_message for it; check that a server of that name is registered")
                .lines([row.seq]);
            found.push(finding);
        }
        if let (Some(asked), Some(listed)) = (shake.tools_asked, shake.tools_listed)
            && listed.since(asked) >= Duration::from_secs(5)
        {
            let what = format!(
                "the server {name} took {} s to list its tools",
                listed.since(asked).as_secs()
            );
            let finding = Finding::new(Severity::Warning, "server", what)
                .remedy("list tools without doing work; the first turn waits for it")
                .lines(evidence.deferred.listed_at(name));
            found.push(finding);
        }
        if let Some(row) = open("notifications/") {
            let what = format!(
                "the notification {} was not acknowledged",
                row.asked.label()
            );
            let finding = Finding::new(Severity::Error, "server", what)
                .remedy("a notification has no JSON-RPC answer, but its control_request wants a control_response all the same")
                .lines([row.seq]);
            found.push(finding);
        }
    }
    found
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

/// Standard input was closed while the CLI still needed it.
pub(super) fn input_closed_early(evidence: &Evidence, _: &State, _: Moment) -> Vec<Finding> {
    let found = evidence.closed_early.as_ref().map(|(seq, open)| {
        let what = if open.is_empty() {
            "standard input was closed while a turn was running".to_owned()
        } else {
            format!("standard input was closed while the CLI waited for our answer ({open}), so it fails")
        };
        Finding::new(Severity::Error, "input_closed", what)
            .remedy("keep it open until the result: without it no permission, hook or tool of ours can be answered")
            .lines([*seq])
    });
    found.into_iter().collect()
}

/// What an exit code means.
pub(super) fn exit(evidence: &Evidence, state: &State, _: Moment) -> Vec<Finding> {
    let Some(exit) = state.life.exit else {
        return Vec::new();
    };
    let ours = state.life.closing || state.life.cancelled || state.life.signalled.is_some();
    let repeats = state.last_outcome().is_some_and(Outcome::is_failure);
    let (severity, what, remedy) = match (exit.code, exit.signal) {
        (Some(0), _) | (None, None) => return Vec::new(),
        (_, Some(_)) | (Some(143 | 137 | 130 | 129), _) if ours => return Vec::new(),
        (None, Some(signal)) => (
            Severity::Error,
            format!("the CLI was ended by signal {signal}, which we did not send"),
            "look for whoever kills processes here: a time limit, the memory limit of a container, a service that stops",
        ),
        (Some(code @ (143 | 137 | 130 | 129)), _) => (
            Severity::Error,
            format!("the CLI ended with code {code}: somebody else sent it a signal"),
            "look for whoever kills processes here: a time limit, a container, a terminal that closed",
        ),
        (Some(127), _) => (
            Severity::Error,
            "the command was not found (code 127)".to_owned(),
            "check the path of the CLI",
        ),
        (Some(126), _) => (
            Severity::Error,
            "the command could not be run (code 126)".to_owned(),
            "check that the CLI is executable",
        ),
        (Some(code), _) if repeats => (
            Severity::Info,
            format!("exit code {code} only repeats that the last result was an error"),
            "look at that result",
        ),
        (Some(code), _) => (
            Severity::Error,
            match state.life.stderr.last() {
                Some(line) => format!("the CLI ended with code {code}; its last words: {line}"),
                None => {
                    format!("the CLI ended with code {code} and said nothing on standard error")
                }
            },
            "it refuses wrong flags, a line that is no message, and a session id in use this way: see standard error and the last line sent",
        ),
    };
    vec![
        Finding::new(severity, "exit", what)
            .remedy(remedy)
            .lines(evidence.exit_line),
    ]
}
