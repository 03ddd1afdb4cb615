//! PURE. A line byte by byte. Owns: how a row of bytes is written. Any row is found at once.

use std::fmt::Write as _;

/// From this width on there are sixteen bytes in a row.
const WIDE: u16 = 78;

fn in_row(width: u16) -> usize {
    if width >= WIDE { 16 } else { 8 }
}

/// How many rows there are.
pub(super) fn len(text: &[u8], width: u16) -> usize {
    text.len().div_ceil(in_row(width))
}

/// The row that has this byte.
pub(super) fn row_of(width: u16, at: usize) -> usize {
    at / in_row(width)
}

/// The first byte of a row.
pub(super) fn at(width: u16, row: usize) -> usize {
    row.saturating_mul(in_row(width))
}

/// A row: where it is, its bytes, and what they are as characters.
pub(super) fn row(text: &[u8], width: u16, row: usize) -> (String, String, String) {
    let count = in_row(width);
    let from = row.saturating_mul(count).min(text.len());
    let bytes = text.get(from..(from + count).min(text.len()));
    let bytes = bytes.unwrap_or_default();
    let (mut digits, mut shown) = (String::new(), String::new());
    for at in 0..count {
        if at == 8 {
            digits.push(' ');
        }
        match bytes.get(at) {
            Some(byte) => {
                let _ = write!(digits, "{byte:02x} ");
                let plain = byte.is_ascii_graphic() || *byte == b' ';
                shown.push(if plain { char::from(*byte) } else { '.' });
            }
            None => digits.push_str("   "),
        }
    }
    (format!("{from:08x}"), digits, shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_in_rows() {
        let text = b"{\"a\":\"\xff\x1b\"}";
        assert_eq!(len(text, 40), 2);
        let (at, digits, shown) = row(text, 40, 0);
        assert_eq!((at.as_str(), shown.as_str()), ("00000000", "{\"a\":\".."));
        assert_eq!(digits, "7b 22 61 22 3a 22 ff 1b ");
        assert_eq!(row(text, 40, 1).2, "\"}");
        assert_eq!(row(text, 40, usize::MAX).2, "");
        assert_eq!(len(b"", 40), 0);
    }
}
