//! `cca-tui inspect`: fold a recording and say what is in it. Owns: reading the file line by line in constant memory.
//! Does not own: the file formats (`trace`), what lines mean (`session`).
//!
//! # The JSON
//!
//! One object on one line. Keys are never renamed or removed; new ones may appear. Times are seconds since the start of
//! the recording unless the key ends in `_ms`; **in a `dump`, which has no times, every time is `null`**. Keys marked `?`
//! are left out when there is nothing to say. Texts are cut after 500 characters, with a `…`.
//!
//! | key | value |
//! |---|---|
//! | `frames` | `{"in": {kind: n}, "out": {kind: n}, "stderr": n, "note": n}`; a kind is `type` or `type/subtype` |
//! | `unknown` | messages this version does not know: `[{seq, kind, subtype?}]`, the first 100; `unknown_total` |
//! | `malformed` | lines that are no messages: `[{seq, line?, kind, reason, head}]`, the first 100; `malformed_total`. `kind`: `noise`, `malformed`, `not_utf8`, `oversize`; of the file itself (`line` is where it is in the file, header and blank lines counted): `damaged_entry`, `oversize_entry`, `torn` (`seq` is null) |
//! | `pending` | requests without an answer at the end, or when the process exited: `[{id, from, what, since, age_s, deadline_s?}]`; `from` is `cli` or `us` |
//! | `turns` | `[{index, started_s, duration_s, outcome, text?, num_turns, prompts, origin?}]`, the last 2000; `turns_total`. `outcome` is null while it runs; `prompts` are uuids |
//! | `tools` | `[{name, calls, errors, not_executed, no_result, latency_ms}]`; `latency_ms` is `{min, p50, max, total}` or null, from the call to its result with all waiting in between; a refused call is `not_executed`, not an error; `no_result` are calls given up without a result |
//! | `decisions` | `[{tool, verdict, by, why?, waited_ms, message?, edited?, rules?}]`, the last 1000; `decisions_total`. `verdict`: `allow`, `deny`, `failed`, `withdrawn`; `by`: `key`, `callback`, `rule`, `limit`, `cli`, `unknown`; `why` names the rule, the limit or the CLI's reason |
//! | `hooks` | `[{event, matcher, tool?, place, outcome, reason?, exit_code?, duration_ms}]`, the last 1000; `hooks_total`. `place`: `callback`, `command`; `outcome`: `none`, `changed`, `async`, `failed`, `timed_out`, `cancelled`, the hook's decision, a command's result, or null without an answer |
//! | `states` | `[{state, total_s, times}]`, those of the nine states that occurred, in their fixed order |
//! | `cost_usd` | dollars since the process started, cleared conversations included, or null |
//! | `session_ids` | every session id, in order; the last one is current |
//! | `end` | `{state, how, code?, signal?, outcome?, torn}`; `how`: `exited` or `recording ends`; `outcome` of the last finished turn |
//! | `findings` | what is wrong and what to do, the worst first: `[{severity, rule, what, do, lines}]`; `severity`: `error`, `warning`, `info`; `lines` are the numbers of the first lines it rests on |
//! | `format` | `recording`, `capture`, `dump` or `transcript` |
//! | `lines`, `duration_s`, `cli_version`, `model` | what they say |
//! | `requests` | control requests by kind: `[{from, what, count, errors, withdrawn, latency_ms}]` |
//! | `start_up` | `{first_byte_s, initialize_sent_s, initialize_answered_s, first_turn_s, servers: {name: ready_s}}` |
//! | `retries` | `[{at_s, attempt, of, status, error}]`, the last 200 |
//! | `compactions` | `[{at_s, trigger, tokens_before, tokens_after}]`, the last 200 |
//! | `oddities` | `[{seq, at_s, what}]`, the last 200; `oddities_total` |
//! | `stderr_tail` | the last 20 lines of standard error |

mod counts;
mod human;
mod latency;
mod report;
mod spans;
mod summarise;
pub mod summary;

pub(in crate::headless) use human::Table;
pub use human::print;
pub use report::Report;
pub use summary::Summary;

use super::escape_json;
use super::input::Input;
use crate::library;
use crate::trace::{Entry, Format, Item, Moment, Recording, TraceError, Traffic};
use chrono::Utc;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// A recording could not be inspected.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InspectError {
    /// The file cannot be read.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// Not one line of it is an entry.
    #[error(
        "{} holds no recording: not one of its lines is a JSON object on a line of its own; if it was pretty-printed, \
         `jq -c .` makes one line of each object",
        path.display()
    )]
    Nothing {
        /// The file.
        path: PathBuf,
    },
    /// It was cut off before its first entry.
    #[error("{} is a recording that ends inside its first line: nothing of the session is in it", path.display())]
    CutOff {
        /// The file.
        path: PathBuf,
    },
    /// The result cannot be written.
    #[error("cannot write the result: {0}; check where standard output goes")]
    Output(#[from] io::Error),
}

impl InspectError {
    /// Whether the reader of our output has just gone away, as `head` does: not a failure.
    pub fn is_closed_output(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// Reads a recording of any kind to its end.
pub fn read<R: Read>(recording: &mut Recording<R>) -> Result<Report, TraceError> {
    let mut report = Report::new(recording.format());
    if let Some(header) = recording.header() {
        report.header(header);
    }
    // Lines are known by where they stand, as on the screen: a file may be a part of another, or lack some.
    for (number, item) in (1..).zip(recording.by_ref()) {
        match item? {
            Item::Entry(entry) => report.observe(&Traffic::from_entry(Entry {
                seq: number,
                ..entry
            })),
            Item::Damaged(damaged) => report.damaged(number, &damaged),
            Item::Oversize(oversize) => report.oversize(number, &oversize),
        }
    }
    if let Some(rest) = recording.torn() {
        report.torn(rest);
    }
    Ok(report)
}

/// Inspects the file and writes the result: for people, or as one JSON object. `-` is standard input.
pub fn inspect(path: &Path, json: bool, out: &mut impl Write) -> Result<(), InspectError> {
    let input = Input::of(path)?;
    let mut recording = Recording::open(input.path())?;
    let mut report = read(&mut recording)?;
    let started = recording.header().and_then(|header| header.started);
    let live = library::is_live(input.path());
    if !live {
        report.ended();
    }
    if let Some(started) = started.filter(|_| live) {
        let passed = Utc::now().signed_duration_since(started).to_std();
        report.goes_on(Moment::after(passed.unwrap_or_default()));
    }
    if recording.header().is_none() && report.summary().lines == 0 {
        if recording.format() == Format::Recording && recording.torn().is_some() {
            return Err(InspectError::CutOff {
                path: input.name().to_owned(),
            });
        }
        return Err(InspectError::Nothing {
            path: input.name().to_owned(),
        });
    }
    if json {
        let text = report.to_json().to_string();
        writeln!(out, "{}", escape_json(&text))?;
    } else {
        print(&report.summary(), &input.name().to_string_lossy(), out)?;
    }
    out.flush()?;
    Ok(())
}
