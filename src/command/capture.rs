//! The beginning of a stream, in bounded memory. Owns: what is kept, and the count of what is not. Does not own: reading.

/// The first bytes of an output, and how many came after them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Capture {
    kept: Vec<u8>,
    limit: usize,
    dropped: u64,
}

impl Capture {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            kept: Vec::new(),
            limit,
            dropped: 0,
        }
    }

    pub(super) fn push(&mut self, chunk: &[u8]) {
        let room = self.limit.saturating_sub(self.kept.len());
        let (kept, dropped) = chunk.split_at(room.min(chunk.len()));
        self.kept.extend_from_slice(kept);
        self.dropped = self.dropped.saturating_add(dropped.len() as u64);
    }

    /// The bytes that were kept.
    pub fn bytes(&self) -> &[u8] {
        &self.kept
    }

    /// How many bytes were read and thrown away.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// The kept bytes as text. What is not UTF-8 becomes a replacement character; a character cut in half by the limit is
    /// left out.
    pub fn text(&self) -> String {
        let cut = match std::str::from_utf8(&self.kept) {
            Err(error) if self.dropped > 0 && error.error_len().is_none() => error.valid_up_to(),
            _ => self.kept.len(),
        };
        let whole = self.kept.get(..cut).unwrap_or(&self.kept);
        String::from_utf8_lossy(whole).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::Capture;

    #[test]
    fn the_beginning_is_kept_and_the_rest_counted() {
        let mut capture = Capture::new(5);
        for chunk in [&b"abc"[..], b"def", b"ghi"] {
            capture.push(chunk);
        }
        assert_eq!((capture.text().as_str(), capture.dropped()), ("abcde", 4));
    }

    #[test]
    fn no_half_character_is_shown() {
        let mut capture = Capture::new(4);
        capture.push("aé€".as_bytes());
        assert_eq!((capture.text().as_str(), capture.dropped()), ("aé", 2));
        let mut broken = Capture::new(9);
        broken.push(b"a\xffb\xe2\x82");
        assert_eq!(broken.text(), "a\u{fffd}b\u{fffd}");
    }
}
