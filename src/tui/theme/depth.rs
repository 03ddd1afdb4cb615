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

/// A colour of a theme under its name there. Where there are but sixteen, what is called red is the terminal's red: the
/// purple of one theme is nearer to red than the red of another.
pub(super) fn called(name: &str, colour: Color, depth: Depth) -> Color {
    let (Depth::Sixteen, Color::Rgb(r, g, b)) = (depth, colour) else {
        return colour;
    };
    let hue = match name {
        "red" => Hue::Red,
        "yellow" => Hue::Yellow,
        "green" => Hue::Green,
        "cyan" => Hue::Cyan,
        "blue" => Hue::Blue,
        "magenta" => Hue::Magenta,
        "fg" | "bg" | "muted" | "line" | "panel" => return grey([r, g, b]),
        _ => return colour,
    };
    hue.shown(is_bright([r, g, b]))
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

/// What stands for a colour among the sixteen. Hue tells what is meant, so it is kept: by distance alone the soft colours
/// of most themes would all become greys.
fn nearest(r: u8, g: u8, b: u8) -> Color {
    let (most, least) = (i32::from(r.max(g).max(b)), i32::from(r.min(g).min(b)));
    let strength = most - least;
    if strength < 32 || strength * 100 < most * 19 {
        return grey([r, g, b]);
    }
    let [red, green, blue] = [r, g, b].map(i32::from);
    let turn = |one: i32, other: i32| 60 * (one - other) / strength;
    let angle = if most == red {
        turn(green, blue)
    } else if most == green {
        120 + turn(blue, red)
    } else {
        240 + turn(red, green)
    };
    let hue = match angle.rem_euclid(360) {
        18..70 => Hue::Yellow,
        70..160 => Hue::Green,
        160..200 => Hue::Cyan,
        200..260 => Hue::Blue,
        260..330 => Hue::Magenta,
        _ => Hue::Red,
    };
    hue.shown(is_bright([r, g, b]))
}

/// Twice the lightness of a colour, 510 at most.
fn lightness(parts: [u8; 3]) -> u16 {
    let (most, least) = (parts.iter().max(), parts.iter().min());
    most.zip(least)
        .map_or(0, |(most, least)| u16::from(*most) + u16::from(*least))
}

/// Whether a colour is nearer to white than to black.
fn is_bright(parts: [u8; 3]) -> bool {
    lightness(parts) >= 255
}

/// The grey for a colour whose hue means nothing.
fn grey(parts: [u8; 3]) -> Color {
    match lightness(parts) {
        ..120 => Color::Black,
        120..330 => Color::DarkGray,
        330..470 => Color::Gray,
        _ => Color::White,
    }
}

/// The hues that every terminal has, in a plain and a bright form.
#[derive(Clone, Copy)]
enum Hue {
    Red,
    Yellow,
    Green,
    Cyan,
    Blue,
    Magenta,
}

impl Hue {
    fn shown(self, bright: bool) -> Color {
        match (self, bright) {
            (Self::Red, false) => Color::Red,
            (Self::Red, true) => Color::LightRed,
            (Self::Yellow, false) => Color::Yellow,
            (Self::Yellow, true) => Color::LightYellow,
            (Self::Green, false) => Color::Green,
            (Self::Green, true) => Color::LightGreen,
            (Self::Cyan, false) => Color::Cyan,
            (Self::Cyan, true) => Color::LightCyan,
            (Self::Blue, false) => Color::Blue,
            (Self::Blue, true) => Color::LightBlue,
            (Self::Magenta, false) => Color::Magenta,
            (Self::Magenta, true) => Color::LightMagenta,
        }
    }
}
