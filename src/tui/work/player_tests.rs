//! Time travel: wherever one goes in a recording, and from where, the session is what folding the lines before gives.

use super::*;
use crate::trace::{Item, Recording};
use proptest::prelude::*;
use std::path::PathBuf;

const KEY: SeatKey = SeatKey(1);

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures/recordings")
        .join(name)
}

fn reel(path: &Path) -> Reel {
    let mut reel = Reel::open(path, KEY, false).unwrap();
    while reel.read.is_some() {
        reel.read_on();
    }
    reel
}

/// The session after that many lines, folded from the first.
fn folded(path: &Path, lines: u32) -> State {
    let mut state = State::default();
    for item in Recording::open(path).unwrap().take(lines as usize) {
        if let Item::Entry(entry) = item.unwrap() {
            state.observe(&Traffic::from_entry(entry));
        }
    }
    state
}

fn seeks() -> impl Strategy<Value = Seek> {
    use Thing::{Line, Message, Request, Trouble, Turn};
    let thing = prop::sample::select(vec![Line, Message, Turn, Request, Trouble]);
    prop_oneof![
        (0..60_u32).prop_map(Seek::Line),
        (0..8_000_000_u64).prop_map(|at| Seek::Time(Moment(at))),
        thing.clone().prop_map(Seek::Next),
        thing.prop_map(Seek::Previous),
        Just(Seek::End),
    ]
}

proptest! {
    #[test]
    fn the_state_is_that_of_the_prefix_wherever_one_goes(
        name in prop::sample::select(vec!["tool_turn.ndjson", "interrupted_turn.ndjson", "capture.ndjson"]),
        path in prop::collection::vec(seeks(), 1..12),
    ) {
        let file = fixture(name);
        let mut reel = reel(&file);
        let mut shown = folded(&file, reel.at);
        for seek in path {
            let report = reel.seek(seek);
            if let Some(state) = report.state {
                shown = *state;
            }
            prop_assert!(report.at <= report.lines);
            prop_assert!(report.time <= report.end);
            prop_assert_eq!(&shown, &folded(&file, report.at), "{:?}", seek);
        }
    }
}

#[test]
fn it_steps_from_thing_to_thing_and_says_when_there_is_no_other() {
    let mut reel = reel(&fixture("tool_turn.ndjson"));
    let lines = reel.timeline.lines();
    assert_eq!(reel.at, lines);
    assert_eq!(reel.seek(Seek::Line(0)).at, 0);
    let turns: Vec<u32> = std::iter::from_fn(|| {
        let report = reel.seek(Seek::Next(Thing::Turn));
        report.missing.is_none().then_some(report.at)
    })
    .collect();
    assert!(turns.len() >= 2 && turns.is_sorted(), "{turns:?}");
    for at in turns.iter().rev().skip(1) {
        assert_eq!(reel.seek(Seek::Previous(Thing::Turn)).at, *at);
    }
    assert_eq!(
        reel.seek(Seek::Previous(Thing::Turn)).missing,
        Some(Thing::Turn)
    );
    assert_eq!(reel.seek(Seek::Line(1)).at, 1);
    assert_eq!(reel.seek(Seek::Previous(Thing::Line)).at, 0);
    assert_eq!(
        reel.seek(Seek::Previous(Thing::Line)).missing,
        Some(Thing::Line)
    );
}

#[test]
fn a_file_that_grows_is_followed_until_one_goes_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("growing.ndjson");
    let whole = std::fs::read(fixture("tool_turn.ndjson")).unwrap();
    let (first, rest) = whole.split_at(whole.len() / 2);
    std::fs::write(&path, first).unwrap();
    let mut reel = Reel::open(&path, KEY, true).unwrap();
    while reel.read_on() {}
    let before = reel.at;
    assert_eq!(reel.state, folded(&path, before));
    let grow = |bytes: &[u8]| {
        use std::io::Write as _;
        let mut file = std::fs::OpenOptions::new()
            .append(true)
            .open(&path)
            .unwrap();
        file.write_all(bytes).unwrap();
    };
    let (second, third) = rest.split_at(rest.len() / 2);
    grow(second);
    while reel.read_on() {}
    assert!(reel.at > before);
    assert_eq!(reel.at, reel.timeline.lines());
    reel.seek(Seek::Line(2));
    grow(third);
    while reel.read_on() {}
    assert_eq!(reel.at, 2);
    assert!(reel.timeline.lines() > 2);
    let report = reel.seek(Seek::End);
    assert_eq!(report.at, report.lines);
    assert_eq!(reel.state, folded(&path, report.lines));
    // Another file in its place begins again.
    std::fs::remove_file(&path).unwrap();
    std::fs::write(&path, first).unwrap();
    while reel.read_on() {}
    assert_eq!(reel.at, before);
    assert_eq!(reel.state, folded(&path, before));
}

#[test]
fn other_formats_and_torn_files_open() {
    for name in ["capture.ndjson", "dump.ndjson", "torn.ndjson"] {
        let mut reel = reel(&fixture(name));
        assert!(reel.timeline.lines() > 0, "{name}");
        assert_eq!(reel.problem, None, "{name}");
        let report = reel.seek(Seek::Line(1));
        assert_eq!(report.at, 1, "{name}");
        assert!(report.strip.is_none_or(|strip| strip.len() == SLOTS));
    }
}

#[test]
fn the_length_shows_turns_and_troubles() {
    let mut reel = reel(&fixture("interrupted_turn.ndjson"));
    let strip = reel.report(true).strip.unwrap();
    assert!(strip.iter().any(|slot| slot.turn));
    assert!(strip.iter().any(|slot| slot.phase == Phase::Running));
    // It is told once.
    assert!(reel.report(true).strip.is_none());
}
