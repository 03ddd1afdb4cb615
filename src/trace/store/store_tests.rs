//! The store on files of every kind, while they grow, and against the plain reader.

use super::*;
use crate::trace::filter::{Filter, Mark, Subject as _};
use crate::trace::{Direction, Item, LineForm, Recorder};
use bytes::Bytes;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;

fn recording(lines: &[(u64, Direction, &str)]) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("a place");
    let path = dir.path().join("r.ndjson");
    let mut recorder = Recorder::create(&path, &Header::default()).expect("a recorder");
    for (seq, (at, direction, line)) in (1..).zip(lines) {
        let line = line.as_bytes();
        let _ = recorder.write(seq, Moment(*at), *direction, line, LineForm::of(line));
    }
    let _ = recorder.flush();
    (dir, path)
}

fn indexed(path: &Path) -> Store {
    let mut store = Store::open(path).expect("it opens");
    while !store.index_some(100).expect("it is read").done {}
    store
}

fn found(store: &mut Store, filter: &str) -> Vec<u32> {
    let filter = Filter::parse(filter).expect(filter);
    (0..store.len())
        .filter(|row| store.fits(&filter, *row).expect("it is read"))
        .collect()
}

const IN: Direction = Direction::In;
const OUT: Direction = Direction::Out;

fn turn() -> Vec<(u64, Direction, &'static str)> {
    vec![
        (
            0,
            Direction::Note,
            r#"{"note":"spawned","pid":1,"interactive":true}"#,
        ),
        (
            10,
            OUT,
            r#"{"type":"control_request","request_id":"1","request":{"subtype":"initialize"}}"#,
        ),
        (
            20,
            IN,
            r#"{"type":"control_request","request_id":"1","request":{"subtype":"mcp_message","server_name":"calc","message":{"method":"initialize","id":0}}}"#,
        ),
        (
            30,
            OUT,
            r#"{"type":"control_response","response":{"subtype":"success","request_id":"1","response":{"mcp_response":{}}}}"#,
        ),
        (
            2_000_000,
            IN,
            r#"{"type":"control_response","response":{"subtype":"success","request_id":"1","response":{}}}"#,
        ),
        (
            2_000_010,
            IN,
            r#"{"type":"stream_event","event":{"type":"message_start","message":{"id":"m"}},"parent_tool_use_id":null}"#,
        ),
        (
            2_000_020,
            IN,
            r#"{"type":"stream_event","event":{"type":"content_block_delta","delta":{"type":"text_delta","text":"x"}},"parent_tool_use_id":null}"#,
        ),
        (
            2_000_030,
            IN,
            r#"{"type":"assistant","message":{"id":"m","content":[{"type":"tool_use","id":"t","name":"mcp__calc__add","input":{}}]},"parent_tool_use_id":null}"#,
        ),
        (
            2_000_040,
            IN,
            r#"{"type":"stream_event","event":{"type":"message_stop"},"parent_tool_use_id":null}"#,
        ),
        (
            2_000_050,
            IN,
            r#"{"type":"control_request","request_id":"ask","request":{"subtype":"can_use_tool","tool_name":"mcp__calc__add","input":{},"tool_use_id":"t"}}"#,
        ),
        (
            2_000_060,
            OUT,
            r#"{"type":"control_response","response":{"subtype":"success","request_id":"ask","response":{"behavior":"allow"}}}"#,
        ),
        (
            2_000_070,
            IN,
            r#"{"type":"control_request","request_id":"run","request":{"subtype":"mcp_message","server_name":"calc","message":{"method":"tools/call","params":{"name":"add","_meta":{"claudecode/toolUseId":"t"}},"id":1}}}"#,
        ),
        (
            2_000_080,
            OUT,
            r#"{"type":"control_response","response":{"subtype":"success","request_id":"run","response":{"mcp_response":{"result":{"isError":true}}}}}"#,
        ),
        (
            2_000_090,
            IN,
            r#"{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":"3"}]}}"#,
        ),
        (
            2_000_100,
            IN,
            r#"{"type":"system","subtype":"hook_started","hook_id":"h","hook_event":"Stop"}"#,
        ),
        (
            2_000_200,
            IN,
            r#"{"type":"system","subtype":"hook_response","hook_id":"h","hook_event":"Stop","outcome":"success"}"#,
        ),
        (
            2_000_210,
            IN,
            r#"{"type":"control_request","request_id":"late","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{},"tool_use_id":"u"}}"#,
        ),
        (
            2_000_220,
            IN,
            r#"{"type":"control_cancel_request","request_id":"late"}"#,
        ),
        (
            2_000_230,
            OUT,
            r#"{"type":"control_response","response":{"subtype":"success","request_id":"late","response":{}}}"#,
        ),
        (
            2_000_240,
            OUT,
            r#"{"type":"control_response","response":{"subtype":"success","request_id":"nobody","response":{}}}"#,
        ),
        (2_000_250, Direction::Stderr, "a word of warning"),
        (2_000_260, IN, "not JSON"),
        (2_000_270, IN, r#"{"type":"weather"}"#),
        (2_000_280, IN, r#"{"type":"user","message":{"#),
        (
            2_000_290,
            IN,
            r#"{"type":"control_request","request_id":"open","request":{"subtype":"hook_callback","callback_id":"c","input":{"hook_event_name":"PreToolUse","tool_name":"Bash"}}}"#,
        ),
    ]
}

#[test]
fn lines_are_paired_and_marked() {
    let (_dir, path) = recording(&turn());
    let mut store = indexed(&path);
    assert_eq!(store.len(), 25);
    for (one, other) in [(1, 4), (2, 3), (7, 13), (9, 10), (11, 12), (14, 15)] {
        assert_eq!(store.partner(one), Some(other));
        assert_eq!(store.partner(other), Some(one));
    }
    let latency = |row| store.line(row).and_then(|line| line.latency());
    assert_eq!(latency(1).map(|took| took.as_micros()), Some(1_999_990));
    assert_eq!(latency(16), None, "withdrawn, not answered");
    for (filter, rows) in [
        ("~pending", vec![24]),
        ("~withdrawn", vec![16]),
        ("~late", vec![18]),
        ("~lint", vec![18, 19]),
        ("~error", vec![12]),
        ("~malformed", vec![21, 23]),
        ("~unknown", vec![22]),
        ("~tool add", vec![7, 9, 10, 11, 12, 13]),
        ("~server calc ~s mcp_message", vec![2, 11]),
        ("~tool bash ~d in", vec![16, 17, 24]),
        ("~s PreToolUse", vec![24]),
        ("~d err,note", vec![0, 20]),
        ("~t noise", vec![21]),
        ("~latency > 1s", vec![1, 4]),
        ("~at 2.00028..", vec![23, 24]),
        ("~age < 15us", vec![23, 24]),
        ("~id la", vec![16, 17, 18]),
        ("WARNING", vec![20]),
        ("~size = 18", vec![22]),
        ("~size < 20", vec![20, 21, 22]),
        ("~b \"^.{17}$\"", vec![20]),
        ("~t stream_event", vec![5, 6, 8]),
        ("seq", vec![]),
    ] {
        assert_eq!(found(&mut store, filter), rows, "{filter}");
    }
    store.mark(3, true);
    assert_eq!(found(&mut store, "~marked"), [3]);
    assert_eq!(store.related(6).expect("read"), [5, 7, 8]);
    assert_eq!(store.related(9).expect("read"), [7, 10, 11, 12, 13]);
    let of_an_answer = store.related(10).expect("read");
    assert_eq!(of_an_answer, [7, 9, 11, 12, 13]);
    assert_eq!(
        store.related(7).expect("read"),
        [5, 6, 8, 9, 10, 11, 12, 13]
    );
    assert_eq!(store.row_of(14).expect("read"), Some(13));
    assert_eq!(store.row_of(99).expect("read"), None);
    assert_eq!(store.row_at(Moment(2_000_000)), 4);
    let words = store.vocabulary();
    assert!(words.servers.contains(&"calc".to_owned()));
    assert!(words.tools.contains(&"Bash".to_owned()));
}

#[test]
fn a_live_session_is_indexed_like_its_recording() {
    let (_dir, path) = recording(&turn());
    let mut recorded = indexed(&path);
    let mut live = Store::live(1 << 20);
    for item in Recording::open(&path).expect("it opens") {
        if let Item::Entry(entry) = item.expect("read") {
            live.append(&Traffic::from_entry(entry));
        }
    }
    assert_eq!(live.len(), recorded.len());
    for filter in [
        "~pending",
        "~tool add",
        "~late",
        "warning",
        "~unknown",
        "~latency > 1s",
    ] {
        assert_eq!(
            found(&mut live, filter),
            found(&mut recorded, filter),
            "{filter}"
        );
    }
    let mut small = Store::live(10);
    for row in 0..3 {
        let said = Bytes::from(format!("line {row}"));
        small.append(&Traffic::stderr(row, Moment(row), said));
    }
    assert_eq!(small.text(2).expect("kept").as_ref(), b"line 2");
    assert_eq!(small.text(0).expect("gone").as_ref(), b"");
}

#[test]
fn entries_are_those_of_the_plain_reader() {
    let (_dir, path) = recording(&turn());
    let mut store = indexed(&path);
    for (row, item) in (0..).zip(Recording::open(&path).expect("it opens")) {
        let Item::Entry(entry) = item.expect("read") else {
            panic!("no damage here");
        };
        assert_eq!(store.entry(row).expect("read"), Some(entry));
    }
    // Backwards and at random, over the edges of the window.
    for row in [24, 3, 23, 0, 12] {
        let (_, _, line) = turn()[row as usize];
        assert_eq!(store.text(row).expect("read").as_ref(), line.as_bytes());
    }
}

#[test]
fn a_file_may_grow_be_truncated_and_be_replaced() {
    let (dir, path) = recording(&turn()[..3]);
    let mut store = indexed(&path);
    assert_eq!(store.len(), 3);
    let whole = std::fs::read(&path).expect("read");
    let mut file = OpenOptions::new().append(true).open(&path).expect("open");
    file.write_all(b"{\"seq\":4,\"t\":0.000030,\"dir\":\"in\",\"msg\":{\"type\":")
        .expect("written");
    assert_eq!(store.index_some(1 << 20).expect("read").rows, 3);
    file.write_all(b"\"result\"}}\n").expect("written");
    assert_eq!(store.index_some(1 << 20).expect("read").rows, 4);
    assert_eq!(
        store.text(3).expect("read").as_ref(),
        br#"{"type":"result"}"#
    );
    // Truncated, and written anew from there.
    std::fs::write(&path, &whole[..whole.len() - 1]).expect("written");
    let progress = store.index_some(1 << 20).expect("read");
    assert!(progress.restarted && progress.rows == 2, "{progress:?}");
    // Replaced by another file that is longer.
    let (_other_dir, other) = recording(&turn());
    std::fs::copy(&other, dir.path().join("new")).expect("copied");
    std::fs::rename(dir.path().join("new"), &path).expect("moved");
    let progress = store.index_some(1 << 20).expect("read");
    assert!(progress.restarted && progress.rows == 25, "{progress:?}");
    assert_eq!(found(&mut store, "~unknown"), [22]);
    // Gone: what was read stays.
    std::fs::remove_file(&path).expect("removed");
    assert_eq!(store.index_some(1 << 20).expect("nothing").rows, 25);
    assert!(store.is_gone());
}

#[test]
fn a_torn_tail_is_no_row_at_any_byte() {
    let (_dir, path) = recording(&turn()[..6]);
    let whole = std::fs::read(&path).expect("read");
    let last = memchr::memrchr(b'\n', &whole[..whole.len() - 1]).expect("lines") + 1;
    for end in last..whole.len() {
        std::fs::write(&path, &whole[..end]).expect("written");
        let mut store = indexed(&path);
        assert_eq!(store.len(), 5, "{end}");
        let torn = store.finish();
        let complete = end == whole.len() - 1;
        assert_eq!(torn, end > last && !complete, "{end}");
        assert_eq!(store.len(), 5 + u32::from(complete), "{end}");
    }
}

#[test]
fn other_formats_and_damage_are_taken_as_they_come() {
    let dir = tempfile::tempdir().expect("a place");
    let path = dir.path().join("x.ndjson");
    let capture = "{\"t\": 0.5, \"dir\": \"out\", \"msg\": {\"type\": \"user\"}}\n\n{\"t\": 1, \"dir\": \"in\", \"msg\": {\"type\":\"result\"}}\nrubbish\n{\"t\":2,\"dir\":\"in\",\"line\":\"say \\u00e4\"}\n";
    std::fs::write(&path, capture).expect("written");
    let mut store = indexed(&path);
    assert_eq!(store.format(), Format::Capture);
    assert_eq!(store.len(), 4);
    assert_eq!(found(&mut store, "~malformed"), [2, 3]);
    assert_eq!(found(&mut store, "~d out"), [0]);
    assert_eq!(
        store.text(0).expect("read").as_ref(),
        br#"{"type": "user"}"#
    );
    assert_eq!(store.text(3).expect("read").as_ref(), "say ä".as_bytes());
    assert!(store.entry(2).expect("read").is_none());
    let transcript = r#"{"parentUuid":null,"type":"user","message":{"content":"hello"},"timestamp":"2026-01-02T03:04:05.000Z"}
{"parentUuid":"a","type":"assistant","message":{"id":"m","content":[{"type":"tool_use","id":"t","name":"Bash"}]},"timestamp":"2026-01-02T03:04:06.000Z"}
{"parentUuid":"b","type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t"}]},"timestamp":"2026-01-02T03:04:08.500Z"}
"#;
    std::fs::write(&path, transcript).expect("written");
    let mut store = indexed(&path);
    assert_eq!(found(&mut store, "~d out"), [0]);
    assert_eq!(found(&mut store, "~latency = 2500ms"), [1, 2]);
    assert_eq!(store.last_moment(), Moment(3_500_000));
}

#[test]
fn a_line_of_many_megabytes_is_known_by_its_head() {
    let dir = tempfile::tempdir().expect("a place");
    let path = dir.path().join("x.ndjson");
    let long = "x".repeat(20 << 20);
    let lines = format!(
        "{{\"seq\":1,\"t\":0.000001,\"dir\":\"in\",\"msg\":{{\"type\":\"user\",\"a\":\"{long}\"}}}}\n{{\"seq\":2,\"t\":0.000002,\"dir\":\"in\",\"msg\":{{\"type\":\"result\"}}}}\n"
    );
    std::fs::write(&path, lines).expect("written");
    let mut store = indexed(&path);
    assert_eq!(found(&mut store, "~t user"), [0]);
    assert_eq!(found(&mut store, "~lint"), [0]);
    assert_eq!(found(&mut store, "~t result"), [1]);
    assert_eq!(found(&mut store, "~malformed"), Vec::<u32>::new());
    assert_eq!(store.text(0).expect("read").len(), long.len() + 22);
    assert_eq!(
        store.text(1).expect("read").as_ref(),
        br#"{"type":"result"}"#
    );
}

/// Every part of a search says what asking line by line says.
#[test]
fn a_search_in_parts_finds_what_asking_each_line_finds() {
    let dir = tempfile::tempdir().expect("a place");
    let path = dir.path().join("r.ndjson");
    let mut recorder = Recorder::create(&path, &Header::default()).expect("a recorder");
    for seq in 1..6_000_u64 {
        let (direction, line) = match seq % 997 {
            3 => (
                Direction::Stderr,
                format!("Needle \"{seq}\" on standard error"),
            ),
            5 => (IN, format!("no json, needle\t{seq}")),
            7 => (
                IN,
                format!(r#"{{"type":"user","message":"a NEEDLE \"{seq}\""}}"#),
            ),
            // Often, and side by side.
            8..40 => (
                OUT,
                format!(r#"{{"type":"user","id":"toolu_{seq}","x":"needle {seq}"}}"#),
            ),
            _ => (
                IN,
                format!(r#"{{"type":"result","text":"{}"}}"#, "hay ".repeat(40)),
            ),
        };
        let mut line = line.into_bytes();
        if seq % 997 == 5 {
            line.push(0xff);
        }
        let form = LineForm::of(&line);
        let _ = recorder.write(seq, Moment(seq), direction, &line, form);
    }
    drop(recorder);
    let mut store = indexed(&path);
    let filters = [
        "needle",
        "~b needle",
        "~b NEEDLE ~d in",
        "~id toolu_30",
        "~b ^no",
        "~b \"needle.[0-9]+7\"",
        "~b \"hay $\"",
        "~b x(.|\\n)*needle",
        "!needle ~t user",
        "needle | ~d stderr",
        "\"needle \\\"\"",
        "~t user",
        "stderr",
        "noise needle",
        "nowhere",
    ];
    let mut least = usize::MAX;
    for text in filters {
        let filter = Filter::parse(text).expect(text);
        let one_by_one = found(&mut store, text);
        least = least.min(one_by_one.len());
        for budget in [0, 1_000, 100_000, u64::MAX] {
            let (mut rows, mut from) = (Vec::new(), 0);
            while from < store.len() {
                let next = store
                    .fitting(&filter, from, budget, &mut rows)
                    .expect("it is read");
                assert!(next > from, "{text}: no way forward at {from}");
                from = next;
            }
            assert_eq!(rows, one_by_one, "{text} with {budget}");
        }
    }
    assert_eq!(least, 0, "one of them finds nothing, and only that one");
    assert!(found(&mut store, "needle").len() > 190);
}

#[test]
fn lines_of_a_live_session_that_are_no_longer_kept_are_read_from_its_recording() {
    use crate::trace::Wrote;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("live.ndjson");
    let mut recorder = Recorder::create(&path, &Header::default()).unwrap();
    let mut store = Store::live(2000);
    store.recorded_at(&path);
    let body = |row: u32| match row % 7 {
        3 => format!("no JSON at all {row}"),
        _ => format!(
            r#"{{"type":"system","subtype":"status","row":{row},"x":"{}"}}"#,
            "y".repeat(row as usize % 90 * 20)
        ),
    };
    for row in 0..1000_u32 {
        let line = crate::wire::Line::Whole(body(row).into());
        let traffic = Traffic::received(u64::from(row) + 1, Moment(u64::from(row) * 1000), line);
        let form = LineForm::of(&traffic.line);
        let wrote = recorder.write(
            traffic.seq,
            traffic.at,
            traffic.direction,
            &traffic.line,
            form,
        );
        assert!(matches!(wrote, Wrote::Kept));
        store.append(&traffic);
    }
    assert!(matches!(recorder.flush(), Wrote::Kept));
    assert!(!store.is_in_reach(0) && store.is_in_reach(999));
    assert!(store.entry(0).unwrap().is_none());
    // A bounded part at a time; what is found can be read at once.
    assert!(store.catch_up(300));
    assert!(store.is_in_reach(0));
    while store.catch_up(10_000) {}
    let rows = (0..1000)
        .chain((0..1000).rev().step_by(37))
        .chain([5, 500, 6, 501]);
    for row in rows {
        assert!(store.is_in_reach(row));
        let entry = store.entry(row).unwrap().unwrap();
        assert_eq!(entry.line, body(row), "{row}");
    }
    let filter = Filter::parse("\"all 521\"").unwrap();
    let fits: Vec<u32> = (0..1000)
        .filter(|row| store.fits(&filter, *row).unwrap())
        .collect();
    assert_eq!(fits, [521]);
    // Another file in its place is not taken for it.
    let mut other = Store::live(10);
    other.recorded_at(&path);
    for row in 0..20_u32 {
        let line = crate::wire::Line::Whole(body(row).into());
        other.append(&Traffic::received(u64::from(row) + 1, Moment(7), line));
    }
    while other.catch_up(10_000) {}
    assert!(other.entry(3).unwrap().is_none());
    // And one that is not there is no trouble.
    let mut none = Store::live(10);
    none.recorded_at(folder.path().join("nothing"));
    for row in 0..20_u32 {
        let line = crate::wire::Line::Whole(body(row).into());
        none.append(&Traffic::received(u64::from(row) + 1, Moment(7), line));
    }
    assert!(!none.catch_up(10_000));
    assert!(none.is_in_reach(0) && none.entry(0).unwrap().is_none());
}

#[test]
fn a_header_of_any_length_is_no_line_of_a_live_session() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("live.ndjson");
    let header = Header {
        argv: vec!["x".repeat(700 << 10)],
        ..Header::default()
    };
    let mut recorder = Recorder::create(&path, &header).unwrap();
    let mut store = Store::live(10);
    store.recorded_at(&path);
    for row in 0..100_u64 {
        let line = crate::wire::Line::Whole(format!(r#"{{"row":{row}}}"#).into());
        let traffic = Traffic::received(row + 1, Moment(row), line);
        let form = LineForm::of(&traffic.line);
        let _ = recorder.write(row + 1, traffic.at, traffic.direction, &traffic.line, form);
        store.append(&traffic);
    }
    let _ = recorder.flush();
    while store.catch_up(100_000) {}
    for row in 0..100 {
        let entry = store.entry(row).unwrap().expect("it is in the file");
        assert_eq!(entry.line, format!(r#"{{"row":{row}}}"#));
    }
}

#[test]
fn what_a_list_calls_a_line_is_found_by_a_search_in_parts_too() {
    let dir = tempfile::tempdir().expect("a place");
    let path = dir.path().join("r.ndjson");
    let init = "{\"type\":\"system\",\"subtype\":\"init\"}\n";
    let other = "{\"type\":\"user\",\"at\":\"src/main\"}\n".repeat(5_000);
    std::fs::write(&path, [&other, init, &other].concat()).expect("written");
    let mut store = indexed(&path);
    for (text, expected) in [("system/init", 1), ("SYSTEM/in", 1), ("src/main", 10_000)] {
        let filter = Filter::parse(text).expect(text);
        let mut rows = Vec::new();
        let next = store.fitting(&filter, 0, u64::MAX, &mut rows);
        assert_eq!(next.expect("it is read"), store.len());
        assert_eq!(rows.len(), expected, "{text}");
    }
}

#[test]
fn ids_are_offered_from_where_one_is() {
    let dir = tempfile::tempdir().expect("a place");
    let path = dir.path().join("r.ndjson");
    let line = |number| format!("{{\"type\":\"control_request\",\"request_id\":\"r{number}\"}}\n");
    let lines: String = (0..10_000).map(line).collect();
    std::fs::write(&path, lines).expect("written");
    let mut store = indexed(&path);
    assert_eq!(store.ids_near(500, 3), ["r500", "r499", "r498"]);
    assert_eq!(store.ids_near(u32::MAX, 1), ["r9999"]);
    assert!(
        store.ids_near(9_000, 100_000).len() < 1_000,
        "that is bounded"
    );
}

#[test]
fn a_transcript_has_the_same_times_and_ways_however_it_is_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/stored");
    let mut sent = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let mut store = Store::open(&path).unwrap();
        while !store.index_some(1 << 20).unwrap().done {}
        store.finish();
        let mut recording = Recording::open(&path).unwrap();
        for row in 0..store.len() {
            let Some(Ok(Item::Entry(read))) = recording.next() else {
                panic!("{path:?} {row}");
            };
            assert_eq!(store.entry(row).unwrap().unwrap(), read, "{path:?} {row}");
            sent += u32::from(read.direction == Direction::Out);
            let line = store.line(row).unwrap();
            assert!(
                !line.has(Mark::Unknown) && !line.has(Mark::Lint),
                "{path:?} {row}"
            );
            assert!(!line.has(Mark::Pending), "{path:?} {row}");
        }
        assert!(recording.next().is_none());
        assert_eq!(store.started(), recording.started());
        assert!(store.started().is_some(), "{path:?}");
        assert!(
            store.last_moment() > Moment::START || store.len() < 10,
            "{path:?}"
        );
    }
    assert!(sent > 15, "{sent}");
}

#[test]
fn another_file_in_its_place_may_be_of_another_kind() {
    let (_dir, path) = recording(&turn()[..3]);
    let mut store = indexed(&path);
    assert!(store.header().is_some());
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/stored");
    let transcript = std::fs::read(stored.join("bash_allowed.jsonl")).expect("read");
    // Emptied first, and written a moment later.
    std::fs::write(&path, b"").expect("written");
    let progress = store.index_some(1 << 20).expect("read");
    assert!(progress.restarted && progress.rows == 0, "{progress:?}");
    std::fs::write(&path, &transcript).expect("written");
    let progress = store.index_some(1 << 20).expect("read");
    assert!(progress.restarted && progress.rows == 28, "{progress:?}");
    assert_eq!(store.format(), Format::Transcript);
    assert!(store.header().is_none() && store.last_moment() > Moment::START);
    assert!(!store.index_some(1 << 20).expect("read").restarted);
}

/// Some lines of a dump carry a time: it is still a file without times, for every command.
#[test]
fn a_dump_has_no_times_and_no_term_about_time_fits() {
    let dir = tempfile::tempdir().expect("a place");
    let path = dir.path().join("d.ndjson");
    let text = r#"{"type":"assistant","message":{"id":"m","content":[{"type":"tool_use","id":"t","name":"Bash"}]}}
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t"}]},"timestamp":"2026-01-02T03:04:05.000Z"}
{"type":"user","message":{"content":"x"},"timestamp":"2026-01-02T03:04:08.500Z"}
"#;
    std::fs::write(&path, text).expect("written");
    let mut store = indexed(&path);
    assert_eq!(store.format(), Format::Dump);
    assert_eq!(
        (store.last_moment(), store.started()),
        (Moment::START, None)
    );
    assert_eq!(store.line(0).and_then(|line| line.partner()), Some(1));
    for filter in ["~latency < 1ms", "~age < 1s", "~at 0..1"] {
        assert_eq!(found(&mut store, filter), Vec::<u32>::new(), "{filter}");
    }
}

/// What `wire` does not read is marked, and what is odd about one line is not said of the next one like it.
#[test]
fn doubtful_lines_are_looked_at_more_closely() {
    let dir = tempfile::tempdir().expect("a place");
    let path = dir.path().join("d.ndjson");
    let (open, close) = ("[".repeat(130), "]".repeat(130));
    let lines = [
        r#"{"type":"assistant","message":"text"}"#.to_owned(),
        r#"{"type":"assistant","message":{"content":[]}}"#.to_owned(),
        format!(r#"{{"type":"user","message":{{"content":[]}},"a":{open}{close}}}"#),
        r#"{"type":"result","x":1e400}"#.to_owned(),
        r#"{"type":"result","x":{"y":[true,1E400]}}"#.to_owned(),
        r#"{"type":"user","message":{"content":[]},"x":{"y":[false,1e4]},"z":1e-7}"#.to_owned(),
        "the end".to_owned(),
    ];
    std::fs::write(&path, lines.join("\n")).expect("written");
    let mut store = indexed(&path);
    assert!(!store.finish());
    assert_eq!(found(&mut store, "~unknown"), [0]);
    assert_eq!(found(&mut store, "~malformed"), [2, 3, 4, 6]);
}
