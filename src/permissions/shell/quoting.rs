//! PURE. Quotations and substitutions inside a word of a shell command.
//!
//! What is inside a substitution is itself a list of commands and goes back to the parent module.

use super::{Lexer, MAX_DEPTH, Word, parse_at};

impl Lexer {
    pub(super) fn single_quoted(&mut self, word: &mut Word) {
        while let Some(c) = self.at(0) {
            self.pos += 1;
            if c == '\'' {
                return;
            }
            word.plain.push(c);
        }
        self.never_closed();
    }

    pub(super) fn double_quoted(&mut self, word: &mut Word, depth: usize) {
        while let Some(c) = self.at(0) {
            match c {
                '"' => {
                    self.pos += 1;
                    return;
                }
                '\\' => match self.at(1) {
                    Some('\n') => {
                        self.doubt();
                        self.pos += 2;
                    }
                    Some(escaped @ ('$' | '`' | '"' | '\\')) => {
                        word.plain.push(escaped);
                        self.pos += 2;
                    }
                    _ => {
                        word.plain.push('\\');
                        self.pos += 1;
                    }
                },
                '`' => self.backticks(word, depth),
                '$' => self.dollar(word, depth, true),
                c => {
                    word.plain.push(c);
                    self.pos += 1;
                }
            }
        }
        self.never_closed();
    }

    pub(super) fn dollar(&mut self, word: &mut Word, depth: usize, quoted: bool) {
        let start = self.pos;
        match self.at(1) {
            Some('(') if depth < MAX_DEPTH => {
                self.doubt();
                self.pos += 2;
                self.list(true, depth + 1);
                let text = self.chars.get(start..self.pos).unwrap_or_default();
                word.push_gap(text.iter().copied());
            }
            Some('\'') if !quoted => {
                self.doubt();
                self.pos += 2;
                self.ansi_quoted(word);
            }
            Some('"') if !quoted => {
                self.doubt();
                self.pos += 1;
            }
            next => {
                // a parameter by its name cannot run anything; the forms with a brace can
                match next {
                    Some('{' | '[') => self.doubt(),
                    // too deep to look into: as little understood as a quote left open
                    Some('(') => self.never_closed(),
                    _ => {}
                }
                let length = self.parameter_length();
                let text = self.chars.get(start..start + length).unwrap_or_default();
                word.push_gap(text.iter().copied());
                self.pos += length;
            }
        }
    }

    /// Length of `$NAME`, `$?` or a plain `${NAME}`; of anything else only the dollar sign is taken.
    fn parameter_length(&self) -> usize {
        let named = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let run = |from: usize| {
            self.chars
                .iter()
                .skip(self.pos + from)
                .take_while(|c| named(**c))
                .count()
        };
        match self.at(1) {
            Some('@' | '*' | '?' | '!' | '#' | '-' | '$') => 2,
            Some('{') => {
                let length = 2 + run(2);
                let closed = self.at(length) == Some('}');
                if closed { length + 1 } else { 1 }
            }
            _ => 1 + run(1),
        }
    }

    /// `$'…'`, where a backslash can hide any character, the quote included.
    fn ansi_quoted(&mut self, word: &mut Word) {
        while let Some(c) = self.at(0) {
            self.pos += 1;
            match c {
                '\'' => return,
                '\\' => {
                    let (decoded, length) = self.ansi_escape();
                    word.plain.push(decoded);
                    self.pos += length;
                }
                c => word.plain.push(c),
            }
        }
        self.never_closed();
    }

    fn ansi_escape(&self) -> (char, usize) {
        let Some(kind) = self.at(0) else {
            return ('\\', 0);
        };
        let (radix, skip, most) = match kind {
            'x' => (16, 1, 2),
            'u' => (16, 1, 4),
            'U' => (16, 1, 8),
            '0'..='7' => (8, 0, 3),
            'n' => return ('\n', 1),
            't' => return ('\t', 1),
            other => return (other, 1),
        };
        let digits: Vec<u32> = (skip..skip + most)
            .map_while(|offset| self.at(offset)?.to_digit(radix))
            .collect();
        let code = digits.iter().fold(0_u32, |code, digit| {
            code.wrapping_mul(radix).wrapping_add(*digit)
        });
        let decoded = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
        (decoded, skip + digits.len())
    }

    pub(super) fn backticks(&mut self, word: &mut Word, depth: usize) {
        self.doubt();
        self.pos += 1;
        let mut inner = String::new();
        loop {
            match self.at(0) {
                None => {
                    self.never_closed();
                    break;
                }
                Some('`') => {
                    self.pos += 1;
                    break;
                }
                Some('\\') if matches!(self.at(1), Some('`' | '\\' | '$')) => {
                    inner.extend(self.at(1));
                    self.pos += 2;
                }
                Some(c) => {
                    inner.push(c);
                    self.pos += 1;
                }
            }
        }
        if depth < MAX_DEPTH {
            let nested = parse_at(&inner, depth + 1);
            self.script.commands.extend(nested.commands);
            self.script.unbalanced |= nested.unbalanced;
        } else {
            self.never_closed();
        }
        word.push_gap(inner.chars());
    }
}
