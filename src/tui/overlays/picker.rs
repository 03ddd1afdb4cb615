//! PURE. A list to choose from, narrowed down by what is typed. Owns: the rows, the fuzzy match, the selection.
//! Does not own: what a choice means (`update::chosen`).

use super::{middle, place};
use crate::tui::model::{Model, SeatKey};
use crate::tui::theme::Role;
use crate::tui::widgets::frame::frame;
use crate::tui::widgets::rows::select;
use crate::tui::widgets::text::{cut, safe, wrap};
use crate::wire::permission::PermissionUpdate;
use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

/// What is being chosen.
#[derive(Debug, Clone, PartialEq)]
pub enum Choice {
    /// An action, by its name: the palette.
    Action,
    /// A theme; moving previews it. The one to go back to.
    Theme {
        /// The theme before.
        before: String,
    },
    /// A model, by its value.
    Model,
    /// A permission mode.
    Mode,
    /// A thinking budget.
    Thinking,
    /// A block of code to copy, by its item and its place in it.
    Code,
    /// A recording, by its path; `live:` stands before it if it is still written.
    Recording,
    /// A prompt of before, by its number.
    Prompt,
    /// A filter of the lines on the wire; moving previews it. The one to go back to.
    Filter {
        /// The filter before.
        before: String,
    },
    /// A line on the wire that belongs to another, by its number.
    Line,
    /// What is allowed from now on, by its number: for which request.
    Offer(Of),
    /// Where it is kept.
    Place {
        /// For which request.
        of: Of,
        /// What.
        update: Box<PermissionUpdate>,
    },
}

/// A request of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Of {
    /// The session.
    pub key: SeatKey,
    /// The request.
    pub id: String,
}

/// One row.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Row {
    /// What is chosen; the name of it in the program.
    pub value: String,
    /// What is shown and searched.
    pub label: String,
    /// More about it, dimmed.
    pub detail: String,
    /// At the right edge: a key, a mark.
    pub aside: String,
    /// Why it cannot be chosen now.
    pub why_not: Option<String>,
}

/// What stands at the right edge is not cut below this: a day and a time.
const ASIDE: usize = 16;
/// Characters that can be typed.
const LONGEST: usize = 500;

/// A list to choose from.
#[derive(Debug, Clone)]
pub struct Picker {
    /// Its title.
    pub title: String,
    /// What for.
    pub choice: Choice,
    rows: Vec<Row>,
    /// What is typed.
    query: String,
    /// The rows that fit, best first.
    found: Vec<usize>,
    /// A row that stands before all others, made of what is typed.
    offered: Option<Row>,
    selected: usize,
    /// The first row that is shown, while the mouse is on the list: nothing moves below it.
    held: Option<usize>,
}

impl Picker {
    /// A list with nothing typed; the row of this value is selected.
    pub fn new(title: impl Into<String>, choice: Choice, rows: Vec<Row>, current: &str) -> Self {
        let selected = rows.iter().position(|row| row.value == current);
        Self {
            title: title.into(),
            choice,
            found: (0..rows.len()).collect(),
            rows,
            query: String::new(),
            offered: None,
            selected: selected.unwrap_or(0),
            held: None,
        }
    }

    /// What is typed.
    pub fn query(&self) -> &str {
        &self.query
    }

    /// Types; what is longer than anybody searches for is left out, so that a large paste is not compared with every row.
    pub fn insert(&mut self, text: &str) {
        let room = LONGEST.saturating_sub(self.query.chars().count());
        let typed = text.chars().filter(|letter| !letter.is_control());
        self.query.extend(typed.take(room));
        self.narrow();
    }

    /// Takes the last character back.
    pub fn backspace(&mut self) {
        self.query.pop();
        self.narrow();
    }

    /// Puts a row before all others, or takes it away.
    pub fn offer(&mut self, row: Option<Row>) {
        self.offered = row;
        self.selected = self.selected.min(self.count().saturating_sub(1));
    }

    /// How many rows fit.
    fn count(&self) -> usize {
        self.found.len() + usize::from(self.offered.is_some())
    }

    /// The rows that fit, best first.
    fn fitting(&self) -> impl Iterator<Item = &Row> {
        let found = self.found.iter().filter_map(|index| self.rows.get(*index));
        self.offered.iter().chain(found)
    }

    /// The selected row.
    pub fn selected(&self) -> Option<&Row> {
        self.fitting().nth(self.selected)
    }

    /// Moves the selection; it goes round at the ends.
    pub fn move_by(&mut self, by: isize) {
        let count = self.count();
        if count == 0 {
            return;
        }
        self.held = None;
        let last = count - 1;
        self.selected = match self.selected {
            0 if by < 0 => last,
            at if at == last && by > 0 => 0,
            at => at.saturating_add_signed(by).min(last),
        };
    }

    /// How large it is on a screen: its columns and rows.
    fn size(&self, screen: Size) -> (u16, u16) {
        let wanted = u16::try_from(self.rows.len()).unwrap_or(u16::MAX);
        let height = wanted
            .saturating_add(4 + reserved(self))
            .min(screen.height * 3 / 4)
            .max(8);
        ((screen.width * 3 / 4).clamp(38, 100), height)
    }

    /// The first row that is shown where there is room for so many.
    fn first_shown(&self, room: usize) -> usize {
        let middle = self.selected.saturating_sub(room / 2);
        self.held
            .unwrap_or(middle)
            .min(self.count().saturating_sub(room))
    }

    /// Selects the row at this place of the screen. Whether there is one, and a click has selected it before.
    pub fn click(&mut self, screen: Size, column: u16, row: u16) -> Option<bool> {
        let (width, height) = self.size(screen);
        let place = middle(width, height, Rect::from((Position::ORIGIN, screen)));
        // Inside of the frame, below what is typed.
        let first = place.y + 2;
        let room = place.bottom().saturating_sub(first + 1);
        let last = first + room - kept_free(self, room);
        let inside = (place.x + 1..place.right().saturating_sub(1)).contains(&column);
        if !inside || !(first..last).contains(&row) {
            return None;
        }
        let top = self.first_shown(usize::from(last.saturating_sub(first)));
        let position = top + usize::from(row - first);
        if position >= self.count() {
            return None;
        }
        let again = self.held.is_some() && self.selected == position;
        self.held = Some(top);
        self.selected = position;
        Some(again)
    }

    fn narrow(&mut self) {
        self.selected = 0;
        self.held = None;
        if self.query.trim().is_empty() {
            self.found = (0..self.rows.len()).collect();
            return;
        }
        let mut matcher = Matcher::new(Config::DEFAULT);
        let pattern = Pattern::parse(&self.query, CaseMatching::Ignore, Normalization::Smart);
        let mut letters = Vec::new();
        let mut scored: Vec<(u32, usize)> = Vec::new();
        for (index, row) in self.rows.iter().enumerate() {
            let label = Utf32Str::new(&row.label, &mut letters);
            let by_label = pattern.score(label, &mut matcher).map(|score| score * 2);
            let whole = format!("{} {} {}", row.label, row.value, row.detail);
            let whole = Utf32Str::new(&whole, &mut letters);
            let score = by_label.or_else(|| pattern.score(whole, &mut matcher));
            scored.extend(score.map(|score| (score, index)));
        }
        // The best first; rows of equal worth stay in their order.
        scored.sort_by_key(|(score, index)| (std::cmp::Reverse(*score), *index));
        self.found = scored.into_iter().map(|(_, index)| index).collect();
    }
}

/// Draws it. Where the next letter would stand.
pub fn view(picker: &Picker, model: &Model, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    let theme = &model.theme;
    let (width, height) = picker.size(area.as_size());
    let place = place(width, height, area, buffer);
    let title = format!(" {} ", crate::sanitise::sanitise(&picker.title));
    let inner = frame(title, true, theme, place, buffer);
    let typed = Line::from(vec![
        Span::styled(format!("{} ", theme.glyphs.prompt), theme.style(Role::Key)),
        Span::styled(
            cut(
                &picker.query,
                usize::from(inner.width.saturating_sub(4)),
                theme.glyphs.more,
            ),
            theme.style(Role::Text),
        ),
        Span::styled(" ", theme.style(Role::Selected)),
    ]);
    buffer.set_line(inner.x, inner.y, &typed, inner.width);
    let before = u16::try_from(typed.width().saturating_sub(1)).unwrap_or(0);
    let cursor = inner.x + before.min(inner.width.saturating_sub(1));
    let list = Rect {
        y: inner.y + 1,
        height: inner.height.saturating_sub(1),
        ..inner
    };
    let (list, reason) = with_reason(picker, model, list);
    for (y, line) in (list.bottom()..).zip(&reason) {
        buffer.set_line(list.x, y, line, list.width);
    }
    // Details stand below each other, as far as labels are of a usual length.
    let detailed = picker.fitting().filter(|row| !row.detail.is_empty());
    let labels = detailed.map(|row| row.label.width()).max().unwrap_or(0);
    let labels = labels.min(usize::from(list.width) * 2 / 5);
    let room = usize::from(list.height);
    let start = picker.first_shown(room);
    let shown = picker.fitting().enumerate().skip(start);
    for (y, (position, row)) in (list.y..list.bottom()).zip(shown) {
        let line = row_line(row, model, labels, usize::from(list.width));
        buffer.set_line(list.x, y, &line, list.width);
        if position == picker.selected {
            select(Rect::new(list.x, y, list.width, 1), theme, buffer);
        }
    }
    if picker.count() == 0 {
        let none = "nothing fits";
        buffer.set_stringn(list.x, list.y, none, room.max(12), theme.style(Role::Dim));
    }
    Some(Position::new(cursor, inner.y))
}

/// Rows at the lower edge for why the selected row cannot be chosen: of recordings that is a sentence, which does not fit
/// beside a name. They are kept free for all rows alike, so that nothing moves.
fn reserved(picker: &Picker) -> u16 {
    let broken = picker.rows.iter().any(|row| row.why_not.is_some());
    if broken && picker.choice == Choice::Recording {
        4
    } else {
        0
    }
}

/// How many of them there are where there is room for so many rows in all.
fn kept_free(picker: &Picker, room: u16) -> u16 {
    reserved(picker).min(room.saturating_sub(2))
}

/// Those rows, and the place that is left for the others.
fn with_reason(picker: &Picker, model: &Model, list: Rect) -> (Rect, Vec<Line<'static>>) {
    let theme = &model.theme;
    let reserved = kept_free(picker, list.height);
    let left = Rect {
        height: list.height - reserved,
        ..list
    };
    let why = picker.selected().and_then(|row| row.why_not.as_deref());
    let Some(why) = why.filter(|_| reserved > 0) else {
        return (left, Vec::new());
    };
    let safe = safe(why, theme.style(Role::Warning), theme.style(Role::Escaped));
    let mut reason = wrap(&safe, list.width, "");
    reason.truncate(usize::from(reserved));
    (left, reason)
}

fn row_line(row: &Row, model: &Model, labels: usize, width: usize) -> Line<'static> {
    let theme = &model.theme;
    let (role, detail) = match &row.why_not {
        Some(why) => (Role::Disabled, why),
        None => (Role::Text, &row.detail),
    };
    let aside = cut(&row.aside, (width / 3).max(ASIDE), theme.glyphs.more);
    let label = cut(
        &row.label,
        // Two cells stand between: the key at the end is never cut for a long label.
        width.saturating_sub(aside.width() + 2),
        theme.glyphs.more,
    );
    let mut label = label;
    if !detail.is_empty() {
        let missing = labels.saturating_sub(label.width());
        label.extend(std::iter::repeat_n(' ', missing));
    }
    let between = if aside.is_empty() { 2 } else { 4 };
    let room = width.saturating_sub(label.width() + aside.width() + between);
    let detail = if room > 6 {
        cut(detail, room, theme.glyphs.more)
    } else {
        String::new()
    };
    let gap = width.saturating_sub(label.width() + detail.width() + aside.width() + 2);
    Line::from(vec![
        Span::styled(label, theme.style(role)),
        Span::styled(format!("  {detail}"), theme.style(Role::Dim)),
        Span::raw(" ".repeat(gap)),
        Span::styled(aside, theme.style(Role::Key)),
    ])
}

#[cfg(test)]
#[path = "picker_tests.rs"]
mod picker_tests;
