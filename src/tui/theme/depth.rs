//! PURE. How many colours there are. Owns: showing any colour with those a terminal has.

use super::Role;
use ratatui::style::{Color, Modifier, Style};

/// How many colours the terminal has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// None: `NO_COLOR`, or a terminal without.
    None,
    /// The sixteen of the terminal's own palette.
    Sixteen,
    /// 256.
    Indexed,
    /// Any.
    True,
}

/// A style with no more colours than there are.
pub(super) fn fitted(style: Style, depth: Depth) -> Style {
    let fit = |colour: Option<Color>| {
        colour.and_then(|colour| match (depth, colour) {
            (Depth::None, _) => None,
            (Depth::Indexed, Color::Rgb(r, g, b)) => Some(Color::Indexed(indexed([r, g, b]))),
            (Depth::Sixteen, Color::Rgb(r, g, b)) => Some(nearest(r, g, b)),
            (Depth::Sixteen, Color::Indexed(index @ 16..)) => {
                let (r, g, b) = super::foreign::values(index);
                Some(nearest(r, g, b))
            }
            (_, colour) => Some(colour),
        })
    };
    Style {
        fg: fit(style.fg),
        bg: fit(style.bg),
        ..style
    }
}

/// The same for a meaning. What is told by a background alone is turned round where there is none.
pub(super) fn limit(role: Role, style: Style, depth: Depth) -> Style {
    let fitted = fitted(style, depth);
    match role {
        Role::Selected | Role::Match | Role::Danger if depth == Depth::None => {
            fitted.add_modifier(Modifier::REVERSED)
        }
        Role::AddedWord | Role::RemovedWord if depth == Depth::None => {
            fitted.add_modifier(Modifier::UNDERLINED)
        }
        _ => fitted,
    }
}

/// The nearest of the 256 colours that all terminals agree on: the cube, and the greys between black and white.
fn indexed(wanted: [u8; 3]) -> u8 {
    let steps = |part: u8| match part {
        0..48 => (0, 0),
        48..115 => (1, 95),
        part => {
            let step = (part - 35) / 40;
            (step, 55 + 40 * step)
        }
    };
    let [(r, red), (g, green), (b, blue)] = wanted.map(steps);
    let mean = wanted.iter().map(|part| u16::from(*part)).sum::<u16>() / 3;
    let grey = u8::try_from(mean.saturating_sub(3) / 10)
        .unwrap_or(23)
        .min(23);
    let level = 8 + 10 * grey;
    if distance(wanted, [level; 3]) < distance(wanted, [red, green, blue]) {
        232 + grey
    } else {
        16 + 36 * r + 6 * g + b
    }
}

fn distance(one: [u8; 3], other: [u8; 3]) -> i32 {
    let parts = one.iter().zip(other);
    parts
        .map(|(one, other)| (i32::from(*one) - i32::from(other)).pow(2))
        .sum()
}

/// The nearest of the sixteen. What has a hue keeps it: by their values alone all that is pale would be some grey, and a
/// meaning would be lost.
fn nearest(r: u8, g: u8, b: u8) -> Color {
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    let chroma = most - least;
    if chroma < 40 || u16::from(chroma) * 4 < u16::from(most) {
        return grey(r, g, b);
    }
    // A part counts if it is nearer to the most of them than to the least.
    let counts = |part: u8| part - least > chroma / 2;
    let bright = most > 170;
    match (counts(r), counts(g), counts(b)) {
        (true, false, false) if bright => Color::LightRed,
        (true, false, false) => Color::Red,
        (false, true, false) if bright => Color::LightGreen,
        (false, true, false) => Color::Green,
        (true, true, false) if bright => Color::LightYellow,
        (true, true, false) => Color::Yellow,
        (false, false, true) if bright => Color::LightBlue,
        (false, false, true) => Color::Blue,
        (true, false, true) if bright => Color::LightMagenta,
        (true, false, true) => Color::Magenta,
        (false, true, true) if bright => Color::LightCyan,
        (false, true, true) => Color::Cyan,
        (true, true, true) | (false, false, false) => grey(r, g, b),
    }
}

/// The nearest of those without a hue, by their usual values.
fn grey(r: u8, g: u8, b: u8) -> Color {
    const GREYS: [(Color, [u8; 3]); 4] = [
        (Color::Black, [0, 0, 0]),
        (Color::DarkGray, [127, 127, 127]),
        (Color::Gray, [229, 229, 229]),
        (Color::White, [255, 255, 255]),
    ];
    let best = GREYS
        .iter()
        .min_by_key(|(_, values)| distance([r, g, b], *values));
    best.map_or(Color::Reset, |(colour, _)| *colour)
}
