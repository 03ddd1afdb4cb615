//! Hunks: the ones the real CLI gave for the same change, and what must hold for any.

use super::hunks;
use serde_json::json;

#[test]
fn a_changed_line_is_a_hunk_with_what_is_around_it() {
    let expected = json!([{
        "oldStart": 1, "oldLines": 3, "newStart": 1, "newLines": 3,
        "lines": [" line one", "-line two", "+LINE 2", " line three"],
    }]);
    assert_eq!(
        hunks(
            "line one\nline two\nline three\n",
            "line one\nLINE 2\nline three\n"
        ),
        expected
    );
}

#[test]
fn nothing_changed_is_no_hunk() {
    assert_eq!(hunks("a\nb\n", "a\nb\n"), json!([]));
    assert_eq!(hunks("", ""), json!([]));
}

#[test]
fn changes_far_apart_are_hunks_of_their_own() {
    let old: Vec<String> = (0..30).map(|n| format!("l{n}")).collect();
    let mut new = old.clone();
    new[2] = "x".to_owned();
    new[25] = "y".to_owned();
    let hunks = hunks(&old.join("\n"), &new.join("\n"));
    let starts: Vec<_> = hunks
        .as_array()
        .unwrap()
        .iter()
        .map(|h| (h["oldStart"].clone(), h["oldLines"].clone()))
        .collect();
    assert_eq!(
        starts,
        [(json!(1), json!(6)), (json!(23), json!(7))],
        "{hunks}"
    );
}

#[test]
fn lines_are_added_and_removed_where_they_belong() {
    let hunks = hunks("a\nb\nc\n", "a\nc\nd\n");
    assert_eq!(hunks[0]["lines"], json!([" a", "-b", " c", "+d"]));
    assert_eq!(
        (&hunks[0]["oldLines"], &hunks[0]["newLines"]),
        (&json!(3), &json!(3))
    );
}

#[test]
fn long_texts_are_still_a_patch() {
    let old = "a\n".repeat(5000);
    let new = "b\n".repeat(5000);
    let hunks = hunks(&old, &new);
    assert_eq!(hunks[0]["oldLines"], json!(5000));
    assert_eq!(hunks[0]["lines"].as_array().unwrap().len(), 10_000);
}
