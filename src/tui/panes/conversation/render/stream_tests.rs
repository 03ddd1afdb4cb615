//! However an answer comes in pieces, it ends up as if it had come at once; what is finished is not laid out again.

use super::{LONGEST_OPEN, Laid, boundary};
use crate::session::State;
use crate::tui::panes::conversation::render::Paint;
use crate::tui::panes::conversation::render::stage_tests::at;
use crate::tui::theme::{Depth, Role, Theme};
use crate::tui::widgets::highlight::Highlights;
use std::sync::Arc;

const TEXT: &str = "# Head\n\nA *paragraph*\nof two lines.\n\n- one\n\n  more of one\n- two\n\n```rust\nfn a() {\n\n}\n```\n\n| a | b |\n|--|--|\n| 1 | 2 |\n\nThe end.";

fn with<T>(highlights: &Highlights, run: impl FnOnce(&Paint<'_>) -> T) -> T {
    let theme = Theme::shipped("default", Depth::True).unwrap().unwrap();
    let state = State::default();
    run(&Paint {
        theme: &theme,
        width: 40,
        highlights,
        state: &state,
        now: at(1),
    })
}

fn texts(laid: &Laid) -> Vec<String> {
    laid.stable
        .iter()
        .chain(&laid.tail)
        .map(ToString::to_string)
        .collect()
}

#[test]
fn pieces_end_up_as_the_whole() {
    with(&Highlights::default(), |paint| {
        let mut whole = Laid::default();
        whole.text(TEXT, Role::Text, paint);
        let mut grown = Laid::default();
        let mut stable: Vec<String> = Vec::new();
        for end in 1..=TEXT.len() {
            grown.text(TEXT.get(..end).unwrap(), Role::Text, paint);
            let now: Vec<String> = grown.stable.iter().map(ToString::to_string).collect();
            assert!(now.starts_with(&stable), "what is finished does not change");
            stable = now;
        }
        assert_eq!(texts(&grown), texts(&whole));
        assert!(
            grown.stable_upto > TEXT.len() - 12,
            "only the last block is open"
        );
        assert_eq!(grown.waiting.len(), 1, "finished code is asked for once");
    });
}

#[test]
fn a_cut_never_falls_into_a_fence_or_before_what_may_go_on() {
    assert_eq!(boundary("a\n\n", None), None);
    assert_eq!(boundary("a\n\nb", None).map(|cut| cut.at), Some(3));
    assert_eq!(boundary("- a\n\n  b", None), None);
    assert_eq!(boundary("```\na\n\nb\n", None), None);
    assert_eq!(boundary("````\n```\n\nb\n", None), None);
    assert_eq!(
        boundary("```\na\n```\n\nb", None).map(|cut| cut.at),
        Some(11)
    );
}

#[test]
fn an_endless_block_is_cut_and_goes_on_as_code() {
    let lines = "let a = 1;\n".repeat(LONGEST_OPEN / 4);
    let text = format!("```rust\n{lines}");
    with(&Highlights::default(), |paint| {
        let mut laid = Laid::default();
        let mut end = 0;
        while end < text.len() {
            end = (end + 1000).min(text.len());
            laid.text(text.get(..end).unwrap(), Role::Text, paint);
            assert!(text.len().min(end) - laid.stable_upto <= LONGEST_OPEN + 1000);
        }
        let shown = texts(&laid);
        assert!(
            shown
                .iter()
                .filter(|line| !line.is_empty())
                .all(|line| line.starts_with("│ let a")),
            "still code"
        );
        let word = "x".repeat(LONGEST_OPEN * 2);
        Laid::default().text(&word, Role::Text, paint);
    });
}

#[test]
fn colours_that_come_are_taken() {
    let mut highlights = Highlights::default();
    let text = "```rust\nlet a;\n```\n\nend";
    let more = "```rust\nlet a;\n```\n\nend\n\n```rust\nlet b;\n```\n\nof it";
    let mut laid = Laid::default();
    with(&highlights, |paint| {
        laid.text(text, Role::Text, paint);
        laid.text(more, Role::Text, paint);
    });
    let before = texts(&laid);
    let key = laid.waiting[0].wanted[0].key;
    highlights.ask(key);
    let bold = ratatui::style::Style::new().bold();
    highlights.came(key, Arc::new(vec![vec![(bold, "let a;".to_owned())]]));
    with(&highlights, |paint| laid.text(more, Role::Text, paint));
    assert_eq!(laid.waiting.len(), 1, "the other one still waits");
    assert_eq!(texts(&laid), before, "nothing moves");
    assert!(
        laid.stable[0]
            .spans
            .iter()
            .any(|span| span.content == "let a;" && span.style.add_modifier == bold.add_modifier)
    );
}
