//! What changed is found, numbered and marked; wrong shapes and long texts are no reason to fail.

use super::{Diff, DiffSource, Kind};
use crate::tui::theme::{Depth, Role, Theme};
use crate::tui::widgets::flow::width_of;
use crate::tui::widgets::highlight::Highlights;
use proptest::prelude::*;
use serde_json::json;

fn theme() -> Theme {
    Theme::shipped("default", Depth::True).unwrap().unwrap()
}

fn of<'a>(old: &'a str, new: &'a str) -> Diff {
    Diff::new(
        "src/a.rs",
        DiffSource::Texts {
            old,
            new,
            start: 10,
        },
    )
}

fn shown(diff: &Diff, width: u16) -> String {
    let (lines, _) = diff.lines(width, &theme(), &Highlights::default());
    let rows: Vec<String> = lines
        .iter()
        .map(|line| line.to_string().trim_end().to_owned())
        .collect();
    rows.join("\n")
}

#[test]
fn lines_have_numbers_and_signs_and_hunks_stand_apart() {
    let old: Vec<String> = (1..=20).map(|n| format!("line {n}")).collect();
    let mut new = old.clone();
    new[1] = "line two".to_owned();
    new.insert(15, "put in".to_owned());
    let diff = of(&old.join("\n"), &new.join("\n"));
    assert_eq!((diff.added, diff.removed), (2, 1));
    insta::assert_snapshot!("diff_wide", shown(&diff, 60));
    insta::assert_snapshot!("diff_narrow", shown(&diff, 14));
}

#[test]
fn the_words_that_changed_stand_out_in_lines_that_are_alike() {
    let diff = of(
        "fn delay(n: u32) -> u64 {\n    n\n",
        "const MAX: u64 = 3;\nfn delay(n: u32) -> u128 {\n    n\n",
    );
    let marked: Vec<_> = diff
        .rows
        .iter()
        .flat_map(|row| {
            row.changed
                .iter()
                .map(|range| row.text.get(range.clone()).unwrap().to_owned())
        })
        .collect();
    assert_eq!(marked, ["u64", "u128"]);
    let (lines, wanted) = diff.lines(60, &theme(), &Highlights::default());
    let word = theme().style(Role::AddedWord);
    assert!(
        lines
            .iter()
            .flat_map(|line| &line.spans)
            .any(|span| span.content == "u128" && span.style.bg == word.bg)
    );
    assert_eq!(wanted.len(), 2, "colours for the old and the new side");
}

#[test]
fn the_patch_of_the_cli_is_read() {
    let patch = json!([
        {"oldStart": 7, "newStart": 7, "lines": [" a", "-b", "+c", "\\ No newline at end of file"]},
        {"oldStart": "wrong", "lines": [" x", 3, "+y"]}
    ]);
    let diff = Diff::new("a", DiffSource::Patch(&patch));
    assert_eq!((diff.added, diff.removed), (2, 1));
    assert_eq!(
        shown(&diff, 60),
        "a  +2 −1\n7 7   a\n8   - b\n  8 + c\n…\n1 1   x\n  2 + y"
    );
    let nothing = Diff::new("a", DiffSource::Patch(&json!("no patch")));
    assert!(nothing.rows.is_empty());
}

#[test]
fn long_texts_are_not_compared_and_not_all_kept() {
    let old = "a\n".repeat(3000);
    let new = "b\n".repeat(3000);
    let diff = of(&old, &new);
    assert_eq!((diff.added, diff.removed), (3000, 3000));
    assert!(diff.rows.len() <= super::MOST_ROWS);
    assert!(diff.rows.iter().all(|row| row.kind == Kind::Removed));
    assert!(diff.left_out > 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_two_texts_fit_any_width(old in "([a-c\n]|\\PC|\u{1b}){0,60}", new in "([a-c\n]|\\PC|\t){0,60}", width in 1_u16..=80) {
        let diff = of(&old, &new);
        let (lines, _) = diff.lines(width, &theme(), &Highlights::default());
        for line in &lines {
            prop_assert!(width_of(&line.spans) <= usize::from(width), "{line:?}");
        }
    }
}
