//! PURE. The traffic as cells. Owns: the frame with its title and meters. The rows were read before the frame.

use super::row::{Look, by_clock, grouped};
use super::{Search, Seen, Times, TrafficView, meter::Count};
use crate::trace::Moment;
use crate::trace::filter::Subject as _;
use crate::tui::action::Action;
use crate::tui::keymap::Context;
use crate::tui::model::{Focus, Model, Pane, Seat};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::found;
use crate::tui::widgets::frame::frame;
use crate::tui::widgets::rows::select;
use crate::tui::widgets::text::{amount, cut};
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

/// Rows from which on there is room to say what the columns are.
const WITH_HEADING: u16 = 8;

/// Where the lines are in a pane of this place, frame included.
pub fn rows(area: Rect) -> Rect {
    let inner = area.inner(Margin::new(1, 1));
    let heading = u16::from(inner.height >= WITH_HEADING);
    Rect {
        y: inner.y + heading,
        height: inner.height - heading,
        ..inner
    }
}

/// Draws it.
pub fn view(model: &Model, area: Rect, buffer: &mut Buffer) {
    let Some(seat) = model.seat() else { return };
    let (traffic, theme) = (&seat.traffic, &model.theme);
    let focused = model.focus == Focus::Pane(Pane::Traffic) && model.overlays.is_empty();
    let searched = searched(traffic);
    let room = usize::from(area.width).saturating_sub(searched.width());
    let mut title = title(traffic, room, theme);
    if let Some(day) = day(traffic) {
        title.push_span(Span::styled(format!("{day} "), theme.style(Role::Dim)));
    }
    let inner = frame(title, focused, theme, area, buffer);
    corner(&searched, area.y, theme, area, buffer);
    meters(traffic, seat.now, theme, area, buffer);
    let began = traffic.started();
    let lines = traffic.lines();
    if traffic.seen.is_empty() {
        let leave = model.keymap.key_for(Context::Traffic, Action::Leave);
        let why = match (lines.store.is_empty(), lines.sieve.is_done(&lines.store)) {
            (true, _) => "Nothing went over the wire yet.".to_owned(),
            (false, true) => match leave.filter(|_| lines.sieve.filter().is_some()) {
                Some(key) => format!("No line fits the filter; {key} shows all of them again."),
                None => "No line fits.".to_owned(),
            },
            (false, false) => "Looking for lines that fit.".to_owned(),
        };
        let style = theme.style(Role::Dim);
        buffer.set_stringn(inner.x, inner.y, why, usize::from(inner.width), style);
        return;
    }
    let look = Look {
        theme,
        times: traffic.times,
        findings: &traffic.findings,
        began,
        digits: lines.store.len().to_string().len().max(3),
        width: usize::from(inner.width),
    };
    let place = rows(area);
    if place.y > inner.y {
        buffer.set_line(inner.x, inner.y, &look.heading(), inner.width);
    }
    let selected = traffic.place(&lines);
    let patterns = traffic.search.as_ref().map(Search::patterns);
    let patterns = patterns.unwrap_or_default();
    for (y, seen) in (place.y..place.bottom()).zip(&traffic.seen) {
        let Some(line) = lines.store.line(seen.sifted.row) else {
            continue;
        };
        let place = Rect::new(inner.x, y, inner.width, 1);
        let row = look.line(seen, &line);
        buffer.set_line(inner.x, y, &row, inner.width);
        if traffic.is_to_come(seen.sifted.row) {
            buffer.set_style(place, theme.style(Role::Dim));
        }
        if focused && seen.index == selected {
            select(place, theme, buffer);
        }
        found::mark(&row, &patterns, place, theme, buffer);
    }
}

/// How many there are, or how many of how many fit; the filter; how far the look has come.
fn title(traffic: &TrafficView, width: usize, theme: &Theme) -> Line<'static> {
    let zone = traffic.zone();
    let lines = traffic.lines();
    let all = u64::from(lines.store.len());
    let name = format!(" {} ", Pane::Traffic.title());
    let part = lines.sieve.filter().is_some() || lines.sieve.is_wire_only();
    let count = match part {
        false if all == 0 => String::new(),
        false => format!("{} ", grouped(all)),
        true => {
            let fitting = grouped(u64::from(lines.sieve.fitting()));
            format!("{fitting} of {} ", grouped(all))
        }
    };
    let mut spans = vec![Span::raw(name), Span::raw(count)];
    if !lines.sieve.is_done(&lines.store) {
        let part = u64::from(lines.sieve.next()) * 100 / all.max(1);
        let part = Span::styled(format!("{part}% "), theme.style(Role::Warning));
        spans.push(part);
    }
    if let Some(zone) = zone {
        spans.push(Span::styled(format!("{zone} "), theme.style(Role::Dim)));
    }
    if lines.sieve.is_wire_only() {
        spans.push(Span::styled("wire only ", theme.style(Role::Dim)));
    }
    if let Some(filter) = lines.sieve.filter() {
        let used: usize = spans.iter().map(Span::width).sum();
        let room = width.saturating_sub(used + 4);
        let text = cut(&filter.to_string(), room, theme.glyphs.more);
        spans.push(Span::styled(format!("{text} "), theme.style(Role::Accent)));
    }
    Line::from(spans)
}

/// The day of the first row that is seen, where times are those of the clock; and of the last, if it is another.
fn day(traffic: &TrafficView) -> Option<String> {
    let began = traffic
        .started()
        .filter(|_| traffic.times == Times::Clock)?;
    let day = |seen: Option<&Seen>| {
        let at = traffic.lines().store.line(seen?.sifted.row)?.at();
        Some(by_clock(began, at)?.format("%b %d").to_string())
    };
    let (first, last) = (day(traffic.seen.first())?, day(traffic.seen.last())?);
    Some(if first == last {
        first
    } else {
        format!("{first} to {last}")
    })
}

/// Lines and bytes a second each way and the longest line, in the lower edge.
fn meters(traffic: &TrafficView, now: Moment, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let (incoming, outgoing) = traffic.meter.rates(now);
    let way = |arrow: &str, count: Count| {
        let (lines, bytes) = (amount(count.lines), amount(count.bytes));
        format!("{arrow} {lines}/s {bytes}B/s")
    };
    let mut parts = vec![
        way(theme.glyphs.incoming, incoming),
        way(theme.glyphs.outgoing, outgoing),
    ];
    if traffic.meter.queued > 0 {
        parts.push(format!("queued {}", amount(traffic.meter.queued)));
    }
    if traffic.meter.largest > 0 {
        parts.push(format!("largest {}B", amount(traffic.meter.largest)));
    }
    let room = usize::from(area.width).saturating_sub(6);
    let text = |parts: &[String]| format!(" {} ", parts.join("  "));
    while !parts.is_empty() && text(&parts).width() > room {
        parts.pop();
    }
    if !parts.is_empty() && area.height > 2 {
        let y = area.bottom().saturating_sub(1);
        corner(&text(&parts), y, theme, area, buffer);
    }
}

/// How the search goes.
fn searched(traffic: &TrafficView) -> String {
    let search = traffic.search.as_ref();
    search.map_or_else(String::new, |search| {
        format!(" {} ", search.words(&traffic.lines().store))
    })
}

/// A few words at the right end of an edge.
fn corner(words: &str, y: u16, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let wide = u16::try_from(words.width()).unwrap_or(u16::MAX);
    if wide.saturating_add(4) <= area.width {
        let x = area.right().saturating_sub(wide + 2);
        buffer.set_stringn(x, y, words, usize::from(wide), theme.style(Role::Dim));
    }
}

/// How it looks in a tab: that there is something wrong.
pub fn mark(seat: &Seat, theme: &Theme) -> Option<(String, Role)> {
    use crate::session::explain::Severity;
    let found = seat.traffic.findings.all();
    let bad = found.iter().filter(|one| one.severity >= Severity::Warning);
    match (bad.count(), found.first()) {
        (count @ 1.., Some(worst)) => {
            let text = format!("{}{count}", theme.glyphs.warning);
            Some((text, super::severity_role(worst.severity)))
        }
        _ => None,
    }
}
