//! Lines are never too wide, and nothing is lost on the way.

use super::{chop, clip, flow, pad, width_of, wrap};
use crate::tui::theme::{Depth, Theme};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

fn texts(lines: &[Line<'_>]) -> Vec<String> {
    lines.iter().map(ToString::to_string).collect()
}

#[test]
fn words_stay_whole_over_styles_and_punctuation() {
    let bold = Style::new().bold();
    let spans = [
        Span::raw("one "),
        Span::styled("tw", bold),
        Span::raw("o, three."),
    ];
    let lines = flow(&spans, 8, &[Span::raw("- ")], &[Span::raw("  ")]);
    assert_eq!(texts(&lines), ["- one", "  two,", "  three."]);
    let lines = flow(&[Span::raw("日本語です。ok")], 5, &[], &[]);
    assert_eq!(texts(&lines), ["日本", "語で", "す。", "ok"]);
}

#[test]
fn lines_break_at_spaces_and_long_words_anywhere() {
    let spans = [Span::raw("one two three")];
    assert_eq!(texts(&wrap(&spans, 8, "")), ["one two", "three"]);
    let spans = [Span::raw("abcdefghij")];
    assert_eq!(texts(&wrap(&spans, 4, "")), ["abcd", "efgh", "ij"]);
    let spans = [Span::raw("日本語です")];
    assert_eq!(texts(&wrap(&spans, 4, "")), ["日本", "語で", "す"]);
    let spans = [Span::raw("- a longer item")];
    assert_eq!(texts(&wrap(&spans, 10, "  ")), ["- a longer", "  item"]);
}

#[test]
fn what_closes_stays_with_what_is_before_it() {
    let flowed = |text: &'static str, width| texts(&flow(&[Span::raw(text)], width, &[], &[]));
    assert_eq!(flowed("all done 🙂.", 11), ["all done", "🙂."]);
    assert_eq!(flowed("日本語。", 6), ["日本", "語。"]);
    assert_eq!(flowed("日本「語」。", 10), ["日本", "「語」。"]);
    assert_eq!(flowed("日本「語", 6), ["日本", "「語"]);
    assert_eq!(flowed("日本語ok", 6), ["日本語", "ok"]);
    assert_eq!(flowed("ok日本語", 4), ["ok日", "本語"]);
    // Also behind another style, and where a word is longer than a line.
    let spans = [Span::raw("run "), Span::raw("`make`"), Span::raw(".")];
    assert_eq!(texts(&wrap(&spans, 10, "  ")), ["run", "  `make`."]);
    assert_eq!(flowed("abcdefghij.", 10), ["abcdefghi", "j."]);
    assert_eq!(flowed("abcdefghij).", 10), ["abcdefghi", "j)."]);
    // Where there is nothing else, a line is full when it is full.
    assert_eq!(flowed("。。。", 4), ["。。", "。"]);
}

#[test]
fn code_breaks_where_the_line_is_full_and_keeps_its_spaces() {
    let lines = chop(&[Span::raw("a  b  c")], 3, &[], &[]);
    assert_eq!(texts(&lines), ["a  ", "b  ", "c"]);
}

#[test]
fn a_lead_never_takes_the_whole_line() {
    let lead = [Span::raw("1234567890")];
    let lines = flow(&[Span::raw("abc")], 3, &lead, &lead);
    assert_eq!(texts(&lines), ["abc"]);
}

#[test]
fn what_is_too_wide_for_its_place_is_marked() {
    let theme = Theme::shipped("default", Depth::True).unwrap().unwrap();
    assert_eq!(texts(&flow(&[Span::raw("日")], 1, &[], &[])), ["?"]);
    let cut = clip(&[Span::raw("abc"), Span::raw("def")], 5, &theme);
    assert_eq!(Line::from(cut).to_string(), "abcd…");
    let padded = pad(Line::raw("日"), 4, Style::new());
    assert_eq!(width_of(&padded.spans), 4);
}
