//! PURE. Everything the screen knows. Owns: the sessions, what is in front, who has the focus, what lies on top.
//! Does not own: changing any of it (`update`), drawing it (`view`).

mod arrangement;
mod filters;
mod lookout;
mod preferences;
mod remembered;
mod replay;
mod seat;

pub use arrangement::{Arrangement, Focus, Pane};
pub use filters::{FilterChange, Filters, Named, SHIPPED as SHIPPED_FILTERS};
pub use lookout::Lookout;
pub use preferences::Preferences;
pub use remembered::Remembered;
pub use replay::{Asked, Later, Replay, Report, Seek, Slot, Thing};
pub use seat::{Purpose, Receipt, Seat, SeatKey, SidePanes};

use super::keymap::{Context, Keymap};
use super::overlays::Overlay;
use super::panes::composer::{Files, History};
use super::theme::{Shelf, Theme};
use super::widgets::highlight::Highlights;
use ratatui::layout::Size;
use std::time::Duration;

/// How long a notice stays.
pub const NOTICE: Duration = Duration::from_secs(5);

/// A line for the person that goes away by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// What to know.
    pub text: String,
    /// Whether it is bad news.
    pub bad: bool,
    /// When it goes.
    pub until: Duration,
}

/// The whole screen.
#[derive(Debug)]
pub struct Model {
    /// The sessions, in the order they were started.
    pub seats: Vec<Seat>,
    /// Which one is in front.
    pub front: usize,
    /// Who has the focus.
    pub focus: Focus,
    /// What lies on top, the last one uppermost.
    pub overlays: Vec<Overlay>,
    /// The terminal.
    pub size: Size,
    /// How the panes are arranged.
    pub arrangement: Arrangement,
    /// Which key means what.
    pub keymap: Keymap,
    /// Colours and glyphs.
    pub theme: Theme,
    /// How often the theme was changed: what was laid out with its colours is stale when this has moved on.
    pub theme_generation: u32,
    /// The themes to choose from.
    pub themes: Shelf,
    /// What the person has set.
    pub preferences: Preferences,
    /// Colours for code.
    pub highlights: Highlights,
    /// The prompts of before, of all sessions.
    pub history: History,
    /// The files that can be named in a prompt.
    pub files: Files,
    /// Filters for the lines on the wire: those with names, and those of before.
    pub filters: Filters,
    /// What is remembered of the screen from one start to the next.
    pub remembered: Remembered,
    /// A line for the person.
    pub notice: Option<Notice>,
    /// Since the program started.
    pub clock: Duration,
    /// Whether the mouse is ours.
    pub mouse: bool,
    /// Whether the terminal window has the focus.
    pub focused: bool,
    /// The session that the next one that is started takes the place of.
    pub replaced: Option<SeatKey>,
    /// A second Ctrl+C until then quits.
    pub quit_until: Option<Duration>,
    /// The recordings, while they are listed.
    pub lookout: Lookout,
    /// It is over.
    pub quitting: bool,
}

impl Model {
    /// A screen without a session.
    pub fn new(keymap: Keymap, theme: Theme) -> Self {
        let remembered = Remembered::new(&theme.name);
        Self {
            seats: Vec::new(),
            front: 0,
            focus: Focus::Composer,
            overlays: Vec::new(),
            size: Size::new(80, 24),
            arrangement: Arrangement::default(),
            keymap,
            theme,
            theme_generation: 0,
            themes: Shelf::default(),
            preferences: Preferences::default(),
            highlights: Highlights::default(),
            history: History::default(),
            files: Files::default(),
            filters: Filters::default(),
            remembered,
            notice: None,
            clock: Duration::ZERO,
            mouse: true,
            focused: true,
            replaced: None,
            quit_until: None,
            lookout: Lookout::default(),
            quitting: false,
        }
    }

    /// The session in front.
    pub fn seat(&self) -> Option<&Seat> {
        self.seats.get(self.front)
    }

    /// The same to be changed.
    pub fn seat_mut(&mut self) -> Option<&mut Seat> {
        self.seats.get_mut(self.front)
    }

    /// Where one is in the recording, if the session in front is one.
    pub fn replay(&self) -> Option<&Replay> {
        self.seat()?.replay.as_ref()
    }

    /// Whether a recording plays: then it is drawn as often as that is seen.
    pub fn plays(&self) -> bool {
        let replays = self.seats.iter().filter_map(|seat| seat.replay.as_ref());
        replays.into_iter().any(|replay| replay.playing.is_some())
    }

    /// A session by its key.
    pub fn seat_of(&mut self, key: SeatKey) -> Option<&mut Seat> {
        self.seats.iter_mut().find(|seat| seat.key == key)
    }

    /// Who hears the next key: the one answer.
    pub fn context(&self) -> Context {
        if let Some(overlay) = self.overlays.last() {
            return overlay.context();
        }
        match self.focus {
            Focus::Composer if self.replay().is_some() => Context::Replay,
            Focus::Composer => Context::Composer,
            Focus::Request => self
                .seat()
                .map_or(Context::Request, |seat| seat.requests.context()),
            Focus::Pane(Pane::Conversation) => Context::Conversation,
            Focus::Pane(Pane::Tools) => Context::Tools,
            Focus::Pane(Pane::Tasks) => Context::Tasks,
            Focus::Pane(Pane::Traffic) => Context::Traffic,
            Focus::Pane(_) => Context::Pane,
        }
    }

    /// Uses another theme from now on.
    pub fn set_theme(&mut self, theme: Theme) {
        self.theme = theme;
        self.theme_generation = self.theme_generation.wrapping_add(1);
    }

    /// Tells the person something.
    pub fn tell(&mut self, text: impl Into<String>) {
        let until = self.clock + NOTICE;
        self.notice = Some(Notice {
            text: text.into(),
            bad: false,
            until,
        });
    }

    /// Tells the person that something did not work.
    pub fn warn(&mut self, text: impl Into<String>) {
        self.tell(text);
        if let Some(notice) = &mut self.notice {
            notice.bad = true;
        }
    }

    /// Whether there is more to do than fits before one frame: then the next comes at once.
    pub fn is_unfinished(&self) -> bool {
        let inspects = |overlay: &Overlay| match overlay {
            Overlay::Inspector(inspector) => inspector.is_unfinished(),
            _ => false,
        };
        self.overlays.iter().any(inspects)
            || self.seat().is_some_and(|seat| {
                let items = &seat.live.state().transcript;
                seat.conversation.is_searching(items) || seat.traffic.is_unfinished()
            })
    }

    /// Whether something on the screen changes with time alone: then it is drawn again every second.
    pub fn counts(&self) -> bool {
        let waits = self.notice.is_some() || self.quit_until.is_some();
        waits || self.seats.iter().any(Seat::counts) || self.lists_recordings()
    }

    /// Whether the recordings there are can be seen.
    pub fn lists_recordings(&self) -> bool {
        self.overlays.iter().any(Overlay::lists_recordings)
    }
}
