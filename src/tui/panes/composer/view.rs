//! PURE. The composer as cells: the frame, prompts that wait, the text. Owns: what is said where nothing is typed.

use super::{Place, Waiting, completion, waiting};
use crate::session::Phase;
use crate::tui::action::Action;
use crate::tui::keymap::Context;
use crate::tui::model::{Focus, Model, Seat};
use crate::tui::theme::Role;
use crate::tui::update;
use crate::tui::widgets::field::{Look, Sheet};
use crate::tui::widgets::frame::frame;
use crate::tui::widgets::text::cut;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

/// Prompts that wait and are shown.
const QUEUE: usize = 3;
/// Border and mark beside the text.
const BESIDE: u16 = 4;

/// How wide the text is on a screen of this width.
pub fn text_width(screen: u16) -> u16 {
    screen.saturating_sub(BESIDE).max(1)
}

/// How many rows it wants on a screen of this size, frame included: up to a third of it.
pub fn height(seat: &Seat, screen: Size) -> u16 {
    let most = (screen.height / 3).saturating_sub(2).max(1);
    let queued = queue_rows(&waiting(seat.live.state()), most);
    let composer = &seat.composer;
    let label = |token| composer.pastes.label(token);
    let text = Sheet::new(&composer.field, text_width(screen.width), &label);
    let rows = text.height(most.saturating_sub(queued).max(1));
    (rows + queued).min(most) + 2
}

/// Rows for prompts that wait: at least one row is left for the text.
fn queue_rows(waiting: &[Waiting<'_>], most: u16) -> u16 {
    let wanted = u16::try_from(waiting.len().min(QUEUE)).unwrap_or(0);
    wanted.min(most.saturating_sub(1))
}

/// Draws it. Where the next letter would stand, if one types here.
pub fn view(model: &Model, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    let theme = &model.theme;
    let focused = model.focus == Focus::Composer && model.overlays.is_empty();
    let Some(seat) = model.seat() else {
        frame(" Prompt ", focused, theme, area, buffer);
        return None;
    };
    let inner = frame(title(model, seat), focused, theme, area, buffer);
    let waiting = waiting(seat.live.state());
    let queued = queue_rows(&waiting, inner.height);
    queue(model, &waiting, queued, inner, buffer);
    let text = Rect {
        x: inner.x + 2,
        y: inner.y + queued,
        width: inner.width.saturating_sub(2),
        height: inner.height.saturating_sub(queued),
    };
    let mark = if focused { Role::Prompt } else { Role::Dim };
    buffer.set_stringn(inner.x, text.y, theme.glyphs.prompt, 1, theme.style(mark));
    let composer = &seat.composer;
    let rows = &seat.live.state().facts.commands;
    let ghost = match composer.field.lines() {
        [line] => completion::ghost(rows, line).unwrap_or_default(),
        _ => String::new(),
    };
    let look = Look {
        focused,
        hint: &hint(model, seat, usize::from(text.width)),
        ghost: &ghost,
        theme,
    };
    let label = |token| composer.pastes.label(token);
    Sheet::new(&composer.field, text.width, &label).view(&look, text, buffer)
}

/// What the frame says: where a prompt will go.
fn title(model: &Model, seat: &Seat) -> Line<'static> {
    let theme = &model.theme;
    let state = seat.live.state();
    let mut spans = vec![Span::raw(" Prompt ")];
    let mut add = |text: String, role| spans.push(Span::styled(text, theme.style(role)));
    if state.life.exit.is_some() {
        add("the session is over ".to_owned(), Role::Dim);
    } else if state.phase() == Phase::Paused {
        let held = state.life.held.len();
        let key = key(model, Context::Composer, Action::Pause);
        let held = match held {
            0 => String::new(),
            held => format!(", {held} held"),
        };
        add(
            format!("kept until you resume ({key}){held} "),
            Role::Paused,
        );
    } else if state.busy() {
        add("will wait for its turn ".to_owned(), Role::Dim);
    }
    Line::from(spans)
}

fn queue(model: &Model, waiting: &[Waiting<'_>], rows: u16, inner: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    // The newest are nearest to the text, and the first to be taken back.
    let hidden = waiting.len().saturating_sub(usize::from(rows));
    let shown = waiting.iter().skip(hidden);
    for (number, (y, prompt)) in (inner.y..inner.y + rows).zip(shown).enumerate() {
        let more = match hidden {
            hidden if hidden > 0 && number == 0 => format!("  +{hidden} more"),
            _ => String::new(),
        };
        let first = prompt.text.lines().next().unwrap_or_default();
        let taken = prompt.place.word().len() + 4 + more.len();
        let room = usize::from(inner.width).saturating_sub(taken);
        let (role, phase) = match prompt.place {
            Place::Held => (Role::Paused, Phase::Paused),
            Place::Sent | Place::Queued => (Role::Info, Phase::Starting),
        };
        let line = Line::from(vec![
            Span::styled(format!("{} ", theme.glyphs.phase(phase)), theme.style(role)),
            Span::styled(format!("{}  ", prompt.place.word()), theme.style(role)),
            Span::styled(cut(first, room, theme.glyphs.more), theme.style(Role::Dim)),
            Span::styled(more, theme.style(Role::Dim)),
        ]);
        buffer.set_line(inner.x, y, &line, inner.width);
    }
}

/// What is said where nothing is typed.
fn hint(model: &Model, seat: &Seat, width: usize) -> String {
    if seat.live.state().life.exit.is_some() {
        let ways = [Action::ResumeSession, Action::StartAgain].into_iter();
        let ways = ways.filter(|action| update::can(model, *action));
        let ways: Vec<String> = ways.map(|action| way(model, action)).collect();
        return format!("The session is over. {}", ways.join(", "));
    }
    if model.focus != Focus::Composer {
        return way_from_pane(model);
    }
    let key = |action| key(model, Context::Composer, action);
    let parts = [
        format!("Ask the agent something. {} sends", key(Action::Send)),
        format!(", {} makes a new line", key(Action::NewLine)),
        ", / has commands".to_owned(),
        ", @ names files".to_owned(),
    ];
    // As much as fits, in whole parts.
    let mut said = String::new();
    for part in parts {
        if !said.is_empty() && said.width() + part.width() >= width {
            break;
        }
        said.push_str(&part);
    }
    said.push('.');
    said
}

/// How an action is reached: by its key, else by the palette.
fn way(model: &Model, action: Action) -> String {
    let help = within(model.keymap.help(action));
    let own = model.keymap.key_for(Context::Composer, action);
    let own = own.or_else(|| model.keymap.key_for(Context::Pane, action));
    let how = own.map_or_else(
        || {
            format!(
                "{} and then",
                key(model, Context::Composer, Action::Palette)
            )
        },
        |key| key.to_string(),
    );
    format!("{how}: {help}")
}

fn way_from_pane(model: &Model) -> String {
    let key = key(model, Context::Pane, Action::ToComposer);
    format!("{key}: {}", within(model.keymap.help(Action::ToComposer)))
}

/// A line of help as it stands within a sentence: only its first letter becomes small.
fn within(help: &str) -> String {
    let mut letters = help.chars();
    let first = letters.next();
    let first = first.into_iter().flat_map(char::to_lowercase);
    first.chain(letters).collect()
}

fn key(model: &Model, context: Context, action: Action) -> String {
    let key = model.keymap.key_for(context, action);
    key.map_or_else(|| "no key".to_owned(), |key| key.to_string())
}
