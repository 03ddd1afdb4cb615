//! Code gets colours, of themes that exist; what is too long or unknown stays plain.

use super::{coloured, grammars, highlight};
use crate::tui::msg::Done;
use crate::tui::theme::{Depth, SHIPPED, Theme};
use crate::tui::widgets::highlight::HighlightJob;
use ratatui::style::Color;

fn text(job: &HighlightJob) -> String {
    let lines = coloured(job).unwrap();
    let line = |line: &Vec<(_, String)>| {
        line.iter()
            .map(|(_, text)| text.as_str())
            .collect::<String>()
    };
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_theme_names_a_syntax_theme_that_exists() {
    for (name, _) in SHIPPED {
        let theme = Theme::shipped(name, Depth::True).unwrap().unwrap();
        assert!(
            grammars().names.contains_key(theme.syntax_name()),
            "{name}: {}",
            theme.syntax_name()
        );
    }
}

#[test]
fn code_keeps_every_character_and_gets_the_terminals_own_colours() {
    let code = "fn main() {\n    let text = \"a\";\n\n}";
    let job = HighlightJob::new("rust", code, "ansi");
    assert_eq!(text(&job), code);
    let lines = coloured(&job).unwrap();
    let colours: Vec<_> = lines
        .iter()
        .flatten()
        .filter_map(|(style, _)| style.fg)
        .collect();
    assert!(colours.len() > 2, "{lines:?}");
    assert!(
        !colours
            .iter()
            .any(|colour| matches!(colour, Color::Rgb(..) | Color::Indexed(_))),
        "{colours:?}"
    );
}

#[test]
fn languages_are_known_by_many_names() {
    for language in [
        "rs",
        "Rust",
        "sh",
        "console",
        "py",
        "toml",
        "Dockerfile",
        "tsx",
        "jsonc",
        "yml",
        "Makefile",
        "go",
        "c++",
    ] {
        let job = HighlightJob::new(language, "a = 1", "Nord");
        assert!(coloured(&job).is_some(), "{language}");
    }
}

#[test]
fn what_cannot_be_coloured_stays_plain() {
    let long = "x\n".repeat(2001);
    let wide = "x".repeat(4001);
    for (language, code) in [
        ("rs", long.as_str()),
        ("rs", wide.as_str()),
        ("no such language", "x"),
    ] {
        let job = HighlightJob::new(language, code, "Nord");
        assert!(coloured(&job).is_none());
        let Done::Highlighted(key, lines) = highlight(&job) else {
            panic!("something else came back");
        };
        assert_eq!(key, job.key);
        assert_eq!(lines.len(), code.lines().count());
    }
}
