//! Finding secrets in JSON. Owns: going through its strings with the names above them, without building values and without
//! a limit on depth; text that breaks off, as half a streamed block does, is read as far as it goes.

use super::commands::Words;
use super::find::Finder;
use super::names::{Promise, flag, is_number_of, is_reference, promise};
use super::short_names::{is_alone, is_verdict};
use super::span::{Put, Span};
use super::unescape::Plain;
use std::borrow::Cow;

const NAMED: &str = "by name";

/// An object or list that is open.
#[derive(Default)]
struct Open<'a> {
    object: bool,
    /// Something above it has a telling name: so are all its texts.
    secret: Option<Promise>,
    /// Its keys are names of fields, as in a JSON schema: they promise nothing.
    schema: bool,
    key: String,
    at_key: bool,
    /// What the last text of the list promises, as a flag.
    flagged: Option<Promise>,
    /// `{"name": "API_KEY", "value": "…"}`: the name tells.
    telling: Option<Promise>,
    value: Option<(Span, Cow<'a, str>)>,
    /// The texts of a list, as the words of a command.
    words: Words,
    /// `{"command": "…", "args": […]}`: the program, and its words, as they are spelled and where; either may come first.
    program: String,
    args: Vec<(usize, &'a str)>,
}

/// Words of a program that are kept until it is known.
const WORDS: usize = 200;

struct Walk<'a> {
    finder: &'a Finder,
    text: &'a str,
    depth: u8,
    split: &'a [Span],
    open: Vec<Open<'a>>,
    out: &'a mut Vec<Span>,
}

/// How far a text is JSON.
#[derive(Default)]
pub(super) struct Read {
    /// Up to here: one value, or several with white space between.
    pub(super) end: usize,
    /// Where a value stands of which the name, and so whether it is a secret, may still come.
    pub(super) unsettled: Option<usize>,
}

/// Adds the secrets of JSON text, and says how far it is JSON.
pub(super) fn walk(
    finder: &Finder,
    text: &str,
    depth: u8,
    split: &[Span],
    out: &mut Vec<Span>,
) -> Read {
    let mut walk = Walk {
        finder,
        text,
        depth,
        split,
        open: Vec::new(),
        out,
    };
    walk.run()
}

impl Walk<'_> {
    fn run(&mut self) -> Read {
        let mut at = 0;
        while let Some(byte) = self.text.as_bytes().get(at) {
            at = match byte {
                b' ' | b'\t' | b'\r' | b'\n' | b':' => at + 1,
                b',' => {
                    if let Some(open) = self.open.last_mut() {
                        open.at_key = open.object;
                    }
                    at + 1
                }
                b'{' | b'[' => {
                    self.enter(*byte == b'{');
                    at + 1
                }
                b'}' | b']' => {
                    self.leave();
                    at + 1
                }
                b'"' if !self.open.is_empty() => self.string(at + 1),
                _ if !self.open.is_empty() => match self.plain(at) {
                    Some(end) => end,
                    None => break,
                },
                _ => break,
            };
        }
        let nameless = self.open.iter().filter(|open| open.telling.is_none());
        let unsettled = nameless
            .filter_map(|open| open.value.as_ref())
            .map(|(span, _)| span.start);
        let unsettled = unsettled.min();
        while !self.open.is_empty() {
            self.leave();
        }
        Read { end: at, unsettled }
    }

    fn enter(&mut self, object: bool) {
        let inside = |open: &&Open<'_>| open.secret.is_some() || !is_alone(&open.key);
        let named = self
            .open
            .last()
            .filter(inside)
            .and_then(|_| self.named(None));
        let schema = self
            .open
            .last()
            .is_some_and(|open| open.object && matches!(open.key.as_str(), "properties" | "$defs"));
        self.open.push(Open {
            object,
            secret: named,
            schema,
            at_key: object,
            ..Open::default()
        });
    }

    fn leave(&mut self) {
        let Some(closed) = self.open.pop() else {
            return;
        };
        if let (Some(promised), Some((span, text))) = (closed.telling, closed.value)
            && promised.fits(&text)
        {
            self.out.push(span.guessed(promised.is_guess()));
        }
        if !closed.object {
            // Its program may come behind it.
            let around = self.open.last_mut();
            if let Some(around) = around.filter(|open| open.object && open.key == "args") {
                around.args = closed.args;
            }
            return;
        }
        if closed.program.is_empty() {
            return;
        }
        let mut words = Words::default();
        words.next(&closed.program);
        for (from, spelled) in closed.args {
            let plain = Plain::of(spelled);
            if let Some((start, end)) = words.next(&plain.text) {
                let at = |offset| from + plain.spelled_at(offset);
                self.out.push(Span::new(at(start), at(end), NAMED));
            }
        }
    }

    /// What the names above a value promise.
    fn named(&self, number: Option<&str>) -> Option<Promise> {
        let open = self.open.last()?;
        if let Some(promised) = open.flagged {
            // The value of a flag is one, however sure; but a guess is about texts.
            let sure = !promised.is_guess();
            return (sure || number.is_none()).then_some(if sure {
                Promise::Sure
            } else {
                promised
            });
        }
        // Only a name of its own is surer than the one above.
        if let Some(above) = open.secret.filter(|above| !above.is_guess()) {
            return Some(above);
        }
        if let Some(above) = open.secret.filter(|_| !open.object) {
            return number.is_none().then_some(above);
        }
        let promised = (open.object && !open.schema).then(|| promise(&open.key))??;
        // Tokens are also counted.
        let fits = number.is_none_or(|number| is_number_of(&open.key, number));
        fits.then_some(promised)
    }

    /// A string that begins here, after its quote; where what follows it begins.
    fn string(&mut self, from: usize) -> usize {
        let end = string_end(self.text, from);
        let spelled = self.text.get(from..end).unwrap_or_default();
        let plain = Plain::of(spelled);
        let after = (end + 1).min(self.text.len());
        let Some(open) = self.open.last_mut() else {
            return after;
        };
        if open.at_key {
            open.at_key = false;
            open.key = plain.text.clone().into_owned();
            self.inside(&plain, from, &[]);
            return after;
        }
        let whole = Span::new(from, end, NAMED);
        let verdict = open.object && is_verdict(&open.key, &plain.text);
        let named = self
            .named(None)
            .filter(|promised| promised.fits(&plain.text))
            .filter(|_| !verdict && !is_reference(&plain.text));
        let flagged = match self.open.last_mut() {
            Some(open) if !open.object => {
                if open.args.len() < WORDS {
                    open.args.push((from, spelled));
                }
                open.words.next(&plain.text)
            }
            _ => None,
        };
        let split = if self.is_piece() { self.split } else { &[] };
        let named = named.filter(|_| !plain.text.trim().is_empty() && split.is_empty());
        if let Some(promised) = named {
            self.out.push(whole.guessed(promised.is_guess()));
        } else {
            self.inside(&plain, from, split);
            if let Some((start, end)) = flagged {
                let at = |offset| from + plain.spelled_at(offset);
                self.out.push(Span::new(at(start), at(end), NAMED));
            }
        }
        if let Some(open) = self.open.last_mut() {
            open.flagged = flag(&plain.text).filter(|_| !open.object);
            match open.key.as_str() {
                "name" | "key" | "variable" => open.telling = promise(&plain.text),
                // A program, not a whole line for a shell.
                "command" if plain.text.len() < 200 => {
                    open.program = plain.text.clone().into_owned();
                }
                "value" if !plain.text.trim().is_empty() => open.value = Some((whole, plain.text)),
                _ => {}
            }
        }
        after
    }

    /// The secrets inside a string, in the places of its spelling.
    fn inside(&mut self, plain: &Plain<'_>, from: usize, split: &[Span]) {
        let found = self.finder.search(&plain.text, self.depth + 1, &[]);
        for span in found.iter().chain(split) {
            self.out.push(Span {
                start: from + plain.spelled_at(span.start),
                end: from + plain.spelled_at(span.end),
                put: span.put.inside(),
                ..*span
            });
        }
    }

    /// Whether the string here is a piece of a streamed block.
    fn is_piece(&self) -> bool {
        match self.open.as_slice() {
            [top, event, delta] => {
                top.key == "event"
                    && event.key == "delta"
                    && matches!(delta.key.as_str(), "text" | "partial_json" | "thinking")
            }
            _ => false,
        }
    }

    /// A number, `true`, `false` or `null`.
    fn plain(&mut self, from: usize) -> Option<usize> {
        let rest = self.text.get(from..)?;
        let length = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && !"+-.".contains(c))
            .unwrap_or(rest.len());
        let word = rest.get(..length)?;
        if matches!(word, "true" | "false" | "null") {
            return Some(from + length);
        }
        let number = word.starts_with(|c: char| c.is_ascii_digit() || c == '-')
            && word
                .chars()
                .all(|c| c.is_ascii_digit() || "+-.eE".contains(c));
        // Half a word at the end of a text that breaks off is no reason to read it as plain text.
        let cut = from + length == self.text.len() && !word.is_empty();
        if !number && !cut {
            return None;
        }
        if number && self.named(Some(word)).is_some() {
            self.out.push(Span {
                put: Put::Quoted(0),
                ..Span::new(from, from + length, NAMED)
            });
        }
        if let Some(open) = self.open.last_mut() {
            open.flagged = None;
        }
        Some(from + length)
    }
}

/// Where the string ends: at its closing quote, or at the end of the text.
pub(super) fn string_end(text: &str, from: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = from;
    while let Some(rest) = bytes.get(at..) {
        match memchr::memchr2(b'"', b'\\', rest) {
            Some(next) if rest.get(next) == Some(&b'\\') => at += next + 2,
            Some(next) => return at + next,
            None => return text.len(),
        }
    }
    text.len()
}
