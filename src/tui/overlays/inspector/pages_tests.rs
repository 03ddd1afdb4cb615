//! A line in pages: rows as wide as they are shown, any place of any line at once.

use super::*;
use proptest::prelude::*;

fn seen(text: &[u8], pretty: bool, width: u16, height: usize) -> (Pages, Vec<String>) {
    let mut pages = Pages::new(&Bytes::copy_from_slice(text), pretty);
    settled(&mut pages, width, height);
    let rows = shown(&pages);
    (pages, rows)
}

fn shown(pages: &Pages) -> Vec<String> {
    pages.seen.iter().map(|row| row.text.clone()).collect()
}

fn settled(pages: &mut Pages, width: u16, height: usize) -> usize {
    for frame in 1..10_000 {
        pages.lay(width, height);
        if !pages.is_unfinished() {
            return frame;
        }
    }
    panic!("it never ends");
}

#[test]
fn rows_are_as_wide_as_they_are_shown() {
    let rows = |text: &[u8]| seen(text, false, 8, 9).1;
    assert_eq!(rows(b"0123456789"), ["01234567", "89"]);
    assert_eq!(rows("ああああああ".as_bytes()), ["ああああ", "ああ"]);
    assert_eq!(rows(b"\x1b\x1b\x1b\x1b\x1b").len(), 2);
    assert_eq!(rows(b"ab\xff\xfecd"), ["ab\u{fffd}\u{fffd}cd"]);
    assert_eq!(rows(b"        x"), ["        ", "x"], "spaces are text too");
    assert!(rows(b"").is_empty());
    let family = "👨\u{200d}👩\u{200d}👧";
    let text = format!("0123456{family}{family}9");
    let next = format!("{family}{family}9");
    assert_eq!(rows(text.as_bytes()), ["0123456", &next], "none is cut");
}

#[test]
fn json_is_indented() {
    let (_, rows) = seen(br#"{"a":[1,{}],"b":"x y"}"#, true, 20, 20);
    assert_eq!(
        rows,
        [
            "{",
            "  \"a\": [",
            "    1,",
            "    {}",
            "  ],",
            "  \"b\": \"x y\"",
            "}"
        ]
    );
    let (_, rows) = seen(br#"{"a":"0123456789"}"#, true, 12, 20);
    assert_eq!(rows, ["{", "  \"a\": \"0123", "    456789\"", "}"]);
}

#[test]
fn any_place_of_a_long_line_is_reached_in_bounded_steps() {
    let text = format!("{{\"a\":[{}\"end\"]}}", "\"0123456789\",".repeat(4_000_000));
    let bytes = Bytes::from(text);
    for pretty in [false, true] {
        let mut pages = Pages::new(&bytes, pretty);
        pages.lay(80, 30);
        assert_eq!(pages.seen.len(), 30);
        assert!(pages.begins.len() < 4, "no more is known than is needed");
        pages.move_by(isize::MAX / 2);
        let frames = settled(&mut pages, 80, 30);
        assert_eq!(pages.seen.len(), 30);
        assert!(shown(&pages).concat().contains("\"end\""));
        assert!(pages.laid.len() <= KEPT);
        assert_eq!(frames > 2, pretty, "{frames}");
        assert_eq!(pages.percent(), 100);
        pages.show(25 << 20);
        settled(&mut pages, 80, 30);
        let (first, last) = (pages.seen[0].from, pages.seen[29].from);
        assert!((first..=last).contains(&(25 << 20)), "{first} {last}");
        let here = pages.here();
        settled(&mut pages, 60, 30);
        assert!(
            pages.here().abs_diff(here) < 3000,
            "a new width shows the same place"
        );
        pages.move_by(isize::MIN / 2);
        settled(&mut pages, 80, 30);
        assert_eq!(pages.here(), 0);
    }
}

proptest! {
    #[test]
    fn going_down_and_up_meets_the_same_rows(
        letters in proptest::collection::vec(prop::sample::select(vec!['a', 'あ', '{', '}', '"', ',', ' ', '\u{1b}']), 1..300),
        pretty: bool,
        steps in proptest::collection::vec(-40_isize..40, 0..12),
    ) {
        let text: String = letters.iter().collect();
        let (mut pages, _) = seen(text.as_bytes(), pretty, 10, 5);
        let all = pages.rows(0).len();
        for step in steps {
            pages.move_by(step);
            pages.lay(10, 5);
            prop_assert_eq!(pages.seen.len(), all.min(5));
        }
    }

    #[test]
    fn any_bytes_are_shown_in_order(bytes in proptest::collection::vec(any::<u8>(), 0..400), pretty: bool) {
        let (mut pages, _) = seen(&bytes, pretty, 10, 5);
        let rows = pages.rows(0).to_vec();
        prop_assert!(rows.is_sorted_by_key(|row| row.from));
        if !pretty {
            let joined: String = rows.iter().map(|row| row.text.as_str()).collect();
            prop_assert_eq!(joined, String::from_utf8_lossy(&bytes));
        }
    }
}
