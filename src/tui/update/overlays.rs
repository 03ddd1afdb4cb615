//! PURE. What lies on top of the screen: moving in it, typing in it, accepting it. Owns: routing to the uppermost one.
//! Does not own: what a choice means (`chosen`).

use super::{chosen, filtering, program, replay};
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::keymap::{Edit, Key};
use crate::tui::model::Model;
use crate::tui::overlays::Overlay;
use crate::tui::overlays::picker::Choice;
use crate::tui::panes::request::ARMING;
use crossterm::event::KeyEvent;

/// Performs it, if something lies on top and the action is about that.
pub(super) fn perform(model: &mut Model, action: Action) -> Option<Vec<Effect>> {
    model.overlays.last()?;
    let rows = isize::try_from(model.size.height / 2).unwrap_or(1).max(1);
    match action {
        Action::Up => step(model, -1),
        Action::Down => step(model, 1),
        Action::PageUp => step(model, -rows),
        Action::PageDown => step(model, rows),
        Action::HalfUp => step(model, -(rows / 2).max(1)),
        Action::HalfDown => step(model, (rows / 2).max(1)),
        Action::Top => step(model, isize::MIN / 2),
        Action::Bottom => step(model, isize::MAX / 2),
        Action::Accept => return Some(accept(model)),
        Action::Leave => return Some(leave(model)),
        Action::NewLine => {
            if let Some(Overlay::Entry(entry)) = model.overlays.last_mut() {
                entry.field.insert("\n");
            }
        }
        Action::Editor => {
            if let Some(Overlay::Entry(entry)) = model.overlays.last() {
                let text = entry.field.text();
                return Some(vec![Effect::Edit(text, crate::tui::effect::Edit::Field)]);
            }
        }
        Action::Copy => {
            if let Some(Overlay::Reader(reader)) = model.overlays.last() {
                let text = reader.text.clone();
                let what = "the text".to_owned();
                return Some(vec![Effect::Work(crate::tui::effect::Job::Copy {
                    text,
                    what,
                })]);
            }
        }
        _ => return None,
    }
    Some(Vec::new())
}

/// A key that is typed into what lies on top.
pub(super) fn typed(model: &mut Model, event: KeyEvent) -> Vec<Effect> {
    match model.overlays.last_mut() {
        Some(Overlay::Picker(picker)) => {
            match Edit::of(Key::of(event)) {
                Some(Edit::Type(letter)) => picker.insert(letter.encode_utf8(&mut [0; 4])),
                Some(Edit::Backspace) => picker.backspace(),
                Some(Edit::KillWordBack) => picker.take_back_word(),
                Some(Edit::KillToStart) => picker.take_back_all(),
                _ => return Vec::new(),
            }
            chosen::previewed(model)
        }
        Some(Overlay::Entry(entry)) => {
            let edit = Edit::of(Key::of(event));
            if entry.is_filter() && filtering::walked(model, edit) {
                return chosen::typed(model);
            }
            if let Some(Overlay::Entry(entry)) = model.overlays.last_mut() {
                entry.field.key(event);
            }
            chosen::typed(model)
        }
        _ => Vec::new(),
    }
}

/// Text that is pasted into what lies on top.
pub(super) fn pasted(model: &mut Model, text: &str) -> Vec<Effect> {
    match model.overlays.last_mut() {
        Some(Overlay::Picker(picker)) => {
            picker.insert(text);
            chosen::previewed(model)
        }
        Some(Overlay::Entry(entry)) => {
            if entry.is_one_line() {
                let line = text.trim_end_matches(['\n', '\r']);
                entry.field.insert(&line.replace(['\n', '\r'], " "));
            } else {
                entry.field.insert(text);
            }
            chosen::typed(model)
        }
        _ => Vec::new(),
    }
}

/// A click: it selects in a list, and accepts what a click has selected before. What decides about a request, and whatever
/// else lies on top, is answered with keys: the list of a double click may be another one when its second half comes.
pub(super) fn clicked(model: &mut Model, column: u16, row: u16) -> Vec<Effect> {
    let screen = model.size;
    let Some(Overlay::Picker(picker)) = model.overlays.last_mut() else {
        return Vec::new();
    };
    let decides = matches!(picker.choice, Choice::Offer(_) | Choice::Place { .. });
    match picker.click(screen, column, row) {
        Some(true) if !decides => accept(model),
        Some(_) => chosen::previewed(model),
        None => Vec::new(),
    }
}

fn step(model: &mut Model, by: isize) {
    let screen = model.size;
    match model.overlays.last_mut() {
        Some(Overlay::Help(_)) => program::scroll_help(model, by),
        Some(Overlay::Reader(reader)) => reader.scroll_by(by, screen),
        Some(Overlay::Inspector(inspector)) => inspector.move_by(by),
        Some(Overlay::Comparison(comparison)) => comparison.move_by(by),
        Some(Overlay::Picker(picker)) => {
            picker.move_by(by);
            chosen::previewed(model);
        }
        Some(Overlay::Entry(_) | Overlay::Confirm(_)) | None => {}
    }
}

fn accept(model: &mut Model) -> Vec<Effect> {
    match model.overlays.pop() {
        Some(Overlay::Picker(picker)) => match picker.selected().cloned() {
            Some(row) if row.why_not.is_none() && picker.choice == Choice::Recording => {
                replay::chosen(&row)
            }
            Some(row) if row.why_not.is_none() => chosen::chosen(model, &picker.choice, &row.value),
            row => {
                let why = row.and_then(|row| row.why_not);
                model.warn(why.unwrap_or_else(|| "nothing fits what you typed".to_owned()));
                model.overlays.push(Overlay::Picker(picker));
                Vec::new()
            }
        },
        Some(Overlay::Entry(entry)) => chosen::entered(model, &entry),
        Some(Overlay::Confirm(mut confirm)) if model.clock < confirm.not_before => {
            confirm.not_before = model.clock + ARMING;
            model.overlays.push(Overlay::Confirm(confirm));
            model.warn("that came too fast: read it, then answer");
            Vec::new()
        }
        Some(Overlay::Confirm(confirm)) => chosen::confirmed(model, confirm.then),
        Some(
            Overlay::Help(_) | Overlay::Reader(_) | Overlay::Inspector(_) | Overlay::Comparison(_),
        )
        | None => Vec::new(),
    }
}

fn leave(model: &mut Model) -> Vec<Effect> {
    match model.overlays.pop() {
        Some(overlay) => chosen::left(model, &overlay),
        None => Vec::new(),
    }
}
