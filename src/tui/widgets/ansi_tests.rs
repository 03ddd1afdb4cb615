//! Colours of a tool's output are styles; everything else in it is only text.

use super::{Ends, output};
use crate::sanitise::is_obeyed;
use crate::tui::theme::{Depth, Role, Theme};
use crate::tui::widgets::flow::width_of;
use proptest::prelude::*;
use ratatui::style::{Color, Modifier};
use ratatui::text::Line;

const ENDS: Ends = Ends { first: 3, last: 2 };

fn at(depth: Depth, text: &str) -> Vec<Line<'static>> {
    let theme = Theme::shipped("default", depth).unwrap().unwrap();
    output(text, ENDS, Role::Text, &theme, 40)
}

fn texts(text: &str) -> Vec<String> {
    at(Depth::True, text)
        .iter()
        .map(ToString::to_string)
        .collect()
}

#[test]
fn colours_become_styles_and_go_on_over_lines() {
    let lines = at(
        Depth::True,
        "\u{1b}[1;31mred\nstill\u{1b}[0m not \u{1b}[38;5;200mpink\u{1b}[38;2;1;2;3mrgb",
    );
    assert_eq!(lines[0].spans[0].style.fg, Some(Color::Red));
    assert!(
        lines[0].spans[0]
            .style
            .add_modifier
            .contains(Modifier::BOLD)
    );
    assert_eq!(lines[1].spans[0].style.fg, Some(Color::Red));
    assert_eq!(lines[1].spans[1].style.fg, None);
    assert_eq!(lines[1].spans[2].style.fg, Some(Color::Indexed(200)));
    assert_eq!(lines[1].spans[3].style.fg, Some(Color::Rgb(1, 2, 3)));
}

#[test]
fn colours_fit_the_terminal() {
    let colour = |depth| at(depth, "\u{1b}[38;5;196mx")[0].spans[0].style.fg;
    assert_eq!(colour(Depth::Indexed), Some(Color::Indexed(196)));
    assert_eq!(colour(Depth::Sixteen), Some(Color::LightRed));
    assert_eq!(colour(Depth::None), None);
}

#[test]
fn text_cannot_hide_itself() {
    let lines = at(Depth::True, "\u{1b}[30;40mblack on black\u{1b}[8m hidden");
    for span in &lines[0].spans {
        assert_eq!((span.style.fg, span.style.bg), (None, None));
        assert!(!span.style.add_modifier.contains(Modifier::HIDDEN));
    }
}

#[test]
fn a_line_written_over_shows_its_last_state() {
    assert_eq!(texts("10%\r50%\r100% done\r\n"), ["100% done"]);
    assert_eq!(texts("abcdef\rxy"), ["xycdef"]);
    assert_eq!(texts("abcdef\r\u{1b}[Kxy"), ["xy"]);
    assert_eq!(texts("ab\u{8}c"), ["ac"]);
    assert_eq!(
        texts("\u{1b}[31m\u{1b}[Kmatch\u{1b}[m\u{1b}[K rest"),
        ["match rest"]
    );
}

#[test]
fn every_other_sequence_is_shown() {
    assert_eq!(
        texts("\u{1b}[2J\u{1b}[1;1H\u{1b}]0;t\u{7}\u{1b}]52;c;eA==\u{7}"),
        [r"\e[2J\e[1;1H\e]0;t\u{7}\e]52;c;eA==\u{7}"]
    );
}

#[test]
fn of_a_long_output_the_ends_are_shown() {
    let text: Vec<String> = (1..=125).map(|n| n.to_string()).collect();
    assert_eq!(
        texts(&text.join("\n")),
        ["1", "2", "3", "… 120 more lines", "124", "125"]
    );
    let whole: Vec<String> = (1..=6).map(|n| n.to_string()).collect();
    assert_eq!(texts(&whole.join("\n")), whole);
    let long = "x".repeat(5000);
    assert!(
        texts(&long)
            .last()
            .unwrap()
            .contains("1000 more characters")
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_output_is_only_cells(text in "([a-z]|\u{1b}|\\[|[0-9;:mKJ]|\r|\u{8}|\n|\u{301}|日|\\PC|\\p{Cc}){0,80}", width in 1_u16..=60) {
        let theme = Theme::shipped("default", Depth::True).unwrap().unwrap();
        for line in output(&text, Ends { first: 50, last: 50 }, Role::Text, &theme, width) {
            prop_assert!(width_of(&line.spans) <= usize::from(width));
            prop_assert!(!line.to_string().chars().any(is_obeyed));
        }
    }
}
