//! EDGE. The clipboard. Owns: which way a text goes there, and saying truthfully which it was.
//!
//! With a display of our own the system's clipboard takes it. tmux keeps it and hands it on to the terminal; asked by the
//! sequence for that, it would drop it as it comes from the box. Over ssh the terminal is asked to take it (OSC 52), and
//! nobody tells whether it did. Else, or where a terminal would not take that much, it goes into a private file.

use crate::config::paths::{state_dir, write_private};
use std::io::{self, Write as _};
use std::process::{Command, Stdio};
use std::sync::Mutex;

/// Terminals drop longer sequences without a word.
const LONGEST_SEQUENCE: usize = 72_000;

/// Which way a text goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) enum Way {
    /// The system's clipboard.
    System,
    /// tmux, which we run in.
    Tmux,
    /// The terminal is asked.
    Terminal,
    /// A private file.
    File,
}

/// What of our environment decides.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    display: bool,
    remote: bool,
    tmux: bool,
    /// In another program that shares a terminal.
    screen: bool,
}

impl Place {
    fn here() -> Self {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        Self {
            display: set("DISPLAY") || set("WAYLAND_DISPLAY") || cfg!(target_os = "macos"),
            remote: set("SSH_CONNECTION") || set("SSH_TTY"),
            tmux: set("TMUX"),
            screen: set("STY"),
        }
    }

    fn way(self, bytes: usize) -> Way {
        match self {
            Self {
                display: true,
                remote: false,
                ..
            } => Way::System,
            Self { tmux: true, .. } => Way::Tmux,
            Self { remote: true, .. } | Self { screen: true, .. }
                if bytes * 4 / 3 < LONGEST_SEQUENCE =>
            {
                Way::Terminal
            }
            _ => Way::File,
        }
    }
}

/// The clipboard as it can be reached from here. Kept: some systems forget a text when who gave it goes.
#[derive(Default)]
pub(in crate::tui) struct Clipboard {
    system: Mutex<Option<arboard::Clipboard>>,
}

impl std::fmt::Debug for Clipboard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Clipboard")
    }
}

/// Which way a text of this length goes.
pub(in crate::tui) fn way(bytes: usize) -> Way {
    Place::here().way(bytes)
}

/// What is said when the terminal was asked.
pub(in crate::tui) fn asked_the_terminal(what: &str) -> String {
    format!(
        "handed {what} to your terminal's clipboard (OSC 52); it does not say whether it took it"
    )
}

impl Clipboard {
    /// Copies by the system, else into a file; says which.
    pub(super) fn copy(&self, text: &str, what: &str) -> Result<String, String> {
        match way(text.len()) {
            Way::System => match self.by_system(text) {
                Ok(()) => return Ok(format!("copied {what} to the clipboard")),
                Err(error) => tracing::info!(%error, "no clipboard"),
            },
            Way::Tmux => match by_tmux(text) {
                Ok(true) => {
                    return Ok(format!(
                        "copied {what} into tmux's buffer; tmux hands it on to your terminal's clipboard, if it may"
                    ));
                }
                Ok(false) => return Ok(format!("copied {what} into tmux's buffer")),
                Err(error) => tracing::info!(%error, "tmux does not take it"),
            },
            Way::Terminal | Way::File => {}
        }
        to_file(text, what)
    }

    fn by_system(&self, text: &str) -> Result<(), arboard::Error> {
        let mut system = self
            .system
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let clipboard = match system.take() {
            Some(clipboard) => clipboard,
            None => arboard::Clipboard::new()?,
        };
        system.insert(clipboard).set_text(text)
    }
}

/// Gives tmux a text. Says whether it was asked to hand it on to the terminal: that came with tmux 3.2.
fn by_tmux(text: &str) -> io::Result<bool> {
    load_buffer(text, &["load-buffer", "-w", "-"])
        .map(|()| true)
        .or_else(|_| load_buffer(text, &["load-buffer", "-"]).map(|()| false))
}

fn load_buffer(text: &str, arguments: &[&str]) -> io::Result<()> {
    let mut child = Command::new("tmux")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    // Dropped at once, so that it sees the end. A tmux that refuses does not read at all, and then its status says so.
    let written = match child.stdin.take() {
        Some(mut input) => input.write_all(text.as_bytes()),
        None => Ok(()),
    };
    let status = child.wait()?;
    written?;
    if status.success() {
        Ok(())
    } else {
        Err(io::Error::other(status.to_string()))
    }
}

fn to_file(text: &str, what: &str) -> Result<String, String> {
    let folder = state_dir().ok_or("there is no clipboard here, and neither HOME nor XDG_STATE_HOME says where a file could go")?;
    let path = folder.join("clipboard.txt");
    match write_private(&path, text.as_bytes()) {
        Ok(()) => Ok(format!(
            "no clipboard here: {what} is in {}",
            path.display()
        )),
        Err(error) => Err(format!(
            "no clipboard here, and {} cannot be written: {error}",
            path.display()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::{Place, Way};

    #[test]
    fn the_way_fits_the_place() {
        let here = Place::default();
        let display = Place {
            display: true,
            ..here
        };
        let remote = Place {
            remote: true,
            ..here
        };
        let tmux = Place { tmux: true, ..here };
        assert_eq!(display.way(10), Way::System);
        assert_eq!(
            Place {
                tmux: true,
                ..display
            }
            .way(10),
            Way::System
        );
        assert_eq!(
            Place {
                remote: true,
                ..display
            }
            .way(10),
            Way::Terminal
        );
        assert_eq!(tmux.way(1_000_000), Way::Tmux);
        assert_eq!(
            Place {
                tmux: true,
                ..remote
            }
            .way(10),
            Way::Tmux
        );
        assert_eq!(
            Place {
                screen: true,
                ..here
            }
            .way(10),
            Way::Terminal
        );
        assert_eq!(remote.way(1_000_000), Way::File);
        assert_eq!(here.way(10), Way::File);
    }
}
