//! PURE. Requests that wait for a person, docked above the composer. Owns: which one is shown, when it can be answered,
//! what an answer is. Does not own: the table of pending requests (`session`): what is not in there is not shown.

use crate::session::{Origin, State};
use crate::trace::{Direction, Payload, Traffic};
use crate::tui::keymap::Context;
use crate::tui::model::{Focus, Model};
use crate::tui::theme::Role;
use crate::tui::widgets::frame::frame;
use crate::tui::widgets::text::{duration, safe, wrap};
use crate::wire::Frame;
use crate::wire::permission::CanUseTool;
use indexmap::IndexMap;
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::text::{Line, Span};
use std::time::Duration;

/// A request cannot be answered until it has been seen for this long: keys in flight must not decide it.
const ARMING: Duration = Duration::from_millis(600);

/// A request with all that was asked.
#[derive(Debug, Clone)]
pub struct Request {
    /// Its id.
    pub id: String,
    /// What is asked.
    pub ask: CanUseTool,
    /// Since when it has been in front of the person, by the program's clock.
    pub shown: Option<Duration>,
}

/// All requests for a person, oldest first.
#[derive(Debug, Clone, Default)]
pub struct Requests {
    asked: IndexMap<String, Request>,
    current: usize,
    /// How far the details are scrolled.
    pub scroll: u16,
    /// How long one is shown before it can be answered, if the person has set it.
    pub arming: Option<Duration>,
}

impl Requests {
    /// Takes in a line of the session, after its state did.
    pub fn observe(&mut self, traffic: &Traffic, state: &State) {
        if let (Payload::Frame(Frame::ControlRequest(request)), Direction::In) =
            (&traffic.payload, traffic.direction)
            && request.request.subtype == "can_use_tool"
            && let Some(id) = &request.request_id
            && let Ok(ask) = serde_json::from_value(request.request.to_value())
        {
            let request = Request {
                id: id.clone(),
                ask,
                shown: None,
            };
            self.asked.insert(id.clone(), request);
        }
        let before = self.current().map(|request| request.id.clone());
        self.asked.retain(|id, _| {
            state
                .pending
                .get(Origin::Cli, id)
                .is_some_and(|row| !row.held && row.decided_by.is_none())
        });
        self.current = before
            .and_then(|id| self.asked.get_index_of(&id))
            .unwrap_or(0);
    }

    /// Time passed: what is shown becomes answerable.
    pub fn tick(&mut self, clock: Duration) {
        let at = self.current;
        if let Some((_, request)) = self.asked.get_index_mut(at) {
            request.shown.get_or_insert(clock);
        }
    }

    /// The one that is shown.
    pub fn current(&self) -> Option<&Request> {
        self.asked
            .get_index(self.current)
            .map(|(_, request)| request)
    }

    /// Whether the one that is shown can be answered.
    pub fn armed(&self, clock: Duration) -> bool {
        self.current()
            .and_then(|request| request.shown)
            .is_some_and(|shown| clock.saturating_sub(shown) >= self.arming.unwrap_or(ARMING))
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.asked.len()
    }

    /// Whether none waits.
    pub fn is_empty(&self) -> bool {
        self.asked.is_empty()
    }

    /// To another one.
    pub fn step(&mut self, by: isize) {
        let count = self.asked.len().max(1);
        self.current = (self.current + count).saturating_add_signed(by) % count;
        self.scroll = 0;
    }

    /// Who hears a key while it has the focus.
    pub fn context(&self) -> Context {
        Context::Request
    }

    /// How many rows it wants.
    pub fn height(&self, size: Size, focused: bool) -> u16 {
        match self.current() {
            None => 0,
            Some(request) => {
                let fields = request
                    .ask
                    .input
                    .as_object()
                    .map_or(1, serde_json::Map::len);
                let rows = u16::try_from(fields).unwrap_or(u16::MAX).saturating_add(5);
                let most = if focused { size.height / 2 } else { 7 };
                rows.clamp(5, most.max(5))
            }
        }
    }
}

/// Draws it.
pub fn view(model: &Model, area: Rect, buffer: &mut Buffer) {
    let Some(seat) = model.seat() else { return };
    let Some(request) = seat.requests.current() else {
        return;
    };
    let theme = &model.theme;
    let focused = model.focus == Focus::Request;
    let armed = seat.requests.armed(model.clock);
    let role = if armed {
        Role::Request
    } else {
        Role::RequestUnarmed
    };
    let waits = seat
        .live
        .state()
        .pending
        .get(Origin::Cli, &request.id)
        .map_or(Duration::ZERO, |row| seat.now.since(row.since));
    let more = match seat.requests.len() {
        0 | 1 => String::new(),
        count => format!(", {} more", count - 1),
    };
    let title = format!(
        " {} {} asks for permission · waits {}{more} ",
        theme.glyphs.waiting,
        crate::sanitise::sanitise(&request.ask.tool_name),
        duration(waits)
    );
    let inner = frame(
        Span::styled(title, theme.style(role)),
        focused,
        theme,
        area,
        buffer,
    );
    let mut lines = details(model, &request.ask, inner.width);
    if !focused {
        let key = model
            .keymap
            .key_for(Context::Global, crate::tui::action::Action::ToRequest);
        let hint = key.map_or_else(String::new, |key| format!("{key} to answer it"));
        lines.insert(0, Line::styled(hint, theme.style(Role::Key)));
    }
    let skip = usize::from(seat.requests.scroll).min(lines.len().saturating_sub(1));
    for (row, line) in lines
        .iter()
        .skip(skip)
        .take(usize::from(inner.height))
        .enumerate()
    {
        buffer.set_line(
            inner.x,
            inner.y + u16::try_from(row).unwrap_or(0),
            line,
            inner.width,
        );
    }
}

fn details(model: &Model, ask: &CanUseTool, width: u16) -> Vec<Line<'static>> {
    let theme = &model.theme;
    let style = |role| theme.style(role);
    let mut lines = Vec::new();
    let mut field = |label: &str, text: &str, role: Role| {
        for (number, row) in text.lines().enumerate() {
            let mut spans = vec![Span::styled(
                if number == 0 {
                    format!("{label:<12} ")
                } else {
                    " ".repeat(13)
                },
                style(Role::Dim),
            )];
            spans.extend(safe(row, style(role), style(Role::Escaped)));
            lines.extend(wrap(&spans, width, "             "));
        }
    };
    if let Some(reason) = &ask.decision_reason {
        field("because", reason, Role::Warning);
    }
    if let Some(path) = &ask.blocked_path {
        field("path", path, Role::Warning);
    }
    match ask.input.as_object() {
        Some(input) => {
            for (key, value) in input {
                let text = value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned);
                field(key, &text, Role::Text);
            }
        }
        None => field("input", &ask.input.to_string(), Role::Text),
    }
    lines
}
