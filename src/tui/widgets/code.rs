//! PURE. Code as lines. Owns: taking the colours that have come, asking for those that have not, line numbers.
//! Does not own: making colours (`work`), keeping them (`highlight`).

use super::flow::{Spans, chop, pad, plain, width_of};
use super::highlight::{HighlightJob, Highlights};
use super::text::safe;
use crate::tui::theme::{Role, Theme};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// Longer blocks stay plain.
pub const MOST_LINES: usize = 2000;
/// Blocks with longer lines stay plain.
pub const LONGEST_LINE: usize = 4000;

/// A line of code in pieces of one style each, as it is in the file: nothing in it is harmless yet.
pub type Pieces = Vec<(Style, String)>;

/// What text is made into lines with: the theme, the colours for code, and those that are wanted.
#[derive(Debug)]
pub struct Ink<'a> {
    /// Colours and glyphs.
    pub theme: &'a Theme,
    /// Code that has no colours yet.
    pub wanted: Vec<HighlightJob>,
    highlights: &'a Highlights,
    syntax: &'a str,
}

impl<'a> Ink<'a> {
    /// With the theme's own syntax theme.
    pub fn new(theme: &'a Theme, highlights: &'a Highlights) -> Self {
        Self::with_syntax(theme, highlights, theme.syntax_name())
    }

    /// With another syntax theme.
    pub fn with_syntax(theme: &'a Theme, highlights: &'a Highlights, syntax: &'a str) -> Self {
        Self {
            theme,
            wanted: Vec::new(),
            highlights,
            syntax,
        }
    }

    /// The colours of a block, if they have come; else they are asked for, unless it is too long or of no language.
    pub fn colours(&mut self, language: &str, text: &str) -> Option<Vec<Pieces>> {
        let long = |line: &str| line.len() > LONGEST_LINE;
        if language.is_empty() || text.trim().is_empty() || !self.theme.has_colours() {
            return None;
        }
        if text.lines().nth(MOST_LINES).is_some() || text.lines().any(long) {
            return None;
        }
        let job = HighlightJob::new(language, text, self.syntax);
        if let Some(lines) = self.highlights.get(job.key) {
            return Some(lines.as_ref().clone());
        }
        self.wanted.push(job);
        None
    }

    /// Code as lines of harmless styled text, coloured if the colours have come.
    pub fn code(&mut self, language: &str, text: &str) -> Vec<Spans> {
        let base = self.theme.style(Role::CodeBlock);
        match self.colours(language, text) {
            Some(lines) => lines.iter().map(|line| self.pieces(line, base)).collect(),
            None => text
                .lines()
                .map(|line| plain(line, Role::CodeBlock, self.theme))
                .collect(),
        }
    }

    /// Pieces made harmless, over a style.
    pub fn pieces(&self, pieces: &[(Style, String)], base: Style) -> Spans {
        let escaped = self.theme.style(Role::Escaped);
        let one = |(style, text): &(Style, String)| {
            safe(text, base.patch(self.theme.fit(*style)), escaped)
        };
        pieces.iter().flat_map(one).collect()
    }
}

/// A block of code with a bar at its side.
pub fn block(ink: &mut Ink<'_>, language: &str, text: &str, width: u16) -> Vec<Line<'static>> {
    let theme = ink.theme;
    let base = theme.style(Role::CodeBlock);
    let bar = [Span::styled(
        format!("{} ", theme.glyphs.bar),
        theme.style(Role::Border),
    )];
    let mut rows = ink.code(language, text);
    if rows.is_empty() {
        rows.push(Vec::new());
    }
    let mut lines = Vec::new();
    for row in rows {
        for line in chop(&row, width, &bar, &bar) {
            lines.push(pad(line, width, base));
        }
    }
    lines
}

/// The same; what it is written in stands at the end of its first line if there is room.
pub fn labelled(ink: &mut Ink<'_>, language: &str, text: &str, width: u16) -> Vec<Line<'static>> {
    let theme = ink.theme;
    let mut lines = block(ink, language, text, width);
    if let Some(line) = lines.first_mut() {
        label(line, language, width, theme);
    }
    lines
}

/// Puts a word at the end of a padded line, if it is free there.
fn label(line: &mut Line<'static>, word: &str, width: u16, theme: &Theme) {
    let word = plain(word, Role::Dim, theme);
    let needed = width_of(&word) + 2;
    let Some(last) = line.spans.last_mut() else {
        return;
    };
    let free = last.content.len();
    if word.is_empty()
        || last.content.bytes().any(|byte| byte != b' ')
        || free < needed
        || usize::from(width) < needed * 3
    {
        return;
    }
    last.content.to_mut().truncate(free - needed + 1);
    let base = theme.style(Role::CodeBlock);
    let patched = word.into_iter().map(|span| {
        let style = base.patch(span.style);
        span.style(style)
    });
    line.spans.extend(patched);
    line.spans.push(Span::styled(" ", base));
}

/// Code with line numbers from `start`.
pub fn numbered(
    ink: &mut Ink<'_>,
    language: &str,
    text: &str,
    start: u64,
    width: u16,
) -> Vec<Line<'static>> {
    let theme = ink.theme;
    let rows = ink.code(language, text);
    let last = start + rows.len() as u64;
    let digits = last.to_string().len();
    let blank = [Span::raw(" ".repeat(digits + 2))];
    let mut lines = Vec::new();
    for (row, number) in rows.iter().zip(start..) {
        let lead = [Span::styled(
            format!("{number:>digits$}  "),
            theme.style(Role::Dim),
        )];
        lines.extend(chop(row, width, &lead, &blank));
    }
    lines
}
