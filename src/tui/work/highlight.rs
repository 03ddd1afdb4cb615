//! EDGE. Colours for code. Owns: the grammars and syntax themes, loaded once and only when code is shown.
//! Does not own: what is shown without them, fitting colours to the terminal (`theme`).
//!
//! What comes back is the code itself in pieces: whoever draws it makes it harmless like any other text.

use crate::tui::msg::Done;
use crate::tui::theme::from_syntax;
use crate::tui::widgets::code::{LONGEST_LINE, MOST_LINES, Pieces};
use crate::tui::widgets::highlight::HighlightJob;
use ratatui::style::{Modifier, Style};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use syntect::highlighting::{
    FontStyle, HighlightIterator, HighlightState, Highlighter, Style as Drawn, Theme,
};
use syntect::parsing::{ParseState, ScopeStack, SyntaxReference, SyntaxSet};
use two_face::theme::{EmbeddedLazyThemeSet, EmbeddedThemeName};

struct Grammars {
    syntaxes: SyntaxSet,
    themes: EmbeddedLazyThemeSet,
    names: HashMap<&'static str, EmbeddedThemeName>,
}

fn grammars() -> &'static Grammars {
    static LOADED: OnceLock<Grammars> = OnceLock::new();
    LOADED.get_or_init(|| Grammars {
        syntaxes: two_face::syntax::extra_newlines(),
        themes: two_face::theme::extra(),
        names: EmbeddedLazyThemeSet::theme_names()
            .iter()
            .map(|name| (name.as_name(), *name))
            .collect(),
    })
}

/// Colours a block.
pub(super) fn highlight(job: &HighlightJob) -> Done {
    let lines = coloured(job).unwrap_or_else(|| {
        let plain = |line: &str| vec![(Style::new(), line.to_owned())];
        job.text.lines().map(plain).collect()
    });
    Done::Highlighted(job.key, Arc::new(lines))
}

fn coloured(job: &HighlightJob) -> Option<Vec<Pieces>> {
    let too_long = |line: &str| line.len() > LONGEST_LINE;
    if job.text.lines().nth(MOST_LINES).is_some() || job.text.lines().any(too_long) {
        return None;
    }
    let grammars = grammars();
    let syntax = syntax_of(&grammars.syntaxes, &job.language)?;
    let theme = theme_of(grammars, &job.syntax)?;
    let highlighter = Highlighter::new(theme);
    let mut parsed = ParseState::new(syntax);
    let mut state = HighlightState::new(&highlighter, ScopeStack::new());
    let mut lines = Vec::new();
    for line in job.text.lines() {
        let whole = format!("{line}\n");
        let changes = parsed.parse_line(&whole, &grammars.syntaxes).ok()?;
        let pieces = HighlightIterator::new(&mut state, &changes, &whole, &highlighter);
        let pieces =
            pieces.map(|(style, text)| (drawn(style), text.trim_end_matches('\n').to_owned()));
        lines.push(pieces.filter(|(_, text)| !text.is_empty()).collect());
    }
    Some(lines)
}

/// A grammar by a language's name, an extension or a file's name, as people write them.
fn syntax_of<'s>(syntaxes: &'s SyntaxSet, language: &str) -> Option<&'s SyntaxReference> {
    let word = match language.to_ascii_lowercase().as_str() {
        "shell" | "console" | "shell-session" | "zsh" => "bash".to_owned(),
        "golang" => "go".to_owned(),
        "c++" => "cpp".to_owned(),
        "jsonc" | "json5" => "json".to_owned(),
        other => other.to_owned(),
    };
    syntaxes
        .find_syntax_by_token(&word)
        .or_else(|| syntaxes.find_syntax_by_token(language))
        .or_else(|| syntaxes.find_syntax_by_extension(language))
}

fn theme_of<'g>(grammars: &'g Grammars, name: &str) -> Option<&'g Theme> {
    Some(grammars.themes.get(*grammars.names.get(name)?))
}

/// Backgrounds stay ours.
fn drawn(style: Drawn) -> Style {
    let colour = style.foreground;
    let mut drawn = Style::new();
    drawn.fg = from_syntax([colour.r, colour.g, colour.b, colour.a]);
    for (font, modifier) in [
        (FontStyle::BOLD, Modifier::BOLD),
        (FontStyle::ITALIC, Modifier::ITALIC),
        (FontStyle::UNDERLINE, Modifier::UNDERLINED),
    ] {
        if style.font_style.contains(font) {
            drawn = drawn.add_modifier(modifier);
        }
    }
    drawn
}

#[cfg(test)]
#[path = "highlight_tests.rs"]
mod highlight_tests;
