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

/// The nearest of the sixteen, by their usual values.
fn nearest(r: u8, g: u8, b: u8) -> Color {
    const SIXTEEN: [(Color, [u8; 3]); 16] = [
        (Color::Black, [0, 0, 0]),
        (Color::Red, [205, 0, 0]),
        (Color::Green, [0, 205, 0]),
        (Color::Yellow, [205, 205, 0]),
        (Color::Blue, [0, 0, 238]),
        (Color::Magenta, [205, 0, 205]),
        (Color::Cyan, [0, 205, 205]),
        (Color::Gray, [229, 229, 229]),
        (Color::DarkGray, [127, 127, 127]),
        (Color::LightRed, [255, 0, 0]),
        (Color::LightGreen, [0, 255, 0]),
        (Color::LightYellow, [255, 255, 0]),
        (Color::LightBlue, [92, 92, 255]),
        (Color::LightMagenta, [255, 0, 255]),
        (Color::LightCyan, [0, 255, 255]),
        (Color::White, [255, 255, 255]),
    ];
    let best = SIXTEEN
        .iter()
        .min_by_key(|(_, values)| distance([r, g, b], *values));
    best.map_or(Color::Reset, |(colour, _)| *colour)
}
