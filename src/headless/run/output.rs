//! Where a run prints. Owns: the four formats, standard output and error, a reader that goes away.
//! Does not own: the lines themselves (`human`), the progress line's words (`progress`).

use super::event::{Line, RunEvent};
use super::human::{Human, Look, Paint, safe};
use super::narrate::seconds;
use super::progress::{ProgressLine, Status};
use crate::headless::escape_json;
use serde_json::Value;
use std::io::{self, IsTerminal as _, Write};
use std::time::Instant;

/// What is printed on standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Lines for people.
    Human {
        /// States and thinking too.
        verbose: bool,
    },
    /// One event a line.
    Json {
        /// Pieces of text while it is written, too.
        verbose: bool,
    },
    /// The final text of each prompt.
    Quiet,
    /// The structured output.
    Structured {
        /// On one line.
        compact: bool,
    },
}

/// Standard output and standard error of a run.
pub(super) struct Output {
    format: Format,
    human: Human,
    started: Instant,
    /// Whether standard output is a terminal.
    terminal: bool,
    progress: Option<ProgressLine>,
    /// Why standard output cannot be written to any more.
    failed: Option<io::Error>,
}

impl Output {
    pub(super) fn new(format: Format, started: Instant) -> Self {
        let terminal = io::stdout().is_terminal();
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let look = Look {
            paint: Paint {
                on: terminal && !set("NO_COLOR") && !dumb,
            },
            verbose: matches!(format, Format::Human { verbose: true }),
            streaming: terminal,
        };
        Self {
            format,
            human: Human::new(look),
            started,
            terminal,
            progress: (io::stderr().is_terminal() && !dumb).then(ProgressLine::default),
            failed: None,
        }
    }

    /// Whether there is a progress line to keep up to date.
    pub(super) fn has_progress(&self) -> bool {
        self.progress.is_some()
    }

    /// Why standard output cannot be written to any more.
    pub(super) fn failed(&self) -> Option<&io::Error> {
        self.failed.as_ref()
    }

    /// Tells an event in the chosen format.
    pub(super) fn tell(&mut self, event: RunEvent) {
        let text = match self.format {
            Format::Human { .. } => self.human.render(&event),
            Format::Json { verbose } => {
                if !verbose && matches!(event, RunEvent::Delta { .. }) {
                    return;
                }
                let t = seconds(self.started.elapsed());
                json_line(&Line { t, event })
            }
            Format::Quiet => match &event {
                RunEvent::Result(end) if !end.is_error && end.origin.is_none() => {
                    self.final_text(&end.text)
                }
                _ => String::new(),
            },
            Format::Structured { .. } => String::new(),
        };
        self.print(&text);
    }

    /// Prints the structured output, if that is the format.
    pub(super) fn structured(&mut self, value: &Value) {
        let text = match self.format {
            Format::Structured { compact: true } => escape_json(&value.to_string()).into_owned(),
            Format::Structured { compact: false } => {
                let pretty = serde_json::to_string_pretty(value).unwrap_or_default();
                let lines: Vec<_> = pretty.lines().map(escape_json).collect();
                lines.join("\n")
            }
            _ => return,
        };
        self.print(&format!("{text}\n"));
    }

    /// Exactly the text, unless a terminal could obey something in it.
    fn final_text(&self, text: &str) -> String {
        let mut text = if self.terminal {
            safe(text)
        } else {
            text.to_owned()
        };
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }

    fn print(&mut self, text: &str) {
        if text.is_empty() || self.failed.is_some() {
            return;
        }
        self.clear_progress();
        let mut out = io::stdout().lock();
        let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        self.failed = written.err();
    }

    /// What ends the run: an event, and a line on standard error whatever the format.
    pub(super) fn fail(&mut self, code: &str, text: &str) {
        self.tell(RunEvent::Error {
            code: code.to_owned(),
            text: text.to_owned(),
        });
        self.say(text);
    }

    /// A line about the run itself, on standard error.
    pub(super) fn say(&mut self, text: &str) {
        self.clear_progress();
        if self.terminal && self.human.mid_line() {
            self.print("\n");
        }
        // Nobody is left to tell if even this fails.
        let _ = writeln!(io::stderr(), "cca-tui: {}", safe(text));
    }

    /// Text for the person at the terminal, as it is.
    pub(super) fn ask(&mut self, text: &str) {
        self.clear_progress();
        let mut err = io::stderr();
        let _ = err.write_all(text.as_bytes());
        let _ = err.flush();
    }

    /// Keeps the progress line up to date. While a line of text is being written, that is progress enough.
    pub(super) fn progress(&mut self, status: &Status) {
        if self.terminal && self.human.mid_line() {
            return;
        }
        let width = terminal_size::terminal_size_of(io::stderr());
        let width = width.map_or(80, |(width, _)| usize::from(width.0));
        if let Some(line) = &mut self.progress {
            line.show(status.text(width), &mut io::stderr());
        }
    }

    pub(super) fn clear_progress(&mut self) {
        if let Some(line) = &mut self.progress {
            line.clear(&mut io::stderr());
        }
    }
}

fn json_line(line: &Line) -> String {
    // Every shape is plain data with string keys, so this cannot fail; an empty line would still be no event.
    serde_json::to_string(line)
        .map(|text| format!("{}\n", escape_json(&text)))
        .unwrap_or_default()
}
