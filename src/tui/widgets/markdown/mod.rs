//! PURE. Markdown as lines. Owns: what each of its elements looks like. Does not own: colours of code (`code`), laying
//! out text (`flow`) and tables (`table`).
//!
//! Any text is Markdown: nothing here fails, and the work is bounded by the length of the text.

mod inline;
mod writer;

use super::code::Ink;
use super::highlight::{HighlightJob, Highlights};
use crate::tui::theme::{Role, Theme};
use pulldown_cmark::{Options, Parser};
use ratatui::text::Line;
use writer::Writer;

/// Of a longer text only this many bytes are laid out.
const MOST: usize = 512 << 10;

/// Markdown as lines of this width, and the code in it that has no colours yet.
pub fn markdown(
    text: &str,
    width: u16,
    theme: &Theme,
    highlights: &Highlights,
    syntax: &str,
) -> (Vec<Line<'static>>, Vec<HighlightJob>) {
    let mut ink = Ink::with_syntax(theme, highlights, syntax);
    let lines = written(text, width, Role::Text, &mut ink);
    (lines, ink.wanted)
}

/// The same with an ink that others use too; what ordinary text in it means.
pub fn written(text: &str, width: u16, role: Role, ink: &mut Ink<'_>) -> Vec<Line<'static>> {
    let end = text.floor_char_boundary(MOST);
    let (shown, rest) = text.split_at_checked(end).unwrap_or((text, ""));
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let mut writer = Writer::new(ink, width.max(1), role);
    for event in Parser::new_ext(shown, options) {
        writer.event(event);
    }
    let mut lines = writer.finish();
    if !rest.is_empty() {
        lines.push(super::ansi::more(rest.len(), "byte", ink.theme));
    }
    lines
}

#[cfg(test)]
#[path = "../markdown_tests.rs"]
mod markdown_tests;
