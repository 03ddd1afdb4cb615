//! PURE. MCP servers with their status and errors, and under each its tools: calls, errors, how long they take.
//! Owns: how a row looks. Does not own: which rows there are (`tree`), asking the CLI (`update`).

pub mod tree;

use crate::session::{Server, ToolStat};
use crate::tui::model::{Model, Pane, Seat};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::rows::{Rows, marked};
use crate::tui::widgets::text::{column, cut, duration};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use serde_json::Value;
use std::fmt::Write as _;
use tree::Row;
use unicode_width::UnicodeWidthStr as _;

/// From this width on, the time of the last call is shown too.
const WITH_LAST: u16 = 58;
/// From this width on, the mean time is shown.
const WITH_MEAN: u16 = 40;

/// Draws it.
pub fn view(model: &Model, area: Rect, buffer: &mut Buffer) {
    let Some(seat) = model.seat() else { return };
    let theme = &model.theme;
    let tree = tree::rows(seat);
    let row = |index: usize, width: u16| {
        tree.get(index)
            .map(|row| line(row, seat, theme, width))
            .unwrap_or_default()
    };
    let shown = Rows {
        pane: Pane::Tools,
        count: tree.len(),
        list: &seat.side.tools,
        empty: "The first turn tells.",
    };
    marked(model, shown, mark(seat, theme), area, buffer, row);
}

fn line(row: &Row<'_>, seat: &Seat, theme: &Theme, width: u16) -> Line<'static> {
    let room = usize::from(width);
    match row {
        Row::Server(server, shut, tools) => server_line(server, *shut, *tools, theme, room),
        Row::Error(error) => {
            let text = cut(error, room.saturating_sub(6), theme.glyphs.more);
            Line::styled(
                format!("    {} {text}", theme.glyphs.bad),
                theme.style(Role::Bad),
            )
        }
        Row::Rejected(entry) => {
            let text = cut(&rejected(entry), room.saturating_sub(4), theme.glyphs.more);
            Line::styled(
                format!("  {} {text}", theme.glyphs.bad),
                theme.style(Role::Bad),
            )
        }
        Row::BuiltIn(shut, count) => Line::from(vec![
            Span::styled(fold(*shut, theme), theme.style(Role::Dim)),
            Span::styled(" built in", theme.style(Role::Accent)),
            Span::styled(format!("  {count} tools"), theme.style(Role::Dim)),
        ]),
        Row::Tool(name, start) => tool_line(name, *start, seat, theme, width),
    }
}

fn fold(shut: bool, theme: &Theme) -> &'static str {
    if shut {
        theme.glyphs.folded
    } else {
        theme.glyphs.open
    }
}

fn status(server: &Server, theme: &Theme) -> (&'static str, Role) {
    match server.status.as_deref() {
        Some("connected") => (theme.glyphs.good, Role::Good),
        Some("pending") | None => (theme.glyphs.busy, Role::Starting),
        Some("disabled") => (theme.glyphs.bullet, Role::Disabled),
        Some("needs-auth") => (theme.glyphs.warning, Role::Warning),
        Some(_) => (theme.glyphs.bad, Role::Bad),
    }
}

fn server_line(
    server: &Server,
    shut: bool,
    tools: usize,
    theme: &Theme,
    room: usize,
) -> Line<'static> {
    let (mark, role) = status(server, theme);
    let said = server.status.as_deref().unwrap_or("not told yet");
    let mut about = String::new();
    // Two of the three words are often the same.
    let mut words = vec![
        server.transport.as_deref(),
        server.source.as_deref(),
        server.scope.as_deref(),
    ];
    words.dedup();
    for word in words.into_iter().flatten() {
        let _ = write!(about, ", {word}");
    }
    if tools > 0 {
        let s = if tools == 1 { "" } else { "s" };
        let _ = write!(about, ", {tools} tool{s}");
    }
    let name = cut(&server.name, room / 2, theme.glyphs.more);
    let said = cut(said, 16, theme.glyphs.more);
    let left = room.saturating_sub(name.width() + said.width() + 6);
    Line::from(vec![
        Span::styled(format!("{} ", fold(shut, theme)), theme.style(Role::Dim)),
        Span::styled(format!("{mark} "), theme.style(role)),
        Span::styled(name, theme.style(Role::Accent)),
        Span::styled(format!("  {said}"), theme.style(role)),
        Span::styled(cut(&about, left, theme.glyphs.more), theme.style(Role::Dim)),
    ])
}

fn tool_line(name: &str, start: usize, seat: &Seat, theme: &Theme, width: u16) -> Line<'static> {
    let own = name.get(start..).unwrap_or(name);
    let figure = seat.live.state().tool_stats.get(name);
    let figures = figure
        .map(|figure| figures(figure, theme, width))
        .unwrap_or_default();
    let used: usize = figures.iter().map(Span::width).sum();
    let room = usize::from(width).saturating_sub(used + 4);
    let role = if figure.is_some() {
        Role::Text
    } else {
        Role::Dim
    };
    let mut spans = vec![
        Span::raw("    "),
        Span::styled(column(own, room, theme.glyphs.more), theme.style(role)),
    ];
    spans.extend(figures);
    Line::from(spans)
}

/// Calls, errors and times, as much as fits.
fn figures(stat: &ToolStat, theme: &Theme, width: u16) -> Vec<Span<'static>> {
    let dim = theme.style(Role::Dim);
    let mut spans = Vec::new();
    if stat.open() > 0 {
        spans.push(Span::styled(
            format!(" {}", theme.glyphs.busy),
            theme.style(Role::Running),
        ));
    }
    let bad = stat.errors + stat.lost;
    let bad = if bad > 0 {
        Span::styled(
            format!(" {:>4}", format!("{}{bad}", theme.glyphs.bad)),
            theme.style(Role::Bad),
        )
    } else if stat.not_run > 0 {
        let text = format!("{}{}", theme.glyphs.warning, stat.not_run);
        Span::styled(format!(" {text:>4}"), theme.style(Role::Warning))
    } else {
        Span::raw("     ")
    };
    let calls = if stat.calls == 1 {
        "1 call ".to_owned()
    } else {
        format!("{} calls", stat.calls)
    };
    spans.push(Span::styled(
        format!(" {calls:>9}"),
        theme.style(Role::Text),
    ));
    spans.push(bad);
    if width >= WITH_MEAN {
        let mean = stat.mean().map_or_else(String::new, duration);
        spans.push(Span::styled(format!(" {mean:>6}"), dim));
    }
    if width >= WITH_LAST {
        let last = stat
            .last
            .map_or_else(String::new, |last| format!("last {}", duration(last)));
        spans.push(Span::styled(format!(" {last:>11}"), dim));
    }
    spans
}

/// An entry of the configuration that was not taken, and why.
fn rejected(entry: &Value) -> String {
    let text = |keys: &[&str]| {
        let mut found = keys.iter().filter_map(|key| entry.get(key)?.as_str());
        found.next().map(str::to_owned)
    };
    let name = text(&["name", "serverName", "server"]);
    let why = text(&["message", "error", "reason", "type", "code"]);
    match (name, why) {
        (Some(name), Some(why)) => format!("{name}: {why}"),
        (Some(only), None) | (None, Some(only)) => only,
        (None, None) => entry.to_string(),
    }
}

/// All there is to say about the selected row, if it is no group.
pub fn detail(seat: &Seat) -> Option<(String, String)> {
    let rows = tree::rows(seat);
    let mut text = String::new();
    match rows.get(seat.side.tools.row(rows.len()))? {
        Row::Error(error) => Some(("Error".to_owned(), (*error).to_owned())),
        Row::Rejected(entry) => {
            let json = serde_json::to_string_pretty(entry).unwrap_or_default();
            Some(("Not taken".to_owned(), json))
        }
        Row::Tool(name, _) => {
            let figure = seat
                .live
                .state()
                .tool_stats
                .get(name)
                .copied()
                .unwrap_or_default();
            let time =
                |time: Option<std::time::Duration>| time.map_or_else(|| "-".to_owned(), duration);
            let facts = [
                ("calls", figure.calls.to_string()),
                ("under way", figure.open().to_string()),
                ("errors", figure.errors.to_string()),
                (
                    "not run",
                    format!("{} (denied, blocked, interrupted)", figure.not_run),
                ),
                ("never back", figure.lost.to_string()),
                ("mean time", time(figure.mean())),
                ("last time", time(figure.last)),
            ];
            for (name, value) in facts {
                let _ = writeln!(text, "{name:<11} {value}");
            }
            text.push_str("\nTimes are without waiting for a person or a hook.\n");
            Some(((*name).to_owned(), text))
        }
        Row::Server(..) | Row::BuiltIn(..) => None,
    }
}

/// How it looks in a tab: servers that cannot be used.
pub fn mark(seat: &Seat, theme: &Theme) -> Option<(String, Role)> {
    let facts = &seat.live.state().facts;
    let broken = facts
        .servers
        .iter()
        .filter(|server| server.is_broken())
        .count();
    match broken + facts.server_errors.len() {
        0 => None,
        count => Some((format!("{}{count}", theme.glyphs.bad), Role::Bad)),
    }
}
