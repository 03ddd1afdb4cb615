//! Files as they come out of the recorder: mode, refusals, failures, and every byte.

use std::error::Error;

use proptest::prelude::*;

use super::super::gather::LARGE;
use super::super::{Entry, Item, Recording};
use super::*;

type Outcome = Result<(), Box<dyn Error>>;

const FORMS: [LineForm; 3] = [LineForm::Json, LineForm::Text, LineForm::Bytes];

fn put(recorder: &mut Recorder, seq: u64, line: &[u8]) -> Wrote {
    recorder.write(seq, Moment(seq), Direction::In, line, LineForm::of(line))
}

fn entries(path: &Path) -> Result<Vec<Entry>, TraceError> {
    Recording::open(path)?
        .map(|item| match item? {
            Item::Entry(entry) => Ok(entry),
            other => Err(TraceError::writing(
                path,
                io::Error::other(format!("{other:?}")),
            )),
        })
        .collect()
}

#[test]
fn a_flushed_entry_is_in_the_file_while_the_recorder_lives() -> Outcome {
    let dir = tempfile::tempdir()?;
    let path = dir.path().join("made/for/it/r.ndjson");
    let mut recorder = Recorder::create(&path, &Header::default())?;
    assert!(matches!(put(&mut recorder, 1, b"{}"), Wrote::Kept));
    assert_eq!(entries(&path)?.len(), 0);
    assert!(matches!(recorder.flush(), Wrote::Kept));
    assert_eq!(entries(&path)?.len(), 1);
    assert!(matches!(put(&mut recorder, 2, b"x"), Wrote::Kept));
    drop(recorder);
    assert_eq!(entries(&path)?.len(), 2);
    Ok(())
}

#[cfg(unix)]
#[test]
fn files_and_made_directories_are_private() -> Outcome {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = |path: &Path| fs::metadata(path).map(|found| found.permissions().mode() & 0o777);
    let dir = tempfile::tempdir()?;
    let path = dir.path().join("made/r.ndjson");
    Recorder::create(&path, &Header::default())?;
    assert_eq!(mode(&path)?, 0o600);
    assert_eq!(mode(&dir.path().join("made"))?, 0o700);

    fs::set_permissions(&path, fs::Permissions::from_mode(0o644))?;
    Recorder::replace(&path, &Header::default())?;
    assert_eq!(mode(&path)?, 0o600);
    Ok(())
}

#[test]
fn what_exists_is_replaced_only_on_request() -> Outcome {
    let dir = tempfile::tempdir()?;
    let path = dir.path().join("r.ndjson");
    fs::write(&path, "precious")?;
    let refused = Recorder::create(&path, &Header::default());
    assert!(matches!(refused, Err(TraceError::Exists { .. })));
    assert_eq!(fs::read_to_string(&path)?, "precious");
    Recorder::replace(&path, &Header::default())?;
    assert!(fs::read_to_string(&path)?.starts_with("{\"cca_recording\":1,"));

    for refused in [
        Recorder::create(dir.path(), &Header::default()),
        Recorder::replace(dir.path(), &Header::default()),
    ] {
        assert!(matches!(refused, Err(TraceError::Directory { .. })));
    }
    let below_file = Recorder::create(path.join("deeper"), &Header::default());
    assert!(matches!(
        below_file,
        Err(TraceError::NotBelowDirectory { .. })
    ));
    Ok(())
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_symbolic_link() -> Outcome {
    let dir = tempfile::tempdir()?;
    let (link, target) = (dir.path().join("link"), dir.path().join("target"));
    std::os::unix::fs::symlink(&target, &link)?;
    let created = Recorder::create(&link, &Header::default());
    assert!(matches!(created, Err(TraceError::Exists { .. })));
    let replaced = Recorder::replace(&link, &Header::default());
    assert!(matches!(replaced, Err(TraceError::SymbolicLink { .. })));
    assert!(!target.exists());
    Ok(())
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_stops_the_recording_once_and_nothing_else() -> Outcome {
    let at_start = Recorder::replace("/dev/full", &Header::default());
    assert!(matches!(at_start, Err(TraceError::Write { .. })));

    let full = || OpenOptions::new().write(true).open("/dev/full");
    let mut recorder = Recorder::over(Path::new("/dev/full"), full()?, 0);
    assert!(matches!(put(&mut recorder, 1, b"{}"), Wrote::Kept));
    let Wrote::Stopped(reason) = recorder.flush() else {
        return Err("a full disk went unnoticed".into());
    };
    assert_eq!(reason.code(), "RECORDING");
    assert!(reason.to_string().contains("session goes on"), "{reason}");
    assert!(!recorder.is_recording());
    assert!(matches!(put(&mut recorder, 2, b"{}"), Wrote::Skipped));
    assert!(matches!(recorder.flush(), Wrote::Skipped));
    assert_eq!(
        (recorder.gathered.len(), recorder.gathered.end().capacity()),
        (0, 0)
    );

    // A line over the buffer meets the failure in `write` itself.
    let mut recorder = Recorder::over(Path::new("/dev/full"), full()?, 0);
    let big = vec![b'x'; BUFFER];
    assert!(matches!(put(&mut recorder, 1, &big), Wrote::Stopped(_)));
    assert!(matches!(recorder.flush(), Wrote::Skipped));
    Ok(())
}

#[test]
fn the_buffer_does_not_keep_the_size_of_a_huge_line() -> Outcome {
    let dir = tempfile::tempdir()?;
    let path = dir.path().join("r.ndjson");
    let mut recorder = Recorder::create(&path, &Header::default())?;
    let filler = "é".repeat(4 * 1024 * 1024);
    let line = format!("{{\"a\":\"{filler}\"}}");
    assert!(matches!(
        put(&mut recorder, 1, line.as_bytes()),
        Wrote::Kept
    ));
    assert_eq!(recorder.gathered.len(), 0);
    assert!(recorder.gathered.end().capacity() <= BUFFER);
    let found = entries(&path)?;
    assert!(found.first().is_some_and(|entry| entry.line == line));
    Ok(())
}

#[test]
fn odd_lines_survive() -> Outcome {
    let dir = tempfile::tempdir()?;
    let path = dir.path().join("r.ndjson");
    let lines: [&[u8]; 12] = [
        b"",
        b"\r",
        b"\0",
        b"{}\r",
        b"{\"a\":\r1}",
        b"{\"a\":\n1}",
        br#"{"a":"\ud800","b":1e400,"b":-0.0}"#,
        b"\xef\xbb\xbf{}",
        b"}}",
        br#"{"seq":1,"t":0.000000,"dir":"in","msg":{}}"#,
        "\u{2028}\u{7f}\u{85}\"\\".as_bytes(),
        b"\xed\xa0\x80",
    ];
    let mut recorder = Recorder::create(&path, &Header::default())?;
    for line in lines {
        assert!(matches!(put(&mut recorder, 7, line), Wrote::Kept));
    }
    drop(recorder);
    let found = entries(&path)?;
    assert_eq!(found.len(), lines.len());
    for (entry, line) in found.iter().zip(lines) {
        assert_eq!(entry.line, line);
    }
    // Every line of the file is JSON, so that other tools can read it.
    for line in fs::read(&path)?.split_inclusive(|byte| *byte == b'\n') {
        assert!(super::super::entry::is_json(line));
    }
    Ok(())
}

fn any_line() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..200),
        any::<String>().prop_map(String::into_bytes),
        // Close to JSON, and sometimes it.
        "\\{(\"[a-z]{0,3}\":[\\[\\]{}0-9\",\\\\\r\n]{0,8}){0,2}\\}".prop_map(String::into_bytes),
        any::<String>().prop_map(|text| {
            serde_json::to_vec(&std::collections::BTreeMap::from([("k", text)])).unwrap_or_default()
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    /// Whatever the line, and whatever the caller takes it for.
    #[test]
    fn any_bytes_come_back(
        lines in prop::collection::vec((any_line(), any::<u64>(), 0..=Moment::FAR.0, 0..3_usize, 0..4_usize), 0..12)
    ) {
        let directions = [Direction::In, Direction::Out, Direction::Stderr, Direction::Note];
        let mut file = Header::default().encode()?;
        let mut expected = Vec::new();
        for (line, seq, at, hint, direction) in lines {
            let hint = FORMS.get(hint).copied().unwrap_or(LineForm::Text);
            let direction = directions.get(direction).copied().unwrap_or(Direction::In);
            encode::entry(&mut file, seq, Moment(at), direction, &line, hint);
            expected.push(Entry { seq, at: Moment(at), direction, line: line.into() });
        }
        let found: Vec<Item> = Recording::from_reader("memory", file.as_slice(), 1 << 20)?
            .collect::<Result<_, _>>()?;
        let expected: Vec<Item> = expected.into_iter().map(Item::Entry).collect();
        prop_assert_eq!(found, expected);
    }
}

/// Lines of every size come back in their order, whether they were gathered or went out from where they are.
#[test]
fn decoded_lines_are_written_as_any_others() {
    let dir = tempfile::tempdir().expect("a place");
    let [plain, decoded] = ["plain", "decoded"].map(|name| {
        let path = dir.path().join(name);
        let mut recorder = Recorder::create(&path, &Header::default()).expect("a recorder");
        for (seq, size) in (1..).zip([0, 10, LARGE, 3, BUFFER * 2, LARGE - 8, LARGE, LARGE, 1]) {
            let line = Bytes::from(format!(r#"{{"a":"{}"}}"#, "x".repeat(size)));
            let (at, way) = (Moment(seq), Direction::In);
            let wrote = if name == "decoded" {
                recorder.write_decoded(seq, at, way, &line)
            } else {
                recorder.write(seq, at, way, &line, LineForm::Json)
            };
            assert!(matches!(wrote, Wrote::Kept));
        }
        assert!(matches!(recorder.flush(), Wrote::Kept));
        fs::read(path).expect("it is there")
    });
    let entries = |file: &[u8]| {
        file.split(|byte| *byte == b'\n')
            .skip(1)
            .map(<[u8]>::to_vec)
            .collect::<Vec<_>>()
    };
    assert!(entries(&plain) == entries(&decoded), "both files are alike");
}

#[test]
fn a_decoded_line_is_redacted_too() {
    let dir = tempfile::tempdir().expect("a place");
    let path = dir.path().join("r.ndjson");
    let header = Header {
        redacted: true,
        ..Header::default()
    };
    let secret = "hunter2hunter2hunter2";
    let filling = "x".repeat(LARGE);
    let mut recorder = Recorder::create(&path, &header).expect("a recorder");
    for (seq, filling) in [(1, ""), (2, filling.as_str())] {
        let line = Bytes::from(format!(r#"{{"password":"{secret}","a":"{filling}"}}"#));
        let wrote = recorder.write_decoded(seq, Moment(seq), Direction::In, &line);
        assert!(matches!(wrote, Wrote::Kept));
    }
    drop(recorder);
    let written = fs::read_to_string(path).expect("it is there");
    assert_eq!(written.matches("password").count(), 2);
    assert!(!written.contains(secret));
}

#[test]
fn whoever_comes_second_records_beside_the_first() -> Outcome {
    let dir = tempfile::tempdir()?;
    let path = dir.path().join("20260102-030405-1.ndjson");
    let at_once = std::sync::Barrier::new(12);
    let made: Vec<PathBuf> = std::thread::scope(|scope| {
        let one = |_| {
            scope.spawn(|| {
                at_once.wait();
                let mut recorder = Recorder::create_if_possible(&path, &Header::default());
                assert!(recorder.is_recording());
                let own = recorder.path().display().to_string();
                assert!(matches!(put(&mut recorder, 1, own.as_bytes()), Wrote::Kept));
                recorder.path().to_owned()
            })
        };
        let all: Vec<_> = (0..12).map(one).collect();
        all.into_iter().filter_map(|one| one.join().ok()).collect()
    });
    let mut names = made.clone();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 12, "{made:?}");
    for path in made {
        let [entry] = &entries(&path)?[..] else {
            return Err("one entry each".into());
        };
        assert_eq!(entry.line.as_ref(), path.display().to_string().as_bytes());
    }
    // Who was told where is not led elsewhere.
    assert!(matches!(
        Recorder::create(&path, &Header::default()),
        Err(TraceError::Exists { .. })
    ));
    Ok(())
}

#[cfg(unix)]
#[test]
fn a_file_is_held_even_if_somebody_looks_whether_it_is() -> Outcome {
    let dir = tempfile::tempdir()?;
    let path = dir.path().join("r.ndjson");
    let over = std::sync::atomic::AtomicBool::new(false);
    let held = |path: &Path| {
        let file = File::open(path).ok();
        file.is_some_and(|file| matches!(file.try_lock_shared(), Err(fs::TryLockError::WouldBlock)))
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !over.load(std::sync::atomic::Ordering::Relaxed) {
                    held(&path);
                }
            });
        }
        let made = (0..200).map(|_| {
            let recorder = Recorder::replace(&path, &Header::default());
            let held = held(&path);
            drop(recorder);
            held
        });
        let all = made.collect::<Vec<bool>>();
        over.store(true, std::sync::atomic::Ordering::Relaxed);
        let not = all.iter().filter(|held| !**held).count();
        assert_eq!(not, 0, "of {}", all.len());
    });
    Ok(())
}
