//! PURE. What a list is there to choose. Owns: the kinds of choices. Does not own: what follows from one (`update::chosen`).

use crate::tui::model::SeatKey;
use crate::wire::permission::PermissionUpdate;

/// What is being chosen.
#[derive(Debug, Clone, PartialEq)]
pub enum Choice {
    /// An action, by its name: the palette.
    Action,
    /// A theme; moving previews it. The one to go back to.
    Theme {
        /// The theme before.
        before: String,
    },
    /// A model, by its value.
    Model,
    /// A permission mode.
    Mode,
    /// A thinking budget.
    Thinking,
    /// A block of code to copy, by its item and its place in it.
    Code,
    /// A recording, by its path; `live:` stands before it if it is still written.
    Recording,
    /// A prompt of before, by its number.
    Prompt,
    /// A filter of the lines on the wire; moving previews it. The one to go back to.
    Filter {
        /// The filter before.
        before: String,
    },
    /// A line on the wire that belongs to another, by its number.
    Line,
    /// What is allowed from now on, by its number: for which request.
    Offer(Of),
    /// Where it is kept.
    Place {
        /// For which request.
        of: Of,
        /// What.
        update: Box<PermissionUpdate>,
    },
}

/// A request of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Of {
    /// The session.
    pub key: SeatKey,
    /// The request.
    pub id: String,
}
