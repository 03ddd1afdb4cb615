//! PURE. What happens to the screen, and what it then wants. Owns: routing each message to whom it concerns.
//! Does not own: drawing, I/O. Each arm is one call.

mod chosen;
mod frame;
mod keys;
mod moving;
mod overlays;
mod requests;
mod sessions;
mod steering;

use super::action::Action;
use super::effect::Effect;
use super::model::{Focus, Model};
use super::msg::{Done, Msg};
use crossterm::event::{MouseEvent, MouseEventKind};
use std::time::Duration;

/// Takes in what happened; says what is wanted.
pub fn update(model: &mut Model, msg: Msg) -> Vec<Effect> {
    match msg {
        Msg::Key(event) => keys::key(model, event),
        Msg::Paste(text) => keys::paste(model, &text),
        Msg::Mouse(event) => mouse(model, event),
        Msg::Resize(size) => {
            model.size = size;
            Vec::new()
        }
        Msg::Focus(focused) => {
            model.focused = focused;
            Vec::new()
        }
        Msg::Session { key, input, now } => sessions::happened(model, key, *input, now),
        Msg::Done(done) => finished(model, done),
        Msg::Asked(number, question) => requests::asked(model, number, *question),
        Msg::Unasked(number) => {
            requests::unasked(model, number);
            Vec::new()
        }
        Msg::Tick(clock) => tick(model, clock),
        Msg::Frame => frame::prepare(model),
    }
}

/// Whether an action can be used now; if not, it is dimmed in help and palette and left out of the footer.
pub fn can(model: &Model, action: Action) -> bool {
    why_not(model, action).is_none()
}

/// Why an action cannot be used now.
pub fn why_not(model: &Model, action: Action) -> Option<&'static str> {
    steering::why_not(model, action).or_else(|| requests::why_not(model, action))
}

/// Performs an action, by whatever way it was chosen.
pub(super) fn perform(model: &mut Model, action: Action) -> Vec<Effect> {
    if let Some(why) = why_not(model, action) {
        model.warn(why);
        return Vec::new();
    }
    overlays::perform(model, action)
        .or_else(|| requests::perform(model, action))
        .or_else(|| moving::perform(model, action))
        .or_else(|| steering::perform(model, action))
        .unwrap_or_default()
}

fn tick(model: &mut Model, clock: Duration) -> Vec<Effect> {
    model.clock = clock;
    if model
        .notice
        .as_ref()
        .is_some_and(|notice| notice.until <= clock)
    {
        model.notice = None;
    }
    if model.quit_until.is_some_and(|until| until <= clock) {
        model.quit_until = None;
    }
    requests::tick(model);
    Vec::new()
}

fn mouse(model: &mut Model, event: MouseEvent) -> Vec<Effect> {
    let areas = super::layout::layout(model.size, model);
    let Some(focus) = areas.at(event.column, event.row) else {
        return Vec::new();
    };
    let action = match event.kind {
        MouseEventKind::Down(_) if model.overlays.is_empty() => {
            model.focus = focus;
            return Vec::new();
        }
        MouseEventKind::ScrollUp => Action::Up,
        MouseEventKind::ScrollDown => Action::Down,
        _ => return Vec::new(),
    };
    let before = model.focus;
    if model.overlays.is_empty() && focus != Focus::Composer {
        model.focus = focus;
    }
    let effects = perform(model, action);
    model.focus = before;
    effects
}

fn finished(model: &mut Model, done: Done) -> Vec<Effect> {
    match done {
        Done::Edited(to, Ok(text)) => edited(model, to, text.trim_end_matches('\n')),
        Done::Edited(_, Err(why)) | Done::NotStarted(why) | Done::Copied(Err(why)) => {
            model.warn(why);
        }
        Done::Copied(Ok(how)) => model.tell(how),
        Done::FileRead { key, id, file } => requests::file_read(model, key, &id, file),
        Done::Highlighted(key, lines) => model.highlights.came(key, lines),
        Done::Started(seat) => {
            model.seats.push(*seat);
            model.front = model.seats.len() - 1;
        }
        Done::Reply(key, ticket, reply) => return sessions::replied(model, key, ticket, *reply),
    }
    Vec::new()
}

fn edited(model: &mut Model, to: super::effect::Edit, text: &str) {
    use super::effect::Edit;
    match (to, model.overlays.last_mut()) {
        (Edit::Field, Some(super::overlays::Overlay::Entry(entry))) => {
            entry.field = super::widgets::field::Field::new(text);
        }
        (Edit::Field, _) => requests::edited(model, text),
        (Edit::Prompt, _) => {
            if let Some(seat) = model.seat_mut() {
                seat.composer.set(text);
            }
        }
    }
}
