//! PURE. What can happen to the actor, and what it may ask for. Owns: these two lists and nothing else.

use super::past::Past;
use crate::simulator::scenario::{FloodMix, Signal};

/// Something that happens to a simulated CLI.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// A line on its standard input, with or without the newline.
    Line(Vec<u8>),
    /// Time has passed.
    Tick,
    /// Its standard input was closed.
    Closed,
    /// It got a signal.
    Signal(Caught),
}

/// Signals the CLI catches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caught {
    /// `SIGTERM`.
    Terminate,
    /// `SIGINT`.
    Interrupt,
    /// `SIGHUP`.
    Hangup,
}

/// Something a simulated CLI wants done, in this order.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// A line on its standard output, with its newline. It may hold anything, also what is no JSON.
    Line(Vec<u8>),
    /// A line on its standard error, without its newline.
    Stderr(String),
    /// Many lines that are the same in each round: whoever writes them builds the pattern once.
    Flood(Torrent),
    /// Keep this session.
    Save(Box<Past>),
    /// The process exits.
    Exit(i32),
    /// The process dies of a signal.
    Die(Signal),
}

/// A part of a flood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Torrent {
    /// The number of the first line in the whole flood; the pattern repeats.
    pub first: u64,
    /// How many lines.
    pub frames: u64,
    /// What they are.
    pub mix: FloodMix,
    /// The session they belong to.
    pub session_id: String,
}
