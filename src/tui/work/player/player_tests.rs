//! Time travel: wherever one goes in a recording, and from where, the session is what folding the lines before gives.

use super::reel::Reel;
use super::strip::SLOTS;
use crate::session::{Phase, State};
use crate::trace::filter::Filter;
use crate::trace::store::Store;
use crate::trace::{Direction, Header, Item, LineForm, Moment, Recorder, Recording, Traffic};
use crate::tui::model::{Report, SeatKey, Seek, Thing};
use crate::tui::panes::traffic::Shelf;
use proptest::prelude::*;
use std::io::Write as _;
use std::path::{Path, PathBuf};

const KEY: SeatKey = SeatKey(1);

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures/recordings")
        .join(name)
}

fn reel(path: &Path) -> Reel {
    let mut reel = Reel::open(path, KEY, false).unwrap();
    all(&mut reel);
    reel
}

/// Does everything there is to do.
fn all(reel: &mut Reel) {
    reel.read_on();
    while reel.is_busy() {
        reel.read_on();
    }
    // A file that is followed may have changed meanwhile.
    reel.read_on();
}

fn go(reel: &mut Reel, seek: Seek) -> Report {
    reel.seek(&[seek])
}

/// The session after that many lines, folded from the first.
fn folded(path: &Path, lines: u32) -> State {
    let mut state = State::default();
    for (number, item) in (1..).zip(Recording::open(path).unwrap().take(lines as usize)) {
        if let Item::Entry(mut entry) = item.unwrap() {
            entry.seq = number;
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
            let report = go(&mut reel, seek);
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
    let lines = reel.len();
    assert_eq!(reel.at, lines);
    assert_eq!(go(&mut reel, Seek::Line(0)).at, 0);
    let turns: Vec<u32> = std::iter::from_fn(|| {
        let report = go(&mut reel, Seek::Next(Thing::Turn));
        report.missing.is_none().then_some(report.at)
    })
    .collect();
    assert!(turns.len() >= 2 && turns.is_sorted(), "{turns:?}");
    for at in turns.iter().rev().skip(1) {
        assert_eq!(go(&mut reel, Seek::Previous(Thing::Turn)).at, *at);
    }
    assert_eq!(
        go(&mut reel, Seek::Previous(Thing::Turn)).missing,
        Some(Thing::Turn)
    );
    assert_eq!(go(&mut reel, Seek::Line(1)).at, 1);
    assert_eq!(go(&mut reel, Seek::Previous(Thing::Line)).at, 0);
    assert_eq!(
        go(&mut reel, Seek::Previous(Thing::Line)).missing,
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
    all(&mut reel);
    let before = reel.at;
    assert_eq!(*reel.session().0, folded(&path, before));
    let grow = |bytes: &[u8]| {
        let mut file = std::fs::OpenOptions::new()
            .append(true)
            .open(&path)
            .unwrap();
        file.write_all(bytes).unwrap();
    };
    let (second, third) = rest.split_at(rest.len() / 2);
    grow(second);
    all(&mut reel);
    assert!(reel.at > before);
    assert_eq!(reel.at, reel.len());
    go(&mut reel, Seek::Line(2));
    grow(third);
    all(&mut reel);
    assert_eq!(reel.at, 2);
    assert!(reel.len() > 2);
    let report = go(&mut reel, Seek::End);
    assert_eq!(report.at, report.lines);
    assert_eq!(*reel.session().0, folded(&path, report.lines));
    // Another file in its place begins again.
    std::fs::remove_file(&path).unwrap();
    std::fs::write(&path, first).unwrap();
    all(&mut reel);
    assert_eq!(reel.at, before);
    assert_eq!(*reel.session().0, folded(&path, before));
}

#[test]
fn other_formats_and_torn_files_open() {
    for name in ["capture.ndjson", "dump.ndjson", "torn.ndjson"] {
        let mut reel = reel(&fixture(name));
        assert!(reel.len() > 0, "{name}");
        assert_eq!(reel.problem, None, "{name}");
        let report = go(&mut reel, Seek::Line(1));
        assert_eq!(report.at, 1, "{name}");
        assert!(report.strip.is_none_or(|strip| strip.len() == SLOTS));
    }
}

#[test]
fn the_length_shows_turns_and_troubles() {
    let mut reel = reel(&fixture("interrupted_turn.ndjson"));
    let strip = reel.report().strip.unwrap();
    assert!(strip.iter().any(|slot| slot.turn));
    assert!(strip.iter().any(|slot| slot.phase == Phase::Running));
    // It is told once.
    assert!(reel.report().strip.is_none());
}

#[test]
fn what_is_only_worth_knowing_is_no_trouble() {
    let told = r#"{"type":"assistant","message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"\ud83d"}]}}"#;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("half.ndjson");
    std::fs::write(&path, format!("{told}\n")).unwrap();
    let mut reel = reel(&path);
    assert!(
        go(&mut reel, Seek::End)
            .findings
            .iter()
            .any(|one| one.rule == "surrogate")
    );
    go(&mut reel, Seek::Line(0));
    assert!(reel.troubles.is_empty());
}

/// A recording of a few turns, again and again.
fn long(folder: &Path, times: usize) -> PathBuf {
    let path = folder.join("long.ndjson");
    let text = std::fs::read_to_string(fixture("tool_turn.ndjson")).unwrap();
    let (header, lines) = text.split_once('\n').unwrap();
    let mut file = std::fs::File::create(&path).unwrap();
    writeln!(file, "{header}").unwrap();
    for _ in 0..times {
        file.write_all(lines.as_bytes()).unwrap();
    }
    path
}

fn fitting(shelf: &Shelf) -> Vec<u32> {
    let sieve = &shelf.lines().sieve;
    let rows = (0..sieve.len()).filter_map(|index| sieve.get(index));
    rows.flat_map(|sifted| [sifted.row, sifted.last]).collect()
}

#[test]
fn a_filter_over_the_file_finds_what_one_over_memory_does() {
    let folder = tempfile::tempdir().unwrap();
    let path = long(folder.path(), 300);
    let mut reel = reel(&path);
    let mut store = Store::live(usize::MAX);
    for item in Recording::open(&path).unwrap() {
        if let Item::Entry(entry) = item.unwrap() {
            store.append(&Traffic::from_entry(entry));
        }
    }
    let memory = Shelf::new(store);
    for text in [
        "",
        "~d in",
        "~t stream_event",
        "tool",
        "\"a.*z",
        "~e | ~t result",
        "no such text",
    ] {
        let filter = Filter::parse(text).ok();
        for shelf in [&reel.shelf, &memory] {
            shelf.lines().sieve.set_filter(filter.clone());
        }
        let lines = &mut *memory.lines();
        lines.sieve.sift(&mut lines.store, u64::MAX);
        let expected = {
            let sieve = &lines.sieve;
            let rows = (0..sieve.len()).filter_map(|index| sieve.get(index));
            rows.flat_map(|sifted| [sifted.row, sifted.last])
                .collect::<Vec<_>>()
        };
        all(&mut reel);
        assert_eq!(fitting(&reel.shelf), expected, "{text}");
    }
}

#[test]
fn a_filter_goes_a_piece_at_a_time_and_another_one_takes_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let mut reel = reel(&long(folder.path(), 3000));
    let lines = reel.len();
    let set = |reel: &Reel, text: &str| {
        let filter = Filter::parse(text).ok();
        reel.shelf.lines().sieve.set_filter(filter);
    };
    set(&reel, "no such text");
    assert!(reel.read_on() && reel.is_busy(), "only a part of it");
    let next = reel.shelf.lines().sieve.next();
    assert!(next > 0 && next < lines / 2, "{next} of {lines}");
    set(&reel, "~t result");
    all(&mut reel);
    let fitting = reel.shelf.lines().sieve.fitting();
    assert!(fitting >= 3000 && fitting < lines);
}

#[test]
fn a_place_that_is_not_worked_out_yet_is_told_so_and_shown_when_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = long(folder.path(), 600);
    let mut reel = Reel::open(&path, KEY, false).unwrap();
    reel.read_on();
    reel.read_on();
    while reel.report().read.is_some() {
        reel.read_on();
    }
    let report = go(&mut reel, Seek::Line(9_000));
    assert!(report.lines > 9_000, "{}", report.lines);
    assert!(report.worked_out < 9_000, "{}", report.worked_out);
    assert_eq!((report.at, report.answers), (9_000, 1));
    assert!(report.known < 9_000);
    let mut shown = None;
    while reel.is_busy() {
        reel.read_on();
        let report = reel.report();
        assert_eq!(report.at, 9_000, "one stays where one went");
        if report.known == 9_000 && shown.is_none() {
            shown = report.state;
        }
    }
    assert_eq!(*shown.unwrap(), folded(&path, 9_000));
    let report = go(&mut reel, Seek::End);
    assert_eq!(report.known, report.lines);
    assert_eq!(*report.state.unwrap(), folded(&path, report.lines));
}

#[test]
fn the_first_lines_are_shown_before_the_rest_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let mut reel = Reel::open(&long(folder.path(), 3000), KEY, false).unwrap();
    reel.read_on();
    reel.read_on();
    let report = reel.report();
    assert!(
        report.read.is_some_and(|read| read < 90),
        "{:?}",
        report.read
    );
    assert!(report.known > 0 && report.state.is_some());
    assert!(!reel.shelf.lines().sieve.is_empty());
}

#[test]
fn several_places_at_once_are_one_way() {
    let mut reel = reel(&fixture("tool_turn.ndjson"));
    let report = reel.seek(&[
        Seek::Line(3),
        Seek::Next(Thing::Line),
        Seek::Next(Thing::Line),
    ]);
    assert_eq!((report.at, report.answers), (5, 3));
}

#[test]
fn a_file_that_becomes_shorter_begins_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = long(folder.path(), 3);
    let mut reel = Reel::open(&path, KEY, true).unwrap();
    all(&mut reel);
    let filter = Filter::parse("~t result").ok();
    reel.shelf.lines().sieve.set_filter(filter);
    all(&mut reel);
    let (lines, results) = (reel.len(), reel.shelf.lines().sieve.fitting());
    let whole = std::fs::read(fixture("tool_turn.ndjson")).unwrap();
    std::fs::write(&path, &whole).unwrap();
    all(&mut reel);
    assert_eq!(reel.len(), lines / 3);
    assert_eq!(reel.shelf.lines().sieve.fitting(), results / 3);
    assert_eq!(*reel.session().0, folded(&path, lines / 3));
}

#[test]
fn what_is_said_to_be_wrong_can_be_gone_to() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("waits.ndjson");
    // Asked, and nobody answers for a long time: no line of it is marked.
    let text = std::fs::read_to_string(fixture("tool_turn.ndjson")).unwrap();
    let header = text.split_once('\n').unwrap().0;
    let asks = r#"{"type":"control_request","request_id":"r1","request":{"subtype":"mcp_message","server_name":"s","message":{"jsonrpc":"2.0","id":1,"method":"tools/list"}}}"#;
    let answer = r#"{"type":"control_response","response":{"subtype":"success","request_id":"r1","response":{"mcp_response":{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}}}}"#;
    let status = r#"{"type":"system","subtype":"status","status":null,"session_id":"s"}"#;
    let mut lines = format!("{header}\n");
    for (number, at, way, line) in [
        (1, 0, "in", status),
        (2, 1, "in", asks),
        (3, 400, "out", answer),
        (4, 401, "in", status),
    ] {
        let envelope = format!("{{\"seq\":{number},\"t\":{at}.0,\"dir\":\"{way}\",\"msg\":");
        lines.extend([envelope.as_str(), line, "}\n"]);
    }
    std::fs::write(&path, lines).unwrap();
    let mut reel = reel(&path);
    go(&mut reel, Seek::Line(0));
    let report = go(&mut reel, Seek::Next(Thing::Trouble));
    assert_eq!(
        (report.at, report.missing),
        (2, None),
        "{:?}",
        report.findings
    );
}

/// A session that goes on without a word: what waits in it waits longer and longer, and that is told.
#[test]
fn time_passes_in_a_session_that_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("live.ndjson");
    let header = Header {
        started: Some(chrono::Utc::now() - chrono::Duration::seconds(60)),
        ..Header::default()
    };
    let mut recorder = Recorder::create(&path, &header).unwrap();
    let hook = br#"{"type":"control_request","request_id":"h","request":{"subtype":"hook_callback","callback_id":"g","input":{"hook_event_name":"Stop"}}}"#;
    let at = Moment(1_000_000);
    let _ = recorder.write(1, at, Direction::In, hook, LineForm::Json);
    let _ = recorder.flush();
    let mut reel = Reel::open(&path, KEY, true).unwrap();
    all(&mut reel);
    let report = reel.report();
    assert_eq!((report.lines, report.time), (1, at));
    assert!(report.now >= Moment(60_000_000), "{:?}", report.now);
    let says = |report: &Report| {
        report
            .findings
            .iter()
            .any(|found| found.rule == "unanswered")
    };
    assert!(says(&report), "{:?}", report.findings);
    // An earlier moment has its own time.
    let before = go(&mut reel, Seek::Time(at));
    assert!(before.now == at && !says(&before));
    // And so has a recording that nobody writes any more.
    drop(recorder);
    let mut reel = Reel::open(&path, KEY, true).unwrap();
    all(&mut reel);
    let report = reel.report();
    assert!(report.now == at && !says(&report));
}

/// No line of a transcript says that a turn is over, and not every turn begins with a prompt.
#[test]
fn the_turns_of_a_transcript_are_gone_through_both_ways() {
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/stored");
    let path = stored.join("agent_in_background.jsonl");
    let mut reel = reel(&path);
    go(&mut reel, Seek::Line(0));
    let mut places = Vec::new();
    loop {
        let report = go(&mut reel, Seek::Next(Thing::Turn));
        if report.missing.is_some() {
            break;
        }
        places.push(report.at);
        assert_eq!(reel.state, folded(&path, report.at));
    }
    let states: Vec<bool> = places
        .iter()
        .map(|at| folded(&path, *at).turn_open())
        .collect();
    assert_eq!(states, [true, false, true, false], "{places:?}");
    for before in places.iter().rev().skip(1) {
        assert_eq!(go(&mut reel, Seek::Previous(Thing::Turn)).at, *before);
    }
    let end = go(&mut reel, Seek::End).end;
    let drawn = reel.strip.drawn(reel.len(), end);
    assert!(drawn.iter().filter(|slot| slot.turn).count() >= 3);
}
