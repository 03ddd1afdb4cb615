//! What `explain` says about recordings of the real CLI: of each trouble what is wrong with it, and of no session anything
//! else.
//!
//! `tests/fixtures/troubled` and `tests/fixtures/real` were made by the tests of the real CLI (`recording`), the ones with
//! troubles through the tap. What a real CLI of this version cannot be made to do is written, in the tests beside the
//! rules: an unknown message or field, a line near the cap, silence after the first byte and before the answer to
//! `initialize`, and the notes of our own client (given up, failed, kept back).

#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests look into what they expect, and fail if it is not there"
)]

mod expected;

use cca::session::explain::{Explainer, Finding};
use cca::session::{Live, LiveOptions, State};
use cca::trace::{Direction, Entry, Item, Moment, Recording, Traffic};
use expected::{REAL, TROUBLED};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A recording, how long after its last line it is looked at, and what is found: the rule, and words of what is wrong.
type Expected = (&'static str, u64, &'static [(&'static str, &'static str)]);

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(name)
}

/// The session in a file, and what is found so many seconds after its last line.
fn found(path: &Path, later: u64) -> Vec<Finding> {
    let mut recording = Recording::open(path).unwrap();
    let mut state = State::default();
    let mut explainer = Explainer::default();
    if !recording.format().has_times() {
        explainer.untimed();
    }
    let mut last = Moment::START;
    while let Some(item) = recording.poll() {
        let Item::Entry(entry) = item.unwrap() else {
            panic!("{} is damaged", path.display());
        };
        let traffic = Traffic::from_entry(entry);
        last = last.max(traffic.at);
        state.observe(&traffic);
        explainer.observe(&state, &traffic);
    }
    let later = Duration::from_secs(later);
    let now = Moment(last.0 + u64::try_from(later.as_micros()).unwrap());
    explainer.findings(&state, now)
}

fn compare(where_: &str, expected: &[Expected]) {
    let mut wrong = String::new();
    for (name, later, words) in expected {
        let found = found(&folder(where_).join(format!("{name}.ndjson")), *later);
        let fits = found.len() == words.len()
            && found.iter().zip(*words).all(|(finding, (rule, what))| {
                finding.rule == *rule && finding.what.contains(what) && !finding.remedy.is_empty()
            });
        if !fits {
            let told: Vec<String> = found
                .iter()
                .map(|finding| {
                    format!(
                        "    ({:?}, {:?}) at {:?}",
                        finding.rule, finding.what, finding.lines
                    )
                })
                .collect();
            let _ = writeln!(wrong, "{name}:\n{}", told.join("\n"));
        }
    }
    assert!(wrong.is_empty(), "something else is found in\n{wrong}");
}

fn names(where_: &str) -> BTreeSet<String> {
    let files = std::fs::read_dir(folder(where_)).unwrap();
    let names = files.map(|file| file.unwrap().path());
    let names = names.filter(|path| {
        path.extension()
            .is_some_and(|extension| extension == "ndjson")
    });
    names
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect()
}

#[test]
fn each_trouble_is_named_and_nothing_else() {
    compare("troubled", TROUBLED);
}

#[test]
fn in_other_sessions_nothing_is_found_that_is_not_there() {
    compare("real", REAL);
}

#[test]
fn every_recording_is_looked_at() {
    for (where_, expected) in [("troubled", TROUBLED), ("real", REAL)] {
        let expected: BTreeSet<String> = expected
            .iter()
            .map(|(name, _, _)| (*name).to_owned())
            .collect();
        assert_eq!(names(where_), expected);
    }
}

/// Every kind of message that the recordings have, with one more field, or under a name that nobody knows.
#[test]
fn a_message_of_another_version_is_noticed() {
    let mut kinds = BTreeSet::new();
    for (where_, expected) in [("troubled", TROUBLED), ("real", REAL)] {
        for (name, _, _) in expected {
            let path = folder(where_).join(format!("{name}.ndjson"));
            for item in Recording::open(&path).unwrap() {
                let Ok(Item::Entry(entry)) = item else {
                    continue;
                };
                let Ok(Value::Object(frame)) = serde_json::from_slice(&entry.line) else {
                    continue;
                };
                let kind = frame.get("type").cloned().unwrap_or_default().to_string();
                let kind = (
                    kind,
                    frame
                        .get("subtype")
                        .cloned()
                        .unwrap_or_default()
                        .to_string(),
                );
                if entry.direction != Direction::In || !kinds.insert(kind) {
                    continue;
                }
                let mut more = frame.clone();
                more.insert("brand_new".to_owned(), json!({ "a": 1 }));
                let found = judge_one(&Value::Object(more));
                assert!(
                    found
                        .iter()
                        .any(|one| one.rule == "unknown_field" && one.what.contains("brand_new")),
                    "{found:?}"
                );
                let mut other = frame.clone();
                other.insert("type".to_owned(), json!("brand_new"));
                let found = judge_one(&Value::Object(other));
                assert!(
                    found
                        .iter()
                        .any(|one| one.rule == "unknown" && one.what.contains("brand_new"))
                );
                let found = judge_one(&Value::Object(frame));
                assert!(
                    !found.iter().any(|one| one.rule.starts_with("unknown")),
                    "{found:?}"
                );
            }
        }
    }
    assert!(kinds.len() > 25, "{kinds:?}");
}

fn judge_one(frame: &Value) -> Vec<Finding> {
    let mut state = State::default();
    let mut explainer = Explainer::default();
    let traffic = Traffic::from_entry(Entry {
        seq: 1,
        at: Moment::START,
        direction: Direction::In,
        line: frame.to_string().into(),
    });
    state.observe(&traffic);
    explainer.observe(&state, &traffic);
    explainer.findings(&state, Moment::START)
}

/// On the screen a session is driven while it is explained, and whoever answers takes a request out of its frame.
#[test]
fn a_session_that_is_driven_is_explained_like_one_that_is_read() {
    for (name, later, _) in TROUBLED {
        let path = folder("troubled").join(format!("{name}.ndjson"));
        let mut live = Live::new(LiveOptions::default());
        let mut explainer = Explainer::default();
        let mut last = Moment::START;
        for item in Recording::open(&path).unwrap() {
            let Item::Entry(entry) = item.unwrap() else {
                panic!("{name} is damaged");
            };
            let mut traffic = Traffic::from_entry(entry);
            last = last.max(traffic.at);
            live.on_traffic(&mut traffic, &mut Vec::new());
            explainer.observe(live.state(), &traffic);
        }
        let now = Moment(last.0 + later * 1_000_000);
        assert_eq!(
            explainer.findings(live.state(), now),
            found(&path, *later),
            "{name}"
        );
    }
}

/// What a line rests on is a line of the recording, and the trouble is not found before it.
#[test]
fn findings_point_at_lines() {
    for (name, later, words) in TROUBLED {
        let path = folder("troubled").join(format!("{name}.ndjson"));
        let lines = std::fs::read_to_string(&path).unwrap().lines().count() as u64 - 1;
        for finding in found(&path, *later) {
            assert!(!finding.lines.is_empty(), "{name}: {finding:?}");
            assert!(
                finding.lines.iter().all(|seq| (1..=lines).contains(seq)),
                "{name}: {finding:?}"
            );
        }
        // While nothing has waited for long, nothing is said about waiting.
        if *later > 0 && !words.is_empty() {
            assert_eq!(found(&path, 0), [], "{name}");
        }
    }
}
