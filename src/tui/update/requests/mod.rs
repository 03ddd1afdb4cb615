//! PURE. Answering requests. Owns: going to a card and leaving it, and which key does what on it. Does not own: what is typed
//! (`filling`), what is sent (`answers`), rules for the future (`rules`), tools that are answered by hand (`hand`).

mod answers;
mod filling;
mod hand;
mod rules;

pub(super) use filling::{edited, pasted, typed};
pub(super) use hand::{asked, unasked};
pub(super) use rules::{chosen, entered, placed};

use crate::tui::action::Action;
use crate::tui::effect::{Edit, Effect};
use crate::tui::keymap::Context;
use crate::tui::layout::layout;
use crate::tui::model::{Focus, Model, Pane};
use crate::tui::panes::request::{Matter, OnDisk, Request, Stage, Watch};
use crate::tui::widgets::field::Field;

/// A card of fewer rows than this does not show what is asked.
const LOWEST: u16 = 4;

/// Why an action cannot be used on the request that is shown.
pub(super) fn why_not(model: &Model, action: Action) -> Option<&'static str> {
    let requests = &model.seat()?.requests;
    if requests.is_recorded() && model.overlays.is_empty() && answers(model, action) {
        return Some(super::replay::RECORDING);
    }
    let request = requests.current()?;
    let tool = matches!(request.matter, Matter::Tool(_));
    let ask = request.ask().is_some();
    match (action, &request.matter) {
        (Action::Allow, Matter::Questions(..)) => Some("answer the questions, then send"),
        (Action::Allow, Matter::Dialog(..)) => Some("this can only be closed"),
        (Action::AllowSession, _) if !request.marks.is_empty() => {
            Some("it may destroy something: allow it once, or choose a rule yourself")
        }
        (Action::AllowSession, _) if request.for_session.is_none() => {
            Some("no rule fits this one: it is to be asked each time")
        }
        (Action::AllowAlways, _) if request.offers.is_empty() => {
            Some("no rule fits this one: it is to be asked each time")
        }
        (Action::AllowSession | Action::AllowAlways, _)
            if matches!(request.stage, Stage::Review(_)) =>
        {
            Some("this is changed: allow it once, or leave the change first")
        }
        (Action::EditInput, _) if !tool => Some("there is nothing to edit"),
        (Action::DenyWithMessage, Matter::Server(..) | Matter::Dialog(..)) => {
            Some("nobody would read a message")
        }
        (Action::DenyAndInterrupt, _) if !ask => Some("only a call can be denied so"),
        (Action::NextRequest | Action::PreviousRequest, _) if requests.position().1 < 2 => {
            Some("there is only one")
        }
        _ => None,
    }
}

/// Whether it fills in or sends an answer.
fn answers(model: &Model, action: Action) -> bool {
    use Action as A;
    let here = model.focus == Focus::Request;
    match action {
        A::Allow
        | A::AllowSession
        | A::AllowAlways
        | A::EditInput
        | A::Deny
        | A::DenyWithMessage
        | A::DenyAndInterrupt => true,
        A::Choose | A::Accept | A::NextField | A::PreviousField | A::NewLine | A::Editor => here,
        _ => false,
    }
}

/// Performs it, if it is about a request.
pub(super) fn perform(model: &mut Model, action: Action) -> Option<Vec<Effect>> {
    match action {
        Action::ToRequest => go(model),
        Action::NextAttention
            if model.focus != Focus::Request
                && model.seats.iter().any(|seat| !seat.requests.is_empty()) =>
        {
            go(model);
        }
        Action::AllowShown => return Some(answers::shown(model, true)),
        Action::DenyShown => return Some(answers::shown(model, false)),
        _ if model.focus == Focus::Request => return here(model, action),
        Action::Allow
        | Action::AllowSession
        | Action::AllowAlways
        | Action::EditInput
        | Action::Deny
        | Action::DenyWithMessage
        | Action::DenyAndInterrupt => {
            go(model);
            model.tell("this is the request: look at it, then answer");
        }
        Action::NextRequest => step(model, 1),
        Action::PreviousRequest => step(model, -1),
        Action::Open if model.focus == Focus::Pane(Pane::Pending) => return opened(model),
        Action::Open if model.focus == Focus::Pane(Pane::Decisions) => {
            let text = crate::tui::panes::decisions::selected(model)?;
            model.overlays.push(text);
        }
        _ => return None,
    }
    Some(Vec::new())
}

/// To the requests: of the session in front, else of one that has some.
fn go(model: &mut Model) {
    let waits = |seat: &crate::tui::model::Seat| !seat.requests.is_empty();
    if !model.seat().is_some_and(waits)
        && let Some(other) = model.seats.iter().position(waits)
    {
        model.front = other;
    }
    let before = model.focus;
    if let Some(seat) = model.seat_mut()
        && before != Focus::Request
    {
        seat.requests.came_from = Some(before);
    }
    model.focus = Focus::Request;
}

/// To the request of the selected row, if a person has to answer it.
fn opened(model: &mut Model) -> Option<Vec<Effect>> {
    let seat = model.seat_mut()?;
    let pending = &seat.live.state().pending;
    let row = pending.iter().nth(seat.side.pending.row(pending.len()))?;
    let id = row.id.clone();
    seat.requests.get(&id)?;
    seat.requests.show(&id);
    go(model);
    Some(Vec::new())
}

/// Back to where the person was before.
pub(super) fn back(model: &mut Model) {
    let before = model
        .seat_mut()
        .and_then(|seat| seat.requests.came_from.take());
    model.focus = before.unwrap_or(Focus::Composer);
}

fn step(model: &mut Model, by: isize) {
    if let Some(seat) = model.seat_mut() {
        seat.requests.step(by);
    }
}

fn here(model: &mut Model, action: Action) -> Option<Vec<Effect>> {
    let page = isize::try_from(model.size.height / 4).unwrap_or(1).max(1);
    match action {
        Action::PageUp if typing_in_form(model) => scrolled(model, -page),
        Action::PageDown if typing_in_form(model) => scrolled(model, page),
        // The evidence stays scrollable while one decides.
        Action::PageUp | Action::PageDown => {
            model.focus = Focus::Pane(Pane::Conversation);
            let effects = super::conversation::perform(model, action);
            model.focus = Focus::Request;
            return effects;
        }
        Action::Up => moved(model, -1),
        Action::Down => moved(model, 1),
        Action::HalfUp => scrolled(model, -page),
        Action::HalfDown => scrolled(model, page),
        Action::Top => scrolled(model, isize::MIN / 2),
        Action::Bottom => scrolled(model, isize::MAX / 2),
        Action::NextRequest => step(model, 1),
        Action::PreviousRequest => step(model, -1),
        Action::Leave => leave(model),
        Action::Choose => filling::choose(model),
        Action::NextField => filling::turn(model, 1),
        Action::PreviousField => filling::turn(model, -1),
        Action::NewLine => {
            if let Some(field) = field(model) {
                field.insert("\n");
            }
        }
        Action::Editor => {
            let text = field(model)?.text();
            return Some(vec![Effect::Edit(text, Edit::Field)]);
        }
        Action::Accept => return Some(filling::accept(model)),
        Action::Allow => return Some(answers::allow(model)),
        Action::AllowSession => return Some(answers::allow_session(model)),
        Action::AllowAlways => rules::offer(model),
        Action::EditInput => filling::edit(model),
        Action::Deny => return Some(answers::deny(model)),
        Action::DenyWithMessage => stage(model, Stage::Message),
        Action::DenyAndInterrupt => return Some(answers::deny_and_interrupt(model)),
        _ => return None,
    }
    Some(Vec::new())
}

fn current(model: &mut Model) -> Option<&mut Request> {
    model.seat_mut()?.requests.current_mut()
}

fn field(model: &mut Model) -> Option<&mut Field> {
    current(model)?.field()
}

fn moved(model: &mut Model, by: isize) {
    if let Some(seat) = model.seat_mut() {
        seat.requests.move_by(by);
    }
}

fn scrolled(model: &mut Model, by: isize) {
    if let Some(seat) = model.seat_mut() {
        seat.requests.scroll_by(by);
    }
}

/// In a field of a form there is no other key to read what stands above it.
fn typing_in_form(model: &Model) -> bool {
    let request = model.seat().and_then(|seat| seat.requests.current());
    request.is_some_and(|request| {
        matches!(request.matter, Matter::Server(..) | Matter::Hand(..))
            && request.context() == Context::Field
    })
}

fn stage(model: &mut Model, stage: Stage) {
    if let Some(request) = current(model) {
        request.stage = stage;
    }
}

/// Esc: out of what is typed, then out of the card. Nothing is answered by it, and nothing that was typed is lost.
fn leave(model: &mut Model) {
    let Some(seat) = model.seat_mut() else { return };
    if seat.requests.leave_gone() {
        if seat.requests.is_empty() {
            back(model);
        }
        return;
    }
    if let Some(request) = seat.requests.current_mut() {
        if !matches!(request.stage, Stage::Look) {
            request.stage = Stage::Look;
            return;
        }
        if let Matter::Questions(_, form) = &mut request.matter
            && form.typed().is_some()
        {
            form.stop_typing();
            return;
        }
    }
    back(model);
}

/// The file that a request would change was read.
pub(super) fn file_read(
    model: &mut Model,
    key: crate::tui::model::SeatKey,
    id: &str,
    file: OnDisk,
) {
    if let Some(seat) = model.seat_of(key) {
        seat.requests.file_read(id, file);
    }
}

/// Who looks at the requests of this session now.
pub(super) fn watch(model: &Model, key: crate::tui::model::SeatKey) -> Watch {
    let in_front = model.seat().is_some_and(|seat| seat.key == key);
    Watch {
        focused: in_front && model.focus == Focus::Request,
        clock: model.clock,
    }
}

/// A frame is about to be drawn: the card is laid out for it, and what it will show counts as shown.
pub(super) fn lay(model: &mut Model) {
    let (size, front) = (model.size, model.front);
    if let Some(seat) = model.seats.get_mut(front) {
        seat.requests.lay(size, &model.theme);
    }
    let place = layout(size, model).request;
    let covered = !model.overlays.is_empty();
    for (index, seat) in model.seats.iter_mut().enumerate() {
        let place = place.filter(|place| index == front && place.height >= LOWEST);
        seat.requests.framed(place.is_some(), covered);
        if let Some(place) = place {
            seat.requests.keep_in_sight(size, place);
        }
    }
}

/// Time passed. Once no key can have been meant for a request that is gone, the person is where they were before.
pub(super) fn tick(model: &mut Model) {
    let clock = model.clock;
    let Some(seat) = model.seat_mut() else { return };
    seat.requests.tick(clock);
    let nothing = seat.requests.current().is_none() && !seat.requests.just_gone(clock);
    if nothing && model.focus == Focus::Request {
        back(model);
    }
}
