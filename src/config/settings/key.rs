//! PURE. What can be set. Owns: the one table of names, kinds, defaults, variables, and what a project may not decide alone.
//! Does not own: what a setting does.

use std::fmt;

/// A setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    /// Which theme.
    Theme,
    /// How many colours the terminal has.
    Colours,
    /// Which characters are drawn with.
    Glyphs,
    /// Whether the mouse is ours.
    Mouse,
    /// Whether the bell rings when somebody is needed.
    Bell,
    /// How long a request is shown before it can be answered.
    ArmingMs,
    /// The editor.
    Editor,
    /// How wide the side column is.
    SidePercent,
    /// What is logged.
    LogLevel,
    /// The model.
    Model,
    /// The permission mode.
    PermissionMode,
    /// Calls that may run.
    Allow,
    /// Calls that may not.
    Deny,
    /// Files of tools.
    Tools,
    /// Files of hooks.
    Hooks,
    /// Files of MCP servers.
    McpConfig,
    /// The CLI.
    Cli,
    /// The words before it.
    Via,
    /// Whether sessions are recorded.
    Record,
    /// Whether secrets are masked in recordings.
    Redact,
    /// Where sessions are recorded.
    RecordDir,
    /// How many days recordings are kept.
    RecordingsDays,
    /// How much all recordings may take, in mebibytes.
    RecordingsMib,
}

/// What a value looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Yes or no.
    Flag,
    /// A whole number from here to there.
    Number(u64, u64),
    /// Any text.
    Text,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A path; a bare name is left as it is.
    Program,
    /// A path.
    Path,
    /// Words of a command; a program among them that is a path is relative to the file.
    Command,
    /// Texts.
    List,
    /// Files; a JSON object and the word `demo` are left as they are.
    Files,
}

/// What a file in a project directory may decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Care {
    /// Anybody may set it: it harms nobody.
    Free,
    /// Untrusted, it may only make it stricter.
    Stricter,
    /// Only once the file is trusted: it runs something, or allows something.
    Trusted,
}

/// Everything about a setting.
#[derive(Debug, Clone, Copy)]
pub struct About {
    /// Its path in a file.
    pub name: &'static str,
    /// What its value looks like.
    pub kind: Kind,
    /// What it is when nobody says anything.
    pub default: Option<&'static str>,
    /// The variable that sets it.
    pub variable: Option<&'static str>,
    /// What a project may decide.
    pub care: Care,
}

/// The permission modes, the strictest first.
pub const MODES: [&str; 6] = [
    "plan",
    "dontAsk",
    "default",
    "acceptEdits",
    "auto",
    "bypassPermissions",
];

impl Key {
    /// All of them, in the order they are told.
    pub const ALL: [Self; 23] = [
        Self::Theme,
        Self::Colours,
        Self::Glyphs,
        Self::Mouse,
        Self::Bell,
        Self::ArmingMs,
        Self::Editor,
        Self::SidePercent,
        Self::LogLevel,
        Self::Model,
        Self::PermissionMode,
        Self::Allow,
        Self::Deny,
        Self::Tools,
        Self::Hooks,
        Self::McpConfig,
        Self::Cli,
        Self::Via,
        Self::Record,
        Self::Redact,
        Self::RecordDir,
        Self::RecordingsDays,
        Self::RecordingsMib,
    ];

    /// Everything about it.
    pub fn about(self) -> About {
        use Care::{Free, Stricter, Trusted};
        let set = |name, kind, default, variable, care| About {
            name,
            kind,
            default,
            variable,
            care,
        };
        match self {
            Self::Theme => set(
                "theme",
                Kind::Text,
                Some("default"),
                Some("CCA_THEME"),
                Free,
            ),
            Self::Colours => set(
                "colours",
                Kind::Word(&["auto", "none", "16", "256", "true"]),
                Some("auto"),
                Some("CCA_COLOURS"),
                Free,
            ),
            Self::Glyphs => set(
                "glyphs",
                Kind::Word(&["auto", "unicode", "ascii"]),
                Some("auto"),
                Some("CCA_GLYPHS"),
                Free,
            ),
            Self::Mouse => set("mouse", Kind::Flag, Some("true"), Some("CCA_MOUSE"), Free),
            Self::Bell => set("bell", Kind::Flag, Some("true"), Some("CCA_BELL"), Free),
            Self::ArmingMs => set(
                "arming_ms",
                Kind::Number(300, 10_000),
                Some("800"),
                None,
                Trusted,
            ),
            Self::Editor => set("editor", Kind::Command, None, Some("CCA_EDITOR"), Trusted),
            Self::SidePercent => set(
                "screen.side_percent",
                Kind::Number(20, 70),
                Some("43"),
                None,
                Free,
            ),
            Self::LogLevel => set("log.level", Kind::Text, Some("info"), Some("CCA_LOG"), Free),
            Self::Model => set("session.model", Kind::Text, None, Some("CCA_MODEL"), Free),
            Self::PermissionMode => set(
                "session.permission_mode",
                Kind::Word(&MODES),
                None,
                Some("CCA_PERMISSION_MODE"),
                Stricter,
            ),
            Self::Allow => set("session.allow", Kind::List, None, None, Trusted),
            Self::Deny => set("session.deny", Kind::List, None, None, Free),
            Self::Tools => set("session.tools", Kind::Files, None, None, Trusted),
            Self::Hooks => set("session.hooks", Kind::Files, None, None, Trusted),
            Self::McpConfig => set("session.mcp_config", Kind::Files, None, None, Trusted),
            Self::Cli => set("session.cli", Kind::Program, None, Some("CCA_CLI"), Trusted),
            Self::Via => set("session.via", Kind::Command, None, Some("CCA_VIA"), Trusted),
            // A project may not hide what was done in it.
            Self::Record => set(
                "session.record",
                Kind::Flag,
                Some("true"),
                Some("CCA_RECORD"),
                Trusted,
            ),
            Self::Redact => set(
                "session.redact",
                Kind::Flag,
                Some("false"),
                Some("CCA_REDACT"),
                Stricter,
            ),
            Self::RecordingsDays => set(
                "recordings.days",
                Kind::Number(1, 36_500),
                Some("30"),
                None,
                Trusted,
            ),
            Self::RecordingsMib => set(
                "recordings.mib",
                Kind::Number(1, 1 << 30),
                Some("2048"),
                None,
                Trusted,
            ),
            Self::RecordDir => set(
                "session.record_dir",
                Kind::Path,
                None,
                Some("CCA_RECORD_DIR"),
                Trusted,
            ),
        }
    }

    /// The setting of this path.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.about().name == name)
    }

    /// Whether the values of several places are added up; others are replaced.
    pub fn adds_up(self) -> bool {
        matches!(self.about().kind, Kind::List | Kind::Files)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.about().name)
    }
}

/// How strict a permission mode is: less is stricter.
pub(super) fn strictness(mode: &str) -> usize {
    let known = MODES.iter().position(|known| *known == mode);
    known.unwrap_or(MODES.len())
}
