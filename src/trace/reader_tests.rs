//! The three formats, damage, torn tails, files that are none of ours, and size.

use std::error::Error;
use std::io;

use super::super::{LineForm, encode};
use super::*;

type Outcome = Result<(), Box<dyn Error>>;

const HEADER: &str = r#"{"cca_recording":1,"started":"2026-01-02T03:04:05.678Z","argv":["claude","-p"],"env":["PATH"],"cwd":"/","cli_version":"2.1.325"}"#;

fn open(text: &[u8]) -> Result<Recording<&[u8]>, TraceError> {
    Recording::from_reader("r.ndjson", text, 1 << 20)
}

/// Every item in short: `seq t dir line`, or what else it is.
fn brief(recording: &mut Recording<&[u8]>) -> Result<Vec<String>, TraceError> {
    recording
        .map(|item| {
            Ok(match item? {
                Item::Entry(entry) => format!(
                    "{} {} {} {}",
                    entry.seq,
                    entry.at,
                    entry.direction,
                    String::from_utf8_lossy(&entry.line)
                ),
                Item::Damaged(damaged) => format!("damaged line {}", damaged.line_number),
                Item::Oversize(over) => format!("oversize line {}", over.line_number),
            })
        })
        .collect()
}

#[test]
fn a_recording_with_its_header() -> Outcome {
    let text = [
        HEADER,
        r#"{"seq":5,"t":0.000120,"dir":"out","msg":{"type":"user"}}"#,
        r#"{"seq":6,"t":1.000000,"dir":"stderr","line":"{odd\r"}"#,
        r#"{"seq":7,"t":1.000001,"dir":"note","b64":"/w=="}"#,
        "",
    ]
    .join("\n");
    let mut recording = open(text.as_bytes())?;
    assert_eq!(recording.format(), Format::Recording);
    let header = recording.header().ok_or("no header")?;
    assert_eq!(header.cli_version.as_deref(), Some("2.1.325"));
    assert_eq!(
        header.started.map(|time| time.timestamp_millis()),
        Some(1_767_323_045_678)
    );
    assert_eq!(
        brief(&mut recording)?,
        [
            "5 0.000120 out {\"type\":\"user\"}",
            "6 1.000000 stderr {odd\r",
            "7 1.000001 note \u{fffd}",
        ]
    );
    assert_eq!(recording.torn(), None);
    Ok(())
}

#[test]
fn a_recording_without_its_header_and_one_that_is_only_a_header() -> Outcome {
    let mut rest = open(b"{\"seq\":9,\"t\":2.000000,\"dir\":\"in\",\"msg\":{}}\n")?;
    assert_eq!((rest.format(), rest.header()), (Format::Recording, None));
    assert_eq!(brief(&mut rest)?, ["9 2.000000 in {}"]);

    let mut only = open(HEADER.as_bytes())?;
    assert!(only.header().is_some());
    assert_eq!(brief(&mut only)?, [""; 0]);
    assert_eq!(only.torn(), None);
    Ok(())
}

#[test]
fn a_capture() -> Outcome {
    let text = concat!(
        r#"{"t": 0.0051, "dir": "out", "msg": {"type": "user",  "n": 1.0}}"#,
        "\n",
        r#"{"t": 0.6575, "dir": "in", "msg": {"a": "\ud800"}}"#,
        "\n",
        r#"{"t": 1, "dir": "out", "msg": "not json"}"#,
        "\n",
        r#"{"msg": {"b": 2}, "dir": "in", "t": 1.5, "more": {}}"#,
    );
    let mut recording = open(text.as_bytes())?;
    assert_eq!(recording.format(), Format::Capture);
    assert_eq!(
        brief(&mut recording)?,
        [
            "1 0.005100 out {\"type\": \"user\",  \"n\": 1.0}",
            "2 0.657500 in {\"a\": \"\\ud800\"}",
            "3 1.000000 out not json",
            "4 1.500000 in {\"b\": 2}",
        ]
    );
    Ok(())
}

#[test]
fn a_dump_with_mark_carriage_returns_blank_lines_and_noise() -> Outcome {
    let text =
        "\u{feff}\r\n  \nWarning: odd\r\n{\"type\":\"system\"}\r\n\n{\"type\":\"result\"}\nbye";
    let mut recording = open(text.as_bytes())?;
    assert_eq!(recording.format(), Format::Dump);
    assert!(!recording.format().has_times());
    assert_eq!(
        brief(&mut recording)?,
        [
            "1 0.000000 in Warning: odd",
            "2 0.000000 in {\"type\":\"system\"}",
            "3 0.000000 in {\"type\":\"result\"}",
            "4 0.000000 in bye",
        ]
    );
    Ok(())
}

#[test]
fn damage_in_the_middle_is_reported_and_passed() -> Outcome {
    let text = format!(
        "\u{feff}{HEADER}\r\n{{\"seq\":1,\"t\":0.000000,\"dir\":\"in\",\"msg\":{{}}}}\r\n{{\"seq\":2,\"t\"\r\n{HEADER}\n\n\
         {{\"seq\":4,\"t\":0.000000,\"dir\":\"in\",\"msg\":{{}}}}\n"
    );
    let mut recording = open(text.as_bytes())?;
    assert_eq!(
        brief(&mut recording)?,
        [
            "1 0.000000 in {}",
            "damaged line 3",
            "damaged line 4",
            "4 0.000000 in {}"
        ]
    );
    let mut broken_header = open(b"{\"cca_recording\":1,\"argv\":7}\n")?;
    assert_eq!(broken_header.format(), Format::Recording);
    assert_eq!(brief(&mut broken_header)?, ["damaged line 1"]);
    Ok(())
}

#[test]
fn damage_tells_where_what_and_why() -> Outcome {
    let text = format!("{HEADER}\noops\n");
    let items: Vec<Item> = open(text.as_bytes())?.collect::<Result<_, _>>()?;
    let [Item::Damaged(damaged)] = items.as_slice() else {
        return Err(format!("{items:?}").into());
    };
    assert_eq!(
        (damaged.line_number, damaged.head.as_ref()),
        (2, &b"oops"[..])
    );
    assert!(matches!(damaged.reason, Damage::Unreadable(_)));
    Ok(())
}

#[test]
fn torn_at_every_offset() -> Outcome {
    let lines = [br#"{"a":{"b":{}}}"#.as_slice(), b"t\n\"x", b"\xff\x00"];
    let mut file = format!("{HEADER}\n").into_bytes();
    for (seq, line) in (1..).zip(lines) {
        encode::entry(
            &mut file,
            seq,
            Moment(seq),
            Direction::In,
            line,
            LineForm::of(line),
        );
    }
    for length in 1..=file.len() {
        let cut = file.get(..length).unwrap_or_default();
        let mut recording = open(cut)?;
        assert_eq!(recording.format(), Format::Recording, "cut at {length}");
        let found: Vec<Item> = recording.by_ref().collect::<Result<_, _>>()?;

        // An entry counts once all of it but the line break is there.
        let only_break_missing = file.get(length) == Some(&b'\n');
        let breaks = memchr::memchr_iter(b'\n', cut).count();
        let whole = breaks + usize::from(only_break_missing);
        let expected: Vec<&[u8]> = lines
            .iter()
            .copied()
            .take(whole.saturating_sub(1))
            .collect();
        let found: Vec<&[u8]> = found
            .iter()
            .filter_map(|item| match item {
                Item::Entry(entry) => Some(entry.line.as_ref()),
                _ => None,
            })
            .collect();
        assert_eq!(found, expected, "cut at {length}");
        let tail = cut.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        let torn = (!tail.is_empty() && !only_break_missing).then_some(tail);
        assert_eq!(recording.torn().map(AsRef::as_ref), torn, "cut at {length}");
    }
    Ok(())
}

#[test]
fn a_torn_dump_keeps_its_last_line_out() -> Outcome {
    let mut recording = open(b"{\"type\":\"system\"}\n{\"type\":\"resu")?;
    assert_eq!(
        brief(&mut recording)?,
        ["1 0.000000 in {\"type\":\"system\"}"]
    );
    assert_eq!(
        recording.torn().map(AsRef::as_ref),
        Some(&b"{\"type\":\"resu"[..])
    );
    Ok(())
}

#[test]
fn a_growing_file_is_followed() -> Outcome {
    let file = tempfile::NamedTempFile::new()?;
    let entry = r#"{"seq":1,"t":0.000000,"dir":"in","msg":{}}"#;
    std::fs::write(file.path(), format!("{HEADER}\n{{\"seq\""))?;
    let mut recording = Recording::open(file.path())?;
    assert!(recording.poll().is_none());
    std::fs::write(file.path(), format!("{HEADER}\n{entry}\n"))?;
    assert!(matches!(recording.poll(), Some(Ok(Item::Entry(_)))));
    assert!(recording.poll().is_none());
    Ok(())
}

#[test]
fn lines_over_the_cap_become_items() -> Outcome {
    let long = format!("{{\"type\":\"{}\"}}", "x".repeat(5_000));
    let text = format!("{long}\n{{}}\n{long}");
    let items: Vec<Item> =
        Recording::from_reader("r", text.as_bytes(), 4_096)?.collect::<Result<_, _>>()?;
    let [Item::Oversize(first), Item::Entry(_), Item::Oversize(last)] = items.as_slice() else {
        return Err(format!("{items:?}").into());
    };
    assert_eq!((first.line_number, last.line_number), (1, 3));
    assert_eq!(first.length, u64::try_from(long.len())?);
    assert_eq!(first.head.len(), HEAD);
    assert!(long.as_bytes().starts_with(&first.head));
    Ok(())
}

#[test]
fn files_that_are_no_recordings_say_what_to_do() {
    for (content, word) in [
        (b"".as_slice(), "is empty"),
        (b"\n \r\n", "is empty"),
        (b"\x1f\x8b\x08\0", "gunzip"),
        (b"\x28\xb5\x2f\xfd..", "unzstd"),
        (b"\xff\xfe{\0", "iconv"),
        (b"\x7fELF\x02\0\0", "binary"),
        (b"\x89PNG\r\n", "binary"),
        (b"# Read me\n\ntext\n", "holds no recording"),
        (b"[{\"type\":\"system\"}]\n", "stream-json"),
        (b"{\"cca_recording\":2}\n", "recording format 2"),
        (b"{\"cca_recording\":\"x\"}\n", "recording format \"x\""),
    ] {
        let message = open(content).map_or_else(|error| error.to_string(), |_| String::new());
        assert!(message.contains(word), "{content:?}: {message:?}");
    }
}

#[test]
fn paths_that_cannot_be_read() -> Outcome {
    let dir = tempfile::tempdir()?;
    let missing = Recording::open(dir.path().join("none"));
    assert!(matches!(missing, Err(TraceError::Missing { .. })));
    assert!(matches!(
        Recording::open(dir.path()),
        Err(TraceError::Directory { .. })
    ));
    let denied = TraceError::reading(dir.path(), io::ErrorKind::PermissionDenied.into());
    assert!(matches!(denied, TraceError::Denied { .. }));
    Ok(())
}

/// The same bytes over and over, and then a failing disk.
struct Endless {
    block: Vec<u8>,
    blocks: usize,
}

impl Read for Endless {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.blocks == 0 || out.len() < self.block.len() {
            return Err(io::Error::other("the disk is gone"));
        }
        self.blocks -= 1;
        let mut block = self.block.as_slice();
        block.read(out)
    }
}

#[test]
fn a_million_lines_stream_in_bounded_memory_and_a_read_error_ends_them() -> Outcome {
    let mut block = Vec::new();
    for seq in 0..1_000 {
        let line = b"{}";
        encode::entry(
            &mut block,
            seq,
            Moment(seq),
            Direction::In,
            line,
            LineForm::Json,
        );
    }
    let source = Endless {
        block,
        blocks: 1_000,
    };
    let mut recording = Recording::from_reader("endless", source, DEFAULT_LINE_CAP)?;
    let mut entries = 0_u32;
    let mut errors = 0_u32;
    for item in recording.by_ref() {
        match item {
            Ok(Item::Entry(_)) => entries += 1,
            Ok(other) => return Err(format!("{other:?}").into()),
            Err(_) => errors += 1,
        }
    }
    assert_eq!((entries, errors), (1_000_000, 1));
    assert!(recording.lines.held() < 4_096);
    Ok(())
}
