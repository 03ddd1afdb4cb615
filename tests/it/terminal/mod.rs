//! The screen in a real terminal, on the simulator: a person at it, from the first key to the last. Waits on what is shown.
//!
//! `crate::screen` is the terminal that every test here uses; each subject has a file of its own.

mod answering;
mod control;
mod drafts;
mod killed;
mod looking;
mod mouse;
mod piped;
mod places;
mod recorded;
mod replay;
mod signals;
mod starting;
mod turn;
mod watching;

use crate::screen::{Start, Terminal};

/// The demo's tour.
fn demo(rows: u16, columns: u16) -> Terminal {
    Start::with(&["demo"]).open(rows, columns)
}

/// The demo to be played with, ready for a prompt.
async fn playground() -> Terminal {
    let mut terminal = Start::with(&["demo", "playground"]).open(30, 100);
    terminal.until_idle(&[]).await;
    terminal
}
