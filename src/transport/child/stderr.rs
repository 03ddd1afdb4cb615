//! PURE. The end of what the child wrote to stderr, in bounded memory.
//!
//! Owns the bytes kept and the count of those dropped. Does not read from anything, and gives the text no meaning.

use std::collections::VecDeque;

/// The last bytes of a stream.
#[derive(Debug, Clone)]
pub struct StderrTail {
    kept: VecDeque<u8>,
    limit: usize,
    dropped: u64,
}

impl Default for StderrTail {
    fn default() -> Self {
        Self::with_limit(Self::DEFAULT_LIMIT)
    }
}

impl StderrTail {
    /// How many bytes are kept unless said otherwise.
    pub const DEFAULT_LIMIT: usize = 64 * 1024;

    /// Keeps at most `limit` bytes.
    pub fn with_limit(limit: usize) -> Self {
        Self {
            kept: VecDeque::new(),
            limit,
            dropped: 0,
        }
    }

    /// Adds what was read next.
    pub fn push(&mut self, chunk: &[u8]) {
        let surplus = (self.kept.len() + chunk.len()).saturating_sub(self.limit);
        let from_kept = surplus.min(self.kept.len());
        self.kept.drain(..from_kept);
        let from_chunk = surplus - from_kept;
        self.kept.extend(chunk.iter().skip(from_chunk));
        self.dropped = self.dropped.saturating_add(surplus as u64);
    }

    /// How many bytes came before the ones kept.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Whether nothing was ever written.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty() && self.dropped == 0
    }

    /// The kept bytes as text. If some were dropped, the broken first line goes too, so that what is shown starts whole.
    pub fn text(&self) -> String {
        let bytes: Vec<u8> = self.kept.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        match text.split_once('\n') {
            Some((_, rest)) if self.dropped > 0 && !rest.is_empty() => rest.to_owned(),
            _ => text.into_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::StderrTail;

    #[test]
    fn all_is_kept_below_the_limit() {
        let mut tail = StderrTail::with_limit(8);
        assert!(tail.is_empty());
        tail.push(b"one\n");
        tail.push(b"two\n");
        assert_eq!((tail.text().as_str(), tail.dropped()), ("one\ntwo\n", 0));
    }

    #[test]
    fn the_end_survives_and_the_rest_is_counted() {
        let mut tail = StderrTail::with_limit(8);
        tail.push(b"first\nsecond");
        assert_eq!((tail.text().as_str(), tail.dropped()), ("second", 4));
        tail.push(b"0123456789");
        assert_eq!((tail.text().as_str(), tail.dropped()), ("23456789", 14));
        tail.push(b"");
        assert_eq!(tail.dropped(), 14);
    }

    #[test]
    fn broken_characters_and_a_zero_limit_are_fine() {
        let mut tail = StderrTail::with_limit(2);
        tail.push("xé€".as_bytes());
        assert_eq!(tail.text().chars().filter(|c| *c != '\u{fffd}').count(), 0);
        let mut none = StderrTail::with_limit(0);
        none.push(b"abc");
        assert_eq!(
            (none.text().as_str(), none.dropped(), none.is_empty()),
            ("", 3, false)
        );
    }
}
