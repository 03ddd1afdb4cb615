//! The screen. Keys in, cells out; everything between is pure.
//!
//! ```text
//! terminal --> runtime --> Msg --> update(&mut Model) --> Effects --> runtime --> drivers, clipboard, files
//!                 |                     ^
//!                 +--> view(&Model) --> cells --> diff --> terminal
//! ```
//!
//! **Invariants:** only `runtime` and `terminal` do I/O; `view` changes nothing; `layout(size, &Model)` is the one answer
//! to where something is; `Model::context()` the one answer to who hears a key; no colour outside `theme`, no key code
//! outside `keymap`.

pub mod action;
mod editor;
pub mod effect;
pub mod keymap;
pub mod layout;
pub mod model;
pub mod msg;
pub mod overlays;
pub mod panes;
mod runtime;
mod terminal;
pub mod theme;
pub mod update;
pub mod view;
pub mod widgets;
mod work;

#[cfg(test)]
mod screen_tests;

use crate::setup::Prepared;
use keymap::Keymap;
use model::{Model, SeatKey};
pub use runtime::{Desk, desk};
use runtime::{Origin, Runtime};
use std::io;
use theme::{Depth, Glyphs, Theme};

/// What the screen is opened with.
#[derive(Debug)]
pub struct Opening {
    /// The session.
    pub prepared: Prepared,
    /// What it is called until it has a title.
    pub name: String,
    /// Where tools that are answered by hand ask; [`desk`] gives the other end.
    pub desk: Desk,
    /// The theme.
    pub theme: String,
    /// Whether the CLI is the simulator.
    pub simulated: bool,
}

/// Why there is no screen.
#[derive(Debug, thiserror::Error)]
pub enum ScreenError {
    /// Standard input or output is no terminal.
    #[error("the screen needs a terminal; for pipes and scripts there is `cca-tui run`")]
    NoTerminal,
    /// No theme of that name.
    #[error("there is no theme called {0}; there are: {1}")]
    NoTheme(String, String),
    /// A file of ours or of the user's is wrong.
    #[error(transparent)]
    File(#[from] crate::config::FileError),
    /// The session could not be started.
    #[error(transparent)]
    Session(#[from] crate::Error),
    /// The terminal failed.
    #[error("the terminal failed: {0}")]
    Terminal(#[from] io::Error),
}

/// Opens the screen and runs it until the person leaves. Gives the signal that ended it, if one did.
pub async fn open(opening: Opening) -> Result<Option<u8>, ScreenError> {
    use std::io::IsTerminal as _;
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        return Err(ScreenError::NoTerminal);
    }
    let mut theme = Theme::shipped(&opening.theme, depth()).ok_or_else(|| {
        let known: Vec<_> = theme::SHIPPED.iter().map(|(name, _)| *name).collect();
        ScreenError::NoTheme(opening.theme.clone(), known.join(", "))
    })??;
    if !unicode() {
        theme.glyphs = Glyphs::ASCII;
    }
    let model = Model::new(Keymap::shipped()?, theme);
    let origin = Origin {
        options: opening.prepared.options,
        recording: opening.prepared.recording,
        name: opening.name,
        simulated: opening.simulated,
    };
    // Before the terminal is taken: what is wrong is told on it as it is.
    let (seat, parts) = origin.begin(SeatKey(1))?;
    let mut runtime = Runtime::new(model, opening.desk)?;
    runtime.seat(seat, parts, origin);
    let ran = runtime.run().await;
    runtime.farewell().await;
    Ok(ran?)
}

/// How many colours the terminal says it has.
fn depth() -> Depth {
    if anstyle_query::no_color() || !anstyle_query::term_supports_ansi_color() {
        Depth::None
    } else if anstyle_query::truecolor() {
        Depth::True
    } else if std::env::var("TERM").is_ok_and(|term| term.contains("256color")) {
        Depth::Indexed
    } else {
        Depth::Sixteen
    }
}

/// Whether the locale has more than ASCII.
fn unicode() -> bool {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    name.is_none_or(|name| {
        let name = name.to_ascii_lowercase();
        name.contains("utf-8") || name.contains("utf8")
    })
}
