//! PURE. What keys do to the conversation: moving in it, opening, searching, copying. Owns: which action means what there.
//! Does not own: how it is looked at (`panes::conversation`).

use super::moving;
use crate::session::Item;
use crate::tui::action::Action;
use crate::tui::effect::{Effect, Job};
use crate::tui::model::{Focus, Model, Pane};
use crate::tui::overlays::Overlay;
use crate::tui::overlays::entry::{Entry, EntryFor};
use crate::tui::overlays::picker::{Choice, Picker, Row};
use crate::tui::panes::conversation::{ConversationView, copy, looking};

/// Rows that one notch of the wheel scrolls.
const WHEEL: isize = 3;

/// Why an action on the conversation cannot be used now.
pub(super) fn why_not(model: &Model, action: Action) -> Option<&'static str> {
    let item = || current(model);
    match action {
        Action::SearchNext | Action::SearchPrevious if !super::searching::is_ours(model) => {
            let searched = model.seat().and_then(|seat| seat.conversation.searched());
            searched.is_none().then_some("search for something first")
        }
        Action::Copy if in_sight(model) => item()
            .and_then(copy::plain)
            .is_none()
            .then_some("there is no text in it"),
        Action::CopyRaw if model.overlays.is_empty() => {
            item().is_none().then_some("there is nothing to copy")
        }
        Action::CopyCode => {
            (!item().is_some_and(copy::has_code)).then_some("there is no code in it")
        }
        Action::CopyCommand => item()
            .and_then(copy::command_of)
            .is_none()
            .then_some("there is no command in it"),
        _ => None,
    }
}

/// Whether the conversation is what a key without another home is about.
fn in_sight(model: &Model) -> bool {
    matches!(
        model.focus,
        Focus::Pane(Pane::Conversation) | Focus::Composer
    )
}

/// The item that keys act on.
fn current(model: &Model) -> Option<&Item> {
    let seat = model.seat()?;
    let state = seat.live.state();
    state.transcript.get(seat.conversation.current(state)?)
}

/// Performs it, if it is about the conversation.
pub(super) fn perform(model: &mut Model, action: Action) -> Option<Vec<Effect>> {
    match action {
        Action::Search => search(model),
        Action::SearchNext => to_match(model, true),
        Action::SearchPrevious => to_match(model, false),
        Action::NextPrompt => to_prompt(model, true),
        Action::PreviousPrompt => to_prompt(model, false),
        Action::NextAttention => to_attention(model),
        Action::OpenAll => looking(model, ConversationView::turn_all)?,
        Action::CopyCode => return copy_code(model),
        Action::CopyCommand => {
            return Some(copied(copy::command_of(current(model)?)?, "the command"));
        }
        Action::CopyRaw => return Some(copied(&copy::raw(current(model)?), "it as JSON")),
        Action::Leave if model.focus == Focus::Pane(Pane::Conversation) => {
            let view = &mut model.seat_mut()?.conversation;
            view.searched()?;
            view.leave_search(false);
        }
        _ if !in_sight(model) => return None,
        Action::Copy => {
            let (text, what) = copy::plain(current(model)?)?;
            return Some(copied(&text, what));
        }
        _ => return moved(model, action),
    }
    Some(Vec::new())
}

/// Moving and opening, where the conversation is what is moved in.
fn moved(model: &mut Model, action: Action) -> Option<Vec<Effect>> {
    looking(model, |view, look| {
        match action {
            Action::Up => view.step(false, look),
            Action::Down => view.step(true, look),
            Action::PageUp => view.page(-1, false, look),
            Action::PageDown => view.page(1, false, look),
            Action::HalfUp => view.page(-1, true, look),
            Action::HalfDown => view.page(1, true, look),
            Action::Top => view.to_top(look),
            Action::Bottom => view.to_bottom(),
            Action::Open => view.turn(look),
            _ => return None,
        }
        Some(Vec::new())
    })?
}

/// The wheel was turned over it.
pub(super) fn wheel(model: &mut Model, down: bool) {
    let by = if down { WHEEL } else { -WHEEL };
    looking(model, |view, look| view.scroll(by, look));
}

/// A row of the pane was clicked.
pub(super) fn click(model: &mut Model, row: u16) {
    looking(model, |view, look| view.click(usize::from(row), look));
}

fn copied(text: &str, what: &str) -> Vec<Effect> {
    vec![Effect::Work(Job::Copy {
        text: text.to_owned(),
        what: what.to_owned(),
    })]
}

/// The code of the current item; of several blocks the person chooses one.
fn copy_code(model: &mut Model) -> Option<Vec<Effect>> {
    let item = current(model)?;
    let number = item.number;
    let blocks = copy::code(item);
    match blocks.as_slice() {
        [] => model.warn("there is no code in it"),
        [one] => return Some(copied(&one.text, "the code")),
        several => {
            let row = |(index, code): (usize, &copy::Code)| Row {
                value: format!("{number} {index}"),
                label: first_line(&code.text),
                detail: code.what.clone(),
                aside: match code.text.lines().count() {
                    1 => "1 line".to_owned(),
                    count => format!("{count} lines"),
                },
                why_not: None,
            };
            let rows = several.iter().enumerate().map(row).collect();
            let picker = Picker::new("Copy which code?", Choice::Code, rows, "");
            model.overlays.push(Overlay::Picker(picker));
        }
    }
    Some(Vec::new())
}

fn first_line(text: &str) -> String {
    let line = text.lines().find(|line| !line.trim().is_empty());
    line.unwrap_or_default().trim().to_owned()
}

/// A block of code was chosen: by its item and its place in it.
pub(super) fn code_chosen(model: &Model, value: &str) -> Vec<Effect> {
    let chosen = || {
        let (number, index) = value.split_once(' ')?;
        let state = model.seat()?.live.state();
        let item = state.transcript.get(number.parse().ok()?)?;
        let code = copy::code(item).into_iter().nth(index.parse().ok()?)?;
        Some(copied(&code.text, "the code"))
    };
    chosen().unwrap_or_default()
}

fn search(model: &mut Model) {
    moving::focus(model, Pane::Conversation);
    let Some(seat) = model.seat_mut() else { return };
    seat.conversation.leave_search(false);
    let entry = Entry::new("Search", "", EntryFor::Search, "");
    model.overlays.push(Overlay::Entry(Box::new(entry)));
}

/// What is searched for is being typed.
pub(super) fn search_typed(model: &mut Model) {
    let Some(Overlay::Entry(entry)) = model.overlays.last() else {
        return;
    };
    let typed = entry.field.text();
    looking(model, |view, look| view.search(&typed, look));
}

/// The search is left: back to where one was.
pub(super) fn search_left(model: &mut Model) {
    if let Some(seat) = model.seat_mut() {
        seat.conversation.leave_search(true);
    }
}

fn to_match(model: &mut Model, down: bool) {
    moving::focus(model, Pane::Conversation);
    match looking(model, |view, look| view.to_match(down, look)).flatten() {
        None => model.warn("nothing was found"),
        Some(true) if down => model.tell("from the beginning again"),
        Some(true) => model.tell("from the end again"),
        Some(false) => {}
    }
}

fn to_prompt(model: &mut Model, down: bool) {
    moving::focus(model, Pane::Conversation);
    let found = looking(model, |view, look| view.to_prompt(down, look));
    match (found, down) {
        (Some(true), _) => {}
        (_, true) => {
            // Behind the last prompt is the end.
            if let Some(seat) = model.seat_mut() {
                seat.conversation.to_bottom();
            }
        }
        (_, false) => model.tell("there is no prompt before this"),
    }
}

/// A request that waits comes first; then, one by one, what went wrong.
fn to_attention(model: &mut Model) {
    if looking(model, ConversationView::to_trouble) == Some(true) {
        moving::focus(model, Pane::Conversation);
    } else {
        model.tell("nothing needs you, and nothing went wrong");
    }
}
