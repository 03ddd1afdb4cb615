//! One line of a file into the index. Owns: telling entries of every spelling from bare messages and from damage.
//!
//! PURE. Does not own: finding lines (`feed`), what is known of one (`index`).

use super::feed::Found;
use super::index::{Incoming, Index};
use crate::trace::decode::{self, Held};
use crate::trace::header::MARK;
use crate::trace::{Direction, Format, Moment, shape};
use bytes::Bytes;

/// Takes a line of the file into the index.
pub(super) fn take_in(format: Format, index: &mut Index, found: &Found<'_>) {
    let line = found.line.strip_suffix(b"\r").unwrap_or(found.line);
    if line.trim_ascii().is_empty() || (index.rows.len() == 0 && is_header(format, line)) {
        return;
    }
    let mut incoming = Incoming {
        from: found.from,
        to: found.to,
        at: Moment::START,
        direction: Direction::In,
        body: line,
        spelled: false,
        quoted: false,
        cut: found.cut,
        bare: false,
    };
    if format.is_bare() && !shape::begins_entry(line) {
        incoming.bare = true;
        return index.add(incoming);
    }
    if let Some(entry) = decode::envelope(line).or_else(|| decode::beginning(line, found.cut)) {
        incoming.at = entry.at;
        incoming.direction = entry.direction;
        if let Held::Raw(raw) = entry.held {
            incoming.body = raw;
            return index.add(incoming);
        }
    }
    match decode::keyed(line, Bytes::copy_from_slice) {
        Ok(parts) => {
            incoming.at = parts.at;
            incoming.direction = parts.direction;
            incoming.quoted = true;
            incoming.spelled = parts.line.len() + 96 < line.len();
            incoming.body = &parts.line;
            index.add(incoming);
        }
        Err(_) => take_in_odd(format, index, incoming),
    }
}

/// A line that is no entry, in a file in which it should be one.
#[cold]
#[inline(never)]
fn take_in_odd(format: Format, index: &mut Index, mut incoming: Incoming<'_>) {
    if format.is_bare() || shape::is_message(incoming.body, incoming.cut) {
        incoming.bare = true;
        index.add(incoming);
    } else {
        index.damaged(incoming.from, incoming.to);
    }
}

fn is_header(format: Format, line: &[u8]) -> bool {
    format == Format::Recording && line.starts_with(MARK)
}
