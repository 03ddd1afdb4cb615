//! PURE. What a key can mean. Owns: the names. Does not own: which key (`keymap`), what is done (`update`), the help text
//! (`assets/keymap.toml`, so that it stands in one place).

use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::Error as WordError;

/// An intention of the person at the keyboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(
    missing_docs,
    reason = "each has its line of help in assets/keymap.toml"
)]
pub enum Action {
    // moving
    Up,
    Down,
    PageUp,
    PageDown,
    HalfUp,
    HalfDown,
    Top,
    Bottom,
    NextAttention,
    // panes
    NextPane,
    PreviousPane,
    ToConversation,
    ToState,
    ToPending,
    ToHooks,
    ToTools,
    ToTasks,
    ToComposer,
    ToRequest,
    Zoom,
    Wider,
    Narrower,
    // things in panes
    Open,
    // composing
    Send,
    NewLine,
    HistoryBack,
    HistoryForward,
    Editor,
    Leave,
    // answering
    Allow,
    Deny,
    DenyAndInterrupt,
    NextRequest,
    PreviousRequest,
    // the session
    Pause,
    Interrupt,
    InterruptOrQuit,
    Cancel,
    CycleMode,
    // the program
    Help,
    ToggleMouse,
    Suspend,
    Redraw,
    Quit,
}

impl Action {
    /// The action of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::deserialize(IntoDeserializer::<WordError>::into_deserializer(name)).ok()
    }
}
