//! PURE. Colours by meaning. Owns: reading themes, the depth of colour, glyphs. Does not own: where anything is drawn.
//!
//! Nothing outside of this folder names a colour. State is always told by glyph and word too.

mod glyphs;
mod role;
mod shelf;
mod style;

pub use glyphs::Glyphs;
pub use role::Role;
pub use shelf::Shelf;

use crate::config::{Document, FileError, Spanned};
use crate::session::Phase;
use indexmap::IndexMap;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use serde::Deserialize;
use std::collections::HashMap;

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

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Written {
    description: String,
    /// The name of the syntax theme for code, of those syntect comes with here.
    syntax: Option<String>,
    dark: Option<bool>,
    colours: IndexMap<String, Spanned<String>>,
    roles: IndexMap<Spanned<String>, Spanned<String>>,
}

/// A theme, ready to be used.
#[derive(Debug, Clone)]
pub struct Theme {
    /// Its name.
    pub name: String,
    /// One line about it.
    pub description: String,
    /// The syntax theme for code.
    pub syntax: Option<String>,
    /// Whether it is made for a dark background; `None` follows the terminal.
    pub dark: Option<bool>,
    styles: HashMap<Role, Style>,
    /// What characters it draws with.
    pub glyphs: Glyphs,
}

/// The themes the program comes with.
pub const SHIPPED: &[(&str, &str)] = &[
    ("default", include_str!("../../../themes/default.toml")),
    ("dark", include_str!("../../../themes/dark.toml")),
    ("light", include_str!("../../../themes/light.toml")),
    (
        "high-contrast",
        include_str!("../../../themes/high-contrast.toml"),
    ),
    (
        "colour-blind",
        include_str!("../../../themes/colour-blind.toml"),
    ),
    ("gruvbox", include_str!("../../../themes/gruvbox.toml")),
    (
        "catppuccin",
        include_str!("../../../themes/catppuccin.toml"),
    ),
];

impl Theme {
    /// A theme that came with the program.
    pub fn shipped(name: &str, depth: Depth) -> Option<Result<Self, FileError>> {
        let (name, text) = SHIPPED.iter().find(|(known, _)| *known == name)?;
        let file = format!("themes/{name}.toml");
        Some(Self::read(name, &Document::new(file, *text), depth))
    }

    /// Reads a theme. Roles it does not name are plain text.
    pub fn read(name: &str, document: &Document, depth: Depth) -> Result<Self, FileError> {
        let written: Written = document.parse()?;
        let mut palette = HashMap::new();
        for (name, colour) in &written.colours {
            let parsed: Color = colour.get_ref().parse().map_err(|_unnamed| {
                let what = format!(
                    "`{}` is no colour: write a name or #rrggbb",
                    colour.get_ref()
                );
                document.error(Some(colour.span()), format!("colours.{name}"), what)
            })?;
            palette.insert(name.as_str(), parsed);
        }
        let mut styles = HashMap::new();
        for (role, text) in &written.roles {
            let key = format!("roles.{}", role.get_ref());
            let known = Role::deserialize(
                serde::de::IntoDeserializer::<serde::de::value::Error>::into_deserializer(
                    role.get_ref().as_str(),
                ),
            )
            .map_err(|error| document.error(Some(role.span()), &key, error.to_string()))?;
            let style = style::parse(text.get_ref(), |word| palette.get(word).copied())
                .map_err(|what| document.error(Some(text.span()), &key, what))?;
            styles.insert(known, limit(style, depth));
        }
        Ok(Self {
            name: name.to_owned(),
            description: written.description,
            syntax: written.syntax,
            dark: written.dark,
            styles,
            glyphs: Glyphs::UNICODE,
        })
    }

    /// The style for a meaning.
    pub fn style(&self, role: Role) -> Style {
        self.styles.get(&role).copied().unwrap_or_default()
    }

    /// Gives what was drawn without colours those of the theme: its background, and its text upon it.
    pub fn fill(&self, area: Rect, buffer: &mut Buffer) {
        let Style { fg, bg, .. } = self.style(Role::Background);
        if fg.is_none() && bg.is_none() {
            return;
        }
        let (fg, bg) = (fg.unwrap_or(Color::Reset), bg.unwrap_or(Color::Reset));
        // Most screens are drawn as a whole; then there is nothing to look up.
        let whole = area == buffer.area;
        let paint = |cell: &mut Cell| {
            if cell.fg == Color::Reset {
                cell.fg = fg;
            }
            if cell.bg == Color::Reset {
                cell.bg = bg;
            }
        };
        if whole {
            buffer.content.iter_mut().for_each(paint);
            return;
        }
        for position in area.intersection(buffer.area).positions() {
            buffer.cell_mut(position).into_iter().for_each(paint);
        }
    }

    /// The style of a state.
    pub fn phase(&self, phase: Phase) -> Style {
        self.style(match phase {
            Phase::Idle => Role::Idle,
            Phase::Starting => Role::Starting,
            Phase::Running => Role::Running,
            Phase::WaitingToolCall => Role::WaitingTool,
            Phase::WaitingPermission => Role::WaitingPerson,
            Phase::Paused => Role::Paused,
            Phase::Completed => Role::Completed,
            Phase::Failed => Role::Failed,
            Phase::Cancelled => Role::Cancelled,
        })
    }
}

/// A style with no more colours than there are.
fn limit(style: Style, depth: Depth) -> Style {
    let fit = |colour: Option<Color>| {
        colour.and_then(|colour| match (depth, colour) {
            (Depth::None, _) => None,
            (Depth::Indexed, Color::Rgb(r, g, b)) => Some(Color::Indexed(cube(r, g, b))),
            (Depth::Sixteen, Color::Rgb(r, g, b)) => Some(nearest(r, g, b)),
            (_, colour) => Some(colour),
        })
    };
    Style {
        fg: fit(style.fg),
        bg: fit(style.bg),
        ..style
    }
}

/// The nearest entry of the colour cube of 256 colours.
fn cube(r: u8, g: u8, b: u8) -> u8 {
    let level = |value: u8| match value {
        0..48 => 0,
        48..115 => 1,
        value => (value - 35) / 40,
    };
    16 + 36 * level(r) + 6 * level(g) + level(b)
}

/// The nearest of the sixteen, by their usual values.
fn nearest(r: u8, g: u8, b: u8) -> Color {
    const SIXTEEN: [(Color, [i32; 3]); 16] = [
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
    let wanted = [r, g, b].map(i32::from);
    let distance = |[x, y, z]: [i32; 3]| {
        let [r, g, b] = wanted;
        (x - r).pow(2) + (y - g).pow(2) + (z - b).pow(2)
    };
    let best = SIXTEEN.iter().min_by_key(|(_, values)| distance(*values));
    best.map_or(Color::Reset, |(colour, _)| *colour)
}

#[cfg(test)]
mod theme_tests;
