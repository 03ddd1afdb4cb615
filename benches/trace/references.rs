//! What the work costs at least. Owns: finding line breaks, parsing the envelope of each line with serde, and `grep -c`.

use crate::gauge::{Took, there};
use serde::Deserialize;
use std::borrow::Cow;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// Calls with each line of a file, read in large pieces.
fn each_line(path: &Path, mut take: impl FnMut(&[u8])) {
    let mut file = File::open(path).expect("the file opens");
    let mut buffer = vec![0; 1 << 20];
    let mut held = 0;
    loop {
        if held == buffer.len() {
            buffer.resize(held * 2, 0);
        }
        let free = buffer.get_mut(held..).unwrap_or_default();
        let read = file.read(free).expect("the file can be read");
        if read == 0 {
            return;
        }
        let filled = buffer.get(..held + read).unwrap_or_default();
        let mut from = 0;
        for end in memchr::memchr_iter(b'\n', filled) {
            take(filled.get(from..end).unwrap_or_default());
            from = end + 1;
        }
        held = filled.len() - from;
        buffer.copy_within(from..from + held, 0);
    }
}

/// Finding the line breaks, with the length of each line kept.
pub(crate) fn breaks(path: &Path) -> usize {
    let mut lengths = Vec::new();
    each_line(path, |line| {
        lengths.push(u32::try_from(line.len()).unwrap_or(0));
    });
    std::hint::black_box(lengths).len()
}

#[derive(Deserialize)]
struct Entry<'a> {
    #[serde(borrow)]
    msg: Option<Envelope<'a>>,
}

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(rename = "type", borrow)]
    kind: Option<Cow<'a, str>>,
    #[serde(borrow)]
    subtype: Option<Cow<'a, str>>,
    #[serde(borrow)]
    request_id: Option<Cow<'a, str>>,
    #[serde(borrow)]
    parent_tool_use_id: Option<Cow<'a, str>>,
}

/// The type and ids of each line, as serde finds them, with eight bytes kept a line.
pub(crate) fn envelopes(path: &Path) -> usize {
    let mut kept = Vec::new();
    each_line(path, |line| {
        let entry: Option<Entry<'_>> = serde_json::from_slice(line).ok();
        let envelope = entry.and_then(|entry| entry.msg);
        let code = envelope.map_or(0, |found| {
            let length = |word: &Option<Cow<'_, str>>| word.as_ref().map_or(0, |word| word.len());
            length(&found.kind)
                ^ length(&found.subtype)
                ^ length(&found.request_id)
                ^ length(&found.parent_tool_use_id)
        });
        kept.push((
            u32::try_from(line.len()).unwrap_or(0),
            code.to_le_bytes()[0],
        ));
    });
    std::hint::black_box(kept).len()
}

/// `grep -c`, if it is there.
pub(crate) fn grep(path: &Path, pattern: &str) -> Option<Took> {
    let mut grep = Command::new("grep");
    grep.args(["-c", pattern]).arg(path).env("LC_ALL", "C");
    // Not to /dev/null: there it would stop at the first line that fits.
    let (took, done) = there(|| grep.stderr(Stdio::null()).output());
    done.is_ok().then_some(took)
}
