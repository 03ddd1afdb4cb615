//! PURE. A command line taken apart, as far as judging it needs: simple commands, where output goes, what is hidden.

/// A command line.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    /// Simple commands as words, quotes removed. None is empty.
    pub(super) commands: Vec<Vec<String>>,
    /// Files that output is written to.
    pub(super) outputs: Vec<String>,
    /// Another command hides inside: `$(…)`, backticks, `<(…)`.
    pub(super) nested: bool,
    /// A quote never closes.
    pub(super) broken: bool,
}

/// Where a word that is being read belongs.
#[derive(Clone, Copy, PartialEq)]
enum Into {
    Command,
    Output,
    Nowhere,
}

/// The reader.
struct Reader {
    line: Line,
    command: Vec<String>,
    word: Option<String>,
    goes: Into,
}

impl Reader {
    fn push(&mut self, c: char) {
        self.word.get_or_insert_default().push(c);
    }

    fn end_word(&mut self) {
        let Some(word) = self.word.take() else { return };
        match std::mem::replace(&mut self.goes, Into::Command) {
            Into::Command => self.command.push(word),
            Into::Output => self.line.outputs.push(word),
            Into::Nowhere => {}
        }
    }

    fn end_command(&mut self) {
        self.end_word();
        if !self.command.is_empty() {
            self.line.commands.push(std::mem::take(&mut self.command));
        }
    }
}

/// Takes a command line apart.
pub(super) fn take_apart(text: &str) -> Line {
    let mut reader = Reader {
        line: Line::default(),
        command: Vec::new(),
        word: None,
        goes: Into::Command,
    };
    let mut quote: Option<char> = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '`' && quote != Some('\'')
            || c == '$' && quote != Some('\'') && chars.peek() == Some(&'(')
        {
            reader.line.nested = true;
        }
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some('"') | None, '\\') => {
                if let Some(next) = chars.next() {
                    reader.push(next);
                }
            }
            (None, '\'' | '"') => {
                quote = Some(c);
                reader.word.get_or_insert_default();
            }
            (None, ';' | '&' | '|' | '\n' | '(' | ')') => reader.end_command(),
            (None, '>' | '<') => redirect(&mut reader, c, &mut chars),
            (None, c) if c.is_whitespace() => reader.end_word(),
            (_, c) => reader.push(c),
        }
    }
    reader.end_command();
    reader.line.broken = quote.is_some();
    reader.line
}

/// `>`, `>>`, `2>&1`, `< file`, `<(…)`.
fn redirect(reader: &mut Reader, c: char, chars: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    if reader
        .word
        .as_deref()
        .is_some_and(|word| word.chars().all(|c| c.is_ascii_digit()))
    {
        reader.word = None;
    }
    reader.end_word();
    while chars.next_if(|next| *next == c || *next == '|').is_some() {}
    if chars.peek() == Some(&'(') {
        reader.line.nested = true;
    } else if chars.next_if_eq(&'&').is_some() {
        reader.goes = Into::Nowhere;
    } else if c == '>' {
        reader.goes = Into::Output;
    } else {
        reader.goes = Into::Nowhere;
    }
}
