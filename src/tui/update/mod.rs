//! PURE. What happens to the screen, and what it then wants. Owns: routing each message to whom it concerns.
//! Does not own: drawing, I/O. Each arm is one call.

mod chosen;
mod comparing;
mod composing;
mod control;
mod conversation;
mod ending;
mod filtering;
mod filters;
mod frame;
mod keeping;
mod keys;
mod lookout;
mod mouse;
mod moving;
mod overlays;
mod panes;
mod program;
mod related;
mod replay;
mod replies;
mod requests;
mod searching;
mod sessions;
mod settings;
mod steering;
mod traffic;
mod why_not;

pub use control::busy;
pub use filtering::{filtering, typed_text as typed_filter};
pub use why_not::why_not;

use super::action::Action;
use super::effect::{Effect, Job};
use super::model::Model;
use super::msg::{Done, Msg};
use std::time::Duration;

/// Takes in what happened; says what is wanted.
pub fn update(model: &mut Model, msg: Msg) -> Vec<Effect> {
    let before = model.focus;
    let mut effects = take_in(model, msg);
    if model.focus != before {
        effects.extend(panes::looked_at(model));
    }
    effects.extend(replay::sifted(model));
    effects
}

fn take_in(model: &mut Model, msg: Msg) -> Vec<Effect> {
    match msg {
        Msg::Key(event) => keys::key(model, event),
        Msg::Paste(text) => keys::paste(model, &text),
        Msg::Mouse(event) => mouse::mouse(model, event),
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
        Msg::Spare => {
            frame::go_on(model);
            Vec::new()
        }
    }
}

/// Whether an action can be used now; if not, it is dimmed in help and palette and left out of the footer.
pub fn can(model: &Model, action: Action) -> bool {
    why_not(model, action).is_none()
}

/// What is to be kept before the program stops or ends.
pub fn parting(model: &mut Model) -> Vec<Effect> {
    keeping::keep_drafts(model)
}

/// Performs an action, by whatever way it was chosen.
pub(super) fn perform(model: &mut Model, action: Action) -> Vec<Effect> {
    if let Some(effects) = composing::first(model, action) {
        return effects;
    }
    if let Some(why) = why_not(model, action) {
        model.warn(why);
        return Vec::new();
    }
    routed(model, action).unwrap_or_else(|| {
        model.warn("there is nothing here to do that with");
        Vec::new()
    })
}

/// Whoever an action is about performs it.
pub(super) fn routed(model: &mut Model, action: Action) -> Option<Vec<Effect>> {
    replay::perform(model, action)
        .or_else(|| program::perform(model, action))
        .or_else(|| traffic::perform(model, action))
        .or_else(|| overlays::perform(model, action))
        .or_else(|| requests::perform(model, action))
        .or_else(|| conversation::perform(model, action))
        .or_else(|| panes::perform(model, action))
        .or_else(|| moving::perform(model, action))
        .or_else(|| composing::perform(model, action))
        .or_else(|| steering::perform(model, action))
        .or_else(|| control::perform(model, action))
        .or_else(|| settings::perform(model, action))
        .or_else(|| ending::perform(model, action))
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
    let mut effects = panes::tail(model);
    effects.extend(keeping::tick(model));
    effects.extend(replay::tick(model));
    effects.extend(lookout::tick(model));
    effects
}

fn finished(model: &mut Model, done: Done) -> Vec<Effect> {
    match done {
        Done::Edited(to, text) => edited(model, to, text),
        Done::NotStarted(why) => {
            model.warn(why);
            // A list that led nowhere is shown again, if there is nothing else.
            if model.seats.is_empty() && model.overlays.is_empty() {
                return vec![Effect::Work(Job::Recordings)];
            }
        }
        Done::Copied(Err(why)) => model.warn(why),
        Done::Copied(Ok(how)) => model.tell(how),
        Done::FileRead { key, id, file } => requests::file_read(model, key, &id, file),
        Done::Highlighted(key, lines) => {
            model.highlights.came(key, lines);
            for seat in &mut model.seats {
                seat.conversation.coloured(key);
            }
        }
        Done::Started(seat) => {
            let effects = keeping::started(model, &seat);
            ending::started(model, *seat);
            return effects;
        }
        Done::Recordings(listed) => return replay::listed(model, listed),
        Done::Looked(changed) => return lookout::looked(model, changed),
        Done::Replayed(report) => replay::replayed(model, *report),
        Done::Paths(folder, listed) => return composing::listed(model, &folder, listed),
        Done::Compared(found) => comparing::compared(model, found.map(|found| *found)),
        Done::Recalled(recalled) => keeping::recalled(model, *recalled),
        Done::Reply(key, ticket, reply) => return replies::replied(model, key, ticket, *reply),
    }
    Vec::new()
}

/// The editor had the terminal. Keys that were typed ahead of its end may arrive now: no request counts as seen.
fn edited(model: &mut Model, to: super::effect::Edit, text: Result<String, String>) {
    use super::effect::Edit;
    for seat in &mut model.seats {
        seat.requests.looked_away();
    }
    let text = match text {
        Ok(text) => text,
        Err(why) => return model.warn(why),
    };
    let text = text.trim_end_matches('\n');
    match (to, model.overlays.last_mut()) {
        (Edit::Field, Some(super::overlays::Overlay::Entry(entry))) => {
            entry.field = super::widgets::field::Field::new(text);
        }
        (Edit::Field, _) => requests::edited(model, text),
        (Edit::Prompt, _) => composing::edited(model, text),
    }
}
