//! The framer under any chunking, line end and length.

use super::*;
use proptest::prelude::*;

fn frame(cap: usize, chunks: &[&[u8]]) -> Vec<Line> {
    let mut framer = Framer::with_cap(cap);
    let mut lines = Vec::new();
    for chunk in chunks {
        framer.push(chunk, &mut |line| lines.push(line));
    }
    framer.finish(&mut |line| lines.push(line));
    lines
}

#[test]
fn a_character_split_at_every_byte_survives() {
    let text = "{\"t\":\"héé 日本 🦀\"}\r\n{\"u\":1}";
    let bytes = text.as_bytes();
    let whole = frame(1000, &[bytes]);
    for cut in 0..=bytes.len() {
        let (a, b) = bytes.split_at(cut);
        assert_eq!(frame(1000, &[a, b]), whole, "cut at {cut}");
    }
    let single: Vec<&[u8]> = bytes.chunks(1).collect();
    assert_eq!(frame(1000, &single), whole);
}

#[test]
fn reading_resumes_after_a_line_over_the_cap() {
    let lines = frame(
        8,
        &[b"0123456", b"89abcdef\n{}\n", b"01234567\n012345678\n"],
    );
    assert_eq!(
        lines,
        [
            Line::Oversize {
                head: "01234568".into(),
                len: 15
            },
            Line::Whole("{}".into()),
            Line::Whole("01234567".into()),
            Line::Oversize {
                head: "01234567".into(),
                len: 9
            },
        ]
    );
}

#[test]
fn an_unfinished_line_over_the_cap_is_reported_at_the_end() {
    assert_eq!(
        frame(4, &[b"abcdef"]),
        [Line::Oversize {
            head: "abcd".into(),
            len: 6
        }]
    );
}

#[test]
fn blank_lines_are_skipped_and_a_lone_cr_belongs_to_the_line_end() {
    assert_eq!(
        frame(9, &[b"\n\r\n  \n{}\r", b"\n"]),
        [Line::Whole("{}".into())]
    );
}

#[test]
fn a_fifty_megabyte_line_comes_whole() {
    let mut framer = Framer::default();
    let mut seen = Vec::new();
    let chunk = vec![b'x'; 64 * 1024];
    for _ in 0..800 {
        framer.push(&chunk, &mut |line| seen.push(line));
    }
    framer.push(b"\n", &mut |line| seen.push(line));
    assert!(matches!(&seen[..], [Line::Whole(line)] if line.len() == 800 * 64 * 1024));
    assert_eq!(framer.pending(), 0);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn any_chunking_gives_the_same_lines(
        bytes in proptest::collection::vec(prop_oneof![Just(b'\n'), Just(b'\r'), any::<u8>()], 0..400),
        cuts in proptest::collection::vec(1usize..50, 0..20),
        cap in 1usize..64,
    ) {
        let whole = frame(cap, &[&bytes]);
        let mut chunks = Vec::new();
        let mut rest = &bytes[..];
        for cut in cuts {
            let (head, tail) = rest.split_at(cut.min(rest.len()));
            chunks.push(head);
            rest = tail;
        }
        chunks.push(rest);
        prop_assert_eq!(frame(cap, &chunks), whole);
    }

    #[test]
    fn nothing_but_line_ends_and_blank_lines_is_lost(
        bytes in proptest::collection::vec(any::<u8>(), 0..400),
    ) {
        let kept: Vec<Vec<u8>> = frame(1000, &[&bytes]).into_iter().map(|line| match line {
            Line::Whole(line) => line.to_vec(),
            Line::Oversize { .. } => unreachable!("the cap is larger than the input"),
        }).collect();
        let expected: Vec<Vec<u8>> = bytes.split(|b| *b == b'\n')
            .map(|line| line.strip_suffix(b"\r").unwrap_or(line).to_vec())
            .filter(|line| !line.trim_ascii().is_empty())
            .collect();
        prop_assert_eq!(kept, expected);
    }
}
