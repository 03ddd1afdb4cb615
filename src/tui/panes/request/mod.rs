//! PURE. Requests that wait for a person, docked above the composer. Owns: which one is shown, when it can be answered,
//! what is half filled in. Does not own: the table of pending requests (`session`): what is not in there is not shown.
//!
//! **No accidents:** a request can be answered only after it has been on the screen for a moment ([`ARMING`]), counted anew
//! whenever another one takes its place, it shows something else, or a key comes too early; what is typed while it goes
//! away is typed into nothing, never into the next one.

mod card;
pub mod change;
pub mod destructive;
pub mod edited;
pub mod form;
mod observe;
mod one;
mod plan;
pub mod questions;
mod recorded;
pub mod rules;
mod schema;
mod sheet;
mod view;

pub use change::OnDisk;
pub use observe::{Left, Watch};
pub use one::{Matter, Request, Stage};
pub use view::view;

use crate::tui::keymap::Context;
use crate::tui::model::{Focus, Later};
use crate::tui::theme::Theme;
use indexmap::IndexMap;
use ratatui::layout::{Rect, Size};
use ratatui::text::Line;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// A request cannot be answered until it has been seen for this long: keys in flight must not decide it.
pub const ARMING: Duration = Duration::from_millis(800);
/// How long a key that comes too late is told so, after the last request went away under it.
const LATE: Duration = Duration::from_millis(1500);

/// The lines of a card, and the one that has the cursor.
#[derive(Debug, Clone, Default)]
pub(super) struct Body {
    lines: Vec<Line<'static>>,
    cursor: Option<usize>,
    /// Rows it takes at the most while one goes through it, where that can be known: then it is as high from the start.
    steady: Option<usize>,
}

#[derive(Debug, Clone, Default)]
struct Laid {
    /// Which request, how wide, in which state, in which theme.
    key: (String, u16, u64, String),
    body: Body,
}

/// All requests for a person, oldest first.
#[derive(Debug, Clone, Default)]
pub struct Requests {
    asked: IndexMap<String, Request>,
    /// Answers that are on their way: what to say once they were on the wire.
    sent: HashMap<String, String>,
    current: usize,
    /// How long one is shown before it can be answered, if the person has set it.
    pub arming: Option<Duration>,
    /// What the inputs of our own tools must look like, by the tool's full name.
    pub schemas: Arc<HashMap<String, Value>>,
    /// Where the person was before going to the requests.
    pub came_from: Option<Focus>,
    /// The last one went away under the person's hands: until then a key is told so.
    late_until: Option<Duration>,
    /// They are of a recording and cannot be answered: what became of those of which that is known.
    recorded: Option<HashMap<String, Later>>,
    /// Counts every change of what is shown.
    version: u64,
    laid: Laid,
}

impl Requests {
    /// The one that is shown.
    pub fn current(&self) -> Option<&Request> {
        self.asked
            .get_index(self.current)
            .map(|(_, request)| request)
    }

    /// The same to be changed.
    pub fn current_mut(&mut self) -> Option<&mut Request> {
        self.version += 1;
        self.asked
            .get_index_mut(self.current)
            .map(|(_, request)| request)
    }

    /// One by its id.
    pub fn get(&self, id: &str) -> Option<&Request> {
        self.asked.get(id)
    }

    /// Whether the one that is shown can be answered.
    pub fn armed(&self, clock: Duration) -> bool {
        self.current()
            .filter(|request| request.gone.is_none() && !self.is_recorded())
            .and_then(|request| request.shown)
            .is_some_and(|shown| clock.saturating_sub(shown) >= self.arming.unwrap_or(ARMING))
    }

    /// A key came before it could be answered: the moment begins again, so that a key that is held down never decides.
    pub fn too_early(&mut self, clock: Duration) {
        if let Some((_, request)) = self.asked.get_index_mut(self.current)
            && request.shown.is_some()
        {
            request.shown = Some(clock);
        }
    }

    /// What is shown of the current one is something else now: it has to be looked at anew.
    pub fn look_anew(&mut self) {
        if let Some(request) = self.current_mut() {
            request.drawn = false;
            request.shown = None;
        }
    }

    /// Nobody saw the screen for a while: each has to be looked at anew.
    pub fn looked_away(&mut self) {
        for request in self.asked.values_mut() {
            request.drawn = false;
            request.shown = None;
        }
    }

    /// How many wait. Nobody waits in a recording.
    pub fn len(&self) -> usize {
        let waits = |request: &&Request| request.gone.is_none() && !self.is_recorded();
        self.asked.values().filter(waits).count()
    }

    /// Whether none waits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Which one of how many is shown.
    pub fn position(&self) -> (usize, usize) {
        (self.current + 1, self.asked.len())
    }

    /// To another one.
    pub fn step(&mut self, by: isize) {
        let count = self.asked.len().max(1);
        self.current = (self.current + count).saturating_add_signed(by) % count;
    }

    /// To the one of this id.
    pub fn show(&mut self, id: &str) {
        if let Some(at) = self.asked.get_index_of(id) {
            self.current = at;
        }
    }

    /// Who hears a key while it has the focus.
    pub fn context(&self) -> Context {
        if self.is_recorded() {
            // Nothing is typed or marked in it.
            return Context::Request;
        }
        self.current().map_or(Context::Request, Request::context)
    }

    /// A frame is about to be drawn, on which the card is seen or not. What is not seen has to be looked at anew.
    /// What comes up under something that lies on top does not count as seen.
    pub fn framed(&mut self, seen: bool, covered: bool) {
        for (index, request) in self.asked.values_mut().enumerate() {
            request.drawn = seen && index == self.current && (request.drawn || !covered);
            if !request.drawn {
                request.shown = None;
            }
        }
    }

    /// Time passed since a frame: what was on it becomes answerable.
    pub fn tick(&mut self, clock: Duration) {
        let at = self.current;
        if let Some((_, request)) = self.asked.get_index_mut(at)
            && request.drawn
        {
            request.shown.get_or_insert(clock);
        }
    }

    /// Whether the last one went away so lately that a key may have been meant for it.
    pub fn just_gone(&self, clock: Duration) -> bool {
        self.late_until.is_some_and(|until| clock < until)
    }

    /// Moves what has the cursor, or what is seen.
    pub fn move_by(&mut self, by: isize) {
        let Some((_, request)) = self.asked.get_index_mut(self.current) else {
            return;
        };
        match &mut request.matter {
            _ if self.recorded.is_some() => return self.scroll_by(by),
            Matter::Questions(_, form) => form.move_by(by),
            Matter::Server(_, form) | Matter::Hand(_, _, form) => form.turn(by.signum()),
            Matter::Tool(_) | Matter::Plan(..) | Matter::Dialog(..) => return self.scroll_by(by),
        }
        self.version += 1;
    }

    /// Scrolls what is seen, whatever has the cursor. The lines stay as they are: a long card is not laid out anew.
    pub fn scroll_by(&mut self, by: isize) {
        if let Some((_, request)) = self.asked.get_index_mut(self.current) {
            request.scroll = request.scroll.saturating_add_signed(by);
        }
    }

    /// Lays out the card for a screen of this size.
    pub fn lay(&mut self, size: Size, theme: &Theme) {
        let Some(request) = self.current() else {
            self.laid = Laid::default();
            return;
        };
        let width = view::inner_width(size);
        let key = (request.id.clone(), width, self.version, theme.name.clone());
        if key != self.laid.key {
            let body = card::body(request, theme, width);
            self.laid = Laid { key, body };
        }
    }

    /// Keeps what is scrolled within what is there, and the cursor in sight, in a card of this place.
    pub fn keep_in_sight(&mut self, size: Size, area: Rect) {
        let rows = self
            .current()
            .map_or(0, |request| view::rows_seen(request, size, area));
        let (len, cursor) = (self.laid.body.lines.len(), self.laid.body.cursor);
        let Some((_, request)) = self.asked.get_index_mut(self.current) else {
            return;
        };
        let most = len.saturating_sub(rows);
        // Only when it moved: else what is above a long form could never be read.
        let moved = request.cursor != cursor;
        request.cursor = cursor;
        if let Some(cursor) = cursor.filter(|_| moved) {
            let lowest = (cursor + 3).saturating_sub(rows);
            request.scroll = request.scroll.clamp(lowest.min(cursor), cursor);
        }
        request.scroll = request.scroll.min(most);
    }

    /// How many rows it wants, frame included.
    pub fn height(&self, size: Size, focused: bool) -> u16 {
        let Some(request) = self.current() else {
            return 0;
        };
        let rows = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
        let lines = rows(self.laid.body.lines.len());
        if focused {
            let half = (size.height / 2).max(7);
            if let Some(steady) = self.laid.body.steady {
                // Where one types takes its rows from the lines, which scroll: nothing around the card moves.
                return rows(steady).saturating_add(2).clamp(7, half);
            }
            let strip = view::strip_height(request, size, half);
            lines.saturating_add(strip + 2).clamp(5, half)
        } else {
            lines.clamp(1, 3) + 3
        }
    }
}
