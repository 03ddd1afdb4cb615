//! One key, one grapheme; rows break where a reader expects; nothing in a text is obeyed by the terminal.

use super::{Field, Look, Sheet};
use crate::tui::keymap::{EDITING, Key};
use crate::tui::theme::{Depth, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_segmentation::UnicodeSegmentation as _;

const FAMILY: &str = "👩\u{200d}👩\u{200d}👧";

fn typed(text: &str, keys: &[&str]) -> Field {
    let mut field = Field::new(text);
    for key in keys {
        let key: Key = key.parse().unwrap();
        assert!(field.key(key.event()), "{key} edits a text");
    }
    field
}

fn rows(field: &Field, width: u16, height: u16) -> Vec<String> {
    let theme = Theme::shipped("default", Depth::True).unwrap().unwrap();
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    let look = Look {
        focused: true,
        hint: "",
        ghost: "",
        theme: &theme,
    };
    Sheet::new(field, width, &|_| None).view(&look, area, &mut buffer);
    let row = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect();
    (0..height)
        .map(row)
        .map(|row: String| row.trim_end().to_owned())
        .collect()
}

#[test]
fn one_backspace_takes_one_grapheme() {
    for grapheme in [FAMILY, "e\u{301}", "日", "🇩🇪", "\u{1b}"] {
        let text = format!("a{grapheme}");
        assert_eq!(typed(&text, &["backspace"]).text(), "a", "{text:?}");
        let text = format!("{grapheme}b");
        let field = typed(&text, &["home", "delete"]);
        assert_eq!(field.text(), "b", "{text:?}");
    }
}

#[test]
fn one_step_passes_one_grapheme() {
    let text = format!("a{FAMILY}e\u{301}b");
    let field = typed(&text, &["left", "left", "left", "x"]);
    assert_eq!(field.text(), format!("ax{FAMILY}e\u{301}b"));
    let field = typed(&text, &["home", "right", "right", "right", "x"]);
    assert_eq!(field.text(), format!("a{FAMILY}e\u{301}xb"));
}

#[test]
fn steps_go_on_in_the_line_beside() {
    assert_eq!(typed("ab\ncd", &["home", "left", "x"]).text(), "abx\ncd");
    assert_eq!(typed("ab\ncd", &["home", "backspace"]).text(), "abcd");
    assert_eq!(
        typed("ab\ncd", &["ctrl+home", "end", "delete"]).text(),
        "abcd"
    );
}

#[test]
fn keys_of_readline_cut_and_put_back() {
    assert_eq!(typed("one two", &["ctrl+w"]).text(), "one ");
    assert_eq!(
        typed("one two", &["ctrl+w", "ctrl+y", "ctrl+y"]).text(),
        "one twotwo"
    );
    assert_eq!(typed("one two", &["alt+b", "ctrl+k"]).text(), "one ");
    assert_eq!(typed("one two", &["alt+b", "ctrl+u"]).text(), "two");
    assert_eq!(typed("one two", &["home", "alt+d"]).text(), "two");
    assert_eq!(typed("one\ntwo", &["ctrl+u", "ctrl+u"]).text(), "one\n");
    // What is only deleted does not replace what was cut.
    assert_eq!(
        typed("one two", &["ctrl+w", "backspace", "ctrl+y"]).text(),
        "onetwo"
    );
}

#[test]
fn changes_can_be_taken_back_and_made_again() {
    let field = typed("a", &["b", "backspace", "ctrl+/"]);
    assert_eq!(field.text(), "ab");
    assert_eq!(typed("a", &["b", "ctrl+7", "alt+/"]).text(), "ab");
    let family = typed(FAMILY, &["backspace", "ctrl+/"]);
    assert_eq!(family.text(), FAMILY);
}

#[test]
fn rows_break_behind_spaces_and_inside_of_long_words() {
    let shown = rows(&Field::new("one two three"), 8, 3);
    assert_eq!(shown, ["one two", "three", ""]);
    assert_eq!(
        rows(&Field::new("abcdefghij"), 4, 3),
        ["abcd", "efgh", "ij"]
    );
    assert_eq!(rows(&Field::new("a 日本語"), 4, 3), ["a 日", "本 語", ""]);
    assert_eq!(Field::new("one two three").height(8, 9), 2);
    // A full row has no place for the cursor.
    assert_eq!(Field::new("abcd").height(4, 9), 2);
}

#[test]
fn the_row_of_the_cursor_is_always_shown() {
    let long: Vec<String> = (0..50).map(|number| format!("line {number}")).collect();
    let mut field = Field::new(&long.join("\n"));
    assert_eq!(rows(&field, 20, 3), ["line 47", "line 48", "line 49"]);
    let up: Key = "ctrl+home".parse().unwrap();
    field.key(up.event());
    assert_eq!(rows(&field, 20, 3), ["line 0", "line 1", "line 2"]);
    assert_eq!(field.height(20, 7), 7);
}

#[test]
fn steps_up_and_down_follow_what_is_seen() {
    let mut field = Field::new("one two three\nx");
    assert!(field.step(-1, 8, &|_| None));
    assert_eq!(field.before(), "one two t");
    assert!(field.step(-1, 8, &|_| None));
    assert_eq!(field.before(), "o");
    assert!(!field.step(-1, 8, &|_| None), "there is nothing above");
    assert!(field.step(1, 8, &|_| None));
    assert_eq!(field.before(), "one two t");
}

#[test]
fn what_a_terminal_would_obey_is_shown_and_kept() {
    let hostile = "\u{1b}[2J\u{202e}x\u{7}\t|\u{301}";
    let field = Field::new(hostile);
    let shown = rows(&field, 60, 1).remove(0);
    assert_eq!(shown, r"\e[2J\u{202e}x\u{7}    |́");
    assert_eq!(field.text(), hostile);
    let alone = rows(&Field::new("\u{301}"), 20, 1).remove(0);
    assert_eq!(alone, r"\u{301}");
}

#[test]
fn any_size_can_be_drawn() {
    let text = format!("a {FAMILY} 日本語 {} \u{1b}", "long".repeat(40));
    let mut field = Field::new(&text);
    for width in 1..30 {
        for height in 0..4 {
            rows(&field, width, height);
        }
        field.step(-1, width, &|_| None);
    }
    assert_eq!(field.text(), text);
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config { failure_persistence: None, ..Default::default() })]

    /// Whatever is typed and pressed: the cursor stands between graphemes, and no cell holds what a terminal obeys.
    #[test]
    fn any_keys_leave_a_text_that_can_be_shown(
        start in "[a \u{301}\u{200d}👩日\t\u{1b}\n]{0,30}",
        keys in proptest::collection::vec(0..EDITING.len(), 0..30),
        width in 1_u16..20,
    ) {
        let mut field = Field::new(&start);
        for key in keys {
            let (_, edit, _) = EDITING[key];
            field.edit(edit);
            field.step(if key % 2 == 0 { 1 } else { -1 }, width, &|_| None);
            let (row, column) = field.cursor();
            let mut boundary = 0;
            let mut found = column == 0;
            for grapheme in field.lines()[row].graphemes(true) {
                boundary += grapheme.chars().count();
                found |= boundary == column;
            }
            proptest::prop_assert!(found, "{column} in {:?}", field.lines()[row]);
        }
        for row in rows(&field, width, 5) {
            proptest::prop_assert!(crate::sanitise::is_harmless(&row));
        }
    }
}

#[test]
fn no_row_begins_with_what_closes() {
    let field = Field::new("see (日本語)。 and");
    assert_eq!(rows(&field, 10, 3), ["see (日 本", "語 )。  and", ""]);
    assert_eq!(rows(&Field::new("abcdefghij."), 10, 2), ["abcdefghi", "j."]);
}
