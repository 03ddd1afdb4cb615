//! PURE. The themes there are: those that came along, and the user's own over them. Owns: finding one by its name.
//! Does not own: reading the user's folder (`opening`).

use super::{Depth, Glyphs, SHIPPED, Theme};
use crate::config::{Document, FileError};

/// The themes to choose from, and what the terminal can show of them.
#[derive(Debug, Clone)]
pub struct Shelf {
    own: Vec<(String, Document)>,
    depth: Depth,
    glyphs: Glyphs,
}

impl Shelf {
    /// The shipped themes, with the user's own over them, by name.
    pub fn new(own: Vec<(String, Document)>, depth: Depth, glyphs: Glyphs) -> Self {
        Self { own, depth, glyphs }
    }

    /// Every name: the shipped ones first, in their order.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = SHIPPED.iter().map(|(name, _)| *name).collect();
        for (name, _) in &self.own {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }

    /// Whether it is a file of the user's.
    pub fn is_own(&self, name: &str) -> bool {
        self.own.iter().any(|(known, _)| known == name)
    }

    /// The theme of a name, ready to be used.
    pub fn theme(&self, name: &str) -> Option<Result<Theme, FileError>> {
        let own = self.own.iter().find(|(known, _)| known == name);
        let read = match own {
            Some((name, document)) => Some(Theme::read(name, document, self.depth)),
            None => Theme::shipped(name, self.depth),
        };
        read.map(|theme| {
            theme.map(|mut theme| {
                theme.glyphs = self.glyphs;
                theme
            })
        })
    }
}

impl Default for Shelf {
    fn default() -> Self {
        Self::new(Vec::new(), Depth::True, Glyphs::UNICODE)
    }
}
