//! PURE. A command line that does not lead to a session: what is printed where, and the exit code.

/// What is printed before the process ends.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stop {
    /// On standard output.
    pub stdout: String,
    /// On standard error.
    pub stderr: String,
    /// The exit code.
    pub code: i32,
}

impl Stop {
    /// An answer: `--version`, `--help`.
    pub fn print(text: impl Into<String>) -> Self {
        Self {
            stdout: text.into(),
            ..Self::default()
        }
    }

    /// A refusal, as the CLI words it.
    pub fn refuse(text: impl Into<String>) -> Self {
        Self {
            stderr: text.into(),
            code: 1,
            ..Self::default()
        }
    }

    /// A word that is none of the choices of an option.
    pub(super) fn choice(option: &str, word: &str, choices: &str) -> Self {
        Self::refuse(format!(
            "error: option '{option}' argument '{word}' is invalid. Allowed choices are {choices}."
        ))
    }

    /// A value an option cannot take.
    pub(super) fn value(option: &str, word: &str, why: &str) -> Self {
        Self::refuse(format!(
            "error: option '{option}' argument '{word}' is invalid. {why}"
        ))
    }
}
