//! PURE. A style as people write it: `green bold`, `#ff8800 on black`, `dim italic`. Owns: reading it.

use ratatui::style::{Color, Modifier, Style};

/// Reads a style; says which word is none.
pub(super) fn parse(text: &str, palette: impl Fn(&str) -> Option<Color>) -> Result<Style, String> {
    let mut style = Style::new();
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        let colour = |word: &str| {
            palette(word)
                .or_else(|| word.parse().ok())
                .ok_or_else(|| format!("`{word}` is neither a colour nor bold, dim, italic, underlined, reversed or crossed"))
        };
        style = match word {
            "default" => style,
            "bold" => style.add_modifier(Modifier::BOLD),
            "dim" => style.add_modifier(Modifier::DIM),
            "italic" => style.add_modifier(Modifier::ITALIC),
            "underlined" => style.add_modifier(Modifier::UNDERLINED),
            "reversed" => style.add_modifier(Modifier::REVERSED),
            "crossed" => style.add_modifier(Modifier::CROSSED_OUT),
            "on" => {
                let word = words.next().ok_or("`on` needs a colour behind it")?;
                style.bg(colour(word)?)
            }
            word => style.fg(colour(word)?),
        };
    }
    Ok(style)
}
