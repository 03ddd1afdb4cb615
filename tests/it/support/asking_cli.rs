//! A CLI that asks and asks and writes down what it was answered, for tests that kill whoever answers. Owns: its script, and
//! whether the recording holds all that was answered. Does not own: who answers, and how they are killed.
//!
//! `tests/it/run/cli.sh` runs the script.

#![allow(
    clippy::indexing_slicing,
    reason = "tests look into JSON they expect, and fail if it is not there"
)]

use cca::trace::{Item, Recording, Repaired, repair};
use serde_json::Value;
use std::collections::HashSet;
use std::path::Path;

/// Its script: says this, in which `$i` counts, and asks three things, again and again.
pub(crate) fn script(says: &str) -> String {
    let says = says.replace("$i", "'$i'");
    format!(
        r#"
echo $$ > pid
ready; hear; init
i=0
while [ $i -lt 30000 ]; do
  i=$((i+1))
  say '{says}'
  asks a$i ca$i Bash '{{"command":"true"}}'
  asks b$i cb$i Bash '{{"command":"true"}}'
  asks c$i cc$i Bash '{{"command":"true"}}'
  for n in 1 2 3; do
    IFS= read -r answer || exit 0
    printf '%s\n' "$answer" >> answered
  done
done
"#
    )
}

/// How many bytes of answers have come to it, where it works.
pub(crate) fn answered(folder: &Path) -> u64 {
    let answered = folder.join("answered").metadata();
    answered.map_or(0, |found| found.len())
}

/// Whether it is gone; who would reap it may take its time.
pub(crate) fn is_over(folder: &Path) -> bool {
    let pid = std::fs::read_to_string(folder.join("pid")).unwrap();
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.trim()));
    stat.map_or(true, |stat| stat.contains(") Z "))
}

/// The lines of a recording that was broken off. Half a line at its end is no loss, and is mended; all others are whole.
pub(crate) fn mended(recording: &Path) -> Vec<Value> {
    let mended = repair(recording).unwrap();
    assert!(
        matches!(mended, Repaired::Whole | Repaired::Ended | Repaired::Cut(_)),
        "{mended:?}"
    );
    let entry = |item| match item {
        Item::Entry(entry) => serde_json::from_slice(&entry.line).unwrap_or_default(),
        other => panic!("nothing in it is damaged: {other:?}"),
    };
    let items = Recording::open(recording).unwrap();
    items.map(|item| entry(item.unwrap())).collect()
}

/// Everything that it was answered was asked in these lines.
pub(crate) fn all_answered_are_in(lines: &[Value], folder: &Path) {
    let requests = lines
        .iter()
        .filter(|line| line["type"] == "control_request");
    let requests: HashSet<_> = requests
        .filter_map(|line| line["request_id"].as_str())
        .collect();
    let answers = std::fs::read_to_string(folder.join("answered")).unwrap();
    // It may have been killed while it wrote the last one down.
    let whole = answers.rsplit_once('\n').map_or("", |(whole, _)| whole);
    assert!(!whole.is_empty());
    for answer in whole.lines() {
        let answer: Value = serde_json::from_str(answer).unwrap();
        let id = answer["response"]["request_id"].as_str().unwrap();
        assert!(
            requests.contains(id),
            "{id} was answered and is not recorded"
        );
    }
}
