//! PURE. A value must not become a part of a program's source. Owns: spotting `sh -c "… {name} …"` and its like. Does not
//! own: what else a program may do with its arguments.
//!
//! This is a net, not a wall: it knows the usual programs and the usual ways to write them. A program it does not know, or
//! an option it takes for something else, slips through; whoever writes a tool still has to look at what its program does
//! with each word.

use super::code_programs::{Kind, kind, starts_others};
use crate::command::Template;

const SOURCE: &str = "an argument would become source code, and what is in it would be run; pass it as a word of its \
     own after the code, for example [\"sh\", \"-c\", 'echo \"$1\"', \"sh\", \"{name!}\"]";

/// Refuses a template that puts an argument into source code.
pub(super) fn check<'a>(
    program: &str,
    words: impl Iterator<Item = &'a Template>,
) -> Result<(), String> {
    let scan = scanned(program, words);
    if scan.refused {
        return Err(SOURCE.to_owned());
    }
    Ok(())
}

/// Refuses arguments on the standard input of a program that would run them.
pub(super) fn check_stdin<'a>(
    program: &str,
    words: impl Iterator<Item = &'a Template>,
) -> Result<(), String> {
    if scanned(program, words).runs_stdin() {
        return Err(
            "the program runs what it reads there, so an argument would become source code; name a script in `run`, \
             which can then read it"
                .to_owned(),
        );
    }
    Ok(())
}

fn scanned<'a>(program: &str, words: impl Iterator<Item = &'a Template>) -> Scan {
    let wrapper = starts_others(program);
    let mut scan = Scan::new(kind(program));
    for word in words {
        match word.literal() {
            // `env sh -c …` and the like. What another machine is told stays source, whatever it is.
            Some(text)
                if !matches!(scan.kind, Some(Kind::Rest { .. }))
                    && kind(&text).is_some_and(|kind| wrapper || kind.is_flag()) =>
            {
                scan = Scan {
                    refused: scan.refused,
                    ..Scan::new(kind(&text))
                };
            }
            Some(text) => scan.literal(&text),
            None => scan.template(word),
        }
    }
    scan
}

/// How far a command line has been read.
#[derive(Default)]
struct Scan {
    kind: Option<Kind>,
    /// The next word that is no option is source.
    source_next: bool,
    /// The next word is the value of an option.
    value_next: bool,
    /// The source is named already: after a flag, or in a file.
    has_source: bool,
    /// `-s`: what follows are arguments, and the source comes from standard input.
    from_stdin: bool,
    /// Words that were no options.
    plain: usize,
    refused: bool,
}

impl Scan {
    fn new(kind: Option<Kind>) -> Self {
        Self {
            kind,
            ..Self::default()
        }
    }

    fn literal(&mut self, text: &str) {
        let Some(kind) = self.kind else { return };
        if std::mem::take(&mut self.value_next) {
            return;
        }
        if kind.takes_source(text) {
            self.source_next = true;
            self.has_source = true;
        } else if is_option(text) {
            // `sh -c -- …` and `sh -c -e …`: the source is still to come.
            self.value_next = !self.source_next && kind.takes_value(text);
            self.has_source |= kind.names_file(text);
            self.from_stdin |= text == "-s";
        } else if text != "-" && !std::mem::take(&mut self.source_next) {
            self.plain += 1;
        }
    }

    fn template(&mut self, word: &Template) {
        let Some(kind) = self.kind else { return };
        let filled = word.fill(|_| Some("\0".to_owned())).unwrap_or_default();
        let head = filled.split('\0').next().unwrap_or_default();
        let value = std::mem::take(&mut self.value_next);
        self.refused |= self.source_next;
        if is_option(head) || head == "-" {
            self.refused |= kind.takes_source_joined(head);
            return;
        }
        if value {
            return;
        }
        self.refused |= match kind {
            Kind::Flag { .. } => false,
            Kind::First { .. } => self.plain == 0 && !self.has_source,
            Kind::Rest { after, .. } => self.plain >= after,
        };
        self.plain += 1;
    }

    fn runs_stdin(&self) -> bool {
        match self.kind {
            Some(Kind::Flag { stdin, .. }) => {
                stdin && !self.has_source && (self.plain == 0 || self.from_stdin)
            }
            // Without a command, the other machine's shell reads it.
            Some(Kind::Rest { after, .. }) => after > 0 && self.plain <= after,
            Some(Kind::First { .. }) | None => false,
        }
    }
}

fn is_option(text: &str) -> bool {
    text.len() > 1 && text.starts_with(['-', '+']) || text.eq_ignore_ascii_case("/c")
}
