//! Going through JSON by its quotes and brackets. Owns: strings, and passing over values. Does not own: which keys matter
//! (`scan`).

use super::scan::{Scanner, Text};

/// What is nested deeper than this may be too deep for `wire`, which counts from the outside.
const DEEP: usize = 100;

impl<'a> Scanner<'a> {
    #[inline]
    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    #[inline]
    pub(super) fn space(&mut self) {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.peek() {
            self.at += 1;
        }
    }

    /// A string, from its opening quote past its closing one.
    #[inline]
    pub(super) fn string(&mut self) -> Option<Text<'a>> {
        let from = self.at + 1;
        let mut end = from;
        // Most strings are short: a call for each costs more than looking.
        let near = self.bytes.get(from..)?.iter().take(24);
        for byte in near {
            match byte {
                b'"' => {
                    self.at = end + 1;
                    return self.bytes.get(from..end);
                }
                b'\\' => break,
                _ => end += 1,
            }
        }
        loop {
            end += memchr::memchr2(b'"', b'\\', self.bytes.get(end..)?)?;
            if self.bytes.get(end) == Some(&b'"') {
                self.at = end + 1;
                return self.bytes.get(from..end);
            }
            end += self.escape(end);
        }
    }

    /// Looks at the escape that begins there and says how long it is.
    pub(super) fn escape(&mut self, at: usize) -> usize {
        match self.bytes.get(at + 1..at + 4) {
            Some([b'u', b'd' | b'D', b'8' | b'9' | b'a' | b'b' | b'A' | b'B']) => {
                let low = self.bytes.get(at + 6..at + 10);
                if matches!(
                    low,
                    Some([b'\\', b'u', b'd' | b'D', b'c'..=b'f' | b'C'..=b'F'])
                ) {
                    return 12;
                }
                self.found.surrogate = true;
                2
            }
            Some([b'u', b'd' | b'D', b'c'..=b'f' | b'C'..=b'F']) => {
                self.found.surrogate = true;
                2
            }
            _ => 2,
        }
    }

    /// Any value, without looking into it.
    #[inline]
    pub(super) fn skip(&mut self) -> Option<()> {
        match self.peek()? {
            b'"' => self.string().map(drop),
            b'{' | b'[' => self.skip_nested(),
            _ => self.skip_plain(),
        }
    }

    pub(super) fn skip_nested(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            match self.peek()? {
                b'"' => {
                    self.string()?;
                    continue;
                }
                b'{' | b'[' => {
                    depth += 1;
                    self.found.doubtful |= depth > DEEP;
                }
                b'e' | b'E' => self.exponent(self.at),
                b'}' | b']' => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        self.at += 1;
                        return Some(());
                    }
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    /// A number, `true`, `false` or `null`.
    pub(super) fn skip_plain(&mut self) -> Option<()> {
        let from = self.at;
        while let Some(b'0'..=b'9' | b'a'..=b'z' | b'E' | b'+' | b'-' | b'.') = self.peek() {
            self.at += 1;
        }
        let plain = self.bytes.get(from..self.at)?;
        if let Some(e) = memchr::memchr2(b'e', b'E', plain) {
            self.exponent(from + e);
        }
        (self.at > from).then_some(())
    }

    /// A number with an exponent may be larger than any that is read; the `e` of a word is no exponent.
    #[inline]
    fn exponent(&mut self, at: usize) {
        let before = at.checked_sub(1).and_then(|at| self.bytes.get(at));
        self.found.doubtful |= before.is_some_and(u8::is_ascii_digit);
    }

    /// The value, if it is a string; anything else is passed over.
    #[inline]
    pub(super) fn text(&mut self) -> Option<Text<'a>> {
        if self.peek()? == b'"' {
            return self.string();
        }
        self.skip()?;
        Some(&[])
    }

    /// Whether the value is `true`.
    pub(super) fn is_true(&mut self) -> Option<bool> {
        let from = self.at;
        self.skip()?;
        Some(self.bytes.get(from..self.at) == Some(b"true"))
    }

    /// Whether the value is anything but `null`.
    pub(super) fn is_there(&mut self) -> Option<bool> {
        let from = self.at;
        self.skip()?;
        Some(self.bytes.get(from..self.at) != Some(b"null"))
    }
}
