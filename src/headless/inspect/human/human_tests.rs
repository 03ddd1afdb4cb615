//! What people see, where it differs from the values.

use super::*;
use crate::headless::inspect::Report;
use crate::trace::{Direction, Entry, Format, Moment, Traffic};

fn printed(format: Format, lines: &[&str]) -> io::Result<String> {
    let mut report = Report::new(format);
    for (seq, line) in (1..).zip(lines) {
        report.observe(&Traffic::from_entry(Entry {
            seq,
            at: Moment(seq * 250_000),
            direction: Direction::In,
            line: line.as_bytes().to_vec().into(),
        }));
    }
    let mut out = Vec::new();
    print(&report.summary(), "some\u{1b}file", &mut out)?;
    Ok(String::from_utf8_lossy(&out).into_owned())
}

#[test]
fn what_is_not_there_takes_no_room() -> io::Result<()> {
    let text = printed(Format::Capture, &[r#"{"type":"keep_alive"}"#])?;
    assert_eq!(
        text,
        "file       some\\efile\n\
         format     capture, 1 lines over 0.000 s\n\
         cli        unknown version, model unknown\n\
         end        idle; the recording ends before the process does\n\
         cost       not told\n\
         \nframes\n  kind        in  out\n  keep_alive   1\n\
         \nunanswered requests: none\n\
         \nstates\n  state  time     times\n  idle   0.000 s      1\n"
    );
    Ok(())
}

#[test]
fn a_file_without_times_shows_none() -> io::Result<()> {
    let asked = r#"{"type":"control_request","request_id":"c1","request":{"subtype":"can_use_tool","tool_name":"Bash"}}"#;
    let text = printed(Format::Dump, &[asked])?;
    assert!(text.contains("1 lines over unknown time"), "{text}");
    assert!(text.contains("permission for Bash"), "{text}");
    assert!(!text.contains(" s\n") && !text.contains("0.0"), "{text}");
    Ok(())
}

#[test]
fn long_lists_say_how_much_of_them_is_shown() -> io::Result<()> {
    let lines = [r#"{"type":"never_heard_of"}"#; 150];
    let text = printed(Format::Capture, &lines)?;
    assert!(
        text.contains("unknown to this version (150, 40 shown)"),
        "{text}"
    );
    Ok(())
}
