//! A frame with its number, time and direction: what a session is folded from.
//! Owns: joining an entry with what it says. Does not own: decoding (`wire`), storing (`Recorder`).

use super::{Direction, Entry, Moment, Note};
use crate::wire::{Frame, Line, Outgoing, decode, decode_bytes};
use bytes::Bytes;

/// One thing that happened on or beside the wire.
#[derive(Debug, Clone, PartialEq)]
pub struct Traffic {
    /// Its number, from 1, without gaps.
    pub seq: u64,
    /// When.
    pub at: Moment,
    /// Which way it went.
    pub direction: Direction,
    /// The raw line, byte for byte; of a line over the cap only its head.
    pub line: Bytes,
    /// What it says.
    pub payload: Payload,
}

/// What a line says.
#[derive(Debug, Clone, PartialEq)]
pub enum Payload {
    /// A line of the protocol, either direction.
    Frame(Frame),
    /// A note of ours.
    Note(Note),
    /// Text on the child's standard error.
    Stderr,
}

impl Traffic {
    /// A line that came from the CLI.
    pub fn received(seq: u64, at: Moment, line: Line) -> Self {
        let payload = Payload::Frame(decode(&line));
        let (Line::Whole(line) | Line::Oversize { head: line, .. }) = line;
        Self {
            seq,
            at,
            direction: Direction::In,
            line,
            payload,
        }
    }

    /// A line that was written to the CLI.
    pub fn sent(seq: u64, at: Moment, outgoing: Outgoing) -> Self {
        let Outgoing { line, frame } = outgoing;
        Self {
            seq,
            at,
            direction: Direction::Out,
            line,
            payload: Payload::Frame(frame),
        }
    }

    /// A line of the child's standard error.
    pub fn stderr(seq: u64, at: Moment, line: Bytes) -> Self {
        Self {
            seq,
            at,
            direction: Direction::Stderr,
            line,
            payload: Payload::Stderr,
        }
    }

    /// A note of ours.
    pub fn noted(seq: u64, at: Moment, note: Note) -> Self {
        let line = serde_json::to_vec(&note)
            .map(Bytes::from)
            .unwrap_or_default();
        Self {
            seq,
            at,
            direction: Direction::Note,
            line,
            payload: Payload::Note(note),
        }
    }

    /// What an entry of a recording says.
    pub fn from_entry(entry: Entry) -> Self {
        let payload = match entry.direction {
            Direction::In | Direction::Out => Payload::Frame(decode_bytes(&entry.line)),
            Direction::Stderr => Payload::Stderr,
            Direction::Note => {
                Payload::Note(serde_json::from_slice(&entry.line).unwrap_or(Note::Other))
            }
        };
        Self {
            seq: entry.seq,
            at: entry.at,
            direction: entry.direction,
            line: entry.line,
            payload,
        }
    }

    /// The frame, if it is a line of the protocol.
    pub fn frame(&self) -> Option<&Frame> {
        match &self.payload {
            Payload::Frame(frame) => Some(frame),
            Payload::Note(_) | Payload::Stderr => None,
        }
    }
}
