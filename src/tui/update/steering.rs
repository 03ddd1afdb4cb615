//! PURE. Sending, and what concerns the program: help, mouse, suspending. Does not own: the session (`control`,
//! `settings`), its end (`ending`).

use super::sessions::outputs;
use crate::session::Command;
use crate::tui::action::Action;
use crate::tui::effect::{Edit, Effect};
use crate::tui::model::{Focus, Model, Pane};
use crate::wire::Prompt;

/// Performs it.
pub(super) fn perform(model: &mut Model, action: Action) -> Option<Vec<Effect>> {
    match action {
        Action::Send => return send(model),
        Action::NewLine => model.seat_mut()?.composer.insert("\n"),
        Action::HistoryBack => {
            let composer = &mut model.seat_mut()?.composer;
            if composer.at_edge().0 {
                composer.history_back();
            }
        }
        Action::HistoryForward => {
            let composer = &mut model.seat_mut()?.composer;
            if composer.at_edge().1 {
                composer.history_forward();
            }
        }
        Action::Editor => {
            let text = model.seat()?.composer.text();
            return Some(vec![Effect::Edit(text, Edit::Prompt)]);
        }
        Action::Leave => leave(model),
        Action::ToggleMouse => {
            model.mouse = !model.mouse;
            return Some(vec![Effect::Mouse(model.mouse)]);
        }
        Action::Suspend => return Some(vec![Effect::Suspend]),
        Action::Redraw => return Some(vec![Effect::Redraw]),
        _ => return None,
    }
    Some(Vec::new())
}

fn leave(model: &mut Model) {
    model.focus = match model.focus {
        Focus::Composer => Focus::Pane(Pane::Conversation),
        _ => Focus::Composer,
    };
}

fn send(model: &mut Model) -> Option<Vec<Effect>> {
    let seat = model.seat_mut()?;
    let text = seat.composer.take();
    let prompt = Prompt::text(text, uuid::Uuid::new_v4().to_string());
    let ticket = seat.ticket();
    let out = seat.command(Command::Prompt { ticket, prompt });
    seat.conversation.to_bottom();
    Some(outputs(seat.key, out))
}
