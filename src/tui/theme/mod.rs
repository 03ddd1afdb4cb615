//! PURE. Colours by meaning. Owns: reading themes, the depth of colour, glyphs. Does not own: where anything is drawn.
//!
//! Nothing outside of this folder names a colour. State is always told by glyph and word too.

mod depth;
mod foreign;
mod glyphs;
mod role;
mod shelf;
mod style;

pub use depth::Depth;
pub use foreign::{from_syntax, sgr};
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
    /// How many colours may be used.
    pub depth: Depth,
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
            palette.insert(name.as_str(), depth::called(name, parsed, depth));
        }
        let mut styles = HashMap::new();
        for (role, text) in &written.roles {
            let key = format!("roles.{}", role.get_ref());
            let known = Role::named(role.get_ref())
                .map_err(|what| document.error(Some(role.span()), &key, what))?;
            let style = style::parse(text.get_ref(), |word| palette.get(word).copied())
                .map_err(|what| document.error(Some(text.span()), &key, what))?;
            styles.insert(known, depth::limit(known, style, depth));
        }
        Ok(Self {
            name: name.to_owned(),
            description: written.description,
            syntax: written.syntax,
            dark: written.dark,
            depth,
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

#[cfg(test)]
mod theme_tests;
