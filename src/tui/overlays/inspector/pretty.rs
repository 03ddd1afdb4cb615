//! PURE. JSON, indented, byte by byte. Owns: where rows break and how far they are indented. It knows nothing of values, so it
//! can go on from anywhere, and what is no JSON comes out too.

/// Spaces for each level; deeper levels are not indented further.
const INDENT: usize = 2;
const DEEPEST: usize = 20;

/// Where one is in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Printer {
    depth: usize,
    in_text: bool,
    escaped: bool,
    /// Something was opened, and nothing stands in it yet.
    fresh: bool,
    /// The next thing stands on a row of its own.
    breaks: bool,
}

/// What becomes of one byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Printed {
    /// A new row before it, indented this far.
    pub(super) row: Option<usize>,
    /// Whether it is shown at all.
    pub(super) shown: bool,
    /// Whether a space follows.
    pub(super) space: bool,
}

impl Printer {
    fn indent(&self) -> usize {
        self.depth.min(DEEPEST) * INDENT
    }

    /// Takes in a byte.
    pub(super) fn next(&mut self, byte: u8) -> Printed {
        let mut printed = Printed {
            shown: true,
            ..Printed::default()
        };
        if self.in_text {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.in_text = false,
                _ => {}
            }
            return printed;
        }
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => return Printed::default(),
            b',' => {
                self.breaks = true;
                self.fresh = false;
                return printed;
            }
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                if !self.fresh {
                    printed.row = Some(self.indent());
                }
                (self.fresh, self.breaks) = (false, false);
                return printed;
            }
            _ => {}
        }
        if self.fresh || self.breaks {
            printed.row = Some(self.indent());
            (self.fresh, self.breaks) = (false, false);
        }
        match byte {
            b'{' | b'[' => {
                self.depth += 1;
                self.fresh = true;
            }
            b':' => printed.space = true,
            b'"' => self.in_text = true,
            _ => {}
        }
        printed
    }

    /// Goes on to the end of these bytes and shows nothing.
    pub(super) fn pass(&mut self, bytes: &[u8]) {
        let mut at = 0;
        while let Some(byte) = bytes.get(at) {
            if self.in_text && !self.escaped {
                let rest = bytes.get(at..).unwrap_or_default();
                let found = memchr::memchr2(b'"', b'\\', rest);
                let Some(found) = found else { return };
                at += found;
                self.next(*bytes.get(at).unwrap_or(byte));
            } else {
                self.next(*byte);
            }
            at += 1;
        }
    }
}

/// All of it.
pub(super) fn indented(bytes: &[u8]) -> String {
    let mut printer = Printer::default();
    let mut shown = Vec::with_capacity(bytes.len());
    for byte in bytes {
        let out = printer.next(*byte);
        if let Some(indent) = out.row {
            shown.push(b'\n');
            shown.extend(std::iter::repeat_n(b' ', indent));
        }
        if out.shown {
            shown.push(*byte);
        }
        if out.space {
            shown.push(b' ');
        }
    }
    String::from_utf8(shown)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_is_what_another_printer_prints(
            map in proptest::collection::hash_map(".{0,6}", proptest::collection::vec(proptest::option::of(".{0,6}"), 0..4), 0..5),
        ) {
            let value = serde_json::to_value(&map).unwrap();
            let want = serde_json::to_string_pretty(&value).unwrap();
            prop_assert_eq!(indented(value.to_string().as_bytes()), want.clone());
            prop_assert_eq!(indented(want.as_bytes()), want);
        }

        #[test]
        fn passing_over_is_the_same_as_going_through(
            bytes in proptest::collection::vec(prop::sample::select(b"{}[]\",:\\a1 \xff".to_vec()), 0..60),
            cut in 0_usize..60,
        ) {
            let (mut one, mut other) = (Printer::default(), Printer::default());
            for byte in &bytes {
                one.next(*byte);
            }
            let cut = cut.min(bytes.len());
            other.pass(&bytes[..cut]);
            other.pass(&bytes[cut..]);
            prop_assert_eq!(one, other);
            indented(&bytes);
        }
    }
}
