//! PURE. The characters we draw with, by meaning, and their plain forms for terminals without them.

use crate::session::Phase;
use ratatui::symbols::border;

/// A set of characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Glyphs {
    /// One for each state, in the order of [`Phase::ALL`].
    phases: [&'static str; 9],
    /// Something is folded.
    pub folded: &'static str,
    /// Something is open.
    pub open: &'static str,
    /// It went well.
    pub good: &'static str,
    /// It did not.
    pub bad: &'static str,
    /// It was never tried.
    pub never: &'static str,
    /// It is going on.
    pub busy: &'static str,
    /// It waits.
    pub waiting: &'static str,
    /// Look twice.
    pub warning: &'static str,
    /// The recording mark.
    pub recording: &'static str,
    /// A list entry.
    pub bullet: &'static str,
    /// Between facts on one line of a frame.
    pub dot: &'static str,
    /// Before what is inside of something: a tool of a server.
    pub inside: &'static str,
    /// Before how much was taken away.
    pub minus: &'static str,
    /// From the CLI to us.
    pub incoming: &'static str,
    /// From us to the CLI.
    pub outgoing: &'static str,
    /// A prompt.
    pub prompt: &'static str,
    /// Text goes on outside.
    pub more: &'static str,
    /// A vertical line.
    pub bar: &'static str,
    /// Beside what is selected.
    pub selected: &'static str,
    /// Where one is in something long.
    pub thumb: &'static str,
    /// There is more below.
    pub below: &'static str,
    /// A horizontal line.
    pub rule: &'static str,
    /// Where two lines cross.
    pub cross: &'static str,
    /// Something to be done.
    pub unchecked: &'static str,
    /// Something that is done.
    pub checked: &'static str,
    /// The part of a bar that is reached.
    pub full: &'static str,
    /// The rest of it.
    pub empty: &'static str,
    /// Frames.
    pub border: border::Set<'static>,
    /// The frame of a request that waits for a person: nothing else has it.
    pub card: border::Set<'static>,
}

impl Glyphs {
    /// For terminals of today.
    pub const UNICODE: Self = Self {
        phases: ["○", "◌", "●", "◐", "◆", "‖", "✓", "✗", "⊘"],
        folded: "▸",
        open: "▾",
        good: "✓",
        bad: "✗",
        never: "⊘",
        busy: "●",
        waiting: "◆",
        warning: "▲",
        recording: "●",
        bullet: "•",
        dot: "·",
        inside: "›",
        minus: "−",
        incoming: "←",
        outgoing: "→",
        prompt: "❯",
        more: "…",
        bar: "│",
        selected: "▌",
        thumb: "┃",
        below: "▼",
        rule: "─",
        cross: "┼",
        unchecked: "☐",
        checked: "☑",
        full: "█",
        empty: "░",
        border: border::ROUNDED,
        card: border::DOUBLE,
    };

    /// For all others.
    pub const ASCII: Self = Self {
        phases: ["o", ".", "*", "%", "!", "=", "+", "x", "/"],
        folded: ">",
        open: "v",
        good: "+",
        bad: "x",
        never: "/",
        busy: "*",
        waiting: "!",
        warning: "!",
        recording: "*",
        bullet: "-",
        dot: "|",
        inside: ">",
        minus: "-",
        incoming: "<",
        outgoing: ">",
        prompt: ">",
        more: "~",
        bar: "|",
        selected: ">",
        thumb: "@",
        below: "v",
        rule: "-",
        cross: "+",
        unchecked: "[ ]",
        checked: "[x]",
        full: "#",
        empty: ".",
        border: border::Set {
            top_left: "+",
            top_right: "+",
            bottom_left: "+",
            bottom_right: "+",
            vertical_left: "|",
            vertical_right: "|",
            horizontal_top: "-",
            horizontal_bottom: "-",
        },
        card: border::Set {
            top_left: "#",
            top_right: "#",
            bottom_left: "#",
            bottom_right: "#",
            vertical_left: "#",
            vertical_right: "#",
            horizontal_top: "=",
            horizontal_bottom: "=",
        },
    };

    /// The glyph of a state.
    pub fn phase(&self, phase: Phase) -> &'static str {
        let [
            idle,
            starting,
            running,
            tool,
            person,
            paused,
            completed,
            failed,
            cancelled,
        ] = self.phases;
        match phase {
            Phase::Idle => idle,
            Phase::Starting => starting,
            Phase::Running => running,
            Phase::WaitingToolCall => tool,
            Phase::WaitingPermission => person,
            Phase::Paused => paused,
            Phase::Completed => completed,
            Phase::Failed => failed,
            Phase::Cancelled => cancelled,
        }
    }
}
