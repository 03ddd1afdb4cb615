//! PURE. What is typed and chosen on a card. Owns: fields, choices, and what Enter means as the answer goes on.
//! Does not own: what is sent (`answers`).

use super::{answers, current, field};
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::model::Model;
use crate::tui::panes::request::questions::Entered;
use crate::tui::panes::request::{Matter, Stage, edited};
use crate::tui::widgets::field::Field;
use crossterm::event::KeyEvent;

pub(super) fn choose(model: &mut Model) {
    match current(model).map(|request| &mut request.matter) {
        Some(Matter::Questions(_, form)) => form.choose(),
        Some(Matter::Plan(_, form)) => form.turn(1),
        Some(Matter::Server(_, form) | Matter::Hand(_, _, form)) => form.choose(),
        Some(Matter::Tool(_) | Matter::Dialog(..)) | None => {}
    }
}

pub(super) fn turn(model: &mut Model, by: isize) {
    let Some(request) = current(model).filter(|request| matches!(request.stage, Stage::Look))
    else {
        return;
    };
    match &mut request.matter {
        Matter::Questions(_, form) => form.turn(by),
        Matter::Plan(_, form) => form.turn(by),
        Matter::Server(_, form) | Matter::Hand(_, _, form) => form.aside(by),
        Matter::Dialog(_, form) => form.aside(by),
        Matter::Tool(_) => {}
    }
}

pub(super) fn edit(model: &mut Model) {
    let Some(request) = current(model) else {
        return;
    };
    let Some(ask) = request.ask() else { return };
    let (form, draft) = edited::draft(&ask.tool_name, &ask.input);
    if request.input.is_none() {
        request.input = Some(Field::new(&draft));
    }
    request.stage = Stage::Edit(form);
}

/// Enter: what it means depends on how far the answer is.
pub(super) fn accept(model: &mut Model) -> Vec<Effect> {
    let Some(request) = current(model) else {
        answers::ready(model);
        return Vec::new();
    };
    if let Some(gone) = request.gone.clone() {
        model.warn(gone);
        return Vec::new();
    }
    // A key in flight does not choose an answer either.
    if matches!(request.stage, Stage::Look) && answers::ready(model).is_none() {
        return Vec::new();
    }
    let Some(request) = current(model) else {
        return Vec::new();
    };
    match (&request.stage, &mut request.matter) {
        (Stage::Message, _) => answers::deny_with_message(model),
        (Stage::Edit(form), _) => {
            let form = *form;
            review(model, form);
            Vec::new()
        }
        (Stage::Look, Matter::Questions(_, form)) => {
            let entered = form.enter();
            answered(model, entered)
        }
        (Stage::Look, Matter::Plan(..)) => answers::allow(model),
        (Stage::Look, Matter::Server(_, form) | Matter::Hand(_, _, form)) => match form.enter() {
            Some(button) => answers::button(model, button),
            None => Vec::new(),
        },
        (Stage::Look, Matter::Dialog(_, form)) => match form.enter() {
            Some(button) => answers::button(model, button),
            None => Vec::new(),
        },
        (Stage::Look | Stage::Review(_), _) => Vec::new(),
    }
}

fn answered(model: &mut Model, entered: Entered) -> Vec<Effect> {
    match entered {
        Entered::Stay => {}
        Entered::Wrong(why) => model.warn(why),
        Entered::Missing(count) => {
            let key = model.keymap.key_for(model.context(), Action::Accept);
            let key = key.map_or_else(String::new, |key| key.to_string());
            let what = if count == 1 {
                "a question has".to_owned()
            } else {
                format!("{count} questions have")
            };
            model.warn(format!("{what} no answer: {key} again sends without it"));
        }
        Entered::Send(answer) => return answers::questions(model, *answer),
    }
    Vec::new()
}

/// What was typed as an input is checked, then looked at once more.
fn review(model: &mut Model, form: edited::Form) {
    let Some(seat) = model.seat_mut() else { return };
    let schemas = std::sync::Arc::clone(&seat.requests.schemas);
    let Some(request) = seat.requests.current_mut() else {
        return;
    };
    let (Some(ask), Some(field)) = (request.ask(), &request.input) else {
        return;
    };
    let schema = schemas.get(&ask.tool_name);
    match edited::check(form, &field.text(), &ask.input, schema) {
        Ok(input) => {
            request.stage = Stage::Review(input);
            request.scroll = 0;
            // Who meant Enter as a new line goes on typing: that must not allow it.
            seat.requests.look_anew();
        }
        Err(why) => model.warn(why),
    }
}

/// A key that is typed into a card.
pub(in crate::tui::update) fn typed(model: &mut Model, event: KeyEvent) {
    if let Some(field) = field(model) {
        field.key(event);
    }
    changed(model);
}

/// Text that is pasted into a card: only where one types.
pub(in crate::tui::update) fn pasted(model: &mut Model, text: &str) {
    if let Some(field) = field(model) {
        field.insert(text);
    }
    changed(model);
}

/// What was written in the editor.
pub(in crate::tui::update) fn edited(model: &mut Model, text: &str) {
    if let Some(field) = field(model) {
        *field = Field::new(text);
    }
    changed(model);
}

/// What was wrong with a field of a form is looked at again.
fn changed(model: &mut Model) {
    if let Some(Matter::Server(_, form) | Matter::Hand(_, _, form)) =
        current(model).map(|request| &mut request.matter)
    {
        form.check_again();
    }
}
