//! The lines command on a recording that is in the repository.

use super::*;
use crate::headless::inspect::inspect;
use std::path::PathBuf;

fn listed(name: &str, filter: &str, raw: bool) -> Result<String, LinesError> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/recordings");
    let mut out = Vec::new();
    lines(&folder.join(name), filter, raw, &mut out)?;
    Ok(String::from_utf8_lossy(&out).into_owned())
}

#[test]
fn rows_have_their_columns_and_nothing_from_outside_moves_the_cursor() {
    let shown = listed(
        "interrupted_turn.ndjson",
        "~unknown | ~d err | ~malformed",
        false,
    )
    .expect("listed");
    let rows: Vec<&str> = shown.lines().collect();
    assert_eq!(rows.len(), 5, "{shown}");
    assert!(rows[0].contains("line") && rows[0].contains("latency"));
    assert!(
        rows[1].starts_with("      4    0.600000 <-   weather_report/sunny"),
        "{shown}"
    );
    assert!(rows[2].contains("broken"), "{shown}");
    assert!(
        !shown.contains('\u{1b}') && !shown.contains('\u{202e}'),
        "{shown}"
    );
}

#[test]
fn raw_lines_come_out_byte_for_byte() {
    let shown = listed("dump.ndjson", "~t user", true).expect("listed");
    let file = include_str!("../../../tests/fixtures/recordings/dump.ndjson");
    assert_eq!(shown.trim_end(), file.lines().nth(2).expect("three lines"));
    assert_eq!(listed("dump.ndjson", "", true).expect("listed"), file);
}

#[test]
fn a_wrong_filter_is_pointed_at() {
    let error = listed("dump.ndjson", "~size > lots", false).expect_err("wrong");
    let text = error.to_string();
    assert!(text.contains("column 9: expected a size"), "{text}");
}

/// A part of a recording, one of its lines damaged: every command says the same of where a line stands.
#[test]
fn lines_are_numbered_by_where_they_stand_whatever_was_recorded() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("part.ndjson");
    let text = "{\"cca_recording\":1}\n\
         {\"seq\":7,\"t\":0.1,\"dir\":\"in\",\"msg\":{\"type\":\"one\"}}\n\n\
         {\"seq\":8,\"t\":0.2,\"di\n\
         {\"seq\":30,\"t\":0.3,\"dir\":\"in\",\"msg\":{\"type\":\"strange\"}}\n";
    std::fs::write(&file, text).expect("written");
    let mut out = Vec::new();
    lines(&file, "", false, &mut out).expect("listed");
    let shown = String::from_utf8_lossy(&out);
    let numbers: Vec<_> = shown
        .lines()
        .skip(1)
        .filter_map(|row| row.split_whitespace().next())
        .collect();
    assert_eq!(numbers, ["1", "2", "3"], "{shown}");
    let mut out = Vec::new();
    inspect(&file, true, &mut out).expect("inspected");
    let told: serde_json::Value = serde_json::from_slice(&out).expect("JSON");
    assert_eq!(told["unknown"][1]["seq"], 3, "{told}");
    assert_eq!(told["malformed"][0]["seq"], 2, "{told}");
    assert_eq!(told["malformed"][0]["line"], 4, "{told}");
    let unknown = told["findings"].as_array().expect("findings");
    let unknown = unknown.iter().find(|found| found["rule"] == "unknown");
    assert_eq!(unknown.expect("told")["lines"], serde_json::json!([1, 3]));
}
