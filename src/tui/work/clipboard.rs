//! EDGE. The clipboard. Owns: which way a text goes there, and saying truthfully which it was.
//!
//! With a display of our own the system's clipboard takes it. Over ssh or in tmux the terminal is asked to (OSC 52), and
//! nobody tells whether it did. Else, or where a terminal would not take that much, it goes into a private file.

use crate::config::paths::{state_dir, write_private};
use std::sync::Mutex;

/// Terminals drop longer sequences without a word.
const LONGEST_SEQUENCE: usize = 72_000;

/// Which way a text goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) enum Way {
    /// The system's clipboard.
    System,
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
    multiplexed: bool,
}

impl Place {
    fn here() -> Self {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        Self {
            display: set("DISPLAY") || set("WAYLAND_DISPLAY") || cfg!(target_os = "macos"),
            remote: set("SSH_CONNECTION") || set("SSH_TTY"),
            multiplexed: set("TMUX") || set("STY"),
        }
    }

    fn way(self, bytes: usize) -> Way {
        match self {
            Self {
                display: true,
                remote: false,
                ..
            } => Way::System,
            Self { remote: true, .. }
            | Self {
                multiplexed: true, ..
            } if bytes * 4 / 3 < LONGEST_SEQUENCE => Way::Terminal,
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
        if way(text.len()) == Way::System {
            match self.by_system(text) {
                Ok(()) => return Ok(format!("copied {what} to the clipboard")),
                Err(error) => tracing::info!(%error, "no clipboard"),
            }
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
        let place = |display, remote, multiplexed| Place {
            display,
            remote,
            multiplexed,
        };
        assert_eq!(place(true, false, false).way(10), Way::System);
        assert_eq!(place(true, true, false).way(10), Way::Terminal);
        assert_eq!(place(false, false, true).way(10), Way::Terminal);
        assert_eq!(place(false, true, false).way(1_000_000), Way::File);
        assert_eq!(place(false, false, false).way(10), Way::File);
    }
}
