//! From characters to tokens with their places. Owns: what ends a word, and quoting. Any text has tokens.

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    Open,
    Close,
    And,
    Or,
    Not,
    /// `,`, only between values.
    Comma,
    /// `~name`.
    Operator(String),
    /// `>`, `<=`, …
    Compare(&'static str),
    Word(String),
    /// Text in quotes; whether the closing one is there.
    Quoted(String, bool),
}

/// A token and where it stands, in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Placed {
    pub(super) token: Token,
    pub(super) from: usize,
    pub(super) to: usize,
}

pub(super) fn tokens(text: &str) -> Vec<Placed> {
    let mut found = Vec::new();
    let mut rest = Rest { text, at: 0 };
    while let Some(first) = rest.skip_space() {
        let from = rest.at;
        let token = rest.token(first);
        found.push(Placed {
            token,
            from,
            to: rest.at,
        });
    }
    found
}

/// What ends a word beside white space.
pub(super) fn ends_word(c: char) -> bool {
    c.is_whitespace() || matches!(c, '(' | ')' | '&' | '|' | '"' | ',' | '<' | '>' | '=')
}

struct Rest<'a> {
    text: &'a str,
    at: usize,
}

impl Rest<'_> {
    fn peek(&self) -> Option<char> {
        self.text
            .get(self.at..)
            .and_then(|rest| rest.chars().next())
    }

    fn skip_space(&mut self) -> Option<char> {
        loop {
            let next = self.peek()?;
            if !next.is_whitespace() {
                return Some(next);
            }
            self.at += next.len_utf8();
        }
    }

    fn take(&mut self, token: Token, length: usize) -> Token {
        self.at += length;
        token
    }

    fn token(&mut self, first: char) -> Token {
        match first {
            '(' => self.take(Token::Open, 1),
            ')' => self.take(Token::Close, 1),
            '!' => self.take(Token::Not, 1),
            ',' => self.take(Token::Comma, 1),
            '&' => self.doubled(Token::And, '&'),
            '|' => self.doubled(Token::Or, '|'),
            '"' => self.quoted(),
            '<' | '>' | '=' => self.compare(),
            '~' => {
                self.at += 1;
                let name = self.while_word(|c| c.is_alphabetic() || c == '_');
                Token::Operator(format!("~{name}"))
            }
            _ => Token::Word(self.while_word(|c| !ends_word(c))),
        }
    }

    /// Many type them twice.
    fn doubled(&mut self, token: Token, sign: char) -> Token {
        self.at += 1;
        if self.peek() == Some(sign) {
            self.at += 1;
        }
        token
    }

    fn compare(&mut self) -> Token {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let sign = [">=", "<=", ">", "<"]
            .into_iter()
            .find(|sign| rest.starts_with(sign))
            .unwrap_or("=");
        self.take(Token::Compare(sign), sign.len())
    }

    fn while_word(&mut self, fits: impl Fn(char) -> bool) -> String {
        let mut word = String::new();
        while let Some(next) = self.peek().filter(|next| fits(*next)) {
            word.push(next);
            self.at += next.len_utf8();
        }
        word
    }

    /// A backslash takes the meaning from a quote and from a backslash; before anything else it is itself, so that
    /// regular expressions need no doubling.
    fn quoted(&mut self) -> Token {
        self.at += 1;
        let mut text = String::new();
        while let Some(next) = self.peek() {
            self.at += next.len_utf8();
            match next {
                '"' => return Token::Quoted(text, true),
                '\\' => match self.peek() {
                    Some(escaped @ ('"' | '\\')) => {
                        self.at += 1;
                        text.push(escaped);
                    }
                    _ => text.push('\\'),
                },
                _ => text.push(next),
            }
        }
        Token::Quoted(text, false)
    }
}
