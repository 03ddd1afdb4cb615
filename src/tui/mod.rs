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
pub mod film;
pub mod ink;
pub mod keymap;
pub mod layout;
mod leaving;
pub mod listing;
pub mod model;
pub mod msg;
mod opening;
pub mod overlays;
mod page;
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

use crate::config::settings::Settings;
use crate::setup::Prepared;
use crate::trace::store::Store;
use editor::Editor;
pub use leaving::Ended;
use model::SeatKey;
pub use opening::{check, check_theme};
pub use runtime::{Desk, desk};
use runtime::{Origin, Runtime};
use std::io::{self, IsTerminal as _};
use std::path::Path;

/// What the screen is opened with.
#[derive(Debug)]
pub struct Opening {
    /// The session.
    pub prepared: Prepared,
    /// What it is called until it has a title.
    pub name: String,
    /// Where tools that are answered by hand ask; [`desk`] gives the other end.
    pub desk: Desk,
    /// Whether the CLI is the simulator.
    pub simulated: bool,
    /// Whether it is the demo: what is typed there is not kept.
    pub demo: bool,
    /// What is sent as soon as the CLI is ready.
    pub prompt: Option<String>,
    /// Everything that is set.
    pub settings: Settings,
    /// The words that start a session like this one, to which `--resume ID` is added in the report at the end.
    pub words: Vec<String>,
}

/// Why there is no screen.
#[derive(Debug, thiserror::Error)]
pub enum ScreenError {
    /// Standard input or output is no terminal.
    #[error(
        "the screen needs a terminal; for pipes and scripts there is `cca-tui run`, and `inspect` and `lines` for recordings"
    )]
    NoTerminal,
    /// The same, for a recording.
    #[error(
        "the screen needs a terminal; for pipes and scripts there are `cca-tui inspect`, `cca-tui lines` and `cca-tui export`"
    )]
    NoTerminalForRecording,
    /// No theme of that name: where it was named, and what is said of it.
    #[error("{0}: there is no theme called {1:?}; {2}")]
    NoTheme(String, String, String),
    /// A file of ours or of the user's is wrong.
    #[error(transparent)]
    File(#[from] crate::config::FileError),
    /// The recording cannot be read.
    #[error(transparent)]
    Recording(#[from] crate::trace::TraceError),
    /// The session could not be started.
    #[error(transparent)]
    Session(#[from] crate::Error),
    /// The terminal failed.
    #[error("the terminal failed: {0}")]
    Terminal(#[from] io::Error),
}

/// Opens the screen and runs it until the person leaves. Says how it ended, once the terminal is given back.
pub async fn open(opening: Opening) -> Result<Ended, ScreenError> {
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        return Err(ScreenError::NoTerminal);
    }
    let mut model = opening::model(&opening.settings)?;
    if opening.simulated {
        // What was last looked at elsewhere would hide what a demo says.
        model.arrangement.zoomed = None;
        // That is no choice of the person's, to be remembered for other sessions.
        model.remembered.arrangement.zoomed = None;
    }
    let origin = Origin {
        options: opening.prepared.options,
        recording: opening.prepared.recording,
        name: opening.name,
        simulated: opening.simulated,
        demo: opening.demo,
    };
    let mut runtime = Runtime::new(model, opening.desk, Editor::set(&opening.settings))?;
    // Starting a process takes longer than all the rest; there is something to see meanwhile. If it fails, leaving this
    // function gives the terminal back before anything is told.
    runtime.announce(origin.announced(SeatKey(1), opening.prepared.cwd))?;
    let (mut seat, parts) = origin.begin(SeatKey(1))?;
    seat.first_prompt = opening.prompt;
    runtime.seat(seat, parts, origin);
    let ran = runtime.run().await;
    let report = runtime.farewell(&opening.words).await;
    Ok(Ended {
        signal: ran?,
        report,
    })
}

/// Whether there is a terminal for a recording that is piped in, before it is read.
pub fn check_terminal() -> Result<(), ScreenError> {
    if io::stdout().is_terminal() && (io::stdin().is_terminal() || terminal::own().is_ok()) {
        return Ok(());
    }
    Err(ScreenError::NoTerminalForRecording)
}

/// From now on standard input is the terminal, whatever was piped in: that is read already, or read elsewhere.
pub fn keys_from_terminal() -> Result<(), ScreenError> {
    if !io::stdin().is_terminal() {
        let terminal = terminal::own()?;
        nix::unistd::dup2_stdin(&terminal).map_err(io::Error::from)?;
    }
    Ok(())
}

/// Opens the screen on a recording, read-only, and runs it until the person leaves. Without a file they choose one.
pub async fn replay(
    file: Option<(&Path, bool)>,
    settings: &Settings,
) -> Result<Ended, ScreenError> {
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        return Err(ScreenError::NoTerminalForRecording);
    }
    let mut model = opening::model(settings)?;
    // How the last session was looked at is no way to begin with a recording.
    model.arrangement.zoomed = None;
    // What is no recording is told on the terminal as it is.
    match file {
        Some((path, true)) => drop(Store::follow(path)?),
        Some((path, false)) => drop(Store::open(path)?),
        None => {}
    }
    let (_, desk) = desk();
    let mut runtime = Runtime::new(model, desk, Editor::set(settings))?;
    let opened = if let Some((path, follow)) = file {
        runtime.watch(path, None, follow)
    } else {
        runtime.choose_recording();
        Ok(())
    };
    let ran = match opened {
        Ok(()) => runtime.run().await,
        Err(error) => {
            runtime.farewell(&[]).await;
            return Err(error.into());
        }
    };
    let report = runtime.farewell(&[]).await;
    Ok(Ended {
        signal: ran?,
        report,
    })
}
