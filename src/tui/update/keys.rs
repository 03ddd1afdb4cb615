//! PURE. Keys and pasted text. Owns: who gets them. Does not own: what an action does.

use super::{composing, overlays, perform, requests};
use crate::tui::effect::Effect;
use crate::tui::keymap::{Context, Key};
use crate::tui::model::{Focus, Model};
use crossterm::event::{KeyEvent, KeyEventKind};

/// A key: an action, or a character where characters are typed.
pub(super) fn key(model: &mut Model, event: KeyEvent) -> Vec<Effect> {
    if event.kind == KeyEventKind::Release {
        return Vec::new();
    }
    let context = model.context();
    let key = Key::of(event);
    let action = model.keymap.lookup(context, key).or_else(|| {
        let in_pane = model.replay().is_some() && model.overlays.is_empty();
        let replay = in_pane.then_some(Context::Replay)?;
        model.keymap.lookup(replay, key)
    });
    if let Some(action) = action {
        return perform(model, action);
    }
    match context {
        Context::Field | Context::List if !model.overlays.is_empty() => {
            return overlays::typed(model, event);
        }
        Context::Field => requests::typed(model, event),
        Context::Composer => return composing::typed(model, event),
        _ => {}
    }
    Vec::new()
}

/// Pasted text is only ever text: no key in it is obeyed.
pub(super) fn paste(model: &mut Model, text: &str) -> Vec<Effect> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    if !model.overlays.is_empty() {
        return overlays::pasted(model, &text);
    }
    match model.context() {
        Context::Composer => return composing::pasted(model, &text),
        Context::Field => requests::pasted(model, &text),
        _ => return beside(model, &text),
    }
    Vec::new()
}

/// Text that is pasted where nothing is typed: it is meant for the prompt. A request is not left for it.
fn beside(model: &mut Model, text: &str) -> Vec<Effect> {
    if model.focus == Focus::Request {
        model.warn("nothing is typed here: what you pasted went nowhere");
        return Vec::new();
    }
    if model.replay().is_some() {
        return Vec::new();
    }
    model.focus = Focus::Composer;
    composing::pasted(model, text)
}
