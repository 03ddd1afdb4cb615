//! PURE. What lies on top of the screen. Owns: the stack's kinds; each has its own file.
//! Does not own: when one is opened (`update`).

pub mod help;

use super::keymap::Context;
use super::model::Model;
use help::Help;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Something on top of the screen; it hears the keys.
#[derive(Debug, Clone)]
pub enum Overlay {
    /// Every key, from the one table.
    Help(Help),
}

impl Overlay {
    /// Who hears a key while this is uppermost.
    pub fn context(&self) -> Context {
        match self {
            Self::Help(_) => Context::Overlay,
        }
    }
}

/// Draws one.
pub fn view(overlay: &Overlay, model: &Model, area: Rect, buffer: &mut Buffer) {
    match overlay {
        Overlay::Help(help) => help::view(help, model, area, buffer),
    }
}
