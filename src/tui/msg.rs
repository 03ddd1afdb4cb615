//! PURE. All that can happen to the screen.

use super::effect::Edit;
use super::model::SeatKey;
use super::panes::composer::completion::Listed;
use super::panes::composer::{Past, Piece};
use super::panes::request::OnDisk;
use super::widgets::highlight::{CodeKey, Coloured};
use crate::session::{Input, Reply};
use crate::tools::declared::Question;
use crate::trace::Moment;
use crossterm::event::{KeyEvent, MouseEvent};
use ratatui::layout::Size;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Something happened.
#[derive(Debug)]
pub enum Msg {
    /// A key was pressed.
    Key(KeyEvent),
    /// Text was pasted.
    Paste(String),
    /// The mouse did something.
    Mouse(MouseEvent),
    /// The terminal has another size.
    Resize(Size),
    /// The terminal window got or lost the focus.
    Focus(bool),
    /// Something happened in a session. Traffic is stamped and recorded already.
    Session {
        /// Which.
        key: SeatKey,
        /// What.
        input: Box<Input>,
        /// Its clock.
        now: Moment,
    },
    /// Something that was asked for is done.
    Done(Done),
    /// A tool that is answered by hand asks: the number of the question.
    Asked(u64, Box<Question>),
    /// Nobody wants the answer to that question any more.
    Unasked(u64),
    /// Time passed: since the program started, and by each session's clock.
    Tick(Duration),
    /// A frame is about to be drawn: what it shows is laid out now, so that drawing changes nothing.
    Frame,
    /// There is time left before the next frame: what is not finished goes on, a bounded part of it.
    Spare,
}

/// What became of an effect.
#[derive(Debug)]
pub enum Done {
    /// The person wrote this in an editor, or why not.
    Edited(Edit, Result<String, String>),
    /// A session was started under this key.
    Started(Box<super::model::Seat>),
    /// A session could not be started.
    NotStarted(String),
    /// The reply to a command that is not known to anybody else.
    Reply(SeatKey, u64, Box<Reply>),
    /// A block of code has its colours.
    Highlighted(CodeKey, Coloured),
    /// The files below a folder, as it was asked for.
    Paths(PathBuf, Arc<Vec<Listed>>),
    /// What was kept.
    Recalled(Box<Recalled>),
    /// The file that a request would change.
    FileRead {
        /// The session.
        key: SeatKey,
        /// The request.
        id: String,
        /// What is there.
        file: OnDisk,
    },
    /// The recordings there are, or why that cannot be said.
    Recordings(Result<Recordings, String>),
    /// The recordings were looked at again: what there is now, if that is something else.
    Looked(Option<Recordings>),
    /// Another moment of a recording, or more of it.
    Replayed(Box<super::model::Report>),
    /// Two lines were compared; or why not.
    Compared(Result<Box<super::overlays::comparison::Comparison>, String>),
    /// A text was copied, and how; or why not.
    Copied(Result<String, String>),
}

/// The recordings of this machine's user.
#[derive(Debug, Clone, Default)]
pub struct Recordings {
    /// What is said of all of them.
    pub title: String,
    /// What is said if there are none.
    pub nothing_yet: String,
    /// What was seen of them: their names and, of those that are live, their sizes.
    pub seen: Vec<(String, Option<u64>)>,
    /// Each of them.
    pub rows: Vec<super::overlays::picker::Row>,
}

/// What was kept from one start to the next.
#[derive(Debug, Default)]
pub struct Recalled {
    /// For whom.
    pub key: Option<SeatKey>,
    /// The draft, in parts; empty if there is none.
    pub draft: Vec<Piece>,
    /// The prompts of before, oldest first.
    pub history: Vec<Past>,
}
