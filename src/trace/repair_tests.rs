//! Cutting a recording at every byte and mending it.

use std::error::Error;
use std::fs;

use super::super::{Direction, Header, LineForm, Moment, encode};
use super::*;

type Outcome = Result<(), Box<dyn Error>>;

fn small() -> Result<(Vec<u8>, usize), Box<dyn Error>> {
    let mut file = Header::default().encode()?;
    let header = file.len();
    for (seq, line) in [br#"{"a":{"b":{}}}"#.as_slice(), b"text", b"\xff"]
        .into_iter()
        .enumerate()
    {
        let seq = u64::try_from(seq)?;
        encode::entry(
            &mut file,
            seq,
            Moment(seq),
            Direction::In,
            line,
            LineForm::of(line),
        );
    }
    Ok((file, header))
}

#[test]
fn at_every_offset_whole_entries_stay_and_only_those() -> Outcome {
    let (file, header) = small()?;
    let dir = tempfile::tempdir()?;
    let path = dir.path().join("r.ndjson");
    for length in header..=file.len() {
        let cut = file.get(..length).unwrap_or_default();
        let next = file.get(length);
        fs::write(&path, cut)?;
        let repaired = repair(&path)?;
        let mended = fs::read(&path)?;
        let last_break = memchr::memrchr(b'\n', cut).map_or(0, |at| at + 1);
        let expected = if last_break == length {
            (Repaired::Whole, cut.to_vec())
        } else if next == Some(&b'\n') {
            (Repaired::Ended, [cut, b"\n"].concat())
        } else {
            let lost = u64::try_from(length - last_break)?;
            (
                Repaired::Cut(lost),
                cut.get(..last_break).unwrap_or_default().to_vec(),
            )
        };
        assert_eq!((repaired, mended), expected, "cut at {length}");
        assert_eq!(repair(&path)?, Repaired::Whole);
    }
    Ok(())
}

#[test]
fn a_long_tail_is_found_and_cut() -> Outcome {
    let (mut file, _) = small()?;
    let whole = file.len();
    file.extend_from_slice(b"{\"seq\":9,\"t\":0.000000,\"dir\":\"in\",\"line\":\"");
    file.resize(file.len() + 200_000, b'x');
    let dir = tempfile::tempdir()?;
    let path = dir.path().join("r.ndjson");
    fs::write(&path, &file)?;
    let lost = u64::try_from(file.len() - whole)?;
    assert_eq!(repair(&path)?, Repaired::Cut(lost));
    assert_eq!(fs::metadata(&path)?.len(), u64::try_from(whole)?);
    Ok(())
}

#[test]
fn other_files_and_torn_headers_are_left_alone() -> Outcome {
    let dir = tempfile::tempdir()?;
    let path = dir.path().join("r.ndjson");
    for text in [
        "{\"type\":\"system\"}\n{\"ty",
        "{\"cca_recording\":1,\"ar",
        "{\"t\":0,\"dir\":\"in\",\"msg\":{}}",
    ] {
        fs::write(&path, text)?;
        assert!(matches!(
            repair(&path),
            Err(TraceError::NotRepairable { .. })
        ));
        assert_eq!(fs::read_to_string(&path)?, text);
    }
    Ok(())
}
