//! Lines of every shape in files of every kind.

use super::*;
use crate::trace::store::Store;
use crate::trace::{Direction, Entry, Header, Item, LineForm, Moment, Recording};
use proptest::prelude::*;

/// A shape a line can have without doubt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Own,
    Capture,
    OtherSpelling,
    Message,
    Transcript,
}

const KINDS: [Kind; 5] = [
    Kind::Own,
    Kind::Capture,
    Kind::OtherSpelling,
    Kind::Message,
    Kind::Transcript,
];

/// The line of a file, the message in it, and its time if it has one.
fn line(kind: Kind, number: u64) -> (String, String, Option<u64>) {
    let seconds = number * 2;
    let at = Some(seconds * 1_000_000);
    let message = format!(r#"{{"type":"assistant","message":{{"id":"m{number}"}},"n":{number}}}"#);
    match kind {
        Kind::Own => {
            let entry = Entry {
                seq: number + 1,
                at: Moment(seconds * 1_000_000),
                direction: Direction::In,
                line: message.clone().into(),
            };
            let mut written = Vec::new();
            entry.write_line(&mut written);
            let written = String::from_utf8_lossy(&written).trim_end().to_owned();
            (written, message, at)
        }
        Kind::Capture => {
            let line = format!(r#"{{"t":{seconds},"dir":"in","msg":{message}}}"#);
            (line, message, at)
        }
        Kind::OtherSpelling => {
            let line = format!(r#"{{ "dir" : "in", "msg" : {message}, "t" : {seconds}.0 }}"#);
            (line, message, at)
        }
        Kind::Message => (message.clone(), message, None),
        Kind::Transcript => {
            let line = format!(
                r#"{{"parentUuid":"u{number}","sessionId":"s","message":{{"id":"m{number}"}},"type":"assistant","n":{number}}}"#
            );
            (line.clone(), line, None)
        }
    }
}

fn check(with_header: bool, kinds: &[Kind]) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mixed.ndjson");
    let lines: Vec<_> = (0..).zip(kinds).map(|(n, kind)| line(*kind, n)).collect();
    let header = with_header.then(|| Header::default().encode().expect("a header"));
    let mut text = String::from_utf8_lossy(&header.unwrap_or_default()).into_owned();
    for (line, _, _) in &lines {
        text.extend([line, "\n"]);
    }
    std::fs::write(&path, text).expect("it is written");
    let items = Recording::open(&path).expect("it opens");
    let entries: Vec<Entry> = items
        .map(|item| match item.expect("it is read") {
            Item::Entry(entry) => entry,
            other => panic!("{other:?} in {kinds:?}"),
        })
        .collect();
    assert_eq!(entries.len(), lines.len());
    let mut store = Store::open(&path).expect("it opens");
    while !store.index_some(1 << 20).expect("it is read").done {}
    assert_eq!(store.len() as usize, lines.len());
    let mut latest = 0;
    for ((row, entry), (_, message, at)) in (0..).zip(&entries).zip(&lines) {
        latest = at.unwrap_or(latest);
        assert_eq!(entry.line.as_ref(), message.as_bytes());
        assert_eq!((entry.at, entry.direction), (Moment(latest), Direction::In));
        let read = store.entry(row).expect("it is read").expect("it is there");
        assert_eq!((&read.line, read.direction), (&entry.line, Direction::In));
        assert_eq!(read.at, entry.at, "row {row} of {kinds:?}");
        assert!(!store.line(row).expect("it is known").is_damaged());
        assert_eq!(store.text(row).expect("read").as_ref(), message.as_bytes());
        let (beginning, _) = store.beginning(row).expect("read").expect("there");
        assert_eq!(beginning.as_ref(), message.as_bytes());
    }
}

proptest! {
    #[test]
    fn any_mixture_keeps_every_line_and_their_order(
        with_header: bool,
        kinds in proptest::collection::vec(proptest::sample::select(&KINDS[..]), 1..40),
    ) {
        check(with_header, &kinds);
    }
}

#[test]
fn what_is_neither_stays_damaged_and_what_a_dump_says_is_never() {
    let keep = Bytes::copy_from_slice;
    for line in [
        r#"{"type":"x","dir":"in"}"#,
        r#"{"seq":1,"t":0.0,"dir":"in"}"#,
        r#"{"t":0,"dir":"sideways","msg":{}}"#,
        r#"{"type":7}"#,
        r#"{"no":"type"}"#,
        r#"{"type":"result""#,
        "words",
        "[1]",
    ] {
        for format in [Format::Recording, Format::Capture] {
            let found = read(format, line.as_bytes(), keep);
            assert!(found.is_err(), "{line}: {found:?}");
        }
        let found = read(Format::Dump, line.as_bytes(), keep);
        assert!(matches!(found, Ok(Shaped::Bare)), "{line}: {found:?}");
    }
}

#[test]
fn a_tool_that_speaks_of_entries_is_no_entry() {
    let message = br#"{"type":"user","message":{"content":[{"type":"tool_result","content":"{\"seq\":1,\"t\":0.1,\"dir\":\"in\",\"msg\":{}}"}]}}"#;
    for format in [Format::Recording, Format::Capture, Format::Dump] {
        let found = read(format, message, Bytes::copy_from_slice);
        assert!(matches!(found, Ok(Shaped::Bare)), "{found:?}");
    }
    let inside = LineForm::of(message);
    assert_eq!(inside, LineForm::Json);
}

#[test]
fn the_beginning_of_a_long_line_tells_too() {
    assert!(is_message(br#"{"type":"user","message":"half"#, true));
    assert!(!is_message(br#"{"message":"half"#, true));
    assert!(begins_entry(br#" { "msg" : {"#));
    assert!(!begins_entry(br#"{"timestamp":1"#));
}

#[test]
fn a_time_that_cannot_be_is_that_of_the_line_before_and_is_marked() {
    use crate::trace::filter::{Mark, Subject as _};
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("absurd.ndjson");
    let times = ["0.5", "1e308", "7", "9999999999999", "1", "6.5", "8"];
    let lines =
        times.map(|t| format!("{{\"t\":{t},\"dir\":\"in\",\"msg\":{{\"type\":\"user\"}}}}\n"));
    std::fs::write(&path, lines.concat()).expect("it is written");
    let mut store = Store::open(&path).expect("it opens");
    while !store.index_some(1 << 20).expect("it is read").done {}
    let found: Vec<(u64, bool)> = (0..store.len())
        .filter_map(|row| store.line(row))
        .map(|line| (line.at().0 / 100_000, line.has(Mark::Lint)))
        .collect();
    let expected = [
        (5, false),
        (5, true),
        (70, false),
        (70, true),
        (10, true),
        (65, false),
        (80, false),
    ];
    assert_eq!(found, expected);
    assert_eq!(store.last_moment(), Moment(8_000_000));
    let read = Recording::open(&path)
        .expect("it opens")
        .map(|item| match item {
            Ok(Item::Entry(entry)) => entry.at.0 / 100_000,
            other => panic!("{other:?}"),
        });
    assert_eq!(read.collect::<Vec<_>>(), expected.map(|(at, _)| at));
}
