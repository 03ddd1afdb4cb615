//! PURE. A shell command taken apart into simple commands and words, as far as permission rules need it.
//!
//! Owns quoting, separators, substitutions and redirections. It is no shell: whatever it cannot be sure about sets
//! [`Script::doubtful`], and commands inside substitutions are listed beside the outer ones. Bounded in depth, linear
//! in time.

mod quoting;

use std::ops::Range;

/// Substitutions nested deeper than this are split up without being understood.
const MAX_DEPTH: usize = 16;

/// A command line taken apart.
#[derive(Debug, Default)]
pub(super) struct Script {
    /// Simple commands, those inside substitutions included, without redirections. None is empty.
    pub(super) commands: Vec<Vec<Word>>,
    /// Something may happen that the words do not show: substitution, file redirection, odd quoting, comments.
    pub(super) doubtful: bool,
    /// A quote never closed, so that the split into commands may be wrong.
    pub(super) unbalanced: bool,
}

/// One word.
#[derive(Debug, Default, Clone)]
pub(super) struct Word {
    /// As written.
    pub(super) raw: String,
    /// Without quotes and escapes.
    pub(super) plain: String,
    /// Where in `plain` the shell would put something else.
    gaps: Vec<Range<usize>>,
}

impl Word {
    /// The word if every substitution and parameter in it came out empty; `None` when it has none.
    pub(super) fn emptied(&self) -> Option<String> {
        let (mut rest, mut at) = (String::new(), 0);
        for gap in &self.gaps {
            rest.push_str(self.plain.get(at..gap.start)?);
            at = gap.end;
        }
        rest.push_str(self.plain.get(at..)?);
        (!self.gaps.is_empty()).then_some(rest)
    }

    /// Adds text that stands for something the shell puts there.
    fn push_gap(&mut self, text: impl IntoIterator<Item = char>) {
        let start = self.plain.len();
        self.plain.extend(text);
        self.gaps.push(start..self.plain.len());
    }

    /// `NAME=value`, as it stands before a command.
    pub(super) fn is_assignment(&self) -> bool {
        let Some((name, _)) = self.raw.split_once('=') else {
            return false;
        };
        let name = name.strip_suffix('+').unwrap_or(name);
        let name = name.split('[').next().unwrap_or_default();
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    }
}

/// Takes a command line apart.
pub(super) fn parse(text: &str) -> Script {
    parse_at(text, 0)
}

fn parse_at(text: &str, depth: usize) -> Script {
    let mut lexer = Lexer {
        chars: text.chars().collect(),
        pos: 0,
        script: Script::default(),
    };
    lexer.list(false, depth);
    lexer.script
}

struct Lexer {
    chars: Vec<char>,
    pos: usize,
    script: Script,
}

#[derive(Default)]
struct Line {
    words: Vec<Word>,
    word: Option<Word>,
}

impl Line {
    fn end_word(&mut self) {
        self.words.extend(self.word.take());
    }
}

impl Lexer {
    fn at(&self, offset: usize) -> Option<char> {
        self.chars.get(self.pos + offset).copied()
    }

    fn doubt(&mut self) {
        self.script.doubtful = true;
    }

    fn never_closed(&mut self) {
        self.script.doubtful = true;
        self.script.unbalanced = true;
    }

    fn skip_if(&mut self, c: char) {
        if self.at(0) == Some(c) {
            self.pos += 1;
        }
    }

    fn end(&mut self, line: &mut Line) {
        line.end_word();
        if !line.words.is_empty() {
            self.script.commands.push(std::mem::take(&mut line.words));
        }
    }

    /// Commands up to the end, or up to the parenthesis that closes a substitution.
    fn list(&mut self, inside: bool, depth: usize) {
        let mut line = Line::default();
        let mut closed = !inside;
        while let Some(c) = self.at(0) {
            match c {
                ')' if inside => {
                    self.pos += 1;
                    closed = true;
                    break;
                }
                ';' | '\n' => {
                    self.pos += 1;
                    self.end(&mut line);
                }
                '|' => {
                    self.pos += 1;
                    self.skip_if('|');
                    self.skip_if('&');
                    self.end(&mut line);
                }
                '&' if self.at(1) != Some('>') => {
                    self.pos += 1;
                    self.skip_if('&');
                    self.end(&mut line);
                }
                '(' | ')' => {
                    self.doubt();
                    self.pos += 1;
                    self.end(&mut line);
                    if c == '(' && depth < MAX_DEPTH {
                        self.list(true, depth + 1);
                    }
                }
                '&' | '<' | '>' => self.redirection(&mut line, depth),
                ' ' | '\t' => {
                    self.pos += 1;
                    line.end_word();
                }
                '\\' if self.at(1) == Some('\n') => {
                    self.doubt();
                    self.pos += 2;
                }
                '#' if line.word.is_none() => self.comment(),
                _ => self.piece(line.word.get_or_insert_default(), depth),
            }
        }
        if !closed {
            self.never_closed();
        }
        self.end(&mut line);
    }

    fn comment(&mut self) {
        self.doubt();
        while self.at(0).is_some_and(|c| c != '\n') {
            self.pos += 1;
        }
    }

    /// One character, escape, quotation or substitution of a word.
    fn piece(&mut self, word: &mut Word, depth: usize) {
        let start = self.pos;
        let Some(c) = self.at(0) else {
            return;
        };
        match c {
            '\\' => {
                match self.at(1) {
                    Some(escaped) => word.plain.push(escaped),
                    None => self.never_closed(),
                }
                self.pos += 2;
            }
            '\'' => {
                self.pos += 1;
                self.single_quoted(word);
            }
            '"' => {
                self.pos += 1;
                self.double_quoted(word, depth);
            }
            '`' => self.backticks(word, depth),
            '$' => self.dollar(word, depth, false),
            c => {
                if c.is_control() {
                    self.doubt();
                }
                word.plain.push(c);
                self.pos += 1;
            }
        }
        let end = self.pos.min(self.chars.len());
        word.raw
            .extend(self.chars.get(start..end).unwrap_or_default());
    }

    fn redirection(&mut self, line: &mut Line, depth: usize) {
        self.skip_if('&');
        let descriptor =
            |word: &Word| !word.raw.is_empty() && word.raw.chars().all(|c| c.is_ascii_digit());
        if line.word.as_ref().is_some_and(descriptor) {
            line.word = None;
        }
        line.end_word();
        let first = self.at(0);
        self.pos += 1;
        if self.at(0) == Some('(') {
            self.doubt();
            self.pos += 1;
            if depth < MAX_DEPTH {
                self.list(true, depth + 1);
            }
            return;
        }
        let second = match (first, self.at(0)) {
            (Some('>'), Some(c @ ('>' | '|' | '&'))) | (Some('<'), Some(c @ ('<' | '>' | '&'))) => {
                self.pos += 1;
                Some(c)
            }
            _ => None,
        };
        while matches!(self.at(0), Some(' ' | '\t')) {
            self.pos += 1;
        }
        let mut target = Word::default();
        while self.at(0).is_some_and(|c| !is_meta(c)) {
            self.piece(&mut target, depth);
        }
        let duplicate = second == Some('&')
            && (target.raw == "-" || target.raw.chars().all(|c| c.is_ascii_digit()))
            && !target.raw.is_empty();
        let nowhere = target.raw == "/dev/null" && second != Some('<');
        if !duplicate && !nowhere {
            self.doubt();
        }
    }
}

fn is_meta(c: char) -> bool {
    matches!(
        c,
        ' ' | '\t' | '\n' | ';' | '&' | '|' | '(' | ')' | '<' | '>'
    )
}
