//! PURE. All that the screen may ask for. The runtime performs it and never makes the screen wait.

use super::model::SeatKey;
use crate::session::Output;

/// Something to be done outside.
#[derive(Debug)]
pub enum Effect {
    /// An output of a session.
    Session(SeatKey, Output),
    /// Let the person write in an editor, starting with this.
    Edit(String),
    /// Ring the bell, for a person who looks elsewhere.
    Bell,
    /// Take the mouse or give it back.
    Mouse(bool),
    /// Draw everything again.
    Redraw,
    /// Stop the program until it is continued.
    Suspend,
    /// End the program.
    Quit,
}
