//! PURE. The last line: a notice, if there is one, and the keys that work now, the most useful first. Help is at the end.

use crate::tui::action::Action;
use crate::tui::keymap::{Context, Key};
use crate::tui::model::{Focus, Model};
use crate::tui::theme::{Role, Theme};
use crate::tui::update;
use crate::tui::widgets::text::cut;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Draws it.
pub fn view(model: &Model, area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    buffer.set_style(area, theme.style(Role::Footer));
    // A notice takes what it needs; keys that work do not vanish for it where there is room for both.
    let mut left: Vec<Span<'static>> = said_now(model, area.width).into_iter().collect();
    let mut right: Vec<Span<'static>> = Vec::new();
    let mut said = model.keymap.footer(model.context());
    // What the person is waited for stands before what is always there.
    said.sort_by_key(|(_, action, _)| {
        let first = [Action::ResumeSession, Action::StartAgain, Action::ToRequest];
        !(first.contains(action) && update::can(model, *action))
    });
    if let Some((key, _, word)) = said.iter().find(|(_, action, _)| *action == Action::Help) {
        right = hint(&key.to_string(), word, theme);
    }
    if width(&left) + width(&right) > usize::from(area.width) {
        right.clear();
    }
    let room = usize::from(area.width).saturating_sub(width(&right));
    let mut way_out = leaving(model, &said);
    for (key, action, word) in said {
        let here = action == Action::ToRequest && model.focus == Focus::Request;
        if here || action == Action::Help || !update::can(model, action) {
            continue;
        }
        let word = in_words(model, action, word);
        let more = hint(&key.to_string(), word, theme);
        if action == Action::Leave {
            way_out.clear();
        }
        if width(&left) + width(&more) + width(&way_out) > room {
            break;
        }
        left.extend(more);
    }
    if width(&left) + width(&way_out) <= room {
        left.extend(way_out);
    }
    buffer.set_line(area.x, area.y, &Line::from(left), area.width);
    let wide = u16::try_from(width(&right)).unwrap_or(0).min(area.width);
    buffer.set_line(area.right() - wide, area.y, &Line::from(right), wide);
}

/// How to leave what lies over the screen: that is told however little room there is.
fn leaving(model: &Model, said: &[(Key, Action, &str)]) -> Vec<Span<'static>> {
    let leaves = said
        .iter()
        .find(|(_, action, _)| *action == Action::Leave && !model.overlays.is_empty())
        .filter(|_| update::can(model, Action::Leave));
    leaves.map_or_else(Vec::new, |(key, action, word)| {
        let word = in_words(model, *action, word);
        hint(&key.to_string(), word, &model.theme)
    })
}

/// The notice, as much of it as fits.
fn said_now(model: &Model, width: u16) -> Option<Span<'static>> {
    let (notice, theme) = (model.notice.as_ref()?, &model.theme);
    let (mark, role) = if notice.bad {
        (theme.glyphs.bad, Role::Bad)
    } else {
        (theme.glyphs.bullet, Role::Info)
    };
    let room = usize::from(width).saturating_sub(1);
    let text = cut(
        &format!(" {mark} {}  ", notice.text),
        room,
        theme.glyphs.more,
    );
    Some(Span::styled(text, theme.style(role)))
}

/// A key that does one of two things is named after the one it would do now.
fn in_words<'a>(model: &Model, action: Action, word: &'a str) -> &'a str {
    let seat = model.seat();
    let paused = seat.is_some_and(|seat| seat.live.state().life.paused);
    let busy = seat.is_some_and(update::busy);
    let open = seat.filter(|_| model.focus == Focus::Request && model.overlays.is_empty());
    let request = open.and_then(|seat| seat.requests.current());
    if let Some(word) = request.and_then(|request| request.word(action)) {
        return word;
    }
    match action {
        Action::Pause if paused => "resume",
        Action::Accept if model.context() == Context::Confirm => "yes",
        Action::Leave if model.context() == Context::Confirm => "no",
        // Nobody types there: it is where one goes through it.
        Action::ToComposer if model.replay().is_some() => "bar",
        Action::NextField if update::filtering(model) => "complete",
        Action::InterruptOrQuit if model.quit_until.is_some() || !busy => "quit (twice)",
        _ => word,
    }
}

fn width(spans: &[Span<'_>]) -> usize {
    spans.iter().map(Span::width).sum()
}

fn hint(key: &str, word: &str, theme: &Theme) -> Vec<Span<'static>> {
    let word = cut(word, 24, theme.glyphs.more);
    vec![
        Span::styled(format!(" {key}"), theme.style(Role::Key)),
        Span::styled(format!(" {word} "), theme.style(Role::Footer)),
    ]
}
