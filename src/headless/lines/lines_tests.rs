//! The lines command on a recording that is in the repository.

use super::*;
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
    assert!(rows[0].contains("seq") && rows[0].contains("latency"));
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
