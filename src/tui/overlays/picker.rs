//! PURE. A list to choose from, narrowed down by what is typed. Owns: the rows and the selection.
//! Does not own: which rows fit (`narrowing`), what a choice means (`update::chosen`).

pub use super::choice::{Choice, Of};
use super::narrowing::narrowed;
use super::{large, middle, place};
use crate::tui::model::Model;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::flow::wrap;
use crate::tui::widgets::frame::frame;
use crate::tui::widgets::rows::select;
use crate::tui::widgets::text::{cut, safe};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

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

/// What stands before the path of a recording that is still written.
pub const LIVE: &str = "live:";
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

    /// Whether it is of recordings.
    pub fn lists_recordings(&self) -> bool {
        self.choice == Choice::Recording
    }

    /// Other rows in the place of these. What is typed stays, and the selected row if it is still there.
    pub fn renew(&mut self, title: String, rows: Vec<Row>) {
        let before = self.selected().map(|row| path(&row.value).to_owned());
        let (at, held) = (self.selected, self.held);
        self.title = title;
        self.rows = rows;
        self.narrow();
        let before = before.as_deref();
        let again =
            before.and_then(|before| self.fitting().position(|row| path(&row.value) == before));
        self.selected = again.unwrap_or(at).min(self.count().saturating_sub(1));
        self.held = held;
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

    /// Takes the last word back.
    pub fn take_back_word(&mut self) {
        let words = self.query.trim_end();
        let end = words.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        self.query.truncate(end);
        self.narrow();
    }

    /// Takes everything back.
    pub fn take_back_all(&mut self) {
        self.query.clear();
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

    /// Moves the selection; a single step goes round at the ends.
    pub fn move_by(&mut self, by: isize) {
        let count = self.count();
        if count == 0 {
            return;
        }
        self.held = None;
        let last = count - 1;
        self.selected = match self.selected {
            0 if by == -1 => last,
            at if at == last && by == 1 => 0,
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
        if self.lists_recordings() {
            // What was said, what became of it, where and when: that is as wide as a screen.
            return (large(screen).0, height);
        }
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
        self.found = narrowed(&self.rows, &self.query);
    }
}

/// The path of a recording, whether it is live or not.
fn path(value: &str) -> &str {
    value.strip_prefix(LIVE).unwrap_or(value)
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
    count(picker, theme, typed.width(), inner, buffer);
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
        let most = if picker.lists_recordings() && !row.detail.is_empty() {
            // However long a title is, what became of it is seen.
            labels
        } else {
            usize::MAX
        };
        let line = row_line(row, model, (labels, most), usize::from(list.width));
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

/// How many rows fit, once something is typed: at the right edge, where there is room.
fn count(picker: &Picker, theme: &Theme, typed: usize, inner: Rect, buffer: &mut Buffer) {
    if picker.query.is_empty() {
        return;
    }
    let count = format!("{} of {}", picker.found.len(), picker.rows.len());
    let room = usize::from(inner.width).saturating_sub(typed + 1);
    if count.len() <= room {
        let x = inner.right() - u16::try_from(count.len()).unwrap_or(0);
        buffer.set_string(x, inner.y, count, theme.style(Role::Dim));
    }
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

/// A row of this width. Labels take so many cells if something stands beside them, and no more than so many.
fn row_line(
    row: &Row,
    model: &Model,
    (labels, most): (usize, usize),
    width: usize,
) -> Line<'static> {
    let theme = &model.theme;
    let (role, detail) = match &row.why_not {
        Some(why) => (Role::Disabled, why),
        None => (Role::Text, &row.detail),
    };
    let aside = cut(&row.aside, (width / 3).max(ASIDE), theme.glyphs.more);
    let label = cut(
        &row.label,
        // Two cells stand between: the key at the end is never cut for a long label.
        width.saturating_sub(aside.width() + 2).min(most),
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
