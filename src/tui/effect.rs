//! PURE. All that the screen may ask for. The runtime performs it and never makes the screen wait.

use super::model::{FilterChange, Remembered, SeatKey, Seek};
use super::overlays::comparison::Side;
use super::panes::composer::Piece;
use super::widgets::highlight::HighlightJob;
use crate::session::Output;
use crate::tools::declared::Reply;
use std::path::PathBuf;

/// Something to be done outside.
#[derive(Debug)]
pub enum Effect {
    /// An output of a session.
    Session(SeatKey, Output),
    /// Something that takes a while: done beside the screen, and told with [`super::msg::Done`].
    Work(Job),
    /// Let the person write in an editor, starting with this; where it goes.
    Edit(String, Edit),
    /// Answer a tool that is answered by hand: the number of the question.
    Reply(u64, Reply),
    /// Start a session.
    Start(Start),
    /// Open a recording under this name; follow it if somebody still writes it.
    Watch(PathBuf, String, bool),
    /// Go somewhere in a recording; told with [`super::msg::Done::Replayed`].
    Seek(SeatKey, Seek),
    /// Work out anew which lines of a recording are shown; told with [`super::msg::Done::Replayed`].
    Sift(SeatKey),
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

/// Where a text from the editor goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edit {
    /// The composer.
    Prompt,
    /// The field that has the focus: in the overlay on top, else in the request's form.
    Field,
}

/// How a session is started from the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Start {
    /// As the one of this key was, from the beginning.
    Again(SeatKey),
    /// As the one of this key was, going on with this session id.
    Resume(SeatKey, String),
}

/// Work beside the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Job {
    /// Put a text into the clipboard; what it is called in the notice.
    Copy {
        /// The text.
        text: String,
        /// `the message`, `the command`.
        what: String,
    },
    /// Colour a block of code.
    Highlight(HighlightJob),
    /// Read a file that a request would change.
    ReadFile {
        /// The session.
        key: SeatKey,
        /// The request.
        id: String,
        /// The file.
        path: String,
    },
    /// List the files below a folder; if it is none, below the other one.
    Paths {
        /// Where the agent says it works.
        folder: PathBuf,
        /// Where it was started.
        otherwise: PathBuf,
    },
    /// Read what was kept: the draft of a folder for this session, and the prompts of before if they are wanted.
    Recall {
        /// For whom.
        key: SeatKey,
        /// Where it was started.
        folder: PathBuf,
        /// Whether the draft is wanted.
        draft: bool,
        /// Whether the prompts of before are.
        history: bool,
    },
    /// Compare two lines on the wire.
    Compare(Side, Side),
    /// List the recordings of this machine's user.
    Recordings,
    /// List them if they are not as they were seen: others, others live, or those grown.
    NewRecordings(Vec<(String, Option<u64>)>),
    /// Keep something privately on disk. The newest of a kind is what counts.
    Keep(Keep),
}

/// What is kept on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Keep {
    /// A prompt that was sent, for the history.
    Prompt {
        /// Its text.
        text: String,
        /// Where the session was started.
        folder: PathBuf,
    },
    /// What is being typed in sessions of a folder; nothing forgets it.
    Draft {
        /// Where the session was started.
        folder: PathBuf,
        /// The text in parts.
        pieces: Vec<Piece>,
    },
    /// How the screen is arranged.
    Screen(Remembered),
    /// A filter got a name, lost it, or was used.
    Filter(FilterChange),
}
