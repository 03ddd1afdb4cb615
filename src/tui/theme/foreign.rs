//! PURE. Colours that come from outside: from a tool's output and from syntax themes. Owns: turning them into styles that
//! fit the terminal. Does not own: finding them in a text (`widgets::ansi`, `work::highlight`).

use super::depth::fitted;
use super::{Depth, Theme};
use ratatui::style::{Color, Modifier, Style};

/// The syntax theme of a theme that names none: it uses the terminal's own colours.
const OWN: &str = "ansi";

impl Theme {
    /// A style from outside with no more colours than the terminal has, and never one that hides its text.
    pub fn fit(&self, style: Style) -> Style {
        let style = fitted(style, self.depth);
        if style.fg.is_some() && style.fg == style.bg {
            return Style {
                fg: None,
                bg: None,
                ..style
            };
        }
        style
    }

    /// The syntax theme for code.
    pub fn syntax_name(&self) -> &str {
        self.syntax.as_deref().unwrap_or(OWN)
    }

    /// Whether code gets any colours here.
    pub fn has_colours(&self) -> bool {
        self.depth != Depth::None
    }
}

/// A colour of a syntax theme. An alpha of 0 means an entry of the terminal's palette, 1 its own foreground.
pub fn from_syntax([r, g, b, alpha]: [u8; 4]) -> Option<Color> {
    match alpha {
        0 => Some(basic(r)),
        1 => None,
        _ => Some(Color::Rgb(r, g, b)),
    }
}

/// What a sequence that selects graphics does to a style. Blinking and hiding are not obeyed.
pub fn sgr(style: Style, numbers: &[u16]) -> Style {
    let mut style = style;
    let mut numbers = numbers.iter().copied();
    if numbers.len() == 0 {
        return Style::new();
    }
    while let Some(number) = numbers.next() {
        style = match number {
            0 => Style::new(),
            1 => style.add_modifier(Modifier::BOLD),
            2 => style.add_modifier(Modifier::DIM),
            3 => style.add_modifier(Modifier::ITALIC),
            4 => style.add_modifier(Modifier::UNDERLINED),
            7 => style.add_modifier(Modifier::REVERSED),
            9 => style.add_modifier(Modifier::CROSSED_OUT),
            22 => without(style, Modifier::BOLD | Modifier::DIM),
            23 => without(style, Modifier::ITALIC),
            24 => without(style, Modifier::UNDERLINED),
            27 => without(style, Modifier::REVERSED),
            29 => without(style, Modifier::CROSSED_OUT),
            30..=37 => style.fg(basic(small(number - 30))),
            90..=97 => style.fg(basic(small(number - 82))),
            40..=47 => style.bg(basic(small(number - 40))),
            100..=107 => style.bg(basic(small(number - 92))),
            39 => Style { fg: None, ..style },
            49 => Style { bg: None, ..style },
            38 => match extended(&mut numbers) {
                Some(colour) => style.fg(colour),
                None => style,
            },
            48 => match extended(&mut numbers) {
                Some(colour) => style.bg(colour),
                None => style,
            },
            _ => style,
        };
    }
    style
}

fn without(style: Style, modifier: Modifier) -> Style {
    Style {
        add_modifier: style.add_modifier.difference(modifier),
        ..style
    }
}

fn extended(numbers: &mut impl Iterator<Item = u16>) -> Option<Color> {
    match numbers.next()? {
        5 => Some(basic(small(numbers.next()?))),
        2 => {
            let mut next = || numbers.next().map(small);
            Some(Color::Rgb(next()?, next()?, next()?))
        }
        _ => None,
    }
}

fn small(number: u16) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

/// An entry of the palette; the first sixteen by name, because those are the terminal's own.
fn basic(index: u8) -> Color {
    match index {
        0 => Color::Black,
        1 => Color::Red,
        2 => Color::Green,
        3 => Color::Yellow,
        4 => Color::Blue,
        5 => Color::Magenta,
        6 => Color::Cyan,
        7 => Color::Gray,
        8 => Color::DarkGray,
        9 => Color::LightRed,
        10 => Color::LightGreen,
        11 => Color::LightYellow,
        12 => Color::LightBlue,
        13 => Color::LightMagenta,
        14 => Color::LightCyan,
        15 => Color::White,
        other => Color::Indexed(other),
    }
}

/// What an entry of the palette beyond the first sixteen looks like.
pub(super) fn values(index: u8) -> (u8, u8, u8) {
    let level = |step: u8| if step == 0 { 0 } else { 55 + step * 40 };
    if index >= 232 {
        let grey = 8 + (index - 232) * 10;
        return (grey, grey, grey);
    }
    let place = index.saturating_sub(16);
    (level(place / 36), level(place / 6 % 6), level(place % 6))
}
