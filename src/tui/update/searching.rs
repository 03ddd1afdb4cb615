//! PURE. Searching the lines on the wire, and inside of one. Owns: what is typed, going from match to match, leaving it.
//! Does not own: looking through lines (`panes::traffic::Search`) and through one (`overlays::inspector`).

use super::moving;
use crate::tui::action::Action;
use crate::tui::model::{Focus, Model, Pane};
use crate::tui::overlays::Overlay;
use crate::tui::overlays::entry::{Entry, EntryFor};
use crate::tui::overlays::inspector::Inspector;
use crate::tui::panes::traffic::{Search, wanted};
use crate::tui::theme::Role;

/// Whether a search would be one of lines, or inside of one.
pub(super) fn is_ours(model: &Model) -> bool {
    match model.overlays.last() {
        Some(Overlay::Inspector(_)) => true,
        Some(_) => false,
        None => model.focus == Focus::Pane(Pane::Traffic),
    }
}

/// Why one cannot go to a match now.
pub(super) fn why_not(model: &Model, action: Action) -> Option<&'static str> {
    if !matches!(action, Action::SearchNext | Action::SearchPrevious) || !is_ours(model) {
        return None;
    }
    let searched = match model.overlays.last() {
        Some(Overlay::Inspector(inspector)) => inspector.is_searched(),
        _ => model.seat()?.traffic.search.is_some(),
    };
    (!searched).then_some("search for something first")
}

/// Performs it, if it is about a search.
pub(super) fn perform(model: &mut Model, action: Action) -> Option<()> {
    if !is_ours(model) {
        return None;
    }
    let inside = !model.overlays.is_empty();
    match action {
        Action::Search if inside => {
            let entry = Entry::new("Search", "", EntryFor::FindInside, "");
            model.overlays.push(Overlay::Entry(Box::new(entry)));
        }
        Action::Search => open(model),
        Action::SearchNext if inside => step_inside(model, true)?,
        Action::SearchPrevious if inside => step_inside(model, false)?,
        Action::SearchNext => step(model, true)?,
        Action::SearchPrevious => step(model, false)?,
        _ => return None,
    }
    Some(())
}

fn open(model: &mut Model) {
    let Some(seat) = model.seat() else { return };
    let purpose = EntryFor::Find {
        from: seat.traffic.here(),
        followed: seat.traffic.list.follow,
    };
    moving::focus(model, Pane::Traffic);
    let entry = Entry::new("Search", "", purpose, "");
    model.overlays.push(Overlay::Entry(Box::new(entry)));
    typed(model);
}

/// Something was typed: it is looked for from where one was.
pub(super) fn typed(model: &mut Model) {
    let Some(Overlay::Entry(entry)) = model.overlays.last_mut() else {
        return;
    };
    let text = entry.field.text();
    match entry.purpose {
        EntryFor::Find { from, .. } => {
            let read = wanted(&text);
            entry.below = match &read {
                Ok(_) if text.is_empty() => {
                    let words =
                        "a text, or an expression of the filter language: ~error, ~tool Bash";
                    vec![(words.to_owned(), Role::Dim)]
                }
                Ok(_) => Vec::new(),
                Err(error) => vec![(error.pointer(), Role::Bad), (error.to_string(), Role::Bad)],
            };
            let filter = read.ok().filter(|filter| !filter.is_empty());
            let Some(seat) = model.seat_mut() else { return };
            let shown = seat.traffic.lines().sieve.shown();
            seat.traffic.search =
                filter.map(|filter| Search::new(&text, filter, shown.as_ref(), from));
        }
        EntryFor::FindInside => {
            if let Some(inspector) = inside(model) {
                inspector.search(&text);
            }
        }
        _ => {}
    }
}

/// The line that is searched, below the field in which that is typed.
fn inside(model: &mut Model) -> Option<&mut Inspector> {
    let mut below = model.overlays.iter_mut().rev();
    below.find_map(|overlay| match overlay {
        Overlay::Inspector(inspector) => Some(&mut **inspector),
        _ => None,
    })
}

/// Whether somebody types what to search for in a line.
pub(super) fn is_typed_inside(model: &Model) -> bool {
    match model.overlays.last() {
        Some(Overlay::Entry(entry)) => entry.purpose == EntryFor::FindInside,
        _ => false,
    }
}

/// How that search goes is told where it is typed.
pub(super) fn tell_inside(model: &mut Model) {
    if !is_typed_inside(model) {
        return;
    }
    let words = inside(model).and_then(|inspector| inspector.searched());
    if let Some(Overlay::Entry(entry)) = model.overlays.last_mut() {
        let words = words.unwrap_or_else(|| "a text, in keys and values".to_owned());
        entry.below = vec![(words, Role::Dim)];
    }
}

/// It was typed to the end: what is no expression is not taken.
pub(super) fn entered(model: &mut Model, entry: &Entry) {
    if let Err(error) = wanted(&entry.field.text()) {
        model.warn(error.to_string());
        model.overlays.push(Overlay::Entry(Box::new(entry.clone())));
    }
}

/// It was left: back to where one was.
pub(super) fn left(model: &mut Model, purpose: &EntryFor) {
    match purpose {
        EntryFor::Find { from, followed } => {
            let Some(seat) = model.seat_mut() else { return };
            seat.traffic.search = None;
            if *followed {
                seat.traffic.list.to_bottom();
            } else {
                seat.traffic.select(*from);
            }
        }
        EntryFor::FindInside => {
            if let Some(inspector) = inside(model) {
                inspector.search("");
            }
        }
        _ => {}
    }
}

fn step(model: &mut Model, below: bool) -> Option<()> {
    let traffic = &mut model.seat_mut()?.traffic;
    let (round, none) = traffic.seek_match(below)?;
    match round {
        _ if none => model.warn("nothing was found"),
        Some(true) if below => model.tell("from the beginning again"),
        Some(true) => model.tell("from the end again"),
        _ => {}
    }
    Some(())
}

fn step_inside(model: &mut Model, below: bool) -> Option<()> {
    let round = inside(model)?.to_match(below);
    match (round, below) {
        (None, _) => model.warn("nothing was found"),
        (Some(true), true) => model.tell("from the beginning again"),
        (Some(true), false) => model.tell("from the end again"),
        (Some(false), _) => {}
    }
    Some(())
}
