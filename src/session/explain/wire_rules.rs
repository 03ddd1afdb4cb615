//! Rules about lines as such: unknown, broken, too long.

use super::evidence::{Case, Evidence};
use super::finding::{Finding, Severity};
use crate::session::State;
use crate::trace::Moment;
use crate::wire::DEFAULT_LINE_CAP;

/// Messages this version does not know.
pub(super) fn unknown(evidence: &Evidence, state: &State, _: Moment) -> Vec<Finding> {
    let seen = &evidence.unknown;
    if seen.total == 0 {
        return Vec::new();
    }
    let mut names: Vec<&str> = seen.first.iter().map(|case| case.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let version = state
        .facts
        .cli_version
        .as_deref()
        .unwrap_or("of unknown version");
    let messages = if seen.total == 1 {
        "message"
    } else {
        "messages"
    };
    let what = format!(
        "this program does not know {} {messages} of the CLI {version}: {}",
        seen.total,
        names.join(", ")
    );
    let finding = Finding::new(Severity::Info, "unknown", what)
        .remedy(
            "they are kept and passed on untouched; a newer version of this program may know them",
        )
        .lines(seen.first.iter().map(|case| case.seq));
    vec![finding]
}

/// Fields this version does not know.
pub(super) fn unknown_fields(evidence: &Evidence, state: &State, _: Moment) -> Vec<Finding> {
    evidence.fields.findings(state)
}

/// Lines that are no messages.
pub(super) fn no_messages(evidence: &Evidence, _: &State, _: Moment) -> Vec<Finding> {
    let seen = &evidence.broken;
    let sent = |case: &&Case| case.name.starts_with("out ");
    let mut found = Vec::new();
    let (ours, theirs): (Vec<&Case>, Vec<&Case>) = seen.first.iter().partition(sent);
    if !theirs.is_empty() {
        let what = match seen.total - ours.len() as u64 {
            1 => "a line from the CLI is no message".to_owned(),
            count => format!("{count} lines from the CLI are no messages"),
        };
        let finding = Finding::new(Severity::Warning, "no_message", what)
            .remedy("something else writes to its standard output: a hook, a wrapper script, a shell profile")
            .lines(theirs.iter().map(|case| case.seq));
        found.push(finding);
    }
    if !ours.is_empty() {
        let finding = Finding::new(Severity::Error, "no_message", "a line that was sent to the CLI is no message")
            .remedy("the CLI ends with code 1 at the first line it cannot read: send one JSON object a line")
            .lines(ours.iter().map(|case| case.seq));
        found.push(finding);
    }
    found
}

/// Escapes for half a character.
pub(super) fn surrogates(evidence: &Evidence, _: &State, _: Moment) -> Vec<Finding> {
    let seen = &evidence.surrogates;
    if seen.total == 0 {
        return Vec::new();
    }
    let what = match seen.total {
        1 => "a line holds half a character (a lone surrogate)".to_owned(),
        total => format!("{total} lines hold half a character (a lone surrogate)"),
    };
    let finding = Finding::new(Severity::Info, "surrogate", what)
        .remedy("strict JSON readers refuse such lines; here the half becomes U+FFFD. A text was cut inside an emoji")
        .lines(seen.first.iter().copied());
    vec![finding]
}

const LOST: &str = ", and all but its beginning is lost";

/// Lines that are almost too long.
pub(super) fn near_the_cap(evidence: &Evidence, _: &State, _: Moment) -> Vec<Finding> {
    let seen = &evidence.long;
    if seen.total == 0 {
        return Vec::new();
    }
    let longest = seen
        .first
        .iter()
        .map(|(_, length)| *length)
        .max()
        .unwrap_or(0);
    let cap = DEFAULT_LINE_CAP as u64;
    let (severity, place, lost) = match (longest > cap, seen.total) {
        (true, 1) => (Severity::Error, "above", LOST),
        (true, _) => (Severity::Error, "near or above", LOST),
        (false, _) => (Severity::Warning, "near", ""),
    };
    let what = match seen.total {
        1 => format!("a line of {longest} bytes is {place} the longest that is read, {cap}{lost}"),
        total => format!(
            "{total} lines are {place} the longest that is read, {cap} bytes; one has {longest}{lost}"
        ),
    };
    let finding = Finding::new(severity, "near_the_cap", what)
        .remedy(
            "have the tool return less, or a path to a file; other clients stop at one megabyte",
        )
        .lines(seen.first.iter().map(|(seq, _)| *seq));
    vec![finding]
}
