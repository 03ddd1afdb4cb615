//! Every element looks like what it is; any text at any width is laid out within it.

use super::markdown;
use crate::sanitise::{is_harmless, is_obeyed};
use crate::tui::theme::{Depth, Theme};
use crate::tui::widgets::flow::width_of;
use crate::tui::widgets::highlight::{HighlightJob, Highlights};
use proptest::prelude::*;
use ratatui::style::Modifier;
use ratatui::text::Line;
use std::sync::Arc;

fn theme() -> Theme {
    Theme::shipped("default", Depth::True).unwrap().unwrap()
}

fn lines(text: &str, width: u16) -> Vec<Line<'static>> {
    markdown(text, width, &theme(), &Highlights::default(), "ansi").0
}

fn shown(text: &str, width: u16) -> String {
    let rows: Vec<String> = lines(text, width)
        .iter()
        .map(|line| line.to_string().trim_end().to_owned())
        .collect();
    rows.join("\n")
}

const EVERYTHING: &str = "# Title\n\nSome *soft*, **strong** and ~~wrong~~ words with `code` and \
a [link](https://example.com/a).\nA second line.\n\n- one\n- two is long enough to be wrapped\n  - inner\n    1. deep\n    2. \
deeper\n- [x] done\n- [ ] open\n\n> quoted\n> > twice\n\n| Name | Count | Note |\n|:-----|------:|:----:|\n| a | 1 | x |\n| \
longer name | 23456 | something that takes more room |\n\n---\n\n```rust\nfn main() {\n    println!(\"a line that is \
longer than the place\");\n}\n```\n\n<https://example.com> and <b>html</b> ![alt](pic.png)\n";

#[test]
fn every_element_has_its_look() {
    insta::assert_snapshot!("markdown_40", shown(EVERYTHING, 40));
    insta::assert_snapshot!("markdown_96", shown(EVERYTHING, 96));
}

#[test]
fn emphasis_and_headings_are_styled() {
    let all = lines("## Head\n\n**bold** *soft* ~~gone~~", 40);
    let has = |text: &str, modifier: Modifier| {
        all.iter()
            .flat_map(|line| &line.spans)
            .any(|span| span.content == text && span.style.add_modifier.contains(modifier))
    };
    assert!(has("Head", Modifier::BOLD));
    assert!(has("bold", Modifier::BOLD));
    assert!(has("soft", Modifier::ITALIC));
    assert!(has("gone", Modifier::CROSSED_OUT));
}

#[test]
fn code_is_plain_and_asked_for_until_its_colours_come() {
    let theme = theme();
    let mut highlights = Highlights::default();
    let text = "```rs\nlet a;\n```";
    let (_, wanted) = markdown(text, 30, &theme, &highlights, "ansi");
    assert_eq!(wanted, [HighlightJob::new("rs", "let a;\n", "ansi")]);
    let style = ratatui::style::Style::new().add_modifier(Modifier::BOLD);
    highlights.ask(wanted[0].key);
    let pieces = vec![vec![
        (style, "let".to_owned()),
        (ratatui::style::Style::new(), " a;".to_owned()),
    ]];
    highlights.came(wanted[0].key, Arc::new(pieces));
    let (lines, wanted) = markdown(text, 30, &theme, &highlights, "ansi");
    assert!(wanted.is_empty());
    let bold = |span: &&ratatui::text::Span<'_>| span.style.add_modifier.contains(Modifier::BOLD);
    let bold: Vec<_> = lines[0]
        .spans
        .iter()
        .filter(bold)
        .map(|span| span.content.to_string())
        .collect();
    assert_eq!(bold, ["let"]);
}

#[test]
fn a_table_too_narrow_for_columns_is_a_list() {
    let table = "| one | two | three |\n|--|--|--|\n| alpha | beta | gamma |";
    assert_eq!(shown(table, 9), "one:\n  alpha\ntwo: beta\nthree:\n  gamma");
}

#[test]
fn nothing_in_a_text_is_obeyed() {
    let text = "a \u{1b}]8;;http://x\u{7}link\u{1b}]8;;\u{7} \u{202e}b [t\u{200b}](http://\u{2066}e) `c\u{1b}[2J`\n\n```\n\u{9b}31m\n```\n| \u{feff} |\n|--|\n| \u{1b}]52;c;eA==\u{7} |";
    let text = shown(text, 60);
    assert!(!text.chars().any(|c| c != '\n' && is_obeyed(c)), "{text}");
    assert!(text.contains(r"\e]8;;"), "{text}");
    assert!(text.contains(r"\u{202e}"), "{text}");
}

#[test]
fn deep_nesting_is_bounded() {
    for text in [
        "> ".repeat(500) + "x",
        "- ".repeat(500) + "x",
        "*".repeat(5000),
        "[".repeat(5000),
    ] {
        for line in lines(&text, 40) {
            assert!(width_of(&line.spans) <= 40);
        }
    }
}

/// Text with what Markdown is made of, so that every element is met.
fn any_markdown() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[a-z ]{1,12}",
        "\\PC{1,6}",
        Just("\n".to_owned()),
        Just("\n\n".to_owned()),
        prop::sample::select(vec![
            "# ",
            "- ",
            "1. ",
            "> ",
            "```\n",
            "```rust\n",
            "~~~",
            "| a | b |\n|--|:-:|\n",
            "| ",
            "**",
            "*",
            "`",
            "[x](y)",
            "- [ ] ",
            "---\n",
            "    ",
            "<b>",
            "\t",
            "\u{1b}[31m",
            "\u{202e}",
            "日本語",
            "e\u{301}",
            "👩‍👩‍👧",
            "\u{0}",
            "\\",
        ])
        .prop_map(str::to_owned),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_fits_any_width(text in any_markdown(), width in 1_u16..=200) {
        for line in lines(&text, width) {
            prop_assert!(width_of(&line.spans) <= usize::from(width), "{width}: {line:?}");
            prop_assert!(is_harmless(&line.to_string()));
        }
    }

    #[test]
    fn a_plain_paragraph_keeps_every_letter(words in prop::collection::vec("[a-zäß日本éü]{1,20}", 1..30), width in 2_u16..=200) {
        let text = words.join(" ");
        let shown: String = lines(&text, width).iter().map(ToString::to_string).collect();
        let kept: String = shown.chars().filter(|c| !c.is_whitespace()).collect();
        prop_assert_eq!(kept, words.concat());
    }
}
