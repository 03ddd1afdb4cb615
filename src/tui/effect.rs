//! PURE. All that the screen may ask for. The runtime performs it and never makes the screen wait.

use super::model::SeatKey;
use crate::session::Output;
use std::path::PathBuf;

/// Something to be done outside.
#[derive(Debug)]
pub enum Effect {
    /// An output of a session.
    Session(SeatKey, Output),
    /// Put this on the clipboard.
    Copy(String),
    /// Let the person write in an editor, starting with this.
    Edit(String),
    /// Find files for a completion.
    FindFiles(String),
    /// Read a file for a diff.
    ReadFile {
        /// The request it is for.
        request: String,
        /// Its path.
        path: PathBuf,
    },
    /// Keep this prompt for later sessions.
    Remember(String),
    /// Keep what is being typed, in case of a crash.
    KeepDraft(String),
    /// Start a new session, or resume this one.
    Start {
        /// The session to resume.
        resume: Option<String>,
    },
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
