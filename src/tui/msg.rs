//! PURE. All that can happen to the screen.

use super::model::SeatKey;
use crate::session::{Input, Reply};
use crate::trace::Moment;
use crossterm::event::{KeyEvent, MouseEvent};
use ratatui::layout::Size;
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
    /// Time passed: since the program started, and by each session's clock.
    Tick(Duration),
}

/// What became of an effect.
#[derive(Debug)]
pub enum Done {
    /// The person wrote this in an editor; `None` if nothing changed or it failed, with why.
    Edited(Result<String, String>),
    /// A session was started under this key.
    Started(Box<super::model::Seat>),
    /// The reply to a command that is not known to anybody else.
    Reply(SeatKey, u64, Box<Reply>),
}
