//! PURE. The beginning of JSON that is still coming, made short. Owns: keeping what the names above the next value are, and
//! leaving out everything that is closed. Does not own: finding secrets (`walk`).

use super::names::{flag, promise};
use super::walk::string_end;

/// Bytes of an open string that are kept.
const KEPT: usize = 2_048;

/// An object or list that is open.
#[derive(Default)]
struct Open<'a> {
    object: bool,
    at_key: bool,
    /// The key of the value that comes, as it is spelled.
    key: &'a str,
    /// `"name":"API_KEY"`, or a flag in a list: what tells about the value that comes.
    telling: Option<(&'a str, &'a str)>,
}

/// A shorter text after which secrets are found as after this one.
pub(super) fn skeleton(text: &str) -> String {
    let mut open: Vec<Open<'_>> = Vec::new();
    let mut at = 0;
    let mut tail = "";
    while let Some(byte) = text.as_bytes().get(at) {
        at += 1;
        match byte {
            b'{' | b'[' => open.push(Open {
                object: *byte == b'{',
                at_key: *byte == b'{',
                ..Open::default()
            }),
            b'}' | b']' => {
                open.pop();
            }
            b',' => {
                if let Some(last) = open.last_mut() {
                    last.at_key = last.object;
                }
            }
            b'"' => {
                let end = string_end(text, at);
                if end >= text.len() {
                    tail = text.get(at - 1..).unwrap_or_default();
                    break;
                }
                if let Some(last) = open.last_mut() {
                    last.string(text.get(at..end).unwrap_or_default());
                }
                at = end + 1;
            }
            _ => {}
        }
    }
    let mut short = String::new();
    for one in &open {
        one.spell(&mut short);
    }
    short.push_str(&cut(tail));
    short
}

impl<'a> Open<'a> {
    fn string(&mut self, spelled: &'a str) {
        if self.at_key {
            self.at_key = false;
            self.key = spelled;
        } else if self.object {
            let names = matches!(self.key, "name" | "key" | "variable");
            if names && promise(spelled).is_some() {
                self.telling = Some((self.key, spelled));
            }
        } else {
            self.telling = flag(spelled).map(|_| ("", spelled));
        }
    }

    fn spell(&self, short: &mut String) {
        short.push(if self.object { '{' } else { '[' });
        if let Some((key, value)) = self.telling {
            if self.object {
                short.extend(["\"", key, "\":"]);
            }
            short.extend(["\"", value, "\","]);
        }
        if self.object && !self.at_key {
            short.extend(["\"", self.key, "\":"]);
        }
    }
}

/// An open string with its quote: the end of it, beginning with a whole character or escape.
fn cut(tail: &str) -> String {
    let Some(from) = tail.len().checked_sub(KEPT).filter(|from| *from > 1) else {
        return tail.to_owned();
    };
    let is_cut = |at: &usize| {
        let before = tail.get(..*at).unwrap_or("\\");
        let slashes = before.len() - before.trim_end_matches('\\').len();
        tail.is_char_boundary(*at) && slashes == 0
    };
    let from = (from..tail.len()).find(is_cut).unwrap_or(tail.len());
    format!("\"{}", tail.get(from..).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_closed_goes_and_the_names_stay() {
        for (text, short) in [
            (r#"{"a":[1,{"b":"c"}],"password":"#, r#"{"password":"#),
            (r#"{"a":{"b":"c","d"#, r#"{"a":{"d"#),
            (r#"{"a":["x","--token","y"#, r#"{"a":["--token","y"#),
            (r#"{"a":["--token","x","y"#, r#"{"a":["y"#),
            (
                r#"[{"name":"API_KEY","n":1,"value":"v"#,
                r#"[{"name":"API_KEY","value":"v"#,
            ),
            (r#"{"a":"b"}"#, ""),
        ] {
            assert_eq!(skeleton(text), short, "{text}");
        }
        let long = format!(r#"{{"k":"{}"#, "a\\n".repeat(3_000));
        let short = skeleton(&long);
        assert!(short.starts_with(r#"{"k":""#) && short.len() < 2_100);
        assert!(short.ends_with("a\\na\\n"));
    }
}
