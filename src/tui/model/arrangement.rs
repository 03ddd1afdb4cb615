//! PURE. How the panes are arranged and who has the focus. Owns: the choices. Does not own: the rectangles (`layout`).

use crate::tui::action::Action;

/// A part of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pane {
    /// What was said and done.
    Conversation,
    /// The state, and how it came to it.
    State,
    /// Every unanswered request.
    Pending,
    /// Hook runs.
    Hooks,
    /// Servers and tools.
    Tools,
    /// Todos, sub-agents, background work.
    Tasks,
    /// What was allowed and denied, and by whom.
    Decisions,
    /// Every line on the wire.
    Traffic,
}

impl Pane {
    /// All of them, in the order of their keys.
    pub const ALL: [Self; 8] = [
        Self::Conversation,
        Self::State,
        Self::Pending,
        Self::Hooks,
        Self::Tools,
        Self::Tasks,
        Self::Decisions,
        Self::Traffic,
    ];

    /// Its title where there is little room.
    pub fn short_title(self) -> &'static str {
        match self {
            Self::Conversation => "Chat",
            Self::Tools => "Tools",
            other => other.title(),
        }
    }

    /// The action that goes to it.
    pub fn action(self) -> Action {
        match self {
            Self::Conversation => Action::ToConversation,
            Self::State => Action::ToState,
            Self::Pending => Action::ToPending,
            Self::Hooks => Action::ToHooks,
            Self::Tools => Action::ToTools,
            Self::Tasks => Action::ToTasks,
            Self::Decisions => Action::ToDecisions,
            Self::Traffic => Action::ToTraffic,
        }
    }

    /// Its title.
    pub fn title(self) -> &'static str {
        match self {
            Self::Conversation => "Conversation",
            Self::State => "State",
            Self::Pending => "Pending",
            Self::Hooks => "Hooks",
            Self::Tools => "Tools & MCP",
            Self::Tasks => "Tasks",
            Self::Decisions => "Decisions",
            Self::Traffic => "Traffic",
        }
    }
}

/// Who has the focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Focus {
    /// The composer: what is typed is typed.
    Composer,
    /// The request that waits for a person.
    Request,
    /// A pane.
    Pane(Pane),
}

/// The arrangement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrangement {
    /// The pane that fills the screen.
    pub zoomed: Option<Pane>,
    /// The pane of the tabbed column, where there is one.
    pub side: Pane,
    /// The pane that shares the lowest place of the columns, where State and Pending have places of their own.
    pub shared: Pane,
    /// How wide the side column is, in hundredths of the screen.
    pub side_percent: u16,
}

impl Default for Arrangement {
    fn default() -> Self {
        Self {
            zoomed: None,
            side: Pane::State,
            shared: Pane::Tools,
            side_percent: 43,
        }
    }
}

impl Arrangement {
    /// Brings a pane to where it can be seen.
    pub fn show(&mut self, pane: Pane) {
        if pane != Pane::Conversation {
            self.side = pane;
        }
        if !matches!(pane, Pane::Conversation | Pane::State | Pane::Pending) {
            self.shared = pane;
        }
        if self.zoomed.is_some() {
            self.zoomed = Some(pane);
        }
    }

    /// Wider or narrower by this much, within what is useful.
    pub fn widen(&mut self, by: i16) {
        self.side_percent = self.side_percent.saturating_add_signed(by).clamp(20, 70);
    }
}
