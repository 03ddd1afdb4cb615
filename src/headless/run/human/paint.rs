//! PURE. Emphasis on a terminal. Owns: the few escape codes we write ourselves. Does not own: whether there is a terminal.

/// Adds emphasis, or nothing at all.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::headless::run) struct Paint {
    /// Whether escape codes are written.
    pub(in crate::headless::run) on: bool,
}

impl Paint {
    fn with(self, code: &str, text: &str) -> String {
        if self.on && !text.is_empty() {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }

    pub(super) fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    pub(super) fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    pub(super) fn bad(self, text: &str) -> String {
        self.with("31", text)
    }

    pub(super) fn good(self, text: &str) -> String {
        self.with("32", text)
    }

    pub(super) fn careful(self, text: &str) -> String {
        self.with("33", text)
    }

    pub(super) fn name(self, text: &str) -> String {
        self.with("36", text)
    }
}
