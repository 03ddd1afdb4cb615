//! PURE. The card on the screen. Owns: its frame, which nothing else has; the title; the strip below where one types.

use super::{Matter, Request, Stage, form, plan};
use crate::session::Origin;
use crate::tui::action::Action;
use crate::tui::keymap::Context;
use crate::tui::model::{Focus, Model, Seat};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::text::{cut, duration};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Padding, Widget as _};
use std::time::Duration;

/// How wide the lines of a card are on a screen of this size.
pub(super) fn inner_width(size: Size) -> u16 {
    size.width.saturating_sub(4).max(8)
}

/// How many rows the strip below the lines takes.
pub(super) fn strip_height(request: &Request, size: Size, most: u16) -> u16 {
    let field = request.typed().map_or(0, |(field, _)| {
        let most = most.saturating_sub(6).clamp(1, 10);
        field.height(inner_width(size), most) + 1
    });
    field + u16::from(has_line(request))
}

/// Whether there is a line of buttons or modes.
fn has_line(request: &Request) -> bool {
    matches!(
        (&request.stage, &request.matter),
        (
            Stage::Look,
            Matter::Plan(..) | Matter::Server(..) | Matter::Dialog(..) | Matter::Hand(..)
        )
    )
}

/// How many rows of lines are seen in a card of this place.
pub(super) fn rows_seen(request: &Request, size: Size, area: Rect) -> usize {
    let strip = strip_height(request, size, area.height);
    usize::from(area.height.saturating_sub(2 + strip))
}

/// Draws it. Where the next letter would stand, if one types in it.
pub fn view(model: &Model, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    let seat = model.seat()?;
    let request = seat.requests.current()?;
    let theme = &model.theme;
    let focused = model.focus == Focus::Request;
    let inner = frame(model, seat, request, area, buffer);
    let lines = &seat.requests.laid.body.lines;
    if !focused {
        let rows = inner.height.saturating_sub(1);
        let place = Rect {
            height: rows,
            ..inner
        };
        let lead = &seat.requests.laid.body.lead;
        let told = lines.iter().enumerate();
        let told = told.filter(|(number, _)| !lead.contains(number));
        let seen: Vec<&Line<'static>> =
            told.map(|(_, line)| line).take(usize::from(rows)).collect();
        paint(seen.iter().copied(), place, buffer);
        // What is dangerous is said once: in its line where that is seen, else beside the key.
        let careful = request.marks.first().map(|mark| mark.words);
        let careful = careful.filter(|words| !seen.iter().any(|line| says(line, words, theme)));
        let more = lines.len() > usize::from(rows);
        let hint = hint(model, careful, more, usize::from(inner.width));
        let y = inner.y + rows;
        buffer.set_line(inner.x, y, &hint, inner.width);
        return None;
    }
    let strip = strip_height(request, model.size, area.height).min(inner.height);
    let above = Rect {
        height: inner.height - strip,
        ..inner
    };
    paint(lines.iter().skip(request.scroll), above, buffer);
    let below = Rect {
        y: above.bottom(),
        height: strip,
        ..inner
    };
    draw_strip(request, theme, below, buffer)
}

fn paint<'a>(lines: impl Iterator<Item = &'a Line<'static>>, place: Rect, buffer: &mut Buffer) {
    for (y, line) in (place.y..place.bottom()).zip(lines) {
        buffer.set_line(place.x, y, line, place.width);
    }
}

/// Whether a line warns with these words. The agent may write them too, but not in this style.
fn says(line: &Line<'_>, words: &str, theme: &Theme) -> bool {
    let warning = theme.style(Role::Danger);
    let mut spans = line.spans.iter();
    spans.any(|span| span.style == warning && span.content.contains(words))
}

fn draw_strip(
    request: &Request,
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    let mut area = area;
    let mut cursor = None;
    if let Some((field, words)) = request.typed() {
        let words = Line::from(vec![
            Span::styled(format!("{} ", theme.glyphs.prompt), theme.style(Role::Key)),
            Span::styled(
                format!("{}:", cut(&words, 60, theme.glyphs.more)),
                theme.style(Role::Dim),
            ),
        ]);
        buffer.set_line(area.x, area.y, &words, area.width);
        let line = u16::from(has_line(request));
        let place = Rect {
            y: area.y + 1,
            height: area.height.saturating_sub(1 + line),
            ..area
        };
        cursor = field.view(request.gone.is_none(), "", theme, place, buffer);
        area.y = place.bottom();
    }
    if has_line(request) && area.y < buffer.area.bottom() {
        let spans = match &request.matter {
            Matter::Plan(_, form) => plan::modes(form, theme),
            Matter::Server(_, form) | Matter::Hand(_, _, form) => form::buttons(form, theme),
            Matter::Dialog(_, form) => form::buttons(form, theme),
            Matter::Tool(_) | Matter::Questions(..) => Vec::new(),
        };
        buffer.set_line(area.x, area.y, &Line::from(spans), area.width);
    }
    cursor
}

/// The frame of a card: its own border and colour, so that no pane and no text looks like it.
fn frame(model: &Model, seat: &Seat, request: &Request, area: Rect, buffer: &mut Buffer) -> Rect {
    let theme = &model.theme;
    let armed = seat.requests.armed(model.clock);
    let role = if armed {
        Role::Request
    } else {
        Role::RequestUnarmed
    };
    let focused = model.focus == Focus::Request;
    let place = place_in(seat, request, model.size, area).filter(|_| focused);
    let room = usize::from(area.width.saturating_sub(4));
    let title = cut(&title(model, seat, request), room, theme.glyphs.more);
    let taken = place.as_ref().map_or(0, |place| place.len() + 3);
    let below = below(model, seat, request, focused);
    let below = cut(&below, room.saturating_sub(taken), theme.glyphs.more);
    let mut block = Block::bordered()
        .border_set(theme.glyphs.card)
        .border_style(theme.style(role))
        .padding(Padding::horizontal(1))
        .title(Span::styled(format!(" {title} "), theme.style(role)));
    if !below.is_empty() {
        let below = Span::styled(format!(" {below} "), theme.style(Role::Dim));
        block = block.title_bottom(below);
    }
    if let Some(place) = place {
        let place = Line::styled(format!(" {place} "), theme.style(Role::Dim));
        block = block.title_bottom(place.right_aligned());
    }
    let inner = block.inner(area);
    ratatui::widgets::Clear.render(area, buffer);
    block.render(area, buffer);
    inner
}

/// How much is above and below what is seen.
fn place_in(seat: &Seat, request: &Request, size: Size, area: Rect) -> Option<String> {
    let (len, rows) = (
        seat.requests.laid.body.lines.len(),
        rows_seen(request, size, area),
    );
    let last = (request.scroll + rows).min(len);
    (len > rows).then(|| format!("{}-{last} of {len}", request.scroll + 1))
}

fn title(model: &Model, seat: &Seat, request: &Request) -> String {
    let glyph = model.theme.glyphs.waiting;
    let name = crate::sanitise::sanitise(&request.name()).into_owned();
    let what = match &request.matter {
        _ if request.gone.is_some() => format!("{name}: gone"),
        Matter::Tool(_) => format!("{name} asks for permission"),
        Matter::Questions(..) => "the agent asks you".to_owned(),
        Matter::Plan(..) => "the agent proposes a plan".to_owned(),
        Matter::Server(..) => format!("server {name} asks you"),
        Matter::Dialog(..) => "the CLI shows a dialog".to_owned(),
        Matter::Hand(..) => format!("tool {name} wants your answer"),
    };
    let mut parts = vec![format!("{glyph} {what}")];
    parts.push(format!("waits {}", duration(waits(seat, request))));
    if let (at, count @ 2..) = seat.requests.position() {
        parts.push(format!("{at} of {count}"));
    }
    if model.seats.len() > 1 {
        parts.push(format!("session {}", seat.name));
    }
    if let Some(agent) = agent(seat, request) {
        parts.push(format!("for {agent}"));
    }
    parts.join(&format!(" {} ", model.theme.glyphs.dot))
}

/// The sub-agent that asks.
fn agent(seat: &Seat, request: &Request) -> Option<String> {
    let id = request.ask()?.agent_id.as_deref()?;
    let task = seat.live.state().tasks.running.get(id);
    let name = task
        .map(|task| task.description.as_str())
        .filter(|name| !name.is_empty());
    Some(match name {
        Some(name) => format!("agent \"{name}\""),
        None => format!("agent {id}"),
    })
}

fn waits(seat: &Seat, request: &Request) -> Duration {
    let row = seat.live.state().pending.get(Origin::Cli, &request.id);
    seat.now.since(row.map_or(request.since, |row| row.since))
}

/// Below: what the person should know before a key.
fn below(model: &Model, seat: &Seat, request: &Request, focused: bool) -> String {
    let key = |action| {
        let key = model.keymap.key_for(request.context(), action);
        key.map_or_else(String::new, |key| key.to_string())
    };
    // Where one types, some keys are only letters: what has none is not said.
    let ways = |ways: &[(Action, &str)]| {
        let ways = ways.iter().map(|(action, word)| (key(*action), word));
        let ways = ways.filter(|(key, _)| !key.is_empty());
        let ways: Vec<String> = ways.map(|(key, word)| format!("{key} {word}")).collect();
        ways.join(&format!(" {} ", model.theme.glyphs.dot))
    };
    if let Some(became) = seat.requests.became(request) {
        return format!("recording: {became}");
    }
    if request.gone.is_some() {
        return format!("{} leave", key(Action::Leave));
    }
    if !seat.requests.armed(model.clock) {
        return "look first: it can be answered in a moment".to_owned();
    }
    if !focused {
        return String::new();
    }
    match (&request.matter, &request.stage) {
        (Matter::Tool(_), Stage::Review(_)) => ways(&[
            (Action::Allow, "allow with this change"),
            (Action::EditInput, "edit again"),
        ]),
        (_, Stage::Message) => format!("{} send", key(Action::Accept)),
        (_, Stage::Edit(_)) => format!("{} look at the change", key(Action::Accept)),
        (Matter::Tool(_), Stage::Look) => match &request.for_session {
            Some((_, words)) => {
                format!("{} {words} for this session", key(Action::AllowSession))
            }
            None => String::new(),
        },
        (Matter::Plan(..), _) => ways(&[
            (Action::Accept, "approve"),
            (Action::NextField, "another mode"),
            (Action::DenyWithMessage, "keep planning"),
        ]),
        (Matter::Questions(_, form), _) if form.at_end() => ways(&[
            (Action::Accept, "send"),
            (Action::PreviousField, "back"),
            (Action::DenyWithMessage, "decline"),
        ]),
        (Matter::Questions(..), _) => ways(&[
            (Action::Accept, "choose and go on"),
            (Action::Choose, "mark"),
            (Action::DenyWithMessage, "decline"),
        ]),
        _ => String::new(),
    }
}

/// One line for whoever types elsewhere.
fn hint(model: &Model, careful: Option<&str>, more: bool, width: usize) -> Line<'static> {
    let theme = &model.theme;
    let key = |action| {
        let key = model.keymap.key_for(Context::Global, action);
        key.map_or_else(String::new, |key| key.to_string())
    };
    let request = model.seat().and_then(|seat| seat.requests.current());
    let (strong, dim) = (theme.style(Role::Key), theme.style(Role::Dim));
    let way = |action, word: &'static str| {
        [
            Span::styled(key(action), strong),
            Span::styled(word, dim),
            Span::raw("  "),
        ]
    };
    // What belongs together is said together or not at all.
    let mut parts: Vec<Vec<Span<'static>>> = Vec::new();
    if let Some(words) = careful {
        let careful = format!(" {} {words} ", theme.glyphs.warning);
        let careful = Span::styled(careful, theme.style(Role::Danger));
        parts.push(vec![careful, Span::raw("  ")]);
    }
    let recorded = model.seat().is_some_and(|seat| seat.requests.is_recorded());
    let what = if recorded {
        " to read it"
    } else {
        " to answer it"
    };
    parts.push(way(Action::ToRequest, what).into());
    if !recorded && request.is_some_and(Request::quick) {
        let allow = way(Action::AllowShown, " allow");
        let deny = way(Action::DenyShown, " deny");
        parts.push(allow.into_iter().chain(deny).collect());
    }
    if more {
        let more = format!("{} more inside", theme.glyphs.more);
        parts.push(vec![Span::styled(more, dim), Span::raw("  ")]);
    }
    let wide =
        |parts: &[Vec<Span<'static>>]| parts.iter().flatten().map(Span::width).sum::<usize>();
    // Nothing stands behind the last two spaces.
    while wide(&parts) > width + 2 && parts.len() > 1 {
        parts.pop();
    }
    Line::from(parts.concat())
}
