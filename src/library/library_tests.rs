//! A folder of recordings: what is known about them, what is read once, what is deleted.

use super::*;
use crate::trace::Direction;
use crate::trace::{Header, LineForm, Moment, Note, Recorder};
use std::time::{Duration, SystemTime};

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn recording(path: &Path, lines: &[(Direction, &str)]) -> Recorder {
    let header = Header {
        started: Some(at("2026-01-02T03:04:05Z")),
        cwd: Some("/project".into()),
        ..Header::default()
    };
    let mut recorder = Recorder::create(path, &header).unwrap();
    for (number, (direction, line)) in lines.iter().enumerate() {
        let seq = number as u64 + 1;
        let line = line.as_bytes();
        let _ = recorder.write(
            seq,
            Moment(seq * 500_000),
            *direction,
            line,
            LineForm::of(line),
        );
    }
    let _ = recorder.flush();
    recorder
}

const PROMPT: &str =
    r#"{"type":"user","message":{"role":"user","content":"  Fix the bug\nplease"}}"#;
const RESULT: &str = r#"{"type":"result","subtype":"success","is_error":false,"num_turns":1,"result":"done","session_id":"s-1","total_cost_usd":0.25}"#;

fn exited(code: i32) -> String {
    let note = Note::Exited {
        code: Some(code),
        signal: None,
    };
    serde_json::to_string(&note).unwrap()
}

#[test]
fn a_recording_is_told_in_a_few_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("20260102-030405-7.ndjson");
    let exit = exited(0);
    drop(recording(
        &path,
        &[
            (Direction::Out, PROMPT),
            (Direction::In, RESULT),
            (Direction::Note, &exit),
        ],
    ));
    let summary = summarise(&path).unwrap();
    assert_eq!(summary.title.as_deref(), Some("Fix the bug"));
    assert_eq!(summary.directory.as_deref(), Some("/project"));
    assert_eq!(summary.started, Some(at("2026-01-02T03:04:05Z")));
    assert_eq!((summary.turns, summary.cost_usd), (1, Some(0.25)));
    assert_eq!(summary.session_id.as_deref(), Some("s-1"));
    assert_eq!(summary.ending, Ending::Exited { code: 0 });
    assert_eq!((summary.state.as_str(), summary.lines), ("completed", 3));
    assert!((summary.duration_s - 1.5).abs() < 1e-9);
}

#[test]
fn live_while_its_writer_has_it_and_read_anew_until_then() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("20260102-030405-7.ndjson");
    let writer = recording(&path, &[(Direction::Out, PROMPT)]);
    let (listed, _) = list(folder.path()).unwrap();
    assert!(listed[0].live && listed[0].content.is_ok());
    drop(writer);
    let (listed, _) = list(folder.path()).unwrap();
    assert!(!listed[0].live);
    assert_eq!(listed[0].content.as_ref().unwrap().ending, Ending::Open);
}

#[test]
fn a_file_is_read_once_until_it_changes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("20260102-030405-7.ndjson");
    drop(recording(&path, &[(Direction::Out, PROMPT)]));
    let old = std::fs::metadata(&path).unwrap().modified().unwrap();
    let (first, _) = list(folder.path()).unwrap();
    // Other text of the same size and age: who would look inside would see it.
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("Fix", "Mix")).unwrap();
    let touch = |time: SystemTime| {
        let file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
        file.set_modified(time).unwrap();
    };
    touch(old);
    assert_eq!(list(folder.path()).unwrap().0, first);
    touch(old + Duration::from_secs(1));
    let (again, _) = list(folder.path()).unwrap();
    let title = again[0].content.as_ref().unwrap().title.clone();
    assert_eq!(title.as_deref(), Some("Mix the bug"));
}

#[test]
fn torn_foreign_and_broken_things_are_listed_or_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    drop(recording(
        &path("20260102-030405-7.ndjson"),
        &[(Direction::Out, PROMPT)],
    ));
    let whole = std::fs::read(path("20260102-030405-7.ndjson")).unwrap();
    std::fs::write(path("torn.ndjson"), &whole[..whole.len() - 9]).unwrap();
    std::fs::write(path("binary.ndjson"), b"\0\xff\0").unwrap();
    std::fs::write(path("empty.ndjson"), b"").unwrap();
    std::fs::write(path("notes.txt"), b"mine").unwrap();
    std::fs::create_dir(path("folder.ndjson")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", path("link.ndjson")).unwrap();
    std::fs::write(
        path("index.json"),
        b"{\"version\":1,\"recordings\":[nonsense",
    )
    .unwrap();
    for _ in 0..2 {
        let (listed, _) = list(folder.path()).unwrap();
        let mut told: Vec<_> = listed
            .iter()
            .map(|one| (one.name.as_str(), one.content.is_ok()))
            .collect();
        // What does not say when it began counts by when it was written: now.
        assert_eq!(told[3].0, "20260102-030405-7.ndjson");
        told.sort_unstable();
        let expected = [
            ("20260102-030405-7.ndjson", true),
            ("binary.ndjson", false),
            ("empty.ndjson", false),
            ("torn.ndjson", true),
        ];
        assert_eq!(told, expected);
    }
    let mode =
        std::os::unix::fs::MetadataExt::mode(&std::fs::metadata(path("index.json")).unwrap());
    assert_eq!(mode & 0o777, 0o600);
    let gone = folder.path().join("nowhere");
    assert_eq!(list(&gone).unwrap(), (Vec::new(), Vec::new()));
}

fn listed(name: &str, bytes: u64, age_h: i64, live: bool) -> Listed {
    let modified = at("2026-03-01T00:00:00Z") - chrono::Duration::hours(age_h);
    Listed {
        name: name.to_owned(),
        path: name.into(),
        bytes,
        modified_ms: u64::try_from(modified.timestamp_millis()).unwrap(),
        live,
        content: Ok(Summary::default()),
    }
}

#[test]
fn the_oldest_go_first_and_the_living_never() {
    let now = at("2026-03-01T00:00:00Z");
    let all = [
        listed("20260101-000000-1.ndjson", 10, 1000, false),
        listed("20260102-000000-2.ndjson", 10, 1000, true),
        listed("mine.ndjson", 10, 1000, false),
        listed("20260103-000000-3.ndjson", 10, 20, false),
        listed("20260104-000000-4.ndjson", 10, 10, false),
        listed("20260105-000000-5-2.ndjson", 10, 1, false),
    ];
    let limit = |hours: u64, max_bytes: u64| {
        let max_age = Duration::from_hours(hours);
        Retention { max_age, max_bytes }.choose(&all, now)
    };
    assert_eq!(limit(2000, 1000), []);
    let aged = ("20260101-000000-1.ndjson".to_owned(), Why::Age);
    assert_eq!(limit(100, 1000), vec![aged.clone()]);
    let third = ("20260103-000000-3.ndjson".to_owned(), Why::Size);
    assert_eq!(limit(100, 25), [third.clone(), aged.clone()]);
    let rest = ["20260105-000000-5-2.ndjson", "20260104-000000-4.ndjson"];
    let rest = rest.map(|name| (name.to_owned(), Why::Size));
    assert_eq!(limit(100, 0), [&rest[..], &[third, aged]].concat());
    // Whoever has just made a file may not hold it yet.
    let just_made = [listed("20260106-000000-6.ndjson", 10, 0, false)];
    let nothing = Retention {
        max_age: Duration::ZERO,
        max_bytes: 0,
    };
    assert_eq!(nothing.choose(&just_made, now), []);
    // A clock that stands in the past deletes nothing.
    let early = at("1970-01-01T00:00:00Z");
    assert_eq!(Retention::default().choose(&all, early), []);
}

#[test]
fn a_sweep_deletes_and_remembers_what() {
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("20260102-030405-7.ndjson");
    let new = folder.path().join("20260102-030406-8.ndjson");
    drop(recording(&old, &[(Direction::Out, PROMPT)]));
    drop(recording(&new, &[(Direction::Out, PROMPT)]));
    let file = std::fs::OpenOptions::new().write(true).open(&old).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_hours(24 * 31))
        .unwrap();
    let deleted = sweep(folder.path(), &Retention::default(), Utc::now()).unwrap();
    assert_eq!(deleted.len(), 1);
    assert_eq!(
        (deleted[0].name.as_str(), deleted[0].why),
        ("20260102-030405-7.ndjson", Why::Age)
    );
    assert!(!old.exists() && new.exists());
    assert_eq!(list(folder.path()).unwrap().1, deleted);
    assert_eq!(
        sweep(folder.path(), &Retention::default(), Utc::now()).unwrap(),
        []
    );
}

#[test]
fn names() {
    let name = file_name(at("2026-01-02T03:04:05Z"), 4711);
    assert_eq!(name, "20260102-030405-4711.ndjson");
    assert!(is_ours(&name) && is_ours("20260102-030405-4711-2.ndjson"));
    for other in [
        "mine.ndjson",
        "20260102-030405.ndjson",
        "20260102-030405-x.ndjson",
        "20260102-030405-1.json",
    ] {
        assert!(!is_ours(other), "{other}");
    }
}
