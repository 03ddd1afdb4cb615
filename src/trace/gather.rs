//! Bytes on their way to a recording: many entries become one write.
//!
//! Owns: which bytes are copied together and which stay where they are until they are written. One large write costs the
//! system about half of what the same bytes cost in small ones. Does not own: what is written (`encode`), or when
//! (`writer`).

use std::io::{self, IoSlice, Write};

use bytes::Bytes;

/// From this size on a line is not copied: that costs more than a place of its own in the write.
pub(super) const LARGE: usize = 4 * 1024;

/// Whole entries that the system does not have yet.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    /// Everything but the large lines.
    bytes: Vec<u8>,
    /// Large lines, each with where in `bytes` it belongs; in that order.
    large: Vec<(usize, Bytes)>,
    /// The bytes of all of them.
    aside: usize,
}

impl Gathered {
    pub(super) fn with_capacity(bytes: usize) -> Self {
        Self {
            bytes: Vec::with_capacity(bytes),
            ..Self::default()
        }
    }

    /// How much there is in all.
    pub(super) fn len(&self) -> usize {
        self.bytes.len() + self.aside
    }

    /// Where to put bytes that come next.
    pub(super) fn end(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    /// Adds a line, which is copied only if that is cheaper.
    pub(super) fn line(&mut self, line: &Bytes) {
        if line.len() < LARGE {
            self.bytes.extend_from_slice(line);
        } else {
            self.aside += line.len();
            self.large.push((self.bytes.len(), line.clone()));
        }
    }

    /// Writes everything, and is empty then whether that worked or not. `keep` bounds the memory that stays.
    pub(super) fn write_to(&mut self, out: &mut impl Write, keep: usize) -> io::Result<()> {
        let written = if self.large.is_empty() {
            out.write_all(&self.bytes)
        } else {
            write_all(out, &mut self.slices())
        };
        self.bytes.clear();
        // One huge line must not hold its memory for the rest of the session.
        self.bytes.shrink_to(keep);
        self.large.clear();
        self.aside = 0;
        written
    }

    fn slices(&self) -> Vec<IoSlice<'_>> {
        let mut slices = Vec::with_capacity(2 * self.large.len() + 1);
        let mut from = 0;
        for (at, line) in &self.large {
            slices.push(IoSlice::new(self.bytes.get(from..*at).unwrap_or_default()));
            slices.push(IoSlice::new(line));
            from = *at;
        }
        slices.push(IoSlice::new(self.bytes.get(from..).unwrap_or_default()));
        slices
    }
}

/// What the standard library will do one day.
fn write_all(out: &mut impl Write, mut slices: &mut [IoSlice<'_>]) -> io::Result<()> {
    // Empty ones at the start go, so that nothing written means that nothing can be.
    IoSlice::advance_slices(&mut slices, 0);
    while !slices.is_empty() {
        match out.write_vectored(slices) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => IoSlice::advance_slices(&mut slices, written),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes a few bytes at a time, and is interrupted now and then.
    #[derive(Default)]
    struct Slow {
        got: Vec<u8>,
        turns: usize,
    }

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.turns += 1;
            if self.turns.is_multiple_of(3) {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let some = bytes.get(..bytes.len().min(997)).unwrap_or_default();
            self.got.extend_from_slice(some);
            Ok(some.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn all_bytes_come_in_order_however_they_are_taken() {
        let mut gathered = Gathered::with_capacity(16);
        let mut expected = Vec::new();
        for (number, len) in [(1, LARGE), (2, 10), (3, 3 * LARGE), (4, 2 * LARGE), (5, 0)] {
            let line = Bytes::from(vec![b'a' + number; len]);
            if number != 1 {
                gathered.end().push(b'<');
                expected.push(b'<');
            }
            gathered.line(&line);
            expected.extend_from_slice(&line);
        }
        assert_eq!(gathered.len(), expected.len());
        assert!(
            gathered.bytes.len() < LARGE,
            "the large ones are not copied"
        );
        let mut slow = Slow::default();
        gathered.write_to(&mut slow, 0).unwrap();
        assert_eq!(slow.got, expected);
        assert_eq!((gathered.len(), gathered.bytes.capacity()), (0, 0));
        let mut all = Vec::new();
        gathered.write_to(&mut all, 0).unwrap();
        assert_eq!(all, b"", "nothing is written twice");
    }

    #[test]
    fn what_takes_nothing_is_an_error() {
        let mut gathered = Gathered::default();
        gathered.line(&Bytes::from(vec![b'x'; 2 * LARGE]));
        let mut none = io::Cursor::new([0_u8; 10]);
        let failed = gathered.write_to(&mut none, 0).unwrap_err();
        assert_eq!(failed.kind(), io::ErrorKind::WriteZero);
        assert_eq!(gathered.len(), 0);
    }
}
