//! Changes of files as they are shown: against the file on disk, and where that does not fit.

use super::{Change, MOST_PAIRS, OnDisk, Sheet, change_lines, pairs};
use crate::tui::theme::{Depth, Theme};
use serde_json::{Value, json};

fn shown(tool: &str, input: &Value, found: Option<&OnDisk>) -> String {
    let theme = Theme::shipped("default", Depth::True).unwrap().unwrap();
    let mut sheet = Sheet::new(&theme, 70);
    change_lines(&mut sheet, &Change::of(tool, input).unwrap(), found);
    let rows: Vec<String> = sheet.lines.iter().map(ToString::to_string).collect();
    rows.join("\n")
}

fn text(text: &str) -> OnDisk {
    OnDisk::Text(text.to_owned())
}

#[test]
fn an_edit_is_shown_in_the_file_as_it_is() {
    let input = json!({"file_path": "a", "old_string": "two", "new_string": "2"});
    let found = text("one\ntwo\nthree\nfour\nfive\nsix\n");
    insta::assert_snapshot!(shown("Edit", &input, Some(&found)), @r"
        1   one
        2 - two
        2 + 2
        3   three
        4   four
        5   five
    ");
}

#[test]
fn an_edit_that_does_not_fit_says_so() {
    let input = json!({"file_path": "a", "old_string": "x", "new_string": "y"});
    assert!(shown("Edit", &input, Some(&text("abc"))).contains("is not in the file"));
    assert!(shown("Edit", &input, Some(&text("x x"))).contains("in the file 2 times"));
    assert!(shown("Edit", &input, Some(&OnDisk::Missing)).contains("not on this disk"));
    assert!(shown("Edit", &input, Some(&OnDisk::TooLarge(9))).contains("too large"));
    assert!(shown("Edit", &input, None).contains("being read"));
    let all = json!({"file_path": "a", "old_string": "x", "new_string": "y", "replace_all": true});
    let all = shown("Edit", &all, Some(&text("x x")));
    assert!(all.contains("+ y y") && !all.contains("note"), "{all}");
}

#[test]
fn edits_build_on_each_other() {
    let edits = json!([
        {"old_string": "a", "new_string": "b"},
        {"old_string": "b", "new_string": "c"},
    ]);
    let input = json!({"file_path": "a", "edits": edits});
    let shown = shown("MultiEdit", &input, Some(&text("a")));
    assert!(
        shown.contains("- a") && shown.contains("+ c") && !shown.contains("+ b"),
        "{shown}"
    );
}

#[test]
fn a_whole_file_is_compared_with_what_is_there() {
    let input = json!({"file_path": "a", "content": "1\n2\n"});
    assert!(shown("Write", &input, Some(&OnDisk::Missing)).contains("a new file"));
    assert!(shown("Write", &input, Some(&text("1\n2\n"))).contains("already"));
    let shown = shown("Write", &input, Some(&text("1\n3\n")));
    assert!(shown.contains("- 3") && shown.contains("+ 2"), "{shown}");
}

#[test]
fn a_notebook_cell_is_shown() {
    let input = json!({"notebook_path": "n", "cell_id": "c1", "new_source": "print(1)"});
    let shown = shown("NotebookEdit", &input, Some(&OnDisk::Missing));
    assert!(
        shown.contains("replace c1") && shown.contains("+ print(1)"),
        "{shown}"
    );
}

#[test]
fn long_texts_without_anything_in_common_are_not_compared() {
    let many = |word: &str| {
        let lines: Vec<String> = (0..5000).map(|n| format!("{word}{n}")).collect();
        lines.join("\n")
    };
    let input = json!({"file_path": "a", "content": many("new")});
    let shown = shown("Write", &input, Some(&text(&many("old"))));
    assert!(shown.contains("- old0") && shown.contains("+ new4999"));
}

#[test]
fn what_is_no_change_of_a_file_is_none() {
    assert_eq!(Change::of("Edit", &json!({"file_path": 1})), None);
    assert_eq!(Change::of("Bash", &json!({"command": "ls"})), None);
}

#[test]
fn a_few_bytes_that_would_become_gigabytes_are_not_made() {
    let input = json!({
        "file_path": "a", "old_string": "e", "new_string": "x".repeat(100_000), "replace_all": true,
    });
    let found = text(&"e\n".repeat(400_000));
    let shown = shown("Edit", &input, Some(&found));
    assert!(shown.contains("would become too large"), "{}", shown.len());
}

#[test]
fn long_texts_that_only_begin_alike_are_not_compared() {
    let lines = |word: &str| -> String {
        let all = (0..9000).map(|number| format!("{word} {number}\n"));
        std::iter::once(format!("{}\n", "-".repeat(80)))
            .chain(all)
            .collect()
    };
    let (before, after) = (lines("one"), lines("other"));
    assert!(pairs(&before, &after) > MOST_PAIRS);
    // A change of one line in a long text is cheap, however long it is.
    assert_eq!(pairs(&before, &before.replace("one 4000\n", "x\n")), 1);
    let input = json!({"file_path": "a", "content": after});
    let shown = shown("Write", &input, Some(&text(&before)));
    assert!(shown.contains("- one 8999") && shown.contains("+ other 8999"));
}
