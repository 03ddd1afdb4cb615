//! Nothing from outside is obeyed; what is short stays short.

use super::{cut, duration, latency, safe};
use ratatui::style::{Modifier, Style};
use std::time::Duration;

#[test]
fn what_a_terminal_would_obey_is_shown_in_another_style() {
    let marked = Style::new().add_modifier(Modifier::REVERSED);
    let spans = safe("a\u{1b}[2Jb\u{202e}c\td", Style::new(), marked);
    let shown: String = spans.iter().map(|span| span.content.as_ref()).collect();
    assert_eq!(shown, r"a\e[2Jb\u{202e}c    d");
    let escaped: Vec<_> = spans
        .iter()
        .filter(|span| span.style == marked)
        .map(|span| span.content.as_ref())
        .collect();
    assert_eq!(escaped, [r"\e", r"\u{202e}"]);
}

#[test]
fn a_cut_is_marked_and_never_too_wide() {
    assert_eq!(cut("short", 10, "…"), "short");
    assert_eq!(cut("longer than that", 8, "…"), "longer …");
    assert_eq!(cut("日本語", 4, "…"), "日…");
    assert_eq!(cut("a\nb", 10, "…"), r"a\nb");
}

proptest::proptest! {
    #[test]
    fn no_duration_takes_more_than_six_characters(micros: u64, digits in 0..20_u32) {
        let shown = duration(Duration::from_micros(micros / 10_u64.pow(digits)));
        proptest::prop_assert!(shown.len() <= 6, "{}", shown);
    }
}

#[test]
fn durations_are_short() {
    let shown = |millis| duration(Duration::from_millis(millis));
    assert_eq!(
        [
            shown(240),
            shown(3210),
            shown(45_000),
            shown(125_000),
            shown(3_725_000),
            shown(370_000_000),
            shown(20_000_000_000),
            shown(u64::MAX),
        ],
        [
            "240ms", "3.2s", "45s", "2m05s", "1h02m", "4d06h", "231d", ">9999d"
        ]
    );
}

#[test]
fn an_answer_within_a_millisecond_took_some_time() {
    let shown = |micros| latency(Duration::from_micros(micros));
    assert_eq!(
        [shown(0), shown(340), shown(999), shown(1000)],
        ["0ms", "340us", "999us", "1ms"]
    );
}
