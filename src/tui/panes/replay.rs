//! PURE. The bar of a recording, where prompts are typed otherwise. Owns: drawing where one is in the whole length.
//! Does not own: going through it (`update::replay`).

use crate::trace::Moment;
use crate::tui::model::{Focus, Model, Replay, Seat, Slot};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::frame::frame;
use crate::tui::widgets::text::cut;
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect, Size};
use ratatui::text::{Line, Span};

/// Rows it takes, frame included.
const HEIGHT: u16 = 5;
/// And on a low screen, where there is room for one.
const LOW: u16 = 3;

/// Rows it takes on a screen.
pub fn height(screen: Size) -> u16 {
    if screen.height < 16 { LOW } else { HEIGHT }
}

/// Draws it.
pub fn view(model: &Model, seat: &Seat, replay: &Replay, area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    let focused = model.focus == Focus::Composer && model.overlays.is_empty();
    let inner = frame(title(seat, replay, theme), focused, theme, area, buffer);
    let rows = [
        marks(replay, inner.width, theme),
        bar(replay, inner.width, theme),
        place(replay, inner.width, theme),
    ];
    // Where one is says most.
    let low = rows.len().saturating_sub(usize::from(inner.height));
    for (y, row) in (inner.y..inner.bottom()).zip(rows.iter().skip(low)) {
        buffer.set_line(inner.x, y, row, inner.width);
    }
}

/// Whether this place of the screen is on the bar, or on the marks above it.
pub fn is_on(area: Rect, column: u16, row: u16) -> bool {
    let inner = area.inner(Margin::new(1, 1));
    let bar = Rect {
        height: inner.height.min(2),
        ..inner
    };
    bar.contains((column, row).into())
}

/// The share of the length that a column of the screen stands for, in thousandths; before the bar is its beginning.
pub fn share_of(area: Rect, column: u16) -> u64 {
    let inner = area.inner(Margin::new(1, 1));
    let last = inner.width.saturating_sub(1).max(1);
    let along = column.saturating_sub(inner.x).min(last);
    u64::from(along) * 1000 / u64::from(last)
}

fn title(seat: &Seat, replay: &Replay, theme: &Theme) -> Line<'static> {
    let name = seat
        .recording
        .as_deref()
        .and_then(std::path::Path::file_name);
    let name = name.map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let mut spans = vec![
        Span::raw(" Recording "),
        Span::styled(cut(&name, 40, theme.glyphs.more), theme.style(Role::Dim)),
        Span::raw(" "),
    ];
    let progress = match (replay.read, replay.working_out()) {
        (Some(read), _) => format!("{read}% read "),
        (None, Some(done)) => format!("states {done}% worked out "),
        (None, None) => String::new(),
    };
    spans.push(Span::styled(progress, theme.style(Role::Starting)));
    Line::from(spans)
}

/// Slots in the columns that they fall into; a column shows what is worst in it.
fn columns(replay: &Replay, width: u16) -> Vec<Slot> {
    let slots = replay.strip.len();
    let width = usize::from(width);
    let column = |column: usize| {
        let from = column * slots / width.max(1);
        let to = ((column + 1) * slots / width.max(1)).max(from + 1);
        let here = replay.strip.get(from..to.min(slots)).unwrap_or_default();
        Slot {
            phase: here.last().map(|slot| slot.phase).unwrap_or_default(),
            turn: here.iter().any(|slot| slot.turn),
            trouble: here.iter().any(|slot| slot.trouble),
        }
    };
    (0..width).map(column).collect()
}

fn marks(replay: &Replay, width: u16, theme: &Theme) -> Line<'static> {
    let glyphs = &theme.glyphs;
    // Where there are more slots than columns or fewer, a mark stands once.
    let mut before = Slot::default();
    let mut mark = |slot: Slot| {
        let new = (slot.turn && !before.turn, slot.trouble && !before.trouble);
        before = slot;
        match new {
            (_, true) => Span::styled(glyphs.bad, theme.style(Role::Bad)),
            (true, false) => Span::styled(glyphs.open, theme.style(Role::Prompt)),
            _ => Span::raw(" "),
        }
    };
    let spans: Vec<_> = columns(replay, width).into_iter().map(&mut mark).collect();
    Line::from(spans)
}

fn bar(replay: &Replay, width: u16, theme: &Theme) -> Line<'static> {
    let last = u64::from(width.saturating_sub(1));
    let here = usize::try_from(replay.share().min(1000) * last / 1000).unwrap_or(0);
    let cell = |(column, slot): (usize, Slot)| match column {
        column if column == here => Span::styled(theme.glyphs.thumb, theme.style(Role::Accent)),
        column if column < here => Span::styled(theme.glyphs.full, theme.phase(slot.phase)),
        _ => Span::styled(theme.glyphs.empty, theme.phase(slot.phase)),
    };
    Line::from(
        columns(replay, width)
            .into_iter()
            .enumerate()
            .map(cell)
            .collect::<Vec<_>>(),
    )
}

fn place(replay: &Replay, width: u16, theme: &Theme) -> Line<'static> {
    let (mark, word, role) = match (replay.playing, replay.at_end && replay.follow) {
        _ if replay.at_end && replay.read.is_some() => (theme.glyphs.busy, "reads", Role::Starting),
        _ if replay.is_coming() => (theme.glyphs.busy, "works it out", Role::Starting),
        (Some(_), _) => (theme.glyphs.folded, "plays", Role::Running),
        (None, true) if replay.lines == 0 && replay.gone => (
            theme.glyphs.waiting,
            "waits: there is no such file yet",
            Role::Starting,
        ),
        (None, true) if replay.lines == 0 => (
            theme.glyphs.waiting,
            "waits: nothing in it yet",
            Role::Starting,
        ),
        (None, true) if replay.gone => (theme.glyphs.bad, "the file is gone", Role::Warning),
        (None, true) => (theme.glyphs.busy, "follows", Role::Running),
        (None, false) => (
            theme.glyphs.phase(crate::session::Phase::Paused),
            "stands",
            Role::Paused,
        ),
    };
    let speed = f64::from(replay.speed()) / 100.0;
    let state = format!("{mark} {word}");
    let time = format!("  {} / {}", clock(replay.time), clock(replay.end));
    let lines = if replay.is_coming() {
        // The panes show another moment than the one that is looked at.
        let (known, at) = (replay.known, replay.at);
        format!("  shown: line {known}, then {at} / {}", replay.lines)
    } else {
        format!("  line {} / {}", replay.at, replay.lines)
    };
    let mut spans = vec![
        Span::styled(state, theme.style(role)),
        Span::styled(time, theme.style(Role::Text)),
        Span::styled(lines, theme.style(Role::Dim)),
        Span::styled(format!("  {speed}x"), theme.style(Role::Dim)),
    ];
    if replay.by_line {
        let why = "  bar by lines: mostly silence";
        spans.push(Span::styled(why, theme.style(Role::Dim)));
    }
    while spans.iter().map(Span::width).sum::<usize>() > usize::from(width) && spans.len() > 2 {
        spans.pop();
    }
    Line::from(spans)
}

/// `1:02:03.4`
pub fn clock(time: Moment) -> String {
    let tenths = time.0 / 100_000;
    let (seconds, tenth) = (tenths / 10, tenths % 10);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        return format!("{hours}:{minutes:02}:{seconds:02}.{tenth}");
    }
    format!("{minutes}:{seconds:02}.{tenth}")
}
