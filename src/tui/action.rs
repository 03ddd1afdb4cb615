//! PURE. What a key can mean. Owns: the names. Does not own: which key (`keymap`), what is done (`update`), the help text
//! (`assets/keymap.toml`, so that it stands in one place).

use serde::de::IntoDeserializer;
use serde::de::value::Error as WordError;
use serde::{Deserialize, Serialize};

/// An intention of the person at the keyboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, Serialize)]
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
    NextPrompt,
    PreviousPrompt,
    NextAttention,
    Search,
    SearchNext,
    SearchPrevious,
    // panes
    NextPane,
    PreviousPane,
    ToConversation,
    ToState,
    ToPending,
    ToHooks,
    ToTools,
    ToTasks,
    ToDecisions,
    ToTraffic,
    ToComposer,
    ToRequest,
    Zoom,
    Wider,
    Narrower,
    // things in panes
    Open,
    OpenAll,
    Copy,
    CopyCode,
    CopyCommand,
    CopyRaw,
    CopyPath,
    CopySubtree,
    Toggle,
    Reconnect,
    StopTask,
    TaskOutput,
    Refresh,
    Background,
    // lines on the wire
    Filter,
    FilterLine,
    SavedFilters,
    KeepFilter,
    Forget,
    Asides,
    Times,
    Partner,
    Related,
    MarkLine,
    CompareLines,
    NextView,
    RawBeside,
    NextLine,
    PreviousLine,
    // composing
    Send,
    NewLine,
    HistoryBack,
    HistoryForward,
    Complete,
    Editor,
    Withdraw,
    ClearPrompt,
    History,
    Leave,
    // answering
    Allow,
    AllowSession,
    AllowAlways,
    EditInput,
    Deny,
    DenyWithMessage,
    DenyAndInterrupt,
    AllowShown,
    DenyShown,
    NextRequest,
    PreviousRequest,
    // forms, lists and fields on top
    Choose,
    Accept,
    NextField,
    PreviousField,
    // the session
    Pause,
    Held,
    Interrupt,
    InterruptOrQuit,
    Cancel,
    CycleMode,
    ChooseMode,
    ChooseModel,
    Thinking,
    Rename,
    Compact,
    ContextUse,
    StartAgain,
    ResumeSession,
    NewSession,
    NextSession,
    PreviousSession,
    // a recording
    OpenRecording,
    Play,
    StepOn,
    StepBack,
    NextMessage,
    PreviousMessage,
    NextTurn,
    PreviousTurn,
    NextAsked,
    PreviousAsked,
    NextTrouble,
    PreviousTrouble,
    FirstLine,
    LastLine,
    Faster,
    Slower,
    ToTime,
    ToMoment,
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

    /// Whether it only moves the eye or the cursor: its key is all it needs.
    pub fn moves(self) -> bool {
        use Action as A;
        matches!(
            self,
            A::Up
                | A::Down
                | A::PageUp
                | A::PageDown
                | A::HalfUp
                | A::HalfDown
                | A::Top
                | A::Bottom
                | A::NextField
                | A::PreviousField
                | A::Choose
                | A::Accept
                | A::Leave
                | A::NewLine
        )
    }

    /// Its name, as it is written in a keymap.
    pub fn name(self) -> String {
        let written = serde_json::to_value(self).ok();
        let name = written.and_then(|name| name.as_str().map(str::to_owned));
        name.unwrap_or_default()
    }
}
