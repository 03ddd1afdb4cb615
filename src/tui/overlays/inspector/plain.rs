//! PURE. A line as it stands, broken where the row is full. Owns: where its rows begin.

use crate::sanitise::{is_obeyed, sanitise};
use unicode_width::UnicodeWidthChar as _;

/// Bytes that are laid out: thousands of rows. Who wants more copies it.
pub(super) const MOST: usize = 256 * 1024;

/// Where rows of this width begin, and where the last one ends.
pub(super) fn starts(text: &[u8], width: u16) -> Vec<usize> {
    let room = usize::from(width.max(8));
    let mut starts = vec![0];
    let (mut at, mut used) = (0, 0);
    let head = text.get(..MOST).unwrap_or(text);
    for chunk in head.utf8_chunks() {
        for c in chunk.valid().chars() {
            let wide = wide(c);
            if used + wide > room {
                starts.push(at);
                used = 0;
            }
            used += wide;
            at += c.len_utf8();
        }
        // What is no text counts as one mark each.
        if !chunk.invalid().is_empty() {
            used += 1;
            at += chunk.invalid().len();
        }
    }
    starts.push(at);
    starts
}

/// How wide a character is when it is shown harmlessly.
fn wide(c: char) -> usize {
    if c == '\t' {
        4
    } else if is_obeyed(c) {
        sanitise(c.encode_utf8(&mut [0; 4])).len()
    } else {
        c.width().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_as_wide_as_they_are_shown() {
        assert_eq!(starts(b"0123456789", 8), [0, 8, 10]);
        assert_eq!(starts("ああああああ".as_bytes(), 8), [0, 12, 18]);
        assert_eq!(starts(b"\x1b\x1b\x1b\x1b\x1b", 8), [0, 4, 5]);
        assert_eq!(starts(b"", 8), [0, 0]);
        assert_eq!(starts(b"ab\xff\xfecd", 8), [0, 6]);
        let long = vec![b'x'; 50 << 20];
        assert_eq!(starts(&long, 128).len(), MOST / 128 + 1);
    }
}
