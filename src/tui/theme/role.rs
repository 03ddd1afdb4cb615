//! PURE. What a colour can mean. Owns: the names a theme file gives styles to.

use crate::config::nearest;
use serde::Deserialize;
use serde::de::{self, IntoDeserializer as _};

/// A meaning on the screen. Panes name these, never colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// What lies under everything that has no colour of its own: the whole screen.
    Background,
    /// Ordinary text.
    Text,
    /// What matters less: times, ids, hints.
    Dim,
    /// What should be found at a glance.
    Accent,
    /// A heading.
    Heading,
    /// A link or a path.
    Link,
    /// Code inside text.
    Code,
    /// The background of blocks of code.
    CodeBlock,
    /// Quoted text.
    Quote,
    /// Frames of panes.
    Border,
    /// The frame of the pane that has the focus.
    BorderFocused,
    /// Titles of panes.
    Title,
    /// The row that is selected.
    Selected,
    /// Text that was found.
    Match,
    /// A key in a hint.
    Key,
    /// An action that cannot be used now.
    Disabled,
    /// What we said.
    Prompt,
    /// The model thinks.
    Thinking,
    /// The states.
    Idle,
    /// Starting.
    Starting,
    /// Running.
    Running,
    /// Waiting for a tool.
    WaitingTool,
    /// Waiting for a person.
    WaitingPerson,
    /// Paused.
    Paused,
    /// Completed.
    Completed,
    /// Failed.
    Failed,
    /// Cancelled.
    Cancelled,
    /// It went well.
    Good,
    /// It did not.
    Bad,
    /// Look twice.
    Warning,
    /// It may destroy something.
    Danger,
    /// Something to know.
    Info,
    /// Added lines.
    Added,
    /// Removed lines.
    Removed,
    /// The changed part of an added line.
    AddedWord,
    /// The changed part of a removed line.
    RemovedWord,
    /// A request that waits for a person: its frame.
    Request,
    /// The same before it can be answered.
    RequestUnarmed,
    /// Characters from outside that are shown instead of obeyed.
    Escaped,
    /// The header line.
    Header,
    /// The footer line.
    Footer,
}

impl Role {
    /// Every role.
    pub const ALL: &[Self] = &[
        Self::Background,
        Self::Text,
        Self::Dim,
        Self::Accent,
        Self::Heading,
        Self::Link,
        Self::Code,
        Self::CodeBlock,
        Self::Quote,
        Self::Border,
        Self::BorderFocused,
        Self::Title,
        Self::Selected,
        Self::Match,
        Self::Key,
        Self::Disabled,
        Self::Prompt,
        Self::Thinking,
        Self::Idle,
        Self::Starting,
        Self::Running,
        Self::WaitingTool,
        Self::WaitingPerson,
        Self::Paused,
        Self::Completed,
        Self::Failed,
        Self::Cancelled,
        Self::Good,
        Self::Bad,
        Self::Warning,
        Self::Danger,
        Self::Info,
        Self::Added,
        Self::Removed,
        Self::AddedWord,
        Self::RemovedWord,
        Self::Request,
        Self::RequestUnarmed,
        Self::Escaped,
        Self::Header,
        Self::Footer,
    ];
}

impl Role {
    /// The meaning of a name; or what is said of a name that has none.
    pub(super) fn named(name: &str) -> Result<Self, String> {
        Self::deserialize(name.into_deserializer()).map_err(|Unknown(names)| {
            let list = names.join(", ");
            match nearest(name, names.iter().copied()) {
                Some(near) => {
                    format!("there is no such meaning; did you mean {near}? There are: {list}")
                }
                None => format!("there is no such meaning; there are: {list}"),
            }
        })
    }
}

/// Keeps the names there are.
#[derive(Debug)]
struct Unknown(&'static [&'static str]);

impl std::fmt::Display for Unknown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no such meaning")
    }
}

impl std::error::Error for Unknown {}

impl de::Error for Unknown {
    fn custom<T: std::fmt::Display>(_: T) -> Self {
        Self(&[])
    }

    fn unknown_variant(_: &str, names: &'static [&'static str]) -> Self {
        Self(names)
    }
}
