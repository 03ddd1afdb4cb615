//! PURE. Permission modes by their names on the wire.

use serde::{Deserialize, Serialize};

/// How the CLI treats calls that no rule decides.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum PermissionMode {
    /// Ask for everything that changes something.
    Default,
    /// Edits inside the working directories are allowed.
    AcceptEdits,
    /// Look, write a plan, change nothing.
    Plan,
    /// Deny instead of asking.
    DontAsk,
    /// A classifier decides instead of a person.
    Auto,
    /// Allow everything. Only if the CLI was started with it.
    BypassPermissions,
    /// A mode this library does not know.
    Other(String),
}

impl PermissionMode {
    /// The modes that have a name here, in the order a person would step through them.
    pub const ALL: [Self; 6] = [
        Self::Default,
        Self::AcceptEdits,
        Self::Plan,
        Self::DontAsk,
        Self::Auto,
        Self::BypassPermissions,
    ];

    /// The name on the wire.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Default => "default",
            Self::AcceptEdits => "acceptEdits",
            Self::Plan => "plan",
            Self::DontAsk => "dontAsk",
            Self::Auto => "auto",
            Self::BypassPermissions => "bypassPermissions",
            Self::Other(name) => name,
        }
    }
}

impl From<&str> for PermissionMode {
    fn from(name: &str) -> Self {
        Self::ALL
            .into_iter()
            .find(|mode| mode.as_str() == name)
            .unwrap_or_else(|| Self::Other(name.to_owned()))
    }
}

impl From<String> for PermissionMode {
    fn from(name: String) -> Self {
        Self::from(name.as_str())
    }
}

impl From<PermissionMode> for String {
    fn from(mode: PermissionMode) -> Self {
        mode.as_str().to_owned()
    }
}

impl std::fmt::Display for PermissionMode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}
