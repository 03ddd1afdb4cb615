//! EDGE. A recording that is looked at, on a thread of its own. Owns: the thread, what is done in which order, and when the
//! screen is told. Does not own: what is shown of it.
//!
//! The lines are indexed first, at full speed, and sifted as they come; the states are worked out after that, in the
//! background, and wait while a new filter is looked at. All of it is done in pieces, and what the screen asks for is answered between them. The screen is told what
//! changed, at most every tenth of a second unless it asked.

mod past;
mod places;
mod pulse;
mod reading;
mod reel;
mod strip;
mod telling;

use crate::trace::TraceError;
use crate::tui::model::{Report, SeatKey, Seek};
use crate::tui::msg::Done;
use crate::tui::panes::traffic::Shelf;
use reel::Reel;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// How often a file that is followed is looked at.
const LOOK: Duration = Duration::from_millis(200);
/// How often the screen is told what nobody asked for.
const TELL: Duration = Duration::from_millis(100);

/// The first frame is drawn before anything takes the lines, or a core, away from it.
const BREATH: Duration = Duration::from_millis(15);

/// What the screen asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ask {
    /// Another moment.
    Seek(Seek),
    /// Which lines are shown is to be worked out anew.
    Sift,
}

/// The way to a recording; its thread ends when this is dropped.
#[derive(Debug)]
pub(super) struct Player {
    asks: Sender<Ask>,
}

impl Player {
    /// Opens a file and begins to read it; its lines are on the shelf. What its first lines say is told at once, so that
    /// the first frame has something on it.
    pub(super) fn open(
        path: &Path,
        key: SeatKey,
        follow: bool,
        tell: mpsc::Sender<Done>,
    ) -> Result<(Self, Shelf, Report), TraceError> {
        let mut reel = Reel::open(path, key, follow)?;
        // They are indexed, and then worked out.
        reel.read_on();
        reel.read_on();
        let first = reel.report();
        let shelf = reel.shelf.clone();
        let (asks, asked) = channel();
        let thread = std::thread::Builder::new().name("replay".to_owned());
        let started = thread.spawn(move || run(reel, &asked, &tell));
        started.map_err(|error| TraceError::reading(path, error))?;
        Ok((Self { asks }, shelf, first))
    }

    /// Goes elsewhere; told with [`Done::Replayed`].
    pub(super) fn seek(&self, seek: Seek) {
        // A thread that is gone has told why.
        let _ = self.asks.send(Ask::Seek(seek));
    }

    /// Works out anew which lines are shown; told with [`Done::Replayed`].
    pub(super) fn sift(&self) {
        let _ = self.asks.send(Ask::Sift);
    }
}

fn run(mut reel: Reel, asked: &Receiver<Ask>, tell: &mpsc::Sender<Done>) {
    std::thread::sleep(BREATH);
    let mut told = Some(Instant::now());
    let mut news = false;
    loop {
        let Ok(asks) = wait(&reel, asked, news) else {
            return;
        };
        let seeks: Vec<Seek> = asks.iter().filter_map(Ask::place).collect();
        if asks.contains(&Ask::Sift) {
            // What fits first is told at once.
            told = None;
        }
        let mut report = None;
        if !seeks.is_empty() {
            report = Some(reel.seek(&seeks));
        } else if reel.problem.is_none() {
            news |= reel.read_on();
            let due = told.is_none_or(|told| told.elapsed() >= TELL) || !reel.is_busy();
            if news && due {
                report = Some(reel.report());
                news = false;
            }
        }
        if let Some(report) = report {
            told = Some(Instant::now());
            let done = Done::Replayed(Box::new(report));
            if tell.blocking_send(done).is_err() {
                return;
            }
        }
    }
}

impl Ask {
    fn place(&self) -> Option<Seek> {
        match self {
            Self::Seek(seek) => Some(*seek),
            Self::Sift => None,
        }
    }
}

/// All that was asked for meanwhile: who drags along the bar wants to be where the mouse is, not where it was. Waits when
/// there is nothing else to do.
fn wait(reel: &Reel, asked: &Receiver<Ask>, news: bool) -> Result<Vec<Ask>, ()> {
    let mut asks = Vec::new();
    let idle = reel.problem.is_some() || !(reel.is_busy() || news);
    if idle && reel.follow && reel.problem.is_none() {
        match asked.recv_timeout(LOOK) {
            Ok(ask) => asks.push(ask),
            Err(RecvTimeoutError::Timeout) => return Ok(asks),
            Err(RecvTimeoutError::Disconnected) => return Err(()),
        }
    } else if idle {
        asks.push(asked.recv().map_err(drop)?);
    }
    loop {
        match asked.try_recv() {
            Ok(ask) => asks.push(ask),
            Err(TryRecvError::Empty) => return Ok(asks),
            Err(TryRecvError::Disconnected) => return Err(()),
        }
    }
}

#[cfg(test)]
mod player_tests;
