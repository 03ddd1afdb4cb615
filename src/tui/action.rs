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
    Left,
    Right,
    NextPrompt,
    PreviousPrompt,
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
    OpenAll,
    Search,
    NextMatch,
    PreviousMatch,
    CopyText,
    CopyCode,
    CopyRaw,
    Toggle,
    Reconnect,
    StopTask,
    ShowOutput,
    // composing
    Send,
    NewLine,
    Complete,
    HistoryBack,
    HistoryForward,
    Editor,
    Withdraw,
    Leave,
    // answering
    Allow,
    AllowSession,
    AllowAlways,
    EditInput,
    Deny,
    DenyWithMessage,
    DenyAndInterrupt,
    NextRequest,
    PreviousRequest,
    Submit,
    // the session
    Pause,
    Interrupt,
    InterruptOrQuit,
    Cancel,
    CycleMode,
    ChooseMode,
    ChooseModel,
    ChooseThinking,
    Rename,
    Compact,
    ContextUse,
    ShowHeld,
    ShowDecisions,
    Restart,
    Resume,
    // the program
    Help,
    Palette,
    ChooseTheme,
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
