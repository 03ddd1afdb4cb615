//! An asciicast, version 2: a header, then one line for each frame. Owns: the format, and that it needs nothing of the
//! terminal it is shown in: the first frame clears it, the last one leaves the cursor and the colours as they are usual.

use chrono::{DateTime, Utc};
use serde_json::json;
use std::io::{self, Write};
use std::time::Duration;

/// Everything off, nothing on the screen, no cursor.
const BEGIN: &str = "\u{1b}[0m\u{1b}[2J\u{1b}[H\u{1b}[?25l";
/// The cursor where the next line of a shell may stand.
const END: &str = "\u{1b}[0m\u{1b}[?25h";

/// What the header says.
pub(super) struct About<'a> {
    pub(super) width: u16,
    pub(super) height: u16,
    pub(super) title: &'a str,
    pub(super) started: Option<DateTime<Utc>>,
}

/// A file that is being written.
pub(super) struct Cast<'a> {
    out: &'a mut dyn Write,
    first: bool,
    last: Duration,
}

impl<'a> Cast<'a> {
    pub(super) fn begin(about: &About<'_>, out: &'a mut dyn Write) -> io::Result<Self> {
        let mut header = json!({
            "version": 2,
            "width": about.width,
            "height": about.height,
            "title": crate::sanitise::sanitise(about.title),
            "env": { "TERM": "xterm-256color" },
        });
        if let (Some(started), Some(fields)) = (about.started, header.as_object_mut()) {
            fields.insert("timestamp".to_owned(), started.timestamp().into());
        }
        writeln!(out, "{header}")?;
        Ok(Self {
            out,
            first: true,
            last: Duration::ZERO,
        })
    }

    /// A frame; one in which nothing changed is none.
    pub(super) fn frame(&mut self, at: Duration, bytes: &[u8]) -> io::Result<()> {
        // Cells are only ever written after the cursor was put in their place, which ends in this letter.
        if !self.first && memchr::memchr(b'H', bytes).is_none() {
            return Ok(());
        }
        let frame = String::from_utf8_lossy(bytes);
        let begin = if std::mem::take(&mut self.first) {
            BEGIN
        } else {
            ""
        };
        self.event(at, &format!("{begin}{frame}"))
    }

    /// The end, at the earliest then.
    pub(super) fn end(mut self, at: Duration) -> io::Result<()> {
        self.event(at, END)?;
        self.out.flush()
    }

    fn event(&mut self, at: Duration, text: &str) -> io::Result<()> {
        self.last = self.last.max(at);
        let seconds = format!("{:.6}", self.last.as_secs_f64());
        let text = serde_json::Value::from(text);
        writeln!(self.out, "[{seconds}, \"o\", {text}]")
    }
}
